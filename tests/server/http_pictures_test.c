/* Links that show the table: pictures of a moment, links to one's own view, the page of a game and
 * what oEmbed tells of it. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/picture_links.h"
#include "http_host.h"

static struct http_host server;
static struct hosted_game hosted;
static struct pn_muster muster;

static void open_server(void)
{
	http_host_open(&server, NULL);
	host_muster(&muster, PN_METHOD_SEALED);
	hosted = host_declaring_game(&server.host, &muster);
}

static void close_server(void)
{
	cr_expect_eq(http_host_errors(), 0);
	http_host_close(&server);
}

TestSuite(http_pictures, .init = open_server, .fini = close_server);

static struct reply get(const char *path, const char *token)
{
	return client_ask(server.port, &(struct ask){.path = path, .token = token});
}

static struct reply post(const char *rest, const char *token)
{
	return client_ask(
		server.port,
		&(struct ask){.method = "POST", .path = http_path(&hosted, rest), .token = token});
}

/* What stands behind a member's key, up to the next quote. */
static void take(const struct reply *reply, const char *member, char *out, size_t size)
{
	char key[32];

	snprintf(key, sizeof(key), "\"%s\":\"", member);
	const char *at = strstr(reply->body.bytes, key);

	cr_assert(at, "%s in %s", member, reply->body.bytes);
	at += strlen(key);
	cr_assert(strcspn(at, "\"") < size);
	snprintf(out, size, "%.*s", (int)strcspn(at, "\""), at);
}

/* "?v=" of what a viewer saw last. */
static void take_mark(pn_side viewer, char out[32])
{
	struct reply reply = http_get(&server, &hosted, viewer, "/events?limit=500");
	const char *last = NULL, *at = reply.body.bytes;

	for (; (at = strstr(at, "\"hash\":\"")); at++)
		last = at;
	cr_assert(last);
	snprintf(out, 32, "?v=%.16s", last + 8);
	reply_free(&reply);
}

static struct reply ask_board(pn_side viewer, const char *form, const char *query)
{
	char rest[64];

	snprintf(rest, sizeof(rest), "/board.%s%s", form, query);
	return http_get(&server, &hosted, viewer, rest);
}

/* The path behind the server's own address of what createPictureLink answers. */
static void make_link(const char *token, const char *form, char out[256])
{
	struct reply reply = post("/pictures", token);
	char url[300];

	cr_assert_eq(reply.status, 201, "%s", reply.body.bytes);
	take(&reply, form, url, sizeof(url));
	cr_expect_eq(strncmp(url, server.app.public_url, strlen(server.app.public_url)), 0);
	snprintf(out, 256, "%s", url + strlen(server.app.public_url));
	reply_free(&reply);
}

static void draft(void)
{
	struct pn_command command =
		host_actions(&server.host, &hosted, PN_RED, PN_COMMAND_DECLARE_CHARGE);
	struct job job = host_act(&server.host, &hosted, PN_RED, &command);

	cr_assert_eq(job.problem, PROBLEM_NONE);
	snapshot_release(job.snapshot);
}

static void expect_status(const char *path, const char *token, int status)
{
	struct reply reply = get(path, token);

	cr_expect_eq(reply.status, status, "%s: %d, not %d", path, reply.status, status);
	reply_free(&reply);
}

static void operate(const char *act)
{
	char path[96], body[32];

	snprintf(path, sizeof(path), "/v1/operator/games/%s", hosted.game);
	snprintf(body, sizeof(body), "{\"act\":\"%s\"}", act);
	struct reply reply = client_ask(
		server.port, &(struct ask){.path = path,
					   .token = server.host.service->keys.operator_token,
					   .key = "uuid",
					   .body = body});

	cr_assert_eq(reply.status, 200, "%s", reply.body.bytes);
	reply_free(&reply);
}

/* ---- of a moment ---- */

