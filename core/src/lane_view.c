/* One front corner's view: what is in the lanes at one heading.
 *
 *	          to                       u(to) < u(from): the front comes from
 *	            \  the facing          outside, which is left of from -> to
 *	             \
 *	      [####]  \ from
 *	   |     |     |     |     |       lanes
 *	   *-----+-----+-----+-----+       the front; * the corner, u = v = 0
 *
 * A blocker is taken in its convex parts, each cut off at the line of the facing, so that
 * all that is left of it lies before the facing or beside it. It does not cross the front
 * either, which the wheel would have met. So at one heading a part that shares some u with
 * the front lies ahead of it there or behind it there, never both, and what it covers of
 * the lanes is all between its least and its greatest u.
 *
 * At one heading u and v are whole numbers of pn_len / PN_SINE_ONE, in 64 bits. */

#include "lane_view.h"

static int64_t scaled(pn_len length)
{
	return (int64_t)length * PN_SINE_ONE;
}

static int64_t find_across(pn_vec point, struct pn_direction heading)
{
	return (int64_t)point.x * heading.cosine - (int64_t)point.y * heading.sine;
}

static int64_t find_ahead(pn_vec point, struct pn_direction heading)
{
	return (int64_t)point.x * heading.sine + (int64_t)point.y * heading.cosine;
}

struct pn_sinusoid pn_lane_across(pn_vec point, pn_len less)
{
	return (struct pn_sinusoid){-less, point.x, -(int64_t)point.y};
}

struct pn_sinusoid pn_lane_ahead(pn_vec point, pn_len less)
{
	return (struct pn_sinusoid){-less, point.y, point.x};
}

struct pn_sinusoid pn_lane_side(pn_vec a, pn_vec b, pn_len u, pn_len v)
{
	int64_t x = b.x - a.x;
	int64_t y = b.y - a.y;

	return (struct pn_sinusoid){y * a.x - x * a.y, x * v - y * u, -x * u - y * v};
}

int32_t pn_lane_heading(pn_pose pose, int32_t by)
{
	return 2 * PN_TURN_HALF + pose.facing + by;
}

pn_len pn_lane_left(const struct pn_lane_view *view, int32_t lane)
{
	return view->left + lane * view->width;
}

/* The point where the way from a to b crosses a line, from how far each lies before it;
 * unlike signs. Scaled down to where a product fits 64 bits, which costs less than a
 * thousandth of a unit. */
static pn_vec cross_line(pn_vec a, pn_vec b, int64_t before_a, int64_t before_b)
{
	while (before_a - before_b > (int64_t)1 << 38 || before_b - before_a > (int64_t)1 << 38) {
		before_a /= 2;
		before_b /= 2;
	}
	int64_t whole = before_a - before_b;

	if (whole < 0) {
		whole = -whole;
		before_a = -before_a;
	}
	int64_t x = (b.x - a.x) * before_a;
	int64_t y = (b.y - a.y) * before_a;

	return pn_add(a, (pn_vec){(pn_len)((x + (x < 0 ? -whole : whole) / 2) / whole),
				  (pn_len)((y + (y < 0 ? -whole : whole) / 2) / whole)});
}

/* Adds what of a convex part lies before the line of the facing by more than PN_TOUCH. */
static void add_part(struct pn_lane_view *view, const struct pn_shape *shape, pn_vec centre,
		     int64_t leeway)
{
	struct pn_lane_part part = {.first = view->points};
	int64_t reach_squared = 0;

	for (uint8_t i = 0; i < shape->count; i++) {
		pn_vec here = pn_subtract(shape->point[i], centre);
		pn_vec next = pn_subtract(pn_shape_next(shape, i), centre);
		int64_t before_here = pn_cross(view->from, view->to, here) - leeway;
		int64_t before_next = pn_cross(view->from, view->to, next) - leeway;

		if (before_here > 0)
			view->point[view->points++] = here;
		if ((before_here > 0) != (before_next > 0))
			view->point[view->points++] =
				cross_line(here, next, before_here, before_next);
	}
	part.count = (uint16_t)(view->points - part.first);
	for (uint16_t i = part.first; i < view->points; i++) {
		int64_t squared = pn_distance_squared(view->point[i], (pn_vec){0, 0});

		reach_squared = squared > reach_squared ? squared : reach_squared;
	}
	part.reach = (pn_len)pn_square_root((uint64_t)reach_squared) + 1;
	if (part.count > 0)
		view->part[view->parts++] = part;
}

