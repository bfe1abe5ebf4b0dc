#pragma once
/* What the geometry files share and nobody else needs: half units, and the convex
 * parts of a shape.
 *
 * How deep two shapes overlap is easy to say for convex ones: look along the
 * normals of their edges and take the least overlap. A shape that is not convex
 * (a footprint with a short last rank, a piece of terrain) is cut along diagonals
 * into convex parts, and the shapes overlap as deep as the deepest pair of parts. */

#include "pennon/geometry.h"

/* A polygon of n points needs at most n - 2 parts. */
enum { PN_PARTS_MAX = PN_SHAPE_POINTS_MAX - 2 };

struct pn_parts {
	uint8_t count;
	struct pn_shape part[PN_PARTS_MAX];
};

/* One edge of either of two convex shapes, and how the other lies to it. */
struct pn_edge_view {
	int64_t depth; /* how far the other reaches in behind the edge's line, times
				 * the edge's length; negative when it is wholly in front */
	int64_t length_squared;
	pn_vec normal; /* outwards, as long as the edge */
};

/* The point `forward` halves of a unit ahead and `right` halves to the right. */
pn_vec pn_ahead_halves(pn_pose pose, int64_t forward, int64_t right);

/* The same for many points about one place: its direction is worked out once. */
struct pn_axes {
	int32_t sine, cosine;
};

/* The axes of a heading. */
struct pn_axes pn_axes_of(pn_angle facing);

/* value / 2^bits to the nearest integer, halves away from zero. */
static inline pn_len pn_round_scaled(int64_t value, int bits)
{
	int64_t half = (int64_t)1 << (bits - 1);

	if (value < 0)
		return (pn_len) - ((half - value) >> bits);
	return (pn_len)((value + half) >> bits);
}

/* The displacement `forward` along a facing and `right` across it, in units of
 * 1 / 2^(bits - 30) of a hundredth of a millimetre. */
static inline pn_vec pn_place_by(struct pn_axes ahead, int64_t forward, int64_t right, int bits)
{
	int64_t sine = ahead.sine;
	int64_t cosine = ahead.cosine;

	return (pn_vec){pn_round_scaled(forward * sine + right * cosine, bits),
			pn_round_scaled(forward * cosine - right * sine, bits)};
}

static inline pn_vec pn_halves_from(pn_vec at, struct pn_axes ahead, int64_t forward, int64_t right)
{
	return pn_add(at, pn_place_by(ahead, forward, right, 31));
}

/* A corner of a figure's base. Sides of bases are counted across the formation, from its
 * left and from its front: 2k is the near side of base k, 2k + 1 its far side. */
pn_vec pn_base_corner(pn_pose pose, struct pn_formation formation, int64_t rank_side,
		      int64_t file_side);

/* -1, 0 or 1 as n is less than, equal to or greater than 0. */
static inline int pn_sign(int64_t n)
{
	return (n > 0) - (n < 0);
}

/* Does a point of the line through a and b lie between them, or on one of them? */
static inline bool pn_is_between(pn_vec point, pn_vec a, pn_vec b)
{
	int64_t x = (int64_t)(point.x - a.x) * (point.x - b.x);
	int64_t y = (int64_t)(point.y - a.y) * (point.y - b.y);

	return x + y <= 0;
}

/* The point after number i of a shape, going round. */
static inline pn_vec pn_shape_next(const struct pn_shape *shape, uint8_t i)
{
	return shape->point[i + 1 < shape->count ? i + 1 : 0];
}

/* Cut a simple clockwise polygon into convex parts that share no area and add no
 * points. A convex shape is its own only part. A footprint of six corners is cut
 * from its inner corner to its front left corner. */
void pn_shape_parts(const struct pn_shape *shape, struct pn_parts *parts);

/* The same without copying a shape that is convex, as most are: the first of *count parts.
 * *parts is where those of another are put. */
const struct pn_shape *pn_shape_convex(const struct pn_shape *shape, struct pn_parts *parts,
				       uint8_t *count);

/* Edge i of a convex shape as the convex shape `other` lies to it. */
struct pn_edge_view pn_edge_look(const struct pn_shape *shape, uint8_t i,
				 const struct pn_shape *other);

/* A rectangle with sides along x and y. */
struct pn_box {
	pn_vec low;
	pn_vec high;
};

/* The least box round a shape, and round two boxes. */
struct pn_box pn_shape_box(const struct pn_shape *shape);
struct pn_box pn_box_join(struct pn_box a, struct pn_box b);

/* Are two boxes more than `gap` apart in x or in y? */
static inline bool pn_boxes_far(struct pn_box a, struct pn_box b, pn_len gap)
{
	return a.low.x - b.high.x > gap || b.low.x - a.high.x > gap || a.low.y - b.high.y > gap ||
	       b.low.y - a.high.y > gap;
}

/* Is the point at most `reach` from the segment? */
bool pn_segment_near(pn_vec point, pn_vec a, pn_vec b, pn_len reach);

/* -1, 0 or 1 as two shapes are nearer to each other than `length`, just that far, or farther:
 * exact, and cheaper than the distance itself. */
int pn_compare_distance(const struct pn_shape *a, const struct pn_shape *b, pn_len length);
