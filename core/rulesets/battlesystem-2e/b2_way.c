/* Straight ways: what stops a unit that goes straight on, and the best such way to a
 * target. */

#include "b2_way.h"
#include "b2_formation.h"
#include "b2_ground.h"
#include "convex_parts.h"
#include "flush.h"
#include "instant.h"
#include "obstacles.h"
#include "sweep_contact.h"

static void add_obstacle(struct b2_obstacles *out, struct pn_shape shape, pn_unit_id unit)
{
	pn_assert(out->count < B2_OBSTACLES_MAX);
	out->shape[out->count] = shape;
	out->unit[out->count] = unit;
	out->count++;
}

static void add_unit(struct b2_obstacles *out, const struct pn_unit *unit, pn_unit_id id,
		     bool keep_off)
{
	struct pn_body body;

	pn_unit_body(&body, out->view, unit);
	for (uint8_t i = 0; i < body.count; i++)
		if (keep_off)
			add_obstacle(out, b2_kept_off(&body.part[i]), B2_OUTLINE);
		else
			add_obstacle(out, body.part[i], id);
}

/* In the order of ties: units as instant.h has them, then ground, then the board's edges. */
void b2_obstacles_towards(struct b2_obstacles *out, const struct pn_game *view, pn_unit_id id,
			  pn_unit_id target, enum b2_ignore ignore)
{
	const struct pn_rules *rules = pn_rules_of(view);
	pn_unit_id order[PN_UNITS_MAX];
	const uint8_t units = pn_meeting_order(view, id, target, order);
	const struct pn_stand stand = pn_stand_of(&view->unit[id]);

	out->view = view;
	out->ignore = ignore;
	out->ground = NULL;
	out->are_cut = false;
	out->count = 0;
	for (uint8_t i = 0; i < units; i++) {
		const struct pn_unit *other = &view->unit[order[i]];
		bool enemy = other->side != view->unit[id].side;

		if (!enemy || ignore != B2_IGNORE_ENEMIES)
			add_unit(out, other, order[i], enemy && ignore == B2_KEEP_OFF);
	}
	for (uint8_t i = 0; i < view->terrain_count; i++)
		if (rules->terrain.row[view->terrain[i].kind].impassable ||
		    (ignore == B2_STOP_AT_RISES && b2_is_rise(view, &stand, &view->terrain[i])))
			add_obstacle(out, view->terrain[i].shape, PN_NO_UNIT);
	for (int edge = 0; edge < PN_BOARD_EDGES; edge++)
		add_obstacle(out, pn_board_edge(view, edge), PN_NO_UNIT);
}

void b2_obstacles_gather(struct b2_obstacles *out, const struct pn_game *view, pn_unit_id id,
			 enum b2_ignore ignore)
{
	b2_obstacles_towards(out, view, id, PN_NO_UNIT, ignore);
}

void b2_obstacles_cut(struct b2_obstacles *obstacles)
{
	pn_cuts_make(&obstacles->cuts, obstacles->shape, obstacles->count);
	obstacles->are_cut = true;
}

static const struct pn_cuts *cuts_of(const struct b2_obstacles *obstacles)
{
	return obstacles->are_cut ? &obstacles->cuts : NULL;
}

uint8_t b2_struck_facing(const struct pn_shape *struck, const struct pn_shape *by,
			 const struct pn_sweep_contact *contact)
{
	return pn_facing_of_edges(pn_edges_struck(struck, by, contact->obstacle_edges),
				  struck->count);
}

void b2_stopped_at(struct b2_way *way, pn_unit_id by)
{
	way->kept_off = by == B2_OUTLINE;
	way->blocked = by == PN_NO_UNIT;
	way->met = by == B2_OUTLINE ? PN_NO_UNIT : by;
}

/* What lies in the way of a body with many parts: so few that each part can be held
 * against all of it. */
static size_t cull(const struct b2_obstacles *obstacles, const struct pn_shape *hull,
		   pn_vec displacement, struct pn_shape *shape, size_t *index)
{
	struct pn_shape end = pn_shape_moved(hull, displacement);
	struct b2_strip strip = b2_strip_between(hull, &end);
	size_t count = 0;

	for (size_t i = 0; i < obstacles->count; i++)
		if (b2_reaches_into(&strip, &obstacles->shape[i])) {
			shape[count] = obstacles->shape[i];
			index[count++] = i;
		}
	return count;
}

