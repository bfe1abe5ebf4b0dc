/* What becomes of the units of a melee: in commands, in events and in a game. */

#include "codec/json.h"
#include "codec/value.h"

static void write_fate(struct text *out, const struct pn_game *names, const struct pn_fate *fate)
{
	write_byte(out, '{');
	if (fate->lost)
		write_key_integer(out, "lost", fate->lost);
	if (fate->removed)
		write_key_bool(out, "removed", true);
	if (fate->state != PN_STATE_KEPT)
		write_key_name(out, "state", name_at(NAMES_STATE, pn_rules_of(names), fate->state));
	if (fate->placed) {
		write_key(out, "to");
		write_pose(out, (pn_pose){fate->at, fate->facing});
	}
	write_key(out, "unit");
	write_who(out, names, fate->unit);
	write_byte(out, '}');
}

void write_outcome(struct text *out, const struct pn_game *names, const struct pn_outcome *outcome)
{
	write_byte(out, '[');
	for (uint8_t i = 0; i < outcome->count; i++) {
		write_item(out);
		write_fate(out, names, &outcome->fate[i]);
	}
	write_byte(out, ']');
}

/* ---- lines of ours ---- */

static bool scan_fate(struct scan *scan, const struct pn_game *names, struct pn_fate *fate)
{
	int64_t lost = 0;
	pn_pose to;

	memset(fate, 0, sizeof(*fate));
	fate->state = PN_STATE_KEPT;
	scan_byte(scan, '{');
	if (scan_has_key(scan, "lost"))
		scan_integer(scan, 1, UINT16_MAX, &lost);
	fate->lost = (uint16_t)lost;
	if (scan_has_key(scan, "removed") && scan_bool(scan, &fate->removed) && !fate->removed)
		return scan_fail(scan, "False is left out.");
	if (scan_has_key(scan, "state"))
		scan_index(scan, NAMES_STATE, pn_rules_of(names), &fate->state);
	if (scan_has_key(scan, "to") && scan_pose(scan, &to)) {
		fate->placed = true;
		fate->at = to.at;
		fate->facing = to.facing;
	}
	scan_key(scan, "unit");
	scan_unit(scan, names, &fate->unit);
	return scan_byte(scan, '}');
}

bool scan_outcome(struct scan *scan, const struct pn_game *names, struct pn_outcome *out)
{
	out->count = 0;
	scan_byte(scan, '[');
	while (!scan->failed && !scan_sees(scan, ']')) {
		if (out->count == PN_OUTCOME_MAX)
			return scan_fail(scan, "The outcome names too many units.");
		if (scan_item(scan) && scan_fate(scan, names, &out->fate[out->count]))
			out->count++;
	}
	return scan_byte(scan, ']');
}

/* ---- from outside ---- */

static bool get_fate(struct json_in *in, const json_t *value, const struct pn_game *names,
		     struct pn_fate *fate)
{
	static const char *const members[] = {"unit", "lost", "removed", "state", "to"};
	pn_pose to = {{0, 0}, 0};

	fate->state = PN_STATE_KEPT;
	if (!JSON_IN_OBJECT(in, value, members) ||
	    !json_in_get_unit(in, value, "unit", names, &fate->unit))
		return false;
	if (json_object_get(value, "lost"))
		json_in_get_short(in, value, "lost", &fate->lost);
	if (json_object_get(value, "removed"))
		json_in_get_bool(in, value, "removed", &fate->removed);
	if (json_object_get(value, "state"))
		json_in_get_index(in, value, "state", NAMES_STATE, pn_rules_of(names),
				  &fate->state);
	if (json_object_get(value, "to")) {
		fate->placed = json_in_get_pose(in, value, "to", &to);
		fate->at = to.at;
		fate->facing = to.facing;
	}
	return !in->failed;
}

bool json_in_get_outcome(struct json_in *in, const json_t *object, const struct pn_game *names,
			 struct pn_outcome *out)
{
	const json_t *list = json_in_member(in, object, "outcome");
	size_t outside = json_in_enter(in, "outcome");

	if (!json_in_list(in, list, PN_OUTCOME_MAX))
		return false;
	memset(out, 0, sizeof(*out));
	out->count = (uint8_t)json_array_size(list);
	for (size_t i = 0; i < out->count; i++) {
		size_t item = json_in_enter_item(in, i);
		if (!get_fate(in, json_array_get(list, i), names, &out->fate[i]))
			return false;
		json_in_leave(in, item);
	}
	json_in_leave(in, outside);
	return true;
}
