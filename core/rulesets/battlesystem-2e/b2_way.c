/* Straight ways: what stops a unit that goes straight on, and the best such way to a
 * target. */

#include "b2_ground.h"
#include "sweep.h"

enum {
	EDGE_DEPTH = 10 * PN_INCH, /* of the strips that stand for what lies off the table */
};

static void add_obstacle(struct b2_obstacles *out, struct pn_shape shape, pn_unit_id unit)
{
	pn_assert(out->count < sizeof out->unit);
	out->shape[out->count] = shape;
	out->unit[out->count] = unit;
	out->count++;
}

static void add_unit(struct b2_obstacles *out, const struct pn_unit *unit, pn_unit_id id,
		     bool keep_off)
{
	struct pn_shape footprint = pn_unit_footprint(unit);

	if (keep_off)
		add_obstacle(out, b2_kept_off(&footprint), B2_OUTLINE);
	else
		add_obstacle(out, footprint, id);
}

static void add_strip(struct b2_obstacles *out, pn_len west, pn_len south, pn_len east,
		      pn_len north)
{
	add_obstacle(
		out,
		(struct pn_shape){4, {{west, south}, {west, north}, {east, north}, {east, south}}},
		PN_NO_UNIT);
}

/* In the order of ties: units by id, then ground, then the table's edges. */
void b2_obstacles_gather(struct b2_obstacles *out, const struct pn_game *view, pn_unit_id id,
			 enum b2_ignore ignore)
{
	const struct pn_rules *rules = pn_rules_of(view);
	const pn_len east = view->width;
	const pn_len north = view->depth;
	const struct pn_shape footprint = pn_unit_footprint(&view->unit[id]);

	out->count = 0;
	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		const struct pn_unit *other = &view->unit[i];
		bool enemy = other->side != view->unit[id].side;

		if (i == id || !other->on_table || (enemy && ignore == B2_IGNORE_ENEMIES))
			continue;
		add_unit(out, other, i, enemy && ignore == B2_KEEP_OFF);
	}
	for (uint8_t i = 0; i < view->terrain_count; i++)
		if (rules->terrain.row[view->terrain[i].kind].impassable ||
		    (ignore == B2_STOP_AT_RISES && b2_is_rise(view, &footprint, &view->terrain[i])))
			add_obstacle(out, view->terrain[i].shape, PN_NO_UNIT);
	add_strip(out, -EDGE_DEPTH, -EDGE_DEPTH, 0, north + EDGE_DEPTH);
	add_strip(out, east, -EDGE_DEPTH, east + EDGE_DEPTH, north + EDGE_DEPTH);
	add_strip(out, 0, -EDGE_DEPTH, east, 0);
	add_strip(out, 0, north, east, north + EDGE_DEPTH);
}

/* Which facing a charger struck: edge 0 of a footprint is the front, 1 the right flank,
 * the last the left flank. A corner counts for the facing the defender would choose. */
static uint8_t struck_facing(uint16_t edges, uint8_t corners)
{
	if (edges & 1u)
		return PN_FACING_FRONT;
	if (edges & 1u << (corners - 1))
		return PN_FACING_LEFT;
	if (edges & 1u << 1)
		return PN_FACING_RIGHT;
	return PN_FACING_REAR;
}

void b2_stopped_at(struct b2_way *way, pn_unit_id by)
{
	way->kept_off = by == B2_OUTLINE;
	way->blocked = by == PN_NO_UNIT;
	way->met = by == B2_OUTLINE ? PN_NO_UNIT : by;
}

struct b2_way b2_straight_among(const struct b2_obstacles *obstacles, const struct pn_unit *unit,
				pn_pose pose, pn_angle heading, pn_len length)
{
	struct pn_shape mover = pn_footprint(pose, pn_unit_formation(unit));
	struct b2_way way = {.heading = heading, .length = length, .met = PN_NO_UNIT};
	struct pn_sweep_contact contact = {.at = {1, 1}};

	if (pn_sweep(&mover, pn_along(heading, length), obstacles->shape, obstacles->count,
		     &contact)) {
		way.length = pn_sweep_distance(length, contact.at);
		b2_stopped_at(&way, obstacles->unit[contact.obstacle]);
		way.kept_off &= way.length < length;
		way.off_table = contact.obstacle >= obstacles->count - B2_TABLE_EDGES;
		way.facing = struck_facing(contact.obstacle_edges,
					   obstacles->shape[contact.obstacle].count);
	}
	way.spent = way.length;
	way.end = pn_sweep_end(pose, heading, length, contact.at);
	return way;
}

struct b2_way b2_straight(const struct pn_game *view, pn_unit_id id, pn_pose pose, pn_angle heading,
			  pn_len length, enum b2_ignore ignore)
{
	struct b2_obstacles obstacles;

	b2_obstacles_gather(&obstacles, view, id, ignore);
	return b2_straight_among(&obstacles, &view->unit[id], pose, heading, length);
}

/* ---- the best way to a target ---- */

/* The search for the shortest way: what stands in it, and the best found so far. */
struct search {
	const struct b2_obstacles *obstacles;
	const struct pn_unit *unit;
	pn_unit_id target;
	pn_len length;
	bool found;
	struct b2_way best;
};

