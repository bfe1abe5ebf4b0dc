/* First contact of a translated shape.
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

#include "sweep.h"

#include "convex_parts.h"
#include "cuts.h"
#include "sweep_contact.h"

_Static_assert(PN_SWEEP_SLIDE_TWICE + 2 * 2 * 71 / 100 < 2 * PN_TOUCH,
	       "a slide and two roundings of 0.71 stay within a touch");

/* A moment of a way, or one after it: num / den of the whole, with 0 <= num and 0 < den < 2^62. */
struct moment {
	int64_t num;
	int64_t den;
};

static bool is_earlier(struct moment a, struct moment b)
{
	return (pn_wide)a.num * b.den < (pn_wide)b.num * a.den;
}

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

/* Look along the edges of one part. False: on one of them the other is outside and
 * stays there, so the parts do not meet on this way. */
static bool look_along(struct passage *passage, const struct pn_shape *shape,
		       const struct pn_shape *other, pn_vec way)
{
	for (uint8_t i = 0; i < shape->count; i++) {
		pn_vec a = shape->point[i];
		pn_vec side = pn_subtract(pn_shape_next(shape, i), a);
		int64_t rate = (int64_t)side.x * way.y - (int64_t)side.y * way.x;
		int64_t depth = depth_behind(a, side, other);
		if (depth <= 0 && (rate >= 0 || depth < rate))
			return false;
		if (depth < 0 && !passage->apart)
			passage->apart = pn_product_compare(depth, depth, squared(side),
							    PN_TOUCH * PN_TOUCH) > 0;
		passage->edge[passage->count].depth = depth;
		passage->edge[passage->count].rate = rate;
		passage->edge[passage->count++].side = side;
	}
	return true;
}

/* The depth past which a contact leads in, times the length of the edge. Who starts
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
static bool leads_deeper(const struct passage *passage, struct moment horizon, bool than_any)
{
	struct moment from = {0, 1};
	struct moment until = horizon;
	for (uint8_t i = 0; i < passage->count; i++) {
		pn_vec side = passage->edge[i].side;
		int64_t rate = passage->edge[i].rate;
		int64_t depth = passage->edge[i].depth;
		int64_t excess = depth - (than_any ? find_most(side)
						   : find_limit(depth, side, passage->apart));
		if (excess <= 0 && rate >= 0)
			return false;
		if (excess < 0 && is_earlier(from, (struct moment){-excess, -rate}))
			from = (struct moment){-excess, -rate};
		if (excess > 0 && rate > 0 && is_earlier((struct moment){excess, rate}, until))
			until = (struct moment){excess, rate};
	}
	return is_earlier(from, until);
}

/* Mostly it leads in far deeper, which is cheap to say. */
static bool leads_deep(const struct passage *passage, struct moment horizon)
{
	return leads_deeper(passage, horizon, true) || leads_deeper(passage, horizon, false);
}

/* The first contact so far. */
struct earliest {
	bool found;
	struct moment at;
};

/* When every edge has let the other part in. */
static struct moment find_entry(const struct passage *passage)
{
	struct moment at = {0, 1};
	for (uint8_t i = 0; i < passage->count; i++) {
		struct moment in = {-passage->edge[i].depth, -passage->edge[i].rate};
		if (in.num > 0 && is_earlier(at, in))
			at = in;
	}
	return at;
}

/* Do two convex parts come to a contact earlier than that? Whether it leads in deep is
 * dearest to say, and is asked last. */
static bool find_meeting(const struct pn_shape *mover, const struct pn_shape *obstacle, pn_vec way,
			 struct earliest *earliest)
{
	struct passage passage;
	passage.count = 0;
	passage.apart = false;
	if (!look_along(&passage, obstacle, mover, way) ||
	    !look_along(&passage, mover, obstacle, (pn_vec){-way.x, -way.y}))
		return false;
	struct moment at = find_entry(&passage);
	if (earliest->found && !is_earlier(at, earliest->at))
		return false;
	struct moment horizon = {1, 1};
	if (passage.apart) {
		horizon.den = pn_distance((pn_vec){0, 0}, way);
		horizon.num = horizon.den + PN_SWEEP_REACH;
	}
	if (!leads_deep(&passage, horizon))
		return false;
	*earliest = (struct earliest){true, at};
	return true;
}

/* How far left of a direction things lie, times its length. */
struct strip {
	int64_t low, high;
};

static int64_t left_of(pn_vec way, pn_vec point)
{
	return (int64_t)way.x * point.y - (int64_t)way.y * point.x;
}

static struct strip strip_of_shape(pn_vec way, const struct pn_shape *shape)
{
	struct strip strip = {left_of(way, shape->point[0]), left_of(way, shape->point[0])};
	for (uint8_t i = 1; i < shape->count; i++) {
		int64_t at = left_of(way, shape->point[i]);
		strip.low = at < strip.low ? at : strip.low;
		strip.high = at > strip.high ? at : strip.high;
	}
	return strip;
}

