#pragma once
/* A rigid shape that turns about a centre, among standing ones: what wheel.c is made of.
 *
 * Sizes of turns are fine angles, sinusoid.h, from 0 up; which way is the shape's. */

#include "cuts.h"
#include "sinusoid.h"

/* A convex part relative to the centre, with what its edges need: the vector along each,
 * and how much a corner may be behind it, times the edge's length. */
struct pn_turning_part {
	uint8_t count;
	pn_vec point[PN_SHAPE_POINTS_MAX];
	pn_vec edge[PN_SHAPE_POINTS_MAX];
	int64_t leeway[PN_SHAPE_POINTS_MAX];
};

struct pn_turning {
	bool exact; /* is no depth granted, not even PN_TOUCH? */
	pn_vec centre;
	int32_t way; /* 1 clockwise, -1 counterclockwise */
	uint8_t count;
	struct pn_turning_part part[PN_PARTS_MAX];
	int64_t reach_squared; /* from the centre to the farthest corner */
};

/* A shape ready to turn about a centre, clockwise or not. */
void pn_turning_begin(struct pn_turning *turning, const struct pn_shape *shape, pn_vec centre,
		      bool clockwise);

/* The last fine angle, at most `to`, up to which the shape never overlaps the obstacle by
 * more than PN_TOUCH, or at all, if it turns exactly; the obstacle is shape `number` of those
 * that were cut (NULL: of none). */
int32_t pn_turning_clear(const struct pn_turning *turning, const struct pn_shape *obstacle,
			 const struct pn_cuts *cuts, size_t number, int32_t to);

/* The corner of either that at a fine angle lies deepest in the other. */
pn_vec pn_turning_contact(const struct pn_turning *turning, const struct pn_shape *obstacle,
			  int32_t fine);

/* The last fine angle, at most `to`, up to which no corner is more than PN_TOUCH outside
 * the rectangle from low to high. When that is less than `to`, *contact is the corner. */
int32_t pn_turning_inside(const struct pn_turning *turning, pn_vec low, pn_vec high, int32_t to,
			  pn_vec *contact);
