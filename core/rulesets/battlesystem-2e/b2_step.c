/* The movement step of one side: charges first, then ordinary moves, then the end of the
 * step. */

#include "b2_moment.h"
#include "common.h"
#include "deploy.h"
#include "melee.h"

/* ---- what is done without asking ---- */

/* B2-96. Where a side can do nothing but have its last unit roll, nobody is asked. */
bool b2_rally_if_forced(struct pn_step *step, pn_side side)
{
	struct pn_command rally = pn_command_of(PN_COMMAND_RALLY);

	rally.unit = pn_find_only(step->game, side, b2_has_something_to_do);
	if (rally.unit == PN_NO_UNIT || !b2_must_rally(step->game, rally.unit))
		return false;
	b2_apply_rally(step, side, &rally);
	return true;
}

void b2_run_deployment(struct pn_step *step)
{
	pn_open_deployment(step, B2_DEPLOY);
}

/* Decides B2-128 and B2-129. */
void b2_run_melee(struct pn_step *step)
{
	pn_unit_id next = pn_next_melee(step->game);

	if (next != PN_NO_UNIT)
		pn_open_melee(step, B2_SETTLE_MELEE, next);
	else
		pn_next_turn(step);
}

void b2_run_movement(struct pn_step *step)
{
	const struct pn_game *game = step->game;

	if (b2_anybody_can_act(game, game->active))
		pn_ask(step, game->active, B2_MOVEMENT, (pn_clause){""});
	else
		b2_enter_next_step(step);
}

/* ---- ending the step ---- */

/* B2-45. No side ends its step while a charge that it declared is still owed. */
struct pn_verdict b2_check_end_movement(const struct pn_game *view, pn_side side)
{
	if (b2_any_duty(view, side))
		return pn_refuse(PN_REFUSE_MUST_CHARGE, PN_CLAUSE("B2-45"));
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (view->unit[i].side == side && b2_must_rally(view, i))
			return pn_refuse(PN_REFUSE_MUST_RALLY, PN_CLAUSE("B2-96"));
	return pn_lawful();
}

static void b2_end_movement(struct pn_step *step, pn_side side)
{
	pn_close(step, (pn_clause){""});
	b2_enter_next_step(step);
}

struct pn_verdict b2_check_pass(const struct pn_game *view, pn_side side,
				const struct pn_command *command)
{
	switch (pn_top_pending(view)->decision) {
	case B2_MOVEMENT:
		return b2_check_end_movement(view, side);
	case B2_OPPORTUNITY:
		return b2_check_end_window(view);
	case B2_DECLARE:
		if (b2_is_sealed(view))
			return pn_refuse(PN_REFUSE_NOT_NOW, PN_CLAUSE("B2-06"));
		return pn_lawful();
	default:
		return pn_lawful();
	}
}

void b2_apply_pass(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	static void (*const end[B2_DECISIONS])(struct pn_step *, pn_side) = {
		[B2_DECLARE] = b2_end_declaring,
		[B2_MOVEMENT] = b2_end_movement,
		[B2_MANOEUVRE] = b2_end_manoeuvre,
		[B2_OPPORTUNITY] = b2_end_window,
	};
	uint8_t decision = pn_top_pending(step->game)->decision;

	pn_tell_passed(step, side, decision, (pn_clause){""});
	pn_assert(end[decision] != NULL);
	end[decision](step, side);
}
