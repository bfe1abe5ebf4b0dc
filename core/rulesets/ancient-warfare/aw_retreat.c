/* Retreats: a turn about, and straight on, at least half of what the unit may go and, after
 * a failed morale test, all of it.
 *
 * The owner says how far before the attacker rolls (AW-35, AW-45). A unit that has no room to
 * turn stays. */

#include "aw.h"
#include "common.h"
#include "place.h"

/* ---- how far ---- */

/* What stops a retreat: a forced one may be driven off the board (PN-12). */
static unsigned what_stops(const struct pn_pending *pending)
{
	return pending->stage == AW_FROM_MELEE ? AW_ENEMIES | AW_GROUND : AW_HARD;
}

static struct aw_run run_of(const struct pn_game *view, const struct pn_pending *pending,
			    pn_angle heading, uint16_t files)
{
	const struct pn_unit *unit = &view->unit[pending->unit];
	struct aw_run run = {.files = files};
	struct pn_obstacles all;
	struct pn_shape shape;
	pn_len free;
	int met;

	run.pose = pn_pose_turned(unit->pose, aw_middle(unit),
				  pn_turn_between(unit->pose.facing, heading));
	shape = aw_shape_in(unit, run.pose, files);
	aw_gather(&all, view, pending->unit, AW_HARD | AW_FRIENDS, PN_NO_UNIT);
	run.clear = pn_obstacles_overlap(&all, &shape) < 0;
	aw_gather(&all, view, pending->unit, what_stops(pending), PN_NO_UNIT);
	free = aw_straight(&all, &shape, heading, pending->value, &met);
	run.most = aw_woods_limit(view, pending->unit, run.pose, free);
	run.met = met < 0 || run.most < free ? PN_NO_UNIT : all.unit[met];
	run.least = (pending->value + 1) / 2;
	if (pending->stage == AW_FROM_MELEE || run.least > run.most)
		run.least = run.most;
	aw_gather(&all, view, pending->unit, AW_FRIENDS, PN_NO_UNIT);
	run.friend = aw_straight(&all, &shape, heading, run.most, NULL);
	return run;
}

/* Without room to turn the unit stays as it is. */
static struct aw_run stay(const struct pn_unit *unit)
{
	return (struct aw_run){
		.pose = unit->pose, .files = unit->files, .clear = true, .met = PN_NO_UNIT};
}

/* The ways there are at full frontage: one or two, never none. */
static uint8_t runs_of(const struct pn_game *view, const struct pn_pending *pending,
		       struct aw_run run[AW_HEADINGS_MAX])
{
	const struct pn_unit *unit = &view->unit[pending->unit];
	pn_angle heading[AW_HEADINGS_MAX];
	uint8_t count = aw_headings_away(view, pending, heading);
	uint8_t kept = 0;

	for (uint8_t i = 0; i < count; i++) {
		run[kept] = run_of(view, pending, heading[i], unit->files);
		kept = (uint8_t)(kept + run[kept].clear);
	}
	if (kept > 0)
		return kept;
	run[0] = run_of(view, pending, (pn_angle)(unit->pose.facing + PN_TURN_HALF), unit->files);
	if (!run[0].clear)
		run[0] = stay(unit);
	return 1;
}

/* Decides AW-45. Why it goes no less: by order, without one, or all of it. */
static pn_clause clause_of_least(const struct pn_game *view, const struct pn_pending *pending)
{
	const bool by_order = view->unit[pending->unit].order.verb == AW_VERB_RETREAT;

	if (pending->stage == AW_FROM_MELEE)
		return PN_CLAUSE("AW-46");
	return by_order || pending->stage == AW_FROM_LURE ? PN_CLAUSE("AW-34") : PN_CLAUSE("AW-45");
}

/* Decides AW-34. */
static struct pn_verdict check_length(const struct pn_game *view, const struct pn_pending *pending,
				      const struct aw_run *run, pn_len length)
{
	pn_unit_id friend;

	if (length == run->friend && aw_may_halt_at_friend(view, pending->unit, run))
		return pn_lawful();
	if (length > pending->value)
		return pn_refuse(PN_REFUSE_TOO_LONG, PN_CLAUSE("AW-34"));
	if (length > run->most)
		return pn_refuse_for(PN_REFUSE_BLOCKED, PN_CLAUSE("PN-11"), run->met);
	if (length < run->least)
		return pn_refuse(PN_REFUSE_TOO_SHORT, clause_of_least(view, pending));
	friend = aw_ends_in(view, pending->unit, run, length);
	return friend == PN_NO_UNIT ? pn_lawful()
				    : pn_refuse_for(PN_REFUSE_OVERLAPS, PN_CLAUSE("AW-68"), friend);
}

