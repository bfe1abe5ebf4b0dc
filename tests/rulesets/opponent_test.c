/* The practice opponent beats whoever takes offers at random, and itself with fewer playouts. The
 * long form plays 100 games of each book, and wants what stands below of each; ./dev test plays a few,
 * and wants of all together what so many show of it. PENNON_BOOK plays one book alone, PENNON_GAMES so many games. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "duel.h"

enum { GAMES = 2, GAMES_LONG = 100, RANDOM = 0, WEAKEST = 1 };

/* Won of 100, of the book's own battles of four units a side. It shall be 90 against chance and 65
 * against the weakest: what is less here is what it reaches. */
static const struct reached {
	const char *book;
	int against_random, against_weakest;
} reached[] = {
	{"ancient-warfare", 88, 70}, {"battlesystem-1e", 78, 40}, {"battlesystem-2e", 90, 82},
	{"chainmail", 90, 70},       {"conquest-1.5", 95, 78},    {"medieval-warfare", 88, 50},
	{"t9a-2e", 78, 80},
};

static const struct reached *reached_in(uint8_t ruleset)
{
	for (size_t i = 0; i < sizeof reached / sizeof reached[0]; i++)
		if (pn_rules_find(reached[i].book) == ruleset)
			return &reached[i];
	cr_assert(false, "nobody has said what is reached in %s", pn_rules_at(ruleset)->id);
	return NULL;
}

static int games(void)
{
	const char *wanted = getenv("PENNON_GAMES");

	if (wanted)
		return atoi(wanted);
	return getenv("PENNON_SOAK_MINUTES") ? GAMES_LONG : GAMES;
}

/* What `count` games at `percent` come to, less two and a half standard deviations, for luck. */
static int least_of(int count, int percent)
{
	const int variance = count * percent * (100 - percent);
	int deviation = 0;

	while (deviation * deviation < variance)
		deviation++;
	return (2 * count * percent - 5 * deviation) / 200;
}

static int play(uint8_t ruleset, uint8_t against)
{
	const struct duel duel = {ruleset, {PN_STRENGTHS, against}, games(), 1};
	const struct duel_result result = duel_play(&duel);

	printf("%-18s %d against %d: %3d won %3d lost %3d drawn of %d; %lu us a choice, %lu at most\n",
	       pn_rules_at(ruleset)->id, PN_STRENGTHS, against, result.won, result.lost,
	       result.drawn, duel.games, result.asked ? result.us / result.asked : 0,
	       result.longest_us);
	fflush(stdout);
	return result.won;
}

static void expect_won(uint8_t against)
{
	const char *book = getenv("PENNON_BOOK");
	int books = 0, percents = 0, won = 0;

	for (uint8_t ruleset = 0; ruleset < pn_rules_count(); ruleset++) {
		const struct reached *least = reached_in(ruleset);
		const int percent =
			against == RANDOM ? least->against_random : least->against_weakest;
		int own;

		if (book && pn_rules_find(book) != ruleset)
			continue;
		own = play(ruleset, against);
		if (games() >= GAMES_LONG)
			cr_expect_geq(own * 100, percent * games(), "%s", least->book);
		books++;
		percents += percent;
		won += own;
	}
	cr_expect_geq(won, least_of(books * games(), percents / books), "%d won of %d", won,
		      books * games());
}

Test(opponent, beats_who_takes_offers_at_random, .timeout = 3000)
{
	expect_won(RANDOM);
}

Test(opponent, beats_itself_with_fewer_playouts, .timeout = 3000)
{
	expect_won(WEAKEST);
}
