/* The way of a charge: straight on, one free wheel of at most 90 degrees somewhere on it,
 * and straight on into contact.
 *
 * CQ-14 asks for the wheel after which most stands reach the charged facing; lanes.h finds
 * it for one place of the wheel, and where nothing in the way lets any of the best get there,
 * wheels two degrees apart are tried. Where it is made is the owner's. CQ-G1:
 * when it names no place, the start, a quarter, a half and three quarters of the way that is
 * free straight ahead are tried, and its end; if that finds nothing, the other eighths.
 * More stands win, then the earlier wheel. tests/rulesets/conquest_way_test.c holds the set
 * against a finer one. */

#include "common.h"
#include "cq.h"

enum { QUARTER = CQ_PARTS / 4, TWO_DEGREES = 364 };

bool cq_charges_flying(const struct pn_game *view, pn_unit_id id)
{
	return pn_trait(&view->unit[id], CQ_FLY) &&
	       view->switches[CQ_SWITCH_FLYING] == CQ_CHARGES_FLY;
}

/* Decides CQ-47. Nothing but the board's edge and the target is in a flier's way; on the rest it
 * may not end. */
static void take_off(struct cq_search *search, unsigned kinds)
{
	const struct pn_game *view = search->view;
	const struct pn_shape target = pn_unit_footprint(&view->unit[search->target]);

	cq_gather(&search->landing, view, search->id, kinds | CQ_FREE_FRIENDS, PN_NO_UNIT);
	cq_gather(&search->walls, view, search->id, CQ_EDGES, PN_NO_UNIT);
	cq_gather(&search->solid, view, search->id, CQ_EDGES, PN_NO_UNIT);
	pn_obstacles_add(&search->solid, target, search->target);
	search->all.count = 0;
}

/* Decides CQ-17 and CQ-25. */
void cq_begin_search(struct cq_search *search, const struct pn_game *view, pn_unit_id id,
		     pn_unit_id target, unsigned kinds)
{
	search->view = view;
	search->id = id;
	search->target = target;
	search->only_why = false;
	search->flies = cq_charges_flying(view, id);
	cq_gather(&search->friends, view, id, CQ_FREE_FRIENDS, PN_NO_UNIT);
	cq_gather(&search->solid, view, id, CQ_ENEMIES | CQ_EDGES | kinds, PN_NO_UNIT);
	search->walls.count = search->all.count = search->enemies.count = 0;
	for (uint16_t i = 0; i < search->solid.count; i++) {
		const pn_unit_id unit = search->solid.unit[i];
		const bool is_enemy =
			unit != PN_NO_UNIT && view->unit[unit].side != view->unit[id].side;

		if (!is_enemy)
			pn_obstacles_add(&search->walls, search->solid.shape[i], unit);
		else if (unit != target)
			pn_obstacles_add(&search->enemies, search->solid.shape[i], unit);
		if (unit != target && i + PN_BOARD_EDGES < search->solid.count)
			pn_obstacles_add(&search->all, search->solid.shape[i], unit);
	}
	if (search->flies)
		take_off(search, kinds);
	for (int part = 0; part <= CQ_PARTS; part++)
		search->is_limited[part] = false;
}

static pn_pose pose_after(const struct cq_search *search, pn_len ahead)
{
	const pn_pose pose = search->view->unit[search->id].pose;

	return pn_pose_ahead(pose, ahead);
}

static struct pn_formation formation_of(const struct cq_search *search)
{
	return pn_unit_formation(&search->view->unit[search->id]);
}

/* Decides CQ-11. How far a wheel from the pose may go about each corner: it touches nobody, the
 * target neither. */
static void limit_wheels(const struct cq_search *search, pn_pose pose,
			 struct pn_lanes_wheel wheel[PN_CORNERS])
{
	const struct pn_formation formation = formation_of(search);

	/* CQ-11. Forward: round the left corner to the left, round the right to the right. */
	wheel[PN_CORNER_LEFT] = wheel[PN_CORNER_RIGHT] = (struct pn_lanes_wheel){0, 0};
	wheel[PN_CORNER_LEFT].least =
		pn_obstacles_wheel(&search->solid, pose, formation, PN_CORNER_LEFT, -PN_DEGREES_90)
			.by;
	wheel[PN_CORNER_RIGHT].most =
		pn_obstacles_wheel(&search->solid, pose, formation, PN_CORNER_RIGHT, PN_DEGREES_90)
			.by;
}

