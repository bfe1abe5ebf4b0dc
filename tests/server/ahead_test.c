/* Looking ahead, in random games of every book: a side that is asked next is shown what it will
 * be asked, and nothing that it cannot know. */

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "model/ahead.h"
#include "play.h"

enum { GAMES = 40, STEPS = 150 };

static struct play play;
static struct ahead *ahead;
static unsigned ends[AHEAD_END_COUNT], came_true;

static void begin(void)
{
	ahead = calloc(1, sizeof(*ahead));
	cr_assert_not_null(ahead);
	memset(ends, 0, sizeof(ends));
	came_true = 0;
}

static void finish(void)
{
	free(ahead);
}

TestSuite(ahead, .init = begin, .fini = finish);

/* The other side lets things go on in the truth, too, until `side` is asked. */
static void let_go_on(struct pn_game *truth, pn_side side)
{
	static struct pn_events out;

	for (int given = 0; given < AHEAD_COMMANDS_MAX && !pn_owes(truth, side); given++) {
		struct pn_command command = pn_fallback(truth, pn_opponent(side));

		out.count = out.placed_count = 0;
		pn_apply(truth, pn_opponent(side), &command, &play.dice, &out);
	}
}

/* What was foreseen comes true when the other side does as was supposed. */
static void expect_true(pn_side side)
{
	static struct pn_game truth;
	static struct pn_actions actions;
	const struct pn_pending *then = pn_top_pending(&ahead->game), *now;
	uint16_t same = 0;

	truth = play.truth;
	let_go_on(&truth, side);
	now = pn_top_pending(&truth);
	cr_assert(now && pn_owes(&truth, side), "seed %lu", (unsigned long)play.seed);
	cr_assert_eq(now->decision, then->decision, "seed %lu", (unsigned long)play.seed);
	cr_assert_eq(truth.turn, ahead->game.turn);
	cr_assert_eq(truth.phase, ahead->game.phase);
	pn_list_actions(&truth, side, &actions);
	ahead_list(ahead, side);
	for (uint16_t i = 0; i < actions.count; i++) {
		const struct pn_command *command = &actions.action[i].command;

		if (pn_is_parley(command->kind))
			continue;
		cr_assert_lt(same, ahead->actions.count, "seed %lu", (unsigned long)play.seed);
		cr_assert_eq(ahead->actions.action[same].command.kind, command->kind);
		cr_assert_eq(ahead->actions.action[same++].command.unit, command->unit);
	}
	cr_assert_eq(same, ahead->actions.count, "seed %lu", (unsigned long)play.seed);
	came_true++;
}

static void look(pn_side side)
{
	const struct intent nothing = intent_none();
	enum ahead_end end = ahead_play(ahead, &play.view[side], side, &nothing);

	ends[end]++;
	if (end != AHEAD_ASKED)
		return;
	cr_assert(pn_owes(&ahead->game, side));
	if (!pn_owes(&play.view[side], side))
		expect_true(side);
}

static void play_book_ahead(uint8_t ruleset)
{
	static struct pn_muster muster;

	for (uint64_t game = 1; game <= GAMES; game++) {
		struct random_source random = {game * 31 + ruleset};

		play_random_muster(&muster, ruleset, &random);
		play_begin(&play, ruleset, &muster, game);
		for (int step = 0; step < STEPS && !play.truth.over; step++) {
			pn_side side = play_side(&play, &random);
			struct pn_command command;

			look(PN_RED);
			look(PN_BLUE);
			command = play_random_action(&play, side, &random);
			play_command(&play, side, &command);
		}
	}
}

Test(ahead, what_is_foreseen_comes_true)
{
	for (uint8_t ruleset = 0; ruleset < pn_rules_count(); ruleset++) {
		const unsigned before = came_true, dice = ends[AHEAD_DICE];

		play_book_ahead(ruleset);
		cr_expect_gt(came_true, before, "%s: nothing was foreseen",
			     pn_rules_at(ruleset)->id);
		cr_expect_gt(ends[AHEAD_DICE], dice, "%s: no die was in the way",
			     pn_rules_at(ruleset)->id);
	}
	cr_expect_gt(ends[AHEAD_SEALED], 0);
	cr_expect_gt(ends[AHEAD_OVER], 0);
	cr_expect_eq(ends[AHEAD_STOPPED], 0, "without a plan none stops");
}
