/* The values of members: each form is written in one way, read from lines of ours in that way
 * alone, and taken out of what comes from outside. Reading a line is quick because nothing is
 * searched or allocated. */

#include "codec/member.h"

/* From where to where integers go. */
struct bounds {
	int32_t min, max;
};

static const struct bounds in_lines[] = {
	[FORM_STAGE] = {1, UINT8_MAX},          [FORM_VALUE] = {INT32_MIN, INT32_MAX},
	[FORM_BYTE] = {0, UINT8_MAX},           [FORM_SHORT] = {INT16_MIN, INT16_MAX},
	[FORM_LENGTH] = {INT32_MIN, INT32_MAX}, [FORM_NUMBER] = {0, UINT16_MAX},
	[FORM_HALF_TURN] = {0, UINT16_MAX},     [FORM_DISTANCE] = {INT32_MIN, INT32_MAX},
	[FORM_FILES] = {1, PN_FIGURES_MAX},
};

static const struct bounds from_outside[] = {
	[FORM_COUNT] = {1, UINT16_MAX},       [FORM_NUMBER] = {0, UINT16_MAX},
	[FORM_HALF_TURN] = {0, PN_TURN_HALF}, [FORM_DISTANCE] = {0, PN_BOARD_MAX},
	[FORM_FILES] = {1, PN_FIGURES_MAX},
};

/* Put an integer where it lies in the struct, as wide as its form has it. */
static void keep_number(enum form form, int64_t number, void *at)
{
	switch ((int)form) {
	case FORM_BYTE:
	case FORM_STAGE:
	case FORM_FILES:
		*(uint8_t *)at = (uint8_t)number;
		break;
	case FORM_SHORT:
		*(int16_t *)at = (int16_t)number;
		break;
	case FORM_NUMBER:
	case FORM_COUNT:
	case FORM_HALF_TURN:
		*(uint16_t *)at = (uint16_t)number;
		break;
	default:
		*(int32_t *)at = (int32_t)number;
		break;
	}
}

/* ---- writing ---- */

bool member_says_nothing(const struct member *member, const void *at)
{
	switch ((int)member->form) {
	case FORM_INDEX_OPTIONAL:
		return *(const uint8_t *)at == PN_SAME_FORM;
	case FORM_SIDE_OPTIONAL:
		return *(const pn_side *)at == PN_NO_SIDE;
	case FORM_UNIT_OPTIONAL:
		return *(const pn_unit_id *)at == PN_NO_UNIT;
	case FORM_PATH_OPTIONAL:
		return !((const struct pn_path *)at)->given;
	case FORM_STAGE:
	case FORM_REFUSAL:
	case FORM_UNTIL:
		return *(const uint8_t *)at == 0;
	case FORM_COUNT:
		return *(const uint16_t *)at == 0;
	case FORM_VALUE:
		return *(const int32_t *)at == 0;
	case FORM_MOMENT:
		return ((const struct pn_moment *)at)->when == PN_WHEN_NOW;
	default:
		return false;
	}
}

/* Write what has members or items of its own. */
static void write_compound(struct text *out, const struct pn_game *names,
			   const struct member *member, const void *at)
{
	const struct pn_unit_list *units = at;

	switch ((int)member->form) {
	case FORM_MOMENT:
		write_moment(out, *(const struct pn_moment *)at);
		break;
	case FORM_UNITS:
		write_units(out, names, units->of, units->count);
		break;
	case FORM_POSE:
		write_pose(out, *(const pn_pose *)at);
		break;
	case FORM_PATH:
	case FORM_PATH_OPTIONAL:
		write_path(out, names, at);
		break;
	case FORM_TERMS:
		write_terms(out, at);
		break;
	case FORM_OUTCOME:
		write_outcome(out, names, at);
		break;
	case FORM_ORDER:
		write_order(out, names, PN_NO_UNIT, at);
		break;
	case FORM_ORDERS:
		write_orders(out, names, at);
		break;
	default:
		pn_assert_failed("a form without a writer", __FILE__, __LINE__);
	}
}

