/* Arcs of the Unit Boundary: a line at 45 degrees outward from each corner.
 *
 *	 \    front    /	As the target sees it, u to its right and v ahead of
 *	  +-----------+		its front, w half its width and d its depth: a point is in
 *	  |           |		the front arc when it is farther ahead than it is beside
 *	l |           | r	the nearer front corner. A point on a dividing line is
 *	  |           |		Located in the flank.
 *	  +-----------+
 *	 /    rear     \	A unit is Located where the middle of its front is (T9-03),
 *				and that is what its pose says.
 *
 * Lengths here are of 2^8 to a hundredth of a millimetre. */

#include "t9.h"

enum { FINE = 256, FINE_SHIFT = 22, STRIP = 10 };

/* Decides T9-02. */
uint8_t t9_arc_of(const struct pn_unit *target, pn_vec point)
{
	const struct pn_formation formation = t9_formation(target);
	const int64_t half = (int64_t)pn_frontage(formation) * FINE / 2;
	const int64_t depth = (int64_t)pn_depth(formation) * FINE;
	const int64_t x = (int64_t)point.x - target->pose.at.x;
	const int64_t y = (int64_t)point.y - target->pose.at.y;
	const int64_t sine = pn_sine(target->pose.facing);
	const int64_t cosine = pn_cosine(target->pose.facing);
	const int64_t u = (x * cosine - y * sine) / (1 << FINE_SHIFT);
	const int64_t v = (x * sine + y * cosine) / (1 << FINE_SHIFT);
	const int64_t beside = (u < 0 ? -u : u) - half;

	if (v >= 0 && v > beside)
		return PN_FACING_FRONT;
	if (-v - depth >= 0 && -v - depth > beside)
		return PN_FACING_REAR;
	return u < 0 ? PN_FACING_LEFT : PN_FACING_RIGHT;
}

uint8_t t9_side_of_facing(uint8_t facing)
{
	static const uint8_t side[] = {0, 3, 1, 2};

	return side[facing];
}

/* The strip along one side of a boundary, just inside it. */
static struct pn_shape strip_along(const struct pn_shape *shape, uint8_t side, pn_angle outward)
{
	const pn_vec in = pn_along((pn_angle)(outward + PN_TURN_HALF), STRIP);
	const pn_vec from = shape->point[side];
	const pn_vec to = shape->point[(side + 1) % shape->count];

	return (struct pn_shape){4, {from, to, pn_add(to, in), pn_add(from, in)}};
}

uint8_t t9_facing_met(const struct pn_unit *target, const struct pn_unit *charger)
{
	const struct pn_shape own = t9_boundary(charger);
	const struct pn_shape other = t9_boundary(target);
	const pn_angle back = (pn_angle)(charger->pose.facing + PN_TURN_HALF);
	uint8_t facing = t9_arc_of(target, charger->pose.at);
	int32_t least = PN_TURN_HALF + 1;

	for (uint8_t side = 0; side < other.count; side++) {
		const pn_angle outward = (pn_angle)(target->pose.facing + side * PN_DEGREES_90);
		const struct pn_shape strip = strip_along(&other, side, outward);
		const int32_t turn = pn_turn_between(back, outward);
		const int32_t off = turn < 0 ? -turn : turn;

		if (off >= least || !pn_shapes_touch(&own, &strip))
			continue;
		least = off;
		facing = pn_facing_of_edge(side, other.count);
	}
	return facing;
}
