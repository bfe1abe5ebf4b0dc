/* What a unit must do, and may do, with its move: charge whom it hates or must close with,
 * rally, and nothing else. */

#include "b2_field.h"
#include "b2_formation.h"
#include "b2_withdraw.h"
#include "common.h"

bool b2_hates(const struct pn_game *game, pn_unit_id id, pn_unit_id foe)
{
	return pn_trait(&game->unit[id], B2_HATES) && pn_trait(&game->unit[foe], B2_HATED);
}

bool b2_could_compel(const struct pn_game *view, pn_unit_id id, pn_unit_id enemy)
{
	return view->unit[enemy].side != view->unit[id].side && view->unit[enemy].on_board &&
	       (pn_trait(&view->unit[id], B2_CHAOTIC) || b2_hates(view, id, enemy));
}

bool b2_compels(const struct pn_game *view, pn_unit_id id, pn_unit_id enemy)
{
	return b2_could_compel(view, id, enemy) && b2_is_in_range(view, id, enemy);
}

bool b2_must_rally(const struct pn_game *view, pn_unit_id id)
{
	const struct pn_unit *unit = &view->unit[id];

	return unit->on_board && unit->state == B2_ROUTED && !pn_flag(unit, B2_MOVED) &&
	       !pn_engaged(view, id);
}

bool b2_must_close_with(const struct pn_game *view, pn_unit_id id, pn_unit_id enemy)
{
	return pn_flag(&view->unit[id], B2_CLOSES) && view->unit[enemy].on_board &&
	       view->unit[enemy].side != view->unit[id].side &&
	       pn_flag(&view->unit[enemy], B2_CLOSED_ON);
}

/* Free to do anything of its own will this turn. */
static bool is_free(const struct pn_game *view, pn_unit_id id)
{
	const struct pn_unit *unit = &view->unit[id];

	return unit->on_board && !pn_flag(unit, B2_MOVED) && !pn_flag(unit, B2_STRUCK) &&
	       !pn_engaged(view, id);
}

bool b2_is_driven(const struct pn_unit *unit)
{
	return pn_flag(unit, B2_COMPELLED) || pn_flag(unit, B2_CLOSES);
}

/* Decides B2-102. */
bool b2_is_driven_at(const struct pn_game *view, pn_unit_id id, pn_unit_id enemy)
{
	if (pn_flag(&view->unit[id], B2_CLOSES))
		return b2_must_close_with(view, id, enemy);
	return pn_flag(&view->unit[id], B2_COMPELLED) && b2_compels(view, id, enemy);
}

/* B2-102, B2-105. Is there still an enemy whom a driven unit can charge? */
static bool has_prey(const struct pn_game *view, pn_unit_id id)
{
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (b2_is_driven_at(view, id, i))
			return true;
	return false;
}

bool b2_has_duty(const struct pn_game *view, pn_unit_id id)
{
	const struct pn_unit *unit = &view->unit[id];

	if (unit->state != B2_GOOD || pn_flag(unit, B2_CHECK_FAILED) || !is_free(view, id) ||
	    b2_stands_fast(unit) ||
	    (unit->form == B2_SKIRMISH &&
	     view->switches[B2_SWITCH_SKIRMISHERS_CHARGE] == B2_SKIRMISHERS_MAY_NOT))
		return false;
	/* A driven unit charges only those that it must charge: when all of them are gone, it does
	 * not even charge the target that it had declared. */
	return b2_is_driven(unit) ? has_prey(view, id) : unit->order.verb == PN_VERB_CHARGE;
}

bool b2_any_duty(const struct pn_game *view, pn_side side)
{
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (view->unit[i].side == side && b2_has_duty(view, i))
			return true;
	return false;
}

bool b2_can_act(const struct pn_game *view, pn_unit_id id)
{
	const struct pn_unit *unit = &view->unit[id];

	if (b2_must_rally(view, id) || b2_can_withdraw(view, id))
		return true;
	if (!is_free(view, id))
		return false;
	return !pn_flag(unit, B2_CHECK_FAILED) ||
	       view->switches[B2_SWITCH_FAILED_CHECK] == B2_FAILED_MOVES;
}

/* Decides B2-13 and B2-122. */
struct pn_verdict b2_check_charger(const struct pn_game *view, pn_side side, pn_unit_id id)
{
	struct pn_verdict verdict = pn_check_own(view, side, id);
	const struct pn_unit *unit;

	if (verdict.code != PN_LAWFUL)
		return verdict;
	unit = &view->unit[id];
	if (unit->state != B2_GOOD)
		return pn_refuse(PN_REFUSE_NOT_IN_GOOD_ORDER, PN_CLAUSE("B2-13"));
	if (b2_stands_fast(unit))
		return pn_refuse(PN_REFUSE_WRONG_FORMATION, PN_CLAUSE("B2-116"));
	if (unit->form == B2_SKIRMISH &&
	    view->switches[B2_SWITCH_SKIRMISHERS_CHARGE] == B2_SKIRMISHERS_MAY_NOT)
		return pn_refuse(PN_REFUSE_WRONG_FORMATION, PN_CLAUSE("B2-122"));
	if (pn_flag(unit, B2_STRUCK))
		return pn_refuse(PN_REFUSE_STRUCK, PN_CLAUSE("B2-43"));
	if (pn_engaged(view, id))
		return pn_refuse(PN_REFUSE_ENGAGED, PN_CLAUSE("PN-09"));
	return pn_lawful();
}

/* Decides B2-03. */
struct pn_verdict b2_check_target_on(const struct b2_field *field, pn_unit_id id, pn_unit_id target)
{
	const struct pn_game *view = field->view;
	const struct pn_verdict verdict =
		pn_check_enemy(view, view->unit[id].side, target, PN_CLAUSE("B2-03"));

	if (verdict.code != PN_LAWFUL)
		return verdict;
	if (!b2_sees_on(field, id, target))
		return pn_refuse(PN_REFUSE_NOT_VISIBLE, PN_CLAUSE("B2-15"));
	return pn_lawful();
}

struct pn_verdict b2_check_target(const struct pn_game *view, pn_unit_id id, pn_unit_id target)
{
	struct b2_field field;

	b2_field_survey(&field, view);
	return b2_check_target_on(&field, id, target);
}

pn_clause b2_driven_clause(const struct pn_unit *unit)
{
	return pn_flag(unit, B2_CLOSES) ? PN_CLAUSE("B2-105") : PN_CLAUSE("B2-102");
}
