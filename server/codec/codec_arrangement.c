/* A state given by hand: what a case's "given" says, and how the event `arranged` shows
 * it. What only one side may know is given under "secret" and never written. */

#include "codec/json.h"
#include "codec/parts.h"
#include "codec/value.h"

/* ---- writing ---- */

static void write_contact(struct text *out, const struct pn_game *names,
			  const struct pn_contact *contact)
{
	write_byte(out, '{');
	write_key_bool(out, "benefits", contact->benefits);
	write_key_name(out, "facing", name_at(NAMES_FACING, NULL, contact->facing));
	write_key(out, "unit");
	write_who(out, names, contact->unit);
	write_key(out, "with");
	write_who(out, names, contact->with);
	write_byte(out, '}');
}

void write_contacts(struct text *out, const struct pn_game *names, const struct pn_contact *contact,
		    uint8_t count)
{
	write_byte(out, '[');
	for (uint8_t i = 0; i < count; i++) {
		write_item(out);
		write_contact(out, names, &contact[i]);
	}
	write_byte(out, ']');
}

static void write_given_unit(struct text *out, const struct pn_game *names,
			     const struct pn_arranged_unit *unit)
{
	const struct pn_rules *rules = pn_rules_of(names);

	write_byte(out, '{');
	if (unit->bend != 0)
		write_key_integer(out, "bend", unit->bend);
	if (unit->has_figures)
		write_key_integer(out, "figures", unit->figures);
	if (unit->has_flags) {
		write_key(out, "flags");
		write_bits(out, NAMES_FLAG, rules, unit->flags);
	}
	if (unit->has_form)
		write_key_name(out, "formation", name_at(NAMES_FORM, rules, unit->form));
	if (unit->has_moved)
		write_key_integer(out, "moved", unit->moved);
	write_key_bool(out, "on_table", unit->on_board);
	if (unit->has_order) {
		write_key(out, "order");
		write_order(out, names, PN_NO_UNIT, &unit->order);
	}
	if (unit->has_pose) {
		write_key(out, "pose");
		write_pose(out, unit->pose);
	}
	if (unit->has_state)
		write_key_name(out, "state", name_at(NAMES_STATE, rules, unit->state));
	if (unit->has_tallies) {
		write_key(out, "tallies");
		write_tallies(out, rules, unit->tally);
	}
	write_key(out, "unit");
	write_who(out, names, unit->unit);
	write_byte(out, '}');
}

void write_arrangement(struct text *out, const struct pn_game *names,
		       const struct pn_arrangement *given)
{
	const struct pn_rules *rules = pn_rules_of(names);

	write_byte(out, '{');
	if (given->has_active) {
		write_key(out, "active");
		write_side(out, given->active);
	}
	write_key(out, "contacts");
	write_contacts(out, names, given->contact, given->contact_count);
	if (given->has_phase)
		write_key_name(out, "phase", name_at(NAMES_PHASE, rules, given->phase));
	if (given->has_turn)
		write_key_integer(out, "turn", given->turn);
	if (given->has_umpire)
		write_key_name(out, "umpire", name_at(NAMES_UMPIRE, NULL, given->umpire));
	write_key(out, "units");
	write_byte(out, '[');
	for (uint8_t i = 0; i < given->unit_count; i++) {
		write_item(out);
		write_given_unit(out, names, &given->unit[i]);
	}
	text_add_string(out, "]}");
}

/* ---- reading ---- */

static bool get_order(struct json_in *in, const json_t *value, const struct pn_game *names,
		      struct pn_order *out)
{
	static const char *const members[] = {"verb", "target", "number"};

	*out = (struct pn_order){.target = PN_NO_UNIT};
	if (!JSON_IN_OBJECT(in, value, members) ||
	    !json_in_get_index(in, value, "verb", NAMES_VERB, pn_rules_of(names), &out->verb))
		return false;
	if (json_object_get(value, "target"))
		json_in_get_unit(in, value, "target", names, &out->target);
	if (json_object_get(value, "number"))
		json_in_get_byte(in, value, "number", &out->number);
	return !in->failed;
}

