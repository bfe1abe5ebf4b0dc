/* Tag "board": the caller's view as a picture, for where no page can be shown. */

#include <stdio.h>
#include <stdlib.h>

#include "api/api.h"
#include "picture/renderer.h"

static const char *const types[PICTURE_FORMATS] = {
	[PICTURE_SVG] = "image/svg+xml",
	[PICTURE_PNG] = "image/png",
};

static enum handled answer(struct request *request, struct response *response)
{
	struct render_job *render = request->memory;

	if (render->failed)
		return response_refuse(request, response, PROBLEM_BUSY,
				       "The picture could not be drawn.");
	response->status = 200;
	response->type = types[render->format];
	response->body = request->text;
	request->text = TEXT_EMPTY;
	return HANDLED;
}

static void drawn(struct render_job *render)
{
	struct request *request = render->owner;

	request->job_done(request);
}

/* A picture changes with its viewer's version and language, and with nothing else. */
static void write_tag(const struct request *request, struct response *response,
		      enum picture_format format)
{
	snprintf(response->etag, sizeof(response->etag), "\"%s-%s-%u\"",
		 format == PICTURE_SVG ? "svg" : "png", api_viewer_name(request->viewer),
		 snapshot_tip(request->snapshot, request->viewer).version);
	response->cache = CACHE_REVALIDATE;
}

static enum handled show(struct request *request, struct response *response,
			 enum picture_format format)
{
	struct render_job *render;

	write_tag(request, response, format);
	api_speak(request, response);
	if (api_not_modified(request, response))
		return HANDLED;
	render = request->memory = calloc(1, sizeof(*render));
	if (!render)
		abort();
	render->snapshot = request->snapshot;
	render->viewer = request->viewer;
	render->format = format;
	render->language = response->language;
	render->done = drawn;
	render->owner = request;
	render->picture = &request->text;
	if (renderer_find(request->app->renderer, render))
		return answer(request, response);
	request->next = answer;
	request->await_job(request);
	if (renderer_submit(request->app->renderer, render))
		return PENDING;
	return response_refuse(request, response, PROBLEM_BUSY,
			       "Too many pictures are being drawn.");
}

enum handled get_board(struct request *request, struct response *response)
{
	return show(request, response, PICTURE_SVG);
}

enum handled get_board_image(struct request *request, struct response *response)
{
	return show(request, response, PICTURE_PNG);
}
