/* Taking in what the players settle between them: proposals, an umpire and what is asked of
 * one, the outcome of a melee, dice of the cup. */

#include "evolve.h"

void pn_forget_question(struct pn_game *game, uint8_t kind)
{
	for (int side = 0; side < PN_SIDES; side++)
		if (game->question[side].kind == kind)
			memset(&game->question[side], 0, sizeof game->question[side]);
}

/* PN-50. The umpire has changed, or left: proposals about the one before are dropped. */
static void forget_umpire_proposals(struct pn_game *game)
{
	for (int side = 0; side < PN_SIDES; side++)
		if (game->proposal[side].kind == PN_PROPOSAL_UMPIRE)
			memset(&game->proposal[side], 0, sizeof game->proposal[side]);
}

void pn_take_umpire_seated(struct pn_game *game, const struct pn_event *event)
{
	game->umpire = PN_UMPIRE_SEATED;
	forget_umpire_proposals(game);
}

void pn_take_umpire_lost(struct pn_game *game, const struct pn_event *event)
{
	game->umpire = PN_UMPIRE_NONE;
	memset(game->question, 0, sizeof game->question);
	forget_umpire_proposals(game);
}

void pn_take_question(struct pn_game *game, const struct pn_event *event)
{
	pn_assert(event->question_asked.side < PN_SIDES);
	game->question[event->question_asked.side] = event->question_asked.question;
}

/* PN-52, PN-53. */
void pn_take_question_answer(struct pn_game *game, const struct pn_event *event)
{
	pn_side side = event->question_answered.side;

	pn_assert(side < PN_SIDES);
	memset(&game->question[side], 0, sizeof game->question[side]);
	if (event->question_answered.answer != PN_ANSWER_ACCEPTED)
		game->question_spent |= (uint8_t)(1u << side);
}

void pn_take_proposal(struct pn_game *game, const struct pn_event *event)
{
	pn_assert(event->offer_made.side < PN_SIDES);
	game->proposal[event->offer_made.side] = event->offer_made.proposal;
}

/* PN-30. A side whose proposal was declined or withdrawn may not propose again for now. */
void pn_take_proposal_answer(struct pn_game *game, const struct pn_event *event)
{
	pn_side side = event->offer_answered.side;
	pn_side whose =
		event->offer_answered.answer == PN_ANSWER_WITHDRAWN ? side : pn_opponent(side);

	pn_assert(side < PN_SIDES);
	if (event->offer_answered.answer != PN_ANSWER_ACCEPTED)
		game->proposal_spent |= (uint8_t)(1u << whose);
	else if (event->offer_answered.kind == PN_PROPOSAL_METHOD)
		game->coming = game->proposal[whose].method;
	memset(&game->proposal[whose], 0, sizeof game->proposal[whose]);
	if (event->offer_answered.answer != PN_ANSWER_ACCEPTED ||
	    event->offer_answered.kind != PN_PROPOSAL_UMPIRE)
		return;
	game->umpire = PN_UMPIRE_AGREED;
	forget_umpire_proposals(game);
}

void pn_take_method_withdrawn(struct pn_game *game, const struct pn_event *event)
{
	game->agreement_ends = game->agreed.made;
	memset(&game->coming, 0, sizeof game->coming);
}

void pn_take_outcome(struct pn_game *game, const struct pn_event *event)
{
	pn_forget_question(game, PN_PROPOSAL_OUTCOME);
	game->proposed.made = true;
	game->proposed.by = event->outcome_proposed.side;
	game->proposed.outcome = event->outcome_proposed.outcome;
}

/* Agreed or left open: the melee is not asked about again this turn, whatever becomes of
 * the contacts that made it. */
void pn_take_outcome_answer(struct pn_game *game, const struct pn_event *event)
{
	bool in[PN_UNITS_MAX];

	memset(&game->proposed, 0, sizeof game->proposed);
	pn_forget_question(game, PN_PROPOSAL_OUTCOME);
	if (event->outcome_answered.answer == PN_ANSWER_REFUSED)
		return;
	pn_melee_units(game, event->outcome_answered.unit, in);
	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (in[i])
			game->unit[i].melee_turn = game->turn;
}

/* PN-60. A roll stands even when what led to its phase was taken back: then the game is
 * elsewhere, and may come there again. The numbers of those dice are used. */
void pn_take_cup(struct pn_game *game, const struct pn_event *event)
{
	const uint16_t last = (uint16_t)(event->cup_rolled.first + event->cup_rolled.count - 1);
	const pn_side side = (pn_side)(event->cup_rolled.who - PN_UNITS_MAX);
	struct pn_cups *cups = &game->cups[side];

	pn_assert(side < PN_SIDES);
	cups->rolls = (uint8_t)(cups->rolls + (cups->rolls < UINT8_MAX));
	if (event->cup_rolled.turn == game->turn && event->cup_rolled.phase == game->phase) {
		cups->turn = game->turn;
		cups->phase = game->phase;
		cups->dice = last;
		return;
	}
	if (game->cups_undone < last)
		game->cups_undone = last;
	if (game->cups_undone_turn < event->cup_rolled.turn)
		game->cups_undone_turn = event->cup_rolled.turn;
}

void pn_begin_cups(struct pn_game *game)
{
	for (int side = 0; side < PN_SIDES; side++)
		game->cups[side].rolls = 0;
	if (game->cups_undone_turn < game->turn)
		game->cups_undone = 0;
}
