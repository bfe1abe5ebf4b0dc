/* Polygons: inside, apart, touching, overlapping.
 *
 * Nothing here is rounded. Signs of cross products say on which side a point
 * lies; squared distances are fractions over the squared length of an edge. */

#include "convex_parts.h"
#include "pennon/geometry.h"

bool pn_shape_contains(const struct pn_shape *shape, pn_vec point)
{
	int winding = 0;
	for (uint8_t i = 0; i < shape->count; i++) {
		pn_vec a = shape->point[i];
		pn_vec b = pn_shape_next(shape, i);
		int64_t side = pn_cross(a, b, point);
		if (side == 0 && pn_is_between(point, a, b))
			return true;
		if (a.y <= point.y && b.y > point.y && side > 0)
			winding++;
		if (a.y > point.y && b.y <= point.y && side < 0)
			winding--;
	}
	return winding != 0;
}

/* Have the segments a point in common? */
static bool segments_meet(pn_vec a, pn_vec b, pn_vec c, pn_vec d)
{
	int side_c = pn_sign(pn_cross(a, b, c));
	int side_d = pn_sign(pn_cross(a, b, d));
	int side_a = pn_sign(pn_cross(c, d, a));
	int side_b = pn_sign(pn_cross(c, d, b));
	if (side_c * side_d < 0 && side_a * side_b < 0)
		return true;
	return (side_c == 0 && pn_is_between(c, a, b)) || (side_d == 0 && pn_is_between(d, a, b)) ||
	       (side_a == 0 && pn_is_between(a, c, d)) || (side_b == 0 && pn_is_between(b, c, d));
}

static bool shapes_meet(const struct pn_shape *a, const struct pn_shape *b)
{
	if (pn_shape_contains(a, b->point[0]) || pn_shape_contains(b, a->point[0]))
		return true;
	for (uint8_t i = 0; i < a->count; i++) {
		for (uint8_t k = 0; k < b->count; k++) {
			if (segments_meet(a->point[i], pn_shape_next(a, i), b->point[k],
					  pn_shape_next(b, k)))
				return true;
		}
	}
	return false;
}

/* How far a point is at least from a segment, squared: the way to the box round it. */
static int64_t least_squared(pn_vec point, pn_vec a, pn_vec b)
{
	pn_len west = a.x < b.x ? a.x : b.x, east = a.x < b.x ? b.x : a.x;
	pn_len south = a.y < b.y ? a.y : b.y, north = a.y < b.y ? b.y : a.y;
	int64_t x = point.x < west ? west - point.x : point.x > east ? point.x - east : 0;
	int64_t y = point.y < south ? south - point.y : point.y > north ? point.y - north : 0;
	return x * x + y * y;
}

/* The squared distance from the corners of one shape to the edges of another, or
 * `least` when that is less. */
static pn_fraction find_nearest(const struct pn_shape *corners, const struct pn_shape *edges,
				pn_fraction least)
{
	for (uint8_t i = 0; i < corners->count; i++) {
		for (uint8_t k = 0; k < edges->count; k++) {
			pn_vec a = edges->point[k];
			pn_vec b = pn_shape_next(edges, k);
			if ((pn_wide)least_squared(corners->point[i], a, b) * least.den >=
			    least.num)
				continue;
			pn_fraction here = pn_segment_distance_squared(corners->point[i], a, b);
			if (pn_fraction_compare(here, least) < 0)
				least = here;
		}
	}
	return least;
}

static bool shapes_far(const struct pn_shape *a, const struct pn_shape *b, pn_len gap)
{
	return pn_boxes_far(pn_shape_box(a), pn_shape_box(b), gap);
}

pn_fraction pn_shape_distance_squared(const struct pn_shape *a, const struct pn_shape *b)
{
	if (!shapes_far(a, b, 0) && shapes_meet(a, b))
		return (pn_fraction){0, 1};
	pn_fraction least = {pn_distance_squared(a->point[0], b->point[0]), 1};
	return find_nearest(b, a, find_nearest(a, b, least));
}

/* Is a coordinate more than `reach` outside those of two others? */
static bool is_beyond(pn_len at, pn_len a, pn_len b, pn_len reach)
{
	return (at - a > reach && at - b > reach) || (a - at > reach && b - at > reach);
}

bool pn_segment_near(pn_vec point, pn_vec a, pn_vec b, pn_len reach)
{
	if (is_beyond(point.x, a.x, b.x, reach) || is_beyond(point.y, a.y, b.y, reach))
		return false;

	pn_fraction squared = {(pn_wide)reach * reach, 1};
	return pn_fraction_compare(pn_segment_distance_squared(point, a, b), squared) <= 0;
}

/* What is nearer than `least`: -1; as near: 0; else 1, of the corners of one shape and the edges
 * of another. Squares. */
static int compare_nearest(const struct pn_shape *corners, const struct pn_shape *edges,
			   pn_fraction least)
{
	int compared = 1;
	for (uint8_t i = 0; i < corners->count; i++) {
		for (uint8_t k = 0; k < edges->count; k++) {
			pn_vec a = edges->point[k];
			pn_vec b = pn_shape_next(edges, k);
			if (least_squared(corners->point[i], a, b) > least.num)
				continue;
			int here = pn_fraction_compare(
				pn_segment_distance_squared(corners->point[i], a, b), least);
			if (here < 0)
				return here;
			compared = here < compared ? here : compared;
		}
	}
	return compared;
}

