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

_Static_assert(PN_SWEEP_SLIDE_TWICE + 2 * 2 * 71 / 100 < 2 * PN_TOUCH,
	       "a slide and two roundings of 0.71 stay within a touch");

/* How the edges of two convex parts see the other come and go. */
struct passage {
	uint8_t count;
	bool apart; /* by more than PN_TOUCH at the start */
	struct {
		int64_t depth; /* at the start; it changes by -rate over the whole way */
		int64_t rate;
		int64_t length_squared;
	} edge[2 * PN_SHAPE_POINTS_MAX];
};

/* Look along the edges of one part. False: on one of them the other is outside and
 * stays there, so the parts do not meet on this way. */
static bool look_along(struct passage *passage, const struct pn_shape *shape,
		       const struct pn_shape *other, pn_vec way)
{
	for (uint8_t i = 0; i < shape->count; i++) {
		struct pn_edge_view view = pn_edge_look(shape, i, other);
		int64_t rate = (int64_t)view.normal.x * way.x + (int64_t)view.normal.y * way.y;
		if (view.depth <= 0 && (rate >= 0 || view.depth < rate))
			return false;
		if (view.depth < 0 &&
		    pn_product_compare(view.depth, view.depth, view.length_squared,
				       PN_TOUCH * PN_TOUCH) > 0)
			passage->apart = true;
		passage->edge[passage->count].depth = view.depth;
		passage->edge[passage->count].rate = rate;
		passage->edge[passage->count].length_squared = view.length_squared;
		passage->count++;
	}
	return true;
}

/* The depth past which a contact leads in, times the length of the edge. Who starts
 * between a slide and a touch deep may stay so. */
static int64_t find_limit(int64_t depth, int64_t length_squared, bool apart)
{
	int64_t slide = (int64_t)pn_square_root((uint64_t)length_squared * PN_SWEEP_SLIDE_TWICE *
						PN_SWEEP_SLIDE_TWICE / 4);
	if (apart || depth <= slide)
		return slide;
	int64_t touch = (int64_t)pn_square_root((uint64_t)length_squared * PN_TOUCH * PN_TOUCH);
	return depth <= touch ? touch : slide;
}

static void raise(pn_fraction *fraction, pn_fraction other)
{
	if (pn_fraction_compare(*fraction, other) < 0)
		*fraction = other;
}

/* Is there a moment before the horizon at which every edge sees more than its limit? */
static bool leads_deep(const struct passage *passage, pn_fraction horizon)
{
	pn_fraction from = {0, 1};
	pn_fraction until = horizon;
	for (uint8_t i = 0; i < passage->count; i++) {
		int64_t rate = passage->edge[i].rate;
		int64_t excess = passage->edge[i].depth -
				 find_limit(passage->edge[i].depth, passage->edge[i].length_squared,
					    passage->apart);
		if (excess <= 0 && rate >= 0)
			return false;
		if (excess < 0)
			raise(&from, (pn_fraction){-excess, -rate});
		pn_fraction out = {excess, rate};
		if (excess > 0 && rate > 0 && pn_fraction_compare(out, until) < 0)
			until = out;
	}
	return pn_fraction_compare(from, until) < 0;
}

/* A convex part on its way. */
struct sweep {
	const struct pn_shape *mover;
	pn_vec displacement;
};

/* The first contact so far. */
struct earliest {
	bool found;
	pn_fraction at;
};

/* When every edge has let the other part in. */
static pn_fraction find_entry(const struct passage *passage)
{
	pn_fraction at = {0, 1};
	for (uint8_t i = 0; i < passage->count; i++) {
		if (passage->edge[i].depth < 0)
			raise(&at, (pn_fraction){-passage->edge[i].depth, -passage->edge[i].rate});
	}
	return at;
}

/* Do two convex parts come to a contact earlier than that? Whether it leads in deep is
 * dearest to say, and is asked last. */
static bool find_meeting(const struct sweep *sweep, const struct pn_shape *obstacle,
			 struct earliest *earliest)
{
	struct passage passage = {.count = 0, .apart = false};
	pn_vec way = sweep->displacement;
	if (!look_along(&passage, obstacle, sweep->mover, way) ||
	    !look_along(&passage, sweep->mover, obstacle, (pn_vec){-way.x, -way.y}))
		return false;
	pn_fraction at = find_entry(&passage);
	if (earliest->found && pn_fraction_compare(at, earliest->at) >= 0)
		return false;
	pn_fraction horizon = {1, 1};
	if (passage.apart) {
		horizon.den = pn_distance((pn_vec){0, 0}, way);
		horizon.num = horizon.den + PN_SWEEP_REACH;
	}
	if (!leads_deep(&passage, horizon))
		return false;
	*earliest = (struct earliest){true, at};
	return true;
}

