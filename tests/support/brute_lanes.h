#pragma once
/* A slow reference for the lanes of a front rank, in long double. */

#include "lanes.h"

/* A front that turns about one of its corners, and the facing it goes for. */
struct brute_lanes {
	pn_vec centre;
	pn_len left; /* of lane 0, along the front from the centre; not positive */
	pn_len width;
	pn_len least; /* of a lane that is enough */
	int32_t lanes;
	pn_vec from;
	pn_vec to;
	pn_len reach;
	const struct pn_shape *blocker;
	uint16_t blockers;
};

enum { BRUTE_CUTS_MAX = 200 };

/* How many lanes reach the facing when the front has a heading. With a positive slack every
 * condition is harder to meet by so much, in hundredths of a millimetre, with a negative one
 * easier. Blockers count if asked to. */
int brute_lanes_count(const struct brute_lanes *lanes, pn_angle heading, long double slack,
		      bool blocked);

/* How many stands, straight on, touch the facing at all, be it with a corner. */
int brute_lanes_touched(const struct pn_lanes *lanes, long double slack);

/* What it is worth that so many stands reach the facing after some wheel: stands that straight on
 * touch it no wheel wins. */
uint16_t brute_lanes_worth(const struct pn_lanes *lanes, uint16_t stands);