int pn_compare_distance(const struct pn_shape *a, const struct pn_shape *b, pn_len length)
{
	pn_fraction squared = {(pn_wide)length * length, 1};
	int one, other;
	if (shapes_far(a, b, length))
		return 1;
	if (!shapes_far(a, b, 0) && shapes_meet(a, b))
		return length == 0 ? 0 : -1;
	one = compare_nearest(a, b, squared);
	if (one < 0)
		return one;
	other = compare_nearest(b, a, squared);
	return one < other ? one : other;
}

/* Does every edge of `shape` see more of `other` behind it than so much? */
static bool reaches_behind_edges(const struct pn_shape *shape, const struct pn_shape *other,
				 pn_len than)
{
	for (uint8_t i = 0; i < shape->count; i++) {
		struct pn_edge_view view = pn_edge_look(shape, i, other);
		if (view.depth <= 0 ||
		    pn_product_compare(view.depth, view.depth, (int64_t)than * than,
				       view.length_squared) <= 0)
			return false;
	}
	return true;
}

static bool lie_in_each_other(const struct pn_shape *a, const struct pn_shape *b,
			      pn_len by_more_than)
{
	if (shapes_far(a, b, 0))
		return false;
	struct pn_parts parts_of_a;
	struct pn_parts parts_of_b;
	uint8_t count_a;
	uint8_t count_b;
	const struct pn_shape *one = pn_shape_convex(a, &parts_of_a, &count_a);
	const struct pn_shape *two = pn_shape_convex(b, &parts_of_b, &count_b);
	for (uint8_t i = 0; i < count_a; i++) {
		for (uint8_t k = 0; k < count_b; k++) {
			if (reaches_behind_edges(&one[i], &two[k], by_more_than) &&
			    reaches_behind_edges(&two[k], &one[i], by_more_than))
				return true;
		}
	}
	return false;
}

bool pn_shapes_overlap(const struct pn_shape *a, const struct pn_shape *b)
{
	return lie_in_each_other(a, b, PN_TOUCH);
}

bool pn_shapes_cross(const struct pn_shape *a, const struct pn_shape *b)
{
	return lie_in_each_other(a, b, 0);
}

static bool comes_near(const struct pn_shape *corners, const struct pn_shape *edges)
{
	for (uint8_t i = 0; i < corners->count; i++) {
		for (uint8_t k = 0; k < edges->count; k++) {
			if (pn_segment_near(corners->point[i], edges->point[k],
					    pn_shape_next(edges, k), PN_TOUCH))
				return true;
		}
	}
	return false;
}

bool pn_shapes_touch(const struct pn_shape *a, const struct pn_shape *b)
{
	if (shapes_far(a, b, PN_TOUCH) || pn_shapes_overlap(a, b))
		return false;
	return comes_near(a, b) || comes_near(b, a) || shapes_meet(a, b);
}

static bool is_in_bounds(pn_vec point)
{
	return point.x >= -PN_COORDINATE_MAX && point.x <= PN_COORDINATE_MAX &&
	       point.y >= -PN_COORDINATE_MAX && point.y <= PN_COORDINATE_MAX;
}

/* Do edges i and k of a shape meet where they should not? Neighbours share one
 * point, and must not fold back over each other. */
static bool edges_clash(const struct pn_shape *shape, uint8_t i, uint8_t k)
{
	pn_vec a = shape->point[i];
	pn_vec b = pn_shape_next(shape, i);
	pn_vec c = shape->point[k];
	pn_vec d = pn_shape_next(shape, k);
	bool follows = k == i + 1;
	bool precedes = i == 0 && k == shape->count - 1;
	if (!follows && !precedes)
		return segments_meet(a, b, c, d);
	pn_vec shared = follows ? b : a;
	pn_vec one = follows ? a : b;
	pn_vec two = follows ? d : c;
	return pn_cross(one, shared, two) == 0 && !pn_is_between(shared, one, two);
}

/* Is it within bounds, of at most four corners, and turns right at each? Then it can be nothing
 * but simple: to cross itself it would have to turn left somewhere, or go round twice. */
static bool is_plainly_simple(const struct pn_shape *shape)
{
	if (shape->count > 4)
		return false;
	for (uint8_t i = 0; i < shape->count; i++) {
		pn_vec before = shape->point[i > 0 ? i - 1 : shape->count - 1];
		if (!is_in_bounds(shape->point[i]) ||
		    pn_cross(before, shape->point[i], pn_shape_next(shape, i)) >= 0)
			return false;
	}
	return true;
}

bool pn_shape_is_simple(const struct pn_shape *shape)
{
	if (shape->count < 3 || shape->count > PN_SHAPE_POINTS_MAX)
		return false;
	if (is_plainly_simple(shape))
		return true;
	int64_t area = 0;
	for (uint8_t i = 0; i < shape->count; i++) {
		pn_vec next = pn_shape_next(shape, i);
		if (!is_in_bounds(shape->point[i]) ||
		    (shape->point[i].x == next.x && shape->point[i].y == next.y))
			return false;
		area += pn_cross(shape->point[0], shape->point[i], next);
	}
	if (area >= 0)
		return false;
	for (uint8_t i = 0; i < shape->count; i++) {
		for (uint8_t k = (uint8_t)(i + 1); k < shape->count; k++) {
			if (edges_clash(shape, i, k))
				return false;
		}
	}
	return true;
}
