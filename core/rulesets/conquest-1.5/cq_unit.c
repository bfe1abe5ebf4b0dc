/* What a regiment is and may. */

#include "common.h"
#include "convex_parts.h"
#include "cq.h"

/* Decides CQ-42. */
pn_len cq_march(const struct pn_unit *unit)
{
	pn_len character = pn_stat(unit, CQ_CHARACTER_MARCH);

	return character > 0 && character < pn_stat(unit, CQ_MARCH) ? character
								    : pn_stat(unit, CQ_MARCH);
}

pn_vec cq_centre(const struct pn_unit *unit)
{
	return pn_subtract(unit->pose.at,
			   pn_along(unit->pose.facing, pn_depth(pn_unit_formation(unit)) / 2));
}

pn_vec cq_nearest_of(const struct pn_shape *shape, pn_vec point)
{
	pn_vec best = shape->point[0];

	for (uint8_t i = 0; i < shape->count; i++) {
		pn_vec at = pn_nearest_on_segment(point, shape->point[i],
						  shape->point[(i + 1) % shape->count]);

		if (pn_distance_squared(point, at) < pn_distance_squared(point, best))
			best = at;
	}
	return best;
}

uint8_t cq_size(const struct pn_unit *unit)
{
	static const uint8_t size[CQ_CLASSES] = {
		[CQ_INFANTRY] = 1, [CQ_CAVALRY] = 2, [CQ_BRUTES] = 2, [CQ_MONSTER] = 3};

	return (uint8_t)(size[unit->class] + (pn_trait(unit, CQ_FLY) ? 1 : 0));
}

pn_unit_id cq_acting(const struct pn_game *view)
{
	for (uint8_t i = view->pending_count; i-- > 0;)
		if (view->pending[i].decision == CQ_ACTIVATION)
			return view->pending[i].unit;
	return PN_NO_UNIT;
}

struct pn_verdict cq_check_action(const struct pn_game *view, pn_side side, pn_unit_id unit)
{
	struct pn_verdict verdict = pn_check_own(view, side, unit);

	if (verdict.code != PN_LAWFUL)
		return verdict;
	if (unit != cq_acting(view))
		return pn_refuse(PN_REFUSE_NOT_YOUR_UNIT, PN_CLAUSE("CQ-93"));
	return cq_actions_left(view) == 0 ? pn_refuse(PN_REFUSE_NOTHING_LEFT, PN_CLAUSE("CQ-92"))
					  : pn_lawful();
}

/* CQ-03. A regiment of the reserve has come on in an earlier turn, not before it was due, or is
 * still to come. */
static bool has_arrived_well(const struct pn_muster *muster, const struct pn_muster_unit *unit)
{
	const uint8_t arrived = unit->tally[CQ_ARRIVED];

	if (arrived == 0)
		return unit->whereabouts != PN_HAS_COME_ON;
	return unit->stats[CQ_ARRIVES] > 0 && arrived >= unit->stats[CQ_ARRIVES] &&
	       arrived < muster->first_turn;
}

struct pn_muster_fault cq_check_muster(const struct pn_muster *muster, uint8_t index)
{
	const struct pn_muster_unit *unit = &muster->unit[index];

	if (!has_arrived_well(muster, unit))
		return pn_tally_fault(PN_MUSTER_NOT_LASTING, muster, index, "arrived",
				      PN_CLAUSE("CQ-03"));
	/* CQ-100. A regiment with Bloodlust must have a Resolve. */
	return unit->traits >> CQ_BLOODLUST & 1 && unit->stats[CQ_RESOLVE] == 0
		       ? pn_unit_fault(PN_MUSTER_MISSING, index, "stats/resolve",
				       PN_CLAUSE("CQ-100"))
		       : pn_no_fault();
}

/* Decides CQ-92. */
uint8_t cq_actions_left(const struct pn_game *view)
{
	const pn_unit_id id = cq_acting(view);
	const struct pn_unit *unit = &view->unit[id];

	pn_assert(id != PN_NO_UNIT);
	if (pn_flag(unit, CQ_FORFEITED) || pn_flag(unit, CQ_ACTED_TWICE))
		return 0;
	return pn_flag(unit, CQ_ACTED) ? CQ_ACTIONS - 1 : CQ_ACTIONS;
}

/* Decides CQ-99. A fluid formation has one reform more, before its first action or after its
 * last. */
bool cq_has_extra_reform(const struct pn_game *view, pn_unit_id id)
{
	const struct pn_unit *unit = &view->unit[id];

	return pn_trait(unit, CQ_FLUID_FORMATION) && unit->on_board &&
	       !pn_flag(unit, CQ_REFORMED_MORE) && !pn_flag(unit, CQ_FORFEITED) &&
	       (!pn_flag(unit, CQ_ACTED) || pn_flag(unit, CQ_ACTED_TWICE));
}

bool cq_arrives(const struct pn_game *view, pn_unit_id id)
{
	const struct pn_unit *unit = &view->unit[id];

	return !unit->on_board && pn_stat(unit, CQ_ARRIVES) > 0 &&
	       pn_stat(unit, CQ_ARRIVES) <= view->turn && unit->tally[CQ_ARRIVED] == 0;
}

bool cq_has_card(const struct pn_game *view, pn_side side, pn_unit_id id)
{
	return view->unit[id].side == side && (view->unit[id].on_board || cq_arrives(view, id));
}
