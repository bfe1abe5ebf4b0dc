/* When two convex parts meet, one of which is translated.
 *
 * Take two convex parts P (of the mover) and Q. An edge of either, with its normal,
 * sees the other reach `depth` behind its line, and that depth changes evenly as P
 * moves: depth - rate * t. The parts overlap when every edge of both sees a
 * positive depth. So the moments at which they overlap are an interval, cut out by
 * one inequality an edge:
 *
 *	 depth                  rate < 0: the edge sees the other come in
 *	   |\        rate > 0   rate > 0: it sees it go out again
 *	   | \      /
 *	 0 +--\----/------ t    They meet when the last edge with rate < 0 has let
 *	   |   \  /             the other in, unless one with rate > 0 has seen it
 *	   |    \/              out before. (Drawn: the line of each crossing 0.)
 *
 * This is vertex against edge both ways: the depth an edge of Q sees belongs to a
 * corner of P, and the reverse. The same interval with a limit above 0 tells
 * whether the contact leads in deeper than that. Everything is a quotient of two
 * cross products. Only the limit times the length of an edge is irrational; it is
 * rounded down, by less than a hundredth of a unit of depth for an edge of 1 mm. */

#include "meeting.h"

#include "sweep.h"

_Static_assert(PN_SWEEP_SLIDE_TWICE + 2 * 2 * 71 / 100 < 2 * PN_TOUCH,
	       "a slide and two roundings of 0.71 stay within a touch");

/* How the edges of two convex parts see the other come and go. */
struct passage {
	uint8_t count;
	bool apart; /* by more than PN_TOUCH at the start */
	struct {
		int64_t depth; /* at the start; it changes by -rate over the whole way */
		int64_t rate;
		pn_vec side; /* the edge */
	} edge[2 * PN_SHAPE_POINTS_MAX];
};

static int64_t squared(pn_vec side)
{
	return (int64_t)side.x * side.x + (int64_t)side.y * side.y;
}

/* As pn_edge_look() has it. */
static int64_t depth_behind(pn_vec a, pn_vec side, const struct pn_shape *other)
{
	int64_t least = INT64_MAX;
	for (uint8_t k = 0; k < other->count; k++) {
		int64_t cross = (int64_t)side.x * (other->point[k].y - a.y) -
				(int64_t)side.y * (other->point[k].x - a.x);
		least = cross < least ? cross : least;
	}
	return -least;
}

/* An edge sees the other so deep behind it, and come in or go out at that rate. False: it is
 * outside and stays there, so the parts do not meet on this way. */
static inline bool look_past(struct passage *passage, int64_t depth, int64_t rate, pn_vec side)
{
	if (depth <= 0 && (rate >= 0 || depth < rate))
		return false;
	if (depth < 0 && !passage->apart)
		passage->apart =
			pn_product_compare(depth, depth, squared(side), PN_TOUCH * PN_TOUCH) > 0;
	passage->edge[passage->count].depth = depth;
	passage->edge[passage->count].rate = rate;
	passage->edge[passage->count++].side = side;
	return true;
}

/* Look along the edges of one part. */
static bool look_along(struct passage *passage, const struct pn_shape *shape,
		       const struct pn_shape *other, pn_vec way)
{
	for (uint8_t i = 0; i < shape->count; i++) {
		pn_vec a = shape->point[i];
		pn_vec side = pn_subtract(pn_shape_next(shape, i), a);
		int64_t rate = (int64_t)side.x * way.y - (int64_t)side.y * way.x;
		if (!look_past(passage, depth_behind(a, side, other), rate, side))
			return false;
	}
	return true;
}

/* The depth past which a contact leads in, times the length of the edge. A shape that starts
 * between a slide and a touch deep may stay so. */
static int64_t find_limit(int64_t depth, pn_vec side, bool apart)
{
	uint64_t length_squared = (uint64_t)squared(side);
	int64_t slide = (int64_t)pn_square_root(length_squared * PN_SWEEP_SLIDE_TWICE *
						PN_SWEEP_SLIDE_TWICE / 4);
	if (apart || depth <= slide)
		return slide;
	int64_t touch = (int64_t)pn_square_root(length_squared * PN_TOUCH * PN_TOUCH);
	return depth <= touch ? touch : slide;
}

static int64_t magnitude(pn_len n)
{
	return n < 0 ? -(int64_t)n : n;
}

/* No less than any limit of the edge, and no square root. */
static int64_t find_most(pn_vec side)
{
	return PN_TOUCH * (magnitude(side.x) + magnitude(side.y));
}

/* Is there a moment before the horizon at which every edge sees more than its limit, or more
 * than there is to any limit? */
static bool leads_deeper(const struct passage *passage, struct pn_instant horizon, bool than_any)
{
	struct pn_instant from = {0, 1};
	struct pn_instant until = horizon;
	for (uint8_t i = 0; i < passage->count; i++) {
		pn_vec side = passage->edge[i].side;
		int64_t rate = passage->edge[i].rate;
		int64_t depth = passage->edge[i].depth;
		int64_t excess = depth - (than_any ? find_most(side)
						   : find_limit(depth, side, passage->apart));
		if (excess <= 0 && rate >= 0)
			return false;
		if (excess < 0 && pn_is_earlier(from, (struct pn_instant){-excess, -rate}))
			from = (struct pn_instant){-excess, -rate};
		if (excess > 0 && rate > 0 &&
		    pn_is_earlier((struct pn_instant){excess, rate}, until))
			until = (struct pn_instant){excess, rate};
	}
	return pn_is_earlier(from, until);
}