/* Straight on from the wheeled pose: into the target before anything that no charge may
 * pass. Of other enemies is_barred() asks; what it could only meet beyond its distance does not
 * count. */
static bool makes_contact(const struct cq_search *search, struct cq_way *way)
{
	const struct pn_unit *unit = &search->view->unit[search->id];
	const struct pn_shape target = pn_unit_footprint(&search->view->unit[search->target]);
	const pn_len left = search->reach - way->ahead;
	const struct pn_shape mover = pn_footprint(way->wheeled, pn_unit_formation(unit));
	pn_vec displacement = pn_along(way->wheeled.facing, left);
	pn_len gone = search->distance - way->ahead;

	if (!pn_sweep(&mover, displacement, &target, 1, &way->contact))
		return false;
	way->length = pn_sweep_distance(left, way->contact.at);
	way->end = pn_sweep_end(way->wheeled, way->wheeled.facing, left, way->contact.at);
	gone = gone < 0 ? 0 : gone < way->length ? gone : way->length;
	if (search->flies && cq_overlaps(&search->landing, unit, way->end) >= 0)
		return false;
	return cq_straight(&search->walls, unit, way->wheeled, way->wheeled.facing, gone, NULL) ==
	       gone;
}

/* Does the charge fall short anyway? Then it is only asked whom it would run into. */
static bool is_too_short(const struct cq_search *search)
{
	return search->distance < search->reach;
}

/* Search every wheel and place? Not where the charge is too short, or only the reason is wanted. */
static bool is_thorough(const struct cq_search *search)
{
	return !is_too_short(search) && !search->only_why;
}

bool cq_is_touched(const struct pn_obstacles *others, const struct pn_unit *unit, pn_pose pose)
{
	const struct pn_shape shape = pn_footprint(pose, pn_unit_formation(unit));

	for (uint16_t i = 0; i < others->count; i++)
		if (pn_nearer(&shape, &others->shape[i], PN_TOUCH + 1))
			return true;
	return false;
}

bool cq_touches(const struct pn_obstacles *others, const struct pn_unit *unit,
		const struct cq_way *way)
{
	int met;

	if (way->flies)
		return cq_is_touched(others, unit, way->end);
	cq_straight(others, unit, way->wheeled, way->wheeled.facing, way->length + PN_TOUCH, &met);
	return met >= 0;
}

/* Decides CQ-18 and CQ-22. Does it touch another enemy on its way, or where it ends when it has
 * aligned? That it can align is asked only if it would touch somebody then. */
static bool touches_another(const struct cq_search *search, const struct cq_way *way)
{
	const struct pn_unit *unit = &search->view->unit[search->id];
	pn_pose aligned;

	if (search->enemies.count == 0)
		return false;
	if (cq_touches(&search->enemies, unit, way))
		return true;
	aligned = cq_aligned(search->view, search->id, search->target, way).pose;
	if (!cq_is_touched(&search->enemies, unit, aligned) &&
	    !cq_is_touched(&search->enemies, unit, way->end))
		return false;
	return cq_is_touched(&search->enemies, unit,
			     cq_find_lie(search->view, search->id, search->target, way).pose);
}

static uint16_t front_stands(const struct cq_search *search)
{
	const struct pn_unit *unit = &search->view->unit[search->id];

	return unit->figures < unit->files ? unit->figures : unit->files;
}

/* Could one stand of the front rank, in its whole width, go from the wheeled pose to the target
 * and meet no other enemy before it? */
static bool has_lane(const struct cq_search *search, const struct cq_way *way)
{
	const struct pn_unit *unit = &search->view->unit[search->id];
	const struct pn_obstacles target = {
		.count = 1, .shape = {pn_unit_footprint(&search->view->unit[search->target])}};
	const pn_len left_end = -(pn_len)(pn_frontage(pn_unit_formation(unit)) / 2);
	struct pn_unit stand = *unit;

	stand.figures = stand.files = 1;
	for (uint16_t i = 0; i < front_stands(search); i++) {
		const pn_len aside = left_end + i * unit->base_width + unit->base_width / 2;
		const pn_pose pose = {pn_ahead(way->wheeled, 0, aside), way->wheeled.facing};
		int met;
		const pn_len length = cq_straight(&target, &stand, pose, pose.facing,
						  search->reach - way->ahead, &met);

		if (met >= 0 && cq_straight(&search->enemies, &stand, pose, pose.facing, length,
					    NULL) == length)
			return true;
	}
	return false;
}

