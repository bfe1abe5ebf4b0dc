/* Edges that lie flush. */

#include "flush.h"

#include "convex_parts.h"

/* How far the ends of an edge may lie off for being rounded, both together. */
enum { ROUNDED = 3 };

static int64_t along(pn_vec from, pn_vec to, pn_vec point)
{
	return (int64_t)(to.x - from.x) * (point.x - from.x) +
	       (int64_t)(to.y - from.y) * (point.y - from.y);
}

/* No shorter than the distance between the two, and quicker. */
static int64_t round_about(pn_vec a, pn_vec b)
{
	const int64_t x = (int64_t)b.x - a.x;
	const int64_t y = (int64_t)b.y - a.y;

	return (x < 0 ? -x : x) + (y < 0 ? -y : y);
}

/* Do the two run against each other, as edges do that face each other? */
static bool are_opposite(pn_vec a, pn_vec b, pn_vec c, pn_vec d)
{
	const pn_vec way = pn_add(a, pn_subtract(d, c));
	int64_t cross;

	if (along(a, b, way) >= 0)
		return false;
	cross = pn_cross(a, b, way);
	cross = cross < 0 ? -cross : cross;
	return cross <= ROUNDED * (round_about(a, b) + round_about(c, d)) &&
	       cross <= ROUNDED * ((int64_t)pn_distance(a, b) + pn_distance(c, d));
}

/* The stretch that they share ends where one of them ends: there, too, they are near. */
static bool lie_flush(pn_vec a, pn_vec b, pn_vec c, pn_vec d)
{
	const int64_t length_squared = pn_distance_squared(a, b);
	int64_t from;
	int64_t to;

	if (!are_opposite(a, b, c, d))
		return false;
	from = along(a, b, d);
	to = along(a, b, c);
	if (!(from > 0 ? pn_segment_near(d, a, b, PN_TOUCH) : pn_segment_near(a, c, d, PN_TOUCH)) ||
	    !(to < length_squared ? pn_segment_near(c, a, b, PN_TOUCH)
				  : pn_segment_near(b, c, d, PN_TOUCH)))
		return false;
	from = from > 0 ? from : 0;
	to = to < length_squared ? to : length_squared;
	return to > from &&
	       pn_product_compare(to - from, to - from, length_squared, PN_TOUCH * PN_TOUCH) > 0;
}

uint16_t pn_flush_edges(const struct pn_shape *struck, const struct pn_shape *other)
{
	uint16_t edges = 0;

	for (uint8_t i = 0; i < struck->count; i++)
		for (uint8_t k = 0; k < other->count; k++)
			if (lie_flush(struck->point[i], pn_shape_next(struck, i), other->point[k],
				      pn_shape_next(other, k)))
				edges |= (uint16_t)(1u << i);
	return edges;
}

uint16_t pn_edges_struck(const struct pn_shape *struck, const struct pn_shape *other,
			 uint16_t touched)
{
	const uint16_t flush = pn_flush_edges(struck, other);

	return flush != 0 ? flush : touched;
}
