/* Bloodlust (CQ-100): before each action of a regiment that touches nobody a die is thrown. Above
 * its Resolve it must charge; one that sees nobody to charge must march at the nearest enemy, as
 * close as a march of a finite set gets (CQ-101, CQ-G4). The stage of the activation says that it
 * is driven. */

#include "common.h"
#include "convex_parts.h"
#include "cq.h"
#include "wheel.h"

enum { WHEELS = 8, PARTS = 4, SIDEWAYS_COST = 2 };

/* Must the activation on top do what CQ-100 says? */
static bool cq_is_driven(const struct pn_game *view)
{
	const struct pn_pending *top = pn_top_pending(view);

	return top && top->decision == CQ_ACTIVATION && top->stage == CQ_STAGE_DRIVEN;
}

/* ---- whom it may charge ---- */

static bool may_charge(const struct pn_game *view, pn_side side, pn_unit_id id,
		       struct pn_command *charge)
{
	*charge = pn_command_of(PN_COMMAND_CHARGE);
	charge->unit = id;
	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		charge->target = i;
		if (cq_check_charge(view, side, charge).code == PN_LAWFUL)
			return true;
	}
	return false;
}

/* ---- the march at the nearest enemy ---- */

static pn_fraction distance_to(const struct pn_game *view, pn_unit_id enemy,
			       const struct pn_unit *unit, pn_pose pose)
{
	const struct pn_shape there = pn_footprint(pose, pn_unit_formation(unit));
	const struct pn_shape other = pn_unit_footprint(&view->unit[enemy]);

	return pn_shape_distance_squared(&there, &other);
}

static pn_unit_id nearest_enemy(const struct pn_game *view, pn_unit_id id)
{
	const struct pn_unit *unit = &view->unit[id];
	pn_unit_id nearest = PN_NO_UNIT;
	pn_fraction least = {0, 1};

	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		pn_fraction distance;

		if (view->unit[i].side == unit->side || !view->unit[i].on_board)
			continue;
		distance = distance_to(view, i, unit, unit->pose);
		if (nearest == PN_NO_UNIT || pn_fraction_compare(distance, least) < 0) {
			nearest = i;
			least = distance;
		}
	}
	return nearest;
}

/* A march that gets closest so far. */
struct approach {
	const struct pn_game *view;
	pn_unit_id id, enemy;
	pn_fraction distance;
	struct pn_path path;
};

static void take_closer(struct approach *best, const struct pn_path *path, pn_pose end)
{
	const struct pn_unit *unit = &best->view->unit[best->id];
	const pn_fraction distance = distance_to(best->view, best->enemy, unit, end);

	if (pn_fraction_compare(distance, best->distance) >= 0 ||
	    cq_walk_path(best->view, best->id, path).verdict.code != PN_LAWFUL)
		return;
	best->distance = distance;
	best->path = *path;
}

/* Straight on after what the path has already: as far as may be, and so many parts of that. */
static void try_straight(struct approach *best, struct pn_path path, pn_pose pose, pn_angle heading,
			 pn_len rest)
{
	const struct pn_unit *unit = &best->view->unit[best->id];
	struct pn_leg *leg = &path.leg[path.count++];
	struct pn_obstacles walls;
	pn_len most = rest;

	cq_gather(&walls, best->view, best->id, cq_what_stops(unit), PN_NO_UNIT);
	most = cq_straight(&walls, unit, pose, heading, most, NULL);
	if (!pn_trait(unit, CQ_FLY))
		most = cq_keeping_away(best->view, best->id, pose, heading, most);
	for (int part = PARTS; part > 0; part--) {
		const pn_len length = most / PARTS * part + (part == PARTS ? most % PARTS : 0);
		pn_pose end = pose;

		if (length < 1)
			continue;
		*leg = (struct pn_leg){
			.kind = PN_LEG_ADVANCE, .heading = heading, .length = length};
		end.at = pn_add(pose.at, pn_along(heading, length));
		take_closer(best, &path, end);
	}
}

/* A wheel, and straight on with what is left. */
static void try_wheel(struct approach *best, int32_t by)
{
	const struct pn_unit *unit = &best->view->unit[best->id];
	const struct pn_formation formation = pn_unit_formation(unit);
	const enum pn_corner corner = by < 0 ? PN_CORNER_LEFT : PN_CORNER_RIGHT;
	const pn_angle angle = (pn_angle)(by < 0 ? -by : by);
	const pn_pose pose = pn_wheel_pose(unit->pose, formation, corner, by);
	const pn_len cost = pn_wheel_cost(pn_frontage(formation), angle);
	struct pn_path path = {.given = true};

	if (by != 0)
		path.leg[path.count++] = (struct pn_leg){
			.kind = PN_LEG_WHEEL, .left = corner == PN_CORNER_LEFT, .angle = angle};
	if (by != 0)
		take_closer(best, &path, pose);
	try_straight(best, path, pose, pose.facing, cq_march(unit) - cost);
}

