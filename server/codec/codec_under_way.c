/* A battle under way, as a muster says it. Where units stand, in which state and formation, the
 * units themselves say; here stands what only a battle that has begun has. */

#include "codec/codec_under_way.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/write.h"
#include "codec/parts.h"
#include "codec/value.h"

/* ---- writing ---- */

static bool has_tallies(const struct pn_muster_unit *unit)
{
	for (uint8_t i = 0; i < PN_TALLIES_MAX; i++)
		if (unit->tally[i] > 0)
			return true;
	return false;
}

static bool has_lost_figures(const struct pn_muster_unit *unit)
{
	return unit->at_start > unit->formation.figures;
}

/* Does the position say anything of the unit? */
static bool is_told_of(const struct pn_muster_unit *unit)
{
	return has_lost_figures(unit) || has_tallies(unit) || unit->flags != 0 ||
	       unit->whereabouts == PN_IS_GONE;
}

static void write_unit(struct text *out, const struct pn_rules *rules,
		       const struct pn_muster_unit *unit)
{
	write_byte(out, '{');
	if (has_lost_figures(unit))
		write_key_integer(out, "figures", unit->formation.figures);
	if (unit->flags != 0) {
		write_key(out, "flags");
		write_bits(out, NAMES_FLAG, rules, unit->flags);
	}
	if (unit->whereabouts == PN_IS_GONE)
		write_key_bool(out, "on_table", false);
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

void codec_name_unit(char out[PN_ID_BYTES], const struct pn_muster *muster, uint8_t unit)
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
		codec_name_unit(id, muster, contact->unit);
		write_key_name(out, "unit", id);
		codec_name_unit(id, muster, contact->with);
		write_key_name(out, "with", id);
		write_byte(out, '}');
	}
	write_byte(out, ']');
}

bool codec_is_lasting_fact(const struct pn_fact_rule *rule)
{
	return !rule->of_turn && rule->kind == PN_FACT_SIDE;
}

/* Those that are not as they begin. */
static void write_lasting_facts(struct text *out, const struct pn_rules *rules,
				const struct pn_muster *muster)
{
	bool is_open = false;

	for (uint8_t i = 0; i < rules->facts.count; i++) {
		const struct pn_fact_rule *rule = &rules->facts.row[i];

		if (!codec_is_lasting_fact(rule) || muster->facts[i] == rule->initial)
			continue;
		if (!is_open) {
			write_key(out, "facts");
			write_byte(out, '{');
		}
		is_open = true;
		write_key(out, rule->name);
		write_fact(out, rules, i, muster->facts[i]);
	}
	if (is_open)
		write_byte(out, '}');
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
		if (!is_told_of(&muster->unit[i]))
			continue;
		named[count].unit = i;
		snprintf(named[count++].id, PN_ID_BYTES, "%c%u", side == PN_RED ? 'r' : 'b',
			 number[side]);
	}
	qsort(named, count, sizeof(named[0]), compare_ids);
	write_key(out, "position");
	write_byte(out, '{');
	if (muster->agreed.made) {
		write_key(out, "agreed");
		write_agreement(out, &muster->agreed);
	}
	if (muster->contact_count > 0)
		write_contacts_of(out, muster);
	write_lasting_facts(out, rules, muster);
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

/* The number in an id, "r1" or "b12"; 0: it is none of a unit. */
static unsigned number_of(const char *id)
{
	unsigned number = 0;

	if ((id[0] != 'r' && id[0] != 'b') || id[1] == '0')
		return 0;
	for (id++; *id >= '0' && *id <= '9' && number < PN_UNITS_MAX; id++)
		number = 10 * number + (unsigned)(*id - '0');
	return *id ? 0 : number;
}

/* The unit that an id names: the number of its side's units. NULL: there is none. */
static struct pn_muster_unit *unit_named(struct pn_muster *muster, const char *id)
{
	const pn_side side = id[0] == 'r' ? PN_RED : PN_BLUE;
	unsigned left = number_of(id);

