/* How the lists of actions grow with the units on the board: 10, 20, 40 and 80 of them, in the
 * same lines, over the same ground.
 *
 * The same kind of game is played on at each size, and of the lists that come up the dearest
 * counts, once among those on which charges are declared and once among those on which units
 * move. The exponent is that of the power of the units which leads from the smallest to the
 * largest. */

#include "figures.h"

#include <math.h>
#include <stdlib.h>

#include "load.h"
#include "musters.h"
#include "play.h"

enum { STEPS = 160, REPEATS = 3 };

static bool has_action(const struct pn_actions *actions, enum pn_command_kind kind)
{
	for (uint16_t i = 0; i < actions->count; i++)
		if (actions->action[i].command.kind == kind)
			return true;
	return false;
}

/* The shortest of a few times: the others are the machine's. */
static double list_once(struct play *play, pn_side side)
{
	int64_t least = INT64_MAX;

	for (int k = 0; k < REPEATS; k++) {
		int64_t begun = now_us();

		pn_list_actions(&play->view[side], side, &play->actions);
		int64_t spent = now_us() - begun;

		least = spent < least ? spent : least;
	}
	return (double)least;
}

static void raise(double *most, double cost)
{
	*most = cost > *most ? cost : *most;
}

static void measure_size(struct play *play, int size, struct list_figures *figures)
{
	struct random_source random = {5};

	for (int step = 0; step < STEPS && !play->truth.over; step++) {
		pn_side side = play_side(play, &random);
		double cost = list_once(play, side);

		if (has_action(&play->actions, PN_COMMAND_DECLARE_CHARGE))
			raise(&figures->declare_us[size], cost);
		if (has_action(&play->actions, PN_COMMAND_MOVE))
			raise(&figures->move_us[size], cost);
		struct pn_command command = play_random_action(play, side, &random);

		play_command(play, side, &command);
	}
}

static double exponent_of(const double cost[LIST_SIZES])
{
	const double growth = list_sizes[LIST_SIZES - 1] / list_sizes[0];

	return cost[0] > 0 && cost[LIST_SIZES - 1] > 0
		       ? log(cost[LIST_SIZES - 1] / cost[0]) / log(growth)
		       : 0;
}

const double list_sizes[LIST_SIZES] = {10, 20, 40, 80};

struct list_figures list_measure(void)
{
	struct list_figures figures = {0};
	struct play *play = calloc(1, sizeof(*play));
	struct pn_muster *muster = calloc(1, sizeof(*muster));

	for (int size = 0; size < LIST_SIZES; size++) {
		muster_lines(muster, (int)list_sizes[size] / 2);
		play_begin(play, bench_book(), muster, 3);
		measure_size(play, size, &figures);
	}
	figures.declare_exponent = exponent_of(figures.declare_us);
	figures.move_exponent = exponent_of(figures.move_us);
	free(muster);
	free(play);
	return figures;
}