/* ---- dropping back stands ---- */

static bool runs_into(const struct pn_game *view, pn_unit_id id, const struct aw_run *run,
		      pn_len length)
{
	const struct aw_lane lane = {aw_shape_in(&view->unit[id], run->pose, run->files),
				     run->pose.facing, length, run->files};

	return aw_passes_friends(view, id, &lane) ||
	       aw_crosses(view, &lane.shape, lane.heading, length, AW_COVER);
}

/* Decides AW-48. Fewer files, if the full front would run into friends or delaying terrain and so
 * many do not. */
static bool avoids(const struct pn_game *view, const struct pn_pending *pending,
		   const struct aw_run *full, const struct aw_run *narrow, pn_len length)
{
	return narrow->clear && runs_into(view, pending->unit, full, length) &&
	       !runs_into(view, pending->unit, narrow, length);
}

/* ---- the command ---- */

static struct pn_verdict bad_path(void)
{
	return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("AW-32"));
}

/* Which of the runs a path takes; `run` is that one, contracted as it says. */
static struct pn_verdict take_path(const struct pn_game *view, const struct pn_pending *pending,
				   const struct pn_path *path, struct aw_run *run, pn_len *length)
{
	struct aw_run full[AW_HEADINGS_MAX];
	const uint8_t count = runs_of(view, pending, full);
	const struct pn_leg *last;

	if (path->count < 1 || path->count > 2 ||
	    path->leg[path->count - 1].kind != PN_LEG_ADVANCE ||
	    (path->count == 2 && path->leg[0].kind != PN_LEG_FRONTAGE))
		return bad_path();
	last = &path->leg[path->count - 1];
	*length = last->length;
	for (uint8_t i = 0; i < count; i++) {
		if (last->heading != full[i].pose.facing)
			continue;
		*run = full[i];
		if (path->count == 1)
			return check_length(view, pending, run, *length);
		if (path->leg[0].files < 1 || path->leg[0].files >= full[i].files)
			return pn_refuse(PN_REFUSE_WRONG_FORMATION, PN_CLAUSE("AW-48"));
		*run = run_of(view, pending, last->heading, path->leg[0].files);
		if (!avoids(view, pending, &full[i], run, *length))
			return pn_refuse(PN_REFUSE_WRONG_FORMATION, PN_CLAUSE("AW-48"));
		return check_length(view, pending, run, *length);
	}
	return bad_path();
}

/* Decides AW-35. Saying that one retreats, in answer or by order; how far comes next. */
static struct pn_verdict check_intention(const struct pn_game *view,
					 const struct pn_command *command)
{
	const struct pn_pending *top = pn_top_pending(view);
	pn_clause clause;

	if (command->path.given)
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("AW-35"));
	if (top->decision == AW_ANSWER)
		return command->unit == top->other && aw_asked_duty(view, top, &clause) != AW_STANDS
			       ? pn_lawful()
			       : pn_refuse(PN_REFUSE_MAY_NOT_REACT, PN_CLAUSE("AW-41"));
	return aw_check_ordered_retreat(view, command->unit);
}

/* Decides AW-31. */
struct pn_verdict aw_check_ordered_retreat(const struct pn_game *view, pn_unit_id id)
{
	const struct pn_unit *unit = &view->unit[id];

	if (!aw_is_steady(unit))
		return pn_refuse(PN_REFUSE_NOT_IN_GOOD_ORDER, PN_CLAUSE("AW-85"));
	if (unit->order.verb != AW_VERB_RETREAT)
		return pn_refuse(PN_REFUSE_NO_ORDER, PN_CLAUSE("AW-31"));
	if (pn_engaged(view, id))
		return pn_refuse(PN_REFUSE_ENGAGED, PN_CLAUSE("PN-09"));
	if (pn_flag(unit, AW_MOVED) || pn_flag(unit, AW_RETREATED_AGAIN))
		return pn_refuse(PN_REFUSE_ALREADY_MOVED, PN_CLAUSE("AW-37"));
	return pn_lawful();
}

