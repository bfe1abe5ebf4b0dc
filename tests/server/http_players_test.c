/* Players over HTTP: names, tokens, one's games, the list of public games, who may look,
 * cursors from elsewhere, one stream for all of one's games. */

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "http_stage.h"
#include "json_schema.h"

enum { PATIENCE_MS = 8000 };

static struct http_host server;

static void begin(void)
{
	http_host_open(&server, NULL);
}

static void end(void)
{
	cr_expect_eq(http_host_errors(), 0);
	http_host_close(&server);
}

TestSuite(http_players, .init = begin, .fini = end);

/* ---- asking ---- */

/* Ask, expect the status, and give the body as JSON. */
static json_t *ask(int status, const char *method, const char *path, const char *token,
		   const char *body)
{
	return http_ask(&server, status, method, path, token, body);
}

/* A member of a list's game. */
static const char *listed(const json_t *page, size_t index, const char *member)
{
	const json_t *game = json_array_get(schema_find(page, "#/games"), index);
	const char *text = json_string_value(json_object_get(game, member));

	return text ? text : "";
}

static void refused(int status, const char *code, const char *method, const char *path,
		    const char *token, const char *body)
{
	json_t *problem = ask(status, method, path, token, body);

	cr_expect_str_eq(schema_text(problem, "#/code"), code, "%s %s", method, path);
	json_decref(problem);
}

static void make_player(const char *name, char token[TOKEN_BYTES])
{
	char body[128];

	snprintf(body, sizeof(body), "{\"name\":\"%s\"}", name);
	json_t *made = ask(201, "POST", "/v1/players", NULL, body);
	snprintf(token, TOKEN_BYTES, "%s", schema_text(made, "#/token"));
	json_decref(made);
}

struct made {
	char id[GAME_ID_BYTES], code[INVITATION_BYTES], token[TOKEN_BYTES];
};

static struct made make_game(const char *token, const char *access)
{
	struct made made;
	char body[128];

	snprintf(body, sizeof(body),
		 "{\"scenario\":\"first-charge\",\"side\":\"red\",\"access\":\"%s\"}", access);
	json_t *value = ask(201, "POST", "/v1/games", token, body);
	snprintf(made.id, sizeof(made.id), "%s", schema_text(value, "#/game/id"));
	snprintf(made.code, sizeof(made.code), "%s", schema_text(value, "#/invitation/code"));
	snprintf(made.token, sizeof(made.token), "%s", schema_text(value, "#/seat/token"));
	json_decref(value);
	return made;
}

static const char *of_game(const struct made *game, const char *rest)
{
	static char path[128];

	snprintf(path, sizeof(path), "/v1/games/%s%s", game->id, rest);
	return path;
}

static void join(const struct made *game, const char *token)
{
	char body[128];

	snprintf(body, sizeof(body), "{\"code\":\"%s\"}", game->code);
	json_decref(ask(201, "POST", of_game(game, "/seats"), token, body));
}

/* ---- names and tokens ---- */

struct name_row {
	const char *name;
	bool good;
};

#define TEN "0123456789"

static const struct name_row names[] = {
	{"A", true},
	{"Anna von Stein", true},
	{"J\xc3\xb3zef", true},
	{"\xe5\xbe\xa1\xe5\xae\xb6", true},
	{"\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d", true}, /* right to left by itself */
	{"e\xcc\x81t\xc3\xa9", true},               /* one combining mark */
	{TEN TEN TEN TEN, true},                    /* 40 */
	{TEN TEN TEN TEN "0", false},               /* 41 */
	{"", false},
	{" ", false},
	{" Ann", false},
	{"Ann ", false},
	{"Ann  Lee", false},
	{"\\u0007", false},
	{"Ann\\nLee", false},
	{"a\xc2\x85"
	 "b",
	 false}, /* next line */
	{"a\xc2\xa0"
	 "b",
	 true}, /* no-break space: kept as a plain one */
	{"a\xc2\xad"
	 "b",
	 false}, /* soft hyphen */
	{"a\xe2\x80\x8b"
	 "b",
	 false}, /* zero width space */
	{"a\xe2\x80\x8d"
	 "b",
	 false}, /* zero width joiner */
	{"a\xe2\x80\x8f"
	 "b",
	 false},                    /* right-to-left mark */
	{"\xe2\x80\xaenna", false}, /* right-to-left override */
	{"\xe2\x81\xa6nna", false}, /* left-to-right isolate */
	{"\xd8\x9cnna", false},     /* arabic letter mark */
	{"\xef\xbb\xbfnna", false}, /* byte order mark */
	{"\xe3\x85\xa4", false},    /* hangul filler */
	{"\xe2\xa0\x80", false},    /* braille blank */
	{"\xcc\x81"
	 "a",
	 false},                                              /* a mark alone */
	{"q\xcc\x81\xcc\x81\xcc\x81\xcc\x81\xcc\x81", false}, /* a heap of marks */
	{"\xee\x80\x80", false},                              /* private use */
	{"\xf3\xa0\x81\x81", false},                          /* a tag */
	{"\xef\xbf\xbe", false},                              /* no character */
};

