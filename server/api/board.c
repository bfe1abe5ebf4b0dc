/* Tag "board": the caller's view as a picture, for where no page can be shown. */

#include <stdio.h>
#include <stdlib.h>

#include "api/api.h"
#include "picture/studio.h"

static const char *const types[PICTURE_FORMATS] = {
	[PICTURE_SVG] = "image/svg+xml",
	[PICTURE_PNG] = "image/png",
};

static enum handled answer(struct request *request, struct response *response)
{
	struct sitting *sitting = request->memory;

	if (sitting->failed)
		return response_refuse(request, response, PROBLEM_BUSY,
				       "The picture could not be drawn.");
	response->status = 200;
	response->type = types[sitting->format];
	response->body = request->text;
	request->text = TEXT_EMPTY;
	return HANDLED;
}

static void drawn(struct sitting *sitting)
{
	struct request *request = sitting->owner;

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
	struct sitting *sitting;

	write_tag(request, response, format);
	api_speak(request, response);
	if (api_not_modified(request, response))
		return HANDLED;
	sitting = request->memory = calloc(1, sizeof(*sitting));
	if (!sitting)
		abort();
	sitting->snapshot = request->snapshot;
	sitting->viewer = request->viewer;
	sitting->format = format;
	sitting->language = response->language;
	sitting->done = drawn;
	sitting->owner = request;
	sitting->picture = &request->text;
	if (studio_find(request->app->studio, sitting))
		return answer(request, response);
	request->next = answer;
	request->await_job(request);
	if (studio_submit(request->app->studio, sitting))
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
