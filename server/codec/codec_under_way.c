/* A battle under way, as a muster says it. Where units stand, in which state and formation, the
 * units themselves say; here stands what only a battle that has begun has. */

#include "codec/codec_under_way.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/write.h"
#include "codec/parts.h"

/* ---- writing ---- */

static bool has_tallies(const struct pn_muster_unit *unit)
{
	for (uint8_t i = 0; i < PN_TALLIES_MAX; i++)
		if (unit->tally[i] > 0)
			return true;
	return false;
}

static void write_unit(struct text *out, const struct pn_rules *rules,
		       const struct pn_muster_unit *unit)
{
	write_byte(out, '{');
	if (unit->at_start > unit->formation.figures)
		write_key_integer(out, "figures", unit->formation.figures);
	if (has_tallies(unit)) {
		write_key(out, "tallies");
		write_tallies(out, rules, unit->tally);
	}
	write_byte(out, '}');
}

/* A unit and its id, by which it is sorted: "b10" before "b2". */
struct named {
	char id[PN_ID_BYTES];
	uint8_t unit;
};

static int compare_ids(const void *a, const void *b)
{
	return strcmp(((const struct named *)a)->id, ((const struct named *)b)->id);
}

/* The id of a unit of the muster. */
static void name_unit(char out[PN_ID_BYTES], const struct pn_muster *muster, uint8_t unit)
{
	const pn_side side = muster->unit[unit].side;
	unsigned number = 1;

	for (uint8_t i = 0; i < unit; i++)
		number += muster->unit[i].side == side;
	snprintf(out, PN_ID_BYTES, "%c%u", side == PN_RED ? 'r' : 'b', number);
}

static void write_contacts_of(struct text *out, const struct pn_muster *muster)
{
	char id[PN_ID_BYTES];

	write_key(out, "contacts");
	write_byte(out, '[');
	for (uint8_t i = 0; i < muster->contact_count; i++) {
		const struct pn_contact *contact = &muster->contact[i];

		write_item(out);
		write_byte(out, '{');
		write_key_name(out, "facing", name_at(NAMES_FACING, NULL, contact->facing));
		name_unit(id, muster, contact->unit);
		write_key_name(out, "unit", id);
		name_unit(id, muster, contact->with);
		write_key_name(out, "with", id);
		write_byte(out, '}');
	}
	write_byte(out, ']');
}

void codec_under_way_write(struct text *out, const struct pn_rules *rules,
			   const struct pn_muster *muster)
{
	struct named named[PN_UNITS_MAX];
	unsigned number[PN_SIDES] = {0};
	size_t count = 0;

	for (uint8_t i = 0; i < muster->unit_count; i++) {
		const pn_side side = muster->unit[i].side;

		number[side]++;
		if (!has_tallies(&muster->unit[i]) &&
		    muster->unit[i].at_start <= muster->unit[i].formation.figures)
			continue;
		named[count].unit = i;
		snprintf(named[count++].id, PN_ID_BYTES, "%c%u", side == PN_RED ? 'r' : 'b',
			 number[side]);
	}
	qsort(named, count, sizeof(named[0]), compare_ids);
	write_key(out, "position");
	write_byte(out, '{');
	if (muster->contact_count > 0)
		write_contacts_of(out, muster);
	write_key_integer(out, "turn", muster->first_turn);
	write_key(out, "units");
	write_byte(out, '{');
	for (size_t i = 0; i < count; i++) {
		write_key(out, named[i].id);
		write_unit(out, rules, &muster->unit[named[i].unit]);
	}
	text_add_string(out, "}}");
}

/* ---- reading ---- */

/* The unit that an id names: the number of its side's units. NULL: there is none. */
static struct pn_muster_unit *unit_named(struct pn_muster *muster, const char *id)
{
	const pn_side side = id[0] == 'r' ? PN_RED : PN_BLUE;
	unsigned number = 0;
	char name[PN_ID_BYTES];

	for (uint8_t i = 0; i < muster->unit_count; i++) {
		if (muster->unit[i].side != side)
			continue;
		snprintf(name, sizeof(name), "%c%u", side == PN_RED ? 'r' : 'b', ++number);
		if (strcmp(name, id) == 0)
			return &muster->unit[i];
	}
	return NULL;
}