static bool get_owes(struct json_in *in, const json_t *value, uint8_t *out)
{
	uint32_t bits = 0;
	size_t outside = json_in_enter(in, "waiting");
	bool good = json_in_bits(in, value, NAMES_SIDE, NULL, &bits);
	json_in_leave(in, outside);
	*out = (uint8_t)bits;
	return good;
}

static bool get_pending(struct json_in *in, const json_t *value, const struct pn_game *names,
			struct pn_pending *out)
{
	static const char *const members[] = {"decision", "waiting", "unit", "other",
					      "stage",    "queue",   "value"};
	const json_t *part;
	size_t outside = json_in_enter(in, "decision");

	*out = (struct pn_pending){.unit = PN_NO_UNIT, .other = PN_NO_UNIT};
	if (!JSON_IN_OBJECT(in, value, members) ||
	    !json_in_get_index(in, value, "decision", NAMES_DECISION, pn_rules_of(names),
			       &out->decision))
		return false;
	if ((part = json_object_get(value, "waiting")) != NULL)
		get_owes(in, part, &out->owes);
	if (json_object_get(value, "unit"))
		json_in_get_unit(in, value, "unit", names, &out->unit);
	if (json_object_get(value, "other"))
		json_in_get_unit(in, value, "other", names, &out->other);
	if (json_object_get(value, "stage"))
		json_in_get_byte(in, value, "stage", &out->stage);
	if (json_object_get(value, "value"))
		json_in_get_length(in, value, "value", &out->value);
	if (json_object_get(value, "queue"))
		json_in_get_units(in, value, "queue", names, PN_QUEUE_MAX, out->queue,
				  &out->queue_count);
	json_in_leave(in, outside);
	return !in->failed;
}

static bool get_facts(struct json_in *in, const json_t *value, const struct pn_rules *rules,
		      struct pn_arrangement *out)
{
	const char *members[PN_FACTS_MAX];
	unsigned count = name_count(NAMES_FACT, rules);
	size_t outside = json_in_enter(in, "facts");

	for (unsigned i = 0; i < count; i++)
		members[i] = name_at(NAMES_FACT, rules, i);
	if (!json_in_object(in, value, members, count))
		return false;
	for (unsigned i = 0; i < count; i++) {
		const json_t *fact = json_object_get(value, members[i]);
		uint8_t side = PN_NO_SIDE;
		if (!fact)
			continue;
		out->facts_given |= UINT32_C(1) << i;
		if (rules->facts.row[i].kind == PN_FACT_NUMBER) {
			json_in_get_length(in, value, members[i], &out->facts[i]);
			continue;
		}
		if (!json_is_null(fact))
			json_in_get_index(in, value, members[i], NAMES_SIDE, NULL, &side);
		out->facts[i] = side;
	}
	json_in_leave(in, outside);
	return !in->failed;
}

/* The entry of a unit, made when there is none. */
static struct pn_arranged_unit *entry_of(struct pn_arrangement *out, pn_unit_id unit)
{
	for (uint8_t i = 0; i < out->unit_count; i++)
		if (out->unit[i].unit == unit)
			return &out->unit[i];
	struct pn_arranged_unit *entry = &out->unit[out->unit_count++];
	*entry = (struct pn_arranged_unit){.unit = unit, .on_board = true};
	return entry;
}

/* Counters by name; those that are not named are 0. */
static bool get_tallies(struct json_in *in, const json_t *value, const struct pn_rules *rules,
			uint8_t tally[PN_TALLIES_MAX])
{
	const char *members[PN_TALLIES_MAX];
	unsigned count = name_count(NAMES_TALLY, rules);
	size_t outside = json_in_enter(in, "tallies");

	for (unsigned i = 0; i < count; i++)
		members[i] = name_at(NAMES_TALLY, rules, i);
	if (!json_in_object(in, value, members, count))
		return false;
	for (unsigned i = 0; i < count; i++)
		if (json_object_get(value, members[i]))
			json_in_get_byte(in, value, members[i], &tally[i]);
	json_in_leave(in, outside);
	return !in->failed;
}