/* Is the box farther from the centre than any point of a lane? */
static bool is_out_of_lanes(struct pn_box box, pn_vec centre, int64_t reach_squared)
{
	pn_len x = centre.x < box.low.x ? box.low.x : centre.x > box.high.x ? box.high.x : centre.x;
	pn_len y = centre.y < box.low.y ? box.low.y : centre.y > box.high.y ? box.high.y : centre.y;

	return pn_distance_squared(centre, (pn_vec){x, y}) > reach_squared;
}

static void add_blockers(struct pn_lane_view *view, const struct pn_lanes *lanes, pn_vec centre)
{
	int64_t length_squared = pn_distance_squared(view->from, view->to);
	int64_t leeway = (int64_t)pn_square_root((uint64_t)(length_squared * PN_TOUCH * PN_TOUCH));
	/* Whatever lies in a lane before the facing is no farther from the corner than the
	 * farther end of the facing. */
	int64_t from_squared = pn_distance_squared(view->from, (pn_vec){0, 0});
	int64_t to_squared = pn_distance_squared(view->to, (pn_vec){0, 0});
	int64_t reach_squared = from_squared > to_squared ? from_squared : to_squared;

	for (uint16_t i = 0; i < lanes->blockers; i++) {
		const struct pn_shape *shape = &lanes->blocker[i];
		struct pn_parts parts;

		if (is_out_of_lanes(pn_shape_box(shape), centre, reach_squared))
			continue;
		pn_shape_parts(shape, &parts);
		for (uint8_t k = 0; k < parts.count; k++)
			add_part(view, &parts.part[k], centre, leeway);
	}
}

void pn_lane_view_begin(struct pn_lane_view *view, const struct pn_lanes *lanes,
			enum pn_corner corner)
{
	pn_assert(lanes->blockers <= PN_LANES_BLOCKERS_MAX);
	pn_assert(lanes->reach >= 0 && lanes->reach <= 2 * PN_COORDINATE_MAX);
	pn_vec centre = pn_wheel_centre(lanes->pose, lanes->formation, corner);

	view->from = pn_subtract(lanes->from, centre);
	view->to = pn_subtract(lanes->to, centre);
	view->reach = lanes->reach;
	view->left = corner == PN_CORNER_LEFT ? 0 : -pn_frontage(lanes->formation);
	view->width = lanes->formation.base_width;
	view->lanes = lanes->formation.files;
	view->parts = 0;
	view->points = 0;
	add_blockers(view, lanes, centre);
}

/* The facing at one heading. */
struct facing {
	struct pn_direction heading;
	int64_t from;
	int64_t to;
	bool from_ahead;
	bool to_ahead;
	bool from_near;
	bool to_near;
};

static struct facing look_at_facing(const struct pn_lane_view *view, int32_t heading)
{
	struct facing facing = {.heading = pn_direction_of(heading << PN_FINE_BITS)};
	int64_t from_ahead = find_ahead(view->from, facing.heading);
	int64_t to_ahead = find_ahead(view->to, facing.heading);

	facing.from = find_across(view->from, facing.heading);
	facing.to = find_across(view->to, facing.heading);
	facing.from_ahead = from_ahead >= scaled(-PN_LANE_BEHIND);
	facing.to_ahead = to_ahead >= scaled(-PN_LANE_BEHIND);
	facing.from_near = from_ahead <= scaled(view->reach);
	facing.to_near = to_ahead <= scaled(view->reach);
	return facing;
}

/* Where side number `side` of the lanes is `v` ahead: how far before the facing's line. */
static pn_wide find_before_facing(const struct pn_lane_view *view, const struct facing *facing,
				  int32_t side, pn_len v)
{
	struct pn_sinusoid f = pn_lane_side(view->from, view->to, pn_lane_left(view, side), v);

	return pn_sinusoid_at(&f, facing->heading);
}

