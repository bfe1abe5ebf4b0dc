/* The way of a charge: straight on, one free wheel of at most 90 degrees somewhere on it,
 * and straight on into contact.
 *
 * CQ-14 asks for the wheel after which most stands reach the charged facing; lanes.h finds
 * it for one place of the wheel. Where it is made is the owner's (erratum 42). CQ-G1: when
 * he names no place, the start, a quarter, a half and three quarters of the way that is
 * free straight ahead are tried, and its end. More stands win, then the earlier wheel. */

#include "cq.h"

void cq_begin_search(struct cq_search *search, const struct pn_game *view, pn_unit_id id,
		     pn_unit_id target, unsigned ground)
{
	search->view = view;
	search->id = id;
	search->target = target;
	cq_gather(&search->solid, view, id, CQ_ENEMIES | CQ_ENGAGED_FRIENDS | CQ_EDGES | ground,
		  PN_NO_UNIT);
	search->walls.count = search->all.count = 0;
	for (uint16_t i = 0; i < search->solid.count; i++) {
		const pn_unit_id unit = search->solid.unit[i];
		const bool is_enemy =
			unit != PN_NO_UNIT && view->unit[unit].side != view->unit[id].side;

		if (!is_enemy)
			cq_add_obstacle(&search->walls, search->solid.shape[i], unit);
		if (unit != target && i + CQ_TABLE_EDGES < search->solid.count)
			cq_add_obstacle(&search->all, search->solid.shape[i], unit);
	}
	for (int place = 0; place < CQ_PLACES; place++)
		search->is_limited[place] = false;
}

static pn_pose pose_after(const struct cq_search *search, pn_len ahead)
{
	const pn_pose pose = search->view->unit[search->id].pose;

	return (pn_pose){pn_add(pose.at, pn_along(pose.facing, ahead)), pose.facing};
}

static struct pn_formation formation_of(const struct cq_search *search)
{
	return pn_unit_formation(&search->view->unit[search->id]);
}

/* How far a wheel from the pose may go about each corner: it touches nobody, the target
 * neither. */
static void limit_wheels(const struct cq_search *search, pn_pose pose,
			 struct pn_lanes_wheel wheel[PN_CORNERS])
{
	const struct pn_formation formation = formation_of(search);
	const struct pn_obstacles obstacles = {.shape = search->solid.shape,
					       .count = search->solid.count};

	for (int corner = 0; corner < PN_CORNERS; corner++) {
		pn_vec centre = pn_wheel_centre(pose, formation, (enum pn_corner)corner);

		/* CQ-11. Forward: round the left corner to the left, round the right to the right. */
		wheel[corner] = (struct pn_lanes_wheel){0, 0};
		if (corner == PN_CORNER_LEFT)
			wheel[corner].least = pn_formation_turn(pose, formation, centre,
								-PN_DEGREES_90, &obstacles)
						      .by;
		else
			wheel[corner].most = pn_formation_turn(pose, formation, centre,
							       PN_DEGREES_90, &obstacles)
						     .by;
	}
}

/* Straight on from the wheeled pose: into the target before anything that no charge may
 * pass. Other enemies are pushed aside (CQ-22), so they do not count; nor does what it could
 * only meet beyond its distance. */
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
	return cq_straight(&search->walls, unit, way->wheeled, way->wheeled.facing, gone, NULL) ==
	       gone;
}

/* One wheel of those that are equally good. */
static bool try_wheel(const struct cq_search *search, pn_pose pose, enum pn_corner corner, int32_t by,
		      struct cq_way *way)
{
	way->by = by;
	way->left = corner == PN_CORNER_LEFT;
	way->wheeled =
		pn_wheel_pose(pose, pn_unit_formation(&search->view->unit[search->id]), corner, by);
	return makes_contact(search, way);
}

/* The best wheel made after `ahead`, within those limits, if more stands then reach the facing
 * than `known`. */
static bool try_place(const struct cq_search *search, pn_len ahead,
		      const struct pn_lanes_wheel wheel[PN_CORNERS], uint16_t known,
		      struct cq_way *way)
{
	const struct pn_shape target = pn_unit_footprint(&search->view->unit[search->target]);
	const uint8_t edge = cq_edge_of(search->facing, target.count);
	struct pn_lanes lanes = {
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
	struct pn_lanes_best best;

