#pragma once
/* The charge sector once more, slowly and in floating point: each base is clipped
 * against each figure's area and measured. Knows nothing of how the core does it. */

#include "battlesystem-2e/b2_sector.h"

/* What a slow look at one target finds, in hundredths of a millimetre. */
struct brute_sector {
	bool inside;    /* some point of the target lies in an area */
	double nearest; /* its least distance */
	bool held;      /* some base that counts lies wholly between the rays */
	double reach;   /* the least of their deciding distances */
};

/* Measure all pairs. The rays and front edges are shifted outwards by `grow`, which
 * may be negative, to find out whether a placement is too close to call. */
struct brute_sector brute_sector_measure(pn_pose charger, struct pn_formation charging,
					 const struct pn_base *bases, uint16_t count,
					 const struct b2_sector *sector, double grow);

/* The least distance over a grid of points in each base, by angles instead of
 * clipping: never less than the true one. Negative when no point lies in an area. */
double brute_sector_sample(pn_pose charger, struct pn_formation charging,
			   const struct pn_base *bases, uint16_t count,
			   const struct b2_sector *sector);
