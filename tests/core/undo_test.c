/* PN-05 where both sides owe one decision: what the other has done since was done on what
 * stood then, and keeps a command before it from being taken back alone. */

#include <criterion/criterion.h>

#include "play.h"

static struct play play;

static void begin(void)
{
	struct random_source random = {3};
	struct pn_muster muster;

	play_random_muster(&muster, play_book(), &random);
	play_begin(&play, play_book(), &muster, 3);
}

/* As if the side had passed something, with a mark that everybody or it alone sees. */
static void does(pn_side by, pn_side owner, uint16_t number)
{
	const struct pn_event event = {
		.kind = PN_EVENT_PASSED,
		.by = by,
		.audience = PN_SEEN_BY_ALL,
		.mark = {owner, number},
		.passed = {.side = by},
	};

	pn_evolve(&play.truth, &event);
}

static bool may_undo(pn_side side)
{
	const struct pn_command undo = {
		.kind = PN_COMMAND_UNDO, .unit = PN_NO_UNIT, .target = PN_NO_UNIT};

	return pn_check(&play.truth, side, &undo).code == PN_LAWFUL;
}

Test(undo, not_behind_what_the_other_has_done)
{
	begin();
	uint16_t mark = play.truth.marks;

	does(PN_RED, PN_PUBLIC, ++mark);
	cr_expect(may_undo(PN_RED));
	does(PN_BLUE, PN_PUBLIC, ++mark);
	cr_expect_not(may_undo(PN_RED), "blue has answered");
	cr_expect(may_undo(PN_BLUE));
	does(PN_RED, PN_PUBLIC, ++mark);
	cr_expect(may_undo(PN_RED), "the latest is free");
	cr_expect_not(may_undo(PN_BLUE));
}

/* What a side writes in secret touches nothing of the other's. */
Test(undo, a_draft_keeps_nobody_from_it)
{
	begin();
	does(PN_RED, PN_PUBLIC, (uint16_t)(play.truth.marks + 1));
	does(PN_BLUE, PN_BLUE, 1);
	cr_expect(may_undo(PN_RED));
	cr_expect(may_undo(PN_BLUE));
}

/* A clock has answered for the other side since. */
Test(undo, not_behind_what_a_clock_has_answered)
{
	begin();
	does(PN_RED, PN_PUBLIC, (uint16_t)(play.truth.marks + 1));
	pn_tell(&play.truth,
		(struct pn_event){.kind = PN_EVENT_CLOCK_EXPIRED, .clock_expired = {PN_BLUE, 0}},
		&play.out);
	cr_expect_not(may_undo(PN_RED));
}

/* PN-41. A command and its undo are commands, though what they did is as if never done. */
Test(undo, is_a_sign_of_life)
{
	begin();
	const uint16_t mark = (uint16_t)(play.truth.marks + 1);
	const struct pn_event events[] = {
		{.kind = PN_EVENT_CLOCK_EXPIRED,
		 .by = PN_NO_SIDE,
		 .audience = PN_SEEN_BY_ALL,
		 .clock_expired = {PN_RED, 0}},
		{.kind = PN_EVENT_PASSED,
		 .by = PN_RED,
		 .audience = PN_SEEN_BY_ALL,
		 .mark = {PN_PUBLIC, mark},
		 .passed = {.side = PN_RED}},
		{.kind = PN_EVENT_UNDONE,
		 .by = PN_RED,
		 .audience = PN_SEEN_BY_ALL,
		 .mark = {PN_PUBLIC, (uint16_t)(mark + 1)},
		 .undone = {{PN_PUBLIC, mark}}},
	};
	static struct pn_game after;

	pn_fold(&after, &play.truth, events, 1, PN_PUBLIC);
	cr_expect_eq(after.strikes[PN_RED], 1);
	pn_fold(&after, &play.truth, events, 3, PN_PUBLIC);
	cr_expect_eq(after.strikes[PN_RED], 0);
}
