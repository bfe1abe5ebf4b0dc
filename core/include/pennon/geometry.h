#pragma once
/* Points, poses and footprints, in integers.
 *
 * Origin is the board's south-west corner, x grows east, y north. An angle is
 * clockwise from north, so the direction of facing f is (sin f, cos f) and the
 * right hand of a unit is (cos f, -sin f).
 *
 * Coordinates stay within +-PN_COORDINATE_MAX (about 21 m), so differences fit 22
 * bits, cross products 45 bits and products of two of those 90: what does not fit
 * 64 bits is kept and compared in pn_wide. Contact distances are fractions and are
 * compared as fractions; only the winner is rounded, downwards, once.
 *
 * Of two shapes exactly one is true: they are apart (more than PN_TOUCH between
 * them), they touch (pn_shapes_touch), or they overlap (pn_shapes_overlap). */

#include "pennon/base.h"

__extension__ typedef __int128 pn_wide;

/* A point or a displacement. */
typedef struct {
	pn_len x;
	pn_len y;
} pn_vec;

/* Where a unit in ranks and files stands: the centre of its front edge, and the
 * way it faces. */
typedef struct {
	pn_vec at;
	pn_angle facing;
} pn_pose;

/* num / den with 0 <= num < 2^96 and 0 < den < 2^62. A contact is a quotient of two
 * cross products; a squared distance is the square of one over the squared length
 * of an edge, hence the wide numerator. Compared, never divided. */
typedef struct {
	pn_wide num;
	int64_t den;
} pn_fraction;

/* Every point of every shape is at most this far from the origin in x and in y. */
#define PN_COORDINATE_MAX (1 << 21)

/* A simple polygon, clockwise as seen on the board (y up), 3 to PN_SHAPE_POINTS_MAX
 * points, not necessarily convex. Footprints of units and pieces of terrain alike. */
enum { PN_SHAPE_POINTS_MAX = 16 };

struct pn_shape {
	uint8_t count;
	pn_vec point[PN_SHAPE_POINTS_MAX];
};

/* How figures stand in ranks and files. Each figure has its own base; a short
 * last rank fills from the left, so the footprint has 4 corners or 6: what lies between
 * bases that stand apart is of the footprint too. */
struct pn_formation {
	uint16_t figures; /* 1 to PN_FIGURES_MAX */
	uint16_t files;   /* figures in the front rank, 1 to figures */
	pn_len base_width;
	pn_len base_depth;
	pn_len gap; /* between one base and the next, in file and rank; 0: they touch */
};

/* The scale of pn_sine: 2^30 stands for 1. */
#define PN_SINE_ONE (1 << 30)

/* sin and cos of an angle, scaled by PN_SINE_ONE and exact to 2 units of it. */
int32_t pn_sine(pn_angle angle);
int32_t pn_cosine(pn_angle angle);

/* The angle of direction (x, y), clockwise from +y, to the nearest unit; ties go
 * to the smaller angle. (0, 0) gives 0. No direction between two points lies
 * exactly midway; one within 2^-29 radians of it may go either way, to the same
 * side on every machine. */
pn_angle pn_bearing(pn_vec direction);

/* The signed way from one angle to another, -32768 to 32767, positive clockwise. */
int32_t pn_turn_between(pn_angle from, pn_angle to);

/* The largest integer whose square is at most n. */
uint64_t pn_square_root(uint64_t n);

/* What is asked a thousand times a charge is in this header, so that it costs no call. */
static inline pn_vec pn_add(pn_vec a, pn_vec b)
{
	return (pn_vec){a.x + b.x, a.y + b.y};
}

static inline pn_vec pn_subtract(pn_vec a, pn_vec b)
{
	return (pn_vec){a.x - b.x, a.y - b.y};
}

/* The point `forward` ahead and `right` to the right of a pose. The displacement is
 * rounded to the nearest hundredth of a millimetre, halves away from zero, and then
 * added: moving a pose without turning moves every such point by the same. */
pn_vec pn_ahead(pn_pose pose, pn_len forward, pn_len right);

/* The displacement of length `length` in the direction `heading`, rounded likewise. */
pn_vec pn_along(pn_angle heading, pn_len length);