Test(http_pictures, a_moment_is_drawn_as_it_was)
{
	char then[32], now[32];

	take_mark(PN_RED, then);
	struct reply before = ask_board(PN_RED, "svg", "");

	draft();
	take_mark(PN_RED, now);
	cr_expect_str_neq(then, now);
	struct reply again = ask_board(PN_RED, "svg", then);
	struct reply after = ask_board(PN_RED, "svg", now);

	cr_assert_eq(again.status, 200);
	cr_expect_str_eq(again.body.bytes, before.body.bytes);
	cr_expect_str_neq(after.body.bytes, before.body.bytes);
	reply_free(&before);
	reply_free(&again);
	reply_free(&after);
}

/* At every moment of random games the picture of then is what was drawn then. */
Test(http_pictures, moments_of_random_games)
{
	enum { MOMENTS = 25 };
	struct random_source random = {18};
	struct reply drawn[PN_VIEWERS][MOMENTS];
	char mark[PN_VIEWERS][MOMENTS][32];
	int count = 0;

	for (; count < MOMENTS; count++) {
		for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
			take_mark(viewer, mark[viewer][count]);
			drawn[viewer][count] = ask_board(viewer, "svg", "");
		}
		if (!host_step(&server.host, &hosted, &random)) {
			count++;
			break;
		}
		host_settle(&server.host, &hosted);
	}
	for (int i = 0; i < count; i++) {
		for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
			struct reply again = ask_board(viewer, "svg", mark[viewer][i]);

			cr_expect_eq(again.status, 200);
			cr_expect_str_eq(again.body.bytes, drawn[viewer][i].body.bytes, "%d", i);
			reply_free(&again);
			reply_free(&drawn[viewer][i]);
		}
	}
}

Test(http_pictures, a_moment_of_somebody_else_is_none)
{
	static const char *const wrong[] = {"?v=0123456789abcdef", "?v=0", "?v=0123456789ABCDEF",
					    "?v=0123456789abcdef0"};
	char red[32], everybody[32];

	draft();
	take_mark(PN_RED, red);
	take_mark(PN_PUBLIC, everybody);
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		struct reply reply = ask_board(PN_RED, "png", wrong[i]);

		cr_expect_eq(reply.status, 404, "%s", wrong[i]);
		cr_expect(strstr(reply.body.bytes, "no_such_picture"));
		reply_free(&reply);
	}
	for (pn_side viewer = PN_BLUE; viewer < PN_VIEWERS; viewer++) {
		struct reply reply = ask_board(viewer, "png", red);

		cr_expect_eq(reply.status, 404, "red's moment is red's");
		reply_free(&reply);
	}
	struct reply reply = ask_board(PN_RED, "png", everybody);

	cr_expect_eq(reply.status, 404, "everybody's chain is not red's");
	reply_free(&reply);
}

