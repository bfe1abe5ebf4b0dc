/* Opportunity charges: windows in the other side's movement step.
 *
 * A window opens when a unit of the side that does not move could react, range left
 * aside unless both players chose to measure: whoever opened one only in range would
 * tell a distance the book forbids to take. It stays open while somebody may still
 * react and the mover has not been caught (B2-63, B2-65). */

#include "b2_run.h"

struct pn_verdict b2_check_reaction(const struct b2_field *field, pn_unit_id id, pn_unit_id mover)
{
	const struct pn_game *view = field->view;
	const struct pn_unit *unit = &view->unit[id];
	const struct pn_frame *below;
	struct pn_verdict verdict = b2_check_charger(view, unit->side, id);

	if (verdict.code != PN_LAWFUL)
		return verdict;
	if (b2_flag(unit, B2_CHECK_FAILED))
		return pn_refuse(PN_REFUSE_CHECK_FAILED, PN_CLAUSE("B2-69"));
	if (b2_flag(unit, B2_MOVED))
		return pn_refuse(PN_REFUSE_ALREADY_MOVED, PN_CLAUSE("B2-61"));
	if (unit->class == B2_FOOT && view->unit[mover].class == B2_CAVALRY)
		return pn_refuse(PN_REFUSE_FOOT_AGAINST_HORSE, PN_CLAUSE("B2-64"));
	/* B2-16: a declared charger may turn only on its target, or on who charges it. */
	below = view->frame_count > 1 ? &view->frame[view->frame_count - 2] : pn_top_frame(view);
	if (unit->order.verb == PN_VERB_CHARGE && unit->order.target != mover &&
	    !(below && below->decision == B2_CHARGE_MOVE && below->other == id))
		return pn_refuse(PN_REFUSE_MAY_NOT_REACT, PN_CLAUSE("B2-16"));
	return b2_check_target_on(field, id, mover);
}

static bool anybody_may_react(const struct pn_game *view, pn_unit_id mover)
{
	struct b2_field field;

	b2_field_survey(&field, view);
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (view->unit[i].side != view->unit[mover].side &&
		    b2_check_reaction(&field, i, mover).code == PN_LAWFUL &&
		    (!view->premeasure || b2_in_reach(b2_range_of(view, i, mover))))
			return true;
	return false;
}

void b2_open_window(struct pn_turn *turn, pn_unit_id mover, enum b2_stage stage)
{
	pn_side other = pn_opponent(turn->game->unit[mover].side);

	if (!turn->game->unit[mover].on_table || !anybody_may_react(turn->game, mover))
		return;
	pn_open(turn,
		(struct pn_frame){
			.decision = B2_OPPORTUNITY,
			.owes = (uint8_t)(1u << other),
			.unit = mover,
			.other = PN_NO_UNIT,
			.stage = (uint8_t)stage,
		},
		stage == B2_ANNOUNCED ? PN_CLAUSE("B2-62") : PN_CLAUSE("B2-63"));
}

void b2_end_window(struct pn_turn *turn, pn_side side)
{
	(void)side;
	pn_close(turn, (pn_clause){""});
}

/* B2-45. Who declared a charge against the very unit that is about to charge it must make
 * it now, if it may react at all. PN_NO_UNIT: nobody must. */
static pn_unit_id bound_to_react(const struct b2_field *field)
{
	const struct pn_game *view = field->view;
	const struct pn_frame *window = pn_top_frame(view);
	const struct pn_frame *below = window;
	const struct pn_order *order;

	if (view->frame_count > 1)
		below--;
	if (view->readings[B2_READ_DECLARED_MUST_REACT] != B2_MUST_REACT ||
	    below->decision != B2_CHARGE_MOVE || below->stage != B2_ANNOUNCED)
		return PN_NO_UNIT;
	order = &view->unit[below->other].order;
	if (order->verb != PN_VERB_CHARGE || order->target != window->unit ||
	    b2_check_reaction(field, below->other, window->unit).code != PN_LAWFUL)
		return PN_NO_UNIT;
	return below->other;
}