Test(http_players, names)
{
	char body[256];

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		struct ask one = {.path = "/v1/players", .key = "uuid", .body = body};

		snprintf(body, sizeof(body), "{\"name\":\"%s\"}", names[i].name);
		struct reply reply = client_ask(server.port, &one);

		cr_expect_eq(reply.status, names[i].good ? 201 : 400, "%zu \"%s\": %d %s", i,
			     names[i].name, reply.status, reply.body.bytes);
		if (!names[i].good)
			cr_expect(strstr(reply.body.bytes, "\"pointer\":\"/name\""));
		reply_free(&reply);
	}
}

Test(http_players, a_name_of_ten_thousand_characters)
{
	static char body[10100];

	memset(body, 'x', sizeof(body) - 1);
	memcpy(body, "{\"name\":\"", 9);
	memcpy(body + sizeof(body) - 3, "\"}", 2);
	refused(413, "body_too_large", "POST", "/v1/players", NULL, body);
}

Test(http_players, the_same_key_gives_the_same_player)
{
	struct ask one = {.path = "/v1/players",
			  .key = "6f0c6d1e-58a4-4c1e-9c79-0d2b1e3f4a5b",
			  .body = "{\"name\":\"Ann\"}"};
	struct reply first = client_ask(server.port, &one), again = client_ask(server.port, &one);

	cr_expect_eq(first.status, 201);
	cr_expect_str_eq(first.body.bytes, again.body.bytes);
	one.body = "{\"name\":\"Ben\"}";
	struct reply other = client_ask(server.port, &one);
	expect_problem(&other, (struct wanted){422, "key_reused", NULL, NULL}, "another body");
	one.key = "short";
	other = client_ask(server.port, &one);
	expect_problem(&other, (struct wanted){400, "bad_header", NULL, NULL}, "no UUID");
	one.key = NULL;
	other = client_ask(server.port, &one);
	expect_problem(&other, (struct wanted){400, "idempotency_key_required", NULL, NULL},
		       "none");
	reply_free(&first);
	reply_free(&again);
}

Test(http_players, a_player_plays_with_one_token)
{
	char ann[TOKEN_BYTES], ben[TOKEN_BYTES], body[128];

	make_player("Ann", ann);
	make_player("Ben", ben);
	struct made game = make_game(ann, "unlisted");
	cr_expect_str_eq(game.token, "", "the seat has no token of its own");
	snprintf(body, sizeof(body), "{\"code\":\"%s\"}", game.code);
	refused(409, "already_seated", "POST", of_game(&game, "/seats"), ann, body);
	join(&game, ben);
	json_t *view = ask(200, "GET", of_game(&game, ""), ben, NULL);
	cr_expect_str_eq(schema_text(view, "#/side"), "blue");
	cr_expect_str_eq(schema_text(view, "#/players/red"), "Ann");
	cr_expect_str_eq(schema_text(view, "#/players/blue"), "Ben");
	json_decref(view);
	json_decref(ask(200, "POST", of_game(&game, "/actions"), ben, "{\"type\":\"resign\"}"));
	json_t *mine = ask(200, "GET", "/v1/me/games", ann, NULL);
	cr_expect_str_eq(listed(mine, 0, "game"), game.id);
	cr_expect_str_eq(listed(mine, 0, "status"), "finished");
	json_decref(mine);
	json_t *me = ask(200, "GET", "/v1/me", ben, NULL);
	cr_expect_str_eq(schema_text(me, "#/player/name"), "Ben");
	json_decref(me);
}