static struct strip strip_of_box(pn_vec way, struct pn_box box)
{
	pn_vec low = {way.y > 0 ? box.high.x : box.low.x, way.x > 0 ? box.low.y : box.high.y};
	pn_vec high = {way.y > 0 ? box.low.x : box.high.x, way.x > 0 ? box.high.y : box.low.y};
	return (struct strip){left_of(way, low), left_of(way, high)};
}

/* What lies side by side on a way never comes to overlap. */
static bool strips_apart(struct strip a, struct strip b)
{
	return a.high < b.low || b.high < a.low;
}

/* A mover on its way, and what it meets first. */
struct sweep {
	const struct pn_shape *mover;
	const struct pn_shape *part; /* its parts, once something lies in its way */
	uint8_t part_count;
	pn_vec way;
	struct strip strip;
	struct pn_box start;
	struct pn_box box; /* of the way to the first contact so far */
	struct earliest earliest;
};

/* Where the mover's parts are kept, and the strips of all of them. */
struct own_parts {
	struct pn_parts parts;
	struct strip strip[PN_PARTS_MAX];
};

/* The box round all of the way of a box. */
static struct pn_box stretch_box(struct pn_box box, pn_vec way)
{
	struct pn_box end = {pn_add(box.low, way), pn_add(box.high, way)};

	return pn_box_join(box, end);
}

/* A part of a length, rounded away from 0 and sometimes by one more. */
static pn_len part_up(pn_len length, int64_t num, int64_t den)
{
	return (pn_len)(length < 0 ? length * num / den - 1 : length * num / den + 1);
}

/* What comes later than the first contact so far need not be looked at. */
static void shorten(struct sweep *sweep, struct moment at)
{
	while (at.den >> 31 != 0) {
		at.den >>= 1;
		at.num = (at.num >> 1) + 1;
	}
	if (at.num > at.den)
		return;
	sweep->box = stretch_box(sweep->start, (pn_vec){part_up(sweep->way.x, at.num, at.den),
							part_up(sweep->way.y, at.num, at.den)});
}

/* Cut the mover, and say for each part what it takes up. */
static void cut_mover(struct sweep *sweep, struct own_parts *own)
{
	sweep->part = pn_shape_convex(sweep->mover, &own->parts, &sweep->part_count);
	for (uint8_t i = 0; i < sweep->part_count; i++)
		own->strip[i] = strip_of_shape(sweep->way, &sweep->part[i]);
}

/* Does it come to a contact with the convex parts earlier than that? */
static bool find_contact(struct sweep *sweep, struct own_parts *own,
			 const struct pn_shape *obstacle, uint8_t count)
{
	bool found = false;
	for (uint8_t k = 0; k < count; k++) {
		struct strip strip = strip_of_shape(sweep->way, &obstacle[k]);
		if (strips_apart(sweep->strip, strip) ||
		    (count > 1 && pn_boxes_far(sweep->box, pn_shape_box(&obstacle[k]), 0)))
			continue;
		if (sweep->part == NULL)
			cut_mover(sweep, own);
		for (uint8_t i = 0; i < sweep->part_count; i++) {
			if (strips_apart(own->strip[i], strip) ||
			    !find_meeting(&sweep->part[i], &obstacle[k], sweep->way,
					  &sweep->earliest))
				continue;
			found = true;
			shorten(sweep, sweep->earliest.at);
		}
	}
	return found;
}

static inline bool may_meet(const struct sweep *sweep, const struct pn_shape *obstacle,
			    const struct pn_cuts *cuts, size_t number)
{
	struct pn_box box = cuts ? cuts->of[number].box : pn_shape_box(obstacle);

	return !pn_boxes_far(sweep->box, box, 0) &&
	       !strips_apart(sweep->strip, strip_of_box(sweep->way, box));
}

/* Hold the mover, whose parts are kept in `own`, against an obstacle that it may meet. */
static bool try_obstacle(struct sweep *sweep, struct own_parts *own,
			 const struct pn_shape *obstacle, const struct pn_cuts *cuts, size_t number)
{
	struct pn_parts parts;
	uint8_t count;
	const struct pn_shape *part;
	if (cuts && cuts->of[number].count > 0)
		return find_contact(sweep, own, pn_cut_parts(cuts, obstacle, number),
				    cuts->of[number].count);
	if (strips_apart(sweep->strip, strip_of_shape(sweep->way, obstacle)))
		return false;
	part = pn_shape_convex(obstacle, &parts, &count);
	return find_contact(sweep, own, part, count);
}

static struct sweep set_out(const struct pn_shape *mover, pn_vec displacement)
{
	struct sweep sweep = {.mover = mover, .way = displacement};
	sweep.strip = strip_of_shape(displacement, mover);
	sweep.start = pn_shape_box(mover);
	sweep.box = stretch_box(sweep.start, displacement);
	return sweep;
}

