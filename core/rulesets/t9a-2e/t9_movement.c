/* The Movement Phase: fleeing units have tried to rally; the others move once each, straight ahead
 * and with wheels (T9-150), twice as far when no enemy is near (T9-151), with the spacing between
 * units (T9-152). */

#include "common.h"
#include "t9.h"
#include "wheel.h"

enum { MARCHING = 2, ENEMIES_NEAR = 8 * PN_INCH };

/* T9-130, T9-132. Panic and losses are counted in each phase anew. */
static void begin_phase(struct pn_step *step, enum t9_phase phase, pn_side active, pn_clause clause)
{
	pn_enter_phase(step, (uint8_t)phase, active, clause);
	for (pn_unit_id i = 0; i < step->game->unit_count; i++) {
		pn_clear_flag(step, i, T9_STEADIED, PN_CLAUSE("T9-132"));
		pn_set_tally(step, i, T9_LOST, 0, PN_CLAUSE("T9-130"));
	}
}

void t9_end_charge_phase(struct pn_step *step)
{
	const struct pn_game *game = step->game;

	begin_phase(step, T9_MOVEMENT, game->active, PN_CLAUSE("T9-70"));
	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		pn_set_tally(step, i, T9_FORMER, 0, PN_CLAUSE("T9-25"));
		pn_set_tally(step, i, T9_LATTER, 0, PN_CLAUSE("T9-25"));
	}
}

/* ---- a move ---- */

/* A path walked: where it ends and what it cost. */
struct walk {
	struct pn_verdict verdict;
	uint8_t leg_count;
	pn_pose leg[PN_PATH_MAX];
	pn_len cost[PN_PATH_MAX];
	pn_len spent;
};

/* Decides T9-151. */
static bool may_march(const struct pn_game *view, pn_unit_id id)
{
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (view->unit[i].on_board && view->unit[i].side != view->unit[id].side &&
		    t9_units_within(view, id, i, ENEMIES_NEAR))
			return false;
	return true;
}

static pn_len allowance(const struct pn_game *view, pn_unit_id id)
{
	return t9_advance(&view->unit[id]) * (may_march(view, id) ? MARCHING : 1);
}

/* The unit as if it stood at the pose. */
static struct pn_unit standing(const struct pn_unit *unit, pn_pose pose)
{
	struct pn_unit there = *unit;

	there.pose = pose;
	return there;
}

/* What is in the way of a move; and that without the board's edges. */
struct around {
	struct pn_obstacles all;
	struct pn_obstacles others;
};

/* PN-10. What the edge alone stops would leave the board. */
static struct pn_verdict refuse_stopped(bool by_edge, pn_unit_id met)
{
	return by_edge ? pn_refuse(PN_REFUSE_LEAVES_TABLE, PN_CLAUSE("PN-10"))
		       : pn_refuse_for(PN_REFUSE_BLOCKED, PN_CLAUSE("T9-150"), met);
}

static struct pn_verdict walk_straight(const struct around *around, const struct pn_unit *unit,
				       pn_pose *pose, const struct pn_leg *leg)
{
	const struct pn_unit there = standing(unit, *pose);
	pn_len free, beyond;
	int met;

	if (leg->length < 1 || leg->heading != pose->facing)
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("T9-150"));
	free = t9_straight(&around->all, &there, *pose, leg->length, NULL);
	if (free < leg->length) {
		beyond = t9_straight(&around->others, &there, *pose, leg->length, &met);
		return refuse_stopped(beyond > free,
				      met < 0 ? PN_NO_UNIT : around->others.unit[met]);
	}
	*pose = pn_pose_ahead(*pose, leg->length);
	return pn_lawful();
}

static struct pn_verdict walk_wheel(const struct around *around, const struct pn_unit *unit,
				    pn_pose *pose, const struct pn_leg *leg)
{
	const enum pn_corner corner = pn_leg_corner(leg);
	const int32_t by = pn_leg_turn(leg);
	const struct pn_formation formation = t9_formation(unit);
	struct pn_turned turned;
	int32_t free;

	if (leg->angle < 1)
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("T9-150"));
	free = pn_obstacles_wheel(&around->all, *pose, formation, corner, by).by;
	if (free != by) {
		turned = pn_obstacles_wheel(&around->others, *pose, formation, corner, by);
		return refuse_stopped(turned.by != free,
				      turned.stopped_by < 0
					      ? PN_NO_UNIT
					      : around->others.unit[turned.stopped_by]);
	}
	*pose = pn_wheel_pose(*pose, formation, corner, by);
	return pn_lawful();
}