Test(http_players, who_is_no_player)
{
	char ann[TOKEN_BYTES];

	make_player("Ann", ann);
	struct made game = make_game(NULL, "unlisted");
	refused(401, "no_token", "GET", "/v1/me", NULL, NULL);
	refused(401, "unknown_token", "GET", "/v1/me", "pn_player_x", NULL);
	refused(403, "player_required", "GET", "/v1/me/games", game.token, NULL);
	refused(403, "player_required", "POST", "/v1/games", game.token,
		"{\"scenario\":\"first-charge\",\"side\":\"red\"}");
	refused(403, "not_your_game", "GET", of_game(&game, "/actions"), ann, NULL);
	refused(403, "not_your_game", "GET", of_game(&game, "/messages"), ann, NULL);
}

/* ---- who may look ---- */

Test(http_players, who_may_look_at_a_game)
{
	char ann[TOKEN_BYTES];

	make_player("Ann", ann);
	struct made open = make_game(NULL, "unlisted"), closed = make_game(NULL, "private");
	static const char *const rests[] = {"", "/events", "/stream", "/record"};

	for (size_t i = 0; i < sizeof(rests) / sizeof(rests[0]); i++) {
		refused(403, "private_game", "GET", of_game(&closed, rests[i]), NULL, NULL);
		refused(403, "private_game", "GET", of_game(&closed, rests[i]), ann, NULL);
		refused(403, "not_your_game", "GET", of_game(&closed, rests[i]), open.token, NULL);
	}
	json_decref(ask(200, "GET", of_game(&closed, ""), closed.token, NULL));
	json_t *seen = ask(200, "GET", of_game(&open, ""), ann, NULL);
	cr_expect_str_eq(schema_text(seen, "#/side"), "public");
	cr_expect_null(schema_find(seen, "#/actions"), "spectators are offered nothing");
	json_decref(seen);
	refused(400, "bad_member", "POST", "/v1/games", NULL,
		"{\"scenario\":\"first-charge\",\"side\":\"red\",\"access\":\"secret\"}");
}

/* ---- lists and their cursors ---- */

Test(http_players, the_list_of_public_games_in_pages)
{
	char path[160];
	struct made game[3];

	for (int i = 0; i < 3; i++)
		game[i] = make_game(NULL, "public");
	make_game(NULL, "unlisted");
	json_t *page = ask(200, "GET", "/v1/games?limit=2", NULL, NULL);
	cr_expect_str_eq(listed(page, 0, "game"), game[2].id);
	cr_expect_str_eq(listed(page, 1, "game"), game[1].id);
	const char *next = schema_text(page, "#/next");
	snprintf(path, sizeof(path), "/v1/games?limit=2&cursor=%s", next);
	json_t *rest = ask(200, "GET", path, NULL, NULL);
	cr_expect_str_eq(listed(rest, 0, "game"), game[0].id);
	cr_expect(json_is_null(schema_find(rest, "#/next")));
	json_decref(rest);
	/* A cursor is good for its own list only. */
	snprintf(path, sizeof(path), "/v1/games?status=open&cursor=%s", next);
	refused(400, "bad_query", "GET", path, NULL, NULL);
	refused(400, "bad_query", "GET", "/v1/games?cursor=2", NULL, NULL);
	refused(400, "bad_query", "GET", "/v1/games?cursor=2-0000000000000000", NULL, NULL);
	refused(400, "bad_query", "GET", "/v1/games?cursor=", NULL, NULL);
	refused(400, "bad_query", "GET", "/v1/games?cursor=%27", NULL, NULL);
	refused(400, "bad_query", "GET", "/v1/games?limit=0", NULL, NULL);
	refused(400, "bad_query", "GET", "/v1/games?status=lost", NULL, NULL);
	refused(400, "bad_query", "GET", "/v1/games?status=open&status=open", NULL, NULL);
	json_decref(page);
	page = ask(200, "GET", "/v1/games?limit=999999999&status=open", NULL, NULL);
	cr_expect_eq(json_array_size(schema_find(page, "#/games")), 3, "a limit is lowered");
	json_decref(page);
}

