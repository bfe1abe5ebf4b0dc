/* How often a turn waits for a person: at most eight times when both sides use plans, standing
 * orders and passes of several windows; at most six when they know of none of these and take what
 * the page offers first. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "play.h"
#include "visits.h"

enum { GAMES = 40, HELPED_MILLI_MAX = 8000, OFFERED_MILLI_MAX = 6000 };

static const char *const ways[] = {"by hand", "with plans and orders", "as offered"};

static struct visits count(uint8_t ruleset, enum visits_way way)
{
	const int games = getenv("PENNON_SOAK_MINUTES") ? GAMES * 10 : GAMES;
	const struct visits visits = visits_count(ruleset, way, games);
	const unsigned long milli = visits_per_turn_milli(&visits);

	printf("%s, %s: visits_per_turn %lu.%03lu (at most %lu); %lu of %lu commands unasked, %lu "
	       "plans refused, %lu turns\n",
	       pn_rules_at(ruleset)->id, ways[way], milli / 1000, milli % 1000, visits.most,
	       visits.automatic, visits.commands, visits.refused, visits.turns);
	return visits;
}

Test(visits, a_turn_costs_few, .timeout = 300)
{
	const struct visits helped = count(play_book(), VISITS_HELPED);
	const struct visits by_hand = count(play_book(), VISITS_BY_HAND);

	cr_expect_leq(visits_per_turn_milli(&helped), HELPED_MILLI_MAX);
	cr_expect_gt(visits_per_turn_milli(&by_hand), visits_per_turn_milli(&helped));
	cr_expect_gt(helped.refused, 0, "no plan was ever refused");
}

Test(visits, a_turn_costs_few_to_players_who_take_what_is_offered, .timeout = 300)
{
	static const char *const others[] = {"chainmail", "t9a-2e"};
	const struct visits offered = count(play_book(), VISITS_AS_OFFERED);
	const struct visits by_hand = count(play_book(), VISITS_BY_HAND);

	cr_expect_leq(visits_per_turn_milli(&offered), OFFERED_MILLI_MAX);
	cr_expect_gt(visits_per_turn_milli(&by_hand), visits_per_turn_milli(&offered));
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		const struct visits other =
			count((uint8_t)pn_rules_find(others[i]), VISITS_AS_OFFERED);

		cr_expect_leq(visits_per_turn_milli(&other), OFFERED_MILLI_MAX, "%s", others[i]);
	}
}
