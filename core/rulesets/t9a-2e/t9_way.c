/* The way of a charge: straight ahead, one wheel of at most 90 degrees, straight ahead into
 * contact by the front on the facing that is charged, and then a turn about the point of
 * contact until the two lie flush. A wheel is forward: about the left front corner to the left,
 * about the right one to the right (T9-84).
 *
 * T9-G1. The wheel is tried at the start, halfway along what is free straight ahead before the
 * target lies behind, and at the end of that. There, about either
 * front corner: not at all; to stand square to the facing; the middle of the front towards the
 * facing's middle and its ends; that corner towards the ends and towards the points a frontage
 * from them; six wheels spread between none and the outermost of these; and as far as it goes.
 * When no way is found, or none that touches nobody else and leaves the target as it stands,
 * also the wheels at the start at which a corner of the target or of what is in the way comes
 * ahead of the front or ceases to be, and those halfway between (t9_gap.c). Then, until as many
 * models are in contact as there is room for, the first lot after a quarter and three quarters,
 * too, and one to four degrees to either side of the best; and where that touches others or
 * turns the target, the second lot in the first three places. Of those that make contact the
 * best by T9-88 wins; of equal ones the first in this order. */

#include "convex_parts.h"
#include "t9_search.h"

enum {
	POINTS = 4,
	HALVES = 2,
	QUARTERS = 4,
	FAN = 6,
	ANGLES_MAX = FAN + 16,
	REFINED = 4,
	DEGREE = 182,
};

/* Which wheels are tried where. */
enum pass { PASS_HALVES, PASS_QUARTERS, PASS_GAPS };

/* ---- where and how far ---- */

/* The middle of the facing, or, where any will do, of the target's front. */
static pn_vec aim_at(const struct t9_search *search, pn_vec *from, pn_vec *to)
{
	const struct pn_shape *target = &search->all.shape[T9_TARGET];
	const uint8_t side = search->asked->facing == T9_ANY_FACING
				     ? 0
				     : t9_side_of_facing(search->asked->facing);

	*from = target->point[side];
	*to = target->point[(side + 1) % target->count];
	return (pn_vec){(from->x + to->x) / 2, (from->y + to->y) / 2};
}

/* Points of the facing that a front corner may go to: its ends, and a frontage from them. */
static void points_to_try(const struct t9_search *search, pn_vec from, pn_vec to,
			  pn_vec out[POINTS])
{
	const pn_len whole = pn_distance(from, to);
	const pn_len front = pn_frontage(t9_formation(search->unit));
	const pn_len part = front < whole ? front : whole;
	const pn_vec step = {(pn_len)((int64_t)(to.x - from.x) * part / whole),
			     (pn_len)((int64_t)(to.y - from.y) * part / whole)};

	out[0] = from;
	out[1] = to;
	out[2] = pn_add(from, step);
	out[3] = pn_subtract(to, step);
}

/* Add an angle; skip duplicates and zero, which was tried before. */
static uint8_t add_angle(int32_t *angle, uint8_t count, int32_t by)
{
	for (uint8_t i = 0; i < count; i++)
		if (angle[i] == by)
			return count;
	if (by != 0)
		angle[count++] = by;
	return count;
}

/* Add FAN angles, evenly spaced over the range of zero and those given. */
static uint8_t fan_out(int32_t *angle, uint8_t count)
{
	int32_t least = 0;
	int32_t most = 0;

	for (uint8_t i = 0; i < count; i++) {
		least = angle[i] < least ? angle[i] : least;
		most = angle[i] > most ? angle[i] : most;
	}
	for (int i = 1; i <= FAN; i++)
		count = add_angle(angle, count, least + (most - least) * i / (FAN + 1));
	return count;
}

