/* checkBattle: all that is wrong with a muster, each with where, by which clause and in words. */

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "game/service.h"
#include "http_host.h"

/* Put `value` where a pointer below the battle says; NULL takes away what is there. */
static void edit(json_t *battle, const char *pointer, json_t *value)
{
	char copy[128], *part, *rest = copy;
	json_t *at = battle;
	char *next;

	snprintf(copy, sizeof(copy), "%s", pointer + 1);
	for (part = strtok_r(copy, "/", &rest); (next = strtok_r(NULL, "/", &rest)); part = next)
		at = json_is_array(at) ? json_array_get(at, (size_t)atoi(part))
				       : json_object_get(at, part);
	cr_assert(at, "%s", pointer);
	if (!value)
		json_object_del(at, part);
	else if (json_is_array(at))
		json_array_set_new(at, (size_t)atoi(part), value);
	else
		json_object_set_new(at, part, value);
}

enum { EDITS_MAX = 5 };

/* A battle in which this is changed, and what is told: "pointer code clause" each. */
struct battle_row {
	const char *name;
	struct {
		const char *at, *json; /* NULL: it is taken away */
	} edit[EDITS_MAX];
	const char *told[EDITS_MAX];
};

static const struct battle_row rows[] = {
	{"good", {{"/name", "\"Two lines\""}, {"/format", "1"}}, {NULL}},
	{"of another book", {{"/ruleset", "\"conquest\""}}, {"/ruleset no_such_name"}},
	{"no muster", {{"/muster", NULL}}, {"/muster no_member"}},
	{"of a later format, without a name",
	 {{"/format", "2"}, {"/name", "\"\""}},
	 {"/format format", "/name length"}},
	{"a member that nobody knows, beside what is wrong",
	 {{"/muster/weather", "1"}, {"/muster/units/0/mood", "1"}, {"/muster/units/1/files", "99"}},
	 {"/muster/weather no_such_name", "/muster/units/0/mood no_such_name",
	  "/muster/units/1/files bounds PN-07"}},
	{"a unit that is wrong in all it has",
	 {{"/muster/units/0/class", "\"elves\""},
	  {"/muster/units/0/figures", "\"many\""},
	  {"/muster/units/0/stats/morale_rating", "true"},
	  {"/muster/units/0/name", "\" x\""},
	  {"/muster/units/0/traits", "[\"x\"]"}},
	 {"/muster/units/0/class no_such_name", "/muster/units/0/figures integer",
	  "/muster/units/0/stats/morale_rating integer", "/muster/units/0/name space",
	  "/muster/units/0/traits/0 no_such_name"}},
	{"numbers of a unit",
	 {{"/muster/units/0/figures", "0"},
	  {"/muster/units/0/base/width", "1"},
	  {"/muster/units/0/stats/morale_rating", "99"},
	  {"/muster/units/0/stats/movement_allowance", NULL}},
	 {"/muster/units/0/stats/movement_allowance missing B2-22",
	  "/muster/units/0/stats/morale_rating bounds B2-93",
	  "/muster/units/0/figures bounds PN-07", "/muster/units/0/base/width out_of_range PN-07"}},
	{"a state that the book does not have",
	 {{"/muster/units/0/state", "\"sleepy\""}},
	 {"/muster/units/0/state no_such_name"}},
	{"units in each other and over the edge",
	 {{"/muster/units/1/pose", "{\"x\":38100,\"y\":33020,\"facing\":0}"},
	  {"/muster/units/0/pose", "{\"x\":38100,\"y\":33020,\"facing\":0}"},
	  {"/muster/units/4/pose/x", "100"}},
	 {"/muster/units/1/pose units_overlap PN-08", "/muster/units/4/pose off_table PN-08"}},
	{"a board that cannot be read says nothing about who stands on it",
	 {{"/muster/board/width", "null"}, {"/muster/units/0/pose/x", "100"}},
	 {"/muster/board/width integer"}},
	{"ground that crosses itself, and ground off the table",
	 {{"/muster/board/terrain",
	   "[{\"kind\":\"impassable\",\"height\":0,\"points\":[{\"x\":60000,\"y\":60000},{\"x\":"
	   "64000,"
	   "\"y\":64000},{\"x\":64000,\"y\":60000},{\"x\":60000,\"y\":64000}]},{\"kind\":\"rough\","
	   "\"height\":0,\"points\":[{\"x\":1,\"y\":1},{\"x\":1,\"y\":999999},{\"x\":9,\"y\":9}]},"
	   "{\"kind\":\"lava\",\"height\":\"x\",\"points\":[]}]"}},
	 {"/muster/board/terrain/2/kind no_such_name", "/muster/board/terrain/2/height integer",
	  "/muster/board/terrain/0/points not_a_simple_polygon PN-08",
	  "/muster/board/terrain/1/points ground_off_table PN-08"}},
	{"switches, parameters and the end",
	 {{"/muster/readings", "{\"hills\":\"flat\",\"valleys\":\"on\"}"},
	  {"/muster/params", "{\"rout_move\":-1}"},
	  {"/muster/ends/turns", "100"},
	  {"/muster/method", "\"dice\""}},
	 {"/muster/method no_such_name", "/muster/readings/valleys no_such_name",
	  "/muster/readings/hills no_such_name", "/muster/params/rout_move bounds B2-96",
	  "/muster/ends/turns bounds PN-07"}},
	{"a position",
	 {{"/muster/position",
	   "{\"turn\":2,\"units\":{\"r1\":{\"figures\":6},\"b2\":{\"figures\":9,\"tallies\":{}}}}"}},
	 {NULL}},
	{"a contact that does not touch, and one of nobody",
	 {{"/muster/position",
	   "{\"turn\":2,\"contacts\":[{\"unit\":\"r1\",\"with\":\"b1\",\"facing\":\"front\"}]}"}},
	 {"/muster/position/contacts/0/with no_contact PN-08"}},
	{"a contact of nobody",
	 {{"/muster/position",
	   "{\"turn\":2,\"contacts\":[{\"unit\":\"r1\",\"with\":\"b77\",\"facing\":\"top\"}]}"}},
	 {"/muster/position/contacts/0/with no_unit"}},
	{"a position beyond the battle",
	 {{"/muster/position",
	   "{\"turn\":9,\"units\":{\"r1\":{\"figures\":99},\"b2\":{\"figures\":0}}}"}},
	 {"/muster/position/turn bounds PN-07", "/muster/position/units/r1/figures bounds PN-07",
	  "/muster/position/units/b2/figures bounds PN-07"}},
	{"what is in the middle of a phase cannot be given",
	 {{"/muster/position",
	   "{\"turn\":2,\"phase\":\"combat\",\"units\":{\"r1\":{\"moved\":1},\"r99\":{}}}"}},
	 {"/muster/position/phase no_such_name", "/muster/position/units/r1/moved no_such_name",
	  "/muster/position/units/r99 no_unit"}},
	{"all that lasts",
	 {{"/muster/units/1/pose", NULL},
	  {"/muster/units/0/state", "\"shaken\""},
	  {"/muster/position",
	   "{\"turn\":2,\"facts\":{\"initiative_winner\":\"blue\"},\"units\":{\"r1\":{\"flags\":["
	   "\"closes\"]},\"r2\":{\"on_table\":false},\"b1\":{\"flags\":[\"closed_on\"],"
	   "\"on_table\":true}}}"}},
	 {NULL}},
	{"what does not last, and what nobody knows",
	 {{"/muster/position",
	   "{\"turn\":2,\"facts\":{\"first\":\"red\"},\"units\":{\"r1\":{\"flags\":[\"moved\"]},"
	   "\"r2\":{\"flags\":[\"tired\"]}}}"}},
	 {"/muster/position/units/r2/flags/0 no_such_name",
	  "/muster/position/facts/first no_such_name",
	  "/muster/position/units/r1/flags/moved not_lasting PN-07"}},
	{"who has no place and is not said to be gone",
	 {{"/muster/units/1/pose", NULL}, {"/muster/position", "{\"turn\":2}"}},
	 {"/muster/units/1/pose no_member"}},
	{"who is said to be on the table and has no place",
	 {{"/muster/units/1/pose", NULL},
	  {"/muster/position", "{\"turn\":2,\"units\":{\"r2\":{\"on_table\":true}}}"}},
	 {"/muster/units/1/pose no_member"}},
	{"an agreement where there is none to make",
	 {{"/muster/position", "{\"turn\":2,\"agreed\":{\"method\":\"sealed\"}}"}},
	 {"/muster/position/agreed not_allowed PN-33"}},
	{"zones that meet",
	 {{"/muster/deployment",
	   "{\"how\":\"in_turn\",\"first\":\"red\",\"zones\":{\"red\":{\"x\":0,\"y\":0,\"width\":"
	   "90000,"
	   "\"depth\":30000},\"blue\":{\"x\":0,\"y\":30000,\"width\":90000,\"depth\":30000}}}"},
	  {"/muster/units", "[]"}},
	 {"/muster/deployment/zones zones_meet PN-25", "/muster/units no_units PN-07"}},
};

