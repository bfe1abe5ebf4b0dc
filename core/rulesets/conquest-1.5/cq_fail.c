/* Charges that fail: the march of the roll alone (CQ-35 to CQ-37). */

#include "cq.h"
#include "tell.h"
#include "wheel.h"

/* A free turn about the centre of the block to face the target's closest point, unless it
 * would then overlap something, or not keep its inch. */
static pn_pose turned_to(const struct pn_game *game, pn_unit_id id, pn_unit_id target)
{
	const struct pn_unit *unit = &game->unit[id];
	const struct pn_shape other = pn_unit_footprint(&game->unit[target]);
	const pn_vec centre = cq_centre(unit);
	struct pn_obstacles all;
	pn_pose turned;
	int32_t by;

	if (game->switches[CQ_SWITCH_FAILED_TURN] != CQ_TURN_FREE)
		return unit->pose;
	by = pn_turn_between(unit->pose.facing,
			     pn_bearing(pn_subtract(cq_nearest_of(&other, centre), centre)));
	turned = pn_pose_turned(unit->pose, centre, by);
	cq_gather(&all, game, id, CQ_ALL, PN_NO_UNIT);
	return cq_overlaps(&all, unit, turned) < 0 && cq_is_away(game, id, turned) ? turned
										   : unit->pose;
}

/* Decides CQ-36. How far the failed charge marches: an inch from enemies and barred ground,
 * on contact with friends who fight, and never off the board. */
static pn_len march_length(const struct pn_game *game, pn_unit_id id, pn_pose pose, pn_len roll)
{
	struct pn_obstacles walls;
	pn_len length = cq_keeping_away(game, id, pose, pose.facing, roll);

	cq_gather(&walls, game, id, CQ_ENGAGED_FRIENDS | CQ_EDGES, PN_NO_UNIT);
	return cq_straight(&walls, &game->unit[id], pose, pose.facing, length, NULL);
}

/* The friend in whom the march would end, and where they met: a friend whom the regiment
 * stood in before it charged was met on the way there. */
static pn_unit_id stuck_after(const struct pn_game *game, pn_unit_id id, pn_pose pose,
			      pn_len length, pn_pose *met)
{
	const struct pn_unit *unit = &game->unit[id];
	const pn_unit_id friend = cq_stuck_on(game, id, pose, length, met);
	struct pn_obstacles one;

	if (friend == PN_NO_UNIT)
		return PN_NO_UNIT;
	one.count = 1;
	one.shape[0] = pn_unit_footprint(&game->unit[friend]);
	return cq_overlaps(&one, unit, unit->pose) < 0 ? friend : cq_stands_in(game, id, met);
}

/* Decides CQ-35. */
static void march_on(struct pn_step *step, pn_unit_id id, pn_unit_id target, pn_len roll)
{
	const struct pn_game *game = step->game;
	pn_pose pose = turned_to(game, id, target);
	pn_len length = march_length(game, id, pose, roll);
	pn_pose met;
	const pn_unit_id friend = stuck_after(game, id, pose, length, &met);

	if (friend != PN_NO_UNIT)
		cq_mire(step, id, friend, met);
	else
		pn_tell_moved(step, id, PN_MANNER_FORCED, pn_pose_ahead(pose, length), length,
			      length < roll ? PN_CLAUSE("CQ-36") : PN_CLAUSE("CQ-35"));
}

/* Decides CQ-37. */
void cq_fail(struct pn_step *step, pn_unit_id id, pn_unit_id target, pn_len roll,
	     enum pn_charge_outcome outcome, pn_clause clause)
{
	pn_tell_charge_ended(step, id, target, outcome, clause);
	march_on(step, id, target, roll);
	pn_set_flag(step, id, CQ_FORFEITED, PN_CLAUSE("CQ-37"));
}