/* The lower obstacle of two that are met at the same instant. */
static bool is_before(const struct pn_sweep_first *one, size_t obstacle,
		      const struct pn_sweep_first *other)
{
	const int compared = pn_fraction_compare(one->at, other->at);

	return compared == 0 ? obstacle < other->obstacle : compared < 0;
}

/* The first contact of any part; of equal ones the first part's. `contact` names the
 * obstacle by its place among all. */
static bool sweep_parts(const struct b2_obstacles *obstacles, const struct pn_body *body,
			pn_vec displacement, struct pn_sweep_first *contact, uint8_t *part)
{
	struct pn_shape shape[B2_OBSTACLES_MAX];
	size_t index[B2_OBSTACLES_MAX];
	struct pn_shape hull = b2_hull_of(body);
	size_t count = cull(obstacles, &hull, displacement, shape, index);
	bool found = false;

	for (uint8_t i = 0; i < body->count; i++) {
		struct pn_sweep_first one;

		if (!pn_sweep_first(&body->part[i], displacement, shape, count, &one) ||
		    (found && !is_before(&one, index[one.obstacle], contact)))
			continue;
		found = true;
		*part = i;
		*contact = one;
		contact->obstacle = (uint16_t)index[one.obstacle];
	}
	return found;
}

static bool sweep_body(const struct b2_obstacles *obstacles, const struct pn_body *body,
		       pn_vec displacement, struct pn_sweep_first *contact, uint8_t *part)
{
	return body->count == 1 ? pn_sweep_first_cut(&body->part[0], displacement, obstacles->shape,
						     obstacles->count, cuts_of(obstacles), contact)
				: sweep_parts(obstacles, body, displacement, contact, part);
}

/* Which facing was struck is asked of enemies alone. */
static uint8_t facing_of(const struct b2_obstacles *obstacles, const struct pn_sweep_first *first,
			 const struct pn_shape *part, pn_vec displacement)
{
	const struct pn_shape *struck = &obstacles->shape[first->obstacle];
	const pn_unit_id unit = obstacles->unit[first->obstacle];
	struct pn_sweep_contact contact = {.at = first->at};
	struct pn_shape there;

	if (unit == PN_NO_UNIT || unit == B2_OUTLINE || obstacles->ignore == B2_IGNORE_ENEMIES)
		return PN_FACING_FRONT;
	pn_sweep_describe(&contact, part, displacement, struck);
	there = pn_shape_moved(part, pn_sweep_stop(displacement, first->at));
	return b2_struck_facing(struck, &there, &contact);
}

struct b2_way b2_straight_from(const struct b2_obstacles *obstacles, const struct pn_stand *stand,
			       pn_angle heading, pn_len length)
{
	const pn_vec displacement = pn_along(heading, length);
	struct b2_way way = {
		.heading = heading, .length = length, .asked = length, .met = PN_NO_UNIT};
	struct pn_sweep_first contact = {.at = {1, 1}};
	struct pn_body body;
	uint8_t part = 0;

	b2_body_of(&body, obstacles->view, stand);
	if (sweep_body(obstacles, &body, displacement, &contact, &part)) {
		way.length = pn_sweep_distance(length, contact.at);
		b2_stopped_at(&way, obstacles->unit[contact.obstacle]);
		way.kept_off &= way.length < length;
		way.off_board = contact.obstacle >= obstacles->count - B2_BOARD_EDGES;
		way.facing = facing_of(obstacles, &contact, &body.part[part], displacement);
	}
	way.spent = way.length;
	way.end = pn_sweep_end(stand->pose, heading, length, contact.at);
	return way;
}

struct b2_way b2_straight_among(const struct b2_obstacles *obstacles, const struct pn_unit *unit,
				pn_pose pose, pn_angle heading, pn_len length)
{
	struct pn_stand stand = pn_stand_of(unit);

	stand.pose = pose;
	return b2_straight_from(obstacles, &stand, heading, length);
}

struct b2_way b2_straight(const struct pn_game *view, pn_unit_id id, pn_pose pose, pn_angle heading,
			  pn_len length, enum b2_ignore ignore)
{
	struct b2_obstacles obstacles;

	b2_obstacles_gather(&obstacles, view, id, ignore);
	return b2_straight_among(&obstacles, &view->unit[id], pose, heading, length);
}

/* ---- the best way to a target ---- */

