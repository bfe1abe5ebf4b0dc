/* The way of a charge: straight on, one free wheel of at most 90 degrees somewhere on it,
 * and straight on into contact.
 *
 * CQ-14 asks for the wheel after which most stands reach the charged facing; lanes.h finds
 * it for one place of the wheel. Where it is made is the owner's (erratum 42). CQ-G1: when
 * he names no place, the start, a quarter, a half and three quarters of the way that is
 * free straight ahead are tried, and its end. More stands win, then the earlier wheel. */

#include "cq.h"
#include "lanes.h"

enum { QUARTERS = 4 };

/* A question: one charge, one facing. */
struct search {
	const struct pn_game *view;
	pn_unit_id id;
	pn_unit_id target;
	uint8_t facing;
	pn_len reach;
	unsigned ground;           /* the kinds that are in the way */
	struct cq_obstacles walls; /* what no part of the charge may pass */
	struct cq_obstacles all;   /* those, and the other enemies */
};

static pn_len free_ahead(const struct search *search, pn_len most)
{
	struct cq_obstacles in_the_way;

	cq_gather(&in_the_way, search->view, search->id,
		  CQ_ENEMIES | CQ_ENGAGED_FRIENDS | CQ_EDGES | search->ground, PN_NO_UNIT);
	return cq_straight(&in_the_way, &search->view->unit[search->id],
			   search->view->unit[search->id].pose,
			   search->view->unit[search->id].pose.facing, most, NULL);
}

/* How far a wheel from the pose may go about each corner: it touches nobody, the target
 * neither. */
static void limit_wheels(const struct search *search, pn_pose pose,
			 struct pn_lanes_wheel wheel[PN_CORNERS])
{
	const struct pn_formation formation = pn_unit_formation(&search->view->unit[search->id]);
	struct cq_obstacles found;
	struct pn_obstacles obstacles = {.shape = found.shape};

	cq_gather(&found, search->view, search->id,
		  CQ_ENEMIES | CQ_ENGAGED_FRIENDS | CQ_EDGES | search->ground, PN_NO_UNIT);
	obstacles.count = found.count;
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
 * pass. Other enemies are pushed aside (CQ-22), so they do not count. */
static bool makes_contact(const struct search *search, struct cq_way *way)
{
	const struct pn_unit *unit = &search->view->unit[search->id];
	const struct pn_shape target = pn_unit_footprint(&search->view->unit[search->target]);
	const pn_len left = search->reach - way->ahead;
	const struct pn_shape mover = pn_footprint(way->wheeled, pn_unit_formation(unit));
	pn_vec displacement = pn_along(way->wheeled.facing, left);

	if (!pn_sweep(&mover, displacement, &target, 1, &way->contact))
		return false;
	way->length = pn_sweep_distance(left, way->contact.at);
	way->end = pn_sweep_end(way->wheeled, way->wheeled.facing, left, way->contact.at);
	return cq_straight(&search->walls, unit, way->wheeled, way->wheeled.facing, way->length,
			   NULL) == way->length;
}

/* One wheel of those that are equally good. */
static bool try_wheel(const struct search *search, pn_pose pose, enum pn_corner corner, int32_t by,
		      struct cq_way *way)
{
	way->by = by;
	way->left = corner == PN_CORNER_LEFT;
	way->wheeled =
		pn_wheel_pose(pose, pn_unit_formation(&search->view->unit[search->id]), corner, by);
	return makes_contact(search, way);
}

/* The best wheel made after `ahead`. */
static bool try_place(const struct search *search, pn_len ahead, struct cq_way *way)
{
	const struct pn_unit *unit = &search->view->unit[search->id];
	const struct pn_shape target = pn_unit_footprint(&search->view->unit[search->target]);
	const uint8_t edge = cq_edge_of(search->facing, target.count);
	struct pn_lanes lanes = {
		.pose = {pn_add(unit->pose.at, pn_along(unit->pose.facing, ahead)),
			 unit->pose.facing},
		.formation = pn_unit_formation(unit),
		.from = target.point[edge],
		.to = target.point[(edge + 1) % target.count],
		.reach = search->reach - ahead,
		.blocker = search->all.shape,
		.blockers = search->all.count,
	};
	struct pn_lanes_best best;

	limit_wheels(search, lanes.pose, lanes.wheel);
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

static uint16_t front_stands(const struct search *search)
{
	const struct pn_unit *unit = &search->view->unit[search->id];

	return unit->figures < unit->files ? unit->figures : unit->files;
}

static bool find_for_facing(struct search *search, const struct pn_path *given, struct cq_way *out)
{
	pn_len ahead;
	bool found = false;

	if (given && given->count == 1 && given->leg[0].length <= search->reach &&
	    try_place(search, given->leg[0].length, out))
		return true;
	if (search->view->readings[CQ_READ_WHEEL_AT] == CQ_WHEEL_AT_START)
		return try_place(search, 0, out);
	ahead = free_ahead(search, search->reach);
	for (int quarter = 0; quarter <= QUARTERS; quarter++) {
		struct cq_way way;

		if (try_place(search, ahead / QUARTERS * quarter, &way) &&
		    (!found || way.stands > out->stands)) {
			*out = way;
			found = true;
		}
		/* No later place does better than all that stand in front. */
		if (ahead == 0 || (found && out->stands == front_stands(search)))
			break;
	}
	return found;
}

bool cq_find_way(const struct pn_game *view, pn_unit_id id, pn_unit_id target, uint8_t facing,
		 pn_len reach, unsigned ground, const struct pn_path *given, struct cq_way *out)
{
	struct search search = {.view = view,
				.id = id,
				.target = target,
				.facing = facing,
				.reach = reach,
				.ground = ground};

	cq_gather(&search.walls, view, id, CQ_ENGAGED_FRIENDS | CQ_EDGES | ground, PN_NO_UNIT);
	cq_gather(&search.all, view, id, CQ_ENEMIES | CQ_ENGAGED_FRIENDS | ground, target);
	if (find_for_facing(&search, given, out))
		return true;
	/* CQ-31: where the charged facing cannot be reached, another is taken. */
	for (uint8_t other = PN_FACING_FRONT; other <= PN_FACING_REAR; other++) {
		search.facing = other;
		if (other != facing && find_for_facing(&search, given, out))
			return true;
	}
	return false;
}
