/* createGame: what a rule book needs of a muster, taken out or spoiled one thing at a
 * time. The answer points at it, names the clause that needs it, and lists what there is
 * when a name is not one of the book's. */

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/embedded.h"
#include "game/service.h"
#include "http_host.h"

struct need_row {
	const char *at;    /* the member, from the muster; a number is a place in a list */
	const char *value; /* JSON to put there; NULL: take it out */
	int status;
	const char *clause; /* NULL: none */
	const char *detail; /* a part of it */
};

static const struct need_row rows[] = {
	{"units/0/stats/movement_allowance", NULL, 422, "B2-22", "needs"},
	{"units/7/stats/morale_rating", NULL, 422, "B2-93", "needs"},
	{"units/0/stats/movement_allowance", "2539", 422, "B2-22", "2540 to 121920"},
	{"units/0/stats/movement_allowance", "121921", 422, "B2-22", "2540 to 121920"},
	{"units/0/stats/morale_rating", "0", 422, "B2-93", "1 to 20"},
	{"units/0/stats/morale_rating", "21", 422, "B2-93", "1 to 20"},
	{"units/1/base/width", NULL, 422, "PN-07", "needs"},
	{"units/1/base/depth", NULL, 422, "PN-07", "needs"},
	{"units/1/base/width", "0", 422, "PN-07", "needs"},
	{"units/0/stats/speed", "1", 400, NULL, "movement_allowance, morale_rating"},
	{"units/0/class", "\"ogres\"", 400, NULL, "\"ogres\""},
	{"units/0/class", "\"ogres\"", 400, NULL, "foot, cavalry"},
	{"units/0/state", "\"wavering\"", 400, NULL, "good, shaken, routed"},
	{"units/0/traits", "[\"flying\"]", 400, NULL, "charge_weapon"},
	{"method", "\"dice\"", 400, NULL, "loser-first, roll-off"},
	{"readings/luck", "\"on\"", 400, NULL, "range_edge, failed_check"},
	{"readings/range_edge", "\"middle\"", 400, NULL, "far, near"},
	{"params/luck", "1", 400, NULL, "rout_move"},
	{"params/rout_move", "-1", 422, "B2-96", "0 to 1000"},
	{"params/rout_move", "1001", 422, "B2-96", "0 to 1000"},
	{"ends/count", "\"glory\"", 400, NULL, "units_in_good_order"},
	{"ends/turns", "0", 422, "PN-07", "must be 1 to 99"},
	{"ends/turns", "100", 422, "PN-07", "must be 1 to 99"},
};

/* Put the value at the end of the path, or take out what is there. Objects on the way are
 * made when they are not there. */
static void spoil(json_t *at, const struct need_row *row)
{
	char path[128];
	char *next;

	snprintf(path, sizeof(path), "%s", row->at);
	for (char *name = path; name; name = next) {
		json_t *value;

		next = strchr(name, '/');
		if (next)
			*next++ = '\0';
		if (!next && !row->value) {
			cr_assert_eq(json_object_del(at, name), 0, "%s", row->at);
			return;
		}
		value = json_is_array(at) ? json_array_get(at, (size_t)atoi(name))
					  : json_object_get(at, name);
		if (!next)
			json_object_set_new(at, name,
					    json_loads(row->value, JSON_DECODE_ANY, NULL));
		else if (!value)
			json_object_set_new(at, name, value = json_object());
		at = value;
	}
}

/* The muster of a scenario, spoiled, as a body. The caller frees it. */
static char *body_for(const struct embedded_file *file, const struct need_row *row)
{
	json_t *body = json_object();
	json_t *scenario;
	char *text;

	cr_assert(file != NULL);
	scenario = json_loadb((const char *)file->bytes, file->size, 0, NULL);
	spoil(json_object_get(scenario, "muster"), row);
	json_object_set(body, "muster", json_object_get(scenario, "muster"));
	json_object_set(body, "ruleset", json_object_get(scenario, "ruleset"));
	json_object_set_new(body, "side", json_string("red"));
	text = json_dumps(body, 0);
	json_decref(scenario);
	json_decref(body);
	return text;
}

static const char *text_of(const json_t *problem, const char *key)
{
	const char *text = json_string_value(json_object_get(problem, key));

	return text ? text : "";
}

static void expect_refused(const struct http_host *server, const struct embedded_file *scenario,
			   const struct need_row *row)
{
	char *body = body_for(scenario, row);
	struct ask ask = {.path = "/v1/games", .key = "uuid", .body = body};
	struct reply reply = client_ask(server->port, &ask);
	json_t *problem = json_loads(reply.body.bytes, 0, NULL);
	char pointer[160];

	snprintf(pointer, sizeof(pointer), "/muster/%s", row->at);
	cr_expect_eq(reply.status, row->status, "%s: %s", row->at, reply.body.bytes);
	cr_expect(strncmp(text_of(problem, "pointer"), pointer, strlen(pointer)) == 0, "%s: %s",
		  row->at, text_of(problem, "pointer"));
	cr_expect_str_eq(text_of(problem, "clause"), row->clause ? row->clause : "", "%s", row->at);
	cr_expect(strstr(text_of(problem, "detail"), row->detail) != NULL, "%s: %s", row->at,
		  text_of(problem, "detail"));
	json_decref(problem);
	reply_free(&reply);
	free(body);
}

Test(http_needs, what_a_book_needs)
{
	struct http_host server;
	uint64_t before;

	http_host_open(&server, NULL);
	before = service_figures(server.host.service).commits;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		expect_refused(&server, embedded_find("scenarios/first-charge.json"), &rows[i]);
	cr_expect_eq(service_figures(server.host.service).commits, before);
	cr_expect_eq(http_host_errors(), 0);
	http_host_close(&server);
}

/* More files than the unit has figures, under every book that has a scenario. */
Test(http_needs, files_are_of_figures)
{
	struct http_host server;
	uint64_t before;
	int scenarios = 0;

	http_host_open(&server, NULL);
	before = service_figures(server.host.service).commits;
	for (const struct embedded_file *file = embedded_next("scenarios/", NULL); file;
	     file = embedded_next("scenarios/", file)) {
		struct need_row row = {"units/0/files", NULL, 422, "PN-07", "must be 1 to"};
		json_t *scenario = json_loadb((const char *)file->bytes, file->size, 0, NULL);
		json_t *units = json_object_get(json_object_get(scenario, "muster"), "units");
		json_t *figures = json_object_get(json_array_get(units, 0), "figures");
		char more[16];

		snprintf(more, sizeof(more), "%d", (int)json_integer_value(figures) + 1);
		row.value = more;
		expect_refused(&server, file, &row);
		json_decref(scenario);
		scenarios++;
	}
	cr_expect(scenarios >= 14, "two scenarios of each book");
	cr_expect_eq(service_figures(server.host.service).commits, before);
	cr_expect_eq(http_host_errors(), 0);
	http_host_close(&server);
}