static int32_t turned(const struct b2_search *search, pn_angle heading)
{
	int32_t turn = pn_turn_between(search->facing, heading);

	return turn < 0 ? -turn : turn;
}

static bool is_better(const struct b2_search *search, pn_angle heading, pn_len length)
{
	if (!search->found || length != search->best.length)
		return !search->found || length < search->best.length;
	return turned(search, heading) < turned(search, search->best.heading);
}

/* With nobody else about, would it come to the target by a better way than the best? If so,
 * is the target what it comes to first? What was in the way of one heading is likely in that
 * of the next, and is asked about before all the others. */
static bool may_be_best(struct b2_search *search, pn_angle heading)
{
	const struct b2_obstacles *obstacles = search->obstacles;
	const pn_vec displacement = pn_along(heading, search->length);
	struct pn_sweep_first first;
	pn_fraction rival;
	pn_fraction goal;

	if (search->goal_number < 0 ||
	    !pn_slide_onto(search->slide, search->off, displacement, (size_t)search->goal_number,
			   &goal) ||
	    (search->blocked &&
	     pn_slide_onto(search->slide, search->off, displacement, search->blocked_by, &rival) &&
	     pn_fraction_compare(rival, goal) < 0) ||
	    (search->found && !is_better(search, heading, pn_sweep_distance(search->length, goal))))
		return false;
	if (!pn_slide_first(search->slide, search->off, displacement, &first))
		return false;
	search->blocked = obstacles->unit[first.obstacle] != search->target;
	search->blocked_by = first.obstacle;
	return !search->blocked;
}

/* Does what was in the way of the last heading bar this one and those beside it so plainly that
 * none need be tried? */
static bool is_barred(struct b2_search *search, pn_angle heading)
{
	enum { ASIDE = 2, ANGLES = 1 << 13 }; /* rounding; an angle turns by less than 1 / ANGLES */

	return search->blocks && search->blocked &&
	       pn_slide_bars(search->slide, search->off, pn_along(heading, search->length),
			     search->blocked_by, search->apart - 2 * ASIDE, search->length,
			     search->length / ANGLES + ASIDE);
}

void b2_try_heading(struct b2_search *search, pn_angle heading)
{
	struct b2_way way;

	if ((search->any && search->found) || turned(search, heading) > PN_DEGREES_45 ||
	    (search->blocks && !may_be_best(search, heading)))
		return;
	way = b2_straight_among(search->obstacles, search->unit, search->from, heading,
				search->length);
	if (way.met != search->target || !is_better(search, heading, way.length))
		return;
	search->found = true;
	search->best = way;
}

void b2_try_about(struct b2_search *search, pn_angle heading)
{
	if (is_barred(search, heading))
		return;
	b2_try_heading(search, (pn_angle)(heading - 1));
	b2_try_heading(search, heading);
	b2_try_heading(search, (pn_angle)(heading + 1));
}

/* The headings on which the unit just passes a corner of what is in the way, or just meets
 * one of the target: there a free way begins or ceases. */
static void try_corners(struct b2_search *search, const struct b2_edges *edges,
			const struct pn_shape *other, bool is_goal)
{
	struct b2_corner corner[B2_SHAPE_CORNERS_MAX];
	size_t count = b2_corners(&search->mover, edges, other, corner);

	for (size_t i = 0; i < count; i++) {
		pn_angle heading = pn_bearing(corner[i].at);
		pn_angle outer;

		if (!is_goal && !b2_grazes(&corner[i], heading, &outer))
			continue;
		b2_try_about(search, heading);
	}
}

/* The headings on which it comes to touch the target and something beside it at once. */
static void try_wedges(struct b2_search *search, const struct b2_edges *edges,
		       const struct b2_outline *goal, const struct pn_shape *other)
{
	pn_vec wedge[B2_WEDGES_MAX];
	size_t count = b2_wedges(&search->mover, edges, goal, other, wedge);

	for (size_t i = 0; i < count; i++)
		b2_try_about(search, pn_bearing(wedge[i]));
}

/* Square onto an edge of the one shape, or square out of one of the other: where a corner
 * meets an edge, no heading near by is shorter. */
static void try_normals(struct b2_search *search, const struct pn_shape *shape, pn_angle quarter)
{
	for (uint8_t i = 0; i < shape->count; i++) {
		pn_vec edge = pn_subtract(shape->point[(i + 1) % shape->count], shape->point[i]);

		b2_try_heading(search, (pn_angle)(pn_bearing(edge) + quarter));
	}
}

