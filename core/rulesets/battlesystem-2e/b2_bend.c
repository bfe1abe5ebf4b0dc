/* Ways with one bend (B2-39, B2-G2).
 *
 * A shortest way about what is in the way touches it: its first leg grazes a corner (one
 * of the unit's on one of the obstacle's), for else a bend farther along would be
 * shorter; and so does its second.
 *
 *	      target                  target
 *	     /                       /
 *	    * the bend is at        w   or beyond it, where the second
 *	   / \  the corner          |\    leg grazes another corner
 *	  /  +----+                 | +----+
 *	 /   |    |                 * |    |
 *	unit +----+                / \v----+
 *	                       unit
 *
 * So the bends tried lie on the rays from the unit that graze a corner: at that corner,
 * and where a ray meets a line that grazes a later corner and is one of: sixteenths of the
 * way from one limit of 45 degrees to the other, square onto an edge of the target or out
 * of one of the unit's, through a second corner, a corner of the target or a place where
 * the unit touches the target and something beside it. Most are out of reach and cost
 * little. */

#include "b2_way.h"

enum {
	CORNERS_MAX = 128, /* those of the first obstacles */
	GOALS_MAX = 128,
	SECOND_LEGS_MAX = 1024, /* sweeps of a second leg, for one way */
	FAN = 16,               /* steps from one limit of 45 degrees to the other */
	HEADINGS_MAX = FAN + 1 + 2 * PN_SHAPE_POINTS_MAX,
	UNIT = 1 << 20, /* the length of a direction in lines that are intersected */
	LINES_PAST_MAX = HEADINGS_MAX + GOALS_MAX + CORNERS_MAX,
	LINES_MAX = 8192, /* that are kept: past the first corners */
};

struct bends {
	const struct b2_search *straight;
	struct b2_search second; /* from the bend that is tried */
	struct b2_edges edges;   /* of the mover */
	struct b2_outline goal_outline;
	pn_vec low, high; /* the box of displacements that may meet the target */
	unsigned tried;
	pn_len limit; /* only what is shorter counts */
	bool found;
	struct b2_route *best;
	size_t count; /* corners of obstacles that a way may come by */
	struct b2_corner corner[CORNERS_MAX];
	pn_angle bearing[CORNERS_MAX];
	pn_len distance[CORNERS_MAX];
	struct {
		pn_vec from, to;
	} cone[CORNERS_MAX]; /* a little wider than what grazes each, UNIT long */
	size_t goal_count;   /* corners of the target, and what wedges the unit on it */
	pn_vec goal[GOALS_MAX];
	uint8_t heading_count; /* worth trying past any corner */
	pn_angle heading[HEADINGS_MAX];
	struct {
		bool known;
		uint16_t first, count;
	} past[CORNERS_MAX]; /* of each corner the lines past it */
	uint16_t line_count;
	pn_angle line[LINES_MAX];
};

/* ---- what a way may come by ---- */

/* The displacements with which the unit may touch the target lie in this box. */
static void box_goal(struct bends *bends)
{
	const struct pn_shape *mover = &bends->straight->mover;
	const struct pn_shape *goal = &bends->straight->goal;

	bends->low = bends->high = pn_subtract(goal->point[0], mover->point[0]);
	for (uint8_t i = 0; i < mover->count; i++)
		for (uint8_t k = 0; k < goal->count; k++) {
			pn_vec at = pn_subtract(goal->point[k], mover->point[i]);

			bends->low.x = at.x < bends->low.x ? at.x : bends->low.x;
			bends->low.y = at.y < bends->low.y ? at.y : bends->low.y;
			bends->high.x = at.x > bends->high.x ? at.x : bends->high.x;
			bends->high.y = at.y > bends->high.y ? at.y : bends->high.y;
		}
}

static pn_len beyond(pn_len at, pn_len low, pn_len high)
{
	if (at < low)
		return low - at;
	return at > high ? at - high : 0;
}