void member_write(struct text *out, const struct pn_game *names, const struct member *member,
		  const void *at)
{
	switch ((int)member->form) {
	case FORM_BYTE:
	case FORM_STAGE:
	case FORM_FILES:
		write_integer(out, *(const uint8_t *)at);
		break;
	case FORM_SHORT:
		write_integer(out, *(const int16_t *)at);
		break;
	case FORM_LENGTH:
	case FORM_VALUE:
	case FORM_DISTANCE:
		write_integer(out, *(const int32_t *)at);
		break;
	case FORM_NUMBER:
	case FORM_COUNT:
	case FORM_HALF_TURN:
		write_integer(out, *(const uint16_t *)at);
		break;
	case FORM_INSTANT:
		write_time(out, *(const int64_t *)at);
		break;
	case FORM_BOOL:
		write_bool(out, *(const bool *)at);
		break;
	case FORM_REFUSAL:
	case FORM_UNTIL:
	case FORM_INDEX:
	case FORM_INDEX_OPTIONAL:
	case FORM_FLANK:
	case FORM_NEW_FRONT:
		write_name(out, name_at(member->list, pn_rules_of(names), *(const uint8_t *)at));
		break;
	case FORM_CORNER:
		write_name(out, *(const bool *)at ? "left" : "right");
		break;
	case FORM_COMMAND:
		write_name(out, name_at(NAMES_COMMAND, NULL, *(const enum pn_command_kind *)at));
		break;
	case FORM_SIDE:
	case FORM_SIDE_OPTIONAL:
		write_side(out, *(const pn_side *)at);
		break;
	case FORM_UNIT:
	case FORM_UNIT_OPTIONAL:
		write_who(out, names, *(const pn_unit_id *)at);
		break;
	case FORM_SLOT:
		write_slot(out, names, *(const struct pn_slot *)at);
		break;
	case FORM_HASH:
		write_hex(out, at, PN_HASH_BYTES);
		break;
	case FORM_NAMED_MARK:
		write_mark(out, *(const struct pn_mark *)at);
		break;
	default:
		write_compound(out, names, member, at);
		break;
	}
}

void members_write(struct text *out, const struct pn_game *names, const struct layout *layout,
		   const void *base)
{
	for (uint8_t i = 0; i < layout->count; i++) {
		const struct member *member = &layout->member[i];

		write_key(out, member->name);
		member_write(out, names, member, (const char *)base + member->at);
	}
}

/* ---- lines of ours ---- */

void member_leave_out(const struct member *member, void *at)
{
	switch ((int)member->form) {
	case FORM_SIDE_OPTIONAL:
		*(pn_side *)at = PN_NO_SIDE;
		break;
	case FORM_UNIT_OPTIONAL:
		*(pn_unit_id *)at = PN_NO_UNIT;
		break;
	case FORM_INDEX_OPTIONAL:
		*(uint8_t *)at = PN_SAME_FORM;
		break;
	default:
		break; /* nothing is 0 */
	}
}

static bool scan_refusal(struct scan *scan, uint8_t *out)
{
	return scan_index(scan, NAMES_REFUSAL, NULL, out) &&
	       (*out != PN_LAWFUL || scan_fail(scan, "What was no refusal is left out."));
}

static bool scan_corner(struct scan *scan, bool *left)
{
	uint8_t about = 0;

	scan_index(scan, NAMES_FACING, NULL, &about);
	*left = about == PN_FACING_LEFT;
	return *left || about == PN_FACING_RIGHT ||
	       scan_fail(scan, "A wheel is about the left or the right corner.");
}

static bool scan_number(struct scan *scan, void *at, enum form form)
{
	int64_t number = 0;

	pn_assert(form < sizeof(in_lines) / sizeof(in_lines[0]));
	scan_integer(scan, in_lines[form].min, in_lines[form].max, &number);
	keep_number(form, number, at);
	return form != FORM_VALUE || number != 0 || scan_fail(scan, "0 is left out.");
}

bool member_scan(struct scan *scan, const struct pn_game *names, struct pn_placed *placed,
		 const struct member *member, void *at)
{
	switch ((int)member->form) {
	case FORM_INSTANT:
		return scan_time(scan, at);
	case FORM_BOOL:
		return scan_bool(scan, at);
	case FORM_INDEX:
	case FORM_INDEX_OPTIONAL:
	case FORM_NEW_FRONT:
		return scan_index(scan, member->list, pn_rules_of(names), at);
	case FORM_CORNER:
		return scan_corner(scan, at);
	case FORM_REFUSAL:
		return scan_refusal(scan, at);
	case FORM_SIDE:
		return scan_side(scan, at);
	case FORM_SIDE_OPTIONAL:
		return scan_index(scan, member->list, NULL, at);
	case FORM_UNIT:
	case FORM_UNIT_OPTIONAL:
		return scan_unit(scan, names, at);
	case FORM_POSE:
		return scan_pose(scan, at);
	case FORM_PATH:
		return scan_path(scan, names, at, placed);
	case FORM_FIGURES:
		return scan_figures(scan, placed);
	case FORM_TERMS:
		return scan_terms(scan, at);
	case FORM_OUTCOME:
		return scan_outcome(scan, names, at);
	case FORM_ORDER:
		return scan_order(scan, names, NULL, at);
	case FORM_ORDERS:
		return scan_orders(scan, names, at);
	case FORM_SLOT:
		return scan_slot(scan, names, at);
	case FORM_HASH:
		return scan_hex(scan, at, PN_HASH_BYTES);
	case FORM_NAMED_MARK:
		return scan_mark(scan, at);
	default:
		return scan_number(scan, at, member->form);
	}
}

bool members_scan(struct scan *scan, const struct pn_game *names, struct pn_placed *placed,
		  const struct layout *layout, void *base)
{
	for (uint8_t i = 0; i < layout->count && !scan->failed; i++) {
		const struct member *member = &layout->member[i];

		if (scan_key(scan, member->name))
			member_scan(scan, names, placed, member, (char *)base + member->at);
	}
	return !scan->failed;
}

