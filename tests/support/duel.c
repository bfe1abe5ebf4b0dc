#include "duel.h"

#include <stdlib.h>
#include <time.h>

#include "base/embedded.h"
#include "codec/codec_ruleset.h"

enum { STEPS_MAX = 4000, BATTLES_MAX = 16, SMALL = 8, TURNS = 12 };

/* The book's own battles of the common size: four units a side. They last as long as it takes to
 * come to a decision: whoever takes offers at random leaves melees open (PN-24), which are then
 * asked about in the next turn only. */
static int battles_of(uint8_t ruleset, struct pn_muster *muster)
{
	struct codec_scenario *scenario = calloc(1, sizeof(*scenario));
	int count = 0;

	for (const struct embedded_file *file = embedded_next("scenarios/", NULL);
	     file && count < BATTLES_MAX; file = embedded_next("scenarios/", file)) {
		struct codec_error error = {0};

		if (!codec_scenario_decode(scenario, (const char *)file->bytes, file->size, &error))
			abort();
		if (scenario->ruleset != ruleset || scenario->muster.unit_count != SMALL)
			continue;
		muster[count] = scenario->muster;
		if (muster[count].turns < TURNS)
			muster[count].turns = TURNS;
		count++;
	}
	free(scenario);
	return count;
}

static unsigned long now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (unsigned long)now.tv_sec * 1000000 + (unsigned long)now.tv_nsec / 1000;
}

static struct pn_command at_random(struct play *play, pn_side side, struct random_source *random)
{
	struct pn_command command;

	do
		command = play_random_action(play, side, random);
	while (pn_is_parley(command.kind));
	return command;
}

static void play_one(struct play *play, struct pn_opponent_room *room, const uint8_t strength[2],
		     struct duel_result *result, uint64_t seed)
{
	struct random_source random = {seed};

	for (int step = 0; !play->truth.over; step++) {
		const pn_side side = play_side(play, &random);
		struct pn_command command;

		play_expect(step < STEPS_MAX, "a game that does not end", seed);
		if (strength[side] > 0) {
			unsigned long us = now_us();

			play_expect(pn_opponent_choose(&command, &play->view[side], side,
						       strength[side], room),
				    "nothing chosen", seed);
			us = now_us() - us;
			result->us += us;
			result->longest_us = us > result->longest_us ? us : result->longest_us;
			result->asked++;
		} else {
			command = at_random(play, side, &random);
		}
		play_expect(pn_check(&play->view[side], side, &command).code == PN_LAWFUL,
			    "not lawful", seed);
		play_command(play, side, &command);
		result->steps++;
	}
}

struct duel_result duel_play(const struct duel *duel)
{
	struct pn_muster *muster = calloc(BATTLES_MAX, sizeof(*muster));
	struct pn_opponent_room *room = calloc(1, sizeof(*room));
	struct play *play = calloc(1, sizeof(*play));
	const int battles = battles_of(duel->ruleset, muster);
	struct duel_result result = {0};

	play_expect(battles > 0, "no battle of this book", duel->ruleset);
	for (int game = 0; game < duel->games; game++) {
		const pn_side first = game % 2 ? PN_BLUE : PN_RED;
		const uint64_t seed = duel->seed + (uint64_t)game;
		uint8_t strength[PN_SIDES];

		strength[first] = duel->strength[0];
		strength[pn_opponent(first)] = duel->strength[1];
		play_begin(play, duel->ruleset, &muster[game / 2 % battles], seed);
		play_one(play, room, strength, &result, seed);
		result.won += play->truth.winner == first;
		result.lost += play->truth.winner == pn_opponent(first);
		result.drawn += play->truth.winner == PN_NO_SIDE;
	}
	free(play);
	free(room);
	free(muster);
	return result;
}