/* No way from there to the target is shorter. */
static pn_len at_least(const struct bends *bends, pn_vec at)
{
	const pn_vec here = {0, 0};
	const pn_vec apart = {beyond(at.x, bends->low.x, bends->high.x),
			      beyond(at.y, bends->low.y, bends->high.y)};

	return pn_distance(here, apart);
}

static void add_corner(struct bends *bends, const struct b2_corner *corner)
{
	const pn_vec here = {0, 0};
	pn_len distance = pn_distance(here, corner->at);
	pn_angle bearing;
	int32_t turn;

	if (bends->count == CORNERS_MAX || distance < 1 ||
	    distance + at_least(bends, corner->at) >= bends->limit)
		return;
	bearing = pn_bearing(corner->at);
	turn = pn_turn_between(bends->straight->facing, bearing);
	if (turn > PN_DEGREES_45 + 1 || turn < -PN_DEGREES_45 - 1)
		return;
	bends->corner[bends->count] = *corner;
	bends->bearing[bends->count] = bearing;
	bends->distance[bends->count] = distance;
	bends->count++;
}

static void add_goal(struct bends *bends, pn_vec at)
{
	if (bends->goal_count < GOALS_MAX)
		bends->goal[bends->goal_count++] = at;
}

static void add_obstacle(struct bends *bends, const struct pn_shape *shape)
{
	const struct pn_shape *mover = &bends->straight->mover;
	struct b2_corner corner[B2_SHAPE_CORNERS_MAX];
	size_t count = b2_corners(mover, &bends->edges, shape, corner);
	size_t before = bends->count;
	pn_vec wedge[B2_WEDGES_MAX];

	for (size_t i = 0; i < count; i++)
		add_corner(bends, &corner[i]);
	if (bends->count == before)
		return;
	count = b2_wedges(mover, &bends->edges, &bends->goal_outline, shape, wedge);
	for (size_t i = 0; i < count; i++)
		add_goal(bends, wedge[i]);
}

static void gather_corners(struct bends *bends)
{
	const struct b2_obstacles *obstacles = bends->straight->obstacles;
	struct b2_corner corner[B2_SHAPE_CORNERS_MAX];
	size_t count;

	b2_edges_of(&bends->edges, &bends->straight->mover);
	b2_trace(&bends->goal_outline, &bends->straight->mover, &bends->edges,
		 &bends->straight->goal);
	count = b2_corners(&bends->straight->mover, &bends->edges, &bends->straight->goal, corner);
	for (size_t i = 0; i < count; i++)
		add_goal(bends, corner[i].at);
	for (size_t i = 0; i + B2_BOARD_EDGES < obstacles->count; i++)
		if (obstacles->unit[i] != bends->straight->target)
			add_obstacle(bends, &obstacles->shape[i]);
}

static void gather_headings(struct bends *bends)
{
	const pn_angle facing = bends->straight->facing;
	const struct pn_shape *goal = &bends->straight->goal;
	struct b2_edges onto;

	b2_edges_of(&onto, goal);
	for (int i = 0; i <= FAN; i++)
		bends->heading[bends->heading_count++] =
			(pn_angle)(facing - PN_DEGREES_45 + i * PN_DEGREES_90 / FAN);
	for (uint8_t i = 0; i < goal->count; i++)
		bends->heading[bends->heading_count++] =
			(pn_angle)(onto.bearing[i] + PN_DEGREES_90);
	for (uint8_t i = 0; i < bends->straight->mover.count; i++)
		bends->heading[bends->heading_count++] =
			(pn_angle)(bends->edges.bearing[i] - PN_DEGREES_90);
}

/* ---- trying a bend ---- */

static bool begin_second(struct bends *bends, pn_angle heading, pn_len length)
{
	struct b2_search *second = &bends->second;
	pn_vec to = pn_along(heading, length);
	pn_len apart = at_least(bends, to);

	if (length + apart >= bends->limit || bends->tried >= SECOND_LEGS_MAX ||
	    (bends->straight->any && bends->found))
		return false;
	const bool blocked = second->blocked;
	const uint16_t by = second->blocked_by;

	*second = *bends->straight;
	if (blocked) {
		second->blocked = true;
		second->blocked_by = by;
	}
	second->from.at = pn_add(second->from.at, to);
	second->off = to;
	second->mover = pn_shape_moved(&bends->straight->mover, to);
	second->length = bends->limit - 1 - length;
	second->apart = apart;
	second->found = false;
	return true;
}

