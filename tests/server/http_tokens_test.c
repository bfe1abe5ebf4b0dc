/* A player's tokens: each with a name, what it may and when it was used; ending them; another
 * name, and leaving. */

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "game/players.h"
#include "game/service.h"
#include "http/router.h"
#include "http_stage.h"
#include "json_schema.h"

static struct http_host server;
static char ann[TOKEN_BYTES];

/* Ask, and give the body as JSON. */
static json_t *ask(int status, const char *method, const char *path, const char *token,
		   const char *body)
{
	return http_ask(&server, status, method, path, token, body);
}

static void refused(int status, const char *code, const char *method, const char *path,
		    const char *token, const char *body)
{
	json_t *problem = ask(status, method, path, token, body);

	cr_expect_str_eq(json_string_value(json_object_get(problem, "code")), code, "%s %s", method,
			 path);
	json_decref(problem);
}

/* A text of an answer, which is given back. */
static void take(json_t *answer, const char *pointer, char *out, size_t size)
{
	const char *text = json_string_value(schema_find(answer, pointer));

	cr_assert_not_null(text, "%s", pointer);
	snprintf(out, size, "%s", text);
	json_decref(answer);
}

struct made {
	char id[GAME_ID_BYTES], token[TOKEN_BYTES];
};

static struct made make_token(const char *with, const char *body)
{
	struct made made;
	json_t *answer = ask(201, "POST", "/v1/me/tokens", with, body);

	json_incref(answer);
	take(answer, "#/id", made.id, sizeof(made.id));
	take(answer, "#/token", made.token, sizeof(made.token));
	return made;
}

static const char *path_of(const struct made *token)
{
	static char path[96];

	snprintf(path, sizeof(path), "/v1/me/tokens/%s", token->id);
	return path;
}

struct played {
	char id[GAME_ID_BYTES], code[INVITATION_BYTES];
};

static struct played make_game(const char *token)
{
	struct played game;
	json_t *answer =
		ask(201, "POST", "/v1/games", token,
		    "{\"scenario\":\"first-charge\",\"side\":\"red\",\"access\":\"public\"}");

	json_incref(answer);
	take(answer, "#/game/id", game.id, sizeof(game.id));
	take(answer, "#/invitation/code", game.code, sizeof(game.code));
	return game;
}

static const char *of_game(const struct played *game, const char *rest)
{
	static char path[128];

	snprintf(path, sizeof(path), "/v1/games/%s%s", game->id, rest);
	return path;
}

static void join(const struct played *game, const char *token)
{
	char body[128];

	snprintf(body, sizeof(body), "{\"code\":\"%s\"}", game->code);
	json_decref(ask(201, "POST", of_game(game, "/seats"), token, body));
}

static void make_ann(void)
{
	take(ask(201, "POST", "/v1/players", NULL, "{\"name\":\"Ann\"}"), "#/token", ann,
	     sizeof(ann));
}

static void begin(void)
{
	http_host_open(&server, NULL);
	make_ann();
}

static void end(void)
{
	cr_expect_eq(http_host_errors(), 0);
	http_host_close(&server);
}

TestSuite(http_tokens, .init = begin, .fini = end);

/* A text that an answer must have, or must not. */
static void expect_said(const char *path, const char *token, const char *text, bool is_said)
{
	json_t *answer = ask(200, "GET", path, token, NULL);
	char *all = json_dumps(answer, JSON_COMPACT);

	cr_expect_eq(strstr(all, text) != NULL, is_said, "%s: %s", path, all);
	free(all);
	json_decref(answer);
}

/* ---- naming and ending ---- */

/* A member of one of the list's tokens; its text, "" without one. */
static const json_t *member_of(const json_t *list, size_t index, const char *member)
{
	return json_object_get(json_array_get(json_object_get(list, "tokens"), index), member);
}

static const char *of_token(const json_t *list, size_t index, const char *member)
{
	const char *text = json_string_value(member_of(list, index, member));

	return text ? text : "";
}

