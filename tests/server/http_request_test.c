/* Requests that are wrong in who asks, their path, query or headers: each with a stable
 * code, and afterwards nothing has changed for anybody. */

#include <criterion/criterion.h>
#include <stdio.h>

#include "http_stage.h"

/* ---- who asks ---- */

Test(http_input, tokens)
{
	static const char unknown[] = "pn_red_0123456789012345678901234567890123456789012";
	struct stage stage;

	stage_open(&stage);
	const struct {
		const char *name, *token;
		int seat, view; /* status on routes of a seat; on those of any viewer */
		const char *code;
	} rows[] = {
		{"none", NULL, 401, 200, "no_token"},
		{"unknown", unknown, 401, 401, "unknown_token"},
		{"far too long", NULL, 401, 401, "unknown_token"},
		{"another game's", stage.other.token[PN_RED], 403, 403, "not_your_game"},
	};
	char longest[600];

	memset(longest, 'a', sizeof(longest) - 1);
	longest[sizeof(longest) - 1] = '\0';
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const char *token = i == 2 ? longest : rows[i].token;

		for (size_t k = 0; k < routes_count; k++) {
			char path[128];
			const struct route *route = &routes[k];
			struct ask ask = {.method = router_method_name(route->method),
					  .path = path,
					  .token = token,
					  .key = "uuid",
					  .body = route->body_max ? "{\"type\":\"resign\"}" : NULL};
			bool is_seat = route->auth == AUTH_SEAT;

			if ((!is_seat && route->auth != AUTH_VIEWER) ||
			    strcmp(route->operation, "streamEvents") == 0)
				continue;
			stage_path(path, route, &stage);
			struct reply reply = client_ask(stage.server.port, &ask);
			int status = is_seat ? rows[i].seat : rows[i].view;

			struct wanted wanted = {status, rows[i].code, NULL, NULL};

			/* While the game runs nobody may measure in it. */
			if (status == 200 && strcmp(route->operation, "getGameBattle") == 0)
				wanted = (struct wanted){409, "measuring_forbidden", NULL, NULL};
			if (wanted.status != 200) {
				expect_problem(&reply, wanted, rows[i].name);
				continue;
			}
			cr_expect_eq(reply.status, 200, "%s", route->operation);
			reply_free(&reply);
		}
	}
	stage_close(&stage);
}

Test(http_input, games_that_are_not_there)
{
	static const char *const ids[] = {"x", "00000000-0000-4000-8000-000000000000",
					  "00000000-0000-4000-8000-00000000000g", "..", "*"};
	struct stage stage;

	stage_open(&stage);
	for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++) {
		struct hosted_game hosted = {0};

		snprintf(hosted.game, sizeof(hosted.game), "%s", ids[i]);
		struct reply reply = http_get(&stage.server, &hosted, PN_PUBLIC, "");

		expect_problem(&reply, (struct wanted){404, "no_such_game", NULL, NULL}, ids[i]);
		reply = http_post(&stage.server, &hosted, PN_PUBLIC, "/seats",
				  "{\"code\":\"abc\"}");
		expect_problem(&reply, (struct wanted){404, "no_such_game", NULL, NULL}, ids[i]);
	}
	stage_close(&stage);
}

/* ---- paths, queries, headers ---- */

struct request_row {
	const char *name;
	struct ask ask;
	struct wanted wanted;
};

