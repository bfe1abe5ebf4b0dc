/* Looking ahead, in random games of every book: a side that is asked next is shown what it will
 * be asked, and nothing that it cannot know, or that nobody may measure. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/ahead.h"
#include "play.h"

enum { GAMES = 40, STEPS = 150, PLANNED = 6 };

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

/* ---- where nobody may measure ---- */

static struct ahead *elsewhere;
static struct plan plan;
static unsigned moves, met;

static void begin_blind(void)
{
	begin();
	elsewhere = calloc(1, sizeof(*elsewhere));
	cr_assert_not_null(elsewhere);
	moves = met = 0;
}

static void finish_blind(void)
{
	free(elsewhere);
	finish();
}

TestSuite(ahead_blind, .init = begin_blind, .fini = finish_blind);

/* Plan some of what the side may do now, one command a unit, in the order of the list. */
static void plan_some(const struct pn_game *view, pn_side side, int most,
		      struct random_source *random)
{
	static struct pn_actions actions;
	bool is_planned[PN_UNITS_MAX] = {false};

	memset(&plan, 0, sizeof(plan));
	pn_list_actions(view, side, &actions);
	for (uint16_t i = 0; i < actions.count && plan.count < most; i++) {
		const struct pn_command *command = &actions.action[i].command;

		if (command->unit >= view->unit_count || is_planned[command->unit] ||
		    pn_is_parley(command->kind) || random_one_in(random, 3))
			continue;
		is_planned[command->unit] = true;
		plan.item[plan.count].command = *command;
		plan.item[plan.count++].decision = PLAN_ANY_DECISION;
	}
}

/* A view in which each enemy that the unit does not touch stands far outside the table. */
static void send_away(struct pn_game *view, pn_unit_id from)
{
	for (pn_unit_id unit = 0; unit < view->unit_count; unit++)
		if (view->unit[unit].side != view->unit[from].side &&
		    !pn_in_contact(view, from, unit))
			view->unit[unit].pose.at.x += 100 * PN_INCH * (unit + 10);
}

/* Does the one move that is planned end in truth where it was foreseen? */
static bool ends_there(const struct pn_game *view, pn_side side)
{
	static struct pn_game truth;
	static struct pn_events out;
	const pn_unit_id unit = plan.item[0].command.unit;

	truth = *view;
	out.count = out.placed_count = 0;
	pn_apply(&truth, side, &plan.item[0].command, &play.dice, &out);
	return memcmp(&truth.unit[unit].pose, &ahead->game.unit[unit].pose,
		      sizeof(truth.unit[unit].pose)) == 0;
}

/* Is what is planned first a march, with nothing of it refused? */
static bool is_march(const struct pn_game *view, pn_side side)
{
	const struct pn_command *command = &plan.item[0].command;

	return plan.count > 0 && command->kind == PN_COMMAND_MOVE && command->path.count > 0 &&
	       pn_check(view, side, command).code == PN_LAWFUL;
}

/* What is foreseen of a march is the same wherever the enemy stands. */
static void look_at_march(pn_side side, struct random_source *random)
{
	static struct pn_game away;
	struct intent intent = intent_none();

	plan_some(&play.view[side], side, 1, random);
	if (!is_march(&play.view[side], side))
		return;
	away = play.view[side];
	send_away(&away, plan.item[0].command.unit);
	if (!is_march(&away, side))
		return;
	intent_set_plan(&intent, &plan);
	const enum ahead_end end = ahead_play(ahead, &play.view[side], side, &intent);
	const enum ahead_end then = ahead_play(elsewhere, &away, side, &intent);

	cr_expect_eq(end, then, "seed %lu", (unsigned long)play.seed);
	cr_expect_eq(ahead->done, elsewhere->done);
	for (pn_unit_id unit = 0; unit < away.unit_count; unit++)
		if (away.unit[unit].side == side)
			cr_expect_arr_eq(&ahead->game.unit[unit].pose,
					 &elsewhere->game.unit[unit].pose, sizeof(pn_pose),
					 "seed %lu", (unsigned long)play.seed);
	moves++;
	met += ahead->done == 1 && !ends_there(&play.view[side], side);
}

/* Of a charge nothing is foreseen, whether it would arrive or not; of more than one command whatever
 * may be, and no rule breaks. */
static void look_at_more(pn_side side, struct random_source *random)
{
	struct intent intent = intent_none();

	plan_some(&play.view[side], side, PLANNED, random);
	intent_set_plan(&intent, &plan);
	const enum ahead_end end = ahead_play(ahead, &play.view[side], side, &intent);

	for (uint8_t i = 0; i < ahead->done; i++)
		cr_expect_neq(plan.item[i].command.kind, PN_COMMAND_CHARGE);
	cr_expect_leq(ahead->done, plan.count);
	ends[end]++;
	if (end == AHEAD_ASKED)
		ahead_list(ahead, side);
}

static void play_blind(uint8_t ruleset)
{
	static struct pn_muster muster;

	for (uint64_t game = 1; game <= GAMES; game++) {
		struct random_source random = {game * 37 + ruleset};

		play_random_muster(&muster, ruleset, &random);
		muster.premeasure = false;
		play_begin(&play, ruleset, &muster, game);
		for (int step = 0; step < STEPS && !play.truth.over; step++) {
			pn_side side = play_side(&play, &random);
			struct pn_command command;

			look_at_march(side, &random);
			look_at_more(side, &random);
			command = play_random_action(&play, side, &random);
			play_command(&play, side, &command);
		}
	}
}

Test(ahead_blind, a_march_is_foreseen_as_if_there_were_no_enemy, .timeout = 300)
{
	for (uint8_t ruleset = 0; ruleset < pn_rules_count(); ruleset++) {
		const unsigned before = moves, met_before = met;

		play_blind(ruleset);
		printf("%s: %u marches, of which %u meet somebody\n", pn_rules_at(ruleset)->id,
		       moves - before, met - met_before);
		cr_expect_gt(moves, before, "%s", pn_rules_at(ruleset)->id);
	}
	cr_expect_gt(met, 0, "none met anybody");
}
