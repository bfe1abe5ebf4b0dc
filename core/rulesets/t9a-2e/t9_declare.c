/* The first half of the Charge Phase: the Active Player declares one charge after the other;
 * each is answered before the next (T9-30). Frenzied units come first to mind (T9-140). */

#include "common.h"
#include "deploy.h"
#include "t9.h"

enum { FRENZIED_REACH = 7 * PN_INCH };

struct pn_verdict t9_check_declare_charge(const struct pn_game *view, pn_side side,
					  const struct pn_command *command)
{
	struct pn_verdict verdict = pn_check_own(view, side, command->unit);

	if (verdict.code == PN_LAWFUL)
		verdict = pn_check_enemy(view, side, command->target, PN_CLAUSE("T9-32"));
	if (verdict.code == PN_LAWFUL)
		verdict = t9_check_charger(view, command->unit);
	if (verdict.code == PN_LAWFUL)
		verdict = t9_check_target(view, command->unit, command->target);
	return verdict;
}

/* ---- the declaration ---- */

/* Decides T9-03. The facing (T9-02) is public, and stands until the charge is over. What counts is
 * the middle of the front, wherever the rest stands. */
static void fix_facing(struct pn_step *step, pn_unit_id id, pn_unit_id target)
{
	const struct pn_unit *unit = &step->game->unit[id];
	const struct pn_unit *enemy = &step->game->unit[target];
	const uint8_t facing = t9_arc_of(enemy, unit->pose.at);
	const pn_clause clause = t9_arc_of(enemy, t9_centre(unit)) == facing ? PN_CLAUSE("T9-02")
									     : PN_CLAUSE("T9-03");

	for (uint8_t other = PN_FACING_FRONT; other <= PN_FACING_REAR; other++)
		if (other != facing)
			pn_clear_flag(step, id, (uint8_t)(T9_AT_FRONT + other), PN_CLAUSE("T9-02"));
	pn_set_flag(step, id, (uint8_t)(T9_AT_FRONT + facing), clause);
}

void t9_declare(struct pn_step *step, pn_unit_id id, pn_unit_id target, pn_clause clause)
{
	pn_tell_charge_declared(step, id, target, clause);
	pn_set_flag(step, id, T9_DECLARED, PN_CLAUSE("T9-35"));
	pn_set_flag(step, id, T9_CHARGING, PN_CLAUSE("T9-37"));
	pn_clear_flag(step, id, T9_MUST_CHARGE, PN_CLAUSE("T9-140"));
	fix_facing(step, id, target);
	t9_ask_reaction(step, target, id);
}

/* Decides T9-36. Is another charging it already? */
static bool is_charged(const struct pn_game *view, pn_unit_id target)
{
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (t9_charges(&view->unit[i], target))
			return true;
	return false;
}

/* Decides T9-34. Has it room only because others who charge will have gone? */
static bool counts_on_others(const struct pn_game *view, pn_unit_id id, pn_unit_id target)
{
	struct t9_asked asked = t9_asked_of_declaring(view, id, target);

	asked.kinds = T9_ALL;
	return !t9_has_room(&asked);
}

static pn_clause clause_of_declaring(const struct pn_game *view, pn_unit_id id, pn_unit_id target)
{
	if (pn_flag(&view->unit[id], T9_FLYING))
		return PN_CLAUSE("T9-105");
	if (counts_on_others(view, id, target))
		return PN_CLAUSE("T9-34");
	return is_charged(view, target) ? PN_CLAUSE("T9-36") : PN_CLAUSE("T9-30");
}

void t9_apply_declare_charge(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	t9_declare(step, command->unit, command->target,
		   clause_of_declaring(step->game, command->unit, command->target));
	t9_settle(step);
}

/* ---- flying ---- */

/* Decides T9-105. Through the air or on the ground: said before the charge is declared, or when it
 * is redirected. */
