/* The practice opponent: what it answers to proposals, and that the same view gives the same. */

#include <criterion/criterion.h>
#include <stdlib.h>

#include "pennon/opponent.h"
#include "play.h"

static struct play play;
static struct pn_opponent_room room;
static struct pn_command command;

static void begin(uint64_t seed)
{
	static struct pn_muster muster;
	struct random_source random = {seed};

	play_random_muster(&muster, play_book(), &random);
	muster.turns = 4;
	play_begin(&play, play_book(), &muster, seed);
}

static void propose(enum pn_command_kind kind, pn_side side, pn_side winner)
{
	struct pn_command proposal = {.kind = kind, .unit = PN_NO_UNIT, .target = PN_NO_UNIT};

	if (kind == PN_COMMAND_OFFER_RESULT) {
		proposal.proposal.kind = PN_PROPOSAL_RESULT;
		proposal.proposal.winner = winner;
	}
	play_command(&play, side, &proposal);
}

static enum pn_command_kind answer(pn_side side)
{
	cr_assert(pn_opponent_choose(&command, &play.view[side], side, 1, &room));
	cr_assert_eq((int)pn_check(&play.view[side], side, &command).code, PN_LAWFUL);
	return command.kind;
}

Test(opponent, declines_a_draw_and_takes_a_game_that_is_given)
{
	begin(3);
	propose(PN_COMMAND_OFFER_DRAW, PN_RED, PN_NO_SIDE);
	cr_expect_eq((int)answer(PN_BLUE), PN_COMMAND_DECLINE_OFFER);
	begin(3);
	propose(PN_COMMAND_OFFER_RESULT, PN_RED, PN_RED);
	cr_expect_eq((int)answer(PN_BLUE), PN_COMMAND_DECLINE_OFFER);
	begin(3);
	propose(PN_COMMAND_OFFER_RESULT, PN_RED, PN_BLUE);
	cr_expect_eq((int)answer(PN_BLUE), PN_COMMAND_ACCEPT_OFFER);
}

Test(opponent, does_nothing_unasked)
{
	begin(3);
	for (pn_side side = 0; side < PN_SIDES; side++)
		cr_expect_eq(pn_opponent_choose(&command, &play.view[side], side, 1, &room),
			     pn_owes(&play.truth, side));
	propose(PN_COMMAND_RESIGN, PN_RED, PN_NO_SIDE);
	cr_expect_not(pn_opponent_choose(&command, &play.view[PN_BLUE], PN_BLUE, 1, &room));
}

/* Told to stop it has looked at nothing, and does something that it may. */
Test(opponent, stops_when_it_is_told_to)
{
	begin(3);
	room.stopped = true;
	for (int step = 0; step < 40 && !play.truth.over; step++) {
		const pn_side side = pn_owes(&play.truth, PN_RED) ? PN_RED : PN_BLUE;

		cr_assert(pn_opponent_choose(&command, &play.view[side], side, 3, &room));
		cr_assert_eq(pn_check(&play.view[side], side, &command).code, PN_LAWFUL);
		cr_expect_eq(room.tries[0].sum, 0);
		play_command(&play, side, &command);
	}
}

/* Neither what was in its room before nor the truth beside the view is part of it. */
Test(opponent, the_same_view_gives_the_same)
{
	static struct pn_opponent_room other;

	begin(5);
	memset(&other, 0x5a, sizeof other);
	other.stopped = false;
	for (int step = 0; step < 40 && !play.truth.over; step++) {
		const pn_side side = pn_owes(&play.truth, PN_RED) ? PN_RED : PN_BLUE;
		struct pn_command again;

		cr_assert(pn_opponent_choose(&command, &play.view[side], side, 2, &room));
		cr_assert(pn_opponent_choose(&again, &play.view[side], side, 2, &other));
		cr_expect_eq(command.kind, again.kind);
		cr_expect_eq(command.unit, again.unit);
		cr_expect_eq(command.target, again.target);
		play_command(&play, side, &command);
	}
}
