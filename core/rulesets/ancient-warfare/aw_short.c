/* A charge that reaches nobody goes on towards its target, straight, after one wheel: its owner
 * says how far, at least half of its allowance (AW-03), all of it if frenzied (AW-09): of the
 * pending decision of that decision `stage` is the corner it wheels about, `value` the wheel.
 * It stops at what it may not pass; an enemy it runs into is charged. */

#include "aw.h"
#include "common.h"

static void find_run(struct aw_run *run, const struct pn_game *view, pn_unit_id id,
		     enum pn_corner corner, int32_t by)
{
	const struct pn_unit *unit = &view->unit[id];
	const pn_len allowance = aw_allowance(view, id);
	struct pn_obstacles all;
	struct pn_shape shape;
	int met;

	run->clear = true;
	run->files = unit->files;
	run->pose = pn_wheel_pose(unit->pose, pn_unit_formation(unit), corner, by);
	run->cost = aw_wheel_cost(unit, by);
	shape = aw_footprint_at(unit, run->pose);
	aw_gather(&all, view, id, AW_HARD, PN_NO_UNIT);
	/* If the rest does not pay for the smallest further wheel, it is spent, too. */
	if (by != 0 &&
	    pn_wheel_afforded(pn_frontage(pn_unit_formation(unit)), allowance - run->cost) == 0)
		run->cost = allowance;
	run->most = aw_straight(&all, &shape, run->pose.facing, allowance - run->cost, &met);
	run->met = met < 0 ? PN_NO_UNIT : all.unit[met];
	if (aw_woods_limit(view, id, run->pose, run->most) < run->most) {
		run->most = aw_woods_limit(view, id, run->pose, run->most);
		run->met = PN_NO_UNIT;
	}
	run->least = (aw_goes_all_the_way(unit) ? allowance : (allowance + 1) / 2) - run->cost;
	if (run->least < 0)
		run->least = 0;
	if (run->least > run->most)
		run->least = run->most;
	aw_gather(&all, view, id, AW_FRIENDS, PN_NO_UNIT);
	run->friend = aw_straight(&all, &shape, run->pose.facing, run->most, NULL);
}

/* The run of which is being asked: its wheel has been found, and stands in the pending decision. */
static void find_asked(struct aw_run *run, const struct pn_game *view)
{
	const struct pn_pending *top = pn_top_pending(view);

	find_run(run, view, top->unit, (enum pn_corner)top->stage, top->value);
}

/* Decides AW-03. */
static struct pn_verdict check_length(const struct pn_game *view, pn_unit_id id,
				      const struct aw_run *run, pn_len length)
{
	pn_unit_id friend;

	if (length == run->friend && aw_may_halt_at_friend(view, id, run))
		return pn_lawful();
	if (length > aw_allowance(view, id) - run->cost)
		return pn_refuse(PN_REFUSE_TOO_LONG, PN_CLAUSE("AW-60"));
	if (length > run->most)
		return pn_refuse_for(PN_REFUSE_BLOCKED, PN_CLAUSE("PN-11"), run->met);
	if (length < run->least)
		return pn_refuse(PN_REFUSE_TOO_SHORT, PN_CLAUSE("AW-03"));
	friend = aw_ends_in(view, id, run, length);
	return friend == PN_NO_UNIT ? pn_lawful()
				    : pn_refuse_for(PN_REFUSE_OVERLAPS, PN_CLAUSE("AW-68"), friend);
}

static void go_on(struct pn_step *step, pn_unit_id id, const struct aw_run *run, pn_len length)
{
	const pn_clause clause = aw_goes_all_the_way(&step->game->unit[id]) ? PN_CLAUSE("AW-09")
									    : PN_CLAUSE("AW-03");
	const pn_pose from = step->game->unit[id].pose;

	aw_wheel(step, id, run->pose, run->cost, PN_CLAUSE("AW-82"));
	pn_tell_moved(step, id, PN_MANNER_CHARGE, pn_pose_ahead(run->pose, length), length, clause);
	aw_pass_through(step, id, run->pose, run->pose.facing, length);
	if (length < run->most || run->met == PN_NO_UNIT) {
		aw_finish_charge(step, id, from, PN_CHARGE_TOO_FAR, clause);
		return;
	}
	aw_touch(step, id, run->met, from, aw_facing_ahead(step->game, id, run->met),
		 !aw_is_spoilt(step->game, id, run->met, run->pose,
			       pn_pose_ahead(run->pose, length)),
		 (pn_clause){""});
	aw_touch_also(step, id, run->met, run->pose, from, true, (pn_clause){""});
	aw_finish_charge(step, id, from, PN_CHARGE_CONTACT, clause);
}

static struct pn_command command_of(pn_unit_id id, const struct aw_run *run, pn_len length)
{
	struct pn_command command = pn_command_of(PN_COMMAND_CHARGE);

	command.unit = id;
	command.path.given = true;
	command.path.count = 1;
	command.path.leg[0] = (struct pn_leg){
		.kind = PN_LEG_ADVANCE, .heading = run->pose.facing, .length = length};
	return command;
}

