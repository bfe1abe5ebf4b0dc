/* Tag "board": a game's public table behind a link that any chat can show, by OpenGraph and oEmbed. A
 * game that is private, hidden, deleted or not there has one and the same page, so the link tells
 * nobody which it is; who may look at it gets there by the page's script. */

#include <stdio.h>
#include <string.h>

#include "api/board.h"
#include "base/write.h"
#include "codec/codec_ruleset.h"
#include "codec/words.h"
#include "game/players.h"
#include "game/service.h"

static void add_words(struct text *out, const char *key)
{
	words_format(out, words_spoken(), key, NULL, 0);
}

/* ---- what is told of a table ---- */

/* The players, where both have a name. */
static void add_players(struct text *out, const struct request *request, const char *game)
{
	struct service *service = request->app->service;
	struct player_facts red, blue;
	struct text red_name = TEXT_EMPTY, blue_name = TEXT_EMPTY;

	if (!service_holder(service, game, PN_RED, &red) || red.has_left ||
	    !service_holder(service, game, PN_BLUE, &blue) || blue.has_left)
		return;
	text_add_name(&red_name, red.name);
	text_add_name(&blue_name, blue.name);
	const struct words_argument arguments[] = {{"blue", blue_name.bytes},
						   {"red", red_name.bytes}};

	words_format(out, words_spoken(), "picture.players", arguments, 2);
	text_add_string(out, " ");
	text_free(&red_name);
	text_free(&blue_name);
}

static void add_summary(struct text *out, const struct request *request)
{
	struct snapshot *snapshot = request->snapshot;
	const struct picture_subject subject = {
		.game = snapshot_view(snapshot, PN_PUBLIC),
		.muster = snapshot_muster(snapshot),
		.viewer = PN_PUBLIC,
		.is_open = snapshot_header(snapshot)->status == GAME_OPEN,
	};

	add_players(out, request, snapshot_header(snapshot)->id);
	picture_title(out, &subject);
}

/* The address of the picture as it is now, behind `base`. */
static void add_picture(struct text *out, const struct request *request,
			const struct response *response, const char *base)
{
	const struct snapshot *snapshot = request->snapshot;
	uint8_t mark[MOMENT_MARK_BYTES];

	snapshot_mark(snapshot, PN_PUBLIC, snapshot_tip(snapshot, PN_PUBLIC).seq, mark);
	text_add_format(out, "%s/v1/games/%s/board.png?v=", base, snapshot_header(snapshot)->id);
	text_add_hex(out, mark, sizeof(mark));
	text_add_format(out, "&lang=%s", response->language);
}

/* ---- the page ---- */

/* Text of whatever kind within HTML. */
static void add_html(struct text *out, const char *text)
{
	for (; *text; text++) {
		if (strchr("&<>\"'", *text))
			text_add_format(out, "&#%d;", *text);
		else
			text_add(out, text, 1);
	}
}

static void add_meta(struct text *out, const char *attribute, const char *name, const char *value)
{
	text_add_format(out, "<meta %s=\"%s\" content=\"", attribute, name);
	add_html(out, value);
	text_add_string(out, "\">\n");
}