Test(http_pictures, who_may_keep_a_picture)
{
	static const struct {
		pn_side viewer;
		bool is_moment;
		const char *value;
	} rows[] = {
		{PN_RED, false, "private, no-cache"},
		{PN_RED, true, "private, max-age=86400"},
		{PN_PUBLIC, false, "no-cache"},
		{PN_PUBLIC, true, "public, max-age=86400"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char mark[32] = "";

		if (rows[i].is_moment)
			take_mark(rows[i].viewer, mark);
		struct reply reply = ask_board(rows[i].viewer, "png", mark);

		cr_expect_str_eq(reply_header(&reply, "Cache-Control"), rows[i].value);
		cr_expect(strstr(reply_header(&reply, "Vary"), "Authorization"));
		reply_free(&reply);
	}
	struct reply german = ask_board(PN_PUBLIC, "svg", "?lang=de");

	cr_expect_str_eq(reply_header(&german, "Content-Language"), "de");
	reply_free(&german);
}

/* ---- links to one's own view ---- */

Test(http_pictures, a_link_shows_the_view_of_who_made_it)
{
	char link[256], later[256];

	draft();
	make_link(hosted.token[PN_RED], "svg", link);
	struct reply own = ask_board(PN_RED, "svg", "");
	struct reply linked = get(link, NULL);

	cr_assert_eq(linked.status, 200);
	cr_expect_str_eq(linked.body.bytes, own.body.bytes);
	cr_expect_str_eq(reply_header(&linked, "Cache-Control"), "no-store");
	cr_expect_str_eq(reply_header(&linked, "Referrer-Policy"), "no-referrer");
	cr_expect_str_eq(reply_header(&linked, "X-Robots-Tag"), "noindex");
	cr_expect_str_eq(reply_header(&linked, "ETag"), "");
	reply_free(&linked);
	/* It is of one moment, and each link is another. */
	struct pn_command back = {.kind = PN_COMMAND_UNDO};
	struct job job = host_act(&server.host, &hosted, PN_RED, &back);

	snapshot_release(job.snapshot);
	linked = get(link, NULL);
	cr_expect_str_eq(linked.body.bytes, own.body.bytes);
	make_link(hosted.token[PN_RED], "svg", later);
	cr_expect_str_neq(link, later);
	reply_free(&linked);
	reply_free(&own);
	make_link(hosted.token[PN_BLUE], "png", link);
	linked = get(link, hosted.token[PN_RED]);
	own = ask_board(PN_BLUE, "png", "");
	cr_expect_eq(linked.body.size, own.body.size);
	cr_expect_eq(memcmp(linked.body.bytes, own.body.bytes, own.body.size), 0);
	reply_free(&linked);
	reply_free(&own);
	expect_status(http_path(&hosted, "/pictures"), NULL, 405);
	struct reply reply = post("/pictures", NULL);

	cr_expect_eq(reply.status, 401);
	reply_free(&reply);
}

Test(http_pictures, a_link_ends)
{
	char link[256], changed[256], code[64];

	make_link(hosted.token[PN_RED], "png", link);
	expect_status(link, NULL, 200);
	snprintf(changed, sizeof(changed), "%s", link);
	changed[40] = changed[40] == 'A' ? 'B' : 'A';
	expect_status(changed, NULL, 404);
	expect_status("/v1/pictures/AAAA/board.png", NULL, 404);
	atomic_fetch_add(&server.host.world.now_ms, PICTURE_LINK_MS);
	expect_status(link, NULL, 404);

	make_link(hosted.token[PN_RED], "png", link);
	operate("hide");
	expect_status(link, NULL, 404);
	operate("show");
	expect_status(link, NULL, 200);
	struct reply reply =
		http_post(&server, &hosted, PN_RED, "/seats/mine/handover", "{\"moves\":true}");
	char join[96], body[96];

	take(&reply, "code", code, sizeof(code));
	reply_free(&reply);
	snprintf(join, sizeof(join), "/v1/games/%s/seats", hosted.game);
	snprintf(body, sizeof(body), "{\"code\":\"%s\"}", code);
	reply = client_ask(server.port, &(struct ask){.path = join, .key = "uuid", .body = body});
	cr_assert_eq(reply.status, 201, "%s", reply.body.bytes);
	reply_free(&reply);
	expect_status(link, NULL, 404);
}

/* ---- the page of a game ---- */

static struct reply get_page(const char *game)
{
	char path[96];

	snprintf(path, sizeof(path), "/g/%s", game);
	return get(path, NULL);
}

Test(http_pictures, a_link_to_a_game_shows_the_public_table)
{
	char image[200], mark[32], wanted[200];

	take_mark(PN_PUBLIC, mark);
	struct reply page = get_page(hosted.game);

	cr_assert_eq(page.status, 200);
	cr_expect_str_eq(reply_header(&page, "Content-Type"), "text/html; charset=utf-8");
	cr_expect(strstr(reply_header(&page, "Content-Security-Policy"), "default-src 'none'"));
	const char *at = strstr(page.body.bytes, "og:image\" content=\"");

	cr_assert(at, "%s", page.body.bytes);
	at += strlen("og:image\" content=\"");
	snprintf(image, sizeof(image), "%.*s", (int)strcspn(at, "\""), at);
	snprintf(wanted, sizeof(wanted), "%s/v1/games/%s/board.png%s&#38;lang=en",
		 server.app.public_url, hosted.game, mark);
	cr_expect_str_eq(image, wanted);
	cr_expect(strstr(page.body.bytes, "application/json+oembed"));
	cr_expect_not(strstr(page.body.bytes, "noindex"));
	reply_free(&page);
}

static struct reply ask_for(const char *access)
{
	char body[96];

	snprintf(body, sizeof(body),
		 "{\"scenario\":\"mill-hill\",\"side\":\"red\",\"access\":\"%s\"}", access);
	struct reply reply = client_ask(
		server.port, &(struct ask){.path = "/v1/games", .key = "uuid", .body = body});

	cr_assert_eq(reply.status, 201, "%s", reply.body.bytes);
	return reply;
}

static void expect_same(const char *game, const struct reply *blank)
{
	struct reply page = get_page(game);

	cr_expect_eq(page.status, blank->status);
	cr_expect_str_eq(page.body.bytes, blank->body.bytes);
	cr_expect_eq(page.head.size, blank->head.size);
	reply_free(&page);
}

Test(http_pictures, what_nobody_may_see_is_told_apart_by_nobody)
{
	struct reply blank = get_page("00000000-0000-4000-8000-00000000ffff");
	struct reply made = ask_for("private");
	char game[64];

	cr_expect(strstr(blank.body.bytes, "noindex"));
	take(&made, "id", game, sizeof(game));
	expect_same(game, &blank);
	expect_same("nonsense", &blank);
	operate("hide");
	expect_same(hosted.game, &blank);
	operate("show");
	operate("delete");
	expect_same(hosted.game, &blank);
	reply_free(&made);
	made = ask_for("unlisted");
	take(&made, "id", game, sizeof(game));
	struct reply page = get_page(game);

	cr_expect(strstr(page.body.bytes, "og:image"));
	cr_expect(strstr(page.body.bytes, "noindex"));
	cr_expect_str_eq(reply_header(&page, "X-Robots-Tag"), "noindex");
	cr_expect_not(strstr(page.body.bytes, "oembed"));
	reply_free(&page);
	reply_free(&made);
	reply_free(&blank);
}

Test(http_pictures, oembed)
{
	char path[300], url[200];

	snprintf(path, sizeof(path), "/v1/oembed?url=%s/g/%s", server.app.public_url, hosted.game);
	struct reply reply = get(path, NULL);

	cr_assert_eq(reply.status, 200, "%s", reply.body.bytes);
	cr_expect(strstr(reply.body.bytes, "\"type\":\"photo\""));
	cr_expect(strstr(reply.body.bytes, "\"width\":800"));
	take(&reply, "url", url, sizeof(url));
	expect_status(url + strlen(server.app.public_url), NULL, 200);
	reply_free(&reply);
	strcat(path, "&maxwidth=300&format=json");
	reply = get(path, NULL);
	cr_expect(strstr(reply.body.bytes, "\"type\":\"link\""));
	reply_free(&reply);
	strcat(path, "&format=xml");
	expect_status(path, NULL, 400);
	snprintf(path, sizeof(path), "/v1/oembed?format=xml&url=%s/g/%s", server.app.public_url,
		 hosted.game);
	expect_status(path, NULL, 406);
	expect_status("/v1/oembed", NULL, 404);
	operate("hide");
	snprintf(path, sizeof(path), "/v1/oembed?url=%s/g/%s", server.app.public_url, hosted.game);
	expect_status(path, NULL, 404);
}
