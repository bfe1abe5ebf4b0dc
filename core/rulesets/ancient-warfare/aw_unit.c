/* What a unit is and may. */

#include "aw.h"
#include "common.h"

enum kind {
	MOUNTED = 1,
	SKIRMISHER = 2,
	LIGHT = 4, /* retreats as a matter of course: AW-38, AW-41 */
};

static const uint8_t kind_of[AW_CLASSES] = {
	[AW_SKIRMISH_INFANTRY] = SKIRMISHER | LIGHT,
	[AW_LIGHT_INFANTRY] = 0,
	[AW_HEAVY_INFANTRY] = 0,
	[AW_SKIRMISH_CAVALRY] = MOUNTED | SKIRMISHER | LIGHT,
	[AW_LIGHT_CAVALRY] = MOUNTED,
	[AW_HEAVY_CAVALRY] = MOUNTED,
	[AW_LIGHT_CHARIOTS] = MOUNTED | LIGHT,
	[AW_LIGHT_CAMELRY] = MOUNTED | LIGHT,
};

bool aw_is_mounted(const struct pn_unit *unit)
{
	return kind_of[unit->class] & MOUNTED;
}

bool aw_is_skirmisher(const struct pn_unit *unit)
{
	return kind_of[unit->class] & SKIRMISHER;
}

bool aw_is_light(const struct pn_unit *unit)
{
	return kind_of[unit->class] & LIGHT;
}

bool aw_is_formed(const struct pn_unit *unit)
{
	return !aw_is_skirmisher(unit);
}

bool aw_bristles(const struct pn_unit *unit)
{
	return !aw_is_mounted(unit) && (pn_trait(unit, AW_LONG_SPEAR) || pn_trait(unit, AW_PIKE) ||
					pn_trait(unit, AW_HALBERD));
}

bool aw_is_fanatic(const struct pn_unit *unit)
{
	return pn_trait(unit, AW_FANATIC) && unit->melee_turn == 0;
}

bool aw_is_steady(const struct pn_unit *unit)
{
	return unit->on_board && unit->state < AW_ROUTED;
}

bool aw_charges(const struct pn_unit *unit)
{
	return unit->on_board && unit->order.verb == AW_VERB_CHARGE &&
	       unit->order.target != PN_NO_UNIT;
}

bool aw_is_bent_on_its_charge(const struct pn_unit *unit)
{
	return aw_charges(unit) && (pn_flag(unit, AW_OF_ITSELF) || aw_goes_all_the_way(unit));
}

bool aw_stands_at(const struct pn_unit *unit, pn_pose pose)
{
	return unit->pose.at.x == pose.at.x && unit->pose.at.y == pose.at.y &&
	       unit->pose.facing == pose.facing;
}

bool aw_is_charged(const struct pn_game *view, pn_unit_id unit)
{
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (aw_charges(&view->unit[i]) && view->unit[i].order.target == unit)
			return true;
	return false;
}

bool aw_within(const struct pn_game *view, pn_unit_id a, pn_unit_id b, int64_t twice_length)
{
	const struct pn_shape from = pn_unit_footprint(&view->unit[a]);
	const struct pn_shape to = pn_unit_footprint(&view->unit[b]);

	return pn_fraction_compare(pn_shape_distance_squared(&from, &to),
				   (pn_fraction){(pn_wide)twice_length * twice_length, 4}) <= 0;
}

void aw_disorder(struct pn_step *step, pn_unit_id unit, pn_clause clause)
{
	const uint8_t state = step->game->unit[unit].state;

	if (state < AW_ROUTED)
		pn_set_state(step, unit, (uint8_t)(state + 1), clause);
}

/* Red looks north, so its left is the west; blue's is the east. */
void aw_by_flank(const struct pn_game *view, pn_unit_id order[PN_UNITS_MAX])
{
	const bool from_west = (view->facts[AW_FACT_WINNER] == PN_BLUE) !=
			       (view->facts[AW_FACT_FLANK] != AW_FROM_RIGHT);

	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		const pn_len x = view->unit[i].pose.at.x;
		pn_unit_id at = i;

		while (at > 0 && (from_west ? view->unit[order[at - 1]].pose.at.x > x
					    : view->unit[order[at - 1]].pose.at.x < x)) {
			order[at] = order[at - 1];
			at--;
		}
		order[at] = i;
	}
}

/* Decides AW-09. */
bool aw_goes_all_the_way(const struct pn_unit *unit)
{
	return aw_is_fanatic(unit) || pn_flag(unit, AW_FRENZIED);
}

bool aw_tried_to_lure(const struct pn_unit *unit, pn_unit_id enemy)
{
	return unit->tally[AW_TRIED_AT] == enemy + 1;
}

/* Decides AW-85. */
struct pn_verdict aw_check_mover(const struct pn_game *view, pn_side side, pn_unit_id id)
{
	struct pn_verdict verdict = pn_check_own(view, side, id);

	if (verdict.code != PN_LAWFUL)
		return verdict;
	if (!aw_is_steady(&view->unit[id]))
		return pn_refuse(PN_REFUSE_NOT_IN_GOOD_ORDER, PN_CLAUSE("AW-85"));
	if (pn_engaged(view, id))
		return pn_refuse(PN_REFUSE_ENGAGED, PN_CLAUSE("PN-09"));
	if (view->unit[id].order.verb != AW_VERB_ADVANCE &&
	    view->unit[id].order.verb != AW_VERB_DEPLOY)
		return pn_refuse(PN_REFUSE_NO_ORDER, PN_CLAUSE("AW-83"));
	if (pn_flag(&view->unit[id], AW_MOVED) || pn_flag(&view->unit[id], AW_CHARGED))
		return pn_refuse(PN_REFUSE_ALREADY_MOVED, PN_CLAUSE("AW-83"));
	return pn_lawful();
}