	pn_lanes_find_best(&lanes, &best);
	*way = (struct cq_way){.ahead = ahead, .stands = best.stands, .facing = search->facing};
	if (best.stands == 0)
		return false;
	if (try_wheel(search, lanes.pose, best.corner, best.by, way))
		return true;
	for (uint8_t i = 0; i < best.spans; i++)
		if (try_wheel(search, lanes.pose, best.span[i].corner, best.span[i].from, way) ||
		    try_wheel(search, lanes.pose, best.span[i].corner, best.span[i].to, way))
			return true;
	return false;
}

/* Where the owner wants to wheel. */
static bool try_given(const struct cq_search *search, pn_len ahead, struct cq_way *way)
{
	struct pn_lanes_wheel wheel[PN_CORNERS];

	if (ahead > search->reach)
		return false;
	limit_wheels(search, pose_after(search, ahead), wheel);
	return try_place(search, ahead, wheel, 0, way);
}

/* After so many quarters of what is free straight ahead. The limits of the wheels there are
 * the same for all facings. */
static bool try_quarter(struct cq_search *search, int quarter, uint16_t known, struct cq_way *way)
{
	const pn_len ahead = search->ahead / (CQ_PLACES - 1) * quarter;

	if (!search->is_limited[quarter])
		limit_wheels(search, pose_after(search, ahead), search->wheel[quarter]);
	search->is_limited[quarter] = true;
	return try_place(search, ahead, search->wheel[quarter], known, way);
}

/* Is any of the front ever outside the facing, wherever the wheel is made? Nothing of it is
 * farther from a corner than the frontage. */
static bool may_see_facing(const struct cq_search *search)
{
	const struct pn_shape target = pn_unit_footprint(&search->view->unit[search->target]);
	const uint8_t edge = cq_edge_of(search->facing, target.count);
	const pn_vec from = target.point[edge];
	const pn_vec to = target.point[(edge + 1) % target.count];
	const int64_t most = (int64_t)pn_frontage(formation_of(search)) *
			     ((int64_t)pn_distance(from, to) + 1);

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

static uint16_t front_stands(const struct cq_search *search)
{
	const struct pn_unit *unit = &search->view->unit[search->id];

	return unit->figures < unit->files ? unit->figures : unit->files;
}

static bool find_for_facing(struct cq_search *search, const struct pn_path *given,
			    struct cq_way *out)
{
	bool found = false;

	if (given && given->count == 1 && try_given(search, given->leg[0].length, out))
		return true;
	if (!may_see_facing(search))
		return false;
	if (search->view->readings[CQ_READ_WHEEL_AT] == CQ_WHEEL_AT_START)
		return try_quarter(search, 0, 0, out);
	for (int quarter = 0; quarter < CQ_PLACES; quarter++) {
		struct cq_way way;

		if (try_quarter(search, quarter, found ? out->stands : 0, &way)) {
			*out = way;
			found = true;
		}
		/* No later place does better than all that stand in front. */
		if (search->ahead == 0 || (found && out->stands == front_stands(search)))
			break;
	}
	return found;
}

bool cq_find_way(struct cq_search *search, uint8_t facing, pn_len reach, pn_len distance,
		 const struct pn_path *given, struct cq_way *out)
{
	const struct pn_unit *unit = &search->view->unit[search->id];

	search->reach = reach;
	search->distance = distance;
	search->ahead =
		cq_straight(&search->solid, unit, unit->pose, unit->pose.facing, reach, NULL);
	for (int place = 1; place < CQ_PLACES; place++)
		search->is_limited[place] = false;
	search->facing = facing;
	if (find_for_facing(search, given, out))
		return true;
	/* CQ-31: where the charged facing cannot be reached, another is taken. */
	for (uint8_t other = PN_FACING_FRONT; other <= PN_FACING_REAR; other++) {
		search->facing = other;
		if (other != facing && find_for_facing(search, given, out))
			return true;
	}
	return false;
}