Test(http_players, a_list_that_has_not_changed_is_not_sent_again)
{
	struct ask one = {.path = "/v1/games"};
	char header[160];
	struct reply reply = client_ask(server.port, &one);

	snprintf(header, sizeof(header), "If-None-Match: %s\r\n", reply_header(&reply, "ETag"));
	reply_free(&reply);
	one.headers = header;
	reply = client_ask(server.port, &one);
	cr_expect_eq(reply.status, 304);
	cr_expect_eq(reply.body.size, 0);
	reply_free(&reply);
	make_game(NULL, "public");
	reply = client_ask(server.port, &one);
	cr_expect_eq(reply.status, 200);
	reply_free(&reply);
}

Test(http_players, an_open_challenge_is_taken_up_without_a_code)
{
	struct made open = make_game(NULL, "public"), hidden = make_game(NULL, "unlisted");

	refused(409, "bad_invitation", "POST", of_game(&hidden, "/seats"), NULL, "{\"code\":null}");
	json_decref(ask(201, "POST", of_game(&open, "/seats"), NULL, "{\"code\":null}"));
	refused(409, "seat_taken", "POST", of_game(&open, "/seats"), NULL, "{\"code\":null}");
}

/* More games than fit into memory: those of a page are brought in one after the other. */
Test(http_players, ones_games_in_pages)
{
	char ann[TOKEN_BYTES], ben[TOKEN_BYTES], path[160];
	int count = 0;

	http_host_close(&server);
	http_host_open_cold(&server, 1);
	make_player("Ann", ann);
	make_player("Ben", ben);
	for (int i = 0; i < 5; i++)
		make_game(ann, "private");
	snprintf(path, sizeof(path), "/v1/me/games?limit=2");
	for (int page = 0; page < 3; page++) {
		json_t *games = ask(200, "GET", path, ann, NULL);
		const char *next = schema_text(games, "#/next");

		count += (int)json_array_size(schema_find(games, "#/games"));
		cr_expect_eq(next[0] == '\0', page == 2);
		snprintf(path, sizeof(path), "/v1/me/games?limit=2&cursor=%s", next);
		if (next[0])
			refused(400, "bad_query", "GET", path, ben, NULL);
		json_decref(games);
	}
	cr_expect_eq(count, 5);
}

Test(http_players, cursors_of_events_from_elsewhere)
{
	char path[256];
	struct made game = make_game(NULL, "unlisted"), other = make_game(NULL, "unlisted");

	join(&game, NULL);
	join(&other, NULL);
	json_t *page = ask(200, "GET", of_game(&game, "/events?limit=1"), game.token, NULL);
	snprintf(path, sizeof(path), "/v1/games/%s/events?cursor=%s", game.id,
		 schema_text(page, "#/next"));
	json_decref(ask(200, "GET", path, game.token, NULL));
	refused(400, "bad_query", "GET", path, NULL, NULL);
	snprintf(path, sizeof(path), "/v1/games/%s/events?cursor=%s", other.id,
		 schema_text(page, "#/next"));
	refused(400, "bad_query", "GET", path, other.token, NULL);
	snprintf(path, sizeof(path), "/v1/games/%s/events?cursor=1", game.id);
	refused(400, "bad_query", "GET", path, game.token, NULL);
	json_decref(page);
}

/* ---- one stream for all ---- */

static int follow(const char *token, const char *headers)
{
	int fd = client_connect(server.port);
	struct ask one = {.path = "/v1/stream", .token = token, .headers = headers};

	cr_assert(client_request(fd, &one));
	return fd;
}

