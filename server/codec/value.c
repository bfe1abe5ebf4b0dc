/* Values that several formats share. Text inside them is made of our own names, so none
 * of it needs escapes. */

#include "codec/value.h"

#include <stdio.h>

/* ---- units and sides ---- */

void write_who(struct text *out, const struct pn_game *names, pn_who who)
{
	char name[PN_ID_BYTES] = "r0";
	if (who >= PN_UNITS_MAX ? who - PN_UNITS_MAX < PN_SIDES : who < names->unit_count)
		pn_who_write(name, names, who);
	write_name(out, name);
}

pn_unit_id find_unit(const struct pn_game *names, const char *name, size_t size)
{
	char copy[PN_ID_BYTES];
	if (size < 2 || size > 4 || (name[0] != 'r' && name[0] != 'b'))
		return PN_NO_UNIT;
	for (size_t i = 1; i < size; i++)
		if (name[i] < '0' || name[i] > '9')
			return PN_NO_UNIT;
	memcpy(copy, name, size);
	copy[size] = '\0';
	pn_unit_id unit = pn_unit_named(names, copy);
	return unit == PN_NO_UNIT ? CODEC_NO_SUCH_UNIT : unit;
}

static bool find_who(const struct pn_game *names, const char *name, size_t size, pn_who *out)
{
	int side = name_find(NAMES_SIDE, NULL, name, size);
	*out = side >= 0 ? PN_WHO_SIDE(side) : find_unit(names, name, size);
	return side >= 0 || *out < names->unit_count;
}

bool scan_who(struct scan *scan, const struct pn_game *names, pn_who *out)
{
	const char *name;
	size_t size;
	if (!scan_name(scan, &name, &size))
		return false;
	return find_who(names, name, size, out) ||
	       scan_fail(scan, "The name is of no unit or side of this game.");
}

bool scan_unit(struct scan *scan, const struct pn_game *names, pn_unit_id *out)
{
	return scan_who(scan, names, out) &&
	       (*out < PN_UNITS_MAX || scan_fail(scan, "A unit is wanted here."));
}

pn_side side_of_who(const struct pn_game *names, pn_who who)
{
	return who >= PN_UNITS_MAX ? (pn_side)(who - PN_UNITS_MAX) : names->unit[who].side;
}

void write_side(struct text *out, pn_side side)
{
	if (side == PN_NO_SIDE)
		text_add_string(out, "null");
	else
		write_name(out, name_at(NAMES_VIEWER, NULL, side));
}

bool scan_side(struct scan *scan, pn_side *out)
{
	if (scan_null(scan)) {
		*out = PN_NO_SIDE;
		return true;
	}
	return scan_index(scan, NAMES_VIEWER, NULL, out);
}

void write_units(struct text *out, const struct pn_game *names, const pn_unit_id *unit,
		 uint8_t count)
{
	write_byte(out, '[');
	for (uint8_t i = 0; i < count; i++) {
		write_item(out);
		write_who(out, names, unit[i]);
	}
	write_byte(out, ']');
}

bool scan_units(struct scan *scan, const struct pn_game *names, pn_unit_id *unit, uint8_t max,
		uint8_t *count)
{
	*count = 0;
	scan_byte(scan, '[');
	while (!scan->failed && !scan_sees(scan, ']')) {
		if (*count == max)
			return scan_fail(scan, "The list is too long.");
		if (scan_item(scan) && scan_unit(scan, names, &unit[*count]))
			++*count;
	}
	return scan_byte(scan, ']');
}

/* ---- bits ---- */

void write_bits(struct text *out, enum name_list list, const struct pn_rules *rules, uint32_t bits)
{
	write_byte(out, '[');
	for (unsigned i = 0; bits >> i; i++) {
		const char *name = name_at(list, rules, i);
		if (name && bits >> i & 1) {
			write_item(out);
			write_name(out, name);
		}
		if (i == 31)
			break;
	}
	write_byte(out, ']');
}

