/* The cup (PN-60): its numbers, through whatever is taken back. What is lawful and told is in the
 * cases, what random play makes of it in tests/rulesets/random_play_test.c. */

#include <criterion/criterion.h>
#include <string.h>

#include "play.h"

enum { GAMES = 40, DICE_MAX = 8192 };

static struct play play;

static void begin(uint8_t ruleset, uint64_t seed, struct random_source *random)
{
	static struct pn_muster muster;

	play_random_muster(&muster, ruleset, random);
	play_begin(&play, ruleset, &muster, seed);
}

static struct pn_command cup_of(uint16_t dice)
{
	return (struct pn_command){.kind = PN_COMMAND_ROLL_CUP,
				   .unit = PN_NO_UNIT,
				   .target = PN_NO_UNIT,
				   .cup = {dice, 6, 0}};
}

/* Does the side do this, if it may? */
static bool does(pn_side side, enum pn_command_kind kind)
{
	const struct pn_command command = {.kind = kind, .unit = PN_NO_UNIT, .target = PN_NO_UNIT};

	if (pn_check(&play.view[side], side, &command).code != PN_LAWFUL)
		return false;
	play_command(&play, side, &command);
	return true;
}

/* The labels of all dice of the game, whatever was taken back, are different. */
static size_t expect_no_die_twice(uint64_t seed)
{
	static char seen[DICE_MAX][PN_LABEL_BYTES];
	size_t count = 0;

	for (size_t i = 0; i < play.count; i++) {
		if (play.log[i].kind != PN_EVENT_CUP_ROLLED)
			continue;
		for (uint8_t k = 0; k < pn_event_dice(&play.log[i]) && count < DICE_MAX; k++) {
			const struct pn_die die = pn_event_die(&play.start, &play.log[i], k);

			for (size_t before = 0; before < count; before++)
				cr_assert_str_neq(seen[before], die.label, "%s, seed %lu: %s twice",
						  pn_rules_of(&play.truth)->id, (unsigned long)seed,
						  die.label);
			memcpy(seen[count++], die.label, sizeof die.label);
		}
	}
	return count;
}

/* Both roll all the time, and go back by agreement as far as they may. */
static void play_to_and_fro(uint8_t ruleset, uint64_t seed, size_t *dice, unsigned *undone)
{
	struct random_source random = {seed};
	struct random_source cups = {~seed};

	begin(ruleset, seed, &random);
	for (int step = 0; step < 120 && !play.truth.over; step++) {
		const pn_side side = play_side(&play, &random);
		const pn_side roller = random_one_in(&cups, 2) ? PN_RED : PN_BLUE;
		struct pn_command command = cup_of((uint16_t)random_between(&cups, 1, 4));

		if (pn_check(&play.view[roller], roller, &command).code == PN_LAWFUL)
			play_command(&play, roller, &command);
		command = play_random_action(&play, side, &random);
		play_command(&play, side, &command);
		while (random_one_in(&cups, 3) && does(roller, PN_COMMAND_OFFER_UNDO))
			*undone += does(pn_opponent(roller), PN_COMMAND_ACCEPT_OFFER);
	}
	*dice += expect_no_die_twice(seed);
}

Test(cup, no_die_is_thrown_twice_however_often_they_go_back)
{
	for (uint8_t ruleset = 0; ruleset < pn_rules_count(); ruleset++) {
		size_t dice = 0;
		unsigned undone = 0;

		for (uint64_t seed = 1; seed <= GAMES; seed++)
			play_to_and_fro(ruleset, seed, &dice, &undone);
		cr_expect_gt(dice, 30 * GAMES, "%s", pn_rules_at(ruleset)->id);
		cr_expect_gt(undone, GAMES / 2, "%s", pn_rules_at(ruleset)->id);
	}
}

/* What the numbers of each phase rest on: when somebody was asked in a phase, it does not come
 * again in its turn. A book that has phases twice must count the cup's dice otherwise. */
Test(cup, no_phase_comes_again_that_somebody_was_asked_in)
{
	for (uint8_t ruleset = 0; ruleset < pn_rules_count(); ruleset++)
		for (uint64_t seed = 1; seed <= GAMES; seed++) {
			struct random_source random = {seed};
			uint32_t asked = 0;
			uint8_t turn = 0;
			uint8_t phase = 0;

			begin(ruleset, seed, &random);
			while (!play.truth.over) {
				const pn_side side = play_side(&play, &random);
				struct pn_command command = {.kind = PN_COMMAND_RESIGN};

				if (play.truth.turn != turn)
					asked = 0;
				else if (play.truth.phase != phase)
					cr_assert_not(asked >> play.truth.phase & 1,
						      "%s, seed %lu: phase %d again",
						      pn_rules_at(ruleset)->id, (unsigned long)seed,
						      play.truth.phase);
				turn = play.truth.turn;
				phase = play.truth.phase;
				asked |= 1u << phase;
				while (pn_is_parley(command.kind))
					command = play_random_action(&play, side, &random);
				play_command(&play, side, &command);
			}
		}
}

/* The numbers end before they begin anew. */
Test(cup, the_last_number_is_65535)
{
	struct random_source random = {1};
	struct pn_command command = cup_of(5);

	begin(play_book(), 1, &random);
	play.truth.cups[PN_RED] =
		(struct pn_cups){play.truth.turn, play.truth.phase, UINT16_MAX - 5, 0};
	cr_expect_eq(pn_check(&play.truth, PN_RED, &command).code, PN_LAWFUL);
	command = cup_of(6);
	cr_expect_eq(pn_check(&play.truth, PN_RED, &command).code, PN_REFUSE_CUP_SPENT);
	cr_expect_eq(pn_check(&play.truth, PN_BLUE, &command).code, PN_LAWFUL);
}