/* A lane that has some of the facing in it: is that ahead, and its nearest part near? The
 * facing is straight, so the two ends of what is in the lane say it. */
static bool is_reached(const struct pn_lane_view *view, const struct facing *facing, int32_t lane)
{
	bool left_is_end = facing->to >= scaled(pn_lane_left(view, lane));
	bool right_is_end = facing->from <= scaled(pn_lane_left(view, lane + 1));
	bool left_ahead = left_is_end
				  ? facing->to_ahead
				  : find_before_facing(view, facing, lane, -PN_LANE_BEHIND) >= 0;
	bool right_ahead =
		right_is_end ? facing->from_ahead
			     : find_before_facing(view, facing, lane + 1, -PN_LANE_BEHIND) >= 0;

	if (!left_ahead || !right_ahead)
		return false;
	if (left_is_end ? facing->to_near
			: find_before_facing(view, facing, lane, view->reach) <= 0)
		return true;
	return right_is_end ? facing->from_near
			    : find_before_facing(view, facing, lane + 1, view->reach) <= 0;
}

static bool sees_facing(const struct pn_lane_view *view, const struct facing *facing)
{
	return facing->from - facing->to > scaled(PN_TOUCH) &&
	       facing->from > scaled(view->left + PN_TOUCH) &&
	       facing->to < scaled(pn_lane_left(view, view->lanes) - PN_TOUCH);
}

/* The lanes with more than PN_TOUCH of the facing in them. */
static struct pn_lane_range find_facing(const struct pn_lane_view *view,
					const struct facing *facing)
{
	int64_t width = scaled(view->width);
	int64_t low = facing->to + scaled(PN_TOUCH - view->left);
	int64_t high = facing->from - scaled(PN_TOUCH + view->left);

	if (!sees_facing(view, facing) || view->width <= PN_TOUCH)
		return (struct pn_lane_range){0, -1};
	return (struct pn_lane_range){
		.first = low < 0 ? 0 : (int32_t)(low / width),
		.last = high > width * view->lanes ? view->lanes - 1
						   : (int32_t)((high - 1) / width),
	};
}

struct pn_lane_range pn_lanes_open(const struct pn_lane_view *view, int32_t heading)
{
	struct facing facing = look_at_facing(view, heading);
	struct pn_lane_range range = find_facing(view, &facing);

	while (range.first <= range.last && !is_reached(view, &facing, range.first))
		range.first++;
	while (range.first < range.last && !is_reached(view, &facing, range.last))
		range.last--;
	return range;
}

bool pn_lane_view_sees(const struct pn_lane_view *view, int32_t heading)
{
	struct facing facing = look_at_facing(view, heading);

	return sees_facing(view, &facing);
}

/* The way a point goes when the heading turns by `angle`: at most distance times 2 pi /
 * 65536, which is less than 1 / 10000, an angle. */
static int64_t find_drift(pn_len distance, int32_t angle)
{
	return scaled((pn_len)((int64_t)distance * angle / 10000) + 1);
}

static bool is_part_near(const struct pn_lane_view *view, const struct pn_lane_part *part,
			 struct pn_direction middle, int32_t half, int64_t low, int64_t high)
{
	int64_t drift = find_drift(part->reach, half);
	bool starts_left = false;
	bool starts_right = false;
	bool is_ahead = false;

	for (uint16_t i = 0; i < part->count; i++) {
		int64_t across = find_across(view->point[part->first + i], middle);

		starts_left |= across - drift < high;
		starts_right |= across + drift > low;
		is_ahead |= find_ahead(view->point[part->first + i], middle) + drift >=
			    scaled(-PN_LANE_BEHIND);
	}
	return starts_left && starts_right && is_ahead;
}

