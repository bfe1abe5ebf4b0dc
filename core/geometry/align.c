/* Aligning a charger, T9-86.
 *
 *	 charger                      The right front corner stands on the charged
 *	   \    \                     edge; the charger turns clockwise about it.
 *	    \   /\
 *	     \ /  \                   The angle to turn by is known beforehand, for
 *	      *    . . .  charger     both units have exact facings: opposite to where
 *	  ----x----------  edge       the edge looks. Nothing is searched.
 *
 * The point of contact may be the charger's corner, the target's (the front lies
 * across a corner of the target and is turned onto one of its two edges), or both.
 * It makes no difference: what turns about a point on both lines ends with both
 * lines one. */

#include "align.h"

#include "wheel.h"

/* How far a point lies from another in a direction, times two to the 30. */
static int64_t reach(pn_vec from, pn_vec to, pn_angle heading)
{
	return (int64_t)(to.x - from.x) * pn_sine(heading) +
	       (int64_t)(to.y - from.y) * pn_cosine(heading);
}

/* To the nearest unit, halves away from zero. */
static pn_len round_reach(int64_t reach)
{
	int64_t half = PN_SINE_ONE / 2;
	return (pn_len)((reach < 0 ? reach - half : reach + half) / PN_SINE_ONE);
}

struct pn_charged_edge pn_charged_edge_of(pn_pose pose, struct pn_formation formation, uint8_t edge)
{
	/* In quarter turns from the facing. */
	static const uint8_t of_four[] = {0, 1, 2, 3};
	static const uint8_t of_six[] = {0, 1, 2, 1, 2, 3};
	struct pn_shape shape = pn_footprint(pose, formation);
	pn_assert(edge < shape.count);
	uint8_t quarters = shape.count == 4 ? of_four[edge] : of_six[edge];
	return (struct pn_charged_edge){
		shape.point[edge],
		shape.point[(edge + 1) % shape.count],
		(pn_angle)(pose.facing + quarters * PN_DEGREES_90),
	};
}

/* How much of the front and of the edge lie side by side. */
static pn_len find_shared(pn_pose pose, struct pn_formation formation, struct pn_charged_edge edge)
{
	struct pn_shape shape = pn_footprint(pose, formation);
	pn_angle along = (pn_angle)(edge.outward + PN_DEGREES_90);
	/* The front runs the other way: its right corner comes first. */
	int64_t start = reach(edge.from, shape.point[1], along);
	int64_t end = reach(edge.from, shape.point[0], along);
	int64_t whole = reach(edge.from, edge.to, along);
	start = start > 0 ? start : 0;
	end = end < whole ? end : whole;
	return end > start ? (pn_len)((end - start) / PN_SINE_ONE) : 0;
}

struct pn_alignment pn_align(pn_pose charger, struct pn_formation formation,
			     struct pn_charged_edge edge, pn_vec contact, int32_t limit)
{
	pn_assert(limit >= 0 && limit <= PN_TURN_HALF);
	pn_angle flush = (pn_angle)(edge.outward + PN_TURN_HALF);
	struct pn_alignment alignment = {.turn = pn_turn_between(charger.facing, flush)};
	int32_t turn = alignment.turn;
	if (turn > limit || turn < -limit) {
		alignment.pose = pn_pose_turned(charger, contact, turn > 0 ? limit : -limit);
		return alignment;
	}
	alignment.pose = pn_pose_turned(charger, contact, turn);
	/* The line of the edge goes through the middle of its rounded ends. */
	int64_t twice_off = reach(edge.from, alignment.pose.at, edge.outward) +
			    reach(edge.to, alignment.pose.at, edge.outward);
	pn_len off = round_reach(twice_off / 2);
	if (off > PN_ALIGN_SETTLE || off < -PN_ALIGN_SETTLE)
		return alignment;
	alignment.flush = true;
	alignment.pose.at = pn_add(alignment.pose.at, pn_along(edge.outward, -off));
	alignment.shared = find_shared(alignment.pose, formation, edge);
	return alignment;
}
