/* PN-06: a game takes so many commands and no more; resigning is always left. */

#include <criterion/criterion.h>

#include "play.h"

static struct play play;

static enum pn_refusal verdict_on(enum pn_command_kind kind)
{
	struct pn_command command = {.kind = kind, .unit = PN_NO_UNIT, .target = PN_NO_UNIT};
	pn_side side = pn_owes(&play.truth, PN_RED) ? PN_RED : PN_BLUE;

	return pn_check(&play.truth, side, &command).code;
}

/* The first game that waits for whoever won the initiative. */
static void begin(void)
{
	enum { TRIES = 50 };

	for (uint64_t seed = 1; seed <= TRIES; seed++) {
		struct random_source random = {seed};
		struct pn_muster muster;

		play_random_muster(&muster, play_book(), &random);
		play_begin(&play, play_book(), &muster, seed);
		if (verdict_on(PN_COMMAND_GO_FIRST) == PN_LAWFUL)
			return;
	}
	cr_assert_fail("no game begins with the initiative");
}

Test(limits, a_game_may_not_go_on_for_ever)
{
	begin();
	play.truth.marks = PN_MARKS_MAX - 1;
	cr_expect_eq(verdict_on(PN_COMMAND_GO_FIRST), PN_LAWFUL);
	play.truth.marks = PN_MARKS_MAX;
	cr_expect_eq(verdict_on(PN_COMMAND_GO_FIRST), PN_REFUSE_GAME_TOO_LONG);
	cr_expect_eq(verdict_on(PN_COMMAND_RESIGN), PN_LAWFUL);
}

Test(limits, then_only_resigning_is_listed)
{
	pn_side side;

	begin();
	play.truth.marks = PN_MARKS_MAX;
	side = pn_owes(&play.truth, PN_RED) ? PN_RED : PN_BLUE;
	pn_list_actions(&play.truth, side, &play.actions);
	cr_assert_eq(play.actions.count, 1);
	cr_expect_eq(play.actions.action[0].command.kind, PN_COMMAND_RESIGN);
}