bool scan_bits(struct scan *scan, enum name_list list, const struct pn_rules *rules, uint32_t *out)
{
	uint32_t bits = 0;
	scan_byte(scan, '[');
	while (!scan->failed && !scan_sees(scan, ']')) {
		uint8_t index;
		if (!scan_item(scan) || !scan_index(scan, list, rules, &index))
			return false;
		if (bits >> index)
			return scan_fail(scan, "The names must stand in their order.");
		bits |= UINT32_C(1) << index;
	}
	*out = bits;
	return scan_byte(scan, ']');
}

/* ---- poses ---- */

void write_pose(struct text *out, pn_pose pose)
{
	write_byte(out, '{');
	write_key_integer(out, "facing", pose.facing);
	write_key_integer(out, "x", pose.at.x);
	write_key_integer(out, "y", pose.at.y);
	write_byte(out, '}');
}

bool scan_pose(struct scan *scan, pn_pose *out)
{
	int64_t facing = 0, x = 0, y = 0;

	scan_byte(scan, '{');
	scan_key_integer(scan, "facing", 0, UINT16_MAX, &facing);
	scan_key_integer(scan, "x", INT32_MIN, INT32_MAX, &x);
	scan_key_integer(scan, "y", INT32_MIN, INT32_MAX, &y);
	*out = (pn_pose){{(pn_len)x, (pn_len)y}, (pn_angle)facing};
	return scan_byte(scan, '}');
}

/* ---- facts ---- */

void write_fact(struct text *out, const struct pn_rules *rules, uint8_t fact, int32_t value)
{
	if (rules->facts.row[fact].kind == PN_FACT_SIDE && value >= 0 && value <= PN_NO_SIDE)
		write_side(out, (pn_side)value);
	else
		write_integer(out, value);
}

bool scan_fact(struct scan *scan, const struct pn_rules *rules, uint8_t fact, int32_t *out)
{
	int64_t number = 0;
	if (rules->facts.row[fact].kind == PN_FACT_SIDE) {
		pn_side side = PN_NO_SIDE;
		scan_side(scan, &side);
		number = side;
	} else {
		scan_integer(scan, INT32_MIN, INT32_MAX, &number);
	}
	*out = (int32_t)number;
	return !scan->failed;
}

/* ---- orders ---- */

void write_order(struct text *out, const struct pn_game *names, pn_unit_id unit,
		 const struct pn_order *order)
{
	write_byte(out, '{');
	if (order->number)
		write_key_integer(out, "number", order->number);
	if (order->target != PN_NO_UNIT) {
		write_key(out, "target");
		write_who(out, names, order->target);
	}
	if (unit != PN_NO_UNIT) {
		write_key(out, "unit");
		write_who(out, names, unit);
	}
	write_key_name(out, "verb", name_at(NAMES_VERB, pn_rules_of(names), order->verb));
	write_byte(out, '}');
}

bool scan_order(struct scan *scan, const struct pn_game *names, pn_unit_id *unit,
		struct pn_order *out)
{
	int64_t number = 0;

	*out = (struct pn_order){.target = PN_NO_UNIT};
	scan_byte(scan, '{');
	if (scan_has_key(scan, "number"))
		scan_integer(scan, 1, UINT8_MAX, &number);
	out->number = (uint8_t)number;
	if (scan_has_key(scan, "target"))
		scan_unit(scan, names, &out->target);
	if (unit) {
		scan_key(scan, "unit");
		scan_unit(scan, names, unit);
	}
	scan_key(scan, "verb");
	scan_index(scan, NAMES_VERB, pn_rules_of(names), &out->verb);
	return scan_byte(scan, '}');
}

/* ---- marks ---- */

void write_mark(struct text *out, struct pn_mark mark)
{
	write_byte(out, '"');
	if (mark.owner < PN_SIDES) {
		text_add_string(out, name_at(NAMES_SIDE, NULL, mark.owner));
		write_byte(out, '-');
	}
	write_integer(out, mark.number);
	write_byte(out, '"');
}

