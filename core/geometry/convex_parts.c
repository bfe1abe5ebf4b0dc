/* Boxes round shapes, and cutting a polygon into convex parts.
 *
 * As long as a part has an inner corner (one that turns left on the clockwise way
 * round), it is cut along a diagonal from there. Every inner corner of a simple
 * polygon has a diagonal to some other corner, and each cut leaves less to do, so
 * this ends with at most n - 2 parts. Of the diagonals the shortest is taken that
 * leaves no inner corner behind at this end, else the shortest; ties go to the
 * lower number. */

#include "convex_parts.h"

static uint8_t after(const struct pn_shape *shape, uint8_t i)
{
	return (uint8_t)(i + 1 < shape->count ? i + 1 : 0);
}

static uint8_t before(const struct pn_shape *shape, uint8_t i)
{
	return (uint8_t)(i > 0 ? i - 1 : shape->count - 1);
}

struct pn_box pn_shape_box(const struct pn_shape *shape)
{
	struct pn_box box = {shape->point[0], shape->point[0]};

	for (uint8_t i = 1; i < shape->count; i++) {
		pn_vec point = shape->point[i];

		box.low.x = point.x < box.low.x ? point.x : box.low.x;
		box.low.y = point.y < box.low.y ? point.y : box.low.y;
		box.high.x = point.x > box.high.x ? point.x : box.high.x;
		box.high.y = point.y > box.high.y ? point.y : box.high.y;
	}
	return box;
}

struct pn_box pn_box_join(struct pn_box a, struct pn_box b)
{
	a.low.x = b.low.x < a.low.x ? b.low.x : a.low.x;
	a.low.y = b.low.y < a.low.y ? b.low.y : a.low.y;
	a.high.x = b.high.x > a.high.x ? b.high.x : a.high.x;
	a.high.y = b.high.y > a.high.y ? b.high.y : a.high.y;
	return a;
}

/* The number of an inner corner, or the count of points when there is none. */
static uint8_t find_inner_corner(const struct pn_shape *shape)
{
	uint8_t i = 0;
	while (i < shape->count && pn_cross(shape->point[before(shape, i)], shape->point[i],
					    pn_shape_next(shape, i)) <= 0)
		i++;
	return i;
}

/* Do the segments cross at an inner point of both? */
static bool cross_over(pn_vec a, pn_vec b, pn_vec c, pn_vec d)
{
	return pn_sign(pn_cross(a, b, c)) * pn_sign(pn_cross(a, b, d)) < 0 &&
	       pn_sign(pn_cross(c, d, a)) * pn_sign(pn_cross(c, d, b)) < 0;
}

/* Does the way from inner corner `from` to corner `to` lie inside the shape, and
 * meet its edge nowhere else? */
static bool is_diagonal(const struct pn_shape *shape, uint8_t from, uint8_t to)
{
	pn_vec a = shape->point[from];
	pn_vec b = shape->point[to];
	if (pn_cross(shape->point[before(shape, from)], a, b) >= 0 &&
	    pn_cross(a, pn_shape_next(shape, from), b) >= 0)
		return false;
	for (uint8_t i = 0; i < shape->count; i++) {
		if (i != from && i != to && pn_cross(a, b, shape->point[i]) == 0 &&
		    pn_is_between(shape->point[i], a, b))
			return false;
		if (cross_over(a, b, shape->point[i], pn_shape_next(shape, i)))
			return false;
	}
	return true;
}

/* Does the diagonal leave both angles at `from` at most straight? */
static bool straightens(const struct pn_shape *shape, uint8_t from, uint8_t to)
{
	pn_vec at = shape->point[from];
	pn_vec end = shape->point[to];
	return pn_cross(shape->point[before(shape, from)], at, end) <= 0 &&
	       pn_cross(end, at, pn_shape_next(shape, from)) <= 0;
}

/* How good a diagonal would be: the lower the better. */
struct merit {
	bool bends;
	int64_t length;
};

static bool is_better(struct merit a, struct merit b)
{
	return a.bends != b.bends ? b.bends : a.length < b.length;
}

/* Whether it is one at all is dearest to say: the best that may be is asked about, then the next. */
static uint8_t choose_diagonal(const struct pn_shape *shape, uint8_t from)
{
	struct merit merit[PN_SHAPE_POINTS_MAX];
	uint16_t left = 0;
	for (uint8_t to = 0; to < shape->count; to++) {
		if (to == from || to == after(shape, from) || to == before(shape, from))
			continue;
		left |= (uint16_t)(1u << to);
		merit[to].bends = !straightens(shape, from, to);
		merit[to].length = pn_distance_squared(shape->point[from], shape->point[to]);
	}
	for (;;) {
		uint8_t best = from;
		for (uint8_t to = 0; to < shape->count; to++) {
			if ((left >> to & 1) != 0 &&
			    (best == from || is_better(merit[to], merit[best])))
				best = to;
		}
		pn_assert(best != from);
		if (is_diagonal(shape, from, best))
			return best;
		left &= (uint16_t) ~(1u << best);
	}
}

/* The points of a shape from number `from` round to number `to`, both included. */
static struct pn_shape take_round(const struct pn_shape *shape, uint8_t from, uint8_t to)
{
	struct pn_shape piece = {.count = 0};
	for (uint8_t i = from;; i = after(shape, i)) {
		piece.point[piece.count++] = shape->point[i];
		if (i == to)
			return piece;
	}
}

void pn_shape_parts(const struct pn_shape *shape, struct pn_parts *parts)
{
	parts->count = 1;
	parts->part[0] = *shape;
	for (uint8_t i = 0; i < parts->count;) {
		struct pn_shape *part = &parts->part[i];
		uint8_t from = find_inner_corner(part);
		if (from == part->count) {
			i++;
			continue;
		}
		uint8_t to = choose_diagonal(part, from);
		pn_assert(parts->count < PN_PARTS_MAX);
		parts->part[parts->count++] = take_round(part, to, from);
		*part = take_round(part, from, to);
	}
}

const struct pn_shape *pn_shape_convex(const struct pn_shape *shape, struct pn_parts *parts,
				       uint8_t *count)
{
	*count = 1;
	if (find_inner_corner(shape) == shape->count)
		return shape;
	pn_shape_parts(shape, parts);
	*count = parts->count;
	return parts->part;
}

struct pn_edge_view pn_edge_look(const struct pn_shape *shape, uint8_t i,
				 const struct pn_shape *other)
{
	pn_vec a = shape->point[i];
	pn_vec b = pn_shape_next(shape, i);
	int64_t least = pn_cross(a, b, other->point[0]);
	for (uint8_t k = 1; k < other->count; k++) {
		int64_t cross = pn_cross(a, b, other->point[k]);
		least = cross < least ? cross : least;
	}
	return (struct pn_edge_view){-least, pn_distance_squared(a, b), {a.y - b.y, b.x - a.x}};
}
