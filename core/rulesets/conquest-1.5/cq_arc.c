/* Arcs: lines at 45 degrees outward from each corner part the board round a regiment.
 *
 *	 \    front    /	As the regiment sees it, u to its right and v ahead
 *	  +-----------+		of its front, w half its width and d its depth, a point
 *	  |           |		lies in the front arc when v >= 0 and |u| - w <= v. So
 *	l |           | r	each arc is cut out by a few half-planes, and what of a
 *	  |           |		footprint lies in it is found by clipping.
 *	  +-----------+
 *	 /    rear     \	A short last rank is filled up: its block counts whole.
 *
 * Areas are of points in 256ths of a unit, to which clipped corners are rounded; arcs of
 * equal area go to the front, then a flank, then the rear. */

#include "cq.h"

/* Fine coordinates: 256 to a hundredth of a millimetre, at most 2^30. */
enum { FINE = 256, FINE_SHIFT = 22, POLYGON_MAX = 2 * PN_SHAPE_POINTS_MAX };

struct fine {
	int64_t u, v;
};

struct polygon {
	uint8_t count;
	struct fine point[POLYGON_MAX];
};

/* a * u + b * v + c >= 0 */
struct half_plane {
	int64_t a, b, c;
};

/* Half the width and the whole depth of the block. */
struct block {
	int64_t half, depth;
};

static struct block block_of(const struct pn_unit *unit)
{
	struct pn_formation formation = pn_unit_formation(unit);
	int64_t ranks = (formation.figures + formation.files - 1) / formation.files;

	return (struct block){
		.half = (int64_t)formation.files * formation.base_width * FINE / 2,
		.depth = ranks * formation.base_depth * FINE,
	};
}

/* A point as seen from a pose. */
static struct fine seen_from(pn_pose pose, pn_vec point)
{
	int64_t x = (int64_t)point.x - pose.at.x;
	int64_t y = (int64_t)point.y - pose.at.y;
	int64_t sine = pn_sine(pose.facing);
	int64_t cosine = pn_cosine(pose.facing);

	return (struct fine){
		.u = (x * cosine - y * sine) / (1 << FINE_SHIFT),
		.v = (x * sine + y * cosine) / (1 << FINE_SHIFT),
	};
}

static int64_t side_of(struct half_plane plane, struct fine point)
{
	return plane.a * point.u + plane.b * point.v + plane.c;
}

/* Where the way from one point to another crosses: from lies within, to without, or the
 * other way round. Products stay below 2^63: 2^31 from point to point, 3 * 2^30 to a line. */
static struct fine crossing(struct fine from, struct fine to, int64_t inside, int64_t outside)
{
	int64_t whole = inside - outside;

	return (struct fine){
		.u = from.u + (to.u - from.u) * inside / whole,
		.v = from.v + (to.v - from.v) * inside / whole,
	};
}

static void clip(struct polygon *polygon, struct half_plane plane)
{
	struct polygon out = {.count = 0};

	for (uint8_t i = 0; i < polygon->count; i++) {
		struct fine from = polygon->point[i];
		struct fine to = polygon->point[(i + 1) % polygon->count];
		int64_t a = side_of(plane, from);
		int64_t b = side_of(plane, to);

		pn_assert(out.count + 2 <= POLYGON_MAX);
		if (a >= 0)
			out.point[out.count++] = from;
		if ((a > 0 && b < 0) || (a < 0 && b > 0))
			out.point[out.count++] = crossing(from, to, a, b);
	}
	*polygon = out;
}

static pn_wide twice_area(const struct polygon *polygon)
{
	pn_wide sum = 0;

	for (uint8_t i = 0; i < polygon->count; i++) {
		struct fine a = polygon->point[i];
		struct fine b = polygon->point[(i + 1) % polygon->count];

		sum += (pn_wide)a.u * b.v - (pn_wide)a.v * b.u;
	}
	return sum < 0 ? -sum : sum;
}

/* The half-planes of one arc: three that matter, by facing. */
static void cut_to_arc(struct polygon *polygon, struct block block, uint8_t facing)
{
	const int64_t w = block.half;
	const int64_t d = block.depth;
	const struct half_plane ahead = {0, 1, 0};
	const struct half_plane behind = {0, -1, -d};
	const struct half_plane to_the_right = {1, 0, -w};
	const struct half_plane to_the_left = {-1, 0, -w};
	/* Right of, or beneath, the line from the front right corner; and so on. */
	const struct half_plane below_front_right = {1, -1, -w};
	const struct half_plane below_front_left = {-1, -1, -w};
	const struct half_plane above_rear_right = {1, 1, d - w};
	const struct half_plane above_rear_left = {-1, 1, d - w};
	const struct half_plane arc[PN_FACING_REAR + 1][3] = {
		[PN_FACING_FRONT] = {ahead, {-1, 1, w}, {1, 1, w}},
		[PN_FACING_LEFT] = {to_the_left, below_front_left, above_rear_left},
		[PN_FACING_RIGHT] = {to_the_right, below_front_right, above_rear_right},
		[PN_FACING_REAR] = {behind, {-1, -1, w - d}, {1, -1, w - d}},
	};

	for (int i = 0; i < 3; i++)
		clip(polygon, arc[facing][i]);
}

/* Decides CQ-31. */
uint8_t cq_facing_of(const struct pn_unit *charger, const struct pn_unit *target)
{
	static const uint8_t order[] = {PN_FACING_FRONT, PN_FACING_LEFT, PN_FACING_RIGHT,
					PN_FACING_REAR};
	const struct pn_shape shape = pn_unit_footprint(charger);
	const struct block block = block_of(target);
	uint8_t best = PN_FACING_FRONT;
	pn_wide most = -1;

	for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
		struct polygon polygon = {.count = shape.count};
		pn_wide area;

		for (uint8_t k = 0; k < shape.count; k++)
			polygon.point[k] = seen_from(target->pose, shape.point[k]);
		cut_to_arc(&polygon, block, order[i]);
		area = twice_area(&polygon);
		if (area > most) {
			most = area;
			best = order[i];
		}
	}
	return best;
}

bool cq_in_front_arc(const struct pn_unit *unit, pn_vec point)
{
	struct fine at = seen_from(unit->pose, point);
	int64_t beside = at.u < 0 ? -at.u : at.u;

	return at.v >= 0 && beside - block_of(unit).half <= at.v;
}

uint8_t cq_edge_of(uint8_t facing, uint8_t corners)
{
	switch (facing) {
	case PN_FACING_FRONT:
		return 0;
	case PN_FACING_RIGHT:
		return 1;
	case PN_FACING_LEFT:
		return (uint8_t)(corners - 1);
	default:
		return 2;
	}
}
