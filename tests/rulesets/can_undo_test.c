/* PN-05: what is said to be such that it can always be taken back can be, in every book and under
 * every switch; and it is said by the kind of command, wherever it leads. */

#include <criterion/criterion.h>

#include "play.h"

enum { GAMES = 120, STEPS = 400 };

static struct play play;

static bool may_undo(pn_side side)
{
	const struct pn_command undo = {
		.kind = PN_COMMAND_UNDO, .unit = PN_NO_UNIT, .target = PN_NO_UNIT};

	return pn_check(&play.view[side], side, &undo).code == PN_LAWFUL;
}

/* Is the last that the side can take back later than what it could before? */
static bool is_later(pn_side side, uint16_t marks, uint16_t private_marks)
{
	const struct pn_secret *own = &play.view[side].secret[side];
	const struct pn_mark last = own->undo[own->undo_count - 1];

	return last.number > (last.owner == PN_PUBLIC ? marks : private_marks);
}

/* Play on; how many commands were said to be such. */
static unsigned count_promises(uint8_t ruleset, uint64_t seed)
{
	struct random_source random = {seed};
	struct pn_muster muster;
	unsigned promised = 0;

	play_random_muster(&muster, ruleset, &random);
	play_begin(&play, ruleset, &muster, seed);
	for (int i = 0; i < STEPS && !play.truth.over; i++) {
		const pn_side side = play_side(&play, &random);
		const struct pn_command command = play_random_action(&play, side, &random);
		const bool can_undo = pn_can_undo(&play.view[side], command.kind);
		const uint16_t marks = play.truth.marks;
		const uint16_t private_marks = play.truth.secret[side].private_marks;

		play_command(&play, side, &command);
		if (!can_undo || play.out.count == 0)
			continue; /* what changes nothing leaves nothing to take back */
		promised++;
		cr_assert(may_undo(side) && is_later(side, marks, private_marks),
			  "%s: command %d, seed %lu", pn_rules_at(ruleset)->id, (int)command.kind,
			  (unsigned long)seed);
	}
	return promised;
}

Test(can_undo, what_is_promised_holds)
{
	for (uint8_t ruleset = 0; ruleset < pn_rules_count(); ruleset++) {
		unsigned promised = 0;

		for (uint64_t seed = 1; seed <= GAMES; seed++)
			promised += count_promises(ruleset, seed);
		cr_expect_gt(promised, 20u, "%s: %u", pn_rules_at(ruleset)->id, promised);
	}
}

/* What opens a window, meets somebody or rolls is never promised, for that may be found out by
 * it; nor is any answer to a decision that ends it. */
Test(can_undo, nothing_that_may_tell_of_the_board)
{
	static const enum pn_command_kind never[] = {
		PN_COMMAND_CHARGE, PN_COMMAND_READY, PN_COMMAND_PASS,
		PN_COMMAND_RALLY,  PN_COMMAND_FLEE,  PN_COMMAND_OPPORTUNITY_CHARGE,
	};

	for (uint8_t ruleset = 0; ruleset < pn_rules_count(); ruleset++)
		for (size_t i = 0; i < sizeof never / sizeof never[0]; i++)
			cr_expect_not(pn_set_has(&pn_rules_at(ruleset)->can_undo, never[i]), "%s",
				      pn_rules_at(ruleset)->id);
}
