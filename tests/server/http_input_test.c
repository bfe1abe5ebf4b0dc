/* Bad input over HTTP: each class of it on each route that takes a body, each with a
 * stable code and a pointer or clause; and afterwards nothing has changed for anybody. */

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "http/router.h"
#include "http_host.h"

/* A server with one game that both have joined, and another game beside it. */
struct stage {
	struct http_host server;
	struct table table, other;
	struct text before;
};

/* All that anybody can see of the game: views with their tags, events. */
static void write_state(struct text *out, const struct stage *stage)
{
	static const char *const paths[] = {"", "/events?limit=500"};

	for (pn_side viewer = PN_RED; viewer <= PN_PUBLIC; viewer++) {
		for (size_t i = 0; i < 2; i++) {
			struct reply reply =
				http_get(&stage->server, &stage->table, viewer, paths[i]);

			cr_assert_eq(reply.status, 200);
			text_add_string(out, reply_header(&reply, "ETag"));
			text_add(out, reply.body.bytes, reply.body.size);
			reply_free(&reply);
		}
	}
}

static void open_stage(struct stage *stage)
{
	struct pn_muster *muster = malloc(sizeof(*muster));

	http_host_open(&stage->server, NULL);
	host_muster(muster, PN_METHOD_LOSER_FIRST);
	stage->table = host_table(&stage->server.host, muster);
	stage->other = host_table(&stage->server.host, muster);
	stage->before = TEXT_EMPTY;
	write_state(&stage->before, stage);
	free(muster);
}

/* Nothing has changed, nothing undeclared was answered. */
static void close_stage(struct stage *stage)
{
	struct text after = TEXT_EMPTY;

	write_state(&after, stage);
	cr_expect_str_eq(after.bytes, stage->before.bytes);
	cr_expect_eq(http_host_errors(), 0);
	text_free(&after);
	text_free(&stage->before);
	http_host_close(&stage->server);
}

/* What a problem must say. NULL = need not. */
struct wanted {
	int status;
	const char *code, *pointer, *clause;
};

static void expect_member(const json_t *problem, const char *member, const char *wanted,
			  const char *name)
{
	const char *value = json_string_value(json_object_get(problem, member));

	if (wanted)
		cr_expect(value && strcmp(value, wanted) == 0, "%s: %s is %s, not %s", name, member,
			  value ? value : "missing", wanted);
}

static void expect_problem(struct reply *reply, struct wanted wanted, const char *name)
{
	json_t *problem = json_loads(reply->body.bytes ? reply->body.bytes : "", 0, NULL);
	const char *instance = json_string_value(json_object_get(problem, "instance"));

	cr_expect_eq(reply->status, wanted.status, "%s: status %d, not %d: %s", name, reply->status,
		     wanted.status, reply->body.bytes);
	cr_expect_str_eq(reply_header(reply, "Content-Type"), "application/problem+json", "%s",
			 name);
	expect_member(problem, "code", wanted.code, name);
	expect_member(problem, "pointer", wanted.pointer, name);
	expect_member(problem, "clause", wanted.clause, name);
	cr_expect(instance && strncmp(instance, "urn:uuid:", 9) == 0, "%s", name);
	cr_expect_eq(json_integer_value(json_object_get(problem, "status")), wanted.status, "%s",
		     name);
	json_decref(problem);
	reply_free(reply);
}

/* ---- bodies that are no JSON of ours, on every route with a body ---- */

struct body_row {
	const char *name, *body;
	const char *code, *pointer;
};

#define SIX "[[[[[["

static const struct body_row bodies[] = {
	{"truncated", "{\"type\":\"pas", "bad_json", NULL},
	{"open brace", "{", "bad_json", NULL},
	{"no json", "pass", "bad_json", NULL},
	{"blank", " ", "bad_json", NULL},
	{"two documents", "{}{}", "bad_json", NULL},
	{"trailing comma", "{\"type\":\"pass\",}", "bad_json", NULL},
	{"a list", "[]", "bad_member", ""},
	{"a number", "7", "bad_json", NULL},
	{"member twice", "{\"type\":\"pass\",\"type\":\"pass\"}", "bad_member", "/type"},
	{"bad utf-8", "{\"type\":\"\xff\"}", "bad_json", NULL},
	{"nul in text", "{\"type\":\"a\\u0000\"}", "bad_member", "/type"},
	{"lone surrogate", "{\"type\":\"\\ud800\"}", "bad_json", NULL},
	{"2^63", "{\"n\":9223372036854775808}", "bad_member", "/n"},
	{"-0", "{\"n\":-0}", "bad_member", "/n"},
	{"real", "{\"n\":{\"m\":[0,1.0]}}", "bad_member", "/n/m/1"},
	{"exponent", "{\"n\":1e3}", "bad_member", "/n"},
	{"2^53", "{\"n\":9007199254740992}", "bad_member", "/n"},
	{"control character", "{\"n\":\"\\u0001\"}", "bad_member", "/n"},
	{"deep", "{\"n\":" SIX SIX SIX "]]]]]]]]]]]]]]]]]]}", "bad_json", NULL},
	{"unknown member", "{\"zzz\":1}", "bad_member", NULL},
	{"nothing", "{}", "bad_member", NULL},
};

