/* Lanes by looking at each in turn: the stretch of the facing in it, less what the edges
 * of the blockers cover. */

#include "brute_lanes.h"

#include <math.h>

#define RADIANS (3.14159265358979323846264338327950288L / 32768)

/* A point of the front's own frame: x to the right along it, y ahead. */
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

/* How far a point lies before the line of the facing. */
static long double before(struct point from, struct point to, struct point at)
{
	return ((to.x - from.x) * (at.y - from.y) - (to.y - from.y) * (at.x - from.x)) /
	       hypotl(to.x - from.x, to.y - from.y);
}

static void insert_cover(struct covers *covers, struct cover cover)
{
	int at = covers->count;

	for (; at > 0 && covers->cover[at - 1].low > cover.low; at--)
		covers->cover[at] = covers->cover[at - 1];
	covers->cover[at] = cover;
	covers->count++;
}

static void cover_by_edge(struct covers *covers, struct point a, struct point b, struct point from,
			  struct point to, long double slack)
{
	long double line = PN_TOUCH - slack;

	if (!clip(&a, &b, before(from, to, a) - line, before(from, to, b) - line) ||
	    !clip(&a, &b, a.y + 2 * PN_TOUCH + slack, b.y + 2 * PN_TOUCH + slack))
		return;
	insert_cover(covers, (struct cover){fminl(a.x, b.x) - slack, fmaxl(a.x, b.x) + slack});
}

/* Is a strip wider than PN_TOUCH free between left and right? */
static bool is_free(const struct brute_lanes *lanes, long double sine, long double cosine,
		    struct cover stretch, long double slack)
{
	struct point from = to_front(lanes, lanes->from, sine, cosine);
	struct point to = to_front(lanes, lanes->to, sine, cosine);
	struct covers covers = {.count = 0};

	for (uint16_t i = 0; i < lanes->blockers; i++) {
		const struct pn_shape *shape = &lanes->blocker[i];

		for (uint8_t k = 0; k < shape->count; k++) {
			cover_by_edge(
				&covers, to_front(lanes, shape->point[k], sine, cosine),
				to_front(lanes, shape->point[(k + 1) % shape->count], sine, cosine),
				from, to, slack);
		}
	}
	for (int i = 0; i < covers.count && covers.cover[i].low < stretch.high; i++) {
		if (covers.cover[i].low - stretch.low > PN_TOUCH + slack)
			return true;
		stretch.low = fmaxl(stretch.low, covers.cover[i].high);
	}
	return stretch.high - stretch.low > PN_TOUCH + slack;
}

int brute_lanes_count(const struct brute_lanes *lanes, long double heading, long double slack,
		      bool blocked)
{
	long double sine = sinl(heading * RADIANS);
	long double cosine = cosl(heading * RADIANS);
	struct point from = to_front(lanes, lanes->from, sine, cosine);
	struct point to = to_front(lanes, lanes->to, sine, cosine);
	int count = 0;

	if (from.x - to.x <= PN_TOUCH + slack)
		return 0;
	for (int32_t lane = 0; lane < lanes->lanes; lane++) {
		struct cover stretch = {fmaxl(to.x, lanes->left + lane * lanes->width),
					fminl(from.x, lanes->left + (lane + 1) * lanes->width)};
		long double slope = (from.y - to.y) / (from.x - to.x);
		long double at_left = to.y + slope * (stretch.low - to.x);
		long double at_right = to.y + slope * (stretch.high - to.x);

		count += stretch.high - stretch.low > PN_TOUCH + slack &&
			 fminl(at_left, at_right) >= slack - 2 * PN_TOUCH &&
			 fminl(at_left, at_right) <= lanes->reach - slack &&
			 (!blocked || is_free(lanes, sine, cosine, stretch, slack));
	}
	return count;
}
