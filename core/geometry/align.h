#pragma once
/* T9-86: a charger that has made contact turns about the point of contact until its
 * front lies flat along the facing it charged. CQ-20 turns the same way.
 *
 * It turns in the direction of alignment only: the shorter way round. A front that
 * touches a facing from outside never passes through it on that way, so of the target
 * only what juts out elsewhere (a short last rank) can be in it. What else is in the
 * way is not asked here. With obstacles the caller does three things:
 *
 *	struct pn_alignment whole = pn_align(pose, formation, edge, at, PN_TURN_HALF);
 *	struct pn_turned clear = pn_formation_turn(pose, formation, at, whole.turn, ...);
 *	whole = pn_align(pose, formation, edge, at, the size of clear.by);
 *
 * and asks whether it is flush. Setting it square (below) is not in the wheel's answer;
 * who has obstacles asks pn_shapes_overlap of the final footprint.
 *
 * How exact: where a sweep ended, the front and the charged edge pass the point of
 * contact a few hundredths of a millimetre off, each its own way. Turned about it they
 * are parallel, and that much apart. So a flush front is finally set square onto the
 * edge, by at most PN_ALIGN_SETTLE; then each corner of the front that lies beside the
 * charged edge, and each end of that edge beside the front, is within PN_TOUCH of the
 * other. */

#include "pennon/geometry.h"

/* The farthest that a flush front is shifted to lie on the charged edge. */
#define PN_ALIGN_SETTLE (2 * PN_TOUCH)

/* One edge of a footprint, as somebody sees it who charges it: clockwise, so that
 * outside is to the left on the way from `from` to `to`. */
struct pn_charged_edge {
	pn_vec from;
	pn_vec to;
	pn_angle outward; /* where it looks: exact, as the corners are rounded */
};

/* Edge `edge` of a formation's footprint, numbered as there. Asserts that it exists. */
struct pn_charged_edge pn_charged_edge_of(pn_pose pose, struct pn_formation formation,
					  uint8_t edge);

/* How a charger comes to lie. */
struct pn_alignment {
	/* The turn from the charger's facing to facing the edge squarely, positive
	 * clockwise, whether it was allowed or not; -32768 for exactly half a turn. */
	int32_t turn;
	/* The turn was within the limit and the front lies along the edge's line. It is
	 * false too when it was a side or the rear that made contact: then the front is
	 * parallel to the edge somewhere else (which is no contact of fronts). */
	bool flush;
	pn_pose pose; /* turned as far as the limit allows, and settled if flush */
	/* How much of the front and of the edge lie side by side, rounded down. 0 when
	 * they share a corner only, or are not flush. */
	pn_len shared;
};

/* Turn a charger about `contact`, which lies within PN_TOUCH of its front and of the
 * edge, by at most `limit` (0 to PN_TURN_HALF). */
struct pn_alignment pn_align(pn_pose charger, struct pn_formation formation,
			     struct pn_charged_edge edge, pn_vec contact, int32_t limit);
