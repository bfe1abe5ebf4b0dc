/* Playing again over HTTP: one's games name whom one has played and who would again; what was
 * declined is so after a restart. */

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>

#include "http_stage.h"

static struct http_host server;
static struct pn_muster muster;
static struct hosted_game hosted;

/* A game that is over, on a disk that outlives the server. */
static void begin(void)
{
	static struct ask resign = {
		.method = "POST", .key = "uuid", .body = "{\"type\":\"resign\"}"};

	http_host_open_cold(&server, 4);
	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	hosted = host_game(&server.host, &muster);
	resign.path = http_path(&hosted, "/actions");
	resign.token = hosted.token[PN_RED];
	struct reply reply = client_ask(server.port, &resign);
	cr_assert_eq(reply.status, 200, "%s", reply.body.bytes);
	reply_free(&reply);
}

static void end(void)
{
	cr_expect_eq(http_host_errors(), 0);
	http_host_close(&server);
}

TestSuite(http_rematch, .init = begin, .fini = end);

/* Ask, and give the body as JSON. */
static json_t *ask(int status, const char *method, const char *path, const char *token,
		   const char *body)
{
	return http_ask(&server, status, method, path, token, body);
}

static void wish(int status, const char *method, const char *token)
{
	json_decref(ask(status, method, http_path(&hosted, "/rematch"), token, NULL));
}

/* A player who takes a side's seat over. */
static void sit_down(const char *name, pn_side side, char token[TOKEN_BYTES])
{
	char body[128];

	snprintf(body, sizeof(body), "{\"name\":\"%s\"}", name);
	json_t *made = ask(201, "POST", "/v1/players", NULL, body);
	json_t *code = ask(201, "POST", http_path(&hosted, "/seats/mine/handover"),
			   hosted.token[side], "{\"moves\":true}");
	snprintf(token, TOKEN_BYTES, "%s", json_string_value(json_object_get(made, "token")));
	snprintf(body, sizeof(body), "{\"code\":\"%s\"}",
		 json_string_value(json_object_get(code, "code")));
	json_decref(ask(201, "POST", http_path(&hosted, "/seats"), token, body));
	json_decref(made);
	json_decref(code);
}

/* Of a player's only game: how many sides want to play it again, and how many declined. */
static void expect_wishes(const char *token, size_t offered, size_t declined)
{
	json_t *page = ask(200, "GET", "/v1/me/games", token, NULL);
	const json_t *game = json_array_get(json_object_get(page, "games"), 0);
	const json_t *wishes = json_object_get(game, "rematch");
	const json_t *players = json_object_get(game, "players");

	cr_expect_str_eq(json_string_value(json_object_get(players, "red")), "Ann");
	cr_expect_str_eq(json_string_value(json_object_get(players, "blue")), "Ben");
	cr_expect_eq(json_array_size(json_object_get(wishes, "offered")), offered);
	cr_expect_eq(json_array_size(json_object_get(wishes, "declined")), declined);
	json_decref(page);
}

Test(http_rematch, ones_games_name_who_plays_and_who_would_again)
{
	char ann[TOKEN_BYTES], ben[TOKEN_BYTES];

	sit_down("Ann", PN_RED, ann);
	sit_down("Ben", PN_BLUE, ben);
	expect_wishes(ben, 0, 0);
	wish(201, "POST", ann);
	expect_wishes(ben, 1, 0);
	wish(200, "DELETE", ben);
	expect_wishes(ann, 0, 1);
}

Test(http_rematch, what_was_declined_is_so_after_a_restart)
{
	wish(201, "POST", hosted.token[PN_RED]);
	wish(200, "DELETE", hosted.token[PN_BLUE]);
	http_host_stop(&server);
	http_host_start(&server);
	wish(409, "POST", hosted.token[PN_RED]);
	wish(201, "POST", hosted.token[PN_BLUE]);
}

/* A member of an object of an answer. */
static void take(const json_t *value, const char *object, const char *member, char *out,
		 size_t size)
{
	const json_t *inside = json_object_get(value, object);

	snprintf(out, size, "%s", json_string_value(json_object_get(inside, member)));
}

Test(http_rematch, it_is_played_at_the_pace_of_before)
{
	char red[TOKEN_BYTES], blue[TOKEN_BYTES], code[INVITATION_BYTES], body[128];
	json_t *made = ask(201, "POST", "/v1/games", NULL,
			   "{\"scenario\":\"first-charge\",\"side\":\"red\"}");

	take(made, "game", "id", hosted.game, sizeof(hosted.game));
	take(made, "seat", "token", red, sizeof(red));
	take(made, "invitation", "code", code, sizeof(code));
	snprintf(body, sizeof(body), "{\"code\":\"%s\"}", code);
	json_t *joined = ask(201, "POST", http_path(&hosted, "/seats"), NULL, body);
	take(joined, "seat", "token", blue, sizeof(blue));
	json_decref(ask(200, "POST", http_path(&hosted, "/actions"), red, "{\"type\":\"resign\"}"));
	wish(201, "POST", red);
	json_t *again = ask(201, "POST", http_path(&hosted, "/rematch"), blue, NULL);
	snprintf(hosted.game, sizeof(hosted.game), "%s",
		 json_string_value(json_object_get(again, "game")));
	json_t *view = ask(200, "GET", http_path(&hosted, ""), NULL, NULL);
	const json_t *before = json_object_get(json_object_get(made, "game"), "clock");
	const json_t *clock = json_object_get(view, "clock");

	cr_assert_not_null(json_object_get(before, "bank"));
	cr_expect(json_equal(json_object_get(before, "bank"), json_object_get(clock, "bank")));
	json_decref(made);
	json_decref(joined);
	json_decref(again);
	json_decref(view);
}