bool scan_mark(struct scan *scan, struct pn_mark *out)
{
	int64_t number = 0;

	scan_byte(scan, '"');
	out->owner = PN_PUBLIC;
	for (pn_side side = PN_RED; side < PN_SIDES; side++) {
		const char *name = name_at(NAMES_SIDE, NULL, side);
		size_t size = strlen(name);
		if ((size_t)(scan->end - scan->at) > size && !memcmp(scan->at, name, size)) {
			out->owner = side;
			scan->at += size;
			scan_byte(scan, '-');
			break;
		}
	}
	scan_integer(scan, 1, UINT16_MAX, &number);
	out->number = (uint16_t)number;
	return scan_byte(scan, '"');
}

/* ---- slots ---- */

void write_slot(struct text *out, const struct pn_game *names, struct pn_slot slot)
{
	char name[PN_LABEL_BYTES];
	pn_slot_write(name, names, slot);
	write_name(out, name);
}

/* Take the part of a label up to the next "/" or its end. */
static bool take_part(const char **at, const char *end, const char **part, size_t *size)
{
	if (*at > end)
		return false;
	*part = *at;
	while (*at < end && **at != '/')
		++*at;
	*size = (size_t)(*at - *part);
	++*at;
	return *size > 0;
}

/* Take a number of 1 to `max` from a label, or fail. */
static bool take_number(const char **at, const char *end, unsigned max, uint16_t *out)
{
	const char *part;
	size_t size;
	if (!take_part(at, end, &part, &size) || size > 5 || part[0] == '0')
		return false;
	unsigned value = 0;
	for (size_t i = 0; i < size; i++) {
		if (part[i] < '0' || part[i] > '9')
			return false;
		value = value * 10 + (unsigned)(part[i] - '0');
	}
	*out = (uint16_t)value;
	return value <= max;
}

static bool take_small_number(const char **at, const char *end, uint8_t *out)
{
	uint16_t number = 0;
	bool good = take_number(at, end, UINT8_MAX, &number);
	*out = (uint8_t)number;
	return good;
}

/* Take turn, phase and who: what a slot's and a die's name have in common. */
static bool take_place(const char **at, const char *end, const struct pn_game *names,
		       struct pn_slot *out)
{
	const char *part;
	size_t size;

	*out = (struct pn_slot){0};
	if (!take_small_number(at, end, &out->turn) || !take_part(at, end, &part, &size))
		return false;
	int phase = name_find(NAMES_PHASE, pn_rules_of(names), part, size);
	out->phase = (uint8_t)phase;
	return phase >= 0 && take_part(at, end, &part, &size) &&
	       find_who(names, part, size, &out->who);
}

bool scan_slot(struct scan *scan, const struct pn_game *names, struct pn_slot *out)
{
	const char *at;
	size_t size;
	if (!scan_name(scan, &at, &size))
		return false;
	const char *end = at + size;
	bool good = take_place(&at, end, names, out) &&
		    (at > end || (take_small_number(&at, end, &out->number) && at > end));
	return good || scan_fail(scan, "The name of a slot is wanted here.");
}

bool scan_label(struct scan *scan, const struct pn_game *names, struct pn_slot *place,
		uint8_t *what, uint16_t *n)
{
	const char *at, *part;
	size_t size;
	if (!scan_name(scan, &at, &size))
		return false;
	const char *end = at + size;
	bool good = take_place(&at, end, names, place) && take_part(&at, end, &part, &size);
	int roll = good ? name_find(NAMES_ROLL, pn_rules_of(names), part, size) : -1;
	if (good && size == strlen(PN_CUP_NAME) && memcmp(part, PN_CUP_NAME, size) == 0)
		roll = PN_ROLL_CUP;
	*what = (uint8_t)roll;
	good = roll >= 0 && take_number(&at, end, UINT16_MAX, n) && at > end;
	return good || scan_fail(scan, "The label of a die is wanted here.");
}