struct pn_verdict t9_check_place_order(const struct pn_game *view, pn_side side,
				       const struct pn_command *command)
{
	struct pn_verdict verdict = pn_check_own(view, side, command->unit);
	const struct pn_unit *unit;

	if (verdict.code != PN_LAWFUL)
		return verdict;
	unit = &view->unit[command->unit];
	if (!pn_trait(unit, T9_FLY) || command->verb == T9_VERB_CHARGE)
		return pn_refuse(PN_REFUSE_CANNOT_CHARGE, PN_CLAUSE("T9-105"));
	if ((command->verb == T9_VERB_FLY) == pn_flag(unit, T9_FLYING))
		return pn_refuse(PN_REFUSE_ALREADY_DECLARED, PN_CLAUSE("T9-105"));
	if (pn_top_pending(view)->decision == T9_REDIRECT)
		return pn_flag(unit, T9_MAY_REDIRECT)
			       ? pn_lawful()
			       : pn_refuse(PN_REFUSE_NOT_DECLARED, PN_CLAUSE("T9-23"));
	return t9_check_charger(view, command->unit);
}

void t9_apply_place_order(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	if (command->verb == T9_VERB_FLY)
		pn_set_flag(step, command->unit, T9_FLYING, PN_CLAUSE("T9-105"));
	else
		pn_clear_flag(step, command->unit, T9_FLYING, PN_CLAUSE("T9-105"));
}

void t9_list_flight(const struct pn_game *view, pn_unit_id id, struct pn_actions *out)
{
	const struct pn_unit *unit = &view->unit[id];
	const bool flies = pn_flag(unit, T9_FLYING);
	struct pn_command command = pn_command_of(PN_COMMAND_PLACE_ORDER);

	command.unit = id;
	command.verb = flies ? T9_VERB_NONE : T9_VERB_FLY;
	if (t9_check_place_order(view, unit->side, &command).code == PN_LAWFUL)
		pn_action_add(out, PN_GROUP_DECLARE, flies ? "offer.walk" : "offer.fly", command,
			      PN_CLAUSE("T9-105"));
}

/* ---- frenzy ---- */

/* Decides T9-140. Is there an enemy whom it may charge, so near? */
static bool is_tempted(const struct pn_game *view, pn_unit_id id)
{
	const struct pn_unit *unit = &view->unit[id];

	if (!pn_trait(unit, T9_FRENZY) || t9_check_charger(view, id).code != PN_LAWFUL)
		return false;
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (t9_units_within(view, id, i, t9_charge_rate(unit) + FRENZIED_REACH) &&
		    t9_may_target(view, id, i))
			return true;
	return false;
}

static void test_frenzy(struct pn_step *step)
{
	const struct pn_game *game = step->game;

	pn_set_fact(step, T9_FACT_FRENZY_TESTED, 1);
	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (game->unit[i].on_board && game->unit[i].side == game->active &&
		    is_tempted(game, i) &&
		    !t9_test(step, i, T9_TEST_MAXIMISED, PN_CLAUSE("T9-140")))
			pn_set_flag(step, i, T9_MUST_CHARGE, PN_CLAUSE("T9-140"));
}

/* A unit that must still charge, and can, on the ground or in the air; or PN_NO_UNIT. */
static pn_unit_id next_compelled(const struct pn_game *view, pn_side side)
{
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (view->unit[i].side == side && pn_flag(&view->unit[i], T9_MUST_CHARGE) &&
		    t9_can_declare(view, i))
			return i;
	return PN_NO_UNIT;
}

/* ---- the step ---- */

static bool anybody_can_declare(const struct pn_game *view, pn_side side)
{
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (view->unit[i].side == side && t9_can_declare(view, i))
			return true;
	return false;
}

/* Decides T9-30. */
void t9_run_declaration(struct pn_step *step)
{
	const struct pn_game *game = step->game;

	if (game->active == PN_NO_SIDE) {
		const pn_side first = (pn_side)game->params[T9_PARAM_FIRST_PLAYER];

		pn_enter_phase(step, T9_DECLARATION, game->turn % 2 ? first : pn_opponent(first),
			       PN_CLAUSE("T9-30"));
		return;
	}
	if (!game->facts[T9_FACT_FRENZY_TESTED])
		test_frenzy(step);
	if (anybody_can_declare(game, game->active))
		pn_ask(step, game->active, T9_DECLARE, PN_CLAUSE("T9-30"));
	else
		pn_enter_phase(step, T9_CHARGES, game->active, PN_CLAUSE("T9-31"));
}