static const struct request_row requests[] = {
	{"escape in a path", {.path = "/v1/games/%61"}, {400, "bad_path", NULL, NULL}},
	{"escaped nul", {.path = "/v1/server%00x"}, {400, "bad_path", NULL, NULL}},
	{"escaped slash", {.path = "/v1%2Fserver"}, {400, "bad_path", NULL, NULL}},
	{"way out of the page", {.path = "/../../etc/passwd"}, {404, "no_such_route", NULL, NULL}},
	{"hidden file", {.path = "/.gitignore"}, {404, "no_such_route", NULL, NULL}},
	{"no such path", {.path = "/v1/nothing"}, {404, "no_such_route", NULL, NULL}},
	{"no such file", {.path = "/nothing.js"}, {404, "no_such_route", NULL, NULL}},
	{"method",
	 {.method = "DELETE", .path = "/v1/server"},
	 {405, "method_not_allowed", NULL, NULL}},
	{"method of the page",
	 {.method = "PUT", .path = "/"},
	 {405, "method_not_allowed", NULL, NULL}},
	{"body for the page",
	 {.method = "GET", .path = "/", .body = "{}"},
	 {413, "body_too_large", NULL, NULL}},
	{"unknown parameter", {.path = "/v1/server?x=1"}, {400, "bad_query", NULL, NULL}},
	{"parameter of another route",
	 {.path = "/v1/rulesets?after=1"},
	 {400, "bad_query", NULL, NULL}},
	{"no such ruleset", {.path = "/v1/rulesets/x"}, {404, "no_such_ruleset", NULL, NULL}},
	{"no such scenario", {.path = "/v1/scenarios/x"}, {404, "no_such_scenario", NULL, NULL}},
	{"body of another type",
	 {.path = "/v1/games", .body = "{}", .key = "uuid", .type = "text/plain"},
	 {415, "unsupported_type", NULL, NULL}},
	{"type that begins alike",
	 {.path = "/v1/games", .body = "{}", .key = "uuid", .type = "application/jsonx"},
	 {415, "unsupported_type", NULL, NULL}},
	{"no key",
	 {.path = "/v1/games", .body = "{}"},
	 {400, "idempotency_key_required", NULL, NULL}},
	{"key that is no uuid",
	 {.path = "/v1/games", .body = "{}", .key = "abc"},
	 {400, "bad_header", NULL, NULL}},
	{"key with a blank",
	 {.path = "/v1/games", .body = "{}", .key = "a b"},
	 {400, "bad_header", NULL, NULL}},
	{"empty key",
	 {.path = "/v1/games", .body = "{}", .key = "\"\""},
	 {400, "bad_header", NULL, NULL}},
	{"two tokens",
	 {.path = "/v1/server", .token = "a", .headers = "Authorization: Bearer b\r\n"},
	 {400, "bad_header", NULL, NULL}},
	{"two lengths",
	 {.path = "/v1/games", .body = "{}", .key = "uuid", .headers = "Content-Length: 3\r\n"},
	 {400, "bad_header", NULL, NULL}},
	{"length and chunks",
	 {.path = "/v1/games",
	  .body = "{}",
	  .key = "uuid",
	  .headers = "Transfer-Encoding: chunked\r\n"},
	 {400, "bad_header", NULL, NULL}},
};

Test(http_input, paths_queries_and_headers)
{
	struct stage stage;

	stage_open(&stage);
	for (size_t i = 0; i < sizeof(requests) / sizeof(requests[0]); i++) {
		struct reply reply = client_ask(stage.server.port, &requests[i].ask);

		expect_problem(&reply, requests[i].wanted, requests[i].name);
	}
	stage_close(&stage);
}

Test(http_input, queries_of_a_game)
{
	static const char *const rests[] = {"?after=",
					    "?after",
					    "?after=x",
					    "?after=-1",
					    "?after=1.0",
					    "?after=1&after=2",
					    "?after=1234567890",
					    "?after=+1",
					    "?after=%31",
					    "/events?limit=0",
					    "/events?after=1&cursor=1",
					    "/stream?wait=1",
					    "/actions?limit=1"};
	struct stage stage;

	stage_open(&stage);
	for (size_t i = 0; i < sizeof(rests) / sizeof(rests[0]); i++) {
		struct reply reply = http_get(&stage.server, &stage.hosted, PN_RED, rests[i]);

		expect_problem(&reply, (struct wanted){400, "bad_query", NULL, NULL}, rests[i]);
	}
	stage_close(&stage);
}

Test(http_input, headers_of_a_game)
{
	static const char *const others[] = {"x",
					     "\"x\"",
					     "\"red-x\"",
					     "\"blue-1-1\", \"red-99-1\"",
					     "W/\"red-1-1\"",
					     "\"red-1\"",
					     "\"red-0-0\"",
					     "\"redo-1-1\"",
					     "\"1\"",
					     "\"red-1-1",
					     "-1",
					     "1x",
					     "99999999999"};
	struct stage stage;
	char line[128];

	stage_open(&stage);
	struct ask ask = {.path = http_path(&stage.hosted, "/actions"),
			  .key = "uuid",
			  .token = stage.hosted.token[PN_RED],
			  .body = "{\"type\":\"resign\"}",
			  .headers = line};
	char path[128];

	snprintf(path, sizeof(path), "%s", ask.path);
	ask.path = path;
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		snprintf(line, sizeof(line), "If-Match: %s\r\n", others[i]);
		struct reply reply = client_ask(stage.server.port, &ask);

		expect_problem(&reply, (struct wanted){412, "stale", NULL, NULL}, others[i]);
	}
	struct reply reply;
	struct ask stream = {.path = http_path(&stage.hosted, "/stream"),
			     .headers = "Last-Event-ID: -1\r\n"};

	reply = client_ask(stage.server.port, &stream);
	expect_problem(&reply, (struct wanted){400, "bad_header", NULL, NULL}, "Last-Event-ID");
	stream.headers = "Accept: image/png\r\n";
	reply = client_ask(stage.server.port, &stream);
	expect_problem(&reply, (struct wanted){406, "not_acceptable", NULL, NULL}, "Accept");
	stage_close(&stage);
}