/* ---- from outside ---- */

/* How far a pass goes. This window alone is said by saying nothing. */
static bool is_until(uint8_t until)
{
	return until != PN_UNTIL_ASKED;
}

static bool is_flank(uint8_t facing)
{
	return facing == PN_FACING_LEFT || facing == PN_FACING_RIGHT;
}

static bool is_new_front(uint8_t facing)
{
	return facing != PN_FACING_FRONT;
}

/* A name of the member's list, but not each of them will do. */
static bool get_some(struct json_in *in, const json_t *object, const struct member *member,
		     bool (*will_do)(uint8_t index), const char *detail, uint8_t *out)
{
	if (!json_in_get_index(in, object, member->name, member->list, NULL, out))
		return false;
	if (will_do(*out))
		return true;
	json_in_enter(in, member->name);
	return json_in_fail(in, "%s", detail);
}

static bool get_corner(struct json_in *in, const json_t *object, const struct member *member,
		       bool *left)
{
	uint8_t about = 0;
	bool good = get_some(in, object, member, is_flank,
			     "A wheel is about the left or the right corner.", &about);

	*left = about == PN_FACING_LEFT;
	return good;
}

static bool get_number(struct json_in *in, const json_t *object, const struct member *member,
		       void *at)
{
	const struct bounds *bounds = &from_outside[member->form];
	int64_t number = 0;
	bool good =
		json_in_get_integer(in, object, member->name, bounds->min, bounds->max, &number);

	keep_number(member->form, number, at);
	return good;
}

bool json_in_get_units(struct json_in *in, const json_t *object, const char *key,
		       const struct pn_game *names, uint8_t max, pn_unit_id *unit, uint8_t *count)
{
	const json_t *list = json_in_member(in, object, key);
	size_t outside = json_in_enter(in, key);

	if (!json_in_list(in, list, max))
		return false;
	for (size_t i = 0; i < json_array_size(list); i++) {
		size_t item = json_in_enter_item(in, i);
		if (!json_in_unit(in, json_array_get(list, i), names, &unit[i]))
			return false;
		json_in_leave(in, item);
	}
	*count = (uint8_t)json_array_size(list);
	json_in_leave(in, outside);
	return true;
}

bool member_get(struct json_in *in, const json_t *object, const struct pn_game *names,
		struct pn_placed *placed, const struct member *member, void *at)
{
	const char *key = member->name;
	struct pn_unit_list *units = at;

	switch ((int)member->form) {
	case FORM_NUMBER:
	case FORM_COUNT:
	case FORM_HALF_TURN:
	case FORM_DISTANCE:
	case FORM_FILES:
		return get_number(in, object, member, at);
	case FORM_INDEX:
		return json_in_get_index(in, object, key, member->list, pn_rules_of(names), at);
	case FORM_FLANK:
		return get_some(in, object, member, is_flank,
				"A flank is the left or the right one.", at);
	case FORM_NEW_FRONT:
		return get_some(in, object, member, is_new_front,
				"One faces to the left, the right or the rear.", at);
	case FORM_CORNER:
		return get_corner(in, object, member, at);
	case FORM_UNTIL:
		return get_some(in, object, member, is_until,
				"Who passes this window alone leaves it out.", at);
	case FORM_UNIT_OPTIONAL:
		return json_in_get_unit(in, object, key, names, at);
	case FORM_UNITS:
		return json_in_get_units(in, object, key, names, PN_SIDE_UNITS_MAX, units->of,
					 &units->count);
	case FORM_POSE:
		return json_in_get_pose(in, object, key, at);
	case FORM_PATH_OPTIONAL:
		return json_in_get_path(in, object, names, at, placed);
	case FORM_FIGURES:
		return json_in_get_figures(in, object, placed);
	case FORM_MOMENT:
		return json_in_get_moment(in, object, false, at);
	case FORM_TERMS:
		return json_in_get_terms(in, object, at);
	case FORM_OUTCOME:
		return json_in_get_outcome(in, object, names, at);
	default:
		pn_assert_failed("a form that no command has", __FILE__, __LINE__);
	}
}

bool members_get(struct json_in *in, const json_t *value, const struct pn_game *names,
		 struct pn_placed *placed, const struct layout *layout, const char *lead,
		 void *base)
{
	const struct member *end = layout->member + layout->count;
	const char *choices[MEMBERS_MAX] = {lead};
	size_t count = 1;

	for (const struct member *member = layout->member; member < end; member++)
		if (strcmp(member->name, lead) != 0)
			choices[count++] = member->name;
	if (!json_in_object(in, value, choices, count))
		return false;
	for (const struct member *member = layout->member; member < end; member++)
		if (strcmp(member->name, lead) != 0)
			member_get(in, value, names, placed, member, (char *)base + member->at);
	return !in->failed;
}
