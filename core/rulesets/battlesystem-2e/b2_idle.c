/* The movement step ends by itself when nobody has anything left to do. */

#include "b2_formation.h"
#include "b2_withdraw.h"

/* B2-116. A unit that stands fast can only form anew, if its allowance is enough for that. */
bool b2_has_something_to_do(const struct pn_game *game, pn_unit_id id)
{
	struct b2_option option[B2_OPTIONS_MAX];

	if (!b2_can_act(game, id))
		return false;
	return !b2_stands_fast(&game->unit[id]) || b2_must_rally(game, id) ||
	       b2_options(game, NULL, id, b2_allowance(game, id), option) > 0;
}

bool b2_anybody_can_act(const struct pn_game *game, pn_side side)
{
	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (game->unit[i].side == side && b2_has_something_to_do(game, i))
			return true;
	return false;
}

/* PN-20. The turn ends with the melees, if there are any. */
void b2_enter_next_step(struct pn_step *step)
{
	const struct pn_game *game = step->game;

	b2_end_closing(step, game->active);
	b2_rout_ill_spaced(step, game->active);
	if (game->phase == B2_FIRST_MOVEMENT)
		pn_enter_phase(step, B2_SECOND_MOVEMENT, pn_opponent(game->active),
			       (pn_clause){""});
	else if (pn_next_melee(game) != PN_NO_UNIT)
		pn_enter_phase(step, B2_MELEE, PN_NO_SIDE, (pn_clause){""});
	else
		pn_next_turn(step);
}

void b2_end_step_if_idle(struct pn_step *step)
{
	const struct pn_game *game = step->game;

	if (pn_top_pending(game)->decision != B2_MOVEMENT ||
	    b2_anybody_can_act(game, game->active) || game->secret[game->active].undo_count > 0)
		return;
	pn_close(step, (pn_clause){""});
	b2_enter_next_step(step);
}
