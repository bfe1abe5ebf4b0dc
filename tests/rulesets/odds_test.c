/* What a preview tells of the dice is what the dice do: the roll that follows is the one that
 * was told, whoever asks is told the same, and each book tells of some. */

#include <criterion/criterion.h>
#include <string.h>

#include "odds.h"
#include "play.h"

enum { GAMES = 100, STEPS_MAX = 1500 };

static struct play play;

/* ---- counting ---- */

static uint32_t ways(struct pn_roll roll, uint32_t *of)
{
	static struct pn_game game;

	game.ruleset = (uint8_t)pn_rules_find("battlesystem-2e");
	roll.what = 0;
	cr_assert_eq(pn_rules_of(&game)->rolls.row[0].sides, 10);
	return pn_roll_ways(&game, &roll, of);
}

Test(odds, two_dice_of_ten_are_counted)
{
	static const struct {
		enum pn_test test;
		int16_t needed, modifier;
		uint32_t ways;
	} row[] = {
		{PN_TEST_AT_MOST, 1, 0, 0},    {PN_TEST_AT_MOST, 2, 0, 1},
		{PN_TEST_AT_MOST, 12, 0, 64},  {PN_TEST_AT_MOST, 12, 1, 55},
		{PN_TEST_AT_MOST, 20, 0, 100}, {PN_TEST_AT_LEAST, 12, 0, 45},
		{PN_TEST_AT_LEAST, 21, 0, 0},  {PN_TEST_AT_LEAST, 12, -2, 28},
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		uint32_t of;
		const uint32_t found = ways((struct pn_roll){.count = 2,
							     .test = row[i].test,
							     .needed = row[i].needed,
							     .modifier = row[i].modifier},
					    &of);

		cr_expect_eq(of, 100u);
		cr_expect_eq(found, row[i].ways, "row %zu: %u", i, found);
	}
}

/* Of three dice the best two, and the worst two. */
Test(odds, a_die_that_is_dropped_does_not_count)
{
	for (int16_t needed = 2; needed <= 21; needed++) {
		uint32_t best = 0, worst = 0, of;

		for (int a = 1; a <= 10; a++)
			for (int b = 1; b <= 10; b++)
				for (int c = 1; c <= 10; c++) {
					const int low = a < b ? (a < c ? a : c) : (b < c ? b : c);
					const int high = a > b ? (a > c ? a : c) : (b > c ? b : c);

					best += a + b + c - low >= needed;
					worst += a + b + c - high >= needed;
				}
		cr_expect_eq(ways((struct pn_roll){.count = 3,
						   .test = PN_TEST_AT_LEAST,
						   .needed = needed,
						   .drop = PN_DROP_LOWEST},
				  &of),
			     best);
		cr_expect_eq(ways((struct pn_roll){.count = 3,
						   .test = PN_TEST_AT_LEAST,
						   .needed = needed,
						   .drop = PN_DROP_HIGHEST},
				  &of),
			     worst);
		cr_expect_eq(of, 1000u);
	}
}

Test(odds, a_second_try_counts)
{
	struct pn_odds odds = {.ways = 15, .of = 36};

	pn_odds_again(&odds);
	cr_expect_eq(odds.of, 1296u);
	cr_expect_eq(odds.ways, 1296u - 21u * 21u);
	pn_odds_again(NULL);
}

/* ---- what follows ---- */

static const struct pn_event *rolled_by(const struct pn_odds *odds, size_t from)
{
	for (size_t i = from; i < play.count; i++)
		if (play.log[i].kind == PN_EVENT_ROLLED && play.log[i].rolled.who == odds->who &&
		    play.log[i].rolled.what == odds->what)
			return &play.log[i];
	return NULL;
}

static void expect_same_roll(const struct pn_odds *odds, const struct pn_event *event)
{
	cr_assert_eq(event->rolled.sides, odds->sides);
	cr_assert_str_eq(event->clause.text, odds->clause.text);
	/* A seven is a six, and then another die. */
	if (odds->each) {
		cr_assert_leq(event->rolled.needed, odds->needed);
		return;
	}
	cr_assert_eq(event->rolled.needed, odds->needed);
	cr_assert_eq(event->rolled.count, odds->count);
	if (odds->drop == PN_DROP_NONE)
		cr_assert_eq(event->rolled.modifier, odds->modifier);
}

/* A charge that is said to come far enough from some number on does so, and not below. */
static void expect_reach(const struct pn_odds *odds, size_t from)
{
	const struct pn_event *last = NULL;

	for (size_t i = from; i < play.count; i++) {
		const struct pn_event *event = &play.log[i];

		if (event->kind == PN_EVENT_ROLLED && event->rolled.who == odds->who)
			last = event;
		if (event->kind != PN_EVENT_CHARGE_ENDED || event->charge_ended.unit != odds->who ||
		    !last)
			continue;
		if (event->charge_ended.outcome == PN_CHARGE_TOO_FAR)
			cr_assert_lt(last->rolled.total, odds->needed);
		if (event->charge_ended.outcome == PN_CHARGE_CONTACT)
			cr_assert_geq(last->rolled.total, odds->needed);
		return;
	}
}

/* Returns whether anything was told. */
static bool expect_told(const struct pn_preview *preview, size_t from)
{
	const struct pn_odds *first = &preview->odds[0];
	const struct pn_event *event;

	if (preview->odds_count == 0)
		return false;
	for (uint8_t i = 0; i < preview->odds_count; i++) {
		cr_assert_gt(preview->odds[i].of, 0u);
		cr_assert_leq(preview->odds[i].ways, preview->odds[i].of);
	}
	event = rolled_by(first, from);
	if (preview->rolls && event && event->rolled.result != PN_ROLL_PLAIN &&
	    strcmp(first->words, "odds.reach") != 0 && strcmp(first->words, "odds.escape") != 0)
		expect_same_roll(first, event);
	if (preview->rolls && strcmp(first->words, "odds.reach") == 0)
		expect_reach(first, from);
	return true;
}

static unsigned play_one(uint8_t ruleset, uint64_t seed)
{
	struct random_source random = {seed};
	struct pn_muster muster;
	unsigned told = 0;

	play_random_muster(&muster, ruleset, &random);
	play_begin(&play, ruleset, &muster, seed);
	for (int step = 0; !play.truth.over && step < STEPS_MAX; step++) {
		const pn_side side = play_side(&play, &random);
		const struct pn_command command = play_random_action(&play, side, &random);
		const size_t from = play.count;
		struct pn_preview preview, truth;

		pn_preview(&play.view[side], side, &command, &preview);
		pn_preview(&play.truth, side, &command, &truth);
		cr_assert_eq(preview.odds_count, truth.odds_count);
		for (uint8_t i = 0; i < preview.odds_count; i++)
			cr_assert_eq(preview.odds[i].ways, truth.odds[i].ways);
		play_command(&play, side, &command);
		told += expect_told(&preview, from);
	}
	return told;
}

Test(odds, every_book_tells_them_and_rolls_what_it_told, .timeout = 600)
{
	for (uint8_t ruleset = 0; ruleset < pn_rules_count(); ruleset++) {
		unsigned told = 0;

		for (uint64_t seed = 1; seed <= GAMES; seed++)
			told += play_one(ruleset, seed);
		cr_log_info("%s: %u", pn_rules_at(ruleset)->id, told);
		cr_expect_gt(told, 0u, "%s tells of no roll", pn_rules_at(ruleset)->id);
	}
}