	for (uint8_t i = 0; left > 0 && i < muster->unit_count; i++)
		if (muster->unit[i].side == side && --left == 0)
			return &muster->unit[i];
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

/* Is it on the table? One that is not has no place, whatever pose it has. */
static bool get_on_table(struct json_in *in, const json_t *value, const struct pn_rules *rules,
			 struct pn_muster_unit *unit)
{
	bool is_on_table;

	if (!json_in_get_bool(in, value, "on_table", &is_on_table))
		return false;
	if (is_on_table && unit->whereabouts == PN_IS_GONE && pn_in_reserve(rules, unit->stats)) {
		json_in_enter(in, "on_table");
		return json_in_fail_key(in, "muster.no_place", "A unit on the table has a pose.");
	}
	if (is_on_table)
		return true;
	unit->whereabouts = pn_in_reserve(rules, unit->stats) ? PN_WHERE_IT_BEGAN : PN_IS_GONE;
	unit->pose = (pn_pose){{0, 0}, 0};
	unit->placed = 0;
	return true;
}

static bool get_flags(struct json_in *in, const json_t *value, const struct pn_rules *rules,
		      uint32_t *flags)
{
	const json_t *list = json_object_get(value, "flags");
	size_t outside = json_in_enter(in, "flags");

	if (list && !json_in_bits(in, list, NAMES_FLAG, rules, flags))
		return false;
	json_in_leave(in, outside);
	return true;
}

/* What is left of its figures, where it is, what is so of it, and its counters. */
static bool get_unit_members(struct json_in *in, const json_t *value, const struct pn_rules *rules,
			     struct pn_muster_unit *unit)
{
	static const char *const members[] = {"figures", "flags", "on_table", "tallies"};
	const uint16_t at_start = unit->formation.figures;

	if (!JSON_IN_OBJECT(in, value, members))
		return false;
	if (json_object_get(value, "on_table") && !get_on_table(in, value, rules, unit))
		return false;
	if (!get_flags(in, value, rules, &unit->flags))
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

/* Facts that last, each the name of a side or null. */
static bool get_lasting_facts(struct json_in *in, const json_t *value, const struct pn_rules *rules,
			      int32_t facts[PN_FACTS_MAX])
{
	const char *members[PN_FACTS_MAX];
	uint8_t fact[PN_FACTS_MAX];
	size_t count = 0, outside = json_in_enter(in, "facts");

	for (uint8_t i = 0; i < rules->facts.count; i++)
		if (codec_is_lasting_fact(&rules->facts.row[i])) {
			members[count] = rules->facts.row[i].name;
			fact[count++] = i;
		}
	if (!json_in_object(in, value, members, count))
		return false;
	for (size_t i = 0; i < count; i++) {
		const json_t *member = json_object_get(value, members[i]);
		uint8_t side = PN_NO_SIDE;

		if (!member)
			continue;
		if (!json_is_null(member) &&
		    !json_in_get_index(in, value, members[i], NAMES_SIDE, NULL, &side))
			return false;
		facts[fact[i]] = side;
	}
	json_in_leave(in, outside);
	return true;
}

bool codec_under_way_read(struct pn_muster *out, const struct pn_rules *rules, struct json_in *in,
			  const json_t *value)
{
	static const char *const members[] = {"agreed", "contacts", "facts", "turn", "units"};
	size_t outside = json_in_enter(in, "position");
	json_t *units = json_object_get(value, "units"), *entry;
	const json_t *facts = json_object_get(value, "facts");
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
	if ((facts && !get_lasting_facts(in, facts, rules, out->facts)) ||
	    (json_object_get(value, "agreed") &&
	     !json_in_get_agreement(in, value, "agreed", &out->agreed)) ||
	    !get_contacts(in, json_object_get(value, "contacts"), out))
		return false;
	json_in_leave(in, outside);
	return true;
}
