/* Musters with what a case leaves out filled in, so that a case shows what matters.
 *
 * defaults.json gives each ruleset a board, an end and a unit. A unit without a pose
 * stands in its side's line: 8 inches from its edge, 12 inches from the next. */

#include "case_muster.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "pennon/base.h"

enum { LINE_INCHES = 8, PLACE_INCHES = 12 };

/* Lay `over` on a copy of `under`: objects member by member, all else as a whole. */
static json_t *laid_over(const json_t *under, const json_t *over)
{
	if (!json_is_object(under) || !json_is_object(over))
		return json_deep_copy(over ? over : under);
	json_t *result = json_deep_copy(under);
	void *at = json_object_iter((json_t *)over);
	for (; at; at = json_object_iter_next((json_t *)over, at)) {
		const char *key = json_object_iter_key(at);
		json_object_set_new(
			result, key,
			laid_over(json_object_get(under, key), json_object_iter_value(at)));
	}
	return result;
}

static json_int_t integer_of(const json_t *object, const char *key)
{
	return json_integer_value(json_object_get(object, key));
}

/* Give the unit a name, and a pose in its side's line, where it has none; a pose
 * of null is none, for a unit that comes on later. */
static void place(json_t *unit, const json_t *board, int number, bool deployed)
{
	const char *side = json_string_value(json_object_get(unit, "side"));
	bool red = side && strcmp(side, "red") == 0;
	json_int_t y = LINE_INCHES * PN_INCH;
	char name[32];

	snprintf(name, sizeof(name), "%s %d", red ? "Red" : "Blue", number);
	if (!json_object_get(unit, "name"))
		json_object_set_new(unit, "name", json_string(name));
	if (json_is_null(json_object_get(unit, "pose"))) {
		json_object_del(unit, "pose");
		return;
	}
	if (deployed)
		return;
	json_t *pose = json_object();
	json_object_set_new(pose, "x",
			    json_integer((PLACE_INCHES * number - PLACE_INCHES / 2) * PN_INCH));
	json_object_set_new(pose, "y", json_integer(red ? y : integer_of(board, "depth") - y));
	json_object_set_new(pose, "facing", json_integer(red ? 0 : PN_TURN_HALF));
	json_object_set_new(unit, "pose", laid_over(pose, json_object_get(unit, "pose")));
	json_decref(pose);
}

static json_t *units_of(const json_t *wanted, const json_t *defaults, const json_t *board,
			bool deployed)
{
	json_t *units = json_array();
	int numbers[2] = {0, 0};

	for (size_t i = 0; i < json_array_size(wanted); i++) {
		json_t *unit =
			laid_over(json_object_get(defaults, "unit"), json_array_get(wanted, i));
		const char *side = json_string_value(json_object_get(unit, "side"));
		place(unit, board, ++numbers[side && strcmp(side, "red") == 0], deployed);
		json_array_append_new(units, unit);
	}
	return units;
}

json_t *case_muster(const json_t *document, const json_t *defaults)
{
	const json_t *given = json_object_get(document, "muster");
	const json_t *options = json_object_get(document, "options");

	if (!json_is_object(given) || !json_is_array(json_object_get(given, "units")))
		return NULL;
	json_t *muster = laid_over(given, options);
	const char *parts[] = {"board", "ends"};
	for (size_t i = 0; i < 2; i++)
		json_object_set_new(muster, parts[i],
				    laid_over(json_object_get(defaults, parts[i]),
					      json_object_get(given, parts[i])));
	json_object_set_new(muster, "units",
			    units_of(json_object_get(given, "units"), defaults,
				     json_object_get(muster, "board"),
				     json_object_get(given, "deployment") != NULL));
	return muster;
}