static uint8_t angles_to_try(const struct t9_search *search, pn_pose pose, enum pn_corner corner,
			     const struct t9_wheel *wheel, int32_t out[ANGLES_MAX])
{
	const pn_vec about = pn_wheel_centre(pose, t9_formation(search->unit), corner);
	pn_vec point[POINTS];
	pn_vec from;
	pn_vec to;
	const pn_vec middle = aim_at(search, &from, &to);
	const pn_vec along = pn_subtract(to, from);
	/* Clockwise round the target its inside is on the right of each side. */
	const pn_angle square = (pn_angle)(pn_bearing(along) + PN_DEGREES_90);
	pn_angle heading[4 + POINTS] = {square, pn_bearing(pn_subtract(middle, pose.at)),
					pn_bearing(pn_subtract(from, pose.at)),
					pn_bearing(pn_subtract(to, pose.at))};
	uint8_t count = 0;

	points_to_try(search, from, to, point);
	for (int i = 0; i < POINTS; i++)
		heading[4 + i] = pn_bearing(pn_subtract(point[i], about));
	for (size_t i = 0; i < sizeof heading / sizeof heading[0]; i++) {
		int32_t by = pn_turn_between(pose.facing, heading[i]);

		if (by >= wheel->least && by <= wheel->most)
			count = add_angle(out, count, by);
	}
	count = fan_out(out, count);
	count = add_angle(out, count, wheel->least);
	return add_angle(out, count, wheel->most);
}

/* Decides T9-84. How far a wheel about the corner may go: forward alone, about the left corner to
 * the left and about the right to the right, and it touches nobody, the target neither. */
static struct t9_wheel limit_wheel(struct t9_search *search, pn_len ahead, enum pn_corner corner)
{
	const struct pn_formation formation = t9_formation(search->unit);
	const struct pn_turn_obstacles all = {.shape = search->all.shape,
					      .count = search->all.count};
	const pn_pose pose = pn_pose_ahead(search->unit->pose, ahead);
	const pn_vec centre = pn_wheel_centre(pose, formation, corner);
	struct t9_limit *limit = search->limit;

	for (uint8_t i = 0; i < search->limits; i++, limit++)
		if (limit->ahead == ahead && limit->corner == corner)
			return limit->wheel;
	pn_assert(search->limits < T9_LIMITS_MAX);
	search->limits++;
	*limit = (struct t9_limit){.ahead = ahead, .corner = corner};
	if (corner == PN_CORNER_LEFT)
		limit->wheel.least =
			pn_formation_turn(pose, formation, centre, -PN_DEGREES_90, &all).by;
	else
		limit->wheel.most =
			pn_formation_turn(pose, formation, centre, PN_DEGREES_90, &all).by;
	return limit->wheel;
}

static void try_corner(struct t9_search *search, pn_pose pose, pn_len ahead, enum pn_corner corner)
{
	const struct t9_wheel wheel = limit_wheel(search, ahead, corner);
	int32_t angle[ANGLES_MAX];
	const uint8_t count = angles_to_try(search, pose, corner, &wheel, angle);

	for (uint8_t i = 0; i < count && !t9_is_done(search); i++)
		t9_try_wheel(search, ahead,
			     pn_wheel_pose(pose, t9_formation(search->unit), corner, angle[i]),
			     angle[i]);
}

static void try_by(struct t9_search *search, pn_pose pose, pn_len ahead, enum pn_corner corner,
		   int32_t by)
{
	if (!t9_is_done(search))
		t9_try_wheel(search, ahead,
			     pn_wheel_pose(pose, t9_formation(search->unit), corner, by), by);
}

static void try_gaps(struct t9_search *search, pn_pose pose, pn_len ahead, enum pn_corner corner)
{
	const struct pn_formation formation = t9_formation(search->unit);
	const struct t9_turn turn = {
		.corner = corner,
		.about = pn_wheel_centre(pose, formation, corner),
		.from = pose.facing,
		.frontage = pn_frontage(formation),
		.wheel = limit_wheel(search, ahead, corner),
	};
	struct t9_gaps gaps;

	t9_find_gaps(search, &turn, &gaps);
	for (uint16_t i = 0; i < gaps.count; i++) {
		try_by(search, pose, ahead, corner, gaps.by[i]);
		if (i > 0)
			try_by(search, pose, ahead, corner,
			       gaps.by[i - 1] + (gaps.by[i] - gaps.by[i - 1]) / 2);
	}
}

