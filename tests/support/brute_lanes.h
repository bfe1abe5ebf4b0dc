#pragma once
/* A slow reference for the lanes of a front rank, in long double. */

#include "pennon/geometry.h"

/* A front that turns about one of its corners, and the facing it goes for. */
struct brute_lanes {
	pn_vec centre;
	pn_len left; /* of lane 0, along the front from the centre; not positive */
	pn_len width;
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