/* The path of a route for the stage's game. */
static void route_path(char out[128], const struct route *route, const struct stage *stage)
{
	const char *brace = strchr(route->path, '{');

	if (brace)
		snprintf(out, 128, "%.*s%s%s", (int)(brace - route->path), route->path,
			 stage->table.game, strchr(route->path, '}') + 1);
	else
		snprintf(out, 128, "%s", route->path);
}

static struct reply post(const struct stage *stage, const struct route *route, const char *body,
			 size_t size)
{
	char path[128];
	struct ask ask = {.path = path,
			  .token = stage->table.token[PN_RED],
			  .key = "uuid",
			  .body = body,
			  .body_size = size};

	route_path(path, route, stage);
	return client_ask(stage->server.port, &ask);
}

Test(http_input, bodies_that_are_no_json_of_ours)
{
	struct stage stage;

	open_stage(&stage);
	for (size_t route = 0; route < routes_count; route++) {
		if (routes[route].body_max == 0)
			continue;
		for (size_t i = 0; i < sizeof(bodies) / sizeof(bodies[0]); i++) {
			struct reply reply = post(&stage, &routes[route], bodies[i].body, 0);
			char name[96];

			snprintf(name, sizeof(name), "%s, %s", routes[route].operation,
				 bodies[i].name);
			expect_problem(
				&reply,
				(struct wanted){400, bodies[i].code, bodies[i].pointer, NULL},
				name);
		}
	}
	close_stage(&stage);
}

/* Nesting that would exhaust a stack, as deep as the body may be long. */
Test(http_input, nesting_without_end)
{
	struct stage stage;

	open_stage(&stage);
	for (size_t route = 0; route < routes_count; route++) {
		size_t size = routes[route].body_max;
		char *body = malloc(size + 1);

		if (size > 0) {
			memset(body, '[', size);
			memcpy(body, "{\"n\":", 5);
			struct reply reply = post(&stage, &routes[route], body, size);

			expect_problem(&reply, (struct wanted){400, "bad_json", NULL, NULL},
				       routes[route].operation);
		}
		free(body);
	}
	close_stage(&stage);
}

Test(http_input, bodies_too_large)
{
	struct stage stage;

	open_stage(&stage);
	for (size_t route = 0; route < routes_count; route++) {
		size_t limit = routes[route].body_max;
		char *body = calloc(1, 9 * LIMIT_BODY_BYTES);

		memset(body, ' ', 9 * LIMIT_BODY_BYTES - 1);
		memcpy(body, "{}", 2);
		if (limit > 0) {
			struct reply reply = post(&stage, &routes[route], body, limit);

			expect_problem(&reply, (struct wanted){400, "bad_member", NULL, NULL},
				       "as large as it may be");
			reply = post(&stage, &routes[route], body, limit + 1);
			expect_problem(&reply, (struct wanted){413, "body_too_large", NULL, NULL},
				       "one byte too large");
			reply = post(&stage, &routes[route], body, 4 * limit);
			expect_problem(&reply, (struct wanted){413, "body_too_large", NULL, NULL},
				       "four times too large");
		} else if (routes[route].method == HTTP_GET) {
			char path[128];
			struct ask ask = {.method = "GET",
					  .path = path,
					  .body = "{}",
					  .token = stage.table.token[PN_RED]};

			route_path(path, &routes[route], &stage);
			struct reply reply = client_ask(stage.server.port, &ask);

			expect_problem(&reply, (struct wanted){413, "body_too_large", NULL, NULL},
				       routes[route].operation);
		}
		free(body);
	}
	close_stage(&stage);
}

/* Announced to be far too large: answered before it is sent. */
Test(http_input, a_body_that_is_announced_far_too_large)
{
	struct stage stage;
	struct reply reply;

	open_stage(&stage);
	int fd = client_connect(stage.server.port);

	client_send_text(fd, "POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n"
			     "Content-Type: application/json\r\n\r\n{");
	cr_expect(client_read(fd, &reply, false));
	expect_problem(&reply, (struct wanted){413, "body_too_large", NULL, NULL}, "announced");
	close(fd);
	close_stage(&stage);
}

