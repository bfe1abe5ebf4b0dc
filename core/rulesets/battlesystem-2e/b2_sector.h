#pragma once
/* The charge sector: which enemy a unit can charge, by angle and by distance.
 *
 * Each figure of the front rank has an area: all points ahead of its front edge,
 * between two rays that leave its front corners outwards at the half angle. A
 * distance is measured to the nearest point of that front edge (B2-20 to B2-26).
 *
 *	 \        most       /		nearest	the nearest point of the target that
 *	  \      ______     /			lies in an area, to that area's figure;
 *	   \    | base |   /		reach	the base that lies wholly in the area
 *	    \   |______|  /			of one figure, to its far edge (or, as
 *	     \  . least  /			the switch says, to its near edge).
 *	      \.________/
 *	       front edge
 *
 * Nothing is rounded before it is compared. The rays come from pn_sine, so they are
 * true to 2^-29 and their length counts as PN_SINE_ONE. */

#include "pennon/geometry.h"

/* The widest half angle, 89 degrees. A front edge whose corners are rounded may lean
 * by half a degree, and no ray may fall behind it. */
#define B2_SECTOR_ANGLE_MAX 16201

/* The corners of one base: front left, front right, rear right, rear left. */
struct pn_base {
	pn_vec corner[4];
};

/* To which edge of a base the far limit is measured: the switch `range_edge`. */
enum pn_range_edge {
	B2_RANGE_EDGE_FAR,
	B2_RANGE_EDGE_NEAR,
};

/* The numbers of one charge, and how the book is read. */
struct b2_sector {
	pn_len least;        /* at this distance or less the target is too near; -1: no limit */
	pn_len most;         /* in range up to this distance, itself included */
	pn_angle half_angle; /* 0 to B2_SECTOR_ANGLE_MAX, outward from straight ahead */
	enum pn_range_edge range_edge;
	bool rear_ranks; /* the far test asks figures behind the front rank too */
};

enum b2_sector_verdict {
	B2_SECTOR_OUTSIDE,  /* no point of the target lies in the area of a front-rank figure */
	B2_SECTOR_TOO_NEAR, /* a point of it that does is at most `least` away */
	B2_SECTOR_IN_RANGE, /* not too near, and a base lies wholly in one figure's range */
	B2_SECTOR_TOO_FAR,  /* beyond `most` */
	B2_SECTOR_ASTRIDE,  /* near enough, but no base lies wholly between the rays */
};

/* A distance and the two figures it lies between. The squared distance is exactly
 * over / under x PN_SINE_ONE x PN_SINE_ONE; b2_sector_length() rounds it. */
struct b2_sector_spot {
	uint16_t charger; /* figure of the charging unit */
	uint16_t target;  /* index of the base in the target */
	pn_wide over;     /* 0 to 2^91 */
	pn_wide under;    /* 1 to 2^108; 0: there is no such spot */
};

struct b2_sector_result {
	enum b2_sector_verdict verdict;
	struct b2_sector_spot nearest; /* absent when OUTSIDE */
	struct b2_sector_spot reach;   /* present when IN_RANGE; when TOO_FAR if it was sought */
};

/* Write the bases of a formation, as pn_figure_base gives them, into `bases`, which
 * has room for all of them. Returns how many. */
uint16_t b2_sector_bases(pn_pose pose, struct pn_formation formation, struct pn_base *bases);

/* Could any point of the target be at most `most` from the charger's front? A quick
 * question: it may say yes where none could, and never no where one could, for circles round the
 * two units are compared. */
bool b2_sector_may_reach(pn_pose charger, struct pn_formation charging, pn_pose target,
			 struct pn_formation targeted, pn_len most);

/* Where a target, given as `count` bases, lies in a unit's charge sector. First the
 * least distance, over the front rank and every base: one point of the target in an
 * area and too near makes the whole target too near, however deep it is (B2-24 with
 * its erratum). Only then the far limit: some base must lie wholly between the rays
 * of one figure and wholly within `most` of that figure's front edge (B2-21).
 *
 * Of equal distances the one of the lower charging figure, then of the lower base is
 * told. Asserts count >= 1, 0 <= most, -1 <= least and the half angle. */
void b2_sector_measure(pn_pose charger, struct pn_formation charging, const struct pn_base *bases,
		       uint16_t count, const struct b2_sector *sector,
		       struct b2_sector_result *result);

/* The same for a target in ranks and files. */
void b2_sector_measure_unit(pn_pose charger, struct pn_formation charging, pn_pose target,
			    struct pn_formation targeted, const struct b2_sector *sector,
			    struct b2_sector_result *result);

/* The distance of a spot in hundredths of a millimetre, rounded down. Asserts that
 * there is one. */
pn_len b2_sector_length(const struct b2_sector_spot *spot);

/* -1, 0 or 1 as the spot is nearer than `length`, just there, or farther. Exact. */
int b2_sector_compare(const struct b2_sector_spot *spot, pn_len length);
