#pragma once
/* One figure's area and one base: the part of the charge sector that knows where the
 * nearest point of a base in an area is, and how far. b2_sector.c chooses among figures. */

#include "b2_sector.h"

struct b2_sector_area {
	pn_vec left; /* the front corners of the figure's base */
	pn_vec right;
	pn_vec ray_left; /* of length PN_SINE_ONE */
	pn_vec ray_right;
};

/* -1, 0 or 1 as a is nearer than b, as near, or farther. Both must have a distance. */
int b2_sector_spots_compare(const struct b2_sector_spot *a, const struct b2_sector_spot *b);

/* Set the spot to the least distance from the area's front edge to a point of the
 * base in the area, or to none (under = 0) when the base has no such point. */
void b2_sector_nearest(const struct b2_sector_area *area, const struct pn_base *base,
		       struct b2_sector_spot *spot);

/* Set the spot to the distance of the base's farthest corner, hence of its farthest
 * point, wherever that lies. */
void b2_sector_farthest(const struct b2_sector_area *area, const struct pn_base *base,
			struct b2_sector_spot *spot);

/* Does the whole base lie in the area? */
bool b2_sector_holds(const struct b2_sector_area *area, const struct pn_base *base);
