/* The units that may declare a charge, and their possible targets (T9-32 to T9-35). */

#include "common.h"
#include "t9.h"

enum { FARTHEST_ROLL = 12 * PN_INCH };

/* Decides T9-35. */
struct pn_verdict t9_check_charger(const struct pn_game *view, pn_unit_id id)
{
	const struct pn_unit *unit = &view->unit[id];

	if (pn_trait(unit, T9_WAR_MACHINE))
		return pn_refuse(PN_REFUSE_CANNOT_CHARGE, PN_CLAUSE("T9-137"));
	if (unit->state == T9_FLEEING || pn_flag(unit, T9_SHAKEN))
		return pn_refuse(PN_REFUSE_NOT_IN_GOOD_ORDER, PN_CLAUSE("T9-35"));
	if (pn_engaged(view, id))
		return pn_refuse(PN_REFUSE_ENGAGED, PN_CLAUSE("T9-35"));
	if (pn_flag(unit, T9_DECLARED))
		return pn_refuse(PN_REFUSE_ALREADY_DECLARED, PN_CLAUSE("T9-35"));
	return pn_lawful();
}

struct t9_asked t9_asked_of_declaring(const struct pn_game *view, pn_unit_id id, pn_unit_id target)
{
	const struct pn_unit *enemy = &view->unit[target];

	return (struct t9_asked){
		.view = view,
		.unit = id,
		.target = target,
		.facing = enemy->state == T9_FLEEING ? T9_ANY_FACING
						     : t9_arc_of(enemy, view->unit[id].pose.at),
		.kinds = T9_ALL & ~T9_CHARGERS,
		.flies = pn_flag(&view->unit[id], T9_FLYING),
	};
}

bool t9_has_room(const struct t9_asked *asked)
{
	const pn_len reach = t9_charge_rate(&asked->view->unit[asked->unit]) + FARTHEST_ROLL;

	return t9_has_way(asked) || t9_may_go_straight(asked, reach);
}

/* Decides T9-33. */
struct pn_verdict t9_check_target(const struct pn_game *view, pn_unit_id id, pn_unit_id target)
{
	const pn_len reach = t9_charge_rate(&view->unit[id]) + FARTHEST_ROLL;
	const struct t9_asked asked = t9_asked_of_declaring(view, id, target);

	if (!t9_units_within(view, id, target, reach))
		return pn_refuse(PN_REFUSE_NOT_IN_RANGE, PN_CLAUSE("T9-33"));
	if (!t9_sees(view, id, target))
		return pn_refuse(PN_REFUSE_NOT_VISIBLE, PN_CLAUSE("T9-32"));
	if (t9_has_room(&asked))
		return pn_lawful();
	return pn_refuse(PN_REFUSE_BLOCKED,
			 t9_is_path_blocked(&asked) ? PN_CLAUSE("T9-85") : PN_CLAUSE("T9-33"));
}

bool t9_may_target(const struct pn_game *view, pn_unit_id id, pn_unit_id target)
{
	const pn_len reach = t9_charge_rate(&view->unit[id]) + FARTHEST_ROLL;
	struct t9_asked asked;

	if (!view->unit[target].on_board || view->unit[target].side == view->unit[id].side ||
	    !t9_units_within(view, id, target, reach) || !t9_sees(view, id, target))
		return false;
	asked = t9_asked_of_declaring(view, id, target);
	return t9_has_room(&asked);
}

bool t9_can_declare_so(const struct pn_game *view, pn_unit_id id)
{
	if (!view->unit[id].on_board || t9_check_charger(view, id).code != PN_LAWFUL)
		return false;
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (t9_may_target(view, id, i))
			return true;
	return false;
}

bool t9_could_change_to(const struct pn_game *view, pn_unit_id id, pn_unit_id except)
{
	struct pn_game then;

	if (!pn_trait(&view->unit[id], T9_FLY))
		return false;
	then = *view;
	then.unit[id].flags ^= 1u << T9_FLYING;
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (i != except && t9_may_target(&then, id, i))
			return true;
	return false;
}

bool t9_can_declare(const struct pn_game *view, pn_unit_id id)
{
	return t9_can_declare_so(view, id) ||
	       (view->unit[id].on_board && t9_check_charger(view, id).code == PN_LAWFUL &&
		t9_could_change_to(view, id, PN_NO_UNIT));
}
