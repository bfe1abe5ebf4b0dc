/* Ordinary moves. A unit's move is announced, may be reacted to, is made, and may be reacted
 * to again; the announced path waits in the game while a window is open. */

#include "b2_formation.h"
#include "b2_ground.h"
#include "b2_moment.h"
#include "b2_withdraw.h"
#include "common.h"

/* ---- the command ---- */

/* Decides B2-84, B2-85 and B2-92. */
static struct pn_verdict check_mover(const struct pn_game *view, pn_side side, pn_unit_id id)
{
	struct pn_verdict verdict = pn_check_own(view, side, id);
	const struct pn_unit *unit;

	if (verdict.code != PN_LAWFUL)
		return verdict;
	unit = &view->unit[id];
	if (pn_flag(unit, B2_STRUCK))
		return pn_refuse(PN_REFUSE_STRUCK, PN_CLAUSE("B2-43"));
	if (pn_engaged(view, id))
		return pn_refuse(PN_REFUSE_ENGAGED, PN_CLAUSE("PN-09"));
	if (pn_flag(unit, B2_MOVED))
		return pn_refuse(PN_REFUSE_ALREADY_MOVED, PN_CLAUSE("B2-85"));
	if (unit->state == B2_ROUTED)
		return pn_refuse(PN_REFUSE_NOT_IN_GOOD_ORDER, PN_CLAUSE("B2-96"));
	if (b2_has_duty(view, id))
		return pn_refuse(PN_REFUSE_MUST_CHARGE, PN_CLAUSE("B2-45"));
	if (b2_any_duty(view, side))
		return pn_refuse(PN_REFUSE_CHARGES_FIRST, PN_CLAUSE("B2-84"));
	if (!b2_can_act(view, id))
		return pn_refuse(PN_REFUSE_CHECK_FAILED, PN_CLAUSE("B2-33"));
	return pn_lawful();
}

struct pn_verdict b2_check_move(const struct pn_game *view, pn_side side,
				const struct pn_command *command)
{
	struct pn_verdict verdict = check_mover(view, side, command->unit);

	if (verdict.code != PN_LAWFUL)
		return verdict;
	if (command->path.count == 0)
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("B2-86"));
	return b2_walk_path(view, command->unit, &command->path, b2_allowance(view, command->unit),
			    B2_IGNORE_NOBODY)
		.verdict;
}

/* Decides B2-86. */
void b2_apply_move(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	const struct b2_walk walk =
		b2_walk_path(step->game, command->unit, &command->path,
			     b2_allowance(step->game, command->unit), B2_IGNORE_NOBODY);

	pn_tell_announced(step, command->unit, &command->path, PN_CLAUSE("B2-86"));
	if (walk.wheeled_free)
		pn_set_flag(step, command->unit, B2_WHEELED_FREE, PN_CLAUSE("B2-115"));
	pn_open(step,
		(struct pn_pending){
			.decision = B2_UNIT_MOVE,
			.unit = command->unit,
			.other = PN_NO_UNIT,
			.stage = B2_ANNOUNCED,
		},
		PN_CLAUSE("B2-86"));
	b2_open_window(step, command->unit, B2_ANNOUNCED);
}

/* ---- going it ---- */

/* So much of the leg as lies between where the unit is on it and the point. */
static struct pn_leg piece_of(const struct b2_stretch *stretch, struct pn_leg leg, pn_len to)
{
	if (leg.kind == PN_LEG_ADVANCE)
		leg.length = to - stretch->low;
	if (leg.kind == PN_LEG_WHEEL)
		leg.angle = b2_turn_on_stretch(stretch, stretch->low, to);
	return leg;
}

/* A piece of a leg, which ends at `to`. False: the unit gets no farther. The path may no longer
 * be clear: units that reacted and fell short stand in the way. */
static bool make_piece(struct pn_step *step, pn_unit_id id, struct pn_leg leg, pn_pose to)
{
	const struct pn_game *game = step->game;
	const struct pn_path path = {.count = 1, .leg[0] = leg};
	struct b2_walk walk;

	if (leg.kind == PN_LEG_FIGURES) {
		const struct pn_path announced = pn_announced(game);

		b2_go_figures(step, id, &announced);
		pn_set_flag(step, id, B2_MOVED, PN_CLAUSE("B2-85"));
		return false;
	}
	if (leg.kind == PN_LEG_WHEEL && leg.angle == 0)
		return true;
	walk = b2_walk_path(game, id, &path, b2_allowance(game, id), B2_IGNORE_NOBODY);
	if (leg.kind == PN_LEG_ADVANCE && walk.leg[0].way.length == leg.length &&
	    walk.leg[0].way.met == PN_NO_UNIT)
		walk.leg[0].way.end.at = to.at;
	if (leg.kind == PN_LEG_WHEEL)
		b2_end_wheel(&walk.leg[0].way, to);
	if (walk.leg_count == 1)
		b2_go_leg(step, id, &walk.leg[0]);
	pn_set_flag(step, id, B2_MOVED, PN_CLAUSE("B2-85"));
	return walk.leg_count == 1 && walk.leg[0].way.met == PN_NO_UNIT &&
	       !walk.leg[0].way.kept_off;
}