/* From nearest point to nearest point if that is free, for nothing is shorter; it may graze
 * the nearest corner, too. Else the best of: straight ahead, both limits of 45 degrees,
 * square onto each edge, and the tangents of all that lies between. */
bool b2_search_straight(struct b2_search *search)
{
	const pn_vec here = {0, 0};
	const struct b2_obstacles *obstacles = search->obstacles;
	pn_vec nearest = b2_shortest_way(&search->mover, &search->goal);
	pn_len apart = pn_distance(here, nearest);
	struct b2_strip strip;
	struct b2_edges edges;
	struct b2_outline goal;

	search->apart = search->apart > apart ? search->apart : apart;
	if (nearest.x == 0 && nearest.y == 0)
		nearest = pn_subtract(search->goal.point[0], search->mover.point[0]);
	b2_try_heading(search, pn_heading_within_45(pn_bearing(nearest), search->facing));
	if (search->found && search->best.length <= pn_distance(here, nearest) + PN_TOUCH)
		return true;
	strip = b2_strip_between(&search->mover, &search->goal);
	b2_strip_widen(&strip, &search->mover);
	b2_edges_of(&edges, &search->mover);
	b2_trace(&goal, &search->mover, &edges, &search->goal);
	try_normals(search, &search->goal, PN_DEGREES_90);
	try_normals(search, &search->mover, (pn_angle)-PN_DEGREES_90);
	b2_try_heading(search, search->facing);
	b2_try_heading(search, (pn_angle)(search->facing + PN_DEGREES_45));
	b2_try_heading(search, (pn_angle)(search->facing - PN_DEGREES_45));
	for (size_t i = 0; i + B2_BOARD_EDGES < obstacles->count; i++) {
		bool is_goal = obstacles->unit[i] == search->target;

		if (!b2_reaches_into(&strip, &obstacles->shape[i]))
			continue;
		try_corners(search, &edges, &obstacles->shape[i], is_goal);
		if (!is_goal)
			try_wedges(search, &edges, &goal, &obstacles->shape[i]);
	}
	return false;
}

/* ---- what is within reach ---- */

static void grow(struct pn_box *box, pn_vec at)
{
	box->low.x = at.x < box->low.x ? at.x : box->low.x;
	box->low.y = at.y < box->low.y ? at.y : box->low.y;
	box->high.x = at.x > box->high.x ? at.x : box->high.x;
	box->high.y = at.y > box->high.y ? at.y : box->high.y;
}

/* The box round all the places that the unit may come to. */
static struct pn_box reach_of(const struct b2_search *search)
{
	enum { FAN = 4, MORE = 50 }; /* between two of the fan the arc bulges by a fiftieth */
	struct pn_box box = pn_shape_box(&search->mover);
	struct pn_box start = box;
	const pn_len length = search->length + search->length / MORE + PN_TOUCH;

	for (int i = 0; i <= FAN; i++) {
		pn_vec to = pn_along(
			(pn_angle)(search->facing - PN_DEGREES_45 + i * PN_DEGREES_90 / FAN),
			length);

		grow(&box, pn_add(start.low, to));
		grow(&box, pn_add(start.high, to));
	}
	return box;
}

/* Leave out what no way can come to; the board's edges stay the last. */
static void keep_within_reach(struct b2_obstacles *obstacles, const struct b2_search *search)
{
	const struct pn_box reach = reach_of(search);
	size_t kept = 0;

	for (size_t i = 0; i < obstacles->count; i++) {
		struct pn_box box = pn_shape_box(&obstacles->shape[i]);

		if (i + B2_BOARD_EDGES < obstacles->count &&
		    (box.low.x > reach.high.x || box.high.x < reach.low.x ||
		     box.low.y > reach.high.y || box.high.y < reach.low.y))
			continue;
		obstacles->shape[kept] = obstacles->shape[i];
		obstacles->unit[kept] = obstacles->unit[i];
		kept++;
	}
	obstacles->count = kept;
}

