/* Moves of the Tactical Movement Phase: advances (AW-83), changes of formation, and what an
 * advance runs into. */

#include "aw.h"
#include "tell.h"

/* ---- advances ---- */

/* A path walked: where the wheel ends, and how far on. */
struct walk {
	struct pn_verdict verdict;
	pn_pose wheeled;
	pn_len cost;   /* of the wheel */
	pn_len length; /* straight on; to contact, if that is nearer */
	pn_unit_id met;
};

static pn_pose end_of(const struct walk *walk)
{
	return pn_pose_ahead(walk->wheeled, walk->length);
}

static struct pn_verdict stopped_by(const struct pn_game *view, pn_unit_id id, pn_unit_id met,
				    bool by_edge)
{
	if (met != PN_NO_UNIT)
		return pn_refuse_for(PN_REFUSE_BLOCKED, PN_CLAUSE("PN-11"), met);
	return by_edge ? pn_refuse(PN_REFUSE_LEAVES_TABLE, PN_CLAUSE("PN-10"))
		       : pn_refuse(PN_REFUSE_BLOCKED, PN_CLAUSE("PN-10"));
}

static struct pn_verdict walk_wheel(const struct pn_game *view, pn_unit_id id,
				    const struct pn_leg *leg, pn_pose *pose)
{
	const struct pn_formation formation = pn_unit_formation(&view->unit[id]);
	const enum pn_corner corner = pn_leg_corner(leg);
	const int32_t by = pn_leg_turn(leg);
	struct pn_obstacles found;
	struct pn_turned turned;

	if (leg->angle < 1 || leg->angle > PN_DEGREES_45)
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("AW-82"));
	aw_gather(&found, view, id, AW_HARD | AW_FRIENDS, PN_NO_UNIT);
	turned = pn_obstacles_wheel(&found, *pose, formation, corner, by);
	if (turned.by != by)
		return stopped_by(view, id, found.unit[turned.stopped_by], false);
	*pose = pn_wheel_pose(*pose, formation, corner, by);
	if (aw_wheels_into_woods(view, id, *pose))
		return pn_refuse(PN_REFUSE_BLOCKED, PN_CLAUSE("AW-19"));
	return pn_lawful();
}

/* Straight on: into contact with an enemy (AW-64), through friends but not into them. */
static struct pn_verdict walk_straight(const struct pn_game *view, pn_unit_id id,
				       const struct pn_leg *leg, struct walk *walk)
{
	const struct pn_unit *unit = &view->unit[id];
	const struct pn_shape shape = aw_footprint_at(unit, walk->wheeled);
	struct pn_obstacles all;
	struct pn_shape end;
	int met;

	if (leg->heading != walk->wheeled.facing || leg->length < 1)
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("AW-82"));
	if (walk->cost + leg->length > pn_stat(unit, AW_NORMAL))
		return pn_refuse(PN_REFUSE_TOO_LONG, PN_CLAUSE("AW-83"));
	aw_gather(&all, view, id, AW_HARD, PN_NO_UNIT);
	walk->length = aw_straight(&all, &shape, leg->heading, leg->length, &met);
	walk->met = met < 0 ? PN_NO_UNIT : all.unit[met];
	if (met >= 0 && walk->met == PN_NO_UNIT)
		return stopped_by(view, id, PN_NO_UNIT, met >= all.count - 4);
	if (aw_woods_limit(view, id, walk->wheeled, walk->length) < walk->length)
		return pn_refuse(PN_REFUSE_BLOCKED, PN_CLAUSE("AW-19"));
	aw_gather(&all, view, id, AW_FRIENDS, PN_NO_UNIT);
	end = aw_footprint_at(unit, end_of(walk));
	met = pn_obstacles_overlap(&all, &end);
	return met < 0 ? pn_lawful()
		       : pn_refuse_for(PN_REFUSE_OVERLAPS, PN_CLAUSE("AW-68"), all.unit[met]);
}

/* Decides AW-82. */
static struct walk walk_path(const struct pn_game *view, pn_unit_id id, const struct pn_path *path)
{
	struct walk walk = {.wheeled = view->unit[id].pose, .met = PN_NO_UNIT};

	walk.verdict = pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("AW-82"));
	if (path->count < 1 || path->count > 2 ||
	    path->leg[path->count - 1].kind != PN_LEG_ADVANCE ||
	    (path->count == 2 && path->leg[0].kind != PN_LEG_WHEEL))
		return walk;
	if (path->count == 2) {
		walk.verdict = walk_wheel(view, id, &path->leg[0], &walk.wheeled);
		if (walk.verdict.code != PN_LAWFUL)
			return walk;
		walk.cost = pn_wheel_cost(pn_frontage(pn_unit_formation(&view->unit[id])),
					  path->leg[0].angle);
	}
	walk.verdict = walk_straight(view, id, &path->leg[path->count - 1], &walk);
	return walk;
}

