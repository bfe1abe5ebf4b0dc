/* Marks, and what a side may take back: what taking in any event changes of them. */

#include "evolve.h"

bool pn_count_mark(struct pn_game *game, struct pn_mark mark)
{
	uint16_t *count;

	if (mark.number == 0)
		return false;
	pn_assert(mark.owner <= PN_PUBLIC);
	count = mark.owner == PN_PUBLIC ? &game->marks : &game->secret[mark.owner].private_marks;
	if (mark.number <= *count)
		return false;
	*count = mark.number;
	return true;
}

static void remember(struct pn_secret *secret, struct pn_mark mark)
{
	if (secret->undo_count == PN_UNDO_MAX) {
		memmove(secret->undo, secret->undo + 1, (PN_UNDO_MAX - 1) * sizeof secret->undo[0]);
		secret->undo_count--;
	}
	secret->undo[secret->undo_count++] = mark;
}

/* PN-05. What was rolled, revealed or sealed stays; so does what a decision of
 * either side has been built on. */
static bool fixes_the_past(const struct pn_event *event)
{
	static const bool fixed[PN_EVENT_COUNT] = {
		[PN_EVENT_ROLLED] = true,        [PN_EVENT_REVEALED] = true,
		[PN_EVENT_SEALED] = true,        [PN_EVENT_PHASE_ENTERED] = true,
		[PN_EVENT_ENDED] = true,         [PN_EVENT_ARRANGED] = true,
		[PN_EVENT_CLOCK_EXPIRED] = true,
	};

	return fixed[event->kind] ||
	       (event->kind == PN_EVENT_DECISION_OPENED && event->decision_opened.owes);
}

/* A proposal, the answer to one, or a roll of the cup: no part of the game itself. */
static bool is_parley(const struct pn_event *event)
{
	/* PN-52. What the umpire grants is done, unless it takes back or ends what was. */
	if (event->kind == PN_EVENT_QUESTION_ANSWERED)
		return event->question_answered.answer != PN_ANSWER_ACCEPTED ||
		       event->question_answered.kind != PN_PROPOSAL_OUTCOME;
	return event->kind == PN_EVENT_OFFER_MADE || event->kind == PN_EVENT_OFFER_ANSWERED ||
	       event->kind == PN_EVENT_METHOD_WITHDRAWN || event->kind == PN_EVENT_QUESTION_ASKED ||
	       event->kind == PN_EVENT_UMPIRE_LEFT || event->kind == PN_EVENT_CUP_ROLLED;
}

/* PN-30, PN-32, PN-53. A side plays on: it may propose and ask again, and what was to be taken
 * back is no longer the last that happened. What a clock answered or the umpire granted goes
 * with what it followed on, like anybody's command. */
static void note_past(struct pn_game *game, const struct pn_event *event)
{
	for (int side = 0; side < PN_SIDES; side++)
		if (game->proposal[side].kind == PN_PROPOSAL_UNDO)
			memset(&game->proposal[side], 0, sizeof game->proposal[side]);
	pn_forget_question(game, PN_PROPOSAL_UNDO);
	if (event->by < PN_SIDES) {
		game->proposal_spent &= (uint8_t) ~(1u << event->by);
		game->question_spent &= (uint8_t) ~(1u << event->by);
	}
	if (game->past_count == PN_HISTORY_MAX)
		memmove(game->past, game->past + 1, --game->past_count * sizeof game->past[0]);
	game->past[game->past_count++] = (struct pn_past){event->mark.number, event->by};
}

/* PN-05. What the other side has done since, where both owed the decision, was done on what
 * stood then: a command before it can no longer be taken back alone. */
static void forget_public_undo(struct pn_secret *secret)
{
	uint8_t kept = 0;

	for (uint8_t i = 0; i < secret->undo_count; i++)
		if (secret->undo[i].owner != PN_PUBLIC)
			secret->undo[kept++] = secret->undo[i];
	secret->undo_count = kept;
}

void pn_note_undo(struct pn_game *game, const struct pn_event *event)
{
	bool first = pn_count_mark(game, event->mark);

	/* PN-41. A side that gives a command, an undo included, has no strikes any more. PN-60.
	 * Rolling the cup is no answer. */
	if (first && event->by < PN_SIDES && event->mark.owner == PN_PUBLIC &&
	    event->kind != PN_EVENT_CUP_ROLLED)
		game->strikes[event->by] = 0;
	if (event->kind == PN_EVENT_UNDONE)
		return;
	if (first && event->mark.owner == PN_PUBLIC && !is_parley(event))
		note_past(game, event);
	if (event->kind == PN_EVENT_SEALED || event->kind == PN_EVENT_REVEALED)
		game->past_count = 0;
	if (first && event->by < PN_SIDES && !is_parley(event)) {
		remember(&game->secret[event->by], event->mark);
		if (event->mark.owner == PN_PUBLIC)
			forget_public_undo(&game->secret[pn_opponent(event->by)]);
	}
	if (fixes_the_past(event))
		for (int side = 0; side < PN_SIDES; side++)
			game->secret[side].undo_count = 0;
}