/* Decides T9-152. Half an inch on the way of each leg, and more than an inch where the last ends. */
static struct pn_verdict check_spacing(const struct pn_obstacles *others,
				       const struct pn_unit *unit, pn_pose from, pn_pose to,
				       const struct pn_leg *leg, bool is_last)
{
	int met;

	if (leg->kind == PN_LEG_WHEEL)
		t9_wheel_spaced(others, unit, from, pn_leg_corner(leg), pn_leg_turn(leg), &met);
	else
		t9_straight_spaced(others, unit, from, leg->length, &met);
	if (met < 0 && is_last)
		met = t9_too_near(others, unit, to, T9_SPACING, T9_SPACING);
	return met < 0 ? pn_lawful()
		       : pn_refuse_for(PN_REFUSE_TOO_CLOSE, PN_CLAUSE("T9-152"), others->unit[met]);
}

static pn_len cost_of(const struct pn_unit *unit, const struct pn_leg *leg)
{
	return leg->kind == PN_LEG_WHEEL
		       ? pn_wheel_cost(pn_frontage(t9_formation(unit)), leg->angle)
		       : leg->length;
}

static struct pn_verdict walk_leg(const struct pn_game *view, pn_unit_id id,
				  const struct around *around, struct walk *walk, pn_pose *pose,
				  const struct pn_leg *leg)
{
	const struct pn_unit *unit = &view->unit[id];
	const pn_len cost = cost_of(unit, leg);
	struct pn_verdict verdict;

	if (walk->spent + cost > allowance(view, id))
		return pn_refuse(PN_REFUSE_TOO_LONG,
				 may_march(view, id) ? PN_CLAUSE("T9-150") : PN_CLAUSE("T9-151"));
	verdict = leg->kind == PN_LEG_WHEEL ? walk_wheel(around, unit, pose, leg)
					    : walk_straight(around, unit, pose, leg);
	walk->spent += cost;
	walk->cost[walk->leg_count] = cost;
	walk->leg[walk->leg_count++] = *pose;
	return verdict;
}

/* Decides T9-150. */
static struct walk walk_path(const struct pn_game *view, pn_unit_id id, const struct pn_path *path)
{
	const struct pn_unit *unit = &view->unit[id];
	struct walk walk = {.verdict = pn_lawful()};
	pn_pose pose = unit->pose;
	struct around around;

	t9_gather(&around.all, view, id, T9_ALL, PN_NO_UNIT);
	t9_gather(&around.others, view, id, T9_ALL & ~(unsigned)T9_EDGES, PN_NO_UNIT);
	if (path->count == 0)
		walk.verdict = pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("T9-150"));
	for (uint8_t i = 0; i < path->count && walk.verdict.code == PN_LAWFUL; i++) {
		const struct pn_leg *leg = &path->leg[i];
		const pn_pose from = pose;

		if (leg->kind != PN_LEG_ADVANCE && leg->kind != PN_LEG_WHEEL) {
			walk.verdict = pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("T9-150"));
			break;
		}
		walk.verdict = walk_leg(view, id, &around, &walk, &pose, leg);
		if (walk.verdict.code == PN_LAWFUL)
			walk.verdict = check_spacing(&around.others, unit, from, pose, leg,
						     i + 1 == path->count);
	}
	return walk;
}

/* ---- the command ---- */

static struct pn_verdict check_free(const struct pn_game *view, pn_unit_id id)
{
	const struct pn_unit *unit = &view->unit[id];

	if (unit->state == T9_FLEEING)
		return pn_refuse(PN_REFUSE_NOT_IN_GOOD_ORDER, PN_CLAUSE("T9-73"));
	if (pn_flag(unit, T9_SHAKEN))
		return pn_refuse(PN_REFUSE_NOT_IN_GOOD_ORDER, PN_CLAUSE("T9-104"));
	if (pn_engaged(view, id))
		return pn_refuse(PN_REFUSE_ENGAGED, PN_CLAUSE("PN-09"));
	if (pn_flag(unit, T9_MOVED) || pn_flag(unit, T9_DECLARED))
		return pn_refuse(PN_REFUSE_ALREADY_MOVED, PN_CLAUSE("T9-150"));
	return pn_lawful();
}

struct pn_verdict t9_check_move(const struct pn_game *view, pn_side side,
				const struct pn_command *command)
{
	struct pn_verdict verdict = pn_check_own(view, side, command->unit);

	if (verdict.code == PN_LAWFUL)
		verdict = check_free(view, command->unit);
	return verdict.code == PN_LAWFUL ? walk_path(view, command->unit, &command->path).verdict
					 : verdict;
}