struct pn_verdict b2_check_end_window(const struct pn_game *view)
{
	struct b2_field field;

	b2_field_survey(&field, view);
	return bound_to_react(&field) == PN_NO_UNIT
		       ? pn_lawful()
		       : pn_refuse(PN_REFUSE_MUST_CHARGE, PN_CLAUSE("B2-45"));
}

struct pn_verdict b2_check_opportunity_charge(const struct pn_game *view, pn_side side,
					      const struct pn_command *command)
{
	const struct pn_frame *window = pn_top_frame(view);
	struct pn_verdict verdict;
	struct b2_field field;
	pn_unit_id bound;

	verdict = b2_check_own(view, side, command->unit);
	if (verdict.code != PN_LAWFUL)
		return verdict;
	if (command->target != window->unit)
		return pn_refuse(PN_REFUSE_MAY_NOT_REACT, PN_CLAUSE("B2-60"));
	b2_field_survey(&field, view);
	bound = bound_to_react(&field);
	if (bound != PN_NO_UNIT && bound != command->unit)
		return pn_refuse(PN_REFUSE_MUST_CHARGE, PN_CLAUSE("B2-45"));
	return b2_check_reaction(&field, command->unit, window->unit);
}

/* ---- meeting halfway ---- */

/* Is the mover charging this very unit, and has not gone yet? */
static bool is_charged_by(const struct pn_game *game, pn_unit_id id, pn_unit_id mover)
{
	const struct pn_frame *below = &game->frame[game->frame_count - 2];

	return below->decision == B2_CHARGE_MOVE && below->stage == B2_ANNOUNCED &&
	       below->unit == mover && below->other == id;
}

/* Of the gap, what the first charger covers: half, or what he can if that is less, or
 * what the reacting unit leaves if it cannot do its own half. */
static pn_len share_of(pn_len gap, pn_len charger_reach, pn_len reacting_reach)
{
	pn_len share = gap / 2;

	if (gap - share > reacting_reach)
		share = gap - reacting_reach;
	return share < charger_reach ? share : charger_reach;
}

/* B2-71, B2-72. The gap is taken as they stood when the reaction was declared. The
 * reacting unit is tested on the whole gap, the first charger on what it ran itself.
 * False: there is no straight way for both, or ground lies on it,
 * so they do not meet. */
static bool meet_halfway(struct pn_turn *turn, pn_unit_id charger, pn_unit_id reacting)
{
	const struct pn_game *game = turn->game;
	pn_len charger_reach = b2_charge_allowance(&game->unit[charger]);
	pn_len reacting_reach = b2_charge_allowance(&game->unit[reacting]);
	bool too_near = b2_range_of(game, reacting, charger) == B2_TOO_NEAR;
	struct b2_way whole;
	struct b2_way first;
	struct b2_way second;

	if (!b2_way_to(game, reacting, charger, charger_reach + reacting_reach, &second) ||
	    !b2_way_to(game, charger, reacting, charger_reach + reacting_reach, &whole) ||
	    !b2_is_open_way(game, reacting, &second) || !b2_is_open_way(game, charger, &whole))
		return false;
	first = b2_straight(game, charger, game->unit[charger].pose, whole.heading,
			    share_of(whole.length, charger_reach, reacting_reach),
			    B2_IGNORE_ENEMIES);
	b2_go(turn, charger, &first, PN_MANNER_CHARGE, false);
	pn_set_flag(turn, charger, B2_CHARGED, PN_CLAUSE("B2-22"));
	pn_set_flag(turn, reacting, B2_CHARGED, PN_CLAUSE("B2-22"));
	if (!b2_way_to(game, reacting, charger, reacting_reach, &second)) {
		b2_fall_short(turn, reacting, charger, PN_CLAUSE("B2-39"));
		b2_end_charge(turn, charger, reacting, PN_CHARGE_TOO_FAR, PN_CLAUSE("B2-71"));
		return true;
	}
	b2_end_charge(turn, charger, reacting, PN_CHARGE_CONTACT, PN_CLAUSE("B2-71"));
	b2_end_charge(turn, reacting, charger, PN_CHARGE_CONTACT, PN_CLAUSE("B2-71"));
	b2_go(turn, reacting, &second, PN_MANNER_OPPORTUNITY_CHARGE, !too_near);
	b2_strike(turn, charger, reacting, whole.facing,
		  first.length >= b2_minimum(&game->unit[charger]),
		  too_near ? PN_CLAUSE("B2-72") : PN_CLAUSE("B2-71"));
	return true;
}

