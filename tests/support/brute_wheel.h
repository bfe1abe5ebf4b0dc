#pragma once
/* Slow references for wheeling and for lanes, in long double. They share with the core
 * what a shape, its convex parts and a pose are, and nothing of how angles are found. */

#include "pennon/geometry.h"

/* The convex parts of one shape. */
struct brute_body {
	const struct pn_shape *part;
	uint8_t count;
};

/* How deep the turned shape lies in the standing one: the deepest pair of parts, each
 * pair along the normal that parts it best; negative when apart. `angle` is in units of
 * pn_angle, clockwise, and need not be whole. */
long double brute_depth(struct brute_body turning, pn_vec centre, long double angle,
			struct brute_body standing);

/* The farthest corner of a body from a point. */
long double brute_reach(struct brute_body body, pn_vec centre);

/* The size of the first turn, of at most `by` (signed), at which the shape lies deeper
 * than `depth` in the standing one, or more than `by` when there is none. No point of the
 * shape goes faster than its farthest corner, so each step is as long as the depth that
 * is missing allows, but at least `least_step`; what lies between two least steps is
 * deeper than either by less than the corner goes in one. */
long double brute_first_turn(struct brute_body turning, pn_vec centre, int32_t by,
			     struct brute_body standing, long double depth, long double least_step);

/* The distance from a point to a shape's outline, negative inside. */
long double brute_outside(const struct pn_shape *shape, long double x, long double y);