/* The instants between which the parts overlap, if each edge sees the other behind it: every edge
 * has let it in, and none has seen it out. False: never. */
static bool find_overlap(const struct passage *passage, struct pn_instant *from)
{
	struct pn_instant until = {1, 0};
	*from = (struct pn_instant){0, 1};
	for (uint8_t i = 0; i < passage->count; i++) {
		int64_t depth = passage->edge[i].depth;
		int64_t rate = passage->edge[i].rate;
		if (depth < 0 && pn_is_earlier(*from, (struct pn_instant){-depth, -rate}))
			*from = (struct pn_instant){-depth, -rate};
		if (depth > 0 && rate > 0 && pn_is_earlier((struct pn_instant){depth, rate}, until))
			until = (struct pn_instant){depth, rate};
	}
	return pn_is_earlier(*from, until);
}

/* Mostly it leads in far deeper, and on the way itself, which is cheap to say. */
static bool leads_deep(const struct passage *passage, pn_vec way)
{
	struct pn_instant horizon = {1, 1};
	if (leads_deeper(passage, horizon, true))
		return true;
	if (passage->apart) {
		horizon.den = pn_distance((pn_vec){0, 0}, way);
		horizon.num = horizon.den + PN_SWEEP_REACH;
	}
	return leads_deeper(passage, horizon, false);
}

/* Do the parts come to a contact earlier than that? Whether it leads in deep is dearest to say,
 * and is asked last. */
static bool is_first(const struct passage *passage, pn_vec way, struct pn_earliest *earliest)
{
	struct pn_instant at;
	if (!find_overlap(passage, &at) || (earliest->found && !pn_is_earlier(at, earliest->at)) ||
	    !leads_deep(passage, way))
		return false;
	*earliest = (struct pn_earliest){true, at};
	return true;
}

bool pn_parts_meet(const struct pn_shape *mover, const struct pn_shape *obstacle, pn_vec way,
		   struct pn_earliest *earliest)
{
	struct passage passage;
	passage.count = 0;
	passage.apart = false;
	return look_along(&passage, obstacle, mover, way) &&
	       look_along(&passage, mover, obstacle, (pn_vec){-way.x, -way.y}) &&
	       is_first(&passage, way, earliest);
}

bool pn_parts_cross(const struct pn_shape *mover, const struct pn_shape *obstacle, pn_vec way,
		    struct pn_earliest *earliest)
{
	const struct pn_instant end = earliest->found ? earliest->at : (struct pn_instant){1, 1};
	struct passage passage;
	struct pn_instant at;
	passage.count = 0;
	passage.apart = false;
	if (!look_along(&passage, obstacle, mover, way) ||
	    !look_along(&passage, mover, obstacle, (pn_vec){-way.x, -way.y}) ||
	    !find_overlap(&passage, &at) || !pn_is_earlier(at, end))
		return false;
	*earliest = (struct pn_earliest){true, at};
	return true;
}

static struct pn_seen *look_at(struct pn_seen *out, const struct pn_shape *shape,
			       const struct pn_shape *other, int sign)
{
	for (uint8_t i = 0; i < shape->count; i++) {
		pn_vec a = shape->point[i];
		pn_vec side = pn_subtract(pn_shape_next(shape, i), a);
		*out++ = (struct pn_seen){depth_behind(a, side, other),
					  {sign * side.x, sign * side.y}};
	}
	return out;
}

void pn_parts_see(const struct pn_shape *mover, const struct pn_shape *obstacle,
		  struct pn_seen *out)
{
	look_at(look_at(out, obstacle, mover, 1), mover, obstacle, -1);
}

bool pn_seen_meet(const struct pn_seen *seen, uint8_t count, pn_vec from, pn_vec way,
		  struct pn_earliest *earliest)
{
	struct passage passage;
	passage.count = 0;
	passage.apart = false;
	for (uint8_t i = 0; i < count; i++) {
		pn_vec side = seen[i].side;
		int64_t gone = (int64_t)side.x * from.y - (int64_t)side.y * from.x;
		int64_t rate = (int64_t)side.x * way.y - (int64_t)side.y * way.x;
		if (!look_past(&passage, seen[i].depth - gone, rate, side))
			return false;
	}
	return is_first(&passage, way, earliest);
}

bool pn_seen_overlap(const struct pn_seen *seen, uint8_t count, pn_vec from, pn_vec way,
		     struct pn_instant until, pn_len depth)
{
	struct pn_instant since = {0, 1};
	for (uint8_t i = 0; i < count; i++) {
		pn_vec side = seen[i].side;
		int64_t gone = (int64_t)side.x * from.y - (int64_t)side.y * from.x;
		int64_t rate = (int64_t)side.x * way.y - (int64_t)side.y * way.x;
		int64_t excess =
			seen[i].depth - gone - depth * (magnitude(side.x) + magnitude(side.y));
		if (excess <= 0 && rate >= 0)
			return false;
		if (excess < 0 && pn_is_earlier(since, (struct pn_instant){-excess, -rate}))
			since = (struct pn_instant){-excess, -rate};
		if (excess > 0 && rate > 0 &&
		    pn_is_earlier((struct pn_instant){excess, rate}, until))
			until = (struct pn_instant){excess, rate};
	}
	return pn_is_earlier(since, until);
}