/* Decides CQ-16. Enemies who are in the way are pushed aside only if they leave a lane for a
 * stand; else they bar it. Of who falls short it is only asked whom it would run into. */
static bool is_barred(const struct cq_search *search, const struct cq_way *way)
{
	return way->touches && !way->flies && !has_lane(search, way);
}

/* Decides CQ-15. Only a thorough search asks this: otherwise nobody will go the way. */
static enum cq_fitness fitness_of(const struct cq_search *search, const struct cq_way *way)
{
	const struct pn_unit *unit = &search->view->unit[search->id];

	if (!is_thorough(search))
		return CQ_FIT;
	if (cq_not_cleared(&search->friends, unit, way->end, cq_came_by_way(unit, way)) >= 0)
		return CQ_ENDS_IN_A_FRIEND;
	return way->touches ? CQ_TOUCHES_ANOTHER : CQ_FIT;
}

/* One wheel of those that are equally good. */
static bool try_wheel(const struct cq_search *search, pn_pose pose, enum pn_corner corner,
		      int32_t by, struct cq_way *way)
{
	way->by = by;
	way->left = corner == PN_CORNER_LEFT;
	way->flies = search->flies;
	way->wheeled =
		pn_wheel_pose(pose, pn_unit_formation(&search->view->unit[search->id]), corner, by);
	if (!makes_contact(search, way))
		return false;
	way->touches = !is_too_short(search) && touches_another(search, way);
	if (is_barred(search, way))
		return false;
	way->fitness = fitness_of(search, way);
	return true;
}

static int32_t abs_of(int32_t by)
{
	return by < 0 ? -by : by;
}

/* Decides CQ-14. More stands, then who is fitter: CQ-18 and CQ-22 let an enemy be touched only if
 * none of as good wheels avoids it. */
static int compare_ways(const struct cq_way *a, const struct cq_way *b)
{
	if (a->stands != b->stands)
		return a->stands > b->stands ? 1 : -1;
	return a->fitness == b->fitness ? 0 : a->fitness > b->fitness ? 1 : -1;
}

/* A wheel that gets there, if it is better than the best so far, or as good and smaller. That more
 * stands reach than `most` is no better. */
static void take_better(const struct cq_search *search, const struct pn_lanes *lanes,
			enum pn_corner corner, int32_t by, uint16_t most, struct cq_way *best)
{
	struct cq_way way = {.ahead = best->ahead, .facing = best->facing};
	int compared;

	if (!try_wheel(search, lanes->pose, corner, by, &way))
		return;
	way.stands = pn_lanes_count(lanes, corner, by);
	way.stands = way.stands < most ? way.stands : most;
	compared = compare_ways(&way, best);
	if (compared > 0 || (compared == 0 && abs_of(by) < abs_of(best->by)))
		*best = way;
}

/* The best of the wheels of some spans, two degrees apart. */
static void sample_spans(const struct cq_search *search, const struct pn_lanes *lanes,
			 const struct pn_lanes_best *spans, uint16_t most, struct cq_way *best)
{
	for (uint8_t i = 0; i < spans->spans; i++) {
		const struct pn_lanes_span span = spans->span[i];

		for (int32_t by = span.from; by < span.to; by += TWO_DEGREES)
			take_better(search, lanes, span.corner, by, most, best);
		take_better(search, lanes, span.corner, span.to, most, best);
	}
}

/* Of the wheels after which more stands than are known reach the facing, that with most of
 * those that get there. */
static bool sample_wheels(const struct cq_search *search, const struct pn_lanes *lanes,
			  struct cq_way *best)
{
	struct pn_lanes any = *lanes;
	struct pn_lanes_best better;

	best->stands = lanes->known;
	best->fitness = CQ_FIT;
	best->by = 0;
	any.enough = (uint16_t)(lanes->known + 1);
	pn_lanes_find_best(&any, &better);
	if (better.spans > 0)
		take_better(search, lanes, better.corner, better.by, UINT16_MAX, best);
	sample_spans(search, lanes, &better, UINT16_MAX, best);
	return best->stands > lanes->known;
}