/* The next piece of a move, to the point at most. `at` becomes where it is then. False: that
 * was the end of it. */
static bool go_piece(struct pn_step *step, const struct pn_pending *move, struct b2_point *at,
		     struct b2_point until)
{
	struct b2_course course;
	const struct b2_stretch *stretch = &course.stretch[0];
	pn_len to;
	pn_len gone = 0;
	pn_pose end;
	bool goes;

	b2_announced_course(&course, step->game, move->unit);
	if (course.count == 0)
		return false;
	to = until.leg == stretch->leg && until.at < stretch->high ? until.at : stretch->high;
	end = b2_stand_on(stretch, to).pose;
	if (move->stage == B2_FLEEING) {
		goes = b2_flee_on(step, move->unit, to - at->at, end.at, &gone);
		at->at += gone;
		return goes;
	}
	if (move->stage == B2_WITHDRAWING)
		goes = b2_withdraw_on(step, move->unit, at->at, to - at->at, end.at);
	else
		goes = make_piece(step, move->unit,
				  piece_of(stretch, step->game->announced.leg[at->leg], to), end);
	at->at = to;
	if (to == stretch->high)
		*at = (struct b2_point){(uint8_t)(at->leg + 1), 0};
	return goes && at->leg < step->game->announced.count;
}

/* The pending decision's value is where it is; each piece is looked up from there. */
static enum b2_gone b2_unit_goes(struct pn_step *step, struct b2_point until)
{
	struct pn_pending pending = *pn_top_pending(step->game);
	struct b2_point at = b2_unpack(pending.value);
	bool goes = true;

	while (goes && !b2_is_past(at, until)) {
		goes = go_piece(step, &pending, &at, until);
		if (pending.stage == B2_ANNOUNCED)
			pending.stage = B2_DURING;
		if (!goes)
			pending.stage = B2_FINISHED;
		pending.value = b2_pack(at);
		pn_reopen(step, pending, (pn_clause){""});
	}
	return goes ? B2_REACHED : B2_ENDED;
}

enum b2_gone b2_go_on(struct pn_step *step, struct b2_point until)
{
	return pn_top_pending(step->game)->decision == B2_CHARGE_MOVE ? b2_charge_goes(step, until)
								      : b2_unit_goes(step, until);
}

/* Nobody answers it any more: to the end, and the window on the finished move. */
void b2_resume_move(struct pn_step *step)
{
	const struct pn_pending pending = *pn_top_pending(step->game);

	if (pending.stage == B2_FINISHED || b2_is_caught(step->game, &pending)) {
		pn_close(step, pending.stage == B2_FINISHED ? (pn_clause){""} : PN_CLAUSE("B2-65"));
		b2_end_step_if_idle(step);
		return;
	}
	b2_unit_goes(step, (struct b2_point){.leg = B2_TO_THE_END});
	b2_open_window(step, pending.unit, B2_FINISHED);
}

void b2_preview_move(const struct pn_game *view, pn_side side, const struct pn_command *command,
		     struct pn_preview *out)
{
	b2_preview_path(view, command, b2_allowance(view, command->unit), out);
}

/* ---- actions ---- */

static struct pn_command advance(pn_unit_id id, pn_angle heading, pn_len length)
{
	return pn_command_of_leg(
		PN_COMMAND_MOVE, id,
		(struct pn_leg){.kind = PN_LEG_ADVANCE, .heading = heading, .length = length});
}

/* Go as far as the unit may be told to along a heading: all of its allowance, unless a
 * friend, ground or the board's edge stands in the way. Enemies are not measured, so
 * `ground` is gathered without them; what is left is lawful as it stands, because an
 * enemy on the way only ends the move sooner. */
static struct pn_command advance_among(const struct b2_obstacles *ground,
				       const struct pn_game *view, pn_unit_id id, pn_angle heading)
{
	const struct pn_unit *unit = &view->unit[id];
	struct b2_ground crossed;
	struct b2_way way =
		b2_march(ground, view, id, heading, pn_stat(unit, B2_MOVEMENT_ALLOWANCE), &crossed);

	/* Short of what stands in the way; more so where it is met aslant. */
	for (pn_len spare = PN_TOUCH; way.met != PN_NO_UNIT || way.blocked; spare *= 2) {
		if (way.length <= spare)
			return advance(id, heading, 0);
		way = b2_straight_among(ground, unit, unit->pose, heading, way.length - spare);
	}
	return advance(id, heading, way.length);
}

