/* What the contact of a sweep is like: where, and which edges take part. */

#include "sweep_contact.h"

#include "convex_parts.h"

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
void pn_sweep_describe(struct pn_sweep_contact *contact, const struct pn_shape *mover,
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
