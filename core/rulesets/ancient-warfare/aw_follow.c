/* Pursuit (AW-73): who has seen an enemy fall back from a melee goes after it, as far as its
 * own retreat move, rolled for as in a retreat that morale forces; straight on after one wheel,
 * into whomever it meets. That it may, and once a turn, is ours: the sources give a distance.
 *
 * The pending decision lies under the retreat that it follows upon. `other` is the unit that fell
 * back, the queue those that it left, `stage` how many of them have had their say. */

#include "aw.h"
#include "common.h"

/* Decides AW-73. */
void aw_open_pursuit(struct pn_step *step, pn_unit_id fleer, const struct pn_pending *from)
{
	struct pn_pending pending = {.decision = AW_FOLLOW, .unit = PN_NO_UNIT, .other = fleer};

	pending.queue_count = from->queue_count;
	memcpy(pending.queue, from->queue, sizeof pending.queue);
	pn_open(step, pending, PN_CLAUSE("AW-73"));
}

/* ---- the way ---- */

/* One wheel towards it, and straight on. */
struct run {
	pn_pose pose;
	pn_len cost;
	pn_len length;
	pn_unit_id met; /* PN_NO_UNIT: nobody */
};

static pn_pose end_of(const struct run *run)
{
	return pn_pose_ahead(run->pose, run->length);
}

static struct run run_after(const struct pn_game *view, pn_unit_id id, pn_unit_id fleer,
			    pn_len allowance)
{
	struct run run;
	struct pn_obstacles all;
	struct pn_shape shape, end;
	pn_len free;
	int met;

	run.pose = aw_aimed(view, id, fleer, allowance, &run.cost);
	shape = aw_footprint_at(&view->unit[id], run.pose);
	aw_gather(&all, view, id, AW_HARD, PN_NO_UNIT);
	run.length = aw_straight(&all, &shape, run.pose.facing, allowance - run.cost, &met);
	run.met = met < 0 ? PN_NO_UNIT : all.unit[met];
	free = aw_woods_limit(view, id, run.pose, run.length);
	end = aw_footprint_at(&view->unit[id], end_of(&run));
	aw_gather(&all, view, id, AW_FRIENDS, PN_NO_UNIT);
	if (pn_obstacles_overlap(&all, &end) >= 0)
		free = aw_straight(&all, &shape, run.pose.facing, free, NULL);
	if (free < run.length)
		run.met = PN_NO_UNIT;
	run.length = free;
	return run;
}

/* ---- who ---- */

enum { MOST_BONUS = 6 * PN_INCH }; /* of the die of AW-47 */

/* Could it, if its die shows the most? */
static bool may_follow(const struct pn_game *view, pn_unit_id id, pn_unit_id fleer)
{
	const struct pn_unit *unit = &view->unit[id];

	return aw_is_steady(unit) && !pn_engaged(view, id) && !pn_flag(unit, AW_PURSUED) &&
	       view->unit[fleer].on_board && aw_is_ahead(view, id, fleer) &&
	       run_after(view, id, fleer, pn_stat(unit, AW_RETREAT_MOVE) + MOST_BONUS).length > 0;
}

static void follow(struct pn_step *step, pn_unit_id id, pn_unit_id fleer)
{
	const struct pn_game *game = step->game;
	const pn_len bonus = PN_INCH * pn_throw(step,
						(struct pn_roll){
							.who = id,
							.what = AW_ROLL_RETREAT,
							.clause = PN_CLAUSE("AW-73"),
						},
						NULL);
	const struct run run =
		run_after(game, id, fleer, pn_stat(&game->unit[id], AW_RETREAT_MOVE) + bonus);
	const pn_pose from = game->unit[id].pose;

	aw_wheel(step, id, run.pose, run.cost, PN_CLAUSE("AW-82"));
	if (run.length > 0)
		pn_tell_moved(step, id, PN_MANNER_ADVANCE, end_of(&run), run.length,
			      PN_CLAUSE("AW-73"));
	aw_pass_through(step, id, run.pose, run.pose.facing, run.length);
	pn_set_flag(step, id, AW_PURSUED, PN_CLAUSE("AW-73"));
	if (run.met == PN_NO_UNIT)
		return;
	aw_touch(step, id, run.met, from, aw_facing_ahead(game, id, run.met), false,
		 PN_CLAUSE("AW-73"));
	aw_touch_also(step, id, run.met, run.pose, from, false, PN_CLAUSE("AW-73"));
}

/* The next of those that it left who may: it is asked, or goes. */
void aw_resume_follow(struct pn_step *step)
{
	const struct pn_game *game = step->game;
	struct pn_pending pending = *pn_top_pending(game);

	while (pending.stage < pending.queue_count) {
		const pn_unit_id id = pending.queue[pending.stage++];

		if (!may_follow(game, id, pending.other))
			continue;
		pending.unit = id;
		pending.owes = game->switches[AW_SWITCH_PURSUIT] == 0
				       ? (uint8_t)(1u << game->unit[id].side)
				       : 0;
		pn_reopen(step, pending, PN_CLAUSE("AW-73"));
		if (pending.owes == 0)
			follow(step, id, pending.other);
		return;
	}
	pn_close(step, (pn_clause){""});
}

/* ---- the decision ---- */

struct pn_verdict aw_check_follow(const struct pn_game *view, const struct pn_command *command)
{
	const struct pn_pending *top = pn_top_pending(view);

	if (command->unit != top->unit || command->target != top->other)
		return pn_refuse(PN_REFUSE_MAY_NOT_REACT, PN_CLAUSE("AW-73"));
	if (command->path.given)
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("AW-73"));
	return pn_lawful();
}

void aw_apply_follow(struct pn_step *step, pn_side side)
{
	const struct pn_pending pending = *pn_top_pending(step->game);

	pn_answer(step, side);
	follow(step, pending.unit, pending.other);
}

void aw_list_follow(const struct pn_game *view, pn_side side, struct pn_actions *out)
{
	const struct pn_pending *top = pn_top_pending(view);
	struct pn_command command = pn_command_of(PN_COMMAND_CHARGE);

	command.unit = top->unit;
	command.target = top->other;
	pn_action_add(out, PN_GROUP_REACT, "offer.follow", command, PN_CLAUSE("AW-73"));
	pn_action_add(out, PN_GROUP_STEP, "offer.let_go", pn_command_of(PN_COMMAND_PASS),
		      PN_CLAUSE("AW-73"));
}
