/* A line of sight and one shape: it passes through when it crosses an edge from one side to
 * the other, or when a stretch of it between corners that it touches lies inside. */

#include "passing.h"

#include "convex_parts.h"

/* Is the point, given doubled, inside the shape and not on its edge? */
static bool is_inside(const struct pn_shape *shape, pn_vec doubled)
{
	struct pn_shape twice = {.count = shape->count};

	for (uint8_t i = 0; i < shape->count; i++)
		twice.point[i] = (pn_vec){2 * shape->point[i].x, 2 * shape->point[i].y};
	if (!pn_shape_contains(&twice, doubled))
		return false;
	for (uint8_t i = 0; i < twice.count; i++) {
		pn_vec from = twice.point[i];
		pn_vec to = twice.point[(i + 1) % twice.count];
		pn_fraction apart = pn_segment_distance_squared(doubled, from, to);

		if (apart.num == 0)
			return false;
	}
	return true;
}

bool pn_passes_through(const struct pn_shape *shape, pn_vec a, pn_vec b)
{
	pn_vec stop[PN_SHAPE_POINTS_MAX + 2];
	uint8_t stops = 0;

	stop[stops++] = a;
	for (uint8_t i = 0; i < shape->count; i++) {
		pn_vec from = shape->point[i];
		pn_vec to = shape->point[(i + 1) % shape->count];

		if (pn_sign(pn_cross(a, b, from)) * pn_sign(pn_cross(a, b, to)) < 0 &&
		    pn_sign(pn_cross(from, to, a)) * pn_sign(pn_cross(from, to, b)) < 0)
			return true;
		if (pn_segment_distance_squared(from, a, b).num == 0)
			stop[stops++] = from;
	}
	stop[stops++] = b;
	for (uint8_t i = 0; i < stops; i++)
		for (uint8_t k = (uint8_t)(i + 1); k < stops; k++)
			if (is_inside(shape, pn_add(stop[i], stop[k])))
				return true;
	return false;
}
