/* The path of a March Action (CQ-91): forward with wheels, or sideways or backwards at half the
 * rate, in one direction. Nothing of it leads into contact (CQ-01) or within an inch of
 * an enemy, a garrison or impassable ground. It may pass through friends who fight
 * nobody, if it ends clear of them or another action may still carry it clear (CQ-26). */

#include "common.h"
#include "cq.h"
#include "wheel.h"

enum { SIDEWAYS_COST = 2 };

static pn_angle relative(pn_pose pose, const struct pn_leg *leg)
{
	return (pn_angle)(leg->heading - pose.facing);
}

static bool is_forward(pn_pose pose, const struct pn_leg *leg)
{
	return relative(pose, leg) == 0;
}

/* Decides CQ-27. */
unsigned cq_what_stops(const struct pn_unit *unit)
{
	return pn_trait(unit, CQ_FLY) ? CQ_EDGES
				      : CQ_ENEMIES | CQ_ENGAGED_FRIENDS | CQ_GROUND | CQ_EDGES;
}

/* Decides CQ-01. */
static struct pn_verdict stopped_by(const struct pn_game *view, pn_unit_id id, pn_unit_id met)
{
	if (met == PN_NO_UNIT)
		return pn_refuse(PN_REFUSE_LEAVES_TABLE, PN_CLAUSE("PN-10"));
	return view->unit[met].side == view->unit[id].side
		       ? pn_refuse_for(PN_REFUSE_BLOCKED, PN_CLAUSE("CQ-27"), met)
		       : pn_refuse_for(PN_REFUSE_BLOCKED, PN_CLAUSE("CQ-01"), met);
}

/* To end a leg against an enemy is contact; against others it is not. */
static bool is_enemy(const struct pn_game *view, pn_unit_id id, pn_unit_id met)
{
	return met != PN_NO_UNIT && view->unit[met].side != view->unit[id].side;
}

static struct pn_verdict walk_straight(const struct pn_game *view, pn_unit_id id, pn_pose *pose,
				       const struct pn_leg *leg)
{
	const struct pn_unit *unit = &view->unit[id];
	struct pn_obstacles obstacles;
	pn_pose end = *pose;
	pn_len free;
	int met;

	if (leg->length < 1 || relative(*pose, leg) % PN_DEGREES_90 != 0)
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("CQ-91"));
	cq_gather(&obstacles, view, id, cq_what_stops(unit), PN_NO_UNIT);
	free = cq_straight(&obstacles, unit, *pose, leg->heading, leg->length, &met);
	if (free < leg->length || (met >= 0 && is_enemy(view, id, obstacles.unit[met])))
		return stopped_by(view, id, obstacles.unit[met]);
	if (!pn_trait(unit, CQ_FLY) &&
	    cq_keeping_away(view, id, *pose, leg->heading, leg->length) < leg->length)
		return pn_refuse(PN_REFUSE_TOO_CLOSE, PN_CLAUSE("CQ-91"));
	end.at = pn_add(pose->at, pn_along(leg->heading, leg->length));
	*pose = end;
	return pn_lawful();
}

static struct pn_verdict walk_wheel(const struct pn_game *view, pn_unit_id id, pn_pose *pose,
				    const struct pn_leg *leg)
{
	const struct pn_unit *unit = &view->unit[id];
	const struct pn_formation formation = pn_unit_formation(unit);
	enum pn_corner corner = pn_leg_corner(leg);
	const int32_t by = pn_leg_turn(leg);
	struct pn_obstacles found;
	struct pn_turned turned;

	if (leg->angle < 1)
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("CQ-91"));
	cq_gather(&found, view, id, cq_what_stops(unit), PN_NO_UNIT);
	turned = pn_obstacles_wheel(&found, *pose, formation, corner, by);
	if (turned.by != by)
		return stopped_by(view, id, found.unit[turned.stopped_by]);
	*pose = pn_wheel_pose(*pose, formation, corner, by);
	return pn_trait(unit, CQ_FLY) || cq_is_away(view, id, *pose)
		       ? pn_lawful()
		       : pn_refuse(PN_REFUSE_TOO_CLOSE, PN_CLAUSE("CQ-91"));
}

static pn_len cost_of(const struct pn_unit *unit, pn_pose pose, const struct pn_leg *leg)
{
	if (leg->kind == PN_LEG_WHEEL)
		return pn_wheel_cost(pn_frontage(pn_unit_formation(unit)), leg->angle);
	return is_forward(pose, leg) ? leg->length : SIDEWAYS_COST * leg->length;
}

