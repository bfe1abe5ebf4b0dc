/* The round: initiative, rally, the movement of one side and then of the other, melees. */

#include "b1.h"
#include "common.h"
#include "deploy.h"
#include "melee.h"

void b1_run_deployment(struct pn_step *step)
{
	pn_open_deployment(step, B1_DEPLOY);
}

struct pn_verdict b1_check_ready(const struct pn_game *view, pn_side side,
				 const struct pn_command *command)
{
	return pn_check_deployed(view, side);
}

void b1_apply_ready(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	pn_apply_deployed(step, side);
}

/* ---- initiative ---- */

/* Decides B1-31. */
static void begin_rally(struct pn_step *step, pn_side first)
{
	pn_set_fact(step, B1_FACT_FIRST, first);
	pn_enter_phase(step, B1_RALLY, PN_NO_SIDE, PN_CLAUSE("B1-31"));
}

/* Decides B1-30 and B1-32. A die a side; the high one wins, and a tie is rolled again when this
 * runs again. */
void b1_run_initiative(struct pn_step *step)
{
	const bool large = step->game->switches[B1_SWITCH_DIE] == B1_DIE_20;
	int16_t total[PN_SIDES];
	pn_side winner;

	pn_roll_off(step, large ? B1_ROLL_INITIATIVE_20 : B1_ROLL_INITIATIVE, PN_CLAUSE("B1-30"),
		    total);
	winner = pn_higher(total);
	pn_tell_initiative(step, winner, total, PN_CLAUSE("B1-30"));
	if (winner == PN_NO_SIDE)
		return;
	if (step->game->switches[B1_SWITCH_FIRST_MOVER] == B1_WINNER_FIRST)
		begin_rally(step, winner);
	else
		pn_ask(step, winner, B1_CHOOSE_ORDER, PN_CLAUSE("B1-32"));
}

void b1_apply_go(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	pn_close(step, PN_CLAUSE("B1-32"));
	begin_rally(step, pn_first_of(side, command));
}

void b1_list_order(const struct pn_game *view, pn_side side, struct pn_actions *out)
{
	pn_list_go(out, PN_CLAUSE("B1-32"));
}

/* ---- rally ---- */

static struct pn_verdict check_rally(const struct pn_game *view, pn_side side, pn_unit_id id)
{
	struct pn_verdict verdict = pn_check_own(view, side, id);
	const struct pn_unit *unit;

	if (verdict.code != PN_LAWFUL)
		return verdict;
	unit = &view->unit[id];
	if (unit->state != B1_ROUTED)
		return pn_refuse(PN_REFUSE_IN_GOOD_ORDER, PN_CLAUSE("B1-78"));
	if (pn_flag(unit, B1_RALLY_TRIED))
		return pn_refuse(PN_REFUSE_CHECK_FAILED, PN_CLAUSE("B1-78"));
	if (pn_engaged(view, id))
		return pn_refuse(PN_REFUSE_ENGAGED, PN_CLAUSE("B1-78"));
	if (!b1_is_led_by_any(view, id))
		return pn_refuse(PN_REFUSE_OUT_OF_COMMAND, PN_CLAUSE("B1-78"));
	return pn_lawful();
}

static bool anybody_can_rally(const struct pn_game *view, pn_side side)
{
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (check_rally(view, side, i).code == PN_LAWFUL)
			return true;
	return false;
}

void b1_run_rally(struct pn_step *step)
{
	const struct pn_game *game = step->game;
	const pn_side first = (pn_side)game->facts[B1_FACT_FIRST];

	for (int i = 0; i < PN_SIDES; i++) {
		pn_side side = i == 0 ? first : pn_opponent(first);

		if (game->facts[B1_FACT_RALLIED_SIDES] & 1 << side ||
		    !anybody_can_rally(game, side))
			continue;
		pn_ask(step, side, B1_RALLYING, PN_CLAUSE("B1-31"));
		return;
	}
	pn_enter_phase(step, B1_FIRST_MOVEMENT, first, PN_CLAUSE("B1-32"));
}

struct pn_verdict b1_check_rally(const struct pn_game *view, pn_side side,
				 const struct pn_command *command)
{
	return check_rally(view, side, command->unit);
}

static void end_rally(struct pn_step *step, pn_side side)
{
	pn_close(step, (pn_clause){""});
	pn_set_fact(step, B1_FACT_RALLIED_SIDES,
		    step->game->facts[B1_FACT_RALLIED_SIDES] | 1 << side);
}

/* Decides B1-50. */
static struct pn_roll rally_roll(const struct pn_game *game, pn_unit_id id)
{
	const int32_t modifier = b1_morale_modifier(game, id);

	return (struct pn_roll){
		.who = id,
		.what = B1_ROLL_RALLY,
		.test = PN_TEST_AT_MOST,
		.needed = (int16_t)(b1_base_morale(&game->unit[id]) + modifier),
		.clause = modifier != 0 ? PN_CLAUSE("B1-51") : PN_CLAUSE("B1-50"),
	};
}

void b1_preview_rally(const struct pn_game *view, pn_side side, const struct pn_command *command,
		      struct pn_preview *out)
{
	pn_preview_roll(out, view, rally_roll(view, command->unit));
}

