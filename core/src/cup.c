/* Dice that a side names itself. */

#include "cup.h"

/* The last number that a die of the side may have had under the labels of now. */
static uint16_t last_number(const struct pn_game *game, pn_side side)
{
	const struct pn_cups *cups = &game->cups[side];
	const bool is_here = cups->turn == game->turn && cups->phase == game->phase;

	return is_here && cups->dice > game->cups_undone ? cups->dice : game->cups_undone;
}

/* PN-60. A number that each die makes is no question. */
static bool can_be(const struct pn_cup *cup)
{
	return cup->dice >= 1 && cup->dice <= PN_CUP_DICE_MAX && cup->sides >= 2 &&
	       cup->sides <= PN_DIE_SIDES_MAX && cup->needed != 1 && cup->needed <= cup->sides;
}

struct pn_verdict pn_check_cup(const struct pn_game *view, pn_side side,
			       const struct pn_command *command)
{
	if (view->turn == 0)
		return pn_refuse(PN_REFUSE_NOT_NOW, PN_CLAUSE("PN-60"));
	if (!can_be(&command->cup))
		return pn_refuse(PN_REFUSE_BAD_ROLL, PN_CLAUSE("PN-60"));
	if (view->cups[side].rolls >= PN_CUP_ROLLS_MAX ||
	    last_number(view, side) > UINT16_MAX - command->cup.dice)
		return pn_refuse(PN_REFUSE_CUP_SPENT, PN_CLAUSE("PN-60"));
	return pn_lawful();
}

void pn_apply_cup(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	const struct pn_cup *cup = &command->cup;
	struct pn_event event = {
		.kind = PN_EVENT_CUP_ROLLED,
		.clause = PN_CLAUSE("PN-60"),
		.cup_rolled =
			{
				.turn = step->game->turn,
				.phase = step->game->phase,
				.who = PN_WHO_SIDE(side),
				.count = (uint8_t)cup->dice,
				.sides = (uint8_t)cup->sides,
				.needed = (uint8_t)cup->needed,
				.first = (uint16_t)(last_number(step->game, side) + 1),
			},
	};

	for (uint8_t i = 0; i < event.cup_rolled.count; i++) {
		const struct pn_die die = pn_event_die(step->game, &event, i);
		const uint8_t face = pn_die_face(step->dice, die.label, die.sides);

		event.cup_rolled.face[i] = face;
		event.cup_rolled.total = (int16_t)(event.cup_rolled.total +
						   (cup->needed == 0 ? face : face >= cup->needed));
	}
	pn_emit(step, event);
}