/* Does the mover, in its parts, come to a contact with the obstacle earlier than that? */
static bool find_contact(const struct pn_shape *mover, uint8_t mover_count,
			 const struct pn_shape *obstacle, pn_vec displacement,
			 struct earliest *earliest)
{
	struct pn_parts parts;
	uint8_t count;
	const struct pn_shape *part = pn_shape_convex(obstacle, &parts, &count);
	bool found = false;
	for (uint8_t i = 0; i < mover_count; i++) {
		struct sweep sweep = {&mover[i], displacement};

		for (uint8_t k = 0; k < count; k++)
			found |= find_meeting(&sweep, &part[k], earliest);
	}
	return found;
}

/* A corner of one shape at the other: its place, the edges it comes into or belongs to
 * on either side, and how far it is from the nearest. */
struct corner {
	pn_vec point;
	bool of_mover;
	uint16_t mover_edges;
	uint16_t obstacle_edges;
	pn_fraction gap_squared;
};

struct meeting {
	uint8_t count;
	struct corner corner[2 * PN_SHAPE_POINTS_MAX];
};

/* A way, and whether any slope into an edge counts or only a steep one. */
struct approach {
	pn_vec way;
	bool steep;
};

/* One in this many is steep: more than the edge of a base of 10 mm can lie askew
 * because its ends are rounded. */
enum { STEEP = 128 };

/* Does the way lead from before the edge to behind it? */
static bool leads_in(pn_vec a, pn_vec b, struct approach approach)
{
	pn_vec way = approach.way;
	int64_t rate = (int64_t)(b.y - a.y) * way.x - (int64_t)(b.x - a.x) * way.y;
	if (rate <= 0 || !approach.steep)
		return rate > 0;
	return pn_product_compare(rate * STEEP, rate * STEEP, pn_distance_squared(a, b),
				  pn_distance_squared((pn_vec){0, 0}, way)) > 0;
}

static struct approach turn_back(struct approach approach)
{
	return (struct approach){{-approach.way.x, -approach.way.y}, approach.steep};
}

/* The edges of `shape` that a point near them comes into, and how near it is. */
static uint16_t find_edges(const struct pn_shape *shape, pn_vec point, struct approach approach,
			   pn_fraction *gap_squared)
{
	uint16_t edges = 0;
	*gap_squared = (pn_fraction){PN_TOUCH * PN_TOUCH, 1};
	for (uint8_t i = 0; i < shape->count; i++) {
		pn_vec a = shape->point[i];
		pn_vec b = pn_shape_next(shape, i);
		if (!leads_in(a, b, approach) || !pn_segment_near(point, a, b, PN_TOUCH))
			continue;
		edges |= (uint16_t)(1u << i);
		pn_fraction gap = pn_segment_distance_squared(point, a, b);
		if (pn_fraction_compare(gap, *gap_squared) < 0)
			*gap_squared = gap;
	}
	return edges;
}

/* The edges of a shape that end in corner i and face the way it goes. */
static uint16_t find_own_edges(const struct pn_shape *shape, uint8_t i, struct approach approach)
{
	uint8_t last = (uint8_t)((i > 0 ? i : shape->count) - 1);
	struct approach back = turn_back(approach);
	uint16_t edges = 0;
	if (leads_in(shape->point[i], pn_shape_next(shape, i), back))
		edges |= (uint16_t)(1u << i);
	if (leads_in(shape->point[last], shape->point[i], back))
		edges |= (uint16_t)(1u << last);
	return edges;
}

/* A corner takes part that comes into an edge, and not with its back: two corners
 * that meet when one shape slides along the other have no business there. */
static void meet_corners(struct meeting *meeting, const struct pn_shape *mover,
			 const struct pn_shape *obstacle, struct approach approach)
{
	struct approach back = turn_back(approach);
	for (uint8_t i = 0; i < obstacle->count; i++) {
		struct corner corner = {.point = obstacle->point[i], .of_mover = false};
		corner.obstacle_edges = find_own_edges(obstacle, i, back);
		corner.mover_edges = find_edges(mover, corner.point, back, &corner.gap_squared);
		if (corner.mover_edges != 0 && corner.obstacle_edges != 0)
			meeting->corner[meeting->count++] = corner;
	}
	for (uint8_t i = 0; i < mover->count; i++) {
		struct corner corner = {.point = mover->point[i], .of_mover = true};
		corner.mover_edges = find_own_edges(mover, i, approach);
		corner.obstacle_edges =
			find_edges(obstacle, corner.point, approach, &corner.gap_squared);
		if (corner.mover_edges != 0 && corner.obstacle_edges != 0)
			meeting->corner[meeting->count++] = corner;
	}
}

static pn_len halve_down(int64_t n)
{
	return (pn_len)((n - (n & 1)) / 2);
}

/* Are there two corners far from each other on the same edges? Then the edges lie
 * along each other, and the contact is the middle of the longest such stretch. */
