/* Charges that come to nothing because their unit is charged (AW-42, AW-62, AW-67), and who
 * is in the way of a charge that does not come to its target (AW-22). */

#include "aw.h"

/* ---- charges that are cancelled ---- */

enum { IF_ORDERED, OF_ANY_KIND, NEVER };

/* AW-62. Infantry in the open, charged by mounted units that are no skirmishers. A unit that must
 * charge by AW-08 or AW-11 still does, unless the switch says otherwise. */
static bool is_ridden_at(const struct pn_game *game, pn_unit_id id)
{
	const uint8_t when = game->switches[AW_SWITCH_RIDDEN_AT];
	const struct pn_shape shape = pn_unit_footprint(&game->unit[id]);

	if (when == NEVER || (when == IF_ORDERED && aw_is_bent_on_its_charge(&game->unit[id])))
		return false;
	if (aw_is_mounted(&game->unit[id]) || aw_on_ground(game, &shape, AW_COVER))
		return false;
	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (aw_charges(&game->unit[i]) && game->unit[i].order.target == id &&
		    aw_is_mounted(&game->unit[i]) && !aw_is_skirmisher(&game->unit[i]))
			return true;
	return false;
}

/* Decides AW-67. Skirmish infantry charged by others retreats instead (AW-42). */
static bool is_driven_off(const struct pn_game *game, pn_unit_id id, pn_clause *clause)
{
	bool driven = false;

	if (game->unit[id].class != AW_SKIRMISH_INFANTRY)
		return false;
	*clause = PN_CLAUSE("AW-42");
	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		pn_clause unused;

		if (!aw_charges(&game->unit[i]) || game->unit[i].order.target != id ||
		    aw_retreat_duty(game, id, i, true, &unused) != AW_MUST_RETREAT)
			continue;
		driven = true;
		if (game->unit[i].class == AW_SKIRMISH_CAVALRY)
			*clause = PN_CLAUSE("AW-67");
	}
	return driven;
}

/* Decides AW-62. */
void aw_cancel_charges(struct pn_step *step)
{
	const struct pn_game *game = step->game;
	pn_clause clause;

	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (aw_charges(&game->unit[i]) && is_ridden_at(game, i))
			aw_end_charge(step, i, PN_CHARGE_CANCELLED, PN_CLAUSE("AW-62"));
	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (aw_charges(&game->unit[i]) && is_driven_off(game, i, &clause))
			aw_end_charge(step, i, PN_CHARGE_CANCELLED, clause);
}

/* ---- who is in the way ---- */

/* It would go on as aw_fall_short() has it, with the most that it can roll. */
pn_unit_id aw_next_in_line(const struct pn_game *view, pn_unit_id id)
{
	const struct pn_unit *unit = &view->unit[id];
	const pn_len reach = pn_stat(unit, AW_CHARGE) + 6 * PN_INCH;
	struct pn_obstacles hard;
	struct pn_shape shape;
	struct aw_way way;
	int met;

	if (!aw_charges(unit) || aw_find_way(view, id, unit->order.target, reach, &way))
		return PN_NO_UNIT;
	aw_aim(view, id, unit->order.target, reach, &way);
	shape = aw_footprint_at(unit, way.wheeled);
	aw_gather(&hard, view, id, AW_HARD, PN_NO_UNIT);
	aw_straight(&hard, &shape, way.wheeled.facing, reach - way.cost, &met);
	return met < 0 ? PN_NO_UNIT : hard.unit[met];
}
