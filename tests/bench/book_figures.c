/* The core under each rule book: the largest of its scenarios is played on, from its first
 * decision, and everything that is listed on the way is measured.
 *
 * Each thing is done a few times over and the shortest time counts: the others are the
 * machine's. A charge is measured from the check of its command to its end; who is asked meanwhile
 * answers with its decision's default. Where a scenario has charges written in secret and carried
 * out all at once, none is a command by itself: it is then played by the book's usual method. */

#include "figures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "load.h"
#include "musters.h"
#include "play.h"

enum { STEPS = 400, CHARGES = 200, REPEATS = 5, ANSWERS_MAX = 40, GAMES_MAX = 20 };

static bool has_ended(const struct pn_events *out)
{
	for (uint16_t i = 0; i < out->count; i++)
		if (out->event[i].kind == PN_EVENT_CHARGE_ENDED)
			return true;
	return false;
}

/* Microseconds of one whole charge. */
static int64_t charge_once(const struct play *play, pn_side side, const struct pn_command *charge,
			   struct pn_game *game, struct pn_events *out)
{
	bool ended;
	int64_t begun;

	*game = play->truth;
	out->count = 0;
	begun = now_us();
	if (pn_check(&play->view[side], side, charge).code != PN_LAWFUL)
		abort();
	pn_apply(game, side, charge, &play->dice, out);
	ended = has_ended(out);
	for (int i = 0; i < ANSWERS_MAX && !ended && !game->over; i++) {
		pn_side owes = pn_owes(game, PN_RED) ? PN_RED : PN_BLUE;
		struct pn_command answer = pn_fallback(game, owes);

		out->count = 0;
		pn_apply(game, owes, &answer, &play->dice, out);
		ended = has_ended(out);
	}
	return now_us() - begun;
}

/* What has been measured so far. */
struct measured {
	int64_t charge_us;
	unsigned charges;
	int64_t actions_us, dearest_charge_us;
};

static int64_t least(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static void measure_charges(const struct play *play, pn_side side, struct measured *measured)
{
	static struct pn_game game;
	static struct pn_events out;

	for (uint16_t i = 0; i < play->actions.count && measured->charges < CHARGES; i++) {
		const struct pn_command *command = &play->actions.action[i].command;
		int64_t spent = INT64_MAX;

		if (command->kind != PN_COMMAND_CHARGE)
			continue;
		for (int k = 0; k < REPEATS; k++)
			spent = least(spent, charge_once(play, side, command, &game, &out));
		measured->charge_us += spent;
		measured->charges++;
		if (spent > measured->dearest_charge_us)
			measured->dearest_charge_us = spent;
	}
}

static void measure_actions(struct play *play, pn_side side, struct measured *measured)
{
	int64_t cost = INT64_MAX;

	for (int k = 0; k < REPEATS; k++) {
		int64_t begun = now_us();

		pn_list_actions(&play->view[side], side, &play->actions);
		cost = least(cost, now_us() - begun);
	}
	if (cost > measured->actions_us)
		measured->actions_us = cost;
}

static void measure_game(struct play *play, uint64_t seed, struct measured *measured)
{
	struct random_source random = {seed};

	for (int step = 0; step < STEPS && !play->truth.over; step++) {
		pn_side side = play_side(play, &random);

		measure_actions(play, side, measured);
		measure_charges(play, side, measured);
		struct pn_command command = play_random_action(play, side, &random);

		play_command(play, side, &command);
	}
}

static void measure_games(struct play *play, uint8_t ruleset, const struct pn_muster *muster,
			  struct measured *measured)
{
	for (uint64_t seed = 1; seed <= GAMES_MAX && measured->charges < CHARGES; seed++) {
		play_begin(play, ruleset, muster, seed);
		measure_game(play, seed, measured);
	}
}

struct book_figures book_measure(uint8_t ruleset)
{
	struct codec_scenario *scenario = calloc(1, sizeof(*scenario));
	struct play *play = calloc(1, sizeof(*play));
	struct measured measured = {0};
	struct book_figures figures = {0};

	if (muster_largest(ruleset, scenario)) {
		measure_games(play, ruleset, &scenario->muster, &measured);
		if (measured.charges == 0) {
			scenario->muster.method = pn_rules_at(ruleset)->default_method;
			measure_games(play, ruleset, &scenario->muster, &measured);
		}
		snprintf(figures.scenario, sizeof(figures.scenario), "%s", scenario->id);
	}
	if (measured.charges > 0)
		figures.charge_us = (double)measured.charge_us / (double)measured.charges;
	figures.dearest_charge_us = (double)measured.dearest_charge_us;
	figures.actions_us = (double)measured.actions_us;
	free(play);
	free(scenario);
	return figures;
}
