/* What a slot of a seal holds: orders, or the places of units. */

#include "codec/value.h"

static void write_place(struct text *out, const struct pn_game *names, pn_unit_id unit, pn_pose to)
{
	write_byte(out, '{');
	write_key(out, "to");
	write_pose(out, to);
	write_key(out, "unit");
	write_who(out, names, unit);
	write_byte(out, '}');
}

void write_orders(struct text *out, const struct pn_game *names, const struct pn_orders *orders)
{
	write_byte(out, '[');
	for (uint8_t i = 0; i < orders->count; i++) {
		write_item(out);
		if (orders->places)
			write_place(out, names, orders->place[i].unit, orders->place[i].to);
		else
			write_order(out, names, orders->item[i].unit, &orders->item[i].order);
	}
	write_byte(out, ']');
}

/* One item, behind its comma. Whose it is goes to `unit`. */
static bool scan_one_order(struct scan *scan, const struct pn_game *names, struct pn_orders *out,
			   pn_unit_id *unit)
{
	uint8_t i = out->count;

	if (i == PN_SIDE_UNITS_MAX)
		return scan_fail(scan, "The list is too long.");
	if (!scan_order(scan, names, &out->item[i].unit, &out->item[i].order))
		return false;
	*unit = out->item[i].unit;
	return true;
}

static bool scan_place(struct scan *scan, const struct pn_game *names, struct pn_orders *out,
		       pn_unit_id *unit)
{
	uint8_t i = out->count;

	if (i == PN_PLACES_MAX)
		return scan_fail(scan, "The list is too long.");
	memset(&out->place[i], 0, sizeof(out->place[i]));
	scan_byte(scan, '{');
	scan_key(scan, "to");
	scan_pose(scan, &out->place[i].to);
	scan_key(scan, "unit");
	scan_unit(scan, names, &out->place[i].unit);
	*unit = out->place[i].unit;
	return scan_byte(scan, '}');
}

/* Does a list of places begin here? */
static bool sees_places(const struct scan *scan)
{
	static const char begin[] = "[{\"to\":";

	return (size_t)(scan->end - scan->at) >= sizeof(begin) &&
	       memcmp(scan->at, begin, sizeof(begin) - 1) == 0;
}

bool scan_orders(struct scan *scan, const struct pn_game *names, struct pn_orders *out)
{
	pn_unit_id unit = 0, before = 0;

	out->count = 0;
	out->places = sees_places(scan);
	scan_byte(scan, '[');
	while (!scan->failed && !scan_sees(scan, ']')) {
		if (!scan_item(scan) || !(out->places ? scan_place(scan, names, out, &unit)
						      : scan_one_order(scan, names, out, &unit)))
			return false;
		if (out->count && before >= unit)
			return scan_fail(scan, "The units must ascend.");
		before = unit;
		out->count++;
	}
	return scan_byte(scan, ']');
}