void b1_apply_rally(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	const pn_unit_id id = command->unit;
	bool passed;

	pn_throw(step, rally_roll(step->game, id), &passed);
	pn_set_flag(step, id, B1_RALLY_TRIED, PN_CLAUSE("B1-78"));
	if (passed) {
		pn_set_state(step, id, B1_GOOD, PN_CLAUSE("B1-78"));
		pn_set_flag(step, id, B1_RALLIED, PN_CLAUSE("B1-78"));
	}
	if (!anybody_can_rally(step->game, side))
		end_rally(step, side);
}

void b1_list_rally(const struct pn_game *view, pn_side side, struct pn_actions *out)
{
	struct pn_command rally = pn_command_of(PN_COMMAND_RALLY);

	for (rally.unit = 0; rally.unit < view->unit_count; rally.unit++)
		if (check_rally(view, side, rally.unit).code == PN_LAWFUL)
			pn_action_add(out, PN_GROUP_MOVE, "offer.rally", rally, PN_CLAUSE("B1-78"));
	pn_action_add(out, PN_GROUP_STEP, "offer.end_rally", pn_command_of(PN_COMMAND_PASS),
		      PN_CLAUSE("B1-31"));
}

/* ---- movement, and the end of the round ---- */

static bool anybody_can_act(const struct pn_game *game, pn_side side)
{
	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (game->unit[i].side == side && b1_can_act(game, i))
			return true;
	return false;
}

static void end_round(struct pn_step *step)
{
	b1_end_round(step);
	pn_next_turn(step);
}

/* Decides B1-33. */
static void enter_next_step(struct pn_step *step)
{
	const struct pn_game *game = step->game;

	if (game->phase == B1_FIRST_MOVEMENT)
		pn_enter_phase(step, B1_SECOND_MOVEMENT, pn_opponent(game->active),
			       PN_CLAUSE("B1-33"));
	else if (pn_next_melee(game) != PN_NO_UNIT)
		pn_enter_phase(step, B1_MELEE, PN_NO_SIDE, (pn_clause){""});
	else
		end_round(step);
}

/* B1-45. Where all that a side can do is that its last unit goes for the one enemy near it,
 * nobody is asked. */
static bool find_only_attack(const struct pn_game *game, pn_side side, struct pn_command *out)
{
	struct pn_command command = pn_command_of(PN_COMMAND_CHARGE);
	uint8_t count = 0;

	command.unit = pn_find_only(game, side, b1_can_act);
	if (command.unit == PN_NO_UNIT || !b1_has_duty(game, command.unit))
		return false;
	for (command.target = 0; command.target < game->unit_count; command.target++)
		if (b1_check_charge(game, side, &command).code == PN_LAWFUL) {
			*out = command;
			count++;
		}
	return count == 1 && b1_only_advances(game, side, out);
}

bool b1_attack_if_forced(struct pn_step *step, pn_side side)
{
	struct pn_command attack;

	if (!find_only_attack(step->game, side, &attack))
		return false;
	b1_apply_charge(step, side, &attack);
	return true;
}

void b1_run_movement(struct pn_step *step)
{
	const struct pn_game *game = step->game;

	b1_start_movement(step);
	if (anybody_can_act(game, game->active))
		pn_ask(step, game->active, B1_MOVEMENT, (pn_clause){""});
	else
		enter_next_step(step);
}

void b1_end_step_if_idle(struct pn_step *step)
{
	const struct pn_game *game = step->game;

	if (pn_top_pending(game)->decision != B1_MOVEMENT || anybody_can_act(game, game->active) ||
	    game->secret[game->active].undo_count > 0)
		return;
	pn_close(step, (pn_clause){""});
	enter_next_step(step);
}

/* Decides B1-34. */
void b1_run_melee(struct pn_step *step)
{
	pn_unit_id next = pn_next_melee(step->game);

	if (next != PN_NO_UNIT)
		pn_open_melee(step, B1_SETTLE_MELEE, next);
	else
		end_round(step);
}

/* B1-45. A unit that was in the melee has attacked, even if it touches nobody any more. */
void b1_apply_accept_outcome(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	const struct pn_game *game = step->game;
	bool in[PN_UNITS_MAX];

	pn_melee_units(game, pn_top_pending(game)->unit, in);
	pn_apply_accept_outcome(step, side, command);
	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (in[i] && game->unit[i].on_board)
			pn_clear_flag(step, i, B1_UNCONTROLLED, PN_CLAUSE("B1-45"));
}

/* ---- passing ---- */

struct pn_verdict b1_check_pass(const struct pn_game *view, pn_side side,
				const struct pn_command *command)
{
	if (pn_top_pending(view)->decision != B1_MOVEMENT)
		return pn_lawful();
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (view->unit[i].side == side && b1_has_duty(view, i))
			return pn_refuse(PN_REFUSE_MUST_CHARGE, PN_CLAUSE("B1-45"));
	return pn_lawful();
}

void b1_apply_pass(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	const uint8_t decision = pn_top_pending(step->game)->decision;

	pn_tell_passed(step, side, decision, (pn_clause){""});
	if (decision == B1_RALLYING) {
		end_rally(step, side);
	} else if (decision == B1_FOLLOW) {
		b1_end_follow(step);
	} else {
		pn_close(step, (pn_clause){""});
		enter_next_step(step);
	}
}
