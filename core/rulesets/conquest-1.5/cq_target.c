/* May a regiment charge, at whom, and which wish of its owner how it goes there can be followed? */

#include "cq.h"

/* Decides CQ-12. */
struct pn_verdict cq_check_wish(const struct pn_game *view, const struct pn_command *command)
{
	const struct pn_path *path = &command->path;
	const struct pn_leg *last = &path->leg[path->count - 1];
	const int advances = path->count - (last->kind == PN_LEG_WHEEL);
	pn_pose met;

	if (advances > 1 ||
	    (advances == 1 && (path->leg[0].kind != PN_LEG_ADVANCE ||
			       path->leg[0].heading != view->unit[command->unit].pose.facing)))
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("CQ-11"));
	if ((advances == 1 && view->switches[CQ_SWITCH_WHEEL_AT] == CQ_WHEEL_AT_START) ||
	    (advances < path->count && last->angle > PN_DEGREES_90))
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("CQ-12"));
	/* The way back out of a friend is that of the march, which is still announced. */
	return cq_stands_in(view, command->unit, &met) == PN_NO_UNIT
		       ? pn_lawful()
		       : pn_refuse(PN_REFUSE_OVERLAPS, PN_CLAUSE("CQ-26"));
}

/* Decides CQ-03, CQ-04 and CQ-40. */
struct pn_verdict cq_check_charge(const struct pn_game *view, pn_side side,
				  const struct pn_command *command)
{
	struct pn_verdict verdict = cq_check_action(view, side, command->unit);

	if (verdict.code != PN_LAWFUL)
		return verdict;
	if (pn_engaged(view, command->unit))
		return pn_refuse(PN_REFUSE_ENGAGED, PN_CLAUSE("CQ-40"));
	if (view->unit[command->unit].tally[CQ_ARRIVED] == view->turn)
		return pn_refuse(PN_REFUSE_NOT_NOW, PN_CLAUSE("CQ-03"));
	if (command->target >= view->unit_count || view->unit[command->target].side == side)
		return pn_refuse(PN_REFUSE_NOT_AN_ENEMY, PN_CLAUSE("CQ-04"));
	if (!view->unit[command->target].on_board)
		return pn_refuse(PN_REFUSE_OFF_TABLE, PN_CLAUSE("CQ-04"));
	if (!cq_sees(view, command->unit, command->target))
		return pn_refuse(PN_REFUSE_NOT_VISIBLE, PN_CLAUSE("CQ-05"));
	return command->path.given && command->path.count > 0 ? cq_check_wish(view, command)
							      : pn_lawful();
}
