#pragma once
/* The run of a charge over the ground it finds. */

#include "b2_ground.h"

struct b2_run {
	struct b2_way way;
	struct b2_ground ground; /* along it */
	bool too_near;           /* B2-53: it comes out too close to the target */
	pn_clause forbidden_by;  /* why there is none */
};

/* B2-39, B2-50 to B2-53, B2-57, B2-58. The way of a charge to the target, as the ground
 * lets it be made. False: there is none, and `forbidden_by` says why. */
bool b2_find_run(const struct pn_game *view, pn_unit_id unit, pn_unit_id target,
		 struct b2_run *out);

/* Does a way to contact lead over open ground alone, neither up nor down where that is
 * forbidden? */
bool b2_is_open_way(const struct pn_game *view, pn_unit_id unit, const struct b2_way *way);

/* B2-41, B2-47, B2-52. Forward, towards the target, as far as the charge allowance pays
 * for or something stands in the way, the foot of a rise too. */
struct b2_run b2_forced_run(const struct pn_game *view, pn_unit_id unit, pn_unit_id target);

/* B2-56. A check for each obstacle that the front rank reaches before the run ends. False:
 * one failed, and the run ends there. */
bool b2_cross_obstacles(struct pn_turn *turn, pn_unit_id unit, struct b2_run *run);
