/* The battle that a turn of a game began with, as one viewer sees it: their view, folded up to
 * where the turn began. In it is what that viewer sees and nothing else, so nothing sealed or
 * hidden can be in the battle. */

#include <stdlib.h>

#include "game/snapshot_inside.h"

enum { TURNS_MOST = 99 };

/* The viewer's number of the event with which a turn began that still stands; 0: none. */
static uint32_t find_beginning(const struct snapshot *snapshot, pn_side viewer, uint8_t turn)
{
	const struct game_log *log = snapshot->log;

	for (uint32_t seq = snapshot->tip[viewer].seq; seq > 0; seq--) {
		const struct pn_event event = log_event(log, log_seen(log, viewer, seq));

		if (event.kind == PN_EVENT_TURN_BEGAN && event.turn_began.turn == turn)
			return seq;
	}
	return 0;
}

static void fold_until(struct pn_game *out, const struct snapshot *snapshot, pn_side viewer,
		       uint32_t seq)
{
	struct pn_event *list = log_copy_seen(snapshot->log, viewer, seq);

	snapshot_fold_events(snapshot, viewer, list, seq, out);
	free(list);
}

/* Can units that stand so begin a turn? */
static enum problem_code check_battle(uint8_t ruleset, const struct pn_muster *muster)
{
	struct pn_game game;

	return pn_setup(&game, ruleset, muster).code == PN_MUSTER_NONE ? PROBLEM_NONE
								       : PROBLEM_NO_POSITION;
}

/* What the game came to, as one more turn would begin with it. */
static enum problem_code take_reached(struct pn_muster *out, const struct snapshot *snapshot,
				      pn_side viewer)
{
	struct pn_game reached = *snapshot_view(snapshot, viewer);

	if (reached.turn >= TURNS_MOST)
		return PROBLEM_NO_SUCH_TURN;
	if (reached.phase == pn_rules_of(&reached)->deployment_phase)
		return PROBLEM_NO_POSITION;
	reached.turn++;
	pn_muster_under_way(out, &reached, &snapshot->base->muster);
	if (out->turns < reached.turn)
		out->turns = reached.turn;
	return check_battle(snapshot->base->ruleset, out);
}

enum problem_code snapshot_battle(const struct snapshot *snapshot, pn_side viewer, int64_t turn,
				  struct pn_muster *out, uint8_t *told)
{
	const struct pn_game *view = snapshot_view(snapshot, viewer);
	const bool is_over = snapshot->header.status == GAME_FINISHED;
	struct pn_game began;
	uint32_t beginning;

	if (snapshot->header.status == GAME_OPEN || view->turn == 0)
		return PROBLEM_NOT_STARTED;
	if (!is_over && !view->premeasure)
		return PROBLEM_MEASURING_FORBIDDEN;
	if (turn < 0)
		turn = view->turn;
	if (turn < view->first_turn || turn > view->turn + is_over)
		return PROBLEM_NO_SUCH_TURN;
	*told = (uint8_t)turn;
	if (turn > view->turn)
		return take_reached(out, snapshot, viewer);
	*out = snapshot->base->muster;
	if (turn == view->first_turn)
		return PROBLEM_NONE;
	beginning = find_beginning(snapshot, viewer, (uint8_t)turn);
	pn_assert(beginning > 0);
	fold_until(&began, snapshot, viewer, beginning);
	pn_muster_under_way(out, &began, &snapshot->base->muster);
	return check_battle(snapshot->base->ruleset, out);
}