/* ---- changes of formation, by a Deploy order ---- */

static const int32_t turn_of[] = {
	[PN_FACING_FRONT] = 0,
	[PN_FACING_LEFT] = -PN_DEGREES_90,
	[PN_FACING_RIGHT] = PN_DEGREES_90,
	[PN_FACING_REAR] = PN_TURN_HALF,
};

/* Where the unit stands with another front or frontage. It turns as a block, about its
 * middle; it changes frontage about the middle of its front. */
static struct pn_verdict reform(const struct pn_game *view, pn_unit_id id,
				const struct pn_path *path, pn_pose *pose, uint16_t *files)
{
	const struct pn_unit *unit = &view->unit[id];
	const struct pn_leg *leg = &path->leg[0];
	struct pn_formation formation = pn_unit_formation(unit);
	struct pn_obstacles all;
	struct pn_shape shape;
	int over;

	*pose = unit->pose;
	*files = unit->files;
	if (path->count != 1 || (leg->kind != PN_LEG_FACE && leg->kind != PN_LEG_FRONTAGE))
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("AW-83"));
	if (leg->kind == PN_LEG_FACE)
		*pose = pn_pose_turned(unit->pose, aw_middle(unit), turn_of[leg->to]);
	else if (leg->files < 1 || leg->files > unit->figures || leg->files == unit->files)
		return pn_refuse(PN_REFUSE_WRONG_FORMATION, PN_CLAUSE("AW-83"));
	else
		*files = leg->files;
	formation.files = *files;
	shape = pn_footprint(*pose, formation);
	aw_gather(&all, view, id, AW_HARD | AW_FRIENDS, PN_NO_UNIT);
	over = pn_obstacles_overlap(&all, &shape);
	return over < 0 ? pn_lawful()
			: pn_refuse_for(PN_REFUSE_BLOCKED, PN_CLAUSE("PN-11"), all.unit[over]);
}

/* ---- the command ---- */

struct pn_verdict aw_check_move(const struct pn_game *view, pn_side side,
				const struct pn_command *command)
{
	struct pn_verdict verdict = aw_check_mover(view, side, command->unit);
	uint16_t files;
	pn_pose pose;

	if (verdict.code != PN_LAWFUL)
		return verdict;
	if (view->unit[command->unit].order.verb == AW_VERB_DEPLOY)
		return reform(view, command->unit, &command->path, &pose, &files);
	return walk_path(view, command->unit, &command->path).verdict;
}

static void announce(struct pn_step *step, const struct pn_command *command)
{
	pn_tell_announced(step, command->unit, &command->path, PN_CLAUSE("AW-83"));
}

static void apply_reform(struct pn_step *step, const struct pn_command *command)
{
	uint16_t files;
	pn_pose pose;

	reform(step->game, command->unit, &command->path, &pose, &files);
	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_REFORMED,
			      .clause = PN_CLAUSE("AW-83"),
			      .reformed = {command->unit, command->path.leg[0].kind, (uint8_t)files,
					   PN_SAME_FORM, pose, 0},
		      });
	pn_set_flag(step, command->unit, AW_MOVED, PN_CLAUSE("AW-83"));
}

void aw_apply_move(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	const pn_unit_id id = command->unit;
	struct walk walk;

	if (step->game->unit[id].order.verb == AW_VERB_DEPLOY) {
		apply_reform(step, command);
		return;
	}
	walk = walk_path(step->game, id, &command->path);
	announce(step, command);
	if (command->path.count == 2)
		pn_tell_moved(step, id, PN_MANNER_WHEEL, walk.wheeled, walk.cost,
			      PN_CLAUSE("AW-82"));
	pn_set_flag(step, id, AW_MOVED, PN_CLAUSE("AW-83"));
	pn_open(step,
		(struct pn_pending){
			.decision = AW_ADVANCE,
			.unit = id,
			.other = PN_NO_UNIT,
			.value = command->path.leg[command->path.count - 1].length,
		},
		PN_CLAUSE("AW-83"));
}

/* ---- going on ---- */

static bool was_asked(const struct pn_pending *pending, pn_unit_id enemy)
{
	for (uint8_t i = 0; i < pending->queue_count; i++)
		if (pending->queue[i] == enemy)
			return true;
	return pending->queue_count == PN_QUEUE_MAX;
}

