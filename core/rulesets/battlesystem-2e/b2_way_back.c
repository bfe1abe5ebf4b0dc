/* May a unit withdraw from its melee, and where would it stand (B2-130)? */

#include "b2_formation.h"
#include "b2_withdraw.h"
#include "common.h"

bool b2_find_way_back(const struct pn_game *view, pn_unit_id id, pn_len length, struct b2_way *way)
{
	const struct pn_unit *unit = &view->unit[id];
	struct pn_stand stand = pn_stand_of(unit);
	struct pn_body end;

	*way = b2_straight(view, id, unit->pose, (pn_angle)(unit->pose.facing + PN_TURN_HALF),
			   length, B2_IGNORE_NOBODY);
	if (way->met != PN_NO_UNIT || way->blocked)
		return false;
	stand.pose = way->end;
	b2_body_of(&end, view, &stand);
	return !pn_touches_enemy(view, id, &end);
}

struct pn_verdict b2_check_free_to(const struct pn_game *view, pn_unit_id id)
{
	const struct pn_unit *unit = &view->unit[id];

	if (!pn_engaged(view, id))
		return pn_refuse(PN_REFUSE_NOT_IN_MELEE, PN_CLAUSE("B2-130"));
	if (b2_stands_fast(unit))
		return pn_refuse(PN_REFUSE_WRONG_FORMATION, PN_CLAUSE("B2-116"));
	if (unit->state == B2_ROUTED)
		return pn_refuse(PN_REFUSE_NOT_IN_GOOD_ORDER, PN_CLAUSE("B2-96"));
	if (pn_flag(unit, B2_STRUCK))
		return pn_refuse(PN_REFUSE_STRUCK, PN_CLAUSE("B2-43"));
	if (pn_flag(unit, B2_MOVED))
		return pn_refuse(PN_REFUSE_ALREADY_MOVED, PN_CLAUSE("B2-85"));
	return pn_lawful();
}

bool b2_can_withdraw(const struct pn_game *view, pn_unit_id id)
{
	struct b2_way way;

	return view->unit[id].on_board && b2_check_free_to(view, id).code == PN_LAWFUL &&
	       b2_find_way_back(view, id, B2_WITHDRAWAL, &way);
}