static bool get_tallies(struct json_in *in, const json_t *object, const struct pn_rules *rules,
			uint8_t tally[PN_TALLIES_MAX])
{
	const char *members[PN_TALLIES_MAX];
	unsigned count = name_count(NAMES_TALLY, rules);
	const json_t *value = json_object_get(object, "tallies");
	size_t outside = json_in_enter(in, "tallies");

	for (unsigned i = 0; i < count; i++)
		members[i] = name_at(NAMES_TALLY, rules, i);
	if (value && !json_in_object(in, value, members, count))
		return false;
	for (unsigned i = 0; i < count; i++)
		if (json_object_get(value, members[i]) &&
		    !json_in_get_byte(in, value, members[i], &tally[i]))
			return false;
	json_in_leave(in, outside);
	return true;
}

/* What is left of its figures, and its counters. */
static bool get_unit_members(struct json_in *in, const json_t *value, const struct pn_rules *rules,
			     struct pn_muster_unit *unit)
{
	static const char *const members[] = {"figures", "tallies"};
	const uint16_t at_start = unit->formation.figures;

	if (!JSON_IN_OBJECT(in, value, members))
		return false;
	if (json_object_get(value, "figures")) {
		if (!json_in_get_short(in, value, "figures", &unit->formation.figures))
			return false;
		unit->at_start = at_start;
	}
	return get_tallies(in, value, rules, unit->tally);
}

/* One unit; what is wrong with it is passed over where all is asked for. */
static bool get_unit(struct json_in *in, const char *id, const json_t *value,
		     const struct pn_rules *rules, struct pn_muster *out)
{
	struct pn_muster_unit *unit = unit_named(out, id);
	size_t outside = json_in_enter(in, id);

	if (!unit)
		json_in_fail_key(in, "muster.no_unit", "There is no unit with this id.");
	else if (get_unit_members(in, value, rules, unit))
		json_in_leave(in, outside);
	if (!in->failed)
		return true;
	if (!json_in_pass_over(in, outside))
		return false;
	in->all->unread.any = in->all->unread.units = true;
	return true;
}

static bool get_contact_unit(struct json_in *in, const json_t *value, const char *key,
			     struct pn_muster *out, uint8_t *unit)
{
	const struct pn_muster_unit *found;
	const char *id;

	if (!json_in_get_text(in, value, key, &id))
		return false;
	found = unit_named(out, id);
	if (found) {
		*unit = (uint8_t)(found - out->unit);
		return true;
	}
	json_in_enter(in, key);
	return json_in_fail_key(in, "muster.no_unit", "There is no unit with this id.");
}

/* One contact; passed over like a unit. A charge's benefits are of the turn that it was made in. */
static bool get_contact(struct json_in *in, size_t index, const json_t *value,
			struct pn_muster *out)
{
	static const char *const members[] = {"facing", "unit", "with"};
	struct pn_contact *contact = &out->contact[out->contact_count];
	size_t outside = json_in_enter_item(in, index);

	*contact = (struct pn_contact){0};
	if (JSON_IN_OBJECT(in, value, members) &&
	    get_contact_unit(in, value, "unit", out, &contact->unit) &&
	    get_contact_unit(in, value, "with", out, &contact->with) &&
	    json_in_get_index(in, value, "facing", NAMES_FACING, NULL, &contact->facing)) {
		out->contact_count++;
		json_in_leave(in, outside);
		return true;
	}
	if (!json_in_pass_over(in, outside))
		return false;
	in->all->unread.any = in->all->unread.units = true;
	return true;
}

static bool get_contacts(struct json_in *in, const json_t *list, struct pn_muster *out)
{
	size_t outside = json_in_enter(in, "contacts");

	if (list && !json_in_list(in, list, PN_CONTACTS_MAX))
		return false;
	for (size_t i = 0; i < json_array_size(list); i++)
		if (!get_contact(in, i, json_array_get(list, i), out))
			return false;
	json_in_leave(in, outside);
	return true;
}

bool codec_under_way_read(struct pn_muster *out, const struct pn_rules *rules, struct json_in *in,
			  const json_t *value)
{
	static const char *const members[] = {"turn", "units", "contacts"};
	size_t outside = json_in_enter(in, "position");
	json_t *units = json_object_get(value, "units"), *entry;
	int64_t turn = 0;
	const char *id;

	if (!JSON_IN_OBJECT(in, value, members) ||
	    !json_in_get_integer(in, value, "turn", 1, UINT8_MAX, &turn))
		return false;
	out->first_turn = (uint8_t)turn;
	size_t length = json_in_enter(in, "units");

	if (units && !json_is_object(units))
		return json_in_fail_key(in, "muster.object", "An object is wanted here.");
	json_object_foreach(units, id, entry)
	{
		if (!get_unit(in, id, entry, rules, out))
			return false;
	}
	json_in_leave(in, length);
	if (!get_contacts(in, json_object_get(value, "contacts"), out))
		return false;
	json_in_leave(in, outside);
	return true;
}
