/* Tag "board": links to a picture of one's own view, for chats and mails that send no token. */

#include <stdio.h>
#include <string.h>

#include "api/board.h"
#include "base/write.h"
#include "game/picture_links.h"

static void write_link(struct text *out, const struct request *request, const char *format,
		       const char *code)
{
	write_key(out, format);
	text_add_format(out, "\"%s/v1/pictures/%s/board.%s\"", request->app->public_url, code,
			format);
}

enum handled create_picture_link(struct request *request, struct response *response)
{
	struct text *out = &response->body;
	char code[PICTURE_CODE_BYTES];
	struct picture_link link = {.side = request->viewer,
				    .principal = request->caller.principal};

	if (!board_moment(request, response, &link.seq))
		return HANDLED;
	memcpy(link.game, snapshot_header(request->snapshot)->id, sizeof(link.game));
	service_picture_code(request->app->service, &link, code);
	write_byte(out, '{');
	write_key(out, "expires");
	write_time(out, link.until_ms);
	write_link(out, request, "png", code);
	write_link(out, request, "svg", code);
	write_byte(out, '}');
	return response_json(response, 201);
}

/* ---- following one ---- */

static enum handled refuse(struct request *request, struct response *response)
{
	return response_refuse(request, response, PROBLEM_NO_SUCH_PICTURE, "");
}

/* The game is in memory. Hidden by the operator it is shown to nobody who sends no token. */
static enum handled draw_linked(struct request *request, struct response *response,
				enum picture_format format)
{
	struct picture_link link;

	if (snapshot_withdrawn(request->snapshot) ||
	    !service_picture_link(request->app->service, request->parameter[0], &link))
		return refuse(request, response);
	response->is_unlisted = true;
	board_speak(request, response);
	return board_draw(request, response, link.seq, format, board_answer);
}

static enum handled draw_svg(struct request *request, struct response *response)
{
	return draw_linked(request, response, PICTURE_SVG);
}

static enum handled draw_png(struct request *request, struct response *response)
{
	return draw_linked(request, response, PICTURE_PNG);
}

static enum handled follow(struct request *request, struct response *response,
			   request_handler *draw)
{
	struct picture_link link;

	if (!service_picture_link(request->app->service, request->parameter[0], &link))
		return refuse(request, response);
	request->viewer = link.side;
	return api_open(request, response, link.game, draw);
}

enum handled get_linked_board(struct request *request, struct response *response)
{
	return follow(request, response, draw_svg);
}

enum handled get_linked_board_image(struct request *request, struct response *response)
{
	return follow(request, response, draw_png);
}
