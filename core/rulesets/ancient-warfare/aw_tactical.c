/* The Tactical Movement Phase: one side, then the other. Here are the units that may act in it,
 * retreats by order (AW-37), and what is done without asking. */

#include "aw.h"
#include "common.h"

/* What of the phase is done: AW_FACT_STEP. */
enum { BEGUN, FIRST_MOVES, SECOND_MOVES };

/* Decides AW-84. */
static void recover(struct pn_step *step)
{
	const struct pn_game *game = step->game;

	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		const struct pn_unit *unit = &game->unit[i];

		if (unit->on_board && unit->order.verb == AW_VERB_RECOVER && !pn_engaged(game, i) &&
		    (unit->state == AW_DISORDERED || unit->state == AW_FRAGMENTED))
			pn_set_state(step, i, (uint8_t)(unit->state - 1), PN_CLAUSE("AW-84"));
	}
}

/* ---- who may act ---- */

/* Decides AW-37. */
static bool has_to_retreat(const struct pn_game *view, pn_side side, pn_unit_id id)
{
	return pn_check_own(view, side, id).code == PN_LAWFUL &&
	       aw_check_ordered_retreat(view, id).code == PN_LAWFUL;
}

/* AW-37. A unit of the side that has its retreat still to make, or PN_NO_UNIT. */
static pn_unit_id find_retreater(const struct pn_game *view, pn_side side)
{
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (has_to_retreat(view, side, i))
			return i;
	return PN_NO_UNIT;
}

/* How many units of the side may act; one of them is `any`. */
static uint8_t count_actors(const struct pn_game *view, pn_side side, pn_unit_id *any)
{
	uint8_t count = 0;

	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (aw_check_mover(view, side, i).code == PN_LAWFUL ||
		    has_to_retreat(view, side, i)) {
			*any = i;
			count++;
		}
	return count;
}

/* A side that can do nothing but pass is not asked. */
static bool anybody_may_move(const struct pn_game *view, pn_side side)
{
	pn_unit_id any;

	return count_actors(view, side, &any) > 0;
}

bool aw_move_if_forced(struct pn_step *step, pn_side side)
{
	const struct pn_pending top = *pn_top_pending(step->game);
	pn_unit_id only = PN_NO_UNIT;
	const uint8_t count = count_actors(step->game, side, &only);

	if (count == 0)
		pn_close(step, (pn_clause){""});
	else if (count == 1 && has_to_retreat(step->game, side, only))
		aw_begin_retreat(step, only, AW_BY_ORDER, &top, PN_CLAUSE("AW-37"));
	else
		return false;
	return true;
}

/* ---- the phase ---- */

/* Decides AW-83. */
void aw_run_tactical(struct pn_step *step)
{
	const int32_t stage = step->game->facts[AW_FACT_STEP];
	const pn_side first = (pn_side)step->game->facts[AW_FACT_FIRST];
	const pn_side side = stage == BEGUN ? first : pn_opponent(first);

	if (stage == SECOND_MOVES) {
		pn_enter_phase(step, AW_MELEE, PN_NO_SIDE, (pn_clause){""});
		return;
	}
	if (stage == BEGUN)
		recover(step);
	pn_set_fact(step, AW_FACT_STEP, stage + 1);
	if (!anybody_may_move(step->game, side))
		return;
	pn_ask(step, side, AW_MOVEMENT, PN_CLAUSE("AW-83"));
}

/* ---- passing ---- */

struct pn_verdict aw_check_pass(const struct pn_game *view, pn_side side,
				const struct pn_command *command)
{
	const uint8_t decision = pn_top_pending(view)->decision;
	pn_clause clause;

	if (decision == AW_DECLARE && aw_has_to_charge(view, side, &clause))
		return pn_refuse(PN_REFUSE_MUST_CHARGE, clause);
	if (decision == AW_MOVEMENT && find_retreater(view, side) != PN_NO_UNIT)
		return pn_refuse(PN_REFUSE_MUST_RETREAT, PN_CLAUSE("AW-37"));
	return pn_lawful();
}

void aw_apply_pass(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	pn_tell_passed(step, side, pn_top_pending(step->game)->decision, (pn_clause){""});
	if (pn_top_pending(step->game)->decision == AW_FOLLOW)
		pn_answer(step, side); /* another may be asked */
	else
		pn_close(step, (pn_clause){""});
}

struct pn_command aw_default_movement(const struct pn_game *view, pn_side side)
{
	struct pn_command command = pn_command_of(PN_COMMAND_PASS);
	const pn_unit_id unit = find_retreater(view, side);

	if (unit == PN_NO_UNIT)
		return command;
	command = pn_command_of(PN_COMMAND_RETREAT);
	command.unit = unit;
	return command;
}
