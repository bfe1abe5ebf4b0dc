/* What a regiment is and may. */

#include "cq.h"
#include "geometry_parts.h"

bool cq_flag(const struct pn_unit *unit, enum cq_flag flag)
{
	return (unit->flags & 1u << flag) != 0;
}

bool cq_trait(const struct pn_unit *unit, enum cq_trait trait)
{
	return (unit->traits & 1u << trait) != 0;
}

void cq_clear_flag(struct pn_turn *turn, pn_unit_id unit, enum cq_flag flag, pn_clause clause)
{
	if (cq_flag(&turn->game->unit[unit], flag))
		pn_emit(turn, (struct pn_event){
				      .kind = PN_EVENT_FLAG_SET,
				      .clause = clause,
				      .flag_set = {unit, (uint8_t)flag, false},
			      });
}

pn_len cq_march(const struct pn_unit *unit)
{
	pn_len character = unit->stats[CQ_CHARACTER_MARCH];

	return character > 0 && character < unit->stats[CQ_MARCH] ? character
								  : unit->stats[CQ_MARCH];
}

uint8_t cq_size(const struct pn_unit *unit)
{
	static const uint8_t size[CQ_CLASSES] = {
		[CQ_INFANTRY] = 1, [CQ_CAVALRY] = 2, [CQ_BRUTES] = 2, [CQ_MONSTER] = 3};

	return (uint8_t)(size[unit->class] + (cq_trait(unit, CQ_FLY) ? 1 : 0));
}

/* -1, 0 or 1 as two shapes are nearer than `length`, just there, or farther. */
static int compare_distance(const struct pn_shape *a, const struct pn_shape *b, pn_len length)
{
	/* Boxes that far apart need no exact answer. */
	if (pn_boxes_far(pn_shape_box(a), pn_shape_box(b), length))
		return 1;
	return pn_fraction_compare(pn_shape_distance_squared(a, b),
				   (pn_fraction){(pn_wide)length * length, 1});
}

bool cq_within(const struct pn_shape *a, const struct pn_shape *b, pn_len length)
{
	return compare_distance(a, b, length) <= 0;
}

bool cq_nearer(const struct pn_shape *a, const struct pn_shape *b, pn_len length)
{
	return compare_distance(a, b, length) < 0;
}

struct pn_verdict cq_check_own(const struct pn_game *view, pn_side side, pn_unit_id unit)
{
	if (unit >= view->unit_count)
		return pn_refuse(PN_REFUSE_NO_SUCH_UNIT, PN_CLAUSE("PN-04"));
	if (view->unit[unit].side != side)
		return pn_refuse(PN_REFUSE_NOT_YOUR_UNIT, PN_CLAUSE("PN-04"));
	if (!view->unit[unit].on_table)
		return pn_refuse(PN_REFUSE_OFF_TABLE, PN_CLAUSE("PN-04"));
	return pn_lawful();
}

pn_unit_id cq_acting(const struct pn_game *view)
{
	for (uint8_t i = view->frame_count; i-- > 0;)
		if (view->frame[i].decision == CQ_ACTIVATION)
			return view->frame[i].unit;
	return PN_NO_UNIT;
}