/* The lengths worth listing: all, half, up to a friend. */
static uint8_t list_lengths(const struct pn_game *view, pn_unit_id id, const struct aw_run *run,
			    pn_len list[3], const char *words[3])
{
	static const char *const names[] = {"preset.as_far_as_allowed", "preset.half",
					    "preset.to_the_friend"};
	const pn_len length[] = {run->most, run->least, run->friend};
	uint8_t found = 0;

	for (int k = 0; k < 3; k++)
		if ((k == 0 || length[k] != length[0]) &&
		    check_length(view, id, run, length[k]).code == PN_LAWFUL) {
			words[found] = names[k];
			list[found++] = length[k];
		}
	return found;
}

/* The owner says how far, if there is anything to say. */
void aw_fall_short(struct pn_step *step, pn_unit_id id)
{
	pn_len list[3];
	const char *words[3];
	struct aw_way way;
	struct aw_run run;
	uint8_t count;

	aw_aim(step->game, id, step->game->unit[id].order.target, aw_allowance(step->game, id),
	       &way);
	find_run(&run, step->game, id, way.corner, way.by);
	count = list_lengths(step->game, id, &run, list, words);
	/* Its wheel leads into friends and nowhere out of them: it stays where it is. */
	if (count == 0) {
		aw_finish_charge(step, id, step->game->unit[id].pose, PN_CHARGE_TOO_FAR,
				 PN_CLAUSE("AW-68"));
		return;
	}
	if (count == 1 && run.least == run.most) {
		go_on(step, id, &run, list[0]);
		return;
	}
	pn_open(step,
		(struct pn_pending){
			.decision = AW_CHARGE_LENGTH,
			.owes = (uint8_t)(1u << step->game->unit[id].side),
			.unit = id,
			.other = step->game->unit[id].order.target,
			.stage = (uint8_t)way.corner,
			.value = way.by,
		},
		PN_CLAUSE("AW-03"));
}

void aw_list_charge_length(const struct pn_game *view, pn_side side, struct pn_actions *out)
{
	const struct pn_pending *top = pn_top_pending(view);
	pn_len list[3];
	const char *words[3];
	struct aw_run run;
	uint8_t count;

	find_asked(&run, view);
	count = list_lengths(view, top->unit, &run, list, words);
	pn_action_add(out, PN_GROUP_CHARGE, "offer.charge_on", command_of(top->unit, &run, list[0]),
		      PN_CLAUSE("AW-03"));
	pn_action_bound(out, (struct pn_bound){
				     .kind = PN_BOUND_LENGTH,
				     .at = "/path/0/length",
				     .length = {run.least, run.most},
			     });
	for (uint8_t i = 0; i < count; i++)
		pn_action_preset(out, words[i], command_of(top->unit, &run, list[i]));
}

struct pn_command aw_default_charge_length(const struct pn_game *view, pn_side side)
{
	const pn_unit_id id = pn_top_pending(view)->unit;
	pn_len list[3];
	const char *words[3];
	struct aw_run run;

	find_asked(&run, view);
	list_lengths(view, id, &run, list, words);
	return command_of(id, &run, list[0]);
}

/* ---- the command ---- */

struct pn_verdict aw_check_charge(const struct pn_game *view, pn_side side,
				  const struct pn_command *command)
{
	const struct pn_pending *top = pn_top_pending(view);
	const struct pn_path *path = &command->path;
	struct pn_verdict verdict = pn_check_own(view, side, command->unit);
	struct aw_run run;

	if (verdict.code != PN_LAWFUL)
		return verdict;
	if (top->decision == AW_ANSWER)
		return aw_check_answer(view, top, command);
	if (top->decision == AW_FOLLOW)
		return aw_check_follow(view, command);
	if (command->unit != top->unit)
		return pn_refuse(PN_REFUSE_NOT_DECLARED, PN_CLAUSE("AW-03"));
	find_asked(&run, view);
	if (!path->given || path->count != 1 || path->leg[0].kind != PN_LEG_ADVANCE ||
	    path->leg[0].heading != run.pose.facing)
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("AW-82"));
	return check_length(view, top->unit, &run, path->leg[0].length);
}

void aw_apply_charge(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	struct aw_run run;

	if (pn_top_pending(step->game)->decision == AW_ANSWER) {
		aw_apply_counter_charge(step, command);
		return;
	}
	if (pn_top_pending(step->game)->decision == AW_FOLLOW) {
		aw_apply_follow(step, side);
		return;
	}
	find_asked(&run, step->game);
	pn_close(step, (pn_clause){""});
	go_on(step, command->unit, &run, command->path.leg[0].length);
}

void aw_preview_charge(const struct pn_game *view, pn_side side, const struct pn_command *command,
		       struct pn_preview *out)
{
	struct aw_run run;

	if (pn_top_pending(view)->decision != AW_CHARGE_LENGTH) {
		out->rolls = true;
		return;
	}
	find_asked(&run, view);
	out->cost = command->path.leg[0].length;
	out->leg_count = 1;
	out->leg[0] = pn_pose_ahead(run.pose, out->cost);
}