/* One direction an action: forward, before and after each wheel, or all legs alike. */
static bool is_one_direction(pn_pose pose, const struct pn_path *path)
{
	bool turns = false;

	for (uint8_t i = 0; i < path->count; i++)
		turns |= path->leg[i].kind == PN_LEG_WHEEL;
	for (uint8_t i = 0; i < path->count; i++) {
		const struct pn_leg *leg = &path->leg[i];

		if (leg->kind == PN_LEG_WHEEL)
			pose.facing = (pn_angle)(pose.facing + pn_leg_turn(leg));
		else if (turns ? !is_forward(pose, leg) : leg->heading != path->leg[0].heading)
			return false;
	}
	return true;
}

/* Decides CQ-26. Where a walk may end: clear of all, or in friends who fight nobody, with an
 * action left that may carry it clear. */
static struct pn_verdict check_end(const struct pn_game *view, pn_unit_id id, pn_pose end,
				   struct cq_came came)
{
	struct pn_obstacles all, friends;
	struct pn_shape footprint = pn_footprint(end, pn_unit_formation(&view->unit[id]));
	bool in_a_friend;

	cq_gather(&all, view, id, CQ_ALL & ~(unsigned)CQ_FREE_FRIENDS, PN_NO_UNIT);
	if (pn_obstacles_overlap(&all, &footprint) >= 0)
		return pn_refuse(PN_REFUSE_BLOCKED, PN_CLAUSE("CQ-47"));
	cq_gather(&friends, view, id, CQ_FREE_FRIENDS, PN_NO_UNIT);
	came.marched = view->unit[id].moved > 0;
	in_a_friend = cq_not_cleared(&friends, &view->unit[id], end, came) >= 0;
	if (!cq_is_away(view, id, end))
		return pn_refuse(PN_REFUSE_TOO_CLOSE, PN_CLAUSE("CQ-91"));
	return in_a_friend && cq_actions_left(view) < 2
		       ? pn_refuse(PN_REFUSE_OVERLAPS, PN_CLAUSE("CQ-26"))
		       : pn_lawful();
}

struct cq_came cq_came_by(const struct pn_path *path, pn_pose end)
{
	struct cq_came came = {.heading = end.facing};

	for (uint8_t i = path->count; i-- > 0;) {
		const struct pn_leg *leg = &path->leg[i];

		if (leg->kind != PN_LEG_ADVANCE ||
		    (came.length > 0 && leg->heading != came.heading))
			break;
		came.heading = leg->heading;
		came.length += leg->length;
	}
	return came;
}

/* The clause that a leg goes by: over what a flier may pass (CQ-47), through friends
 * (CQ-25), or the march alone. */
static pn_clause clause_of(const struct pn_game *view, pn_unit_id id, pn_pose from,
			   const struct pn_leg *leg)
{
	const struct pn_unit *unit = &view->unit[id];
	const bool flies = pn_trait(unit, CQ_FLY);
	struct pn_obstacles passed;
	int met = -1;

	cq_gather(&passed, view, id, flies ? CQ_ALL & ~(unsigned)CQ_EDGES : CQ_FREE_FRIENDS,
		  PN_NO_UNIT);
	if (leg->kind == PN_LEG_ADVANCE)
		cq_straight(&passed, unit, from, leg->heading, leg->length, &met);
	if (met < 0)
		return PN_CLAUSE("CQ-91");
	return flies ? PN_CLAUSE("CQ-47") : PN_CLAUSE("CQ-25");
}

/* Decides CQ-91. */
struct cq_walk cq_walk_path(const struct pn_game *view, pn_unit_id id, const struct pn_path *path)
{
	const struct pn_unit *unit = &view->unit[id];
	struct cq_walk walk = {.leg_count = 0};
	pn_pose pose = unit->pose;

	if (path->count == 0 || !is_one_direction(pose, path)) {
		walk.verdict = pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("CQ-91"));
		return walk;
	}
	for (uint8_t i = 0; i < path->count; i++) {
		const struct pn_leg *leg = &path->leg[i];
		pn_len cost = cost_of(unit, pose, leg);

		const pn_pose before = pose;

		if (leg->kind != PN_LEG_ADVANCE && leg->kind != PN_LEG_WHEEL) {
			walk.verdict = pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("CQ-91"));
			return walk;
		}
		if (walk.spent + cost > cq_march(unit)) {
			walk.verdict = pn_refuse(PN_REFUSE_TOO_LONG, PN_CLAUSE("CQ-42"));
			return walk;
		}
		walk.verdict = leg->kind == PN_LEG_WHEEL ? walk_wheel(view, id, &pose, leg)
							 : walk_straight(view, id, &pose, leg);
		if (walk.verdict.code != PN_LAWFUL)
			return walk;
		walk.spent += cost;
		walk.cost[walk.leg_count] = cost;
		walk.clause[walk.leg_count] = clause_of(view, id, before, leg);
		walk.leg[walk.leg_count++] = pose;
	}
	walk.verdict = check_end(view, id, pose, cq_came_by(path, pose));
	return walk;
}