/* Decides CQ-G4. Straight on; after each eighth of the wheels that it can pay for, up to 90 degrees to
 * either side, and after the wheel that faces the enemy's closest point; sideways and back; each
 * as far as may be, and a half and both quarters of that. False: none gets closer. */
static bool find_approach(const struct pn_game *view, pn_unit_id id, struct approach *best)
{
	static const pn_angle turn[] = {PN_DEGREES_90, PN_TURN_HALF, 3 * PN_DEGREES_90};
	const struct pn_unit *unit = &view->unit[id];
	int32_t most = pn_wheel_afforded(pn_frontage(pn_unit_formation(unit)), cq_march(unit));
	struct pn_shape enemy;
	int32_t facing_it;

	*best = (struct approach){.view = view, .id = id, .enemy = nearest_enemy(view, id)};
	if (best->enemy == PN_NO_UNIT)
		return false;
	best->distance = distance_to(view, best->enemy, unit, unit->pose);
	enemy = pn_unit_footprint(&view->unit[best->enemy]);
	most = most < PN_DEGREES_90 ? most : PN_DEGREES_90;
	facing_it = pn_turn_between(
		unit->pose.facing,
		pn_bearing(pn_subtract(cq_nearest_of(&enemy, unit->pose.at), unit->pose.at)));
	try_wheel(best, 0);
	if (facing_it != 0 && facing_it <= most && facing_it >= -most)
		try_wheel(best, facing_it);
	for (int32_t i = 1; i <= WHEELS; i++) {
		try_wheel(best, most * i / WHEELS);
		try_wheel(best, -(most * i / WHEELS));
	}
	for (size_t i = 0; i < sizeof turn / sizeof turn[0]; i++)
		try_straight(best, (struct pn_path){.given = true}, unit->pose,
			     (pn_angle)(unit->pose.facing + turn[i]),
			     cq_march(unit) / SIDEWAYS_COST);
	return best->path.count > 0;
}

/* ---- what it must do ---- */

bool cq_find_duty(const struct pn_game *view, pn_side side, struct pn_command *duty)
{
	const pn_unit_id id = cq_acting(view);
	struct approach best;

	if (!cq_is_driven(view))
		return false;
	if (may_charge(view, side, id, duty))
		return true;
	*duty = pn_command_of(PN_COMMAND_MOVE);
	duty->unit = id;
	if (!find_approach(view, id, &best))
		return false;
	duty->path = best.path;
	return true;
}

struct pn_verdict cq_check_duty(const struct pn_game *view, pn_side side,
				const struct pn_command *command)
{
	struct pn_command duty;

	if (!cq_find_duty(view, side, &duty))
		return pn_lawful();
	if (duty.kind == PN_COMMAND_CHARGE)
		return pn_refuse(PN_REFUSE_MUST_CHARGE, PN_CLAUSE("CQ-100"));
	return command->kind == PN_COMMAND_MOVE ? pn_lawful()
						: pn_refuse(PN_REFUSE_NOT_NOW, PN_CLAUSE("CQ-101"));
}

/* Decides CQ-101. */
struct pn_verdict cq_check_approach(const struct pn_game *view, const struct cq_walk *walk)
{
	const pn_unit_id id = cq_acting(view);
	struct approach best;

	if (!cq_is_driven(view) || !find_approach(view, id, &best))
		return pn_lawful();
	return pn_fraction_compare(distance_to(view, best.enemy, &view->unit[id],
					       walk->leg[walk->leg_count - 1]),
				   best.distance) <= 0
		       ? pn_lawful()
		       : pn_refuse(PN_REFUSE_TOO_SHORT, PN_CLAUSE("CQ-G4"));
}

/* Decides CQ-100. */
bool cq_throw_bloodlust(struct pn_step *step, pn_unit_id id)
{
	bool calm;

	pn_throw(step,
		 (struct pn_roll){
			 .who = id,
			 .what = CQ_ROLL_BLOODLUST,
			 .test = PN_TEST_AT_MOST,
			 .needed = (int16_t)pn_stat(&step->game->unit[id], CQ_RESOLVE),
			 .clause = PN_CLAUSE("CQ-100"),
		 },
		 &calm);
	return !calm;
}
