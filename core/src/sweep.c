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

#include "geometry_parts.h"

_Static_assert(PN_SWEEP_SLIDE_TWICE + 2 * 2 * 71 / 100 < 2 * PN_TOUCH,
	       "a slide and two roundings of 0.71 stay within a touch");

/* How two convex parts fare, edge by edge. */
struct passage {
	pn_fraction meet;       /* all edges have let the other in */
	pn_fraction deep_from;  /* the same for the limit */
	pn_fraction deep_until; /* den 0: for ever */
	bool apart;             /* by more than PN_TOUCH at the start */
};

static void raise(pn_fraction *fraction, int64_t num, int64_t den)
{
	pn_fraction other = {num, den};
	if (pn_fraction_compare(*fraction, other) < 0)
		*fraction = other;
}

static void lower(pn_fraction *fraction, int64_t num, int64_t den)
{
	pn_fraction other = {num, den};
	if (fraction->den == 0 || pn_fraction_compare(*fraction, other) > 0)
		*fraction = other;
}

/* The limit on an edge: the depth past which a contact leads in, times the edge's
 * length. Who starts between a slide and a touch deep may stay so. */
static int64_t find_limit(const struct pn_edge_view *view, int64_t touch)
{
	int64_t slide = (int64_t)pn_square_root((uint64_t)view->length_squared *
						PN_SWEEP_SLIDE_TWICE * PN_SWEEP_SLIDE_TWICE / 4);
	return view->depth > slide && view->depth <= touch ? touch : slide;
}

/* Narrow the passage by one edge. False: the parts do not come to a contact. */
static bool pass_edge(struct passage *passage, const struct pn_edge_view *view, int64_t rate)
{
	int64_t touch =
		(int64_t)pn_square_root((uint64_t)view->length_squared * PN_TOUCH * PN_TOUCH);
	int64_t limit = find_limit(view, touch);
	if (rate >= 0) {
		if (view->depth <= limit)
			return false;
		if (rate > 0)
			lower(&passage->deep_until, view->depth - limit, rate);
		return true;
	}
	if (view->depth < 0)
		raise(&passage->meet, -view->depth, -rate);
	if (view->depth < limit)
		raise(&passage->deep_from, limit - view->depth, -rate);
	if (view->depth < -touch)
		passage->apart = true;
	return true;
}

static bool pass_edges(struct passage *passage, const struct pn_shape *shape,
		       const struct pn_shape *other, pn_vec way)
{
	for (uint8_t i = 0; i < shape->count; i++) {
		struct pn_edge_view view = pn_edge_look(shape, i, other);
		int64_t rate = (int64_t)view.normal.x * way.x + (int64_t)view.normal.y * way.y;
		if (!pass_edge(passage, &view, rate))
			return false;
	}
	return true;
}

/* Do two convex parts come to a contact, and at which fraction? */
static bool find_meeting(const struct pn_shape *mover, const struct pn_shape *obstacle,
			 pn_vec displacement, pn_fraction *at)
{
	struct passage passage = {.meet = {0, 1}, .deep_from = {0, 1}, .deep_until = {0, 0}};
	pn_vec back = {-displacement.x, -displacement.y};
	if (!pass_edges(&passage, obstacle, mover, displacement) ||
	    !pass_edges(&passage, mover, obstacle, back))
		return false;
	if (pn_fraction_compare(passage.meet, (pn_fraction){1, 1}) > 0)
		return false;
	pn_fraction horizon = {1, 1};
	if (passage.apart) {
		horizon.den = pn_distance((pn_vec){0, 0}, displacement);
		horizon.num = horizon.den + PN_SWEEP_REACH;
	}
	if (pn_fraction_compare(passage.deep_from, horizon) >= 0 ||
	    (passage.deep_until.den != 0 &&
	     pn_fraction_compare(passage.deep_from, passage.deep_until) >= 0))
		return false;
	*at = passage.meet;
	return true;
}

/* The obstacle's earliest contact with the mover. */
static bool find_contact(const struct pn_parts *mover, const struct pn_shape *obstacle,
			 pn_vec displacement, pn_fraction *at)
{
	struct pn_parts parts;
	pn_shape_parts(obstacle, &parts);
	bool found = false;
	for (uint8_t i = 0; i < mover->count; i++) {
		for (uint8_t k = 0; k < parts.count; k++) {
			pn_fraction here;
			if (find_meeting(&mover->part[i], &parts.part[k], displacement, &here) &&
			    (!found || pn_fraction_compare(here, *at) < 0)) {
				*at = here;
				found = true;
			}
		}
	}
	return found;
}

/* What meets at a contact: the edges of both and two far ends of it. */
struct meeting {
	uint8_t count;
	bool mover_corner;
	bool obstacle_corner;
	uint16_t mover_edges;
	uint16_t obstacle_edges;
	pn_vec mover_point;
	pn_vec obstacle_point;
	pn_vec point[2 * PN_SHAPE_POINTS_MAX];
};

/* A way, and how deep it must lead in behind an edge to count. */
struct approach {
	pn_vec way;
	pn_len least;
};

static bool leads_in(pn_vec a, pn_vec b, struct approach approach)
{
	int64_t rate =
		(int64_t)(b.y - a.y) * approach.way.x - (int64_t)(b.x - a.x) * approach.way.y;
	return rate > 0 && pn_product_compare(rate, rate, (int64_t)approach.least * approach.least,
					      pn_distance_squared(a, b)) > 0;
}

static struct approach turn_back(struct approach approach)
{
	return (struct approach){{-approach.way.x, -approach.way.y}, approach.least};
}

