/* Bad bodies over HTTP: each class of them on each route that takes a body, each with a
 * stable code and a pointer or clause; and afterwards nothing has changed for anybody. */

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "game/service.h"
#include "http_stage.h"

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

/* The token of somebody who may ask. */
static const char *token_for(const struct stage *stage, const struct route *route)
{
	if (route->auth == AUTH_OPERATOR)
		return stage->server.host.service->keys.operator_token;
	if (route->auth == AUTH_PLAYER || route->auth == AUTH_MAKER)
		return stage->player;
	return route->auth == AUTH_SEAT || route->auth == AUTH_VIEWER ? stage->hosted.token[PN_RED]
								      : NULL;
}

static struct reply post(const struct stage *stage, const struct route *route, const char *body,
			 size_t size)
{
	char path[128];
	struct ask ask = {.method = router_method_name(route->method),
			  .path = path,
			  .token = token_for(stage, route),
			  .key = "uuid",
			  .body = body,
			  .body_size = size};

	stage_path(path, route, stage);
	return client_ask(stage->server.port, &ask);
}

/* checkBattle tells what is wrong with members of JSON, all of it, in an answer that is none of a
 * problem. */
static void expect_refused(const struct route *route, struct reply *reply, const char *code,
			   const char *pointer, const char *name)
{
	bool checks = strcmp(route->operation, "checkBattle") == 0;

	if (checks && strcmp(code, "bad_member") == 0 && !pointer) {
		cr_expect_eq(reply->status, 200, "%s", name);
		cr_expect_not_null(strstr(reply->body.bytes, "\"faults\":[{"), "%s", name);
		cr_expect_not_null(strstr(reply->body.bytes, "\"position\":null"), "%s", name);
		reply_free(reply);
		return;
	}
	/* These requests must be signed: tests/contract/discord.mjs tests that. */
	if (route->flags & ROUTE_SIGNED)
		expect_problem(reply, (struct wanted){404, "no_such_route", NULL, NULL}, name);
	else if (route->auth == AUTH_APP)
		expect_problem(reply, (struct wanted){401, "no_token", NULL, NULL}, name);
	else if (route->flags & ROUTE_ANY)
		expect_problem(reply, (struct wanted){404, "no_such_hook", NULL, NULL}, name);
	else
		expect_problem(reply, (struct wanted){400, code, pointer, NULL}, name);
}

Test(http_input, bodies_that_are_no_json_of_ours)
{
	struct stage stage;

	stage_open(&stage);
	for (size_t route = 0; route < routes_count; route++) {
		if (routes[route].body_max == 0)
			continue;
		for (size_t i = 0; i < sizeof(bodies) / sizeof(bodies[0]); i++) {
			struct reply reply = post(&stage, &routes[route], bodies[i].body, 0);
			char name[96];

			snprintf(name, sizeof(name), "%s, %s", routes[route].operation,
				 bodies[i].name);
			expect_refused(&routes[route], &reply, bodies[i].code, bodies[i].pointer,
				       name);
		}
	}
	stage_close(&stage);
}

/* Nesting that would exhaust a stack, as deep as the body may be long. */
Test(http_input, nesting_without_end)
{
	struct stage stage;

	stage_open(&stage);
	for (size_t route = 0; route < routes_count; route++) {
		size_t size = routes[route].body_max;
		char *body = malloc(size + 1);

		if (size > 0) {
			memset(body, '[', size);
			memcpy(body, "{\"n\":", 5);
			struct reply reply = post(&stage, &routes[route], body, size);

			expect_refused(&routes[route], &reply, "bad_json", NULL,
				       routes[route].operation);
		}
		free(body);
	}
	stage_close(&stage);
}

/* A list of so many items, an item to each value but for the object and the list. */
static int status_of_list(const struct http_host *server, const char *item, unsigned items)
{
	struct text body = TEXT_EMPTY;

	text_add_string(&body, "{\"n\":[");
	for (unsigned i = 0; i < items; i++)
		text_add_format(&body, "%s%s", i ? "," : "", item);
	text_add_string(&body, "]}");
	struct reply reply = client_ask(
		server->port, &(struct ask){.path = "/v1/battles/check", .body = body.bytes});
	const int status = reply.status;

	cr_expect_eq(strstr(reply.body.bytes, "too many values") != NULL, status == 400);
	reply_free(&reply);
	text_free(&body);
	return status;
}

Test(http_input, as_many_values_as_fit)
{
	struct http_host server;

	http_host_open(&server, NULL);
	cr_expect_eq(status_of_list(&server, "1", CODEC_VALUES_MAX - 1), 200);
	cr_expect_eq(status_of_list(&server, "1", CODEC_VALUES_MAX), 400);
	cr_expect_eq(status_of_list(&server, "{}", CODEC_VALUES_MAX / 2 - 1), 200);
	cr_expect_eq(status_of_list(&server, "{}", CODEC_VALUES_MAX / 2), 400);
	http_host_close(&server);
}

Test(http_input, bodies_too_large)
{
	struct stage stage;

	stage_open(&stage);
	for (size_t route = 0; route < routes_count; route++) {
		size_t limit = routes[route].body_max;
		char *body = calloc(1, 9 * LIMIT_BODY_BYTES);

		memset(body, ' ', 9 * LIMIT_BODY_BYTES - 1);
		memcpy(body, "{}", 2);
		if (limit > 0) {
			struct reply reply = post(&stage, &routes[route], body, limit);

			expect_refused(&routes[route], &reply, "bad_member", NULL,
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
					  .token = stage.hosted.token[PN_RED]};

			stage_path(path, &routes[route], &stage);
			struct reply reply = client_ask(stage.server.port, &ask);

			expect_problem(&reply, (struct wanted){413, "body_too_large", NULL, NULL},
				       routes[route].operation);
		}
		free(body);
	}
	stage_close(&stage);
}

/* Announced to be far too large: answered before it is sent. */
Test(http_input, a_body_that_is_announced_far_too_large)
{
	struct stage stage;
	struct reply reply;

	stage_open(&stage);
	int fd = client_connect(stage.server.port);

	client_send_text(fd, "POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n"
			     "Content-Type: application/json\r\n\r\n{");
	cr_expect(client_read(fd, &reply, false));
	expect_problem(&reply, (struct wanted){413, "body_too_large", NULL, NULL}, "announced");
	close(fd);
	stage_close(&stage);
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

	stage_open(&stage);
	for (size_t i = 0; i < sizeof(acts) / sizeof(acts[0]); i++) {
		for (size_t k = 0; k < 2; k++) {
			struct reply reply = http_post(&stage.server, &stage.hosted, PN_RED,
						       rests[k], acts[i].body);

			expect_problem(&reply, acts[i].wanted, acts[i].name);
		}
	}
	stage_close(&stage);
}

/* The side that owes nothing just now. */
static pn_side idle_side(const struct stage *stage)
{
	struct snapshot *snapshot = service_peek(stage->server.host.service, stage->hosted.game);
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

	stage_open(&stage);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct reply reply = http_post(&stage.server, &stage.hosted, idle_side(&stage),
					       "/actions", rows[i].body);
		json_t *problem = json_loads(reply.body.bytes, 0, NULL);

		cr_expect(json_is_string(json_object_get(problem, "clause")), "%s", rows[i].name);
		cr_expect(json_is_string(json_object_get(problem, "refusal")), "%s", rows[i].name);
		cr_expect_gt(json_array_size(json_object_get(problem, "lawful")), 0, "%s",
			     rows[i].name);
		json_decref(problem);
		expect_problem(&reply, rows[i].wanted, rows[i].name);
	}
	stage_close(&stage);
}