static void begin_page(struct text *out, const struct response *response, const char *title)
{
	text_add_format(out, "<!doctype html>\n<html lang=\"%s\">\n<head>\n", response->language);
	text_add_string(out,
			"<meta charset=\"utf-8\">\n"
			"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
			"<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
	add_html(out, title);
	text_add_string(out, "</title>\n"
			     "<link rel=\"icon\" href=\"../icon.svg\" type=\"image/svg+xml\">\n"
			     "<link rel=\"stylesheet\" href=\"../style.css\">\n"
			     "<script type=\"module\" src=\"../table.js\"></script>\n");
	add_meta(out, "property", "og:site_name", "Pennon");
	add_meta(out, "property", "og:type", "website");
	add_meta(out, "property", "og:title", title);
}

/* A link that leads on without scripts. */
static void end_page(struct text *out, const char *href)
{
	text_add_format(out, "<p><a href=\"%s\">", href);
	add_words(out, "picture.open");
	text_add_string(out, "</a></p>\n</main>\n</body>\n</html>\n");
}

static enum handled answer_page(struct request *request, struct response *response)
{
	api_tag_of(response->etag, &response->body);
	response->status = 200;
	response->type = "text/html; charset=utf-8";
	response->cache = CACHE_REVALIDATE;
	response->is_page = true;
	api_not_modified(request, response);
	return HANDLED;
}

static enum handled show_nothing(struct request *request, struct response *response)
{
	struct text *out = &response->body;
	struct text about = TEXT_EMPTY;

	board_speak(request, response);
	add_words(&about, "picture.blank");
	begin_page(out, response, "Pennon");
	add_meta(out, "name", "robots", "noindex");
	add_meta(out, "property", "og:description", about.bytes);
	text_add_string(out, "</head>\n<body>\n<main>\n<p class=\"brand\">Pennon</p>\n<p>");
	add_html(out, about.bytes);
	text_add_string(out, "</p>\n");
	end_page(out, "../");
	text_free(&about);
	response->is_unlisted = true;
	return answer_page(request, response);
}

/* What only a game in the list has: that a program which looks for pages may know of it. */
static void add_discovery(struct text *out, const struct request *request, const char *game)
{
	const char *at = request->app->public_url;

	text_add_format(out, "<link rel=\"canonical\" href=\"%s/g/%s\">\n", at, game);
	text_add_format(out,
			"<link rel=\"alternate\" type=\"application/json+oembed\" "
			"href=\"%s/v1/oembed?url=",
			at);
	for (; *at; at++) {
		if (strchr(":/", *at))
			text_add_format(out, "%%%02X", *at);
		else
			text_add(out, at, 1);
	}
	text_add_format(out, "%%2Fg%%2F%s\">\n", game);
}

static void write_table(struct text *out, const struct request *request,
			const struct response *response)
{
	const struct game_header *header = snapshot_header(request->snapshot);
	struct text title = TEXT_EMPTY, about = TEXT_EMPTY, picture = TEXT_EMPTY;
	char href[GAME_ID_BYTES + 16];

	codec_game_title(&title, header);
	add_summary(&about, request);
	add_picture(&picture, request, response, request->app->public_url);
	begin_page(out, response, title.bytes);
	add_meta(out, "property", "og:description", about.bytes);
	add_meta(out, "property", "og:image", picture.bytes);
	add_meta(out, "property", "og:image:type", "image/png");
	add_meta(out, "property", "og:image:width", "800");
	add_meta(out, "property", "og:image:alt", about.bytes);
	add_meta(out, "name", "twitter:card", "summary_large_image");
	if (response->is_unlisted)
		add_meta(out, "name", "robots", "noindex");
	else
		add_discovery(out, request, header->id);
	text_add_string(out, "</head>\n<body>\n<main>\n<h1>");
	add_html(out, title.bytes);
	text_add_string(out, "</h1>\n<p>");
	add_html(out, about.bytes);
	text_add_string(out, "</p>\n<p><img width=\"800\" src=\"");
	text_clear(&picture);
	add_picture(&picture, request, response, "..");
	add_html(out, picture.bytes);
	text_add_string(out, "\" alt=\"");
	add_html(out, about.bytes);
	text_add_string(out, "\"></p>\n");
	snprintf(href, sizeof(href), "../#game=%s", header->id);
	end_page(out, href);
	text_free(&title);
	text_free(&about);
	text_free(&picture);
}

static bool is_shown(const struct snapshot *snapshot)
{
	return snapshot_header(snapshot)->access != ACCESS_PRIVATE && !snapshot_withdrawn(snapshot);
}

/* Whatever is wrong with the game, the page is the same. */
static enum handled show(struct request *request, struct response *response)
{
	if (request->job.problem != PROBLEM_NONE || !request->snapshot ||
	    !is_shown(request->snapshot))
		return show_nothing(request, response);
	response->is_unlisted = snapshot_header(request->snapshot)->access != ACCESS_PUBLIC;
	board_speak(request, response);
	write_table(&response->body, request, response);
	return answer_page(request, response);
}

static enum handled opened(struct request *request, struct response *response)
{
	request->snapshot = request->job.snapshot;
	request->job.snapshot = NULL;
	return show(request, response);
}

enum handled show_table(struct request *request, struct response *response)
{
	const char *game = request->parameter[0];

	if (!api_is_game_id(game))
		return show_nothing(request, response);
	request->snapshot = service_near(request->app->service, game, request->viewer, false);
	if (request->snapshot)
		return show(request, response);
	api_job(request, JOB_OPEN);
	return request_submit(request, response, opened);
}

/* ---- oEmbed ---- */

/* Two numbers that every PNG begins with. */
static uint32_t png_number(const struct text *png, size_t at)
{
	uint32_t number = 0;

	for (size_t i = 0; i < 4; i++)
		number = number << 8 | (uint8_t)png->bytes[at + i];
	return number;
}

static bool fits(const struct request *request, enum query_parameter most, uint32_t size)
{
	return request->query[most] < 0 || size <= request->query[most];
}

/* A picture that is larger than wanted is left out. */
static enum handled answer_embedding(struct request *request, struct response *response)
{
	const struct game_header *header = snapshot_header(request->snapshot);
	uint32_t width = png_number(&request->text, 16), height = png_number(&request->text, 20);
	bool is_photo =
		fits(request, QUERY_MAXWIDTH, width) && fits(request, QUERY_MAXHEIGHT, height);
	struct text title = TEXT_EMPTY, picture = TEXT_EMPTY;
	struct text *out = &response->body;

	codec_game_title(&title, header);
	add_picture(&picture, request, response, request->app->public_url);
	write_byte(out, '{');
	if (is_photo)
		write_key_integer(out, "height", height);
	write_key_string(out, "provider_name", "Pennon");
	write_key_string(out, "provider_url", request->app->public_url);
	write_key_string(out, "title", title.bytes);
	write_key_name(out, "type", is_photo ? "photo" : "link");
	if (is_photo)
		write_key_string(out, "url", picture.bytes);
	write_key_name(out, "version", "1.0");
	if (is_photo)
		write_key_integer(out, "width", width);
	write_byte(out, '}');
	text_free(&title);
	text_free(&picture);
	return api_tagged(request, response);
}

static enum handled embed(struct request *request, struct response *response)
{
	if (!is_shown(request->snapshot))
		return response_refuse(request, response, PROBLEM_NO_SUCH_GAME, "");
	board_speak(request, response);
	return board_draw(request, response, snapshot_tip(request->snapshot, PN_PUBLIC).seq,
			  PICTURE_PNG, answer_embedding);
}

/* The game of a link of ours, "" when it is none. */
static const char *game_of(const struct request *request)
{
	const char *url = request->text_query[QUERY_URL], *base = request->app->public_url;
	size_t size = strlen(base);

	if (!url || strncmp(url, base, size) != 0 || strncmp(url + size, "/g/", 3) != 0)
		return "";
	return url + size + 3;
}

enum handled get_embedding(struct request *request, struct response *response)
{
	const char *format = request->text_query[QUERY_FORMAT];

	if (format && strcmp(format, "json") != 0)
		return response_refuse(request, response, PROBLEM_NOT_ACCEPTABLE,
				       "There is JSON and nothing else.");
	return api_open(request, response, game_of(request), embed);
}
