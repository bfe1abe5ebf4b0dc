#pragma once
/* The run of a charge over the ground it finds. */

#include "b2_ground.h"

struct b2_run {
	struct b2_route route;
	struct b2_ground ground[B2_ROUTE_LEGS]; /* along each leg */
	bool too_near;                          /* B2-53: it comes out too close to the target */
	pn_clause forbidden_by;                 /* why there is none */
};

/* What a run costs on its ground. */
pn_len b2_run_spent(const struct b2_run *run);

/* How far it gets with so much to spend. */
pn_len b2_run_reach(const struct b2_run *run, pn_len allowance);

/* Only the first `length` of it. */
void b2_run_cut(struct b2_run *run, const struct pn_unit *unit, pn_len length);

/* The way of a charge to the target within `length`, whatever its ground costs or forbids.
 * False: there is none. */
bool b2_lay_run(const struct pn_game *view, pn_unit_id unit, pn_unit_id target, pn_len length,
		struct b2_run *out);

/* The same if going uphill were no hindrance (B2-57). */
bool b2_lay_run_over(const struct pn_game *view, pn_unit_id unit, pn_unit_id target, pn_len length,
		     struct b2_run *out);

/* B2-50 to B2-53, B2-57, B2-58. What the ground has to say to a run, or a part of one,
 * with so much to spend: false, and `forbidden_by`; or true, and `too_near`. */
bool b2_judge_run(const struct pn_game *view, pn_unit_id unit, pn_unit_id target, pn_len allowance,
		  struct b2_run *run);

/* B2-39. The way of a charge to the target, as the ground lets it be made. False: there is
 * none, and `forbidden_by` says why. */
bool b2_find_run(const struct pn_game *view, pn_unit_id unit, pn_unit_id target,
		 struct b2_run *out);

/* What a charge does of its run from where its unit stands, with so much left of it: without
 * checks for obstacles. */
struct b2_run b2_run_ahead(const struct pn_game *view, const struct pn_pending *charge,
			   pn_len left);

/* B2-41, B2-47, B2-52. Forward, towards the target, as far as the allowance pays for or
 * something stands in the way, the foot of a rise too. */
struct b2_run b2_forced_run(const struct pn_game *view, pn_unit_id unit, pn_unit_id target,
			    pn_len allowance);

/* B2-56. A check for each obstacle that the front rank reaches before the run ends. False:
 * one failed, and the run ends there. */
bool b2_cross_obstacles(struct pn_step *step, pn_unit_id unit, struct b2_run *run);

/* The unit has gone a run: each leg of it, as b2_go(). */
void b2_go_run(struct pn_step *step, pn_unit_id unit, const struct b2_run *run,
	       enum pn_manner manner, bool benefits);

/* A unit that has charged that way and struck an enemy turns flush onto it, under the switch
 * `close_the_door`. */
void b2_close_the_door(struct pn_step *step, pn_unit_id unit, const struct b2_way *way);

/* ---- an opportunity charge against a charger (b2_meeting.c) ---- */

/* B2-71. What lies between the two when the reaction is declared; 0: they do not meet. */
pn_len b2_gap_to_meet(const struct pn_game *view, pn_unit_id charger, pn_unit_id reacting);

/* B2-71, B2-72. The two come to meet each other over what was a gap of that length. False:
 * the first charger has no way, so the other goes all of it. */
bool b2_meet(struct pn_step *step, pn_unit_id charger, pn_unit_id reacting, pn_len gap,
	     bool too_near);