bool pn_sweep_first_cut(const struct pn_shape *mover, pn_vec displacement,
			const struct pn_shape *obstacles, size_t count, const struct pn_cuts *cuts,
			struct pn_sweep_first *first)
{
	pn_assert(count <= UINT16_MAX && (cuts == NULL || count <= cuts->count));
	struct own_parts parts;
	struct sweep sweep = set_out(mover, displacement);
	for (size_t i = 0; i < count; i++) {
		if (may_meet(&sweep, &obstacles[i], cuts, i) &&
		    try_obstacle(&sweep, &parts, &obstacles[i], cuts, i))
			first->obstacle = (uint16_t)i;
	}
	if (sweep.earliest.found)
		first->at = (pn_fraction){sweep.earliest.at.num, sweep.earliest.at.den};
	return sweep.earliest.found;
}

bool pn_sweep_onto(const struct pn_shape *mover, pn_vec displacement,
		   const struct pn_shape *obstacle, const struct pn_cuts *cuts, size_t number,
		   pn_fraction *at)
{
	struct own_parts parts;
	struct sweep sweep = set_out(mover, displacement);
	if (!may_meet(&sweep, obstacle, cuts, number) ||
	    !try_obstacle(&sweep, &parts, obstacle, cuts, number))
		return false;
	*at = (pn_fraction){sweep.earliest.at.num, sweep.earliest.at.den};
	return true;
}

bool pn_sweep_onto_before(const struct pn_shape *mover, pn_vec displacement,
			  const struct pn_shape *obstacles, const struct pn_cuts *cuts,
			  size_t number, size_t rival, pn_fraction *at)
{
	struct own_parts parts;
	struct sweep sweep = set_out(mover, displacement);
	if (!may_meet(&sweep, &obstacles[number], cuts, number) ||
	    !try_obstacle(&sweep, &parts, &obstacles[number], cuts, number))
		return false;
	*at = (pn_fraction){sweep.earliest.at.num, sweep.earliest.at.den};
	return rival == number || !may_meet(&sweep, &obstacles[rival], cuts, rival) ||
	       !try_obstacle(&sweep, &parts, &obstacles[rival], cuts, rival);
}

bool pn_sweep_first(const struct pn_shape *mover, pn_vec displacement,
		    const struct pn_shape *obstacles, size_t count, struct pn_sweep_first *first)
{
	return pn_sweep_first_cut(mover, displacement, obstacles, count, NULL, first);
}

bool pn_sweep(const struct pn_shape *mover, pn_vec displacement, const struct pn_shape *obstacles,
	      size_t count, struct pn_sweep_contact *contact)
{
	return pn_sweep_cut(mover, displacement, obstacles, count, NULL, contact);
}

bool pn_sweep_cut(const struct pn_shape *mover, pn_vec displacement,
		  const struct pn_shape *obstacles, size_t count, const struct pn_cuts *cuts,
		  struct pn_sweep_contact *contact)
{
	struct pn_sweep_first first;
	if (!pn_sweep_first_cut(mover, displacement, obstacles, count, cuts, &first))
		return false;
	contact->at = first.at;
	contact->obstacle = first.obstacle;
	pn_sweep_describe(contact, mover, displacement, &obstacles[first.obstacle]);
	return true;
}

pn_len pn_sweep_distance(pn_len length, pn_fraction at)
{
	enum { HALF_BITS = 11, NUM_BITS = 50 };
	pn_assert(length >= 0 && at.num <= at.den);
	if (at.num >> NUM_BITS == 0 && at.den >> NUM_BITS == 0) { /* in two digits */
		int64_t num = (int64_t)at.num;
		int64_t high = num * (length >> HALF_BITS);
		int64_t low = num * (length & ((1 << HALF_BITS) - 1));
		return (pn_len)((high / at.den << HALF_BITS) +
				((high % at.den << HALF_BITS) + low) / at.den);
	}
	pn_len reached = 0;
	pn_len beyond = length + 1;
	while (beyond - reached > 1) {
		pn_len middle = reached + (beyond - reached) / 2;
		if ((pn_wide)middle * at.den <= at.num * length)
			reached = middle;
		else
			beyond = middle;
	}
	return reached;
}

pn_pose pn_sweep_end(pn_pose pose, pn_angle heading, pn_len length, pn_fraction at)
{
	pn_vec way = pn_along(heading, pn_sweep_distance(length, at));
	return (pn_pose){pn_add(pose.at, way), pose.facing};
}

pn_vec pn_sweep_stop(pn_vec displacement, pn_fraction at)
{
	pn_len x = pn_sweep_distance(displacement.x < 0 ? -displacement.x : displacement.x, at);
	pn_len y = pn_sweep_distance(displacement.y < 0 ? -displacement.y : displacement.y, at);
	return (pn_vec){displacement.x < 0 ? -x : x, displacement.y < 0 ? -y : y};
}

struct pn_shape pn_shape_moved(const struct pn_shape *shape, pn_vec by)
{
	struct pn_shape moved = {.count = shape->count};
	for (uint8_t i = 0; i < shape->count; i++)
		moved.point[i] = pn_add(shape->point[i], by);
	return moved;
}
