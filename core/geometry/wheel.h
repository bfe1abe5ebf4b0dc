#pragma once
/* Wheeling, and every other turn of a rigid shape about a point.
 *
 * A turn is a signed angle, positive clockwise, from -PN_TURN_HALF to PN_TURN_HALF, in
 * units of pn_angle. A unit that wheels forward about its left front corner turns by a
 * negative angle, about its right front corner by a positive one.
 *
 * The one thing to know: a pose after a turn is reckoned from the pose before it, and
 * corners are reckoned from a pose; nothing is turned step by step. */

#include "cuts.h"
#include "pennon/geometry.h"

/* What stopped a turn, where it was no obstacle. */
enum {
	PN_TURN_FREE = -1, /* nothing did */
	PN_TURN_BOARD_EDGE = -2,
};

/* What a turning shape may not overlap. The caller leaves out the shape itself and
 * whatever it may pass through. */
struct pn_turn_obstacles {
	const struct pn_shape *shape; /* the caller's; simple and clockwise */
	uint16_t count;
	const struct pn_cuts *cuts; /* of all of them (cuts.h), where they were cut; or NULL */
	bool exact;  /* is no depth granted, not even PN_TOUCH? For pn_shape_turn() alone */
	bool table;  /* must it stay between low and high? */
	pn_vec low;  /* the board's south-west corner */
	pn_vec high; /* and its north-east corner */
};

/* How far a turn gets. */
struct pn_turned {
	int32_t by;         /* the last clear angle, between 0 and what was asked */
	int32_t stopped_by; /* index of an obstacle, or PN_TURN_FREE, PN_TURN_BOARD_EDGE */
	pn_vec contact;     /* where it was stopped; (0, 0) when it was not */
};

/* The front corners a formation wheels about. */
enum pn_corner {
	PN_CORNER_LEFT = 0,
	PN_CORNER_RIGHT = 1,
	PN_CORNERS = 2,
};

/* The last clear angle of a shape that turns about `centre` by up to `by`, which may be
 * any point. At no angle from 0 to the result, whole or not, does the exactly turned
 * shape overlap an obstacle, that is, lie deeper in it than PN_TOUCH as
 * pn_shapes_overlap() counts depth, or lie farther than that off the board; one angle
 * more would, or is all that was asked. A shape that overlaps to begin with turns by 0.
 * With `exact` no depth is granted, for whoever asks what was crossed (crossing.h).
 * Of two obstacles met at the same 64th of an angle the lower index stops it, and an
 * obstacle rather than the board's edge.
 *
 * The contact is a corner of one shape on the edge of the other, to the nearest hundredth
 * of a millimetre; of several the deepest, then the lowest number. */
struct pn_turned pn_shape_turn(const struct pn_shape *shape, pn_vec centre, int32_t by,
			       const struct pn_turn_obstacles *obstacles);

/* The same for a formation, whose corners are rounded in every pose. The result is an
 * angle up to pn_shape_turn()'s at which the footprint of the rounded pose overlaps
 * nothing either, so a unit can always stand where it was stopped. It is the largest
 * such angle unless the last PN_TURN_BACK_MAX angles all fail; then it is one that
 * is followed by a failing one. */
struct pn_turned pn_formation_turn(pn_pose pose, struct pn_formation formation, pn_vec centre,
				   int32_t by, const struct pn_turn_obstacles *obstacles);

enum { PN_TURN_BACK_MAX = 16 };

/* A pose turned about a centre. The place is rounded once, as pn_rotated() does. */
pn_pose pn_pose_turned(pn_pose pose, pn_vec centre, int32_t by);

/* The front corner a formation wheels about, as in its footprint. */
pn_vec pn_wheel_centre(pn_pose pose, struct pn_formation formation, enum pn_corner corner);

/* The pose after wheeling about a front corner by a signed turn. The corner stays where
 * it is to within a hundredth of a millimetre in x and in y. */
pn_pose pn_wheel_pose(pn_pose pose, struct pn_formation formation, enum pn_corner corner,
		      int32_t by);

/* B2-113. The way the outermost front corner goes: the arc frontage times angle, rounded
 * up, so that no sum of wheels buys more than one. `angle` is the size of the turn, 0 to
 * PN_TURN_HALF; `frontage` 0 to PN_COORDINATE_MAX. */
pn_len pn_wheel_cost(pn_len frontage, int32_t angle);

/* The largest angle, at most PN_TURN_HALF, that costs no more than the allowance. An
 * allowance below 0 buys nothing. */
int32_t pn_wheel_afforded(pn_len frontage, pn_len allowance);