static json_t *load_battle(const struct http_host *server)
{
	struct reply reply =
		client_ask(server->port, &(struct ask){.path = "/v1/scenarios/first-charge"});
	json_t *scenario = json_loads(reply.body.bytes, 0, NULL);
	json_t *battle = json_object();

	json_object_set(battle, "ruleset", json_object_get(scenario, "ruleset"));
	json_object_set(battle, "muster", json_object_get(scenario, "muster"));
	json_decref(scenario);
	reply_free(&reply);
	return battle;
}

static json_t *check(const struct http_host *server, const json_t *battle, const char *language)
{
	char *body = json_dumps(battle, JSON_COMPACT);
	struct ask ask = {
		.method = "POST", .path = "/v1/battles/check", .body = body, .headers = language};
	struct reply reply = client_ask(server->port, &ask);
	json_t *checked = json_loads(reply.body.bytes, 0, NULL);

	cr_assert_eq(reply.status, 200, "%s", reply.body.bytes);
	reply_free(&reply);
	free(body);
	return checked;
}

static void expect_told(const struct battle_row *row, const json_t *faults)
{
	size_t count = 0;

	for (; count < EDITS_MAX && row->told[count]; count++) {
		const json_t *fault = json_array_get(faults, count);
		const char *clause = json_string_value(json_object_get(fault, "clause"));
		const char *key =
			json_string_value(json_object_get(json_object_get(fault, "words"), "key"));
		char told[256];

		cr_assert(fault, "%s: %s is not told", row->name, row->told[count]);
		snprintf(told, sizeof(told), "%s %s%s%s",
			 json_string_value(json_object_get(fault, "pointer")),
			 json_string_value(json_object_get(fault, "code")), clause ? " " : "",
			 clause ? clause : "");
		cr_expect_str_eq(told, row->told[count], "%s: %s, not %s", row->name, told,
				 row->told[count]);
		cr_expect(key && (strncmp(key, "muster.", 7) == 0 || strncmp(key, "text.", 5) == 0),
			  "%s", row->name);
	}
	cr_expect_eq(json_array_size(faults), count, "%s: %zu told", row->name,
		     json_array_size(faults));
}