static void try_place(struct t9_search *search, pn_len ahead, enum pass pass)
{
	const pn_pose pose = pn_pose_ahead(search->unit->pose, ahead);

	if (pass == PASS_GAPS) {
		try_gaps(search, pose, ahead, PN_CORNER_LEFT);
		try_gaps(search, pose, ahead, PN_CORNER_RIGHT);
		return;
	}
	t9_try_wheel(search, ahead,
		     pn_wheel_pose(pose, t9_formation(search->unit), PN_CORNER_LEFT, 0), 0);
	for (int corner = 0; corner < PN_CORNERS && !t9_is_done(search); corner++)
		try_corner(search, pose, ahead, (enum pn_corner)corner);
}

/* What no way from here to the target can meet is left out: a way lies in the box round the
 * stretch that is free straight ahead and the target, but for what a wheel at the start and
 * the turn in contact reach beyond. */
static void leave_out_the_far(struct t9_search *search)
{
	const struct pn_formation formation = t9_formation(search->unit);
	const pn_len margin = 2 * (pn_frontage(formation) + pn_depth(formation)) + PN_INCH;
	const pn_vec from = search->unit->pose.at;
	const pn_vec to = pn_pose_ahead(search->unit->pose, search->free).at;
	struct pn_box box = {{from.x < to.x ? from.x : to.x, from.y < to.y ? from.y : to.y},
			     {from.x > to.x ? from.x : to.x, from.y > to.y ? from.y : to.y}};
	struct pn_obstacles *walls = &search->walls;
	uint16_t count = 0;

	box = pn_box_join(box, pn_shape_box(&search->all.shape[T9_TARGET]));
	for (uint16_t i = 0; i < walls->count; i++) {
		if (pn_boxes_far(box, pn_shape_box(&walls->shape[i]), margin))
			continue;
		walls->unit[count] = walls->unit[i];
		walls->shape[count++] = walls->shape[i];
		search->all.shape[count] = walls->shape[i];
	}
	walls->count = count;
	search->all.count = (uint16_t)(count + 1);
}

/* Decides T9-G1. */
static void try_places(struct t9_search *search, enum pass pass)
{
	const int parts = pass == PASS_QUARTERS ? QUARTERS : HALVES;

	for (int part = 0; part <= parts; part++) {
		const pn_len ahead = (pn_len)((int64_t)search->along * part / parts);

		if (t9_is_done(search) || (part > 0 && search->along == 0) ||
		    (pass == PASS_QUARTERS && part > 0 && part % 2 == 0))
			continue;
		try_place(search, ahead, pass);
	}
}

/* The target, and what stops it before: for a flying unit only the board's edge (T9-105). */
static void gather_on_the_way(struct t9_search *search)
{
	const struct t9_asked *asked = search->asked;
	struct pn_obstacles edges;
	const struct pn_obstacles *stops = asked->flies ? &edges : &search->walls;

	if (asked->flies)
		t9_gather(&edges, asked->view, asked->unit, T9_EDGES, asked->target);
	search->all.shape[T9_TARGET] = t9_boundary(search->target);
	memcpy(&search->all.shape[1], stops->shape, stops->count * sizeof stops->shape[0]);
	search->all.count = (uint16_t)(stops->count + 1);
}

/* How far it may go straight ahead until all of the target is abreast of its front or behind it:
 * a wheel after that leads nowhere. */
static pn_len along_target(const struct t9_search *search)
{
	const struct pn_axes axes = pn_axes_of(search->unit->pose.facing);
	const struct pn_shape *target = &search->all.shape[T9_TARGET];
	pn_len most = 0;

	for (uint8_t i = 0; i < target->count; i++) {
		const pn_vec at = pn_subtract(target->point[i], search->unit->pose.at);
		const pn_len along =
			(pn_len)((at.x * (int64_t)axes.sine + at.y * (int64_t)axes.cosine) /
				 PN_SINE_ONE);

		most = along > most ? along : most;
	}
	return most < search->free ? most : search->free;
}