/* ---- types, units, turns ---- */

struct act_row {
	const char *name, *body;
	struct wanted wanted;
};

static const struct act_row acts[] = {
	{"wrong type of type", "{\"type\":7}", {400, "bad_member", "/type", NULL}},
	{"unknown command", "{\"type\":\"fly\"}", {400, "bad_member", "/type", NULL}},
	{"no unit",
	 "{\"type\":\"declare_charge\",\"target\":\"b1\"}",
	 {400, "bad_member", "/unit", NULL}},
	{"unit is a number",
	 "{\"type\":\"charge\",\"unit\":1}",
	 {400, "bad_member", "/unit", NULL}},
	{"unit is no id",
	 "{\"type\":\"charge\",\"unit\":\"x9\"}",
	 {400, "bad_member", "/unit", NULL}},
	{"member of another command",
	 "{\"type\":\"pass\",\"unit\":\"r1\"}",
	 {400, "bad_member", "/unit", NULL}},
	{"length is a real",
	 "{\"type\":\"move\",\"unit\":\"r1\",\"path\":[{\"kind\":\"advance\",\"heading\":0,\"length\":5.5}]}",
	 {400, "bad_member", "/path/0/length", NULL}},
	{"length below 0",
	 "{\"type\":\"move\",\"unit\":\"r1\",\"path\":[{\"kind\":\"advance\",\"heading\":0,\"length\":-1}]}",
	 {400, "bad_member", "/path/0/length", NULL}},
	{"length of 2^31",
	 "{\"type\":\"move\",\"unit\":\"r1\",\"path\":[{\"kind\":\"advance\",\"heading\":0,\"length\":2147483648}]}",
	 {400, "bad_member", "/path/0/length", NULL}},
	{"heading of 65536",
	 "{\"type\":\"move\",\"unit\":\"r1\",\"path\":[{\"kind\":\"advance\",\"heading\":65536,\"length\":1}]}",
	 {400, "bad_member", "/path/0/heading", NULL}},
	{"too many legs",
	 "{\"type\":\"move\",\"unit\":\"r1\",\"path\":[1,2,3,4,5,6,7,8,9]}",
	 {400, "bad_member", "/path", NULL}},
	{"both", "{\"action\":\"1-0\",\"type\":\"pass\"}", {400, "bad_member", "/type", NULL}},
	{"action is no id", "{\"action\":\"\"}", {400, "bad_member", "/action", NULL}},
	{"action of a later version",
	 "{\"action\":\"zz-0\"}",
	 {400, "bad_member", "/action", NULL}},
	{"action not offered", "{\"action\":\"1-zz\"}", {400, "bad_member", "/action", NULL}},
};

Test(http_input, commands_that_cannot_be_read)
{
	static const char *const rests[] = {"/actions", "/preview"};
	struct stage stage;

	open_stage(&stage);
	for (size_t i = 0; i < sizeof(acts) / sizeof(acts[0]); i++) {
		for (size_t k = 0; k < 2; k++) {
			struct reply reply = http_post(&stage.server, &stage.table, PN_RED,
						       rests[k], acts[i].body);

			expect_problem(&reply, acts[i].wanted, acts[i].name);
		}
	}
	close_stage(&stage);
}

/* The side that owes nothing just now. */
static pn_side idle_side(const struct stage *stage)
{
	struct snapshot *snapshot = service_peek(stage->server.host.service, stage->table.game);
	pn_side side = pn_owes(snapshot_view(snapshot, PN_PUBLIC), PN_RED) ? PN_BLUE : PN_RED;

	snapshot_release(snapshot);
	return side;
}

Test(http_input, commands_that_the_rules_refuse)
{
	static const struct act_row rows[] = {
		{"out of turn", "{\"type\":\"go_first\"}", {409, "refused", NULL, "PN-02"}},
		{"out of phase",
		 "{\"type\":\"charge\",\"unit\":\"r1\"}",
		 {409, "refused", NULL, NULL}},
		{"nothing to undo", "{\"type\":\"undo\"}", {409, "refused", NULL, NULL}},
		{"a unit there is not",
		 "{\"type\":\"charge\",\"unit\":\"r77\"}",
		 {409, "refused", NULL, NULL}},
	};
	struct stage stage;

	open_stage(&stage);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct reply reply = http_post(&stage.server, &stage.table, idle_side(&stage),
					       "/actions", rows[i].body);
		json_t *problem = json_loads(reply.body.bytes, 0, NULL);

		cr_expect(json_is_string(json_object_get(problem, "clause")), "%s", rows[i].name);
		cr_expect(json_is_string(json_object_get(problem, "refusal")), "%s", rows[i].name);
		cr_expect_gt(json_array_size(json_object_get(problem, "lawful")), 0, "%s",
			     rows[i].name);
		json_decref(problem);
		expect_problem(&reply, rows[i].wanted, rows[i].name);
	}
	close_stage(&stage);
}

