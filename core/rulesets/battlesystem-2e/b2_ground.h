#pragma once
/* Ground: what it costs to cross, what stands across it, and where it rises. */

#include "b2.h"
#include "ground.h"

/* Wire names stand in b2.c, in this order. */
enum b2_terrain {
	B2_CLEAR,
	B2_IMPASSABLE,
	B2_LIGHT_WOODS,
	B2_DENSE_WOODS,
	B2_BRUSH,
	B2_ROUGH,
	B2_SHALLOW_WATER,
	B2_SWAMP,
	B2_OBSTACLE, /* a fence, a hedge: thin, crossed and not walked in */
	B2_HILL,
	B2_TERRAIN_KINDS,
};

/* The special ground along one straight way, as far as it was looked over. */
struct b2_ground {
	struct pn_ground
		way; /* hundredths; an obstacle is a step, where the front rank reaches it */
	bool across; /* the unit stands across an obstacle to begin with */
};

/* Look over the ground of a straight way on from where the unit stands; its pieces may have been
 * cut (pn_ground_cut()), or NULL. */
void b2_ground_survey(struct b2_ground *out, const struct pn_game *view, const struct pn_cuts *cuts,
		      const struct pn_stand *stand, pn_angle heading, pn_len length);

/* What a manoeuvre is made on: the dearest ground under the unit as it begins. */
void b2_ground_underfoot(struct b2_ground *out, const struct pn_game *view,
			 const struct pn_stand *stand);

/* Is any special ground, or an obstacle, on the first `length` of the way? */
bool b2_ground_is_special(const struct b2_ground *ground, pn_len length);

/* B2-51. Does any part of the unit stand in special ground or across an obstacle? */
bool b2_in_special_ground(const struct pn_game *view, pn_unit_id unit);

/* B2-53. How far along its way the unit has left all special ground behind: its front
 * rank, or with the switch `emerges` the whole of it. */
pn_len b2_emerges_at(const struct pn_game *view, const struct pn_stand *stand,
		     const struct b2_way *way);

/* B2-57. Is the piece a hill whose foot one who stands so has before it? Not if each figure
 * of its front rank stands wholly on one as high that meets it; and not if it stands on it
 * with any part: that is b2_climbs_at(). */
bool b2_is_rise(const struct pn_game *view, const struct pn_stand *stand,
		const struct pn_terrain *piece);

/* B2-57. How far one gets who stands so, partly on a hill, before a figure of its front rank
 * goes up it; `length` if none does. When the charge began it stood as `begin`: a hill that
 * all of its front rank stood on then is none to climb. */
pn_len b2_climbs_at(const struct pn_game *view, const struct pn_stand *begin,
		    const struct pn_stand *stand, pn_angle heading, pn_len length);

/* B2-57. Does a leg that was walked go uphill: a march that enters a rise, or any leg that
 * ends on one? */
bool b2_goes_up(const struct pn_game *view, const struct pn_stand *from, const struct pn_stand *to,
		bool marched);

/* B2-58. Does the unit leave a hill on its way, with all its figures? */
bool b2_goes_down(const struct pn_game *view, pn_unit_id unit, const struct b2_way *way);

/* Straight on among obstacles gathered before, as far as the allowance pays for. */
struct b2_way b2_march(const struct b2_obstacles *obstacles, const struct pn_game *view,
		       pn_unit_id unit, pn_angle heading, pn_len allowance,
		       struct b2_ground *ground);
