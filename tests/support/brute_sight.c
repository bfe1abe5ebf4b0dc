/* The slow line of sight. */

#include "brute_sight.h"

#include <math.h>

#include "convex_parts.h"

typedef long double real;

static struct brute_point to_point(pn_vec a)
{
	return (struct brute_point){a.x, a.y};
}

static struct brute_point find_between(struct brute_point a, struct brute_point b, real share)
{
	return (struct brute_point){a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
}

static real cross_of(struct brute_point a, struct brute_point b, struct brute_point c)
{
	return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static real length_of(struct brute_point a, struct brute_point b)
{
	return sqrtl((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
}

static real measure_to_segment(struct brute_point point, struct brute_point a, struct brute_point b)
{
	real squared = (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y);
	real share = 0;
	if (squared > 0)
		share = ((point.x - a.x) * (b.x - a.x) + (point.y - a.y) * (b.y - a.y)) / squared;
	share = share < 0 ? 0 : share > 1 ? 1 : share;
	return length_of(point, find_between(a, b, share));
}

static bool segments_meet(struct brute_point a, struct brute_point b, struct brute_point c,
			  struct brute_point d)
{
	return cross_of(a, b, c) * cross_of(a, b, d) <= 0 &&
	       cross_of(c, d, a) * cross_of(c, d, b) <= 0;
}

static bool contains(const struct pn_shape *shape, struct brute_point point)
{
	bool inside = false;
	for (uint8_t i = 0; i < shape->count; i++) {
		struct brute_point a = to_point(shape->point[i]);
		struct brute_point b = to_point(pn_shape_next(shape, i));
		if ((a.y > point.y) != (b.y > point.y) &&
		    point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x))
			inside = !inside;
	}
	return inside;
}

/* The distance between a segment and a filled shape. */
static real measure_to_shape(const struct pn_shape *shape, struct brute_point a,
			     struct brute_point b)
{
	if (contains(shape, a) || contains(shape, b))
		return 0;
	real least = INFINITY;
	for (uint8_t i = 0; i < shape->count; i++) {
		struct brute_point c = to_point(shape->point[i]);
		struct brute_point d = to_point(pn_shape_next(shape, i));
		if (segments_meet(a, b, c, d))
			return 0;
		least = fminl(least, measure_to_segment(c, a, b));
		least = fminl(least, measure_to_segment(a, c, d));
		least = fminl(least, measure_to_segment(b, c, d));
	}
	return least;
}

static real measure_point(const struct pn_shape *shape, struct brute_point point)
{
	if (contains(shape, point))
		return 0;
	real least = INFINITY;
	for (uint8_t i = 0; i < shape->count; i++)
		least = fminl(least, measure_to_segment(point, to_point(shape->point[i]),
							to_point(pn_shape_next(shape, i))));
	return least;
}

/* From where to where of its way the line is lower than a top; false if nowhere. */
static bool find_below(const struct brute_view *view, const struct pn_sight_blocker *blocker,
		       real slack, real *from, real *to)
{
	real eye = view->observer.eye;
	real seen = view->target.top;
	*from = 0;
	*to = 1;
	if (blocker->height == PN_SIGHT_ENDLESS)
		return true;
	real top = (real)blocker->ground + blocker->height - slack;
	if (eye >= top && seen >= top)
		return false;
	if (eye < top && seen < top)
		return true;
	if (eye < top)
		*to = (top - eye) / (seen - eye);
	else
		*from = (eye - top) / (eye - seen);
	return true;
}

/* Does cover hide? Its outline cuts the line into stretches; the middle of each tells
 * whether it is inside. */
static bool cover_hides(const struct brute_view *view, const struct pn_sight_blocker *blocker,
			struct brute_point eye, struct brute_point seen, struct brute_slack slack)
{
	const struct pn_shape *shape = &blocker->shape;
	real place[PN_SHAPE_POINTS_MAX + 2] = {0};
	int edge[PN_SHAPE_POINTS_MAX + 2] = {-1};
	int count = 1;
	real low;
	real high;
	if (!find_below(view, blocker, slack.below, &low, &high))
		return false;
	for (uint8_t i = 0; i < shape->count; i++) {
		struct brute_point a = to_point(shape->point[i]);
		struct brute_point b = to_point(pn_shape_next(shape, i));
		real side_a = cross_of(eye, seen, a);
		real side_b = cross_of(eye, seen, b);
		real from = cross_of(a, b, eye);
		real to = cross_of(a, b, seen);
		if ((side_a > 0) == (side_b > 0) || (from > 0) == (to > 0))
			continue;
		real at = from / (from - to);
		int slot = count++;
		for (; slot > 1 && place[slot - 1] > at; slot--) {
			place[slot] = place[slot - 1];
			edge[slot] = edge[slot - 1];
		}
		place[slot] = at;
		edge[slot] = i;
	}
	place[count] = 1;
	edge[count] = -1;
	for (int i = 0; i < count; i++) {
		real middle = (place[i] + place[i + 1]) / 2;
		int way = edge[i] >= 0 ? edge[i] : edge[i + 1];
		struct brute_point end = edge[i] >= 0 ? seen : eye;
		if (place[i] >= place[i + 1] || place[i] >= high || place[i + 1] <= low ||
		    !contains(shape, find_between(eye, seen, middle)))
			continue;
		if (edge[i] >= 0 && edge[i + 1] >= 0)
			return true;
		if (way < 0) {
			struct brute_point left = to_point(view->observer.left);
			struct brute_point right = to_point(view->observer.right);
			if (measure_to_shape(&view->target.shape, left, right) >
			    blocker->depth + slack.depth)
				return true;
			continue;
		}
		struct brute_point a = to_point(shape->point[way]);
		struct brute_point b = to_point(pn_shape_next(shape, (uint8_t)way));
		if (-cross_of(a, b, end) / length_of(a, b) > blocker->depth + slack.depth)
			return true;
	}
	return false;
}

static bool is_own(const struct brute_view *view, const struct pn_sight_blocker *blocker)
{
	return blocker->owner != PN_SIGHT_NOBODY &&
	       (blocker->owner == view->observer.owner || blocker->owner == view->target.owner);
}

static bool hides(const struct brute_view *view, const struct pn_sight_blocker *blocker,
		  struct brute_point eye, struct brute_point seen, struct brute_slack slack)
{
	if (blocker->kind == PN_SIGHT_OPEN || is_own(view, blocker))
		return false;
	if (blocker->kind == PN_SIGHT_COVER)
		return cover_hides(view, blocker, eye, seen, slack);
	real low;
	real high;
	if (!find_below(view, blocker, slack.below, &low, &high))
		return false;
	return measure_to_shape(&blocker->shape, find_between(eye, seen, low),
				find_between(eye, seen, high)) <= slack.aside;
}

bool brute_is_clear(const struct brute_view *view, struct brute_point eye, struct brute_point seen,
		    struct brute_slack slack)
{
	for (int i = 0; i < view->count; i++) {
		if (hides(view, &view->blocker[i], eye, seen, slack))
			return false;
	}
	return true;
}

/* How far inside the observer's arc a point lies. */
static real measure_in_arc(const struct brute_view *view, struct brute_point point)
{
	const struct pn_sight_observer *observer = &view->observer;
	if (observer->half_angle == PN_TURN_HALF)
		return INFINITY;
	real turn = acosl(-1) / 32768;
	real left = (observer->facing - observer->half_angle) * turn;
	real right = (observer->facing + observer->half_angle) * turn;
	struct brute_point a = to_point(observer->left);
	struct brute_point b = to_point(observer->right);
	bool is_edge = length_of(a, b) > 0;
	real inside = is_edge ? cross_of(a, b, point) / length_of(a, b) : INFINITY;
	if (is_edge && observer->half_angle == PN_DEGREES_90)
		return inside;
	inside = fminl(inside, (point.x - a.x) * cosl(left) - (point.y - a.y) * sinl(left));
	inside = fminl(inside, sinl(right) * (point.y - b.y) - cosl(right) * (point.x - b.x));
	return inside;
}

bool brute_is_comfortable(const struct brute_view *view, struct brute_point eye,
			  struct brute_point seen)
{
	struct brute_slack strict = {PN_TOUCH, 0, -PN_TOUCH};
	real length = length_of(eye, seen);
	if (measure_in_arc(view, seen) <= PN_TOUCH || length <= 2 * PN_TOUCH ||
	    !brute_is_clear(view, eye, seen, strict))
		return false;
	struct brute_point along = {(seen.x - eye.x) / length * PN_TOUCH,
				    (seen.y - eye.y) / length * PN_TOUCH};
	for (int i = 0; i < 27; i++) {
		int aside = i % 3 - 1;
		int start = i / 3 % 3 - 1;
		int end = i / 9 - 1;
		struct brute_point a = {eye.x + start * along.x - aside * along.y,
					eye.y + start * along.y + aside * along.x};
		struct brute_point b = {seen.x + end * along.x - aside * along.y,
					seen.y + end * along.y + aside * along.x};
		for (int k = 0; k < view->count; k++) {
			if (view->blocker[k].kind == PN_SIGHT_COVER &&
			    hides(view, &view->blocker[k], a, b, strict))
				return false;
		}
	}
	return true;
}

static real random_share(struct random_source *source)
{
	return (real)random_between(source, 0, 1 << 30) / (1 << 30);
}

/* A corner of anything in view, or close to one. */
static struct brute_point choose_corner(const struct brute_view *view, struct random_source *source)
{
	int number = random_between(source, 0, view->count);
	const struct pn_shape *shape =
		number < view->count ? &view->blocker[number].shape : &view->target.shape;
	struct brute_point corner =
		to_point(shape->point[random_between(source, 0, shape->count - 1)]);
	corner.x += random_between(source, -12, 12);
	corner.y += random_between(source, -12, 12);
	return corner;
}

/* Where the line through two points meets a segment; false if it does not. */
static bool meet_line(struct brute_point a, struct brute_point b, struct brute_point c,
		      struct brute_point d, struct brute_point *at)
{
	real side_c = cross_of(a, b, c);
	real side_d = cross_of(a, b, d);
	if (fabsl(side_c - side_d) < 1e-6L || side_c * side_d > 0)
		return false;
	*at = find_between(c, d, side_c / (side_c - side_d));
	return true;
}

static struct brute_point choose_seen(const struct brute_view *view, struct random_source *source)
{
	const struct pn_shape *shape = &view->target.shape;
	uint8_t i = (uint8_t)random_between(source, 0, shape->count - 1);
	return find_between(to_point(shape->point[i]), to_point(pn_shape_next(shape, i)),
			    random_share(source));
}

/* A line at random, or one through two corners. */
static bool choose_line(const struct brute_view *view, struct random_source *source,
			struct brute_point *eye, struct brute_point *seen)
{
	struct brute_point left = to_point(view->observer.left);
	struct brute_point right = to_point(view->observer.right);
	const struct pn_shape *shape = &view->target.shape;
	*eye = find_between(left, right, random_share(source));
	*seen = choose_seen(view, source);
	if (random_one_in(source, 3))
		return true;
	struct brute_point a = choose_corner(view, source);
	struct brute_point b = random_one_in(source, 2) ? choose_corner(view, source) : *seen;
	if (random_one_in(source, 3))
		b = *eye;
	else if (view->observer.left.x != view->observer.right.x ||
		 view->observer.left.y != view->observer.right.y) {
		if (!meet_line(a, b, left, right, eye))
			return false;
	}
	uint8_t i = (uint8_t)random_between(source, 0, shape->count - 1);
	return meet_line(a, b, to_point(shape->point[i]), to_point(pn_shape_next(shape, i)), seen);
}

bool brute_finds_sight(const struct brute_view *view, struct random_source *source, int lines)
{
	for (int i = 0; i < lines; i++) {
		struct brute_point eye;
		struct brute_point seen;
		if (choose_line(view, source, &eye, &seen) && brute_is_comfortable(view, eye, seen))
			return true;
	}
	return false;
}

static struct brute_point find_place(const struct pn_sight_line *line, struct pn_sight_place place)
{
	struct brute_point a = to_point(line->through[0]);
	struct brute_point b = to_point(line->through[1]);
	struct brute_point at = find_between(a, b, (real)place.num / place.den);
	return (struct brute_point){at.x / PN_SIGHT_GRAIN, at.y / PN_SIGHT_GRAIN};
}

/* Does the line from `from` to `to` go through the inside of a convex part? Exact. */
static bool goes_through(const struct pn_sight_line *line, const struct pn_shape *part)
{
	struct pn_sight_place low = line->from;
	struct pn_sight_place high = line->to;
	pn_vec x = line->through[0];
	pn_vec y = line->through[1];
	for (uint8_t i = 0; i < part->count; i++) {
		pn_vec a = part->point[i];
		pn_vec b = pn_shape_next(part, i);
		a = (pn_vec){a.x * PN_SIGHT_GRAIN, a.y * PN_SIGHT_GRAIN};
		b = (pn_vec){b.x * PN_SIGHT_GRAIN, b.y * PN_SIGHT_GRAIN};
		/* Inside where at + slope * place < 0. */
		int64_t at = pn_cross(a, b, x);
		int64_t slope = pn_cross(a, b, y) - at;
		if (slope == 0 && at >= 0)
			return false;
		if (slope == 0)
			continue;
		struct pn_sight_place zero = {slope > 0 ? -at : at, slope > 0 ? slope : -slope};
		struct pn_sight_place *end = slope > 0 ? &high : &low;
		int order = pn_product_compare(zero.num, end->den, end->num, zero.den);
		if (slope > 0 ? order < 0 : order > 0)
			*end = zero;
	}
	return pn_product_compare(low.num, high.den, high.num, low.den) < 0;
}

static bool goes_through_solid(const struct brute_view *view, const struct pn_sight_line *line)
{
	for (int i = 0; i < view->count; i++) {
		const struct pn_sight_blocker *blocker = &view->blocker[i];
		real low;
		real high;
		if (blocker->kind != PN_SIGHT_SOLID || is_own(view, blocker) ||
		    !find_below(view, blocker, 0, &low, &high) || low > 0 || high < 1)
			continue;
		struct pn_parts parts;
		pn_shape_parts(&blocker->shape, &parts);
		for (uint8_t k = 0; k < parts.count; k++) {
			if (goes_through(line, &parts.part[k]))
				return true;
		}
	}
	return false;
}

/* Is there a clear line with its ends a millionth of a unit to the sides, or less? */
static bool is_clear_nearby(const struct brute_view *view, struct brute_point eye,
			    struct brute_point seen, int turns)
{
	struct brute_slack slack = {0, 1e-5L, 1e-5L};
	real length = length_of(eye, seen);
	struct brute_point aside = {-(seen.y - eye.y) / length, (seen.x - eye.x) / length};
	for (int i = 0; i <= turns; i++) {
		real angle = i * 2 * acosl(-1) / turns;
		real start = i == turns ? 0 : 1e-6L * cosl(angle);
		real end = i == turns ? 0 : 1e-6L * sinl(angle);
		struct brute_point a = {eye.x + start * aside.x, eye.y + start * aside.y};
		struct brute_point b = {seen.x + end * aside.x, seen.y + end * aside.y};
		if (brute_is_clear(view, a, b, slack))
			return true;
	}
	return false;
}

bool brute_confirms(const struct brute_view *view, const struct pn_sight_line *line)
{
	struct brute_point eye = find_place(line, line->from);
	struct brute_point seen = find_place(line, line->to);
	struct brute_point left = to_point(view->observer.left);
	struct brute_point right = to_point(view->observer.right);
	if (measure_to_segment(eye, left, right) > 0.2L ||
	    measure_point(&view->target.shape, seen) > 0.2L)
		return false;
	if (length_of(eye, seen) < 1e-9L)
		return true;
	if (measure_in_arc(view, seen) < -0.2L)
		return false;
	/* Between two corners close to each other on its way it can turn but little. */
	return !goes_through_solid(view, line) &&
	       (is_clear_nearby(view, eye, seen, 180) || is_clear_nearby(view, eye, seen, 30000));
}
