/* The core alone, on games that are played in this process. No side has a secret under
 * the method used, so one state stands for the truth and for every view. */

#include "figures.h"

#include <stdio.h>
#include <stdlib.h>

#include "load.h"
#include "musters.h"
#include "play.h"

enum { REPEATS = 200, WORST_STEPS = 260 };

static const char *decision(const struct pn_game *game)
{
	return pn_rules_of(game)->decisions.row[pn_top_pending(game)->decision].name;
}

static pn_side owing(const struct pn_game *game)
{
	return pn_owes(game, PN_RED) ? PN_RED : PN_BLUE;
}

/* The first action of a kind, or NULL. */
static const struct pn_command *find_action(const struct pn_actions *actions,
					    enum pn_command_kind kind)
{
	for (uint16_t i = 0; i < actions->count; i++) {
		if (actions->action[i].command.kind == kind)
			return &actions->action[i].command;
	}
	return NULL;
}

/* Something to go on with: declare what can be declared, charge, move, or pass. */
static struct pn_command choose(const struct pn_actions *actions)
{
	static const enum pn_command_kind wanted[] = {PN_COMMAND_DECLARE_CHARGE, PN_COMMAND_CHARGE,
						      PN_COMMAND_GO_FIRST,       PN_COMMAND_READY,
						      PN_COMMAND_PASS,           PN_COMMAND_MOVE};

	for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++) {
		const struct pn_command *command = find_action(actions, wanted[i]);

		if (command)
			return *command;
	}
	return actions->action[0].command;
}

/* What a side does that lets things go on: its decision's default. */
static struct pn_command let_it_go_on(const struct pn_game *game, pn_side side)
{
	return pn_rules_of(game)->decisions.row[pn_top_pending(game)->decision].fallback(game,
											 side);
}

static bool is_answered(const struct pn_events *out)
{
	for (uint16_t i = 0; i < out->count; i++)
		if (out->event[i].kind == PN_EVENT_REACTION_DECLARED)
			return true;
	return false;
}

/* One whole charge: lawful? do it; the other side lets it go on, until it has ended. True
 * when it was answered by another charge, which had to be made. */
static bool charge_once(struct pn_game *game, const struct pn_command *charge,
			const struct pn_dice_source *dice, struct pn_events *out)
{
	pn_side side = owing(game);
	bool answered = false;

	if (pn_check(game, side, charge).code != PN_LAWFUL)
		abort();
	out->count = 0;
	pn_apply(game, side, charge, dice, out);
	while (!game->over && strcmp(decision(game), "opportunity") == 0) {
		pn_side other = owing(game);
		struct pn_command answer = let_it_go_on(game, other);

		if (pn_check(game, other, &answer).code != PN_LAWFUL)
			abort();
		out->count = 0;
		pn_apply(game, other, &answer, dice, out);
		answered |= is_answered(out);
	}
	return answered;
}

/* Play until a side may make a charge that is, or is not, answered by another; and that
 * charge. */
static struct pn_command play_to_charge(struct play *play, struct pn_actions *actions,
					bool answered)
{
	static struct pn_game game;
	static struct pn_events out;

	for (int i = 0; i < 4000 && !play->truth.over; i++) {
		pn_side side = owing(&play->truth);

		pn_list_actions(&play->view[side], side, actions);
		for (uint16_t k = 0; k < actions->count; k++) {
			const struct pn_command *charge = &actions->action[k].command;

			game = play->truth;
			if (charge->kind == PN_COMMAND_CHARGE &&
			    charge_once(&game, charge, &play->dice, &out) == answered)
				return *charge;
		}
		struct pn_command command = choose(actions);

		play_command(play, side, &command);
	}
	fprintf(stderr, "bench: nobody comes to charge\n");
	exit(EXIT_FAILURE);
}

static double measure_charge(struct play *play, struct pn_actions *actions, bool answered)
{
	static struct pn_game game;
	static struct pn_events out;
	const struct pn_command charge = play_to_charge(play, actions, answered);
	int64_t spent = 0;

	for (int i = 0; i < REPEATS; i++) {
		game = play->truth;
		int64_t begun = now_us();

		charge_once(&game, &charge, &play->dice, &out);
		spent += now_us() - begun;
	}
	return (double)spent / REPEATS;
}

static double measure_list(const struct pn_game *view, struct pn_actions *actions)
{
	pn_side side = owing(view);
	int64_t begun = now_us();

	for (int i = 0; i < REPEATS / 10; i++)
		pn_list_actions(view, side, actions);
	return (double)(now_us() - begun) / (REPEATS / 10);
}

/* The dearest list of a turn: when charges are declared or when units move. */
static double measure_actions(struct play *play, struct pn_actions *actions)
{
	double dearest = 0;

	for (int i = 0; i < 400 && play->truth.turn < 3; i++) {
		pn_side side = owing(&play->truth);
		double cost = measure_list(&play->view[side], actions);

		dearest = cost > dearest ? cost : dearest;
		struct pn_command command = choose(actions);

		play_command(play, side, &command);
	}
	return dearest;
}

/* The dearest single list and command on the heaviest muster. */
static void measure_worst(struct play *play, struct pn_actions *actions,
			  struct core_figures *figures)
{
	struct pn_muster *muster = calloc(1, sizeof(*muster));

	muster_heaviest(muster, 20);
	play_begin(play, bench_book(), muster, 3);
	for (int i = 0; i < WORST_STEPS && !play->truth.over; i++) {
		pn_side side = owing(&play->truth);
		int64_t begun = now_us();

		pn_list_actions(&play->view[side], side, actions);
		double listed = (double)(now_us() - begun) / 1000;
		struct pn_command command = choose(actions);

		begun = now_us();
		play_command(play, side, &command);
		double done = (double)(now_us() - begun) / 1000;

		figures->worst_offers_ms =
			listed > figures->worst_offers_ms ? listed : figures->worst_offers_ms;
		figures->worst_command_ms =
			done > figures->worst_command_ms ? done : figures->worst_command_ms;
	}
	free(muster);
}

struct core_figures core_measure(void)
{
	struct core_figures figures = {0};
	struct play *play = calloc(1, sizeof(*play));
	struct pn_actions *actions = calloc(1, sizeof(*actions));
	struct pn_muster *muster = calloc(1, sizeof(*muster));

	muster_standard(muster, 20);
	play_begin(play, bench_book(), muster, 3);
	figures.charge_us = measure_charge(play, actions, false);
	play_begin(play, bench_book(), muster, 3);
	figures.charge_answered_us = measure_charge(play, actions, true);
	play_begin(play, bench_book(), muster, 4);
	figures.actions_us = measure_actions(play, actions);
	measure_worst(play, actions, &figures);
	free(muster);
	free(actions);
	free(play);
	return figures;
}