static struct t9_search search_of(const struct t9_asked *asked, bool any, struct t9_way *out)
{
	struct t9_search search = {
		.asked = asked,
		.unit = &asked->view->unit[asked->unit],
		.target = &asked->view->unit[asked->target],
		.possible = t9_models_possible(asked),
		.any = any,
		.best = out,
	};

	t9_gather(&search.walls, asked->view, asked->unit, asked->kinds, asked->target);
	gather_on_the_way(&search);
	search.free = t9_straight(&search.all, search.unit, search.unit->pose,
				  asked->view->width + asked->view->depth, NULL);
	search.along = along_target(&search);
	return search;
}

/* Nothing yet, or something that T9-88 would rather not. */
static bool is_wanting(const struct t9_search *search)
{
	return !search->found ||
	       (!search->any && (search->best->touched > 0 ||
				 !t9_is_same_pose(search->best->target, search->target->pose)));
}

/* A few degrees to either side of the best there may be more models (T9-88). */
static void refine_about(struct t9_search *search, const struct t9_way *best, enum pn_corner corner)
{
	const pn_pose pose = pn_pose_ahead(search->unit->pose, best->ahead);
	const struct t9_wheel wheel = limit_wheel(search, best->ahead, corner);

	for (int i = -REFINED; i <= REFINED; i++) {
		const int32_t by = best->by + i * DEGREE;

		if (i != 0 && by >= wheel.least && by <= wheel.most)
			t9_try_wheel(search, best->ahead,
				     pn_wheel_pose(pose, t9_formation(search->unit), corner, by),
				     by);
	}
}

static void refine(struct t9_search *search)
{
	struct t9_way best;

	if (t9_is_done(search) || !search->found)
		return;
	best = *search->best;
	refine_about(search, &best, PN_CORNER_LEFT);
	refine_about(search, &best, PN_CORNER_RIGHT);
}

static bool find(const struct t9_asked *asked, bool any, struct t9_way *out)
{
	struct t9_search search = search_of(asked, any, out);

	if (!asked->flies)
		leave_out_the_far(&search);
	try_places(&search, PASS_HALVES);
	if (is_wanting(&search))
		try_place(&search, 0, PASS_GAPS);
	if (!t9_is_done(&search))
		try_places(&search, PASS_QUARTERS);
	refine(&search);
	if (search.found && is_wanting(&search))
		try_places(&search, PASS_GAPS);
	return search.found;
}

bool t9_find_way(const struct t9_asked *asked, struct t9_way *out)
{
	return find(asked, false, out);
}

bool t9_has_way(const struct t9_asked *asked)
{
	struct t9_way way;

	return find(asked, true, &way);
}

bool t9_way_after(const struct t9_asked *asked, pn_len ahead, struct t9_way *out)
{
	struct t9_search search = search_of(asked, false, out);

	if (ahead > search.free)
		return false;
	try_place(&search, ahead, PASS_HALVES);
	if (is_wanting(&search))
		try_place(&search, ahead, PASS_GAPS);
	refine(&search);
	return search.found;
}

bool t9_one_way(const struct t9_asked *asked, pn_len ahead, enum pn_corner corner, int32_t by,
		struct t9_way *out)
{
	struct t9_search search = search_of(asked, false, out);
	const pn_pose pose = pn_pose_ahead(search.unit->pose, ahead);
	struct t9_wheel limit;

	if (ahead > search.free)
		return false;
	limit = limit_wheel(&search, ahead, corner);
	if (by < limit.least || by > limit.most)
		return false;
	t9_try_wheel(&search, ahead, pn_wheel_pose(pose, t9_formation(search.unit), corner, by),
		     by);
	return search.found;
}
