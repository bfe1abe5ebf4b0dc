/* Arcs of the Unit Boundary: a line at 45 degrees outward from each corner.
 *
 *	 \    front    /	In the target's own frame, u to its right and v ahead of
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

enum { FINE = 256, FINE_SHIFT = 22 };

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

/* The sides of a boundary go round clockwise from the front. */
uint8_t t9_facing_of_side(uint8_t side)
{
	static const uint8_t facing[] = {PN_FACING_FRONT, PN_FACING_RIGHT, PN_FACING_REAR,
					 PN_FACING_LEFT};

	return facing[side];
}

uint8_t t9_side_of_facing(uint8_t facing)
{
	static const uint8_t side[] = {0, 3, 1, 2};

	return side[facing];
}
