/* What a charge comes to: its allowance, the wheel before it, contact and its facing, its end.
 *
 * The allowance is the unit's charge move and a d6 of inches (AW-60), rolled when the charge
 * is worked. */

#include "aw.h"
#include "common.h"
#include "instant.h"

void aw_end_charge(struct pn_step *step, pn_unit_id id, enum pn_charge_outcome outcome,
		   pn_clause clause)
{
	pn_tell_charge_ended(step, id, step->game->unit[id].order.target, outcome, clause);
}

/* ---- distance ---- */

pn_len aw_allowance(const struct pn_game *game, pn_unit_id id)
{
	return pn_stat(&game->unit[id], AW_CHARGE) + game->unit[id].tally[AW_BONUS] * PN_INCH;
}

/* Decides AW-60. */
void aw_roll_bonus(struct pn_step *step, pn_unit_id id)
{
	uint8_t face;

	face = (uint8_t)pn_throw(step,
				 (struct pn_roll){
					 .who = id,
					 .what = AW_ROLL_CHARGE,
					 .clause = PN_CLAUSE("AW-60"),
				 },
				 NULL);
	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_TALLY_SET,
			      .clause = PN_CLAUSE("AW-60"),
			      .tally_set = {id, AW_BONUS, face},
		      });
}

/* Decides AW-01. */
void aw_begin_charge(struct pn_step *step, pn_unit_id id)
{
	if (step->game->unit[id].tally[AW_BONUS] > 0)
		return;
	pn_tell_charge_began(step, id, step->game->unit[id].order.target, 0, PN_CLAUSE("AW-01"));
	aw_roll_bonus(step, id);
}

/* ---- contact ---- */

bool aw_is_spoilt(const struct pn_game *game, pn_unit_id id, pn_unit_id with, pn_pose from,
		  pn_pose to)
{
	const struct pn_shape start = aw_footprint_at(&game->unit[id], from);
	const struct pn_shape other = pn_unit_footprint(&game->unit[with]);
	const pn_len length = pn_distance(from.at, to.at);

	if (aw_on_ground(game, &start, AW_COVER) ||
	    aw_crosses(game, &start, to.facing, length, AW_COVER))
		return true;
	return aw_on_ground(game, &other, 1u << AW_HILL) &&
	       !aw_on_ground(game, &start, 1u << AW_HILL);
}

/* Decides AW-65. Why the contact is as it is. */
static pn_clause why_touched(const struct pn_game *game, pn_unit_id id, pn_unit_id with,
			     uint8_t facing, bool benefits)
{
	const struct pn_unit *other = &game->unit[with];

	if (!benefits)
		return PN_CLAUSE("AW-65");
	if (aw_tried_to_lure(other, id))
		return PN_CLAUSE("AW-44");
	if (pn_flag(other, AW_RETREATED))
		return PN_CLAUSE("AW-32");
	return facing == PN_FACING_FRONT ? PN_CLAUSE("AW-03") : PN_CLAUSE("AW-70");
}

/* AW-70. On a flank or in the rear only with a complete stand behind the front before it moved. */
static uint8_t facing_that_counts(const struct pn_game *game, pn_unit_id id, pn_unit_id with,
				  pn_pose from, uint8_t facing)
{
	return facing == PN_FACING_FRONT || aw_is_behind_front(game, id, from, with)
		       ? facing
		       : PN_FACING_FRONT;
}

void aw_touch(struct pn_step *step, pn_unit_id id, pn_unit_id with, pn_pose from, uint8_t facing,
	      bool benefits, pn_clause clause)
{
	facing = facing_that_counts(step->game, id, with, from, facing);
	pn_tell_contact(step, (struct pn_contact){id, with, facing, benefits},
			clause.text[0] ? clause
				       : why_touched(step->game, id, with, facing, benefits));
}

/* Other units reached at the same instant, straight on from `wheeled`, are touched, too. */
void aw_touch_also(struct pn_step *step, pn_unit_id id, pn_unit_id with, pn_pose wheeled,
		   pn_pose from, bool charges, pn_clause clause)
{
	const struct pn_game *game = step->game;
	const struct pn_unit *unit = &game->unit[id];
	const pn_len length = pn_distance(wheeled.at, unit->pose.at);
	struct pn_body body = {.count = 1, .part[0] = aw_footprint_at(unit, wheeled)};
	struct pn_also_met also[PN_UNITS_MAX];
	const uint8_t count =
		pn_also_met(game,
			    &(struct pn_straight_way){id, with, &body,
						      pn_along(wheeled.facing, length + PN_INCH)},
			    also);

	for (uint8_t i = 0; i < count; i++)
		aw_touch(step, id, also[i].unit, from, aw_facing_ahead(game, id, also[i].unit),
			 charges && !aw_is_spoilt(game, id, also[i].unit, wheeled, unit->pose),
			 clause);
}

/* Decides AW-88. */
void aw_finish_charge(struct pn_step *step, pn_unit_id id, pn_pose from,
		      enum pn_charge_outcome outcome, pn_clause clause)
{
	pn_set_flag(step, id, AW_CHARGED, clause);
	if (!aw_stands_at(&step->game->unit[id], from))
		pn_set_flag(step, id, AW_MOVED, clause);
	aw_end_charge(step, id, outcome, clause);
	if (outcome != PN_CHARGE_CONTACT && step->game->switches[AW_SWITCH_MISSED_DISORDERS] == 1)
		aw_disorder(step, id, PN_CLAUSE("AW-88"));
}

/* The wheel before moving. */
void aw_wheel(struct pn_step *step, pn_unit_id id, pn_pose wheeled, pn_len cost, pn_clause clause)
{
	if (wheeled.facing != step->game->unit[id].pose.facing)
		pn_tell_moved(step, id, PN_MANNER_WHEEL, wheeled, cost, clause);
}