static void end_second(struct bends *bends, pn_angle heading, pn_len length)
{
	const struct b2_search *second = &bends->second;

	if (!second->found)
		return;
	bends->found = true;
	bends->limit = length + second->best.length;
	bends->best->leg_count = 2;
	bends->best->length = bends->limit;
	bends->best->leg[0] = (struct b2_way){
		.heading = heading,
		.length = length,
		.spent = length,
		.end = second->from,
		.met = PN_NO_UNIT,
	};
	bends->best->leg[1] = second->best;
}

static void bend_at_corner(struct bends *bends, pn_angle heading, pn_len length)
{
	enum { SWEEPS = 24 }; /* about so many */

	if (!begin_second(bends, heading, length))
		return;
	bends->tried += SWEEPS;
	b2_search_straight(&bends->second);
	end_second(bends, heading, length);
}

static int64_t across(pn_vec a, pn_vec b)
{
	return (int64_t)a.x * b.y - (int64_t)a.y * b.x;
}

/* A ray, free so far. */
struct ray {
	pn_angle heading;
	pn_vec along; /* UNIT long */
	pn_len from;  /* the corner that it grazes */
	pn_len free;
};

/* Bend where the ray meets the line through that displacement. */
static void bend_onto(struct bends *bends, const struct ray *ray, pn_vec through, pn_angle heading)
{
	pn_vec line = pn_along(heading, UNIT);
	int64_t den = across(line, ray->along);
	int64_t num = across(line, through);
	pn_len at;

	if (den < 0) {
		den = -den;
		num = -num;
	}
	if (den < UNIT || num < (int64_t)(ray->from) * (den / UNIT) ||
	    num > ((int64_t)ray->free + 1) * (den / UNIT + 1))
		return;
	at = (pn_len)((num + den / UNIT / 2) / (den / UNIT));
	if (at <= ray->from || at > ray->free || !begin_second(bends, ray->heading, at))
		return;
	bends->tried += 3;
	b2_try_about(&bends->second, heading);
	end_second(bends, ray->heading, at);
}

/* ---- lines past a later corner ---- */

/* May a line that way graze the corner? False is certain, and said without a bearing. */
static bool may_graze(const struct bends *bends, size_t number, pn_vec way)
{
	const int64_t from = across(bends->cone[number].from, way);
	const int64_t to = across(bends->cone[number].to, way);

	return bends->corner[number].span >= PN_DEGREES_90 || (from <= 0 && to >= 0) ||
	       (from >= 0 && to <= 0);
}

/* The headings of the lines past a corner that graze it: `out` has room for LINES_PAST_MAX. */
static uint16_t lines_past(const struct bends *bends, size_t number, pn_angle *out)
{
	const struct b2_corner *corner = &bends->corner[number];
	uint16_t count = 0;
	pn_angle outer;

	for (uint8_t i = 0; i < bends->heading_count; i++)
		if (b2_grazes(corner, bends->heading[i], &outer))
			out[count++] = bends->heading[i];
	for (size_t i = 0; i < bends->goal_count; i++) {
		pn_vec on = pn_subtract(bends->goal[i], corner->at);
		pn_angle heading;

		if (!may_graze(bends, number, on))
			continue;
		heading = pn_bearing(on);
		if (b2_grazes(corner, heading, &outer))
			out[count++] = heading;
	}
	for (size_t i = 0; i < bends->count; i++) {
		pn_vec on = pn_subtract(bends->corner[i].at, corner->at);
		pn_angle heading;

		if ((on.x == 0 && on.y == 0) || !may_graze(bends, number, on) ||
		    !may_graze(bends, i, on))
			continue;
		heading = pn_bearing(on);
		if (b2_grazes(corner, heading, &outer) &&
		    b2_grazes(&bends->corner[i], heading, &outer))
			out[count++] = heading;
	}
	return count;
}