bool t9_declare_if_forced(struct pn_step *step, pn_side side)
{
	const struct pn_game *game = step->game;
	const pn_unit_id id = pn_find_only(game, side, t9_can_declare);
	struct pn_command command = pn_command_of(PN_COMMAND_DECLARE_CHARGE);
	uint8_t targets = 0;

	if (id == PN_NO_UNIT || !pn_flag(&game->unit[id], T9_MUST_CHARGE) ||
	    pn_trait(&game->unit[id], T9_FLY))
		return false;
	command.unit = id;
	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (t9_may_target(game, id, i)) {
			command.target = i;
			targets++;
		}
	if (targets != 1)
		return false;
	t9_apply_declare_charge(step, side, &command);
	return true;
}

static void end_declaring(struct pn_step *step)
{
	pn_close(step, (pn_clause){""});
	pn_enter_phase(step, T9_CHARGES, step->game->active, PN_CLAUSE("T9-31"));
}

void t9_settle(struct pn_step *step)
{
	const struct pn_game *game = step->game;
	const struct pn_pending *top = pn_top_pending(game);

	if (top && top->decision == T9_REDIRECT) {
		for (pn_unit_id i = 0; i < game->unit_count; i++)
			if (pn_flag(&game->unit[i], T9_MAY_REDIRECT) && t9_may_redirect(game, i))
				return;
		for (pn_unit_id i = 0; i < game->unit_count; i++)
			pn_clear_flag(step, i, T9_MAY_REDIRECT, PN_CLAUSE("T9-24"));
		pn_close(step, PN_CLAUSE("T9-24"));
		top = pn_top_pending(game);
	}
	if (top && top->decision == T9_DECLARE && !anybody_can_declare(game, game->active))
		end_declaring(step);
}

/* ---- being ready ---- */

struct pn_verdict t9_check_ready(const struct pn_game *view, pn_side side,
				 const struct pn_command *command)
{
	if (pn_is_deploying(view))
		return pn_check_deployed(view, side);
	return pn_top_pending(view)->decision == T9_DECLARE &&
			       next_compelled(view, side) != PN_NO_UNIT
		       ? pn_refuse(PN_REFUSE_MUST_CHARGE, PN_CLAUSE("T9-140"))
		       : pn_lawful();
}

void t9_apply_ready(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	if (pn_is_deploying(step->game))
		pn_apply_deployed(step, side);
	else if (pn_top_pending(step->game)->decision == T9_DECLARE)
		end_declaring(step);
	else
		pn_close(step, (pn_clause){""});
}

/* ---- actions ---- */

static void list_unit(const struct pn_game *view, pn_unit_id id, struct pn_actions *out)
{
	struct pn_command command = pn_command_of(PN_COMMAND_DECLARE_CHARGE);
	bool listed = false;

	if (!view->unit[id].on_board || t9_check_charger(view, id).code != PN_LAWFUL)
		return;
	command.unit = id;
	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		if (!t9_may_target(view, id, i))
			continue;
		command.target = i;
		if (!listed)
			pn_action_add(out, PN_GROUP_DECLARE, "offer.declare_charge", command,
				      PN_CLAUSE("T9-32"));
		pn_action_preset(out, "preset.target", command);
		listed = true;
	}
}

void t9_list_declare(const struct pn_game *view, pn_side side, struct pn_actions *out)
{
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (view->unit[i].side == side)
			list_unit(view, i, out);
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (view->unit[i].side == side)
			t9_list_flight(view, i, out);
	if (next_compelled(view, side) == PN_NO_UNIT)
		pn_action_add(out, PN_GROUP_STEP, "offer.end_declaring",
			      pn_command_of(PN_COMMAND_READY), PN_CLAUSE("T9-31"));
}

struct pn_command t9_default_declare(const struct pn_game *view, pn_side side)
{
	const pn_unit_id compelled = next_compelled(view, side);
	struct pn_command command = pn_command_of(PN_COMMAND_DECLARE_CHARGE);

	if (compelled == PN_NO_UNIT)
		return pn_command_of(PN_COMMAND_READY);
	command.unit = compelled;
	if (!t9_can_declare_so(view, compelled)) {
		command.kind = PN_COMMAND_PLACE_ORDER;
		command.verb =
			pn_flag(&view->unit[compelled], T9_FLYING) ? T9_VERB_NONE : T9_VERB_FLY;
		return command;
	}
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (t9_may_target(view, compelled, i)) {
			command.target = i;
			break;
		}
	return command;
}