Test(http_tokens, each_has_a_name_and_ends_by_itself)
{
	struct made phone = make_token(ann, "{\"name\":\"Phone\"}");
	json_t *list = ask(200, "GET", "/v1/me/tokens", phone.token, NULL);

	cr_expect_eq(json_array_size(json_object_get(list, "tokens")), 2);
	cr_expect_str_eq(of_token(list, 0, "name"), "Phone");
	cr_expect_str_eq(of_token(list, 0, "id"), phone.id);
	cr_expect_str_eq(of_token(list, 1, "name"), "first");
	cr_expect(json_is_true(member_of(list, 0, "current")));
	cr_expect(json_is_false(member_of(list, 1, "current")));
	json_decref(list);
	/* Both are the same player. */
	json_decref(ask(201, "POST", "/v1/games", phone.token,
			"{\"scenario\":\"first-charge\",\"side\":\"red\"}"));
	list = ask(200, "GET", "/v1/me", ann, NULL);
	cr_expect_eq(json_integer_value(json_object_get(list, "games")), 1);
	json_decref(list);
	json_decref(ask(200, "DELETE", path_of(&phone), ann, NULL));
	refused(401, "token_ended", "GET", "/v1/me", phone.token, NULL);
	json_decref(ask(200, "DELETE", path_of(&phone), ann, NULL));
	list = ask(200, "GET", "/v1/me/tokens", ann, NULL);
	cr_expect_eq(json_array_size(json_object_get(list, "tokens")), 1);
	json_decref(list);
}

Test(http_tokens, the_last_that_may_play_stays)
{
	struct made reader = make_token(ann, "{\"name\":\"Reader\",\"may\":[\"read\"]}");
	struct made phone = make_token(ann, "{\"name\":\"Phone\",\"may\":[\"play\"]}");

	json_decref(ask(200, "DELETE", path_of(&phone), ann, NULL));
	json_t *list = ask(200, "GET", "/v1/me/tokens", ann, NULL);
	struct made first;

	snprintf(first.id, sizeof(first.id), "%s", of_token(list, 1, "id"));
	json_decref(list);
	refused(409, "last_token", "DELETE", path_of(&first), ann, NULL);
	/* One's own may go, when there is another. */
	phone = make_token(ann, "{\"name\":\"Phone\"}");
	json_decref(ask(200, "DELETE", path_of(&first), ann, NULL));
	refused(401, "token_ended", "GET", "/v1/me", ann, NULL);
	json_decref(ask(200, "GET", "/v1/me", reader.token, NULL));
	json_decref(ask(200, "GET", "/v1/me", phone.token, NULL));
}

Test(http_tokens, another_players_are_nobodys)
{
	char ben[TOKEN_BYTES];
	struct made phone = make_token(ann, "{\"name\":\"Phone\"}");

	take(ask(201, "POST", "/v1/players", NULL, "{\"name\":\"Ben\"}"), "#/token", ben,
	     sizeof(ben));
	refused(404, "no_such_token", "DELETE", path_of(&phone), ben, NULL);
	refused(404, "no_such_token", "DELETE", "/v1/me/tokens/x", ben, NULL);
	json_decref(ask(200, "GET", "/v1/me", phone.token, NULL));
}

Test(http_tokens, a_player_has_so_many)
{
	char body[64];

	for (int i = 1; i < TOKENS_MAX; i++) {
		snprintf(body, sizeof(body), "{\"name\":\"Device %d\"}", i);
		make_token(ann, body);
	}
	refused(409, "too_many_tokens", "POST", "/v1/me/tokens", ann, "{\"name\":\"More\"}");
}