/* All that the unit may come to within that length. */
static struct b2_search begin_search(const struct pn_game *view, pn_unit_id id, pn_unit_id target,
				     pn_len length, enum b2_ignore ignore,
				     const struct pn_body *mover, struct b2_obstacles *obstacles)
{
	const struct pn_unit *unit = &view->unit[id];
	const struct b2_search search = {
		.obstacles = obstacles,
		.unit = unit,
		.target = target,
		.facing = unit->pose.facing,
		.from = unit->pose,
		.mover = b2_hull_of(mover),
		.length = length,
	};

	b2_obstacles_towards(obstacles, view, id, target, ignore);
	keep_within_reach(obstacles, &search);
	b2_obstacles_cut(obstacles);
	return search;
}

static int number_of(const struct b2_obstacles *obstacles, pn_unit_id unit)
{
	for (size_t i = 0; i < obstacles->count; i++)
		if (obstacles->unit[i] == unit)
			return (int)i;
	return -1;
}

/* What is wanted: the shortest straight way; the shortest of all, straight if a bend gains
 * nothing; whatever way there is. */
enum wanted { STRAIGHT, SHORTEST, ANY };

static bool find_route(const struct pn_game *view, pn_unit_id id, pn_unit_id target, pn_len length,
		       enum b2_ignore ignore, enum wanted wanted, struct b2_route *out)
{
	struct b2_obstacles obstacles;
	struct b2_search search;
	struct pn_slide slide;
	struct pn_body mover;
	struct pn_body goal;
	uint8_t a = 0;
	uint8_t b = 0;
	bool direct;

	pn_unit_body(&mover, view, &view->unit[id]);
	pn_unit_body(&goal, view, &view->unit[target]);
	search = begin_search(view, id, target, length, ignore, &mover, &obstacles);
	/* Skirmishers: the nearest two of them say which ways are tried, and none bends. */
	b2_nearest_parts(&mover, &goal, &a, &b);
	search.mover = mover.part[a];
	search.goal = goal.part[b];
	search.blocks = mover.count == 1 && goal.count == 1;
	search.any = wanted == ANY;
	search.goal_number = search.blocks ? number_of(&obstacles, target) : -1;
	search.slide = &slide;
	if (search.blocks)
		pn_slide_begin(&slide, &search.mover, obstacles.shape, &obstacles.cuts);
	direct = b2_search_straight(&search) || (search.any && search.found);
	if (wanted != STRAIGHT && search.blocks && !direct &&
	    b2_search_bent(&search, search.found ? search.best.length : length + 1, out))
		return true;
	out->leg_count = 1;
	out->leg[0] = search.best;
	out->length = search.best.length;
	return search.found;
}

bool b2_way_to(const struct pn_game *view, pn_unit_id id, pn_unit_id target, pn_len length,
	       struct b2_way *out)
{
	struct b2_route route;
	bool found = find_route(view, id, target, length, B2_STOP_AT_RISES, STRAIGHT, &route);

	*out = route.leg[0];
	return found;
}

bool b2_route_to(const struct pn_game *view, pn_unit_id id, pn_unit_id target, pn_len length,
		 struct b2_route *out)
{
	return find_route(view, id, target, length, B2_STOP_AT_RISES, SHORTEST, out);
}

/* How much is within reach. */
static size_t count_within_reach(const struct pn_game *view, pn_unit_id id, pn_len length,
				 enum b2_ignore ignore)
{
	struct b2_obstacles obstacles;
	struct pn_body mover;

	pn_unit_body(&mover, view, &view->unit[id]);
	begin_search(view, id, PN_NO_UNIT, length, ignore, &mover, &obstacles);
	return obstacles.count;
}

/* Where there is none, a unit that has found no way finds none by looking over it either. */
static bool rises_within_reach(const struct pn_game *view, pn_unit_id id, pn_len length)
{
	return count_within_reach(view, id, length, B2_STOP_AT_RISES) >
	       count_within_reach(view, id, length, B2_IGNORE_NOBODY);
}

bool b2_route_over(const struct pn_game *view, pn_unit_id id, pn_unit_id target, pn_len length,
		   struct b2_route *out)
{
	return rises_within_reach(view, id, length) &&
	       find_route(view, id, target, length, B2_IGNORE_NOBODY, SHORTEST, out);
}

bool b2_rises_bar(const struct pn_game *view, pn_unit_id id, pn_unit_id target, pn_len length)
{
	struct b2_route route;

	return rises_within_reach(view, id, length) &&
	       find_route(view, id, target, length, B2_IGNORE_NOBODY, ANY, &route);
}