/* The edges of `shape` that a corner near them comes into. */
static uint16_t find_edges(const struct pn_shape *shape, pn_vec corner, struct approach approach)
{
	uint16_t edges = 0;
	for (uint8_t i = 0; i < shape->count; i++) {
		pn_vec a = shape->point[i];
		pn_vec b = pn_shape_next(shape, i);
		if (leads_in(a, b, approach) && pn_segment_near(corner, a, b, PN_TOUCH))
			edges |= (uint16_t)(1u << i);
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

static void meet_corners(struct meeting *meeting, const struct pn_shape *mover,
			 const struct pn_shape *obstacle, struct approach approach)
{
	struct approach back = turn_back(approach);
	for (uint8_t i = 0; i < mover->count; i++) {
		uint16_t edges = find_edges(obstacle, mover->point[i], approach);
		if (edges == 0)
			continue;
		meeting->obstacle_edges |= edges;
		meeting->mover_edges |= find_own_edges(mover, i, approach);
		meeting->mover_corner = true;
		meeting->mover_point = mover->point[i];
		meeting->point[meeting->count++] = mover->point[i];
	}
	for (uint8_t i = 0; i < obstacle->count; i++) {
		uint16_t edges = find_edges(mover, obstacle->point[i], back);
		if (edges == 0)
			continue;
		meeting->mover_edges |= edges;
		meeting->obstacle_edges |= find_own_edges(obstacle, i, back);
		meeting->obstacle_corner = true;
		meeting->obstacle_point = obstacle->point[i];
		meeting->point[meeting->count++] = obstacle->point[i];
	}
}

static pn_len halve_down(int64_t n)
{
	return (pn_len)((n - (n & 1)) / 2);
}

/* Kind and point of the contact of a mover that stands where it meets. */
static void describe(struct pn_sweep_contact *contact, const struct meeting *meeting)
{
	int64_t longest = -1;
	pn_vec middle = {0, 0};
	for (uint8_t i = 0; i < meeting->count; i++) {
		for (uint8_t k = i; k < meeting->count; k++) {
			pn_vec a = meeting->point[i];
			pn_vec b = meeting->point[k];
			if (pn_distance_squared(a, b) <= longest)
				continue;
			longest = pn_distance_squared(a, b);
			middle = (pn_vec){halve_down((int64_t)a.x + b.x),
					  halve_down((int64_t)a.y + b.y)};
		}
	}
	contact->mover_edges = meeting->mover_edges;
	contact->obstacle_edges = meeting->obstacle_edges;
	contact->point = meeting->obstacle_corner ? meeting->obstacle_point : meeting->mover_point;
	if (longest > 4 * PN_TOUCH * PN_TOUCH) {
		contact->kind = PN_CONTACT_STRETCH;
		contact->point = middle;
	} else if (meeting->mover_corner && meeting->obstacle_corner) {
		contact->kind = PN_CONTACT_CORNER_ON_CORNER;
	} else {
		contact->kind = meeting->mover_corner ? PN_CONTACT_CORNER_ON_EDGE
						      : PN_CONTACT_EDGE_ON_CORNER;
	}
}

/* The way goes on past the end of the move, as the contact was found. A slide along
 * another edge must not count as meeting it, so the way has to lead in by more than
 * a touch; only when nothing does, because mover and obstacle touched at the start
 * and the move is short, any way in will do. */
static void look_closely(struct pn_sweep_contact *contact, const struct pn_shape *mover,
			 pn_vec displacement, const struct pn_shape *obstacle)
{
	struct pn_shape moved = pn_shape_moved(mover, pn_sweep_stop(displacement, contact->at));
	pn_len length = pn_distance((pn_vec){0, 0}, displacement);
	struct meeting meeting = {.count = 0};
	struct approach approach = {displacement, PN_TOUCH};
	if (length > 0) {
		approach.way.x += (pn_len)((int64_t)displacement.x * PN_SWEEP_REACH / length);
		approach.way.y += (pn_len)((int64_t)displacement.y * PN_SWEEP_REACH / length);
	}
	bool overlaps = contact->at.num == 0 && pn_shapes_overlap(mover, obstacle);
	for (; !overlaps && meeting.count == 0 && approach.least >= 0; approach.least -= PN_TOUCH)
		meet_corners(&meeting, &moved, obstacle, approach);
	if (meeting.count > 0) {
		describe(contact, &meeting);
		return;
	}
	contact->kind = PN_CONTACT_OVERLAP;
	contact->point = mover->point[0];
	contact->mover_edges = 0;
	contact->obstacle_edges = 0;
}

bool pn_sweep(const struct pn_shape *mover, pn_vec displacement, const struct pn_shape *obstacles,
	      size_t count, struct pn_sweep_contact *contact)
{
	pn_assert(count <= UINT16_MAX);
	struct pn_parts parts;
	pn_shape_parts(mover, &parts);
	struct pn_shape moved = pn_shape_moved(mover, displacement);
	struct pn_box way = pn_box_join(pn_shape_box(mover), pn_shape_box(&moved));
	bool found = false;
	struct pn_sweep_contact first = {.at = {0, 1}};
	for (size_t i = 0; i < count; i++) {
		pn_fraction here;
		if (pn_boxes_far(way, pn_shape_box(&obstacles[i]), 0) ||
		    !find_contact(&parts, &obstacles[i], displacement, &here) ||
		    (found && pn_fraction_compare(here, first.at) >= 0))
			continue;
		first.at = here;
		first.obstacle = (uint16_t)i;
		found = true;
	}
	if (!found)
		return false;
	look_closely(&first, mover, displacement, &obstacles[first.obstacle]);
	*contact = first;
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