Test(http_players, one_stream_tells_of_all_games_and_is_resumed)
{
	char ann[TOKEN_BYTES], header[96], member[80];
	struct text got = TEXT_EMPTY, more = TEXT_EMPTY;

	make_player("Ann", ann);
	struct made first = make_game(ann, "private");
	int fd = follow(ann, NULL);
	cr_assert(client_read_until(fd, &got, "event: reset", PATIENCE_MS));
	cr_assert(client_read_until(fd, &got, "\"reset\":{}}\n\n", PATIENCE_MS));
	join(&first, NULL);
	snprintf(member, sizeof(member), "\"game\":\"%s\",\"side\":\"red\"}\n\n", first.id);
	cr_assert(client_read_until(fd, &got, "\"type\":\"turn_began\"", PATIENCE_MS));
	cr_assert(client_read_until(fd, &got, member, PATIENCE_MS));
	close(fd);
	/* What happened meanwhile comes when they are back, and nothing twice. */
	const char *id = strstr(got.bytes, "id: ");
	snprintf(header, sizeof(header), "Last-Event-ID: %.17s1\r\n", id + 4);
	fd = follow(ann, header);
	struct made second = make_game(ann, "private");
	join(&second, NULL);
	snprintf(member, sizeof(member), "\"game\":\"%s\",\"side\":\"red\"}\n\n", second.id);
	cr_assert(client_read_until(fd, &more, member, PATIENCE_MS));
	cr_expect_null(strstr(more.bytes, "event: reset"));
	cr_expect_null(strstr(more.bytes, "-1-"), "the first was read");
	cr_expect(strstr(more.bytes, "-2-"));
	close(fd);
	text_free(&got);
	text_free(&more);
}

Test(http_players, one_stream_passes_over_a_game_that_was_deleted)
{
	char ann[TOKEN_BYTES], header[96], member[80];
	struct text got = TEXT_EMPTY, more = TEXT_EMPTY;

	make_player("Ann", ann);
	int fd = follow(ann, NULL);
	cr_assert(client_read_until(fd, &got, "\"reset\":{}}\n\n", PATIENCE_MS));
	close(fd);
	struct made gone = make_game(ann, "private"), stays = make_game(ann, "private");
	join(&gone, NULL);
	join(&stays, NULL);
	struct job forget = {.kind = JOB_FORGET, .forget_status = GAME_PLAYING, .if_match = -1};
	memcpy(forget.game, gone.id, sizeof(forget.game));
	cr_assert(host_run(&server.host, &forget));
	cr_assert_eq(forget.problem, PROBLEM_NONE);
	snapshot_release(forget.snapshot);
	snprintf(header, sizeof(header), "Last-Event-ID: %.17s0\r\n",
		 strstr(got.bytes, "id: ") + 4);
	fd = follow(ann, header);
	snprintf(member, sizeof(member), "\"game\":\"%s\",\"side\":\"red\"}\n\n", stays.id);
	cr_assert(client_read_until(fd, &more, member, PATIENCE_MS));
	cr_expect_null(strstr(more.bytes, gone.id));
	close(fd);
	text_free(&got);
	text_free(&more);
}

Test(http_players, one_stream_and_one_list_tell_which_games_wait)
{
	char ann[TOKEN_BYTES], bob[TOKEN_BYTES], waits[96];
	struct text got = TEXT_EMPTY, more = TEXT_EMPTY;

	make_player("Ann", ann);
	make_player("Bob", bob);
	struct made waiting = make_game(ann, "private"), open = make_game(ann, "private");
	join(&waiting, bob);
	/* At the beginning: of each game that waits for the player, whom the dice chose. */
	const char *token[2] = {ann, bob};
	int awaited = 2;
	for (int i = 0; i < 2; i++) {
		json_t *page = ask(200, "GET", "/v1/me/turns", token[i], NULL);
		json_t *turn = json_array_get(json_object_get(page, "turns"), 0);

		if (turn) {
			cr_expect_str_eq(schema_text(turn, "#/game"), waiting.id);
			cr_expect_neq(strlen(schema_text(turn, "#/you/decision")), 0);
			awaited = i;
		}
		json_decref(page);
	}
	cr_assert_lt(awaited, 2);
	int fd = follow(token[awaited], NULL), other = follow(token[1 - awaited], NULL);
	snprintf(waits, sizeof(waits), "event: turn\ndata: {\"turn\":{\"game\":\"%s\"", waiting.id);
	cr_assert(client_read_until(fd, &got, waits, PATIENCE_MS));
	cr_expect_null(strstr(got.bytes, open.id));
	cr_assert(client_read_until(other, &more, "\"reset\":{}}\n\n", PATIENCE_MS));
	/* And when it changes, to both. */
	text_clear(&got);
	json_decref(ask(200, "POST", of_game(&waiting, "/actions"), ann, "{\"type\":\"resign\"}"));
	cr_assert(client_read_until(fd, &got, waits, PATIENCE_MS));
	cr_assert(client_read_until(fd, &got, "\"waiting_for\":[],\"you\":null", PATIENCE_MS));
	cr_assert(client_read_until(other, &more, waits, PATIENCE_MS));
	json_t *page = ask(200, "GET", "/v1/me/turns", token[awaited], NULL);
	cr_expect_eq(json_array_size(json_object_get(page, "turns")), 0);
	json_decref(page);
	close(fd);
	close(other);
	text_free(&got);
	text_free(&more);
}