static void prepare_lines(struct bends *bends, size_t number)
{
	enum { WIDER = 8 }; /* angles: more than a bearing's rounding and b2_grazes() allow */
	const struct b2_corner *corner = &bends->corner[number];

	bends->past[number].known = false;
	bends->cone[number].from = pn_along((pn_angle)(corner->from - WIDER), UNIT);
	bends->cone[number].to = pn_along((pn_angle)(corner->from + corner->span + WIDER), UNIT);
}

/* They are the same for every ray: taken once, as long as there is room to keep them. */
static void bend_past(struct bends *bends, const struct ray *ray, size_t number)
{
	const struct b2_corner *corner = &bends->corner[number];
	pn_angle here[LINES_PAST_MAX];
	const bool fits = bends->line_count + LINES_PAST_MAX <= LINES_MAX;
	pn_angle *line = fits ? &bends->line[bends->line_count] : here;
	uint16_t count;

	if (bends->past[number].known) {
		line = &bends->line[bends->past[number].first];
		count = bends->past[number].count;
	} else {
		count = lines_past(bends, number, line);
		bends->past[number].known = fits;
		bends->past[number].first = bends->line_count;
		bends->past[number].count = count;
		bends->line_count = (uint16_t)(bends->line_count + (fits ? count : 0));
	}
	for (uint16_t i = 0; i < count; i++)
		bend_onto(bends, ray, corner->at, line[i]);
}

/* How far the unit gets on that heading. */
static pn_len free_along(const struct b2_search *straight, pn_angle heading, pn_len length)
{
	struct pn_sweep_first first;

	return pn_slide_first(straight->slide, straight->off, pn_along(heading, length), &first)
		       ? pn_sweep_distance(length, first.at)
		       : length;
}

/* Along a ray that grazes a corner, as far as it is free: first the bend at it, and when
 * all these are tried those beyond it. */
static void try_ray(struct bends *bends, size_t number, pn_angle heading, bool beyond_it)
{
	const struct b2_search *straight = bends->straight;
	struct ray ray = {heading, pn_along(heading, UNIT), bends->distance[number], 0};
	int32_t turn = pn_turn_between(straight->facing, heading);

	if (turn > PN_DEGREES_45 || turn < -PN_DEGREES_45 || ray.from >= bends->limit ||
	    (straight->any && bends->found))
		return;
	ray.free = free_along(straight, heading, bends->limit - 1);
	if (ray.free < ray.from)
		return;
	if (!beyond_it)
		bend_at_corner(bends, heading, ray.from);
	for (size_t i = 0; beyond_it && i < bends->count; i++)
		bend_past(bends, &ray, i);
}

static void try_rays(struct bends *bends, bool beyond_them)
{
	for (size_t i = 0; i < bends->count; i++) {
		pn_angle outer;

		if (!b2_grazes(&bends->corner[i], bends->bearing[i], &outer))
			continue;
		try_ray(bends, i, bends->bearing[i], beyond_them);
		try_ray(bends, i, outer, beyond_them);
	}
}

bool b2_search_bent(const struct b2_search *straight, pn_len limit, struct b2_route *out)
{
	struct bends bends;

	bends.straight = straight;
	bends.second = *straight;
	bends.tried = 0;
	bends.limit = limit;
	bends.found = false;
	bends.best = out;
	bends.count = 0;
	bends.goal_count = 0;
	bends.heading_count = 0;
	bends.line_count = 0;
	box_goal(&bends);
	gather_corners(&bends);
	if (bends.count == 0)
		return false;
	gather_headings(&bends);
	for (size_t i = 0; i < bends.count; i++)
		prepare_lines(&bends, i);
	try_rays(&bends, false);
	try_rays(&bends, true);
	return bends.found;
}