/* How far it gets now, wheeled as it is: what answered it may have gone, or stand elsewhere.
 * It stops short of friends that it would end in. */
static void find_advance(const struct pn_game *view, const struct pn_pending *pending,
			 struct walk *walk)
{
	const struct pn_unit *unit = &view->unit[pending->unit];
	const struct pn_shape shape = pn_unit_footprint(unit);
	struct pn_obstacles all;
	struct pn_shape end;
	int met;

	walk->wheeled = unit->pose;
	aw_gather(&all, view, pending->unit, AW_HARD, PN_NO_UNIT);
	walk->length = aw_straight(&all, &shape, unit->pose.facing, pending->value, &met);
	walk->met = met < 0 ? PN_NO_UNIT : all.unit[met];
	aw_gather(&all, view, pending->unit, AW_FRIENDS, PN_NO_UNIT);
	end = aw_footprint_at(unit, end_of(walk));
	if (aw_woods_limit(view, pending->unit, unit->pose, walk->length) < walk->length) {
		walk->length = aw_woods_limit(view, pending->unit, unit->pose, walk->length);
		walk->met = PN_NO_UNIT;
	}
	if (pn_obstacles_overlap(&all, &end) < 0)
		return;
	walk->length = aw_straight(&all, &shape, unit->pose.facing, walk->length, NULL);
	walk->met = PN_NO_UNIT;
}

/* Where the advance announced began, before its wheel. */
static pn_pose before_wheel(const struct pn_game *game, pn_unit_id id)
{
	const struct pn_leg *leg = &game->announced.leg[0];
	const enum pn_corner corner = pn_leg_corner(leg);
	const int32_t by = leg->left ? (int32_t)leg->angle : -(int32_t)leg->angle;

	return game->announced.count < 2
		       ? game->unit[id].pose
		       : pn_wheel_pose(game->unit[id].pose, pn_unit_formation(&game->unit[id]),
				       corner, by);
}

/* Decides AW-64. */
void aw_resume_advance(struct pn_step *step)
{
	const struct pn_game *game = step->game;
	struct pn_pending pending = *pn_top_pending(game);
	const pn_pose from = before_wheel(game, pending.unit);
	struct walk walk;

	find_advance(game, &pending, &walk);
	if (walk.met != PN_NO_UNIT && !was_asked(&pending, walk.met)) {
		pending.queue[pending.queue_count++] = walk.met;
		pn_reopen(step, pending, PN_CLAUSE("AW-83"));
		if (aw_open_answer_to_advance(step, pending.unit, walk.met))
			return;
	}
	pn_close(step, (pn_clause){""});
	pn_tell_moved(step, pending.unit, PN_MANNER_ADVANCE, end_of(&walk), walk.length,
		      PN_CLAUSE("AW-83"));
	aw_pass_through(step, pending.unit, walk.wheeled, walk.wheeled.facing, walk.length);
	if (walk.met == PN_NO_UNIT)
		return;
	aw_touch(step, pending.unit, walk.met, from, aw_facing_ahead(game, pending.unit, walk.met),
		 false, PN_CLAUSE("AW-64"));
	aw_touch_also(step, pending.unit, walk.met, walk.wheeled, from, false, PN_CLAUSE("AW-64"));
}

void aw_preview_move(const struct pn_game *view, pn_side side, const struct pn_command *command,
		     struct pn_preview *out)
{
	struct walk walk;

	out->leg_count = 1;
	if (view->unit[command->unit].order.verb == AW_VERB_DEPLOY) {
		uint16_t files;

		reform(view, command->unit, &command->path, &out->leg[0], &files);
		return;
	}
	walk = walk_path(view, command->unit, &command->path);
	out->cost = walk.cost + walk.length;
	out->leg[0] = walk.wheeled;
	out->leg[command->path.count - 1] = end_of(&walk);
	out->leg_count = command->path.count;
}

/* ---- actions ---- */

static struct pn_command straight_on(const struct pn_game *view, pn_unit_id id, pn_len length)
{
	const struct pn_leg leg = {
		.kind = PN_LEG_ADVANCE, .heading = view->unit[id].pose.facing, .length = length};

	return pn_command_of_leg(PN_COMMAND_MOVE, id, leg);
}