struct pn_verdict aw_check_retreat(const struct pn_game *view, pn_side side,
				   const struct pn_command *command)
{
	const struct pn_pending *top = pn_top_pending(view);
	struct pn_verdict verdict = pn_check_own(view, side, command->unit);
	struct aw_run run;
	pn_len length;

	if (verdict.code != PN_LAWFUL)
		return verdict;
	if (top->decision != AW_RETREAT)
		return check_intention(view, command);
	if (command->unit != top->unit)
		return pn_refuse(PN_REFUSE_MAY_NOT_REACT, PN_CLAUSE("AW-34"));
	return take_path(view, top, &command->path, &run, &length);
}

/* ---- what there is to choose ---- */

static struct pn_command command_of(const struct pn_pending *pending, const struct aw_run *run,
				    uint16_t files, pn_len length)
{
	struct pn_command command = pn_command_of(PN_COMMAND_RETREAT);
	struct pn_path *path = &command.path;

	command.unit = pending->unit;
	path->given = true;
	if (files != run->files)
		path->leg[path->count++] =
			(struct pn_leg){.kind = PN_LEG_FRONTAGE, .files = (uint8_t)files};
	path->leg[path->count++] = (struct pn_leg){
		.kind = PN_LEG_ADVANCE, .heading = run->pose.facing, .length = length};
	return command;
}

/* The most files with which it avoids what the full front would run into, or 0; and how far it goes
 * then: as far as the full front would, or where that is not enough, as far as it can. */
static uint16_t files_to_drop_to(const struct pn_game *view, const struct pn_pending *pending,
				 const struct aw_run *full, pn_len *length)
{
	for (uint16_t files = (uint16_t)(full->files - 1); files >= 1; files--) {
		const struct aw_run narrow = run_of(view, pending, full->pose.facing, files);
		const pn_len far[] = {full->most, narrow.most};

		for (int k = 0; k < 2; k++) {
			*length = far[k];
			if (avoids(view, pending, full, &narrow, far[k]) &&
			    check_length(view, pending, &narrow, far[k]).code == PN_LAWFUL)
				return files;
		}
	}
	return 0;
}

/* All that is worth listing: as far as it can, half, to the first friend, and with stands
 * dropped back. */
static uint8_t list_commands(const struct pn_game *view, const struct pn_pending *pending,
			     struct pn_command *list, const char **words)
{
	static const char *const names[] = {"preset.as_far_as_allowed", "preset.half",
					    "preset.to_the_friend"};
	struct aw_run run[AW_HEADINGS_MAX];
	const uint8_t count = runs_of(view, pending, run);
	uint8_t found = 0;

	for (uint8_t i = 0; i < count; i++) {
		const pn_len length[] = {run[i].most, run[i].least, run[i].friend};
		uint16_t files = 0;
		pn_len dropped = 0;

		for (int k = 0; k < 3; k++)
			if (check_length(view, pending, &run[i], length[k]).code == PN_LAWFUL &&
			    (k == 0 || length[k] != length[0])) {
				words[found] = names[k];
				list[found++] =
					command_of(pending, &run[i], run[i].files, length[k]);
			}
		if (runs_into(view, pending->unit, &run[i], run[i].most))
			files = files_to_drop_to(view, pending, &run[i], &dropped);
		if (files > 0) {
			words[found] = "preset.drop_back";
			list[found++] = command_of(pending, &run[i], files, dropped);
		}
	}
	return found;
}

enum { COMMANDS_MAX = 4 * AW_HEADINGS_MAX };

/* One way, one distance, and nothing to avoid: it goes without asking. */
static bool leaves_a_choice(const struct pn_game *view, const struct pn_pending *pending)
{
	struct pn_command list[COMMANDS_MAX];
	const char *words[COMMANDS_MAX];
	struct aw_run run[AW_HEADINGS_MAX];

	return runs_of(view, pending, run) > 1 || run[0].least < run[0].most ||
	       list_commands(view, pending, list, words) > 1;
}

/* ---- beginning ---- */

/* Decides AW-47. */
static bool rolls(const struct pn_game *game, pn_unit_id id, enum aw_reason reason)
{
	if (reason == AW_FROM_LURE)
		return false;
	return reason == AW_FROM_MELEE || !pn_trait(&game->unit[id], AW_TRAINED) ||
	       game->switches[AW_SWITCH_TRAINED_ROLL] != 0;
}

/* Of the decision how far. */
static pn_clause clause_of(const struct pn_unit *unit, enum aw_reason reason, pn_clause why)
{
	if (reason != AW_FROM_CHARGE && reason != AW_FROM_ADVANCE)
		return why;
	return unit->order.verb == AW_VERB_RETREAT ? PN_CLAUSE("AW-35") : PN_CLAUSE("AW-45");
}

