/* What a unit is, who commands it, and what a muster must say of it. */

#include "b1.h"
#include "common.h"
#include "loose.h"

uint8_t b1_formation(const struct pn_unit *unit)
{
	return unit->form % B1_FORMATIONS;
}

bool b1_is_individual(const struct pn_unit *unit)
{
	return unit->class == B1_INDIVIDUAL;
}

bool b1_is_skirmish(const struct pn_unit *unit)
{
	return !b1_is_individual(unit) && b1_formation(unit) == B1_SKIRMISH;
}

bool b1_is_mob(const struct pn_unit *unit)
{
	return !b1_is_individual(unit) && b1_formation(unit) == B1_MOB;
}

bool b1_is_regular(const struct pn_unit *unit)
{
	return !b1_is_individual(unit) &&
	       (b1_formation(unit) == B1_CLOSED || b1_formation(unit) == B1_OPEN);
}

bool b1_goes_any_way(const struct pn_unit *unit)
{
	return b1_is_individual(unit) || b1_is_skirmish(unit);
}

/* Decides B1-57. */
bool b1_is_out_of_command(const struct pn_unit *unit)
{
	return b1_is_mob(unit) || (b1_is_regular(unit) && pn_flag(unit, B1_OUT_OF_COMMAND));
}

pn_len b1_movement(const struct pn_unit *unit)
{
	return pn_stat(unit, B1_MOVEMENT_RATE);
}

/* Decides B1-07. */
pn_len b1_charge_range(const struct pn_unit *unit)
{
	if (b1_is_individual(unit) || b1_is_skirmish(unit))
		return b1_movement(unit);
	return b1_movement(unit) * 3 / 2;
}

/* ---- whose, and where ---- */

pn_unit_id b1_commander_of(const struct pn_game *view, const struct pn_unit *unit)
{
	for (pn_unit_id i = 0; pn_stat(unit, B1_COMMANDER) > 0 && i < view->unit_count; i++)
		if (view->unit[i].side == unit->side &&
		    pn_place_of(view, i) + 1 == pn_stat(unit, B1_COMMANDER))
			return i;
	return PN_NO_UNIT;
}

/* Is every figure within the commander's radius? */
static bool reaches_all(const struct pn_game *view, pn_unit_id commander,
			const struct pn_unit *unit)
{
	const struct pn_shape post = pn_unit_footprint(&view->unit[commander]);

	for (uint16_t i = 0; i < unit->figures; i++) {
		struct pn_shape base = b1_base_of(view, unit, i);

		if (!pn_within(&base, &post, pn_stat(&view->unit[commander], B1_COMMAND_RADIUS)))
			return false;
	}
	return true;
}

/* Decides B1-55. */
bool b1_lacks_commander(const struct pn_game *view, pn_unit_id id)
{
	const struct pn_unit *unit = &view->unit[id];
	pn_unit_id commander;

	if (pn_stat(unit, B1_COMMANDER) == 0)
		return false;
	commander = b1_commander_of(view, unit);
	return commander == PN_NO_UNIT || !view->unit[commander].on_board ||
	       !reaches_all(view, commander, unit);
}

bool b1_is_led_by_any(const struct pn_game *view, pn_unit_id id)
{
	const struct pn_unit *unit = &view->unit[id];

	if (!b1_lacks_commander(view, id))
		return true;
	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		const struct pn_unit *other = &view->unit[i];

		if (other->on_board && other->side == unit->side && other->state == B1_GOOD &&
		    pn_stat(other, B1_COMMAND_RADIUS) > 0 && reaches_all(view, i, unit))
			return true;
	}
	return false;
}

/* ---- musters ---- */

static struct pn_muster_fault figures_fault(uint8_t index, int32_t min, int32_t max,
					    pn_clause clause)
{
	return pn_beyond(pn_unit_fault(PN_MUSTER_OUT_OF_RANGE, index, "figures", clause), min, max);
}

static bool is_regular_form(uint8_t form)
{
	return form == B1_CLOSED || form == B1_OPEN;
}

/* B1-55. Is there such an individual on its side, with a radius to command in? */
static bool has_commander(const struct pn_muster *muster, const struct pn_muster_unit *unit)
{
	int32_t number = 0;

	for (uint8_t i = 0; i < muster->unit_count; i++) {
		const struct pn_muster_unit *other = &muster->unit[i];

		if (other->side != unit->side || ++number != unit->stats[B1_COMMANDER])
			continue;
		return other->class == B1_INDIVIDUAL && other->stats[B1_COMMAND_RADIUS] > 0;
	}
	return false;
}

/* B1-20, B1-60. Only losses leave gaps: then each figure has its own place. */
static bool has_gaps_well(const struct pn_muster *muster, const struct pn_muster_unit *unit)
{
	return muster->first_turn > 0 && (unit->placed > 0 || unit->whereabouts == PN_IS_GONE);
}

/* Decides B1-61. */
static struct pn_muster_fault check_unit(const struct pn_muster *muster, uint8_t index)
{
	enum { REGULAR_LEAST = 4 };
	const struct pn_muster_unit *unit = &muster->unit[index];
	const uint16_t count = unit->at_start > 0 ? unit->at_start : unit->formation.figures;

	if (unit->form >= B1_HOLED && !has_gaps_well(muster, unit))
		return pn_unit_fault(PN_MUSTER_NOT_ALLOWED, index, "formation", PN_CLAUSE("B1-60"));
	if (unit->class == B1_INDIVIDUAL && count > 1)
		return figures_fault(index, 1, 1, PN_CLAUSE("B1-06"));
	if (unit->class == B1_INDIVIDUAL && unit->form != B1_CLOSED)
		return pn_unit_fault(PN_MUSTER_NOT_ALLOWED, index, "formation", PN_CLAUSE("B1-60"));
	if (unit->class != B1_INDIVIDUAL && is_regular_form(unit->form) &&
	    (count < REGULAR_LEAST || count > PN_LOOSE_MAX))
		return figures_fault(index, REGULAR_LEAST, PN_LOOSE_MAX, PN_CLAUSE("B1-61"));
	if (count > PN_LOOSE_MAX)
		return figures_fault(index, 1, PN_LOOSE_MAX, PN_CLAUSE("PN-07"));
	if (unit->class != B1_INDIVIDUAL && unit->stats[B1_COMMAND_RADIUS] > 0)
		return pn_unit_fault(PN_MUSTER_NOT_ALLOWED, index, "stats/command_radius",
				     PN_CLAUSE("B1-55"));
	if (unit->stats[B1_COMMANDER] > 0 &&
	    (unit->class == B1_INDIVIDUAL || !has_commander(muster, unit)))
		return pn_unit_fault(PN_MUSTER_NOT_ALLOWED, index, "stats/commander",
				     PN_CLAUSE("B1-55"));
	return pn_no_fault();
}

/* Any unit may come to have gaps where figures fell, so there must be a place for each. */
struct pn_muster_fault b1_check_muster(const struct pn_muster *muster, uint8_t index)
{
	struct pn_muster_fault fault = check_unit(muster, index);
	unsigned all = 0;

	if (fault.code != PN_MUSTER_NONE)
		return fault;
	for (uint8_t i = 0; i <= index; i++)
		all += muster->unit[i].formation.figures;
	return all > PN_FIGURE_POSES_MAX ? figures_fault(index, 1, PN_LOOSE_MAX, PN_CLAUSE("PN-07"))
					 : fault;
}