static bool get_given_unit(struct json_in *in, const json_t *value, const struct pn_game *names,
			   struct pn_arranged_unit *unit)
{
	static const char *const members[] = {"state",   "pose",    "flags",    "order",
					      "moved",   "figures", "on_table", "formation",
					      "tallies", "bend"};
	const struct pn_rules *rules = pn_rules_of(names);
	const json_t *part;
	size_t outside = in->length;
	int64_t bend;

	if (!JSON_IN_OBJECT(in, value, members))
		return false;
	if ((unit->has_state = json_object_get(value, "state") != NULL))
		json_in_get_index(in, value, "state", NAMES_STATE, rules, &unit->state);
	if ((unit->has_pose = json_object_get(value, "pose") != NULL))
		json_in_get_pose(in, value, "pose", &unit->pose);
	if ((unit->has_form = json_object_get(value, "formation") != NULL))
		json_in_get_index(in, value, "formation", NAMES_FORM, rules, &unit->form);
	if ((unit->has_moved = json_object_get(value, "moved") != NULL))
		json_in_get_length(in, value, "moved", &unit->moved);
	if ((unit->has_figures = json_object_get(value, "figures") != NULL))
		json_in_get_short(in, value, "figures", &unit->figures);
	if (json_object_get(value, "on_table"))
		json_in_get_bool(in, value, "on_table", &unit->on_board);
	if (json_object_get(value, "bend") &&
	    json_in_get_integer(in, value, "bend", INT16_MIN, INT16_MAX, &bend))
		unit->bend = (int16_t)bend;
	if ((unit->has_flags = (part = json_object_get(value, "flags")) != NULL)) {
		json_in_enter(in, "flags");
		json_in_bits(in, part, NAMES_FLAG, rules, &unit->flags);
		json_in_leave(in, outside);
	}
	if ((unit->has_tallies = (part = json_object_get(value, "tallies")) != NULL))
		get_tallies(in, part, rules, unit->tally);
	if ((unit->has_order = (part = json_object_get(value, "order")) != NULL)) {
		json_in_enter(in, "order");
		get_order(in, part, names, &unit->order);
		json_in_leave(in, outside);
	}
	return !in->failed;
}

/* The unit that a member of "units" or of a side's "secret" is named after. */
static bool get_key_unit(struct json_in *in, const char *key, const struct pn_game *names,
			 pn_unit_id *out)
{
	*out = find_unit(names, key, strlen(key));
	return *out < names->unit_count || json_in_fail(in, "The game has no such unit.");
}

static bool get_given_units(struct json_in *in, json_t *object, const struct pn_game *names,
			    struct pn_arrangement *out)
{
	const char *key;
	json_t *value;
	size_t outside = json_in_enter(in, "units");

	if (!json_is_object(object))
		return json_in_fail(in, "An object is wanted here.");
	json_object_foreach(object, key, value)
	{
		pn_unit_id unit;
		size_t item = json_in_enter(in, key);
		if (!get_key_unit(in, key, names, &unit) ||
		    !get_given_unit(in, value, names, entry_of(out, unit)))
			return false;
		json_in_leave(in, item);
	}
	json_in_leave(in, outside);
	return true;
}

/* One side's drafts: {"r1":{"verb":"charge","target":"b2"}}. */
static bool get_drafts(struct json_in *in, json_t *object, pn_side side,
		       const struct pn_game *names, struct pn_arrangement *out)
{
	const char *key;
	json_t *value;
	size_t outside = json_in_enter(in, name_at(NAMES_SIDE, NULL, side));

	if (!json_is_object(object))
		return json_in_fail(in, "An object is wanted here.");
	json_object_foreach(object, key, value)
	{
		pn_unit_id unit;
		size_t item = json_in_enter(in, key);
		if (!get_key_unit(in, key, names, &unit))
			return false;
		if (names->unit[unit].side != side)
			return json_in_fail(in, "The unit is the other side's.");
		struct pn_arranged_unit *entry = entry_of(out, unit);
		entry->has_draft = true;
		if (!get_order(in, value, names, &entry->draft))
			return false;
		json_in_leave(in, item);
	}
	json_in_leave(in, outside);
	return true;
}