/* ---- who asks ---- */

Test(http_input, tokens)
{
	static const char unknown[] = "pn_red_0123456789012345678901234567890123456789012";
	struct stage stage;

	open_stage(&stage);
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
			struct ask ask = {.path = path,
					  .token = token,
					  .key = "uuid",
					  .body = route->body_max ? "{\"type\":\"resign\"}" : NULL};
			bool is_seat = route->auth == AUTH_SEAT;

			if ((!is_seat && route->auth != AUTH_VIEWER) ||
			    strcmp(route->operation, "streamEvents") == 0)
				continue;
			route_path(path, route, &stage);
			struct reply reply = client_ask(stage.server.port, &ask);
			int status = is_seat ? rows[i].seat : rows[i].view;

			if (status == 200)
				cr_expect_eq(reply.status, 200, "%s", route->operation);
			else
				expect_problem(&reply,
					       (struct wanted){status, rows[i].code, NULL, NULL},
					       rows[i].name);
			if (status == 200)
				reply_free(&reply);
		}
	}
	close_stage(&stage);
}

Test(http_input, games_that_are_not_there)
{
	static const char *const ids[] = {"x", "00000000-0000-4000-8000-000000000000",
					  "00000000-0000-4000-8000-00000000000g", "..", "*"};
	struct stage stage;

	open_stage(&stage);
	for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++) {
		struct table table = {0};

		snprintf(table.game, sizeof(table.game), "%s", ids[i]);
		struct reply reply = http_get(&stage.server, &table, PN_PUBLIC, "");

		expect_problem(&reply, (struct wanted){404, "no_such_game", NULL, NULL}, ids[i]);
		reply = http_post(&stage.server, &table, PN_PUBLIC, "/seats", "{\"code\":\"abc\"}");
		expect_problem(&reply, (struct wanted){404, "no_such_game", NULL, NULL}, ids[i]);
	}
	close_stage(&stage);
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

	open_stage(&stage);
	for (size_t i = 0; i < sizeof(requests) / sizeof(requests[0]); i++) {
		struct reply reply = client_ask(stage.server.port, &requests[i].ask);

		expect_problem(&reply, requests[i].wanted, requests[i].name);
	}
	close_stage(&stage);
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

	open_stage(&stage);
	for (size_t i = 0; i < sizeof(rests) / sizeof(rests[0]); i++) {
		struct reply reply = http_get(&stage.server, &stage.table, PN_RED, rests[i]);

		expect_problem(&reply, (struct wanted){400, "bad_query", NULL, NULL}, rests[i]);
	}
	close_stage(&stage);
}

Test(http_input, headers_of_a_game)
{
	static const char *const matches[] = {"x", "\"red-x\"", "\"blue-1-1\", \"red-1-1\"", "-1",
					      "99999999999"};
	struct stage stage;
	char line[128];

	open_stage(&stage);
	struct ask ask = {.path = http_path(&stage.table, "/actions"),
			  .key = "uuid",
			  .token = stage.table.token[PN_RED],
			  .body = "{\"type\":\"resign\"}",
			  .headers = line};
	char path[128];

	snprintf(path, sizeof(path), "%s", ask.path);
	ask.path = path;
	for (size_t i = 0; i < sizeof(matches) / sizeof(matches[0]); i++) {
		snprintf(line, sizeof(line), "If-Match: %s\r\n", matches[i]);
		struct reply reply = client_ask(stage.server.port, &ask);

		expect_problem(&reply, (struct wanted){400, "bad_header", NULL, NULL}, matches[i]);
	}
	snprintf(line, sizeof(line), "If-Match: \"red-0-0\"\r\n");
	struct reply reply = client_ask(stage.server.port, &ask);

	expect_problem(&reply, (struct wanted){412, "stale", NULL, NULL}, "stale version");
	struct ask stream = {.path = http_path(&stage.table, "/stream"),
			     .headers = "Last-Event-ID: -1\r\n"};

	reply = client_ask(stage.server.port, &stream);
	expect_problem(&reply, (struct wanted){400, "bad_header", NULL, NULL}, "Last-Event-ID");
	stream.headers = "Accept: image/png\r\n";
	reply = client_ask(stage.server.port, &stream);
	expect_problem(&reply, (struct wanted){406, "not_acceptable", NULL, NULL}, "Accept");
	close_stage(&stage);
}