/* A point rotated clockwise about a centre, rounded likewise. */
pn_vec pn_rotated(pn_vec point, pn_vec centre, pn_angle by);

/* Twice the signed area of the triangle a b c: positive when c lies to the left
 * of the way from a to b. */
static inline int64_t pn_cross(pn_vec a, pn_vec b, pn_vec c)
{
	return (int64_t)(b.x - a.x) * (c.y - a.y) - (int64_t)(b.y - a.y) * (c.x - a.x);
}

/* The squared distance between two points; and the distance, rounded down. */
static inline int64_t pn_distance_squared(pn_vec a, pn_vec b)
{
	int64_t x = b.x - a.x;
	int64_t y = b.y - a.y;

	return x * x + y * y;
}

/* Rounded down, in hundredths of a millimetre. */
pn_len pn_distance(pn_vec a, pn_vec b);

/* The squared distance from a point to a segment as an exact fraction. */
pn_fraction pn_segment_distance_squared(pn_vec point, pn_vec a, pn_vec b);

/* The point of the segment ab that is nearest to a point, rounded towards a; of a segment of
 * more than 10 metres it lies within a hundredth of a millimetre or two of that. */
pn_vec pn_nearest_on_segment(pn_vec point, pn_vec a, pn_vec b);

/* -1, 0 or 1 as a is less than, equal to or greater than b. Exact. */
int pn_fraction_compare(pn_fraction a, pn_fraction b);

/* Is a * b less than, equal to or greater than c * d? -1, 0 or 1. */
int pn_product_compare(int64_t a, int64_t b, int64_t c, int64_t d);

/* How broad and how deep a formation is. */
pn_len pn_frontage(struct pn_formation formation);
pn_len pn_depth(struct pn_formation formation);

/* The footprint of a formation: front left, front right, then round the rear. Four
 * corners, or with a short last rank six:
 *
 *	0 ---------- 1		Edge i runs from corner i to the next. Edge 0 is the
 *	|            |		front, edge 1 the right side, edge 2 the rear of the
 *	|     3 ---- 2		last full rank; of six, 3 is the side and 4 the rear of
 *	5 --- 4			the short rank; the last edge is the left side.
 *
 * Asserts 1 <= files <= figures <= PN_FIGURES_MAX, positive bases, and a width and
 * depth of at most PN_COORDINATE_MAX; whoever takes a formation in refuses others.
 * No base may be less than 1 mm wide or deep, or rounding could fold the outline. */
struct pn_shape pn_footprint(pn_pose pose, struct pn_formation formation);

/* The four corners of one figure's base, front left first, clockwise. Figures
 * count from 0: the front rank from left to right, then the next rank. */
struct pn_shape pn_figure_base(pn_pose pose, struct pn_formation formation, uint16_t figure);

/* Is the point inside the shape or on its edge? */
bool pn_shape_contains(const struct pn_shape *shape, pn_vec point);

/* The squared distance between two shapes as an exact fraction; 0 when they meet. */
pn_fraction pn_shape_distance_squared(const struct pn_shape *a, const struct pn_shape *b);

/* Do the shapes touch: at most PN_TOUCH apart, or overlapping by no more? */
bool pn_shapes_touch(const struct pn_shape *a, const struct pn_shape *b);

/* Do the shapes overlap by more than PN_TOUCH? The depth of an overlap of convex
 * shapes is the least distance one of them must be shifted to part them. A shape
 * with an inner corner is cut along diagonals into convex parts, and the depth is
 * that of the deepest pair of parts: never more than the shift that parts the
 * whole shapes, and less only where a corner goes into a notch. */
bool pn_shapes_overlap(const struct pn_shape *a, const struct pn_shape *b);

/* Have the insides of the shapes a point in common, exactly? The tolerance of touching is for
 * contact; whether one was left behind or crossed is asked like this. */
bool pn_shapes_cross(const struct pn_shape *a, const struct pn_shape *b);

/* Is this a shape: 3 to PN_SHAPE_POINTS_MAX points within bounds, clockwise, none
 * repeated, no edge meeting another but its neighbours at their common point? All
 * other functions assume it; whoever takes terrain in asks it. */
bool pn_shape_is_simple(const struct pn_shape *shape);
