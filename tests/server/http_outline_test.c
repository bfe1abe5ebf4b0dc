/* A list of actions in parts: the outline and the units' own lists are the whole one, action by
 * action, with its ids. */

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "http_stage.h"

enum { STEPS = 60 };

static struct stage stage;

static void open_stage(void)
{
	stage_open(&stage);
}

static void close_stage(void)
{
	cr_expect_eq(http_host_errors(), 0);
	text_free(&stage.before);
	http_host_close(&stage.server);
}

TestSuite(http_outline, .init = open_stage, .fini = close_stage);

static json_t *ask(pn_side side, const char *rest)
{
	struct reply reply = http_get(&stage.server, &stage.hosted, side, rest);
	json_t *value = json_loads(reply.body.bytes ? reply.body.bytes : "", 0, NULL);

	cr_assert_eq(reply.status, 200, "%s: %s", rest, reply.body.bytes);
	cr_assert_not_null(value);
	reply_free(&reply);
	return value;
}

static const char *unit_of(const json_t *action)
{
	return json_string_value(json_object_get(action, "unit"));
}

/* Those of the whole list that are this unit's (NULL: no unit's), in their order. */
static json_t *those_of(const json_t *whole, const char *unit)
{
	json_t *those = json_array(), *action;
	size_t index;

	json_array_foreach(json_object_get(whole, "actions"), index, action)
	{
		const char *of = unit_of(action);

		if (unit ? of && strcmp(of, unit) == 0 : !of)
			json_array_append(those, action);
	}
	return those;
}

/* The outline's line about a unit says what its own list holds. Returns how many. */
static size_t expect_unit(pn_side side, const json_t *whole, const json_t *line)
{
	const char *unit = json_string_value(json_object_get(line, "unit"));
	char rest[48];

	cr_assert_not_null(unit);
	snprintf(rest, sizeof(rest), "/actions?unit=%s", unit);
	json_t *list = ask(side, rest), *those = those_of(whole, unit), *action;
	json_t *types = json_object_get(line, "types");
	size_t count = json_array_size(those), index, kinds = 0;
	char seen[512] = " ";

	cr_expect(json_equal(json_object_get(list, "actions"), those), "the actions of %s", unit);
	cr_expect(json_equal(json_object_get(list, "version"), json_object_get(whole, "version")));
	cr_expect(json_equal(json_object_get(list, "way"), json_object_get(whole, "way")) ||
		  !json_object_get(whole, "way"));
	cr_expect_eq(json_integer_value(json_object_get(line, "actions")), (json_int_t)count);
	json_array_foreach(those, index, action)
	{
		char type[64];

		snprintf(type, sizeof(type), " %s ",
			 json_string_value(json_object_get(json_object_get(action, "do"), "type")));
		if (strstr(seen, type))
			continue;
		kinds++;
		strncat(seen, type + 1, sizeof(seen) - strlen(seen) - 1);
	}
	cr_expect_eq(json_array_size(types), kinds, "the types of %s", unit);
	json_array_foreach(types, index, action)
	{
		char type[64];

		snprintf(type, sizeof(type), " %s ", json_string_value(action));
		cr_expect_not_null(strstr(seen, type), "%s of %s", json_string_value(action), unit);
	}
	json_decref(list);
	json_decref(those);
	return count;
}

static void expect_whole(pn_side side)
{
	json_t *whole = ask(side, "/actions"), *outline = ask(side, "/actions?outline=1");
	json_t *again = ask(side, "/actions?outline=1"), *plain = ask(side, "/actions?outline=0");
	json_t *no_units = those_of(whole, NULL), *line;
	size_t index, count = json_array_size(no_units);

	cr_expect(json_equal(outline, again), "the same when it is asked again");
	cr_expect(json_equal(whole, plain), "no outline is the whole list");
	cr_expect(json_equal(json_object_get(outline, "actions"), no_units));
	json_array_foreach(json_object_get(outline, "outline"), index, line)
	{
		count += expect_unit(side, whole, line);
	}
	cr_expect_eq(count, json_array_size(json_object_get(whole, "actions")),
		     "nothing is in the list that is in no part of it");
	json_decref(whole);
	json_decref(outline);
	json_decref(again);
	json_decref(plain);
	json_decref(no_units);
}

/* Post one of the list, by chance, and nothing that ends the game. */
static void act_by_chance(struct random_source *random, pn_side side)
{
	json_t *list = ask(side, "/actions"), *action = NULL, *listed;
	size_t index, count = 0;

	json_array_foreach(json_object_get(list, "actions"), index, listed)
	{
		const char *group = json_string_value(json_object_get(listed, "group"));

		if (strcmp(group, "table") != 0 && random_next(random) % ++count == 0)
			action = listed;
	}
	if (action) {
		char *body = json_dumps(json_object_get(action, "do"), 0);
		struct reply reply =
			http_post(&stage.server, &stage.hosted, side, "/actions", body);

		reply_free(&reply);
		free(body);
	}
	json_decref(list);
}

Test(http_outline, its_parts_are_the_whole_list)
{
	struct random_source random = {11};

	for (int step = 0; step < STEPS; step++) {
		pn_side side = (pn_side)(step & 1);

		expect_whole(side);
		act_by_chance(&random, side);
	}
}

Test(http_outline, a_unit_that_may_do_nothing_has_an_empty_list)
{
	json_t *list = ask(PN_RED, "/actions?unit=b1");

	cr_expect_eq(json_array_size(json_object_get(list, "actions")), 0);
	cr_expect_null(json_object_get(list, "outline"));
	json_decref(list);
}

Test(http_outline, other_queries_are_refused)
{
	static const char *const rests[] = {
		"/actions?outline=2", "/actions?outline=yes",       "/actions?unit=",
		"/actions?unit=r99",  "/actions?unit=red",          "/actions?unit=r1&unit=r2",
		"/actions?unit=R1",   "/actions?unit=r1&outline=1", "/actions?unit=r1&outline=0",
	};

	for (size_t i = 0; i < sizeof(rests) / sizeof(rests[0]); i++) {
		struct reply reply = http_get(&stage.server, &stage.hosted, PN_RED, rests[i]);

		cr_expect_eq(reply.status, 400, "%s", rests[i]);
		cr_expect_not_null(strstr(reply.body.bytes, "\"bad_query\""), "%s", rests[i]);
		reply_free(&reply);
	}
}