static bool describe_stretch(struct pn_sweep_contact *contact, const struct meeting *meeting)
{
	int64_t longest = (int64_t)PN_SWEEP_STRETCH * PN_SWEEP_STRETCH - 1;
	bool found = false;
	for (uint8_t i = 0; i < meeting->count; i++) {
		for (uint8_t k = (uint8_t)(i + 1); k < meeting->count; k++) {
			const struct corner *a = &meeting->corner[i];
			const struct corner *b = &meeting->corner[k];
			int64_t length = pn_distance_squared(a->point, b->point);
			if (length <= longest || (a->mover_edges & b->mover_edges) == 0 ||
			    (a->obstacle_edges & b->obstacle_edges) == 0)
				continue;
			longest = length;
			found = true;
			contact->point.x = halve_down((int64_t)a->point.x + b->point.x);
			contact->point.y = halve_down((int64_t)a->point.y + b->point.y);
		}
	}
	if (found)
		contact->kind = PN_CONTACT_STRETCH;
	return found;
}

/* The corner nearest to what it meets is the contact, of equal ones the obstacle's,
 * which has not been rounded; with one of the other shape in touch of it both are. */
static void describe_corner(struct pn_sweep_contact *contact, const struct meeting *meeting)
{
	const struct corner *nearest = &meeting->corner[0];
	for (uint8_t i = 1; i < meeting->count; i++) {
		const struct corner *corner = &meeting->corner[i];
		if (pn_fraction_compare(corner->gap_squared, nearest->gap_squared) < 0)
			nearest = corner;
	}
	contact->point = nearest->point;
	contact->kind = nearest->of_mover ? PN_CONTACT_CORNER_ON_EDGE : PN_CONTACT_EDGE_ON_CORNER;
	for (uint8_t i = 0; i < meeting->count; i++) {
		const struct corner *corner = &meeting->corner[i];
		if (corner->of_mover != nearest->of_mover &&
		    pn_distance_squared(corner->point, nearest->point) <= PN_TOUCH * PN_TOUCH)
			contact->kind = PN_CONTACT_CORNER_ON_CORNER;
	}
}

/* A slide along another edge must not count as meeting it, so the way has to lead
 * steeply in; only when it does nowhere any slope in will do. */
static void look_closely(struct pn_sweep_contact *contact, const struct pn_shape *mover,
			 pn_vec displacement, const struct pn_shape *obstacle)
{
	struct pn_shape moved = pn_shape_moved(mover, pn_sweep_stop(displacement, contact->at));
	struct meeting meeting = {.count = 0};
	if (contact->at.num > 0 || !pn_shapes_overlap(mover, obstacle)) {
		meet_corners(&meeting, &moved, obstacle, (struct approach){displacement, true});
		if (meeting.count == 0)
			meet_corners(&meeting, &moved, obstacle,
				     (struct approach){displacement, false});
	}
	contact->kind = PN_CONTACT_OVERLAP;
	contact->point = mover->point[0];
	contact->mover_edges = 0;
	contact->obstacle_edges = 0;
	for (uint8_t i = 0; i < meeting.count; i++) {
		contact->mover_edges |= meeting.corner[i].mover_edges;
		contact->obstacle_edges |= meeting.corner[i].obstacle_edges;
	}
	if (meeting.count > 0 && !describe_stretch(contact, &meeting))
		describe_corner(contact, &meeting);
}

/* The box round all of the way of a box. */
static struct pn_box stretch_box(struct pn_box box, pn_vec way)
{
	struct pn_box end = {pn_add(box.low, way), pn_add(box.high, way)};

	return pn_box_join(box, end);
}

bool pn_sweep_first(const struct pn_shape *mover, pn_vec displacement,
		    const struct pn_shape *obstacles, size_t count, struct pn_sweep_first *first)
{
	pn_assert(count <= UINT16_MAX);
	struct pn_parts parts;
	uint8_t part_count;
	const struct pn_shape *part = pn_shape_convex(mover, &parts, &part_count);
	struct pn_box way = stretch_box(pn_shape_box(mover), displacement);
	struct earliest earliest = {.found = false};
	for (size_t i = 0; i < count; i++) {
		if (!pn_boxes_far(way, pn_shape_box(&obstacles[i]), 0) &&
		    find_contact(part, part_count, &obstacles[i], displacement, &earliest))
			first->obstacle = (uint16_t)i;
	}
	if (earliest.found)
		first->at = earliest.at;
	return earliest.found;
}

bool pn_sweep(const struct pn_shape *mover, pn_vec displacement, const struct pn_shape *obstacles,
	      size_t count, struct pn_sweep_contact *contact)
{
	struct pn_sweep_first first;
	if (!pn_sweep_first(mover, displacement, obstacles, count, &first))
		return false;
	contact->at = first.at;
	contact->obstacle = first.obstacle;
	look_closely(contact, mover, displacement, &obstacles[first.obstacle]);
	return true;
}

pn_len pn_sweep_distance(pn_len length, pn_fraction at)
{
	pn_assert(length >= 0 && at.num <= at.den);
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