static int32_t turned(const struct search *search, pn_angle heading)
{
	int32_t turn = pn_turn_between(search->unit->pose.facing, heading);

	return turn < 0 ? -turn : turn;
}

/* Try one heading. Of equal ways the one that turns less wins, then the first tried. */
static void try_heading(struct search *search, pn_angle heading)
{
	struct b2_way way;

	if (turned(search, heading) > PN_DEGREES_45)
		return;
	way = b2_straight_among(search->obstacles, search->unit, search->unit->pose, heading,
				search->length);
	if (way.met != search->target)
		return;
	if (search->found &&
	    (way.length > search->best.length ||
	     (way.length == search->best.length &&
	      turned(search, way.heading) >= turned(search, search->best.heading))))
		return;
	search->found = true;
	search->best = way;
}

/* The headings on which a corner of the unit just passes a corner of what is in the way,
 * or just meets one of the target: there a free way begins or ceases. Bearings are
 * rounded, so the next angle on either side is tried too. */
static void try_tangents(struct search *search, const struct pn_shape *mover,
			 const struct pn_shape *other)
{
	for (uint8_t i = 0; i < mover->count; i++)
		for (uint8_t k = 0; k < other->count; k++) {
			pn_angle heading =
				pn_bearing(pn_subtract(other->point[k], mover->point[i]));

			try_heading(search, (pn_angle)(heading - 1));
			try_heading(search, heading);
			try_heading(search, (pn_angle)(heading + 1));
		}
}

/* Square onto an edge of the one shape, or square out of one of the other: where a corner
 * meets an edge, no heading near by is shorter. */
static void try_normals(struct search *search, const struct pn_shape *shape, pn_angle quarter)
{
	for (uint8_t i = 0; i < shape->count; i++) {
		pn_vec edge = pn_subtract(shape->point[(i + 1) % shape->count], shape->point[i]);

		try_heading(search, (pn_angle)(pn_bearing(edge) + quarter));
	}
}

/* Is the way found no longer than from nearest point to nearest point? It is when that
 * heading was bent back to 45 degrees, or only grazes the nearest corner. */
static bool is_shortest(const struct search *search, const struct pn_game *view, pn_unit_id id)
{
	const pn_vec here = {0, 0};

	return search->found &&
	       search->best.length <=
		       pn_distance(here, b2_nearest_way(view, id, search->target)) + PN_TOUCH;
}

/* B2-G1. From nearest point to nearest point if that is free, for nothing is shorter. Else
 * the best of: straight ahead, both limits of 45 degrees, square onto each edge, and the
 * tangents of all that lies between. */
static bool find_way(const struct pn_game *view, pn_unit_id id, pn_unit_id target, pn_len length,
		     enum b2_ignore ignore, struct b2_way *out)
{
	const struct pn_unit *unit = &view->unit[id];
	const pn_angle facing = unit->pose.facing;
	const struct pn_shape mover = pn_unit_footprint(unit);
	const struct pn_shape goal = pn_unit_footprint(&view->unit[target]);
	struct b2_strip strip = b2_strip_between(&mover, &goal);
	struct b2_obstacles obstacles;
	struct search search = {&obstacles, unit, target, length, .found = false};

	b2_strip_widen(&strip, &mover);
	b2_obstacles_gather(&obstacles, view, id, ignore);
	try_heading(&search, b2_heading_to(view, id, target));
	if (!is_shortest(&search, view, id)) {
		try_normals(&search, &goal, PN_DEGREES_90);
		try_normals(&search, &mover, (pn_angle)-PN_DEGREES_90);
		try_heading(&search, facing);
		try_heading(&search, (pn_angle)(facing + PN_DEGREES_45));
		try_heading(&search, (pn_angle)(facing - PN_DEGREES_45));
		for (size_t i = 0; i + B2_TABLE_EDGES < obstacles.count; i++)
			if (b2_reaches_into(&strip, &obstacles.shape[i]))
				try_tangents(&search, &mover, &obstacles.shape[i]);
	}
	*out = search.best;
	return search.found;
}

bool b2_way_to(const struct pn_game *view, pn_unit_id id, pn_unit_id target, pn_len length,
	       struct b2_way *out)
{
	return find_way(view, id, target, length, B2_STOP_AT_RISES, out);
}

static bool find_route(const struct pn_game *view, pn_unit_id id, pn_unit_id target, pn_len length,
		       enum b2_ignore ignore, struct b2_route *out)
{
	out->leg_count = 1;
	if (!find_way(view, id, target, length, ignore, &out->leg[0]))
		return false;
	out->length = out->leg[0].length;
	return true;
}

bool b2_route_to(const struct pn_game *view, pn_unit_id id, pn_unit_id target, pn_len length,
		 struct b2_route *out)
{
	return find_route(view, id, target, length, B2_STOP_AT_RISES, out);
}

bool b2_route_over(const struct pn_game *view, pn_unit_id id, pn_unit_id target, pn_len length,
		   struct b2_route *out)
{
	return find_route(view, id, target, length, B2_IGNORE_NOBODY, out);
}