/* The smallest of the best wheels that gets there, or an end of their spans that does. */
static bool try_best(const struct cq_search *search, pn_pose pose, const struct pn_lanes_best *best,
		     struct cq_way *way)
{
	if (try_wheel(search, pose, best->corner, best->by, way))
		return true;
	for (uint8_t i = 0; i < best->spans; i++)
		if (try_wheel(search, pose, best->span[i].corner, best->span[i].from, way) ||
		    try_wheel(search, pose, best->span[i].corner, best->span[i].to, way))
			return true;
	return false;
}

static struct pn_lanes lanes_after(const struct cq_search *search, pn_len ahead,
				   const struct pn_lanes_wheel wheel[PN_CORNERS], uint16_t known)
{
	const struct pn_shape target = pn_unit_footprint(&search->view->unit[search->target]);
	const uint8_t edge = cq_edge_of(search->facing, target.count);

	return (struct pn_lanes){
		.pose = pose_after(search, ahead),
		.formation = formation_of(search),
		.from = target.point[edge],
		.to = target.point[(edge + 1) % target.count],
		.reach = search->reach - ahead,
		.wheel = {wheel[PN_CORNER_LEFT], wheel[PN_CORNER_RIGHT]},
		.known = known,
		.blocker = search->all.shape,
		.blockers = search->all.count,
	};
}

/* The best wheel made after `ahead`, within those limits, if more stands then reach the facing
 * than `known`. Where none of the best gets there, others may. */
static bool try_place(const struct cq_search *search, pn_len ahead,
		      const struct pn_lanes_wheel wheel[PN_CORNERS], uint16_t known,
		      struct cq_way *way)
{
	const struct pn_lanes lanes = lanes_after(search, ahead, wheel, known);
	struct pn_lanes_best best;

	pn_lanes_find_best(&lanes, &best);
	*way = (struct cq_way){.ahead = ahead, .stands = best.stands, .facing = search->facing};
	if (best.stands == 0)
		return false;
	if (!try_best(search, lanes.pose, &best, way))
		return is_thorough(search) && sample_wheels(search, &lanes, way);
	if (way->fitness != CQ_FIT)
		sample_spans(search, &lanes, &best, best.stands, way);
	return true;
}

/* The wheel that the owner wants there, if none that was found is better. */
static bool prefer_wheel(const struct cq_search *search,
			 const struct pn_lanes_wheel wheel[PN_CORNERS], const struct pn_leg *wanted,
			 bool found, struct cq_way *way)
{
	const enum pn_corner corner = pn_leg_corner(wanted);
	const int32_t by = pn_leg_turn(wanted);
	const struct pn_lanes lanes = lanes_after(search, way->ahead, wheel, 0);
	struct cq_way own = {.ahead = way->ahead, .facing = way->facing};

	if (by < wheel[corner].least || by > wheel[corner].most ||
	    !try_wheel(search, lanes.pose, corner, by, &own))
		return false;
	own.stands = pn_lanes_count(&lanes, corner, by);
	if (found && own.stands > way->stands)
		own.stands = way->stands;
	if (own.stands == 0 || (found && compare_ways(&own, way) < 0))
		return false;
	*way = own;
	return true;
}

/* Where the owner wants to wheel, if it is free straight ahead up to there. */
static bool try_given(const struct cq_search *search, const struct pn_path *given,
		      struct cq_way *way)
{
	const struct pn_leg *last = &given->leg[given->count - 1];
	const pn_len ahead = given->leg[0].kind == PN_LEG_ADVANCE ? given->leg[0].length : 0;
	struct pn_lanes_wheel wheel[PN_CORNERS];
	bool found;

	if (ahead > search->ahead)
		return false;
	limit_wheels(search, pose_after(search, ahead), wheel);
	found = try_place(search, ahead, wheel, 0, way);
	return (last->kind == PN_LEG_WHEEL && prefer_wheel(search, wheel, last, found, way)) ||
	       found;
}

/* After so many parts of what is free straight ahead. The limits of the wheels there are the
 * same for all facings. */