static pn_clause clause_of_roll(const struct pn_unit *unit, enum aw_reason reason)
{
	if (reason != AW_FROM_MELEE)
		return PN_CLAUSE("AW-34");
	return pn_trait(unit, AW_TRAINED) ? PN_CLAUSE("AW-47") : PN_CLAUSE("AW-46");
}

void aw_begin_retreat(struct pn_step *step, pn_unit_id id, enum aw_reason reason,
		      const struct pn_pending *from, pn_clause clause)
{
	const struct pn_game *game = step->game;
	const struct pn_unit *unit = &game->unit[id];
	struct pn_pending pending = *from;

	pending.decision = AW_RETREAT;
	pending.owes = (uint8_t)(1u << unit->side);
	pending.unit = id;
	pending.other = from->queue_count ? from->queue[0] : PN_NO_UNIT;
	pending.stage = (uint8_t)reason;
	if (reason != AW_FROM_LURE)
		pending.value = pn_stat(unit, AW_RETREAT_MOVE);
	if (reason == AW_FROM_CHARGE || reason == AW_FROM_ADVANCE)
		pn_tell_reaction(step, id, pending.other, AW_REACTION_RETREAT, clause);
	if (aw_charges(unit))
		aw_end_charge(step, id, PN_CHARGE_CANCELLED, clause);
	if (rolls(game, id, reason))
		pending.value += PN_INCH * pn_throw(step,
						    (struct pn_roll){
							    .who = id,
							    .what = AW_ROLL_RETREAT,
							    .clause = clause_of_roll(unit, reason),
						    },
						    NULL);
	if (!leaves_a_choice(game, &pending))
		pending.owes = 0;
	pn_open(step, pending, clause_of(unit, reason, clause));
}

/* ---- going ---- */

/* Decides AW-38, AW-39, AW-40 and AW-72. */
static void disorder_by_retreat(struct pn_step *step, const struct pn_pending *pending,
				pn_len length)
{
	const struct pn_game *game = step->game;
	const struct pn_unit *unit = &game->unit[pending->unit];
	const bool moved = pending->stage != AW_FROM_LURE && pending->stage != AW_FROM_MELEE;

	if (pending->stage == AW_FROM_MELEE && game->switches[AW_SWITCH_MORALE_DISORDERS] != 0)
		return;
	if (moved && pn_flag(unit, AW_MOVED) && pn_flag(unit, AW_RETREATED))
		aw_disorder(step, pending->unit, PN_CLAUSE("AW-72"));
	else if (moved && pn_flag(unit, AW_MOVED))
		aw_disorder(step, pending->unit, PN_CLAUSE("AW-43"));
	else if (aw_is_light(unit))
		return;
	else if (!pn_trait(unit, AW_TRAINED))
		aw_disorder(step, pending->unit, PN_CLAUSE("AW-39"));
	else if (2 * length > pending->value)
		aw_disorder(step, pending->unit, PN_CLAUSE("AW-40"));
}

static pn_clause move_clause(const struct pn_pending *pending)
{
	static const char *const clauses[] = {
		[AW_BY_ORDER] = "AW-37",  [AW_FROM_CHARGE] = "AW-32", [AW_FROM_ADVANCE] = "AW-36",
		[AW_FROM_LURE] = "AW-87", [AW_FROM_MELEE] = "AW-46",
	};
	pn_clause clause = PN_CLAUSE("AW-33");

	if (pending->queue_count > 1)
		return clause;
	memcpy(clause.text, clauses[pending->stage], sizeof "AW-00");
	return clause;
}

static void go(struct pn_step *step, const struct pn_pending *pending, const struct aw_run *run,
	       pn_len length)
{
	const struct pn_unit *unit = &step->game->unit[pending->unit];
	const pn_clause clause = move_clause(pending);

	if (run->pose.facing != unit->pose.facing)
		pn_tell_moved(step, pending->unit, PN_MANNER_RETREAT, run->pose, 0, clause);
	if (run->files != unit->files)
		pn_emit(step, (struct pn_event){
				      .kind = PN_EVENT_REFORMED,
				      .clause = PN_CLAUSE("AW-48"),
				      .reformed = {pending->unit, PN_LEG_FRONTAGE,
						   (uint8_t)run->files, PN_SAME_FORM, run->pose, 0},
			      });
	pn_tell_moved(step, pending->unit, PN_MANNER_RETREAT, pn_pose_ahead(run->pose, length),
		      length, clause);
	aw_pass_through(step, pending->unit, run->pose, run->pose.facing, length);
}

