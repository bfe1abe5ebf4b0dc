/* Lanes by looking at each in turn: the stretch of the facing in it, less what the edges
 * of the blockers cover. */

#include "brute_lanes.h"

#include <math.h>

#define RADIANS (3.14159265358979323846264338327950288L / 32768)

/* All there are: a sampler asks for each many times. */
static struct {
	bool filled;
	long double sine[65536];
	long double cosine[65536];
} table;

/* A point as seen from the front: x to the right along it, y ahead. */
struct point {
	long double x;
	long double y;
};

struct cover {
	long double low;
	long double high;
};

/* What covers one lane, ascending. */
struct covers {
	int count;
	struct cover cover[BRUTE_CUTS_MAX];
};

static struct point to_front(const struct brute_lanes *lanes, pn_vec at, long double sine,
			     long double cosine)
{
	long double x = at.x - lanes->centre.x;
	long double y = at.y - lanes->centre.y;

	return (struct point){x * cosine - y * sine, x * sine + y * cosine};
}

static struct point between(struct point a, struct point b, long double part)
{
	return (struct point){a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)};
}

/* Keeps what of a segment has distances of at least 0, which are linear along it. */
static bool clip(struct point *a, struct point *b, long double at_a, long double at_b)
{
	struct point old_a = *a;

	if (at_a < 0 && at_b < 0)
		return false;
	if (at_a < 0)
		*a = between(*a, *b, at_a / (at_a - at_b));
	if (at_b < 0)
		*b = between(old_a, *b, at_a / (at_a - at_b));
	return true;
}

/* The facing as seen from the front. */
struct facing {
	struct point from;
	struct point to;
	long double length;
};

/* How far a point lies before the line of the facing. */
static long double before(const struct facing *facing, struct point at)
{
	struct point from = facing->from;
	struct point to = facing->to;

	return ((to.x - from.x) * (at.y - from.y) - (to.y - from.y) * (at.x - from.x)) /
	       facing->length;
}

static long double least(long double a, long double b)
{
	return a < b ? a : b;
}

static long double most(long double a, long double b)
{
	return a > b ? a : b;
}

static void insert_cover(struct covers *covers, struct cover cover)
{
	int at = covers->count;

	for (; at > 0 && covers->cover[at - 1].low > cover.low; at--)
		covers->cover[at] = covers->cover[at - 1];
	covers->cover[at] = cover;
	covers->count++;
}

static void cover_by_edge(struct covers *covers, const struct facing *facing, struct point a,
			  struct point b, long double slack)
{
	long double line = PN_TOUCH - slack;

	if (!clip(&a, &b, before(facing, a) - line, before(facing, b) - line) ||
	    !clip(&a, &b, a.y + 2 * PN_TOUCH + slack, b.y + 2 * PN_TOUCH + slack))
		return;
	insert_cover(covers, (struct cover){least(a.x, b.x) - slack, most(a.x, b.x) + slack});
}

static void cover_by_blockers(const struct brute_lanes *lanes, const struct facing *facing,
			      long double sine, long double cosine, long double slack,
			      struct covers *covers)
{
	for (uint16_t i = 0; i < lanes->blockers; i++) {
		const struct pn_shape *shape = &lanes->blocker[i];
		struct point last = to_front(lanes, shape->point[shape->count - 1], sine, cosine);

		for (uint8_t k = 0; k < shape->count; k++) {
			struct point next = to_front(lanes, shape->point[k], sine, cosine);

			cover_by_edge(covers, facing, last, next, slack);
			last = next;
		}
	}
}

/* Is a strip of that width free between left and right? */
static bool is_free(const struct covers *covers, struct cover stretch, long double width)
{
	for (int i = 0; i < covers->count && covers->cover[i].low < stretch.high; i++) {
		if (covers->cover[i].low - stretch.low >= width)
			return true;
		stretch.low = most(stretch.low, covers->cover[i].high);
	}
	return stretch.high - stretch.low >= width;
}

static void fill_table(void)
{
	for (int32_t angle = 0; angle < 65536 && !table.filled; angle++) {
		table.sine[angle] = sinl(angle * RADIANS);
		table.cosine[angle] = cosl(angle * RADIANS);
	}
	table.filled = true;
}

int brute_lanes_count(const struct brute_lanes *lanes, pn_angle heading, long double slack,
		      bool blocked)
{
	fill_table();
	long double sine = table.sine[heading];
	long double cosine = table.cosine[heading];
	struct point from = to_front(lanes, lanes->from, sine, cosine);
	struct point to = to_front(lanes, lanes->to, sine, cosine);
	struct facing facing = {from, to, hypotl(to.x - from.x, to.y - from.y)};
	struct covers covers = {.count = 0};
	int count = 0;

	if (from.x <= to.x || from.x - to.x < lanes->least + slack)
		return 0;
	if (blocked)
		cover_by_blockers(lanes, &facing, sine, cosine, slack, &covers);
	for (int32_t lane = 0; lane < lanes->lanes; lane++) {
		struct cover stretch = {most(to.x, lanes->left + lane * lanes->width),
					least(from.x, lanes->left + (lane + 1) * lanes->width)};
		long double slope = (from.y - to.y) / (from.x - to.x);
		long double at_left = to.y + slope * (stretch.low - to.x);
		long double at_right = to.y + slope * (stretch.high - to.x);

		count += stretch.high - stretch.low >= lanes->least + slack &&
			 least(at_left, at_right) >= slack - 2 * PN_TOUCH &&
			 least(at_left, at_right) <= lanes->reach - slack &&
			 is_free(&covers, stretch, lanes->least + slack);
	}
	return count;
}

int brute_lanes_touched(const struct pn_lanes *lanes, long double slack)
{
	const struct brute_lanes brute = {
		.centre = pn_wheel_centre(lanes->pose, lanes->formation, PN_CORNER_LEFT),
		.width = lanes->formation.base_width,
		.least = -PN_TOUCH,
		.lanes = lanes->formation.files,
		.from = lanes->from,
		.to = lanes->to,
		.reach = lanes->reach,
		.blocker = lanes->blocker,
		.blockers = lanes->blockers,
	};

	return brute_lanes_count(&brute, lanes->pose.facing, slack, true);
}

uint16_t brute_lanes_worth(const struct pn_lanes *lanes, uint16_t stands)
{
	const uint16_t straight = pn_lanes_count(lanes, PN_CORNER_LEFT, 0);

	return straight > 0 && stands > straight && stands <= brute_lanes_touched(lanes, 0)
		       ? straight
		       : stands;
}