void t9_apply_move(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	const struct walk walk = walk_path(step->game, command->unit, &command->path);

	for (uint8_t i = 0; i < walk.leg_count; i++)
		pn_tell_moved(step, command->unit,
			      command->path.leg[i].kind == PN_LEG_WHEEL ? PN_MANNER_WHEEL
									: PN_MANNER_ADVANCE,
			      walk.leg[i], walk.cost[i], PN_CLAUSE("T9-150"));
	pn_set_flag(step, command->unit, T9_MOVED, PN_CLAUSE("T9-150"));
}

void t9_preview_move(const struct pn_game *view, pn_side side, const struct pn_command *command,
		     struct pn_preview *out)
{
	const struct walk walk = walk_path(view, command->unit, &command->path);

	out->cost = walk.spent;
	out->leg_count = walk.leg_count;
	memcpy(out->leg, walk.leg, sizeof out->leg);
}

/* ---- the step ---- */

static bool can_move(const struct pn_game *view, pn_side side, pn_unit_id id)
{
	return view->unit[id].side == side && view->unit[id].on_board &&
	       (pn_flag(&view->unit[id], T9_MAY_REFORM) || check_free(view, id).code == PN_LAWFUL);
}

static bool anybody_can_move(const struct pn_game *view, pn_side side)
{
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (can_move(view, side, i))
			return true;
	return false;
}

void t9_run_movement(struct pn_step *step)
{
	const struct pn_game *game = step->game;

	if (game->facts[T9_FACT_RALLIED] == 0) {
		t9_rally_all(step);
		pn_set_fact(step, T9_FACT_RALLIED, 1);
		if (anybody_can_move(game, game->active)) {
			pn_ask(step, game->active, T9_MOVE, PN_CLAUSE("T9-150"));
			return;
		}
	}
	begin_phase(step, T9_MELEE, PN_NO_SIDE, PN_CLAUSE("PN-20"));
}

bool t9_end_if_idle(struct pn_step *step, pn_side side)
{
	if (anybody_can_move(step->game, side))
		return false;
	pn_close(step, (pn_clause){""});
	return true;
}

/* ---- actions ---- */

static struct pn_command straight_move(const struct pn_game *view, pn_unit_id id, pn_len length)
{
	const struct pn_leg leg = {
		.kind = PN_LEG_ADVANCE, .heading = view->unit[id].pose.facing, .length = length};

	return pn_command_of_leg(PN_COMMAND_MOVE, id, leg);
}

static struct pn_command wheel_move(const struct pn_game *view, pn_unit_id id, bool left)
{
	const struct pn_formation formation = t9_formation(&view->unit[id]);
	const pn_len half = t9_advance(&view->unit[id]) / 2;

	return pn_command_of_leg(PN_COMMAND_MOVE, id,
				 (struct pn_leg){.kind = PN_LEG_WHEEL,
						 .left = left,
						 .angle = (pn_angle)pn_wheel_afforded(
							 pn_frontage(formation), half)});
}

static void list_unit(const struct pn_game *view, pn_side side, pn_unit_id id,
		      struct pn_actions *out)
{
	const struct pn_unit *unit = &view->unit[id];
	const pn_len whole = allowance(view, id);
	struct pn_obstacles walls;
	struct pn_action *action = NULL;
	pn_len most;

	t9_gather(&walls, view, id, T9_ALL, PN_NO_UNIT);
	most = t9_spaced(&walls, unit, unit->pose, whole);
	const struct pn_command command[] = {
		straight_move(view, id, most),
		straight_move(view, id, most / 2),
		wheel_move(view, id, true),
		wheel_move(view, id, false),
	};
	static const char *const words[] = {"preset.as_far_as_allowed", "preset.half",
					    "preset.wheel_left", "preset.wheel_right"};

	for (size_t i = 0; i < sizeof command / sizeof command[0]; i++) {
		if (t9_check_move(view, side, &command[i]).code != PN_LAWFUL)
			continue;
		if (!action) {
			action = pn_action_add(out, PN_GROUP_MOVE, "offer.move", command[i],
					       PN_CLAUSE("T9-150"));
			pn_action_bound(out,
					(struct pn_bound){
						.kind = PN_BOUND_PATH,
						.at = "/path",
						.path = {whole, PN_PATH_MAX,
							 1u << PN_LEG_ADVANCE | 1u << PN_LEG_WHEEL},
					});
		}
		pn_action_preset(out, words[i], command[i]);
	}
}

void t9_list_move(const struct pn_game *view, pn_side side, struct pn_actions *out)
{
	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		if (!can_move(view, side, i))
			continue;
		if (check_free(view, i).code == PN_LAWFUL)
			list_unit(view, side, i, out);
		t9_list_reform_of(view, i, out);
	}
	pn_action_add(out, PN_GROUP_STEP, "offer.end_movement", pn_command_of(PN_COMMAND_READY),
		      PN_CLAUSE("T9-150"));
}
