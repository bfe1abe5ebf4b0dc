/* Going on by itself.
 *
 * A phase runs by itself until somebody must decide. Then a pending decision is pushed and the
 * game stands still. A reaction pushes another on top, so the interrupted move goes on
 * when the reaction is popped: never by a flag. After each command the game settles:
 * pending decisions that nobody owes are resumed and phases run that wait for nothing, until a
 * decision is owed or the game is over. */

#include "step.h"

/* ---- beginning and ending ---- */

void pn_end_game(struct pn_step *step, pn_side winner, enum pn_ending ending)
{
	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_ENDED,
			      .ended = {winner, (uint8_t)ending},
		      });
}

/* PN-34. The quarters of the board in which a side has more figures in good order than
 * the other; a unit is where the middle of its front edge is, on a line to the east or
 * north of it. */
static int32_t count_ground(const struct pn_game *game, pn_side side)
{
	int32_t lead[4] = {0};
	int32_t held = 0;

	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		const struct pn_unit *unit = &game->unit[i];
		int east = 2 * unit->pose.at.x >= game->width;
		int north = 2 * unit->pose.at.y >= game->depth;

		if (unit->on_board && unit->state == 0)
			lead[2 * north + east] +=
				unit->side == side ? unit->figures : -(int32_t)unit->figures;
	}
	for (int i = 0; i < 4; i++)
		held += lead[i] > 0;
	return held;
}

/* Our own counts: the books state no victory in these chapters. */
static int32_t count_side(const struct pn_game *game, pn_side side)
{
	int32_t sum = 0;

	if (game->count == PN_COUNT_GROUND)
		return count_ground(game, side);
	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		const struct pn_unit *unit = &game->unit[i];

		if (unit->side != side || !unit->on_board)
			continue;
		if (game->count == PN_COUNT_UNITS)
			sum += unit->state == 0;
		else if (game->count == PN_COUNT_FIGURES)
			sum += unit->figures;
	}
	return sum;
}

static void begin_turn(struct pn_step *step, uint8_t number)
{
	const struct pn_rules *rules = pn_rules_of(step->game);

	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_TURN_BEGAN,
			      .turn_began = {number},
		      });
	if (rules->begin_turn)
		rules->begin_turn(step);
	if (number == 1 && step->game->deployment != PN_DEPLOYMENT_PLACED)
		pn_enter_phase(step, rules->deployment_phase, PN_NO_SIDE, PN_CLAUSE("PN-25"));
	else
		pn_enter_phase(step, rules->first_phase, PN_NO_SIDE, (pn_clause){""});
}

void pn_begin(struct pn_game *truth, const struct pn_dice_source *dice, struct pn_events *out)
{
	struct pn_step step = {.game = truth, .dice = dice, .out = out, .by = PN_NO_SIDE};

	pn_assert(truth->turn == 0);
	begin_turn(&step, truth->first_turn);
	pn_settle(&step);
}

void pn_next_turn(struct pn_step *step)
{
	const struct pn_game *game = step->game;
	int32_t red = count_side(game, PN_RED);
	int32_t blue = count_side(game, PN_BLUE);

	if (game->turn < game->turns)
		begin_turn(step, (uint8_t)(game->turn + 1));
	else
		pn_emit(step, (struct pn_event){
				      .kind = PN_EVENT_ENDED,
				      .clause = PN_CLAUSE("PN-34"),
				      .ended = {red > blue   ? PN_RED
						: blue > red ? PN_BLUE
							     : PN_NO_SIDE,
						PN_ENDING_LAST_TURN},
			      });
}

/* ---- settling ---- */

/* A decision that leaves its owner no choice is none, unless something can be taken back. */
static bool do_what_is_forced(struct pn_step *step)
{
	const struct pn_pending *top = pn_top_pending(step->game);
	const struct pn_decision_rule *rule =
		&pn_rules_of(step->game)->decisions.row[top->decision];
	const pn_side side = top->owes & 1u << PN_RED ? PN_RED : PN_BLUE;

	return rule->forced && top->owes == 1u << side &&
	       step->game->secret[side].undo_count == 0 && rule->forced(step, side);
}

void pn_settle(struct pn_step *step)
{
	const struct pn_rules *rules = pn_rules_of(step->game);

	for (int round = 0; round < PN_SETTLE_MAX; round++) {
		const struct pn_pending *top = pn_top_pending(step->game);

		if (step->game->over)
			return;
		if (top && top->owes) {
			if (!do_what_is_forced(step))
				return;
			continue;
		}
		if (top)
			rules->decisions.row[top->decision].resume(step);
		else
			rules->phases.row[step->game->phase].run(step);
	}
	pn_assert(false && "a step that never settles");
}