/* ---- the command ---- */

/* The check is passed: meet the unit that charges this one, or charge the mover. */
static void react(struct pn_turn *turn, pn_unit_id id, pn_unit_id mover)
{
	if (is_charged_by(turn->game, id, mover) &&
	    b2_in_reach(b2_range_of(turn->game, id, mover)) && meet_halfway(turn, mover, id))
		return;
	b2_charge(turn, id, mover, PN_MANNER_OPPORTUNITY_CHARGE);
}

void b2_apply_opportunity_charge(struct pn_turn *turn, pn_side side,
				 const struct pn_command *command)
{
	enum { WITHOUT_DECLARATION = 2 };
	const struct pn_game *game = turn->game;
	pn_unit_id id = command->unit;
	pn_unit_id mover = command->target;
	bool declared = game->unit[id].order.verb == PN_VERB_CHARGE;

	(void)side;
	pn_emit(turn, (struct pn_event){
			      .kind = PN_EVENT_REACTION_DECLARED,
			      .clause = PN_CLAUSE("B2-60"),
			      .reaction_declared = {id, mover, B2_REACT_OPPORTUNITY_CHARGE},
		      });
	if (b2_check_initiation(turn, id, declared ? 0 : WITHOUT_DECLARATION,
				declared ? PN_CLAUSE("B2-68") : PN_CLAUSE("B2-67")))
		react(turn, id, mover);
	else
		b2_end_charge(turn, id, mover, PN_CHARGE_CHECK_FAILED, PN_CLAUSE("B2-69"));
	if (pn_engaged(game, mover) || !anybody_may_react(game, mover))
		pn_close(turn, pn_engaged(game, mover) ? PN_CLAUSE("B2-65") : (pn_clause){""});
}

/* ---- offers ---- */

static struct pn_command reaction_of(pn_unit_id unit, pn_unit_id mover)
{
	struct pn_command command = pn_command_of(PN_COMMAND_OPPORTUNITY_CHARGE);

	command.unit = unit;
	command.target = mover;
	return command;
}

void b2_offer_opportunity(const struct pn_game *view, pn_side side, struct pn_offers *out)
{
	pn_unit_id mover = pn_top_frame(view)->unit;
	struct b2_field field;
	pn_unit_id bound;

	b2_field_survey(&field, view);
	bound = bound_to_react(&field);
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (view->unit[i].side == side && (bound == PN_NO_UNIT || bound == i) &&
		    b2_check_reaction(&field, i, mover).code == PN_LAWFUL)
			pn_offer_add(out, PN_GROUP_REACT, "offer.opportunity_charge",
				     reaction_of(i, mover),
				     bound == i ? PN_CLAUSE("B2-45") : PN_CLAUSE("B2-60"));
	if (bound == PN_NO_UNIT)
		pn_offer_pass(out, PN_CLAUSE("B2-60"));
}

struct pn_command b2_default_opportunity(const struct pn_game *view, pn_side side)
{
	struct b2_field field;
	pn_unit_id bound;

	(void)side;
	b2_field_survey(&field, view);
	bound = bound_to_react(&field);
	return bound == PN_NO_UNIT ? pn_command_of(PN_COMMAND_PASS)
				   : reaction_of(bound, pn_top_frame(view)->unit);
}
