/* What a unit is and may. */

#include "common.h"
#include "convex_parts.h"
#include "t9.h"

/* ---- the Unit Boundary ---- */

struct pn_formation t9_formation(const struct pn_unit *unit)
{
	struct pn_formation formation = pn_unit_formation(unit);
	const unsigned ranks = (formation.figures + formation.files - 1u) / formation.files;

	formation.figures = (uint16_t)(ranks * formation.files);
	return formation;
}

struct pn_shape t9_boundary_at(const struct pn_unit *unit, pn_pose pose)
{
	return pn_footprint(pose, t9_formation(unit));
}

struct pn_shape t9_boundary(const struct pn_unit *unit)
{
	return t9_boundary_at(unit, unit->pose);
}

pn_vec t9_centre(const struct pn_unit *unit)
{
	return pn_ahead(unit->pose, -pn_depth(t9_formation(unit)) / 2, 0);
}

/* ---- lengths ---- */

/* Decides T9-18. */
pn_len t9_advance(const struct pn_unit *unit)
{
	const pn_len second = pn_stat(unit, T9_SECOND_ADVANCE);

	return second > 0 && second < pn_stat(unit, T9_ADVANCE) && !pn_trait(unit, T9_FLY)
		       ? second
		       : pn_stat(unit, T9_ADVANCE);
}

pn_len t9_charge_rate(const struct pn_unit *unit)
{
	return pn_flag(unit, T9_FLYING) ? pn_stat(unit, T9_SECOND_ADVANCE) : t9_advance(unit);
}

/* Decides T9-82. */
bool t9_units_within(const struct pn_game *view, pn_unit_id a, pn_unit_id b, pn_len length)
{
	const struct pn_shape from = t9_boundary(&view->unit[a]);
	const struct pn_shape to = t9_boundary(&view->unit[b]);

	return pn_compare_distance(&from, &to, length) <= 0;
}

/* ---- whose ---- */

bool t9_charges(const struct pn_unit *unit, pn_unit_id target)
{
	return unit->on_board && unit->order.verb == T9_VERB_CHARGE && unit->order.target == target;
}

bool t9_declared_against(const struct pn_game *view, pn_unit_id id, pn_unit_id target)
{
	const struct pn_unit *unit = &view->unit[id];

	return t9_charges(unit, target) ||
	       (unit->on_board &&
		(unit->tally[T9_FORMER] == target + 1 || unit->tally[T9_LATTER] == target + 1 ||
		 view->unit[target].tally[T9_TOUCHED] == id + 1));
}

void t9_remember_target(struct pn_step *step, pn_unit_id id, pn_unit_id target)
{
	const uint8_t *tally = step->game->unit[id].tally;

	if (tally[T9_FORMER] != target + 1)
		pn_set_tally(step, id, tally[T9_FORMER] == 0 ? T9_FORMER : T9_LATTER,
			     (uint8_t)(target + 1), PN_CLAUSE("T9-25"));
}

uint8_t t9_charged_facing(const struct pn_unit *charger)
{
	for (uint8_t facing = PN_FACING_FRONT; facing < PN_FACING_REAR; facing++)
		if (pn_flag(charger, (T9_AT_FRONT + facing)))
			return facing;
	return PN_FACING_REAR;
}

/* ---- what is told ---- */

/* Decides T9-37. */
void t9_end_charge(struct pn_step *step, pn_unit_id id, enum pn_charge_outcome outcome,
		   pn_clause clause)
{
	const pn_unit_id target = step->game->unit[id].order.target;

	pn_tell_charge_ended(step, id, target, outcome, clause);
	if (outcome != PN_CHARGE_CONTACT)
		t9_remember_target(step, id, target);
	pn_clear_flag(step, id, T9_MAY_REDIRECT, PN_CLAUSE("T9-23"));
	if (outcome != PN_CHARGE_CONTACT)
		pn_clear_flag(step, id, T9_CHARGING, PN_CLAUSE("T9-37"));
}

void t9_touch(struct pn_step *step, pn_unit_id id, pn_unit_id with, uint8_t facing,
	      pn_clause clause)
{
	pn_tell_contact(step, (struct pn_contact){id, with, facing, true}, clause);
}
