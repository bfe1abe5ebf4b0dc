/* Tag "board": the caller's view as a picture, for where no page can be shown. */

#include "api/board.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const types[PICTURE_FORMATS] = {
	[PICTURE_SVG] = "image/svg+xml",
	[PICTURE_PNG] = "image/png",
};

/* ---- drawing ---- */

/* What is drawn, and what for; lies in request->memory. */
struct drawing {
	struct render_job render;
	request_handler *next;
};

enum handled board_answer(struct request *request, struct response *response)
{
	const struct drawing *drawing = request->memory;

	response->status = 200;
	response->type = types[drawing->render.format];
	response->body = request->text;
	request->text = TEXT_EMPTY;
	return HANDLED;
}

static enum handled go_on(struct request *request, struct response *response)
{
	const struct drawing *drawing = request->memory;

	if (drawing->render.failed)
		return response_refuse(request, response, PROBLEM_BUSY,
				       "The picture could not be drawn.");
	return drawing->next(request, response);
}

static void drawn(struct render_job *render)
{
	struct request *request = render->owner;

	request->job_done(request);
}

enum handled board_draw(struct request *request, struct response *response, uint32_t seq,
			enum picture_format format, request_handler *next)
{
	struct drawing *drawing = request->memory = calloc(1, sizeof(*drawing));

	if (!drawing)
		abort();
	drawing->next = next;
	drawing->render = (struct render_job){
		.snapshot = request->snapshot,
		.viewer = request->viewer,
		.seq = seq,
		.format = format,
		.language = response->language,
		.done = drawn,
		.owner = request,
		.picture = &request->text,
	};
	if (renderer_find(request->app->renderer, &drawing->render))
		return go_on(request, response);
	if (!api_charge(request, response, LIMIT_WORK_PICTURE))
		return HANDLED;
	request->next = go_on;
	request->await_job(request);
	if (renderer_submit(request->app->renderer, &drawing->render))
		return PENDING;
	return response_refuse(request, response, PROBLEM_BUSY,
			       "Too many pictures are being drawn.");
}

/* ---- asking for one ---- */

void board_speak(struct request *request, struct response *response)
{
	if (request->text_query[QUERY_LANG])
		request->accept_language = request->text_query[QUERY_LANG];
	api_speak(request, response);
}

/* 16 hex digits, lower case. */
static bool read_mark(const char *text, uint8_t out[MOMENT_MARK_BYTES])
{
	if (strlen(text) != 2 * MOMENT_MARK_BYTES ||
	    strspn(text, "0123456789abcdef") != strlen(text))
		return false;
	for (int i = 0; i < MOMENT_MARK_BYTES; i++) {
		const char digits[3] = {text[2 * i], text[2 * i + 1], '\0'};

		out[i] = (uint8_t)strtoul(digits, NULL, 16);
	}
	return true;
}

bool board_moment(struct request *request, struct response *response, uint32_t *seq)
{
	const char *wanted = request->text_query[QUERY_V];
	uint8_t mark[MOMENT_MARK_BYTES];

	*seq = snapshot_tip(request->snapshot, request->viewer).seq;
	if (!wanted || (read_mark(wanted, mark) &&
			snapshot_find_moment(request->snapshot, request->viewer, mark, seq)))
		return true;
	response_refuse(request, response, PROBLEM_NO_SUCH_PICTURE, "");
	return false;
}

/* A picture that names its moment stays as it is. What a token shows is for its sender alone. */
static enum response_cache how_long_kept(const struct request *request)
{
	if (request->text_query[QUERY_V])
		return request->authorization ? CACHE_PRIVATE_DAY : CACHE_PUBLIC_DAY;
	return request->authorization ? CACHE_PRIVATE_REVALIDATE : CACHE_REVALIDATE;
}

static enum handled show(struct request *request, struct response *response,
			 enum picture_format format)
{
	uint32_t seq;

	if (!board_moment(request, response, &seq))
		return HANDLED;
	/* A picture changes with its viewer's events and language, and with nothing else. */
	snprintf(response->etag, sizeof(response->etag), "\"%s-%s-%u\"",
		 format == PICTURE_SVG ? "svg" : "png", api_viewer_name(request->viewer), seq);
	response->cache = how_long_kept(request);
	board_speak(request, response);
	if (api_not_modified(request, response))
		return HANDLED;
	return board_draw(request, response, seq, format, board_answer);
}

enum handled get_board(struct request *request, struct response *response)
{
	return show(request, response, PICTURE_SVG);
}

enum handled get_board_image(struct request *request, struct response *response)
{
	return show(request, response, PICTURE_PNG);
}