static void preset_if_any(const char *words, struct pn_command command, struct pn_actions *out)
{
	if (command.path.leg[0].length > 0)
		pn_action_preset(out, words, command);
}

static void add_move(const struct pn_unit *unit, struct pn_command command, struct pn_actions *out)
{
	const pn_angle facing = unit->pose.facing;
	const pn_len most = pn_stat(unit, B2_MOVEMENT_ALLOWANCE);

	pn_action_add(out, PN_GROUP_MOVE, "offer.move", command, PN_CLAUSE("B2-114"));
	pn_action_bound(out, (struct pn_bound){
				     .kind = PN_BOUND_PATH,
				     .at = "/path",
				     .path = {most, PN_PATH_MAX,
					      1u << PN_LEG_ADVANCE | 1u << PN_LEG_FORM |
						      1u << PN_LEG_FIGURES | B2_MANOEUVRES},
			     });
	if (command.path.leg[0].kind != PN_LEG_ADVANCE)
		return;
	pn_action_bound(out, (struct pn_bound){
				     .kind = PN_BOUND_LENGTH,
				     .at = "/path/0/length",
				     .length = {1, most},
			     });
	pn_action_bound(out, (struct pn_bound){
				     .kind = PN_BOUND_ANGLE,
				     .at = "/path/0/heading",
				     .angle = {(pn_angle)(facing - PN_DEGREES_45),
					       (pn_angle)(facing + PN_DEGREES_45)},
			     });
}

static void list_move(const struct pn_game *view, const struct pn_cuts *cuts, pn_side side,
		      pn_unit_id id, struct pn_actions *out)
{
	const pn_angle facing = view->unit[id].pose.facing;
	struct b2_option option[B2_OPTIONS_MAX];
	uint8_t count = b2_options(view, cuts, id, b2_allowance(view, id), option);
	struct b2_obstacles ground;
	struct pn_command command;

	b2_obstacles_gather(&ground, view, id, B2_IGNORE_ENEMIES);
	b2_obstacles_cut(&ground);
	ground.ground = cuts;
	command = advance_among(&ground, view, id, facing);
	if (b2_stands_fast(&view->unit[id]))
		command.path.leg[0].length = 0;
	if (command.path.leg[0].length < 1 && count == 0)
		return;
	if (command.path.leg[0].length < 1)
		command = b2_option_command(PN_COMMAND_MOVE, id, &option[0]);
	add_move(&view->unit[id], command, out);
	preset_if_any("preset.as_far_as_allowed", command, out);
	preset_if_any("preset.half", advance(id, facing, command.path.leg[0].length / 2), out);
	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		if (view->unit[i].side == side || !view->unit[i].on_board ||
		    b2_stands_fast(&view->unit[id]))
			continue;
		command = advance_among(&ground, view, id, b2_heading_to(view, id, i));
		command.target = i;
		preset_if_any("preset.straight_to", command, out);
	}
	if (view->unit[id].loose > 0)
		b2_list_figures(view, id, b2_allowance(view, id).length, out);
	for (uint8_t i = 0; i < count; i++)
		pn_action_preset(out, option[i].words,
				 b2_option_command(PN_COMMAND_MOVE, id, &option[i]));
}

void b2_list_movement(const struct pn_game *view, pn_side side, struct pn_actions *out)
{
	struct pn_cuts cuts;

	pn_ground_cut(&cuts, view);
	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		if (view->unit[i].side != side)
			continue;
		if (b2_has_duty(view, i))
			b2_list_charge(view, i, out);
		else if (check_mover(view, side, i).code == PN_LAWFUL)
			list_move(view, &cuts, side, i, out);
		b2_list_rally(view, side, i, out);
		b2_list_withdrawal(view, side, i, out);
	}
	if (b2_check_end_movement(view, side).code == PN_LAWFUL)
		pn_action_add(out, PN_GROUP_STEP, "offer.end_movement",
			      pn_command_of(PN_COMMAND_PASS), (pn_clause){""});
}

struct pn_command b2_default_movement(const struct pn_game *view, pn_side side)
{
	struct pn_command rally = pn_command_of(PN_COMMAND_RALLY);

	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (view->unit[i].side == side && b2_has_duty(view, i))
			return b2_charge_of(view, i);
	for (rally.unit = 0; rally.unit < view->unit_count; rally.unit++)
		if (view->unit[rally.unit].side == side && b2_must_rally(view, rally.unit))
			return rally;
	return pn_command_of(PN_COMMAND_PASS);
}