/* PN-12. Driven over the edge, it is gone. */
static bool is_off_board(const struct pn_game *game, pn_unit_id id)
{
	struct pn_body body;

	pn_unit_body(&body, game, &game->unit[id]);
	return pn_goes_over_edge(game, &body, (pn_vec){0, 0});
}

/* Decides AW-30. */
static void finish(struct pn_step *step, const struct pn_pending *pending, const struct aw_run *run,
		   pn_len length)
{
	const bool in_charge_phase = step->game->phase < AW_TACTICAL;
	const struct pn_unit *unit = &step->game->unit[pending->unit];
	const pn_pose from = unit->pose;

	go(step, pending, run, length);
	/* AW-43. Without room to step it has neither moved nor retreated. */
	if (!aw_stands_at(unit, from)) {
		disorder_by_retreat(step, pending, length);
		pn_set_flag(step, pending->unit, AW_MOVED,
			    aw_is_light(unit) ? PN_CLAUSE("AW-38") : move_clause(pending));
	}
	/* AW-43. By its order it has but moved: advanced into, it goes back all the same. Without
	 * room it is not asked by its order again. */
	if (pending->stage != AW_BY_ORDER || aw_stands_at(unit, from))
		pn_set_flag(step, pending->unit,
			    in_charge_phase ? AW_RETREATED : AW_RETREATED_AGAIN,
			    PN_CLAUSE("AW-30"));
	if (is_off_board(step->game, pending->unit))
		pn_tell_removed(step, pending->unit, PN_CLAUSE("PN-12"));
}

void aw_resume_retreat(struct pn_step *step)
{
	const struct pn_pending pending = *pn_top_pending(step->game);
	struct aw_run run[AW_HEADINGS_MAX];

	runs_of(step->game, &pending, run);
	pn_close(step, (pn_clause){""});
	finish(step, &pending, &run[0], run[0].most);
}

void aw_apply_retreat(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	const struct pn_pending pending = *pn_top_pending(step->game);
	const bool in_charge_phase = step->game->phase < AW_TACTICAL;
	pn_clause clause = PN_CLAUSE("AW-41");
	struct aw_run run;
	pn_len length = 0;

	if (pending.decision == AW_ANSWER) {
		aw_asked_duty(step->game, &pending, &clause);
		pn_close(step, (pn_clause){""});
		aw_begin_retreat(step, command->unit,
				 in_charge_phase ? AW_FROM_CHARGE : AW_FROM_ADVANCE, &pending,
				 clause);
		return;
	}
	if (pending.decision == AW_MOVEMENT) {
		aw_begin_retreat(step, command->unit, AW_BY_ORDER, &pending, PN_CLAUSE("AW-37"));
		return;
	}
	take_path(step->game, &pending, &command->path, &run, &length);
	pn_close(step, (pn_clause){""});
	finish(step, &pending, &run, length);
}

/* ---- actions ---- */

void aw_list_retreat(const struct pn_game *view, pn_side side, struct pn_actions *out)
{
	const struct pn_pending *top = pn_top_pending(view);
	struct pn_command list[COMMANDS_MAX];
	const char *words[COMMANDS_MAX];
	const uint8_t count = list_commands(view, top, list, words);

	pn_action_add(out, PN_GROUP_REACT, "offer.retreat", list[0], PN_CLAUSE("AW-34"));
	pn_action_bound(
		out, (struct pn_bound){
			     .kind = PN_BOUND_PATH,
			     .at = "/path",
			     .path = {top->value, 2, 1u << PN_LEG_ADVANCE | 1u << PN_LEG_FRONTAGE},
		     });
	for (uint8_t i = 0; i < count; i++)
		pn_action_preset(out, words[i], list[i]);
}

struct pn_command aw_default_retreat(const struct pn_game *view, pn_side side)
{
	struct pn_command list[COMMANDS_MAX];
	const char *words[COMMANDS_MAX];

	list_commands(view, pn_top_pending(view), list, words);
	return list[0];
}

void aw_preview_retreat(const struct pn_game *view, pn_side side, const struct pn_command *command,
			struct pn_preview *out)
{
	const struct pn_pending *top = pn_top_pending(view);
	struct aw_run run;
	pn_len length;

	if (top->decision != AW_RETREAT) {
		out->rolls = true;
		return;
	}
	if (take_path(view, top, &command->path, &run, &length).code != PN_LAWFUL)
		return;
	out->cost = length;
	out->leg_count = 1;
	out->leg[0] = pn_pose_ahead(run.pose, length);
}
