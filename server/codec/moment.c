/* When a reaction to a move is made, and the way that it is a moment of. */

#include "codec/json.h"
#include "codec/value.h"

void write_moment(struct text *out, struct pn_moment moment)
{
	write_byte(out, '{');
	if (moment.when == PN_WHEN_AT) {
		write_key_integer(out, "at", moment.at);
		write_key_integer(out, "leg", moment.leg);
	} else {
		write_key_name(out, "when", name_at(NAMES_WHEN, NULL, moment.when));
	}
	write_byte(out, '}');
}

/* {"when"}: one that is found when it is carried out. At once is said by saying nothing. */
static bool get_when(struct json_in *in, const json_t *value, struct pn_moment *out)
{
	static const char *const members[] = {"when"};

	if (!JSON_IN_OBJECT(in, value, members) ||
	    !json_in_get_index(in, value, "when", NAMES_WHEN, NULL, &out->when))
		return false;
	if (out->when == PN_WHEN_IN_SIGHT || out->when == PN_WHEN_NEAREST)
		return true;
	json_in_enter(in, "when");
	return json_in_fail(in, "A moment with a name is in_sight or nearest.");
}

/* {"at","leg"}: a place of the way. */
static bool get_place(struct json_in *in, const json_t *value, struct pn_moment *out)
{
	static const char *const members[] = {"at", "leg"};
	int64_t at = 0;
	int64_t leg = 0;

	if (!JSON_IN_OBJECT(in, value, members) ||
	    !json_in_get_integer(in, value, "at", 0, PN_BOARD_MAX, &at) ||
	    !json_in_get_integer(in, value, "leg", 0, PN_PATH_MAX - 1, &leg))
		return false;
	*out = (struct pn_moment){PN_WHEN_AT, (uint8_t)leg, (pn_len)at};
	return true;
}

bool json_in_get_moment(struct json_in *in, const json_t *object, bool named, struct pn_moment *out)
{
	const json_t *value = json_object_get(object, "moment");
	const size_t outside = json_in_enter(in, "moment");

	if (!json_is_object(value))
		return json_in_fail(in, "An object is wanted here.");
	if (!(named || json_object_get(value, "when") ? get_when : get_place)(in, value, out))
		return false;
	json_in_leave(in, outside);
	return true;
}

void write_way(struct text *out, const struct pn_game *names, const struct pn_way *way)
{
	write_byte(out, '{');
	write_key(out, "points");
	write_byte(out, '[');
	for (uint8_t i = 0; i < way->count; i++) {
		const struct pn_way_point *point = &way->point[i];

		write_item(out);
		write_byte(out, '{');
		write_key_integer(out, "at", point->at);
		write_key_integer(out, "leg", point->leg);
		write_key(out, "pose");
		write_pose(out, point->pose);
		write_byte(out, '}');
	}
	write_byte(out, ']');
	write_key(out, "unit");
	write_who(out, names, way->unit);
	write_byte(out, '}');
}
