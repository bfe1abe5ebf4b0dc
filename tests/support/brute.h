#pragma once
/* Slow references for the geometry tests, in floating point and without a table,
 * an integer root or a fraction. They take the definitions at their word and share
 * no code with the core. */

#include "pennon/geometry.h"

struct brute_point {
	double x;
	double y;
};

struct brute_shape {
	int count;
	struct brute_point point[PN_SHAPE_POINTS_MAX];
};

/* A shape displaced by (x, y). */
struct brute_shape brute_moved(const struct pn_shape *shape, double x, double y);

/* A shape turned clockwise about a centre by an angle in radians. */
struct brute_shape brute_turned(const struct pn_shape *shape, pn_vec centre, double by);

/* By the angles under which the edges are seen from the point. */
bool brute_contains(const struct brute_shape *shape, struct brute_point point);

/* From a point to a segment. */
double brute_segment_distance(struct brute_point point, struct brute_point a, struct brute_point b);

/* Between two shapes; 0 when they meet. */
double brute_distance(const struct brute_shape *a, const struct brute_shape *b);

/* Behind each edge of two convex shapes, how far the other reaches; less than 0 when
 * it is wholly in front. The edges of a come first. Returns their number. */
enum { BRUTE_EDGES_MAX = 2 * PN_SHAPE_POINTS_MAX };
int brute_edge_depths(const struct brute_shape *a, const struct brute_shape *b,
		      double depths[BRUTE_EDGES_MAX]);

/* How deep two convex shapes overlap: the least shift that parts them. Less than 0
 * when a line along an edge parts them: how far, seen across that line. */
double brute_convex_depth(const struct brute_shape *a, const struct brute_shape *b);

/* The area of a simple polygon. */
double brute_area(const struct brute_shape *shape);