static bool try_part(struct cq_search *search, int part, uint16_t known, struct cq_way *way)
{
	const pn_len ahead = search->ahead / CQ_PARTS * part;

	if (!search->is_limited[part])
		limit_wheels(search, pose_after(search, ahead), search->wheel[part]);
	search->is_limited[part] = true;
	return try_place(search, ahead, search->wheel[part], known, way);
}

/* Is any of the front ever outside the facing, wherever the wheel is made? Nothing of it is
 * farther from a corner than the frontage. */
static bool may_see_facing(const struct cq_search *search)
{
	const struct pn_shape target = pn_unit_footprint(&search->view->unit[search->target]);
	const uint8_t edge = cq_edge_of(search->facing, target.count);
	const pn_vec from = target.point[edge];
	const pn_vec to = target.point[(edge + 1) % target.count];
	const int64_t most =
		(int64_t)pn_frontage(formation_of(search)) * ((int64_t)pn_distance(from, to) + 1);

	for (int end = 0; end < 2; end++)
		for (int corner = 0; corner < PN_CORNERS; corner++)
			if (pn_cross(from, to,
				     pn_wheel_centre(pose_after(search, end ? search->ahead : 0),
						     formation_of(search),
						     (enum pn_corner)corner)) +
				    most >=
			    0)
				return true;
	return false;
}

static bool is_best(const struct cq_search *search, const struct cq_way *way)
{
	return way->stands == front_stands(search) && way->fitness == CQ_FIT;
}

/* After every so many parts, the earliest of the places that bring most stands; but for those
 * that have been tried. */
static bool try_parts(struct cq_search *search, int step, int tried, struct cq_way *out)
{
	bool found = false;

	for (int part = 0; part <= CQ_PARTS; part += step) {
		struct cq_way way;
		uint16_t known = 0;

		if (tried > 0 && part % tried == 0)
			continue;
		/* If the way found is not fit, one that brings as many stands is good enough. */
		if (found)
			known = (uint16_t)(out->stands - (out->fitness == CQ_FIT ? 0 : 1));
		if (try_part(search, part, known, &way) &&
		    (!found || compare_ways(&way, out) > 0)) {
			*out = way;
			found = true;
		}
		/* No later place does better than all that stand in front; and a charge that falls
		 * short brings nobody there, wherever it wheels. */
		if (search->ahead == 0 || (found && (is_too_short(search) || is_best(search, out))))
			break;
	}
	return found;
}

/* Decides CQ-G1. */
static bool find_by_itself(struct cq_search *search, struct cq_way *out)
{
	if (!may_see_facing(search))
		return false;
	if (search->view->switches[CQ_SWITCH_WHEEL_AT] == CQ_WHEEL_AT_START)
		return try_part(search, 0, 0, out);
	if (try_parts(search, QUARTER, 0, out))
		return true;
	return is_thorough(search) && search->ahead > 0 && try_parts(search, 1, QUARTER, out);
}

/* The place is the owner's to choose; but none from which the regiment would touch another
 * enemy if there is one from which it need not (CQ-18). */
static bool find_for_facing(struct cq_search *search, const struct pn_path *given,
			    struct cq_way *out)
{
	struct cq_way own;

	if (!given || given->count == 0 || !try_given(search, given, &own))
		return find_by_itself(search, out);
	if (own.fitness != CQ_TOUCHES_ANOTHER || !find_by_itself(search, out) ||
	    out->fitness != CQ_FIT)
		*out = own;
	return true;
}

bool cq_find_way(struct cq_search *search, uint8_t facing, pn_len reach, pn_len distance,
		 const struct pn_path *given, struct cq_way *out)
{
	const struct pn_unit *unit = &search->view->unit[search->id];

	search->reach = reach;
	search->distance = distance;
	search->ahead =
		cq_straight(&search->solid, unit, unit->pose, unit->pose.facing, reach, NULL);
	for (int part = 1; part <= CQ_PARTS; part++)
		search->is_limited[part] = false;
	search->facing = facing;
	if (find_for_facing(search, given, out))
		return true;
	/* CQ-31: where the charged facing cannot be reached, another is taken. */
	for (uint8_t other = PN_FACING_FRONT; other <= PN_FACING_REAR && !is_too_short(search);
	     other++) {
		search->facing = other;
		if (other != facing && find_for_facing(search, given, out))
			return true;
	}
	return false;
}
