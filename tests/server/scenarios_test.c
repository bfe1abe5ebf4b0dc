/* The scenarios that come with the server: each can be set up as it stands, and random
 * play from it ends. */

#include <criterion/criterion.h>
#include <stdlib.h>

#include "base/embedded.h"
#include "codec/codec_ruleset.h"
#include "play.h"

enum { GAMES = 10, STEPS_MAX = 6000 };

static struct play play;
static struct codec_scenario scenario;

static const struct embedded_file *next_scenario(const struct embedded_file *file)
{
	struct codec_error error = {0};

	file = embedded_next("scenarios/", file);
	if (file)
		cr_assert(codec_scenario_decode(&scenario, (const char *)file->bytes, file->size,
						&error),
			  "%s: %s", file->path, error.detail);
	return file;
}

static void play_to_the_end(uint64_t seed)
{
	struct random_source random = {seed};

	play_begin(&play, scenario.ruleset, &scenario.muster, seed);
	for (int step = 0; !play.truth.over; step++) {
		pn_side side = play_side(&play, &random);
		struct pn_command command = play_random_action(&play, side, &random);

		cr_assert(step < STEPS_MAX, "%s does not end", scenario.id);
		cr_assert(pn_check(&play.view[side], side, &command).code == PN_LAWFUL);
		play_command(&play, side, &command);
	}
}

Test(scenarios, random_play_of_each_ends, .timeout = 120)
{
	int count = 0;

	for (const struct embedded_file *file = next_scenario(NULL); file;
	     file = next_scenario(file)) {
		for (uint64_t seed = 1; seed <= GAMES; seed++)
			play_to_the_end(seed);
		count++;
	}
	cr_assert_geq(count, 8);
}

/* What every scenario promises: a last turn, and red and blue alike in number. */
Test(scenarios, both_sides_are_as_many)
{
	for (const struct embedded_file *file = next_scenario(NULL); file;
	     file = next_scenario(file)) {
		int units[PN_SIDES] = {0};

		for (uint8_t i = 0; i < scenario.muster.unit_count; i++)
			units[scenario.muster.unit[i].side]++;
		cr_expect_eq(units[PN_RED], units[PN_BLUE], "%s", scenario.id);
		cr_expect_lt(scenario.muster.turns, 20, "%s", scenario.id);
	}
}
