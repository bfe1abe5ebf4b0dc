/* A turn waits for a person at most eight times, when both sides use plans, standing
 * orders and passes of several windows. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "play.h"
#include "visits.h"

enum { GAMES = 40, VISITS_MILLI_MAX = 8000 };

Test(visits, a_turn_costs_few, .timeout = 300)
{
	int games = getenv("PENNON_SOAK_MINUTES") ? GAMES * 10 : GAMES;

	const uint8_t ruleset = play_book();
	struct visits with = visits_count(ruleset, true, games);
	struct visits without = visits_count(ruleset, false, games);
	unsigned long milli = visits_per_turn_milli(&with);
	unsigned long bare = visits_per_turn_milli(&without);

	printf("%s: visits_per_turn %lu.%03lu (at most %lu), by hand %lu.%03lu (%lu); %lu of "
	       "%lu commands by plan or order, by hand %lu, %lu plans refused, %lu turns\n",
	       pn_rules_at(ruleset)->id, milli / 1000, milli % 1000, with.most, bare / 1000,
	       bare % 1000, without.most, with.automatic, with.commands, without.commands,
	       with.refused, with.turns);
	cr_expect_leq(milli, VISITS_MILLI_MAX);
	cr_expect_gt(bare, milli);
	cr_expect_gt(with.refused, 0, "no plan was ever refused");
}