static struct pn_command wheeled(const struct pn_game *view, pn_unit_id id, bool left,
				 pn_len length)
{
	struct pn_command command = straight_on(view, id, length);
	const pn_angle facing = view->unit[id].pose.facing;

	command.path.count = 2;
	command.path.leg[1] = command.path.leg[0];
	command.path.leg[1].heading =
		(pn_angle)(left ? facing - PN_DEGREES_45 : facing + PN_DEGREES_45);
	command.path.leg[0] =
		(struct pn_leg){.kind = PN_LEG_WHEEL, .left = left, .angle = PN_DEGREES_45};
	return command;
}

/* The farthest lawful advance straight on, or 0: the whole, or what halving finds. */
static pn_len farthest(const struct pn_game *view, pn_side side, pn_unit_id id)
{
	struct pn_command command = straight_on(view, id, pn_stat(&view->unit[id], AW_NORMAL));
	pn_len good = 0;
	pn_len bad = command.path.leg[0].length;

	if (aw_check_move(view, side, &command).code == PN_LAWFUL)
		return bad;
	while (bad - good > 1) {
		command.path.leg[0].length = (good + bad) / 2;
		if (aw_check_move(view, side, &command).code == PN_LAWFUL)
			good = command.path.leg[0].length;
		else
			bad = command.path.leg[0].length;
	}
	return good;
}

static void list_advance(const struct pn_game *view, pn_side side, pn_unit_id id,
			 struct pn_actions *out)
{
	const pn_len most = farthest(view, side, id);
	const pn_len half = pn_stat(&view->unit[id], AW_NORMAL) / 2;
	const pn_len left =
		pn_stat(&view->unit[id], AW_NORMAL) -
		pn_wheel_cost(pn_frontage(pn_unit_formation(&view->unit[id])), PN_DEGREES_45);
	const struct {
		const char *words;
		struct pn_command command;
	} list[] = {
		{"preset.as_far_as_allowed", straight_on(view, id, most)},
		{"preset.half", straight_on(view, id, half)},
		{"preset.wheel_left", wheeled(view, id, true, left)},
		{"preset.wheel_right", wheeled(view, id, false, left)},
	};
	struct pn_action *action = NULL;

	for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
		if (aw_check_move(view, side, &list[i].command).code != PN_LAWFUL)
			continue;
		if (!action) {
			action = pn_action_add(out, PN_GROUP_MOVE, "offer.move", list[i].command,
					       PN_CLAUSE("AW-83"));
			pn_action_bound(out,
					(struct pn_bound){
						.kind = PN_BOUND_PATH,
						.at = "/path",
						.path = {pn_stat(&view->unit[id], AW_NORMAL), 2,
							 1u << PN_LEG_ADVANCE | 1u << PN_LEG_WHEEL},
					});
		}
		pn_action_preset(out, list[i].words, list[i].command);
	}
}

static void list_reform(const struct pn_game *view, pn_side side, pn_unit_id id,
			struct pn_actions *out)
{
	static const char *const words[] = {[PN_FACING_LEFT] = "preset.face_left",
					    [PN_FACING_RIGHT] = "preset.face_right",
					    [PN_FACING_REAR] = "preset.face_about"};
	struct pn_command command = pn_command_of(PN_COMMAND_MOVE);
	bool listed = false;

	command.unit = id;
	command.path.count = 1;
	for (uint8_t to = PN_FACING_LEFT; to <= PN_FACING_REAR; to++) {
		command.path.leg[0] = (struct pn_leg){.kind = PN_LEG_FACE, .to = to};
		if (aw_check_move(view, side, &command).code != PN_LAWFUL)
			continue;
		if (!listed)
			pn_action_add(out, PN_GROUP_MOVE, "offer.move", command,
				      PN_CLAUSE("AW-83"));
		listed = true;
		pn_action_preset(out, words[to], command);
	}
}

void aw_list_movement(const struct pn_game *view, pn_side side, struct pn_actions *out)
{
	struct pn_command pass = pn_command_of(PN_COMMAND_PASS);

	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		struct pn_command retreat = pn_command_of(PN_COMMAND_RETREAT);

		retreat.unit = i;
		if (aw_check_retreat(view, side, &retreat).code == PN_LAWFUL)
			pn_action_add(out, PN_GROUP_MOVE, "offer.retreat", retreat,
				      PN_CLAUSE("AW-37"));
		if (aw_check_mover(view, side, i).code != PN_LAWFUL)
			continue;
		if (view->unit[i].order.verb == AW_VERB_DEPLOY)
			list_reform(view, side, i, out);
		else
			list_advance(view, side, i, out);
	}
	if (aw_check_pass(view, side, &pass).code == PN_LAWFUL)
		pn_action_add(out, PN_GROUP_STEP, "offer.end_movement", pass, PN_CLAUSE("AW-83"));
}