Test(http_battles, all_that_is_wrong_is_told)
{
	struct http_host server;

	http_host_open(&server, NULL);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		json_t *battle = load_battle(&server);

		for (int k = 0; k < EDITS_MAX && rows[i].edit[k].at; k++)
			edit(battle, rows[i].edit[k].at,
			     rows[i].edit[k].json
				     ? json_loads(rows[i].edit[k].json, JSON_DECODE_ANY, NULL)
				     : NULL);
		json_t *checked = check(&server, battle, NULL);
		const json_t *position = json_object_get(checked, "position");

		expect_told(&rows[i], json_object_get(checked, "faults"));
		cr_expect_eq(json_is_null(position), rows[i].told[0] != NULL, "%s", rows[i].name);
		json_decref(checked);
		json_decref(battle);
	}
	cr_expect_eq(service_figures(server.host.service).commits, 0);
	cr_expect_eq(http_host_errors(), 0);
	http_host_close(&server);
}

/* The position is what getGame shows of a game that is made of the same muster. */
Test(http_battles, the_position_is_that_of_the_game)
{
	struct http_host server;

	http_host_open(&server, NULL);
	json_t *battle = load_battle(&server);
	json_t *checked = check(&server, battle, NULL);

	json_object_set_new(battle, "side", json_string("red"));
	char *body = json_dumps(battle, 0);
	struct reply reply = client_ask(
		server.port, &(struct ask){.path = "/v1/games", .key = "uuid", .body = body});
	json_t *made = json_loads(reply.body.bytes, 0, NULL);
	const char *key;
	json_t *value;

	json_object_foreach(json_object_get(checked, "position"), key, value) cr_expect(
		json_equal(value, json_object_get(json_object_get(made, "game"), key)), "%s", key);
	free(body);
	reply_free(&reply);
	json_decref(made);
	json_decref(checked);
	json_decref(battle);
	http_host_close(&server);
}