Test(http_tokens, what_is_wrong_is_pointed_at)
{
	static const char *const rows[][2] = {
		{"{}", "/name"},
		{"{\"name\":\"\"}", "/name"},
		{"{\"name\":\"x\",\"may\":[]}", "/may"},
		{"{\"name\":\"x\",\"may\":[\"rule\"]}", "/may/0"},
		{"{\"name\":\"x\",\"may\":[\"read\",1]}", "/may/1"},
		{"{\"name\":\"x\",\"may\":\"read\"}", "/may"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char pointer[64];

		take(ask(400, "POST", "/v1/me/tokens", ann, rows[i][0]), "#/pointer", pointer,
		     sizeof(pointer));
		cr_expect_str_eq(pointer, rows[i][1], "%s", rows[i][0]);
	}
}

/* The same key gives the same token, another body is refused. */
Test(http_tokens, a_retry_gets_the_same)
{
	char token[3][TOKEN_BYTES];
	struct ask one = {
		.path = "/v1/me/tokens", .token = ann, .key = "k", .body = "{\"name\":\"x\"}"};

	for (int i = 0; i < 2; i++) {
		struct reply reply = client_ask(server.port, &one);

		cr_assert_eq(reply.status, 201);
		take(json_loads(reply.body.bytes, 0, NULL), "#/token", token[i], TOKEN_BYTES);
		reply_free(&reply);
	}
	cr_expect_str_eq(token[0], token[1]);
	one.body = "{\"name\":\"y\"}";
	struct reply reply = client_ask(server.port, &one);
	cr_expect_eq(reply.status, 422);
	reply_free(&reply);
}

/* ---- what they may ---- */

/* On every route that changes something and asks who does: a new one is asked, too. */
Test(http_tokens, one_that_may_read_changes_nothing)
{
	static const char *const names[] = {[HTTP_POST] = "POST",
					    [HTTP_PUT] = "PUT",
					    [HTTP_DELETE] = "DELETE",
					    [HTTP_PATCH] = "PATCH"};
	struct made reader = make_token(ann, "{\"name\":\"Reader\",\"may\":[\"read\"]}");
	char path[160];
	int count = 0;

	for (size_t i = 0; i < routes_count; i++) {
		if (!router_writes(&routes[i]))
			continue;
		snprintf(path, sizeof(path), "%s", routes[i].path);
		for (char *at = strchr(path, '{'); at; at = strchr(path, '{'))
			memmove(at, strchr(at, '}') + 1, strlen(strchr(at, '}')));
		for (char *at = strstr(path, "//"); at; at = strstr(path, "//"))
			memmove(at + 2, at + 1, strlen(at)), at[1] = 'x';
		if (path[strlen(path) - 1] == '/')
			strcat(path, "x");
		struct ask one = {.method = names[routes[i].method],
				  .path = path,
				  .key = "uuid",
				  .token = reader.token,
				  .body = routes[i].body_max ? "{}" : NULL};
		struct reply reply = client_ask(server.port, &one);

		cr_expect_eq(reply.status, 403, "%s: %d", routes[i].operation, reply.status);
		cr_expect_str_eq(
			reply_header(&reply, "WWW-Authenticate"),
			"Bearer realm=\"pennon\", error=\"insufficient_scope\", scope=\"play\"");
		cr_expect(strstr(reply.body.bytes, "\"insufficient_scope\""), "%s", path);
		reply_free(&reply);
		count++;
	}
	cr_expect_gt(count, 15);
	json_decref(ask(200, "GET", "/v1/me/games", reader.token, NULL));
}

/* Asking for a rematch makes it when both want one, though it is a GET. */
Test(http_tokens, one_that_may_read_makes_no_rematch)
{
	struct made reader = make_token(ann, "{\"name\":\"Reader\",\"may\":[\"read\"]}");
	struct played game = make_game(ann);

	join(&game, NULL);
	refused(403, "insufficient_scope", "GET", of_game(&game, "/rematch"), reader.token, NULL);
	json_decref(ask(200, "GET", of_game(&game, "/rematch"), ann, NULL));
	json_decref(ask(200, "GET", of_game(&game, "/actions"), reader.token, NULL));
	json_decref(ask(200, "POST", of_game(&game, "/preview"), reader.token,
			"{\"type\":\"resign\"}"));
}

/* A token notes when it was used, to the hour. */
Test(http_tokens_kept, names_and_uses_outlive_a_restart)
{
	static const char before[] = "2026-11-21T10:00:00.000Z";
	char used[40];

	http_host_open_cold(&server, 4);
	make_ann();
	struct made phone = make_token(ann, "{\"name\":\"Phone\",\"may\":[\"read\"]}");
	struct made gone = make_token(ann, "{\"name\":\"Gone\"}");

	json_decref(ask(200, "DELETE", path_of(&gone), ann, NULL));
	service_look(server.host.service);
	http_host_stop(&server);
	http_host_start(&server);
	atomic_fetch_add(&server.host.world.now_ms, 5 * 3600 * 1000LL);
	json_t *list = ask(200, "GET", "/v1/me/tokens", phone.token, NULL);

	cr_expect_eq(json_array_size(json_object_get(list, "tokens")), 2);
	cr_expect_str_eq(of_token(list, 0, "name"), "Phone");
	cr_expect_str_eq(of_token(list, 1, "last_used"), before);
	snprintf(used, sizeof(used), "%s", of_token(list, 0, "last_used"));
	cr_expect_str_eq(used, "2026-11-21T15:00:00.000Z");
	json_decref(list);
	refused(401, "token_ended", "GET", "/v1/me", gone.token, NULL);
	refused(403, "insufficient_scope", "DELETE", "/v1/me", phone.token, NULL);
	http_host_close(&server);
}

/* ---- codes ---- */

Test(http_tokens, with_a_token_end_the_codes_it_made)
{
	struct made phone = make_token(ann, "{\"name\":\"Phone\"}");
	struct played game = make_game(ann);
	char body[128], code[INVITATION_BYTES];

	take(ask(201, "POST", of_game(&game, "/seats/mine/handover"), phone.token,
		 "{\"moves\":true}"),
	     "#/code", code, sizeof(code));
	json_decref(ask(200, "DELETE", path_of(&phone), ann, NULL));
	snprintf(body, sizeof(body), "{\"code\":\"%s\"}", code);
	refused(409, "bad_invitation", "POST", of_game(&game, "/seats"), NULL, body);
}

/* ---- streams ---- */

/* Ended by their other device: at once, long before the next heartbeat. */
Test(http_tokens, with_a_token_end_its_streams)
{
	struct made phone = make_token(ann, "{\"name\":\"Phone\"}");
	struct played game = make_game(ann);
	struct text got[2] = {TEXT_EMPTY, TEXT_EMPTY};
	int fd[2];

	join(&game, NULL);
	const char *const paths[] = {"/v1/stream", of_game(&game, "/stream")};
	static const char *const begins[] = {"event: reset", "turn_began"};

	for (int i = 0; i < 2; i++) {
		struct ask one = {.path = paths[i], .token = phone.token};

		fd[i] = client_connect(server.port);
		cr_assert(client_request(fd[i], &one));
		cr_assert(client_read_until(fd[i], &got[i], begins[i], CLIENT_PATIENCE_MS));
	}
	json_decref(ask(200, "DELETE", path_of(&phone), ann, NULL));
	for (int i = 0; i < 2; i++) {
		cr_expect(client_read_until(fd[i], &got[i], "\r\n0\r\n\r\n", CLIENT_PATIENCE_MS),
			  "%s", paths[i]);
		close(fd[i]);
		text_free(&got[i]);
	}
}

/* ---- the operator ---- */

Test(http_tokens, the_operator_ends_all_of_a_player)
{
	struct made phone = make_token(ann, "{\"name\":\"Phone\"}");
	const char *operator= server.host.service->keys.operator_token;
	char id[GAME_ID_BYTES], path[96], fresh[TOKEN_BYTES];

	take(ask(200, "GET", "/v1/me", ann, NULL), "#/player/id", id, sizeof(id));
	snprintf(path, sizeof(path), "/v1/operator/players/%s", id);
	refused(401, "unknown_token", "POST", path, ann, "{\"act\":\"end_tokens\"}");
	refused(400, "bad_member", "POST", path, operator, "{\"act\":\"end\"}");
	refused(404, "no_such_player", "POST",
		"/v1/operator/players/00000000-0000-4000-8000-000000000000", operator,
		"{\"act\":\"end_tokens\"}");
	take(ask(200, "POST", path, operator, "{\"act\":\"end_tokens\"}"), "#/token", fresh,
	     sizeof(fresh));
	refused(401, "token_ended", "GET", "/v1/me", ann, NULL);
	refused(401, "token_ended", "GET", "/v1/me", phone.token, NULL);
	json_decref(ask(200, "GET", "/v1/me", fresh, NULL));
}

/* The player who asks for help names the game; the list tells the operator which player that is. */
Test(http_tokens, the_operator_finds_a_player_by_their_game)
{
	struct played game = make_game(ann);
	char id[GAME_ID_BYTES], wanted[160];

	take(ask(200, "GET", "/v1/me", ann, NULL), "#/player/id", id, sizeof(id));
	snprintf(wanted, sizeof(wanted),
		 "\"id\":\"%s\",\"players\":{\"red\":{\"id\":\"%s\",\"name\":\"Ann\"}}", game.id,
		 id);
	expect_said("/v1/operator/games", server.host.service->keys.operator_token, wanted, true);
}

/* ---- another name, and none ---- */

Test(http_tokens, a_player_takes_another_name)
{
	struct played game = make_game(ann);
	char name[64], header[128];
	struct ask view = {.path = of_game(&game, ""), .token = ann, .headers = header};

	snprintf(header, sizeof(header), "If-None-Match: x\r\n");
	struct reply before = client_ask(server.port, &view);
	snprintf(header, sizeof(header), "If-None-Match: %s\r\n", reply_header(&before, "ETag"));
	struct reply same = client_ask(server.port, &view);
	cr_expect_eq(same.status, 304);
	take(ask(200, "PATCH", "/v1/me", ann, "{\"name\":\"Anna\"}"), "#/player/name", name,
	     sizeof(name));
	cr_expect_str_eq(name, "Anna");
	expect_said("/v1/me", ann, "\"Anna\"", true);
	/* A client with the old name in its view gets the new one. */
	struct reply after = client_ask(server.port, &view);
	cr_expect_eq(after.status, 200);
	cr_expect(after.body.bytes && strstr(after.body.bytes, "{\"red\":\"Anna\"}"));
	refused(400, "bad_member", "PATCH", "/v1/me", ann, "{\"name\":\"\"}");
	reply_free(&before);
	reply_free(&same);
	reply_free(&after);
}

Test(http_tokens, who_holds_a_seat_cannot_leave)
{
	struct made phone = make_token(ann, "{\"name\":\"Phone\"}");
	struct played game = make_game(ann);

	refused(409, "seats_held", "DELETE", "/v1/me", ann, NULL);
	join(&game, NULL);
	refused(409, "seats_held", "DELETE", "/v1/me", ann, NULL);
	json_decref(ask(200, "POST", of_game(&game, "/actions"), ann, "{\"type\":\"resign\"}"));
	expect_said("/v1/games", NULL, "\"red\":\"Ann\"", true);
	json_decref(ask(200, "DELETE", "/v1/me", ann, NULL));
	refused(401, "token_ended", "GET", "/v1/me", ann, NULL);
	refused(401, "token_ended", "GET", "/v1/me", phone.token, NULL);
	/* The game that has ended goes on without the name. */
	expect_said(of_game(&game, ""), NULL, "\"players\":{}", true);
	expect_said("/v1/games", NULL, "\"players\":{}", true);
}

/* The other side may look at what is left, but there is nobody to play again with. */
Test(http_tokens, who_has_left_plays_no_rematch)
{
	struct played game = make_game(ann);
	char ben[TOKEN_BYTES];

	take(ask(201, "POST", "/v1/players", NULL, "{\"name\":\"Ben\"}"), "#/token", ben,
	     sizeof(ben));
	join(&game, ben);
	json_decref(ask(200, "POST", of_game(&game, "/actions"), ann, "{\"type\":\"resign\"}"));
	json_decref(ask(201, "POST", of_game(&game, "/rematch"), ann, NULL));
	json_decref(ask(200, "DELETE", "/v1/me", ann, NULL));
	refused(404, "no_such_player", "POST", of_game(&game, "/rematch"), ben, NULL);
	refused(404, "no_such_player", "GET", of_game(&game, "/rematch"), ben, NULL);
	expect_said("/v1/me", ben, "\"games\":1", true);
}