Test(http_players, one_stream_as_lines)
{
	char ann[TOKEN_BYTES];
	struct text got = TEXT_EMPTY;

	make_player("Ann", ann);
	struct made game = make_game(ann, "private");
	int fd = follow(ann, "Accept: application/x-ndjson\r\n");
	cr_assert(client_read_until(fd, &got, "\"reset\":{}}\n", PATIENCE_MS));
	join(&game, NULL);
	cr_assert(client_read_until(fd, &got, ",\"side\":\"red\"}\n", PATIENCE_MS));
	cr_expect_null(strstr(got.bytes, "data:"));
	close(fd);
	text_free(&got);
}

Test(http_players, rubbish_to_resume_one_stream_with)
{
	static const char *const rubbish[] = {"1",
					      "x",
					      "0123456789abcdef",
					      "0123456789abcdef-",
					      "0123456789abcdef-x",
					      "0123456789ABCDEF-1",
					      "0123456789abcdef-1234567890"};
	char ann[TOKEN_BYTES], header[96];
	struct text got = TEXT_EMPTY;

	make_player("Ann", ann);
	for (size_t i = 0; i < sizeof(rubbish) / sizeof(rubbish[0]); i++) {
		struct ask one = {.path = "/v1/stream", .token = ann, .headers = header};

		snprintf(header, sizeof(header), "Last-Event-ID: %s\r\n", rubbish[i]);
		struct reply reply = client_ask(server.port, &one);
		expect_problem(&reply, (struct wanted){400, "bad_header", NULL, NULL}, rubbish[i]);
	}
	/* Well written, but from another start of the server. */
	int fd = follow(ann, "Last-Event-ID: 0123456789abcdef-7\r\n");
	cr_assert(client_read_until(fd, &got, "event: reset", PATIENCE_MS));
	close(fd);
	text_free(&got);
}

Test(http_players, a_stream_ends_when_the_seat_is_moved_away)
{
	struct made game = make_game(NULL, "private");
	struct text got = TEXT_EMPTY;
	char body[128];

	join(&game, NULL);
	int fd = client_connect(server.port);
	struct ask one = {.path = of_game(&game, "/stream"), .token = game.token};
	cr_assert(client_request(fd, &one));
	cr_assert(client_read_until(fd, &got, "turn_began", PATIENCE_MS));
	json_t *code = ask(201, "POST", of_game(&game, "/seats/mine/handover"), game.token,
			   "{\"moves\":true}");
	snprintf(body, sizeof(body), "{\"code\":\"%s\"}", schema_text(code, "#/code"));
	json_t *taken = ask(201, "POST", of_game(&game, "/seats"), NULL, body);
	json_decref(ask(200, "POST", of_game(&game, "/actions"), schema_text(taken, "#/seat/token"),
			"{\"type\":\"resign\"}"));
	while (client_read_some(fd, &got, PATIENCE_MS))
		;
	cr_expect_null(strstr(got.bytes, "\"resigned\""), "they see no more of it");
	refused(401, "token_ended", "GET", of_game(&game, ""), game.token, NULL);
	refused(409, "bad_invitation", "POST", of_game(&game, "/seats"), NULL, body);
	json_decref(code);
	json_decref(taken);
	close(fd);
	text_free(&got);
}