Test(http_battles, words_are_in_the_language_of_the_caller)
{
	struct http_host server;

	http_host_open(&server, NULL);
	json_t *battle = load_battle(&server);

	edit(battle, "/muster/units/0/stats/morale_rating", json_integer(99));
	json_t *checked = check(&server, battle, "Accept-Language: de\r\n");
	const json_t *fault = json_array_get(json_object_get(checked, "faults"), 0);

	cr_expect_str_eq(json_string_value(json_object_get(fault, "detail")),
			 "Die Zahl muss zwischen 1 und 20 liegen.");
	json_decref(checked);
	json_decref(battle);
	http_host_close(&server);
}

/* More than are told are counted. */
Test(http_battles, what_is_left_out_is_counted)
{
	struct http_host server;

	http_host_open(&server, NULL);
	json_t *battle = load_battle(&server);
	json_t *units = json_object_get(json_object_get(battle, "muster"), "units");

	for (int i = 0; i < 40; i++)
		json_array_append_new(units,
				      json_loads("{\"x\":1,\"side\":2,\"class\":3}", 0, NULL));
	json_t *checked = check(&server, battle, NULL);

	cr_expect_eq(json_array_size(json_object_get(checked, "faults")), 100);
	cr_expect_gt(json_integer_value(json_object_get(checked, "left_out")), 20);
	json_decref(checked);
	json_decref(battle);
	http_host_close(&server);
}

/* Red has ten units, blue three. */
Test(http_battles, an_id_names_a_unit_or_none)
{
	static const char *const good[] = {"r1", "r9", "r10", "b3"};
	static const char *const bad[] = {"r0", "r01", "r11", "b4",          "r",   "R1",  "x1",
					  "",   "r1 ", "r+1", "r9999999999", "r-1", "r1r", "1"};
	struct http_host server;

	http_host_open(&server, NULL);
	json_t *battle = load_battle(&server), *position = json_object(), *told = json_object();
	json_t *muster = json_object_get(battle, "muster"), *units = json_array();
	json_t *model = json_array_get(json_object_get(muster, "units"), 0);

	for (int i = 0; i < 13; i++) {
		json_t *unit = json_deep_copy(model);

		json_object_set_new(unit, "side", json_string(i < 10 ? "red" : "blue"));
		json_array_append_new(units, unit);
	}
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
		json_object_set_new(told, good[i], json_object());
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		json_object_set_new(told, bad[i], json_object());
	json_object_set_new(muster, "units", units);
	json_object_set_new(position, "turn", json_integer(1));
	json_object_set_new(position, "units", told);
	json_object_set_new(muster, "position", position);
	json_t *checked = check(&server, battle, NULL), *fault;
	size_t at, count = 0;

	json_array_foreach(json_object_get(checked, "faults"), at, fault)
	{
		if (strcmp(json_string_value(json_object_get(fault, "code")), "no_unit") != 0)
			continue;
		const char *id = strrchr(json_string_value(json_object_get(fault, "pointer")), '/');

		cr_expect(count < sizeof(bad) / sizeof(bad[0]) && strcmp(id + 1, bad[count]) == 0,
			  "%s", id);
		count++;
	}
	cr_expect_eq(count, sizeof(bad) / sizeof(bad[0]));
	json_decref(checked);
	json_decref(battle);
	http_host_close(&server);
}

Test(http_battles, what_is_no_json_or_too_large_is_refused)
{
	static const struct {
		const char *body;
		int status;
	} bad[] = {{"{", 400}, {"[]", 400}, {"{\"ruleset\":1.5}", 400}};
	struct http_host server;
	char *large = malloc(130 * 1024 + 1);

	http_host_open(&server, NULL);
	memset(large, ' ', 130 * 1024);
	large[130 * 1024] = '\0';
	for (size_t i = 0; i <= sizeof(bad) / sizeof(bad[0]); i++) {
		const bool is_large = i == sizeof(bad) / sizeof(bad[0]);
		struct reply reply = client_ask(
			server.port, &(struct ask){.path = "/v1/battles/check",
						   .body = is_large ? large : bad[i].body});

		cr_expect_eq(reply.status, is_large ? 413 : bad[i].status, "%zu: %d", i,
			     reply.status);
		reply_free(&reply);
	}
	free(large);
	http_host_close(&server);
}
