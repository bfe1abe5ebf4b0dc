#include "secret_armies.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "verify/verify.h"

struct http_host armies_server;
struct hosted_game armies_game;
json_t *armies_table, *armies_of[PN_SIDES];
static char armies_ruleset[RULESET_BYTES];

json_t *armies_expect(int status, struct reply reply)
{
	json_t *value = json_loads(reply.body.bytes ? reply.body.bytes : "{}", 0, NULL);

	cr_assert_eq(reply.status, status, "%d, not %d: %.600s", reply.status, status,
		     reply.body.bytes);
	reply_free(&reply);
	return value;
}

void armies_refused(const char *code, int status, struct reply reply)
{
	json_t *problem = armies_expect(status, reply);

	cr_expect_str_eq(json_string_value(json_object_get(problem, "code")), code);
	json_decref(problem);
}

const char *armies_text(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

/* ---- a table and two armies ---- */

static json_t *make_zone(int64_t width, int64_t depth, bool is_far)
{
	return json_pack("{s:I,s:I,s:I,s:I}", "x", (json_int_t)0, "y",
			 (json_int_t)(is_far ? depth - depth * 2 / 5 : 0), "width",
			 (json_int_t)width, "depth", (json_int_t)(depth * 2 / 5));
}

static void part_units(const json_t *units)
{
	const json_t *unit;
	size_t index;

	for (pn_side side = 0; side < PN_SIDES; side++)
		armies_of[side] = json_array();
	json_array_foreach(units, index, unit)
	{
		json_t *own = json_deep_copy(unit);

		json_object_del(own, "pose");
		json_object_del(own, "figures_at");
		json_array_append_new(
			armies_of[strcmp(armies_text(unit, "side"), "red") == 0 ? PN_RED : PN_BLUE],
			own);
	}
}

/* The table of a scenario without its terrain, and its units as two armies. */
void armies_take_scenario(const char *id)
{
	char path[96];

	snprintf(path, sizeof(path), "/v1/scenarios/%s", id);
	json_t *scenario =
		armies_expect(200, client_ask(armies_server.port, &(struct ask){.path = path}));
	json_t *board = json_object_get(json_object_get(scenario, "muster"), "board");
	int64_t width = json_integer_value(json_object_get(board, "width"));
	int64_t depth = json_integer_value(json_object_get(board, "depth"));

	snprintf(armies_ruleset, sizeof(armies_ruleset), "%s", armies_text(scenario, "ruleset"));
	armies_table = json_incref(json_object_get(scenario, "muster"));
	part_units(json_object_get(armies_table, "units"));
	json_object_set_new(board, "terrain", json_array());
	json_object_set_new(armies_table, "units", json_array());
	json_object_set_new(armies_table, "deployment",
			    json_pack("{s:s,s:{s:o,s:o}}", "how", "sealed", "zones", "red",
				      make_zone(width, depth, false), "blue",
				      make_zone(width, depth, true)));
	json_decref(scenario);
}

void armies_drop_scenario(void)
{
	json_decref(armies_table);
	json_decref(armies_of[PN_RED]);
	json_decref(armies_of[PN_BLUE]);
}

/* ---- asking ---- */

struct reply armies_create(const json_t *agreed)
{
	json_t *wanted = json_pack("{s:s,s:s,s:O,s:O}", "ruleset", armies_ruleset, "side", "red",
				   "muster", armies_table, "armies", agreed);
	char *body = json_dumps(wanted, JSON_COMPACT);
	struct ask ask = {.path = "/v1/games", .key = "uuid", .body = body};
	struct reply reply = client_ask(armies_server.port, &ask);

	free(body);
	json_decref(wanted);
	return reply;
}

void armies_make_game(const char *agreed)
{
	json_t *rule = json_loads(agreed, 0, NULL);
	json_t *made = armies_expect(201, armies_create(rule));

	snprintf(armies_game.game, sizeof(armies_game.game), "%s",
		 armies_text(json_object_get(made, "game"), "id"));
	snprintf(armies_game.token[PN_RED], TOKEN_BYTES, "%s",
		 armies_text(json_object_get(made, "seat"), "token"));
	snprintf(armies_game.invitation, sizeof(armies_game.invitation), "%s",
		 armies_text(json_object_get(made, "invitation"), "code"));
	json_decref(made);
	json_decref(rule);
}

struct reply armies_ask_to_join(void)
{
	char body[128];
	struct ask ask = {.path = http_path(&armies_game, "/seats"), .key = "uuid", .body = body};

	snprintf(body, sizeof(body), "{\"code\":\"%s\"}", armies_game.invitation);
	return client_ask(armies_server.port, &ask);
}

void armies_join(void)
{
	json_t *joined = armies_expect(201, armies_ask_to_join());

	snprintf(armies_game.token[PN_BLUE], TOKEN_BYTES, "%s",
		 armies_text(json_object_get(joined, "seat"), "token"));
	json_decref(joined);
}

struct reply armies_send(pn_side side, const char *method, const char *rest, const char *body)
{
	struct ask ask = {.method = method,
			  .path = http_path(&armies_game, rest),
			  .token = armies_game.token[side],
			  .body = body,
			  .key = strcmp(method, "POST") == 0 ? "uuid" : NULL};

	return client_ask(armies_server.port, &ask);
}

struct reply armies_put(pn_side side, const json_t *units)
{
	json_t *wanted = json_pack("{s:O}", "units", units);
	char *body = json_dumps(wanted, JSON_COMPACT);
	struct reply reply = armies_send(side, "PUT", "/army", body);

	free(body);
	json_decref(wanted);
	return reply;
}

json_t *armies_get(pn_side side, const char *rest)
{
	return armies_expect(200, http_get(&armies_server, &armies_game, side, rest));
}

void armies_write(pn_side side)
{
	json_decref(armies_expect(200, armies_put(side, armies_of[side])));
}

void armies_seal(pn_side side)
{
	json_decref(armies_expect(200, armies_send(side, "POST", "/army/seal", NULL)));
}

void armies_expect_status(const char *status)
{
	json_t *game = armies_get(PN_PUBLIC, "");

	cr_expect_str_eq(armies_text(game, "status"), status);
	json_decref(game);
}

void armies_expect_record(int verdict)
{
	struct reply record = http_get(&armies_server, &armies_game, PN_PUBLIC, "/record");
	const struct verify_options options = {0};
	struct verify_report report;

	cr_assert_eq(record.status, 200);
	verify_record(record.body.bytes, record.body.size, &options, &report);
	cr_expect_eq((int)report.verdict, verdict, "line %u: %s", report.line, report.reason);
	reply_free(&record);
}

void armies_refused_at(const char *pointer, int status, struct reply reply)
{
	json_t *problem = armies_expect(status, reply);

	cr_expect_str_eq(armies_text(problem, "pointer"), pointer);
	json_decref(problem);
}

void armies_begin(void)
{
	http_host_open_cold(&armies_server, 0);
}

void armies_end(void)
{
	http_host_close(&armies_server);
	cr_expect_eq(http_host_errors(), 0);
}

void armies_restart(void)
{
	http_host_stop(&armies_server);
	http_host_start(&armies_server);
}