static bool get_secret(struct json_in *in, const json_t *value, const struct pn_game *names,
		       struct pn_arrangement *out)
{
	static const char *const members[] = {"red", "blue"};
	size_t outside = json_in_enter(in, "secret");

	if (!JSON_IN_OBJECT(in, value, members))
		return false;
	for (pn_side side = PN_RED; side < PN_SIDES; side++) {
		json_t *drafts = json_object_get(value, name_at(NAMES_SIDE, NULL, side));
		if (drafts && !get_drafts(in, drafts, side, names, out))
			return false;
	}
	json_in_leave(in, outside);
	return true;
}

static bool get_contacts(struct json_in *in, const json_t *list, const struct pn_game *names,
			 struct pn_arrangement *out)
{
	static const char *const members[] = {"unit", "with", "facing", "benefits"};
	size_t outside = json_in_enter(in, "contacts");

	if (!json_in_list(in, list, PN_CONTACTS_MAX))
		return false;
	out->contact_count = (uint8_t)json_array_size(list);
	for (size_t i = 0; i < out->contact_count; i++) {
		struct pn_contact *contact = &out->contact[i];
		const json_t *value = json_array_get(list, i);
		size_t item = json_in_enter_item(in, i);
		if (!JSON_IN_OBJECT(in, value, members) ||
		    !json_in_get_unit(in, value, "unit", names, &contact->unit) ||
		    !json_in_get_unit(in, value, "with", names, &contact->with) ||
		    !json_in_get_index(in, value, "facing", NAMES_FACING, NULL, &contact->facing) ||
		    !json_in_get_bool(in, value, "benefits", &contact->benefits))
			return false;
		json_in_leave(in, item);
	}
	json_in_leave(in, outside);
	return true;
}

bool codec_arrangement_read(struct pn_arrangement *out, const struct pn_game *names,
			    struct json_in *in, const json_t *object)
{
	static const char *const members[] = {"turn",  "phase",    "active",   "facts", "secret",
					      "units", "contacts", "decision", "umpire"};
	const struct pn_rules *rules = pn_rules_of(names);
	json_t *part;

	memset(out, 0, sizeof(*out));
	if (!JSON_IN_OBJECT(in, object, members))
		return false;
	if ((out->has_turn = json_object_get(object, "turn") != NULL))
		json_in_get_byte(in, object, "turn", &out->turn);
	if ((out->has_phase = json_object_get(object, "phase") != NULL))
		json_in_get_index(in, object, "phase", NAMES_PHASE, rules, &out->phase);
	out->active = PN_NO_SIDE;
	if ((out->has_active = (part = json_object_get(object, "active")) != NULL) &&
	    !json_is_null(part))
		json_in_get_index(in, object, "active", NAMES_SIDE, NULL, &out->active);
	if ((part = json_object_get(object, "facts")) != NULL)
		get_facts(in, part, rules, out);
	if ((part = json_object_get(object, "units")) != NULL)
		get_given_units(in, part, names, out);
	if ((part = json_object_get(object, "secret")) != NULL)
		get_secret(in, part, names, out);
	if ((part = json_object_get(object, "contacts")) != NULL)
		get_contacts(in, part, names, out);
	if ((out->has_umpire = json_object_get(object, "umpire") != NULL))
		json_in_get_index(in, object, "umpire", NAMES_UMPIRE, NULL, &out->umpire);
	if ((out->has_decision = (part = json_object_get(object, "decision")) != NULL))
		get_pending(in, part, names, &out->decision);
	return !in->failed;
}
