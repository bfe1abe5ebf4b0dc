/* One front corner's view: the facing in the lanes.
 *
 *	          to                       u(to) < u(from): the front comes from
 *	            \  the facing          outside, which is left of from -> to
 *	             \
 *	      [####]  \ from
 *	   |     |     |     |     |       lanes
 *	   *-----+-----+-----+-----+       the front; * the corner, u = v = 0
 *
 * The facing is straight and so are lanes: whether what is of it in a lane is ahead and
 * near follows from the two ends of that, and often from the ends of the facing alone. */

#include "lane_view.h"

#include "lane_cover.h"

/* Where lane number `lane` begins: its left side. Lane number `lanes` is where the last
 * ends. */
static pn_len find_side(const struct pn_lane_view *view, int32_t lane)
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
			enum pn_corner corner, struct pn_lane_list *list)
{
	pn_assert(lanes->blockers <= PN_LANES_BLOCKERS_MAX);
	pn_assert(lanes->formation.gap == 0);
	pn_assert(lanes->reach >= 0 && lanes->reach <= 2 * PN_COORDINATE_MAX);
	pn_vec centre = pn_wheel_centre(lanes->pose, lanes->formation, corner);

	view->from = pn_subtract(lanes->from, centre);
	view->to = pn_subtract(lanes->to, centre);
	view->reach = lanes->reach;
	view->pays = lanes->pays;
	view->left = corner == PN_CORNER_LEFT ? 0 : -pn_frontage(lanes->formation);
	view->width = lanes->formation.base_width;
	view->least = pn_reach_least(view->width);
	view->lanes = lanes->formation.files;
	view->parts = 0;
	view->points = 0;
	add_blockers(view, lanes, centre);
	for (uint16_t i = 0; i < view->parts; i++)
		list->number[i] = i;
}

static struct pn_maybe both(struct pn_maybe a, struct pn_maybe b)
{
	return (struct pn_maybe){a.certain && b.certain, a.possible && b.possible};
}

static struct pn_maybe either(struct pn_maybe a, struct pn_maybe b)
{
	return (struct pn_maybe){a.certain || b.certain, a.possible || b.possible};
}

/* One of the two, it is not known which. */
static struct pn_maybe unsure(struct pn_maybe a, struct pn_maybe b)
{
	return (struct pn_maybe){a.certain && b.certain, a.possible || b.possible};
}

/* How far the lanes go over a range of turns: at every one, and at some. */
struct reach {
	pn_len certain;
	pn_len possible;
};

static struct reach find_reach(const struct pn_lane_view *view, int32_t from, int32_t to)
{
	const int32_t least = from > 0 ? from : to < 0 ? -to : 0;
	const int32_t most = -from > to ? -from : to;
	const pn_len front = view->width * view->lanes;

	if (!view->pays)
		return (struct reach){view->reach, view->reach};
	return (struct reach){view->reach - pn_wheel_cost(front, most),
			      view->reach - pn_wheel_cost(front, least)};
}

/* The facing at an aim. */
struct facing {
	struct pn_lane_spot from;
	struct pn_lane_spot to;
	struct pn_maybe from_ahead;
	struct pn_maybe to_ahead;
	struct pn_maybe from_near;
	struct pn_maybe to_near;
	struct reach reach;
};

static struct pn_maybe is_near(struct pn_lane_spot spot, struct reach reach)
{
	return (struct pn_maybe){
		pn_at_most(spot.ahead, spot.ahead_drift, pn_lane_scaled(reach.certain)).certain,
		pn_at_most(spot.ahead, spot.ahead_drift, pn_lane_scaled(reach.possible)).possible};
}

static struct facing look_at_facing(const struct pn_lane_view *view, const struct pn_lane_aim *aim,
				    struct reach reach)
{
	struct facing facing = {.from = pn_lane_look(aim, view->from),
				.to = pn_lane_look(aim, view->to),
				.reach = reach};
	struct pn_lane_spot from = facing.from;
	struct pn_lane_spot to = facing.to;

	facing.from_ahead =
		pn_at_least(from.ahead, from.ahead_drift, pn_lane_scaled(-PN_LANE_BEHIND));
	facing.to_ahead = pn_at_least(to.ahead, to.ahead_drift, pn_lane_scaled(-PN_LANE_BEHIND));
	facing.from_near = is_near(from, reach);
	facing.to_near = is_near(to, reach);
	return facing;
}

/* Where side number `side` of the lanes is `v` ahead: how far before the facing's line,
 * times the facing's length. */
static struct pn_lane_value find_gap(const struct pn_lane_view *view, const struct pn_lane_aim *aim,
				     int32_t side, pn_len v)
{
	pn_vec along = pn_subtract(view->to, view->from);
	int64_t u = find_side(view, side);
	struct pn_sinusoid f = {
		.constant = (int64_t)along.y * view->from.x - (int64_t)along.x * view->from.y,
		.cosine = (int64_t)along.x * v - along.y * u,
		.sine = -along.x * u - (int64_t)along.y * v,
	};

	return pn_lane_evaluate(aim, &f);
}

/* Does the facing end in a lane, short of its left or right side? */
static struct pn_maybe ends_before(const struct pn_lane_view *view, const struct facing *facing,
				   int32_t side, bool is_left)
{
	int64_t at = pn_lane_scaled(find_side(view, side));

	return is_left ? pn_at_least(facing->to.across, facing->to.across_drift, at)
		       : pn_at_most(facing->from.across, facing->from.across_drift, at);
}