uint16_t pn_lane_parts_near(const struct pn_lane_view *view, int32_t from, int32_t to,
			    uint16_t *list)
{
	struct facing facing = look_at_facing(view, from + (to - from) / 2);
	int32_t half = to - from - (to - from) / 2;
	int64_t low = facing.to - find_drift(pn_distance(view->to, (pn_vec){0, 0}) + 1, half);
	int64_t high = facing.from + find_drift(pn_distance(view->from, (pn_vec){0, 0}) + 1, half);
	int64_t left = scaled(view->left);
	int64_t right = scaled(pn_lane_left(view, view->lanes));
	uint16_t listed = 0;

	low = low > left ? low : left;
	high = high < right ? high : right;
	for (uint16_t i = 0; i < view->parts; i++) {
		if (is_part_near(view, &view->part[i], facing.heading, half, low, high))
			list[listed++] = i;
	}
	return listed;
}

/* What a part covers, from its least u to its greatest. */
struct shadow {
	int64_t low;
	int64_t high;
};

/* Where a part crosses u = 0, the corner of the front: is it ahead there? */
static bool is_ahead_at_corner(const int64_t *across, const int64_t *ahead, uint16_t count)
{
	for (uint16_t i = 0; i < count; i++) {
		uint16_t k = (uint16_t)(i + 1 < count ? i + 1 : 0);

		if ((across[i] > 0) == (across[k] > 0))
			continue;
		pn_wide v = (pn_wide)across[k] * ahead[i] - (pn_wide)across[i] * ahead[k];

		if (across[k] > across[i] ? v >= 0 : v <= 0)
			return true;
	}
	return false;
}

/* What a part covers; false when that is nothing of the front, or behind it. */
static bool find_shadow(const struct pn_lane_view *view, const struct pn_lane_part *part,
			struct pn_direction heading, struct shadow *shadow)
{
	int64_t across[PN_SHAPE_POINTS_MAX + 1];
	int64_t ahead[PN_SHAPE_POINTS_MAX + 1];
	int64_t left = scaled(view->left);
	int64_t right = scaled(pn_lane_left(view, view->lanes));
	bool is_beside = true;
	bool is_ahead = false;

	for (uint16_t i = 0; i < part->count; i++) {
		pn_vec point = view->point[part->first + i];

		across[i] = find_across(point, heading);
		ahead[i] = find_ahead(point, heading) + scaled(PN_LANE_BEHIND);
		if (i == 0 || across[i] < shadow->low)
			shadow->low = across[i];
		if (i == 0 || across[i] > shadow->high)
			shadow->high = across[i];
		if (across[i] <= left || across[i] >= right)
			continue;
		is_beside = false;
		is_ahead |= ahead[i] >= 0;
	}
	if (shadow->high <= left || shadow->low >= right)
		return false;
	return is_beside ? is_ahead_at_corner(across, ahead, part->count) : is_ahead;
}

/* Is there a gap wider than PN_TOUCH between left and right? Shadows ascend by `low`. */
static bool has_gap(int64_t left, int64_t right, const struct shadow *shadow, uint16_t count)
{
	int64_t touch = scaled(PN_TOUCH);

	for (uint16_t i = 0; i < count && shadow[i].low < right; i++) {
		if (shadow[i].low - left > touch)
			return true;
		left = shadow[i].high > left ? shadow[i].high : left;
	}
	return right - left > touch;
}

uint16_t pn_lanes_unblocked(const struct pn_lane_view *view, struct pn_lane_range open,
			    const uint16_t *list, uint16_t count, int32_t heading)
{
	struct shadow shadow[PN_LANE_PARTS_MAX];
	uint16_t shadows = 0;
	uint16_t free = 0;
	struct facing facing = look_at_facing(view, heading);

	for (uint16_t i = 0; i < count; i++) {
		struct shadow next;
		uint16_t at = shadows;

		if (!find_shadow(view, &view->part[list[i]], facing.heading, &next))
			continue;
		for (; at > 0 && shadow[at - 1].low > next.low; at--)
			shadow[at] = shadow[at - 1];
		shadow[at] = next;
		shadows++;
	}
	for (int32_t lane = open.first; lane <= open.last; lane++) {
		int64_t left = scaled(pn_lane_left(view, lane));
		int64_t right = scaled(pn_lane_left(view, lane + 1));

		left = facing.to > left ? facing.to : left;
		right = facing.from < right ? facing.from : right;
		free = (uint16_t)(free + has_gap(left, right, shadow, shadows));
	}
	return free;
}