/* Is the facing ahead where it meets that side of a lane, or ends before it? */
static struct pn_maybe is_ahead_at(const struct pn_lane_view *view, const struct pn_lane_aim *aim,
				   const struct facing *facing, int32_t side, bool is_left)
{
	struct pn_maybe ends = ends_before(view, facing, side, is_left);
	struct pn_maybe at_end = is_left ? facing->to_ahead : facing->from_ahead;

	if (ends.certain)
		return at_end;

	struct pn_lane_value gap = find_gap(view, aim, side, -PN_LANE_BEHIND);
	struct pn_maybe at_side = {gap.value - gap.drift >= 0, gap.value + gap.drift >= 0};

	return ends.possible ? unsure(at_end, at_side) : at_side;
}

/* Likewise: is it near enough? */
static struct pn_maybe is_near_at(const struct pn_lane_view *view, const struct pn_lane_aim *aim,
				  const struct facing *facing, int32_t side, bool is_left)
{
	struct pn_maybe ends = ends_before(view, facing, side, is_left);
	struct pn_maybe at_end = is_left ? facing->to_near : facing->from_near;

	if (ends.certain)
		return at_end;

	struct pn_lane_value gap = find_gap(view, aim, side, facing->reach.certain);
	struct pn_lane_value far = gap;

	if (facing->reach.possible != facing->reach.certain)
		far = find_gap(view, aim, side, facing->reach.possible);

	struct pn_maybe at_side = {gap.value + gap.drift <= 0, far.value - far.drift <= 0};

	return ends.possible ? unsure(at_end, at_side) : at_side;
}

/* A lane that has some of the facing in it: is that ahead, and its nearest part near? The
 * facing is straight, so the two ends of what is in the lane say it, and often its own. */
static struct pn_maybe is_reached(const struct pn_lane_view *view, const struct pn_lane_aim *aim,
				  const struct facing *facing, int32_t lane)
{
	struct pn_maybe ahead = both(facing->from_ahead, facing->to_ahead);
	struct pn_maybe near = both(facing->from_near, facing->to_near);

	if (!ahead.certain)
		ahead = both(is_ahead_at(view, aim, facing, lane, true),
			     is_ahead_at(view, aim, facing, lane + 1, false));
	if (!near.certain)
		near = either(is_near_at(view, aim, facing, lane, true),
			      is_near_at(view, aim, facing, lane + 1, false));
	return both(ahead, near);
}

/* A range of lanes, last included; none when first > last. */
struct range {
	int32_t first;
	int32_t last;
};

/* The lanes with enough of what lies between u = low and high in them. Those whose part of it is
 * ahead and near are neighbours too: the ends of the range say which. */
static struct range find_lanes(const struct pn_lane_view *view, int64_t low, int64_t high)
{
	int64_t width = pn_lane_scaled(view->width);
	int64_t least = pn_lane_scaled(view->least);
	int64_t first = low + least - pn_lane_scaled(view->left);
	int64_t last = high - least - pn_lane_scaled(view->left);

	if (high - low < least || last < 0 || first > width * view->lanes)
		return (struct range){0, -1};
	return (struct range){
		.first = first <= 0 ? 0 : (int32_t)((first - 1) / width),
		.last = last >= width * view->lanes ? view->lanes - 1 : (int32_t)(last / width),
	};
}

static uint16_t count_lanes(struct range range)
{
	return (uint16_t)(range.first > range.last ? 0 : range.last - range.first + 1);
}

/* What lies in one lane of a stretch. */
static struct pn_lane_stretch clip_to_lane(const struct pn_lane_view *view,
					   struct pn_lane_stretch stretch, int32_t lane)
{
	int64_t left = pn_lane_scaled(find_side(view, lane));
	int64_t right = pn_lane_scaled(find_side(view, lane + 1));

	stretch.low = left > stretch.low ? left : stretch.low;
	stretch.high = right < stretch.high ? right : stretch.high;
	return stretch;
}

struct pn_lane_bounds pn_lane_view_count(const struct pn_lane_view *view, pn_angle heading,
					 int32_t from, int32_t to, struct pn_lane_list *list,
					 uint16_t *listed)
{
	struct pn_lane_aim aim = pn_lane_aim_at(heading, from, to);
	struct facing facing = look_at_facing(view, &aim, find_reach(view, from, to));
	/* What of the facing lies there at every heading, and what may at some. */
	struct pn_lane_stretch certain = {facing.to.across + facing.to.across_drift,
					  facing.from.across - facing.from.across_drift};
	struct pn_lane_stretch possible = {facing.to.across - facing.to.across_drift,
					   facing.from.across + facing.from.across_drift};
	struct range all = find_lanes(view, certain.low, certain.high);
	struct range some = find_lanes(view, possible.low, possible.high);

	while (some.first <= some.last && !is_reached(view, &aim, &facing, some.first).possible)
		some.first++;
	while (some.first < some.last && !is_reached(view, &aim, &facing, some.last).possible)
		some.last--;
	while (all.first <= all.last && !is_reached(view, &aim, &facing, all.first).certain)
		all.first++;
	while (all.first < all.last && !is_reached(view, &aim, &facing, all.last).certain)
		all.last--;
	if (*listed == 0 || some.first > some.last)
		return (struct pn_lane_bounds){count_lanes(all), count_lanes(some)};

	struct pn_lane_covers covers;
	struct pn_lane_bounds bounds = {0, 0};

	pn_lane_covers_cast(view, &aim, possible, list, listed, &covers);
	for (int32_t lane = some.first; lane <= some.last; lane++)
		bounds.possible = (uint16_t)(bounds.possible +
					     pn_lane_may_be_free(&covers, &aim,
								 clip_to_lane(view, possible, lane),
								 view->to, view->from));
	for (int32_t lane = all.first; lane <= all.last; lane++)
		bounds.certain =
			(uint16_t)(bounds.certain +
				   pn_lane_is_free(&covers, clip_to_lane(view, certain, lane)));
	return bounds;
}
