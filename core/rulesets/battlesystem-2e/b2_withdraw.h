#pragma once
/* Leaving a melee, and who is driven at whom. */

#include "b2.h"

/* B2-105. Must the unit close with that enemy? */
bool b2_must_close_with(const struct pn_game *view, pn_unit_id unit, pn_unit_id enemy);

/* B2-102, B2-105. Is the enemy one that the unit must charge, if it will be charged without
 * a declaration? */
bool b2_is_driven_at(const struct pn_game *view, pn_unit_id unit, pn_unit_id enemy);

/* Must it charge without a declaration: compelled, or closing? */
bool b2_is_driven(const struct pn_unit *unit);

/* The clause that says so: B2-102, or B2-105. */
pn_clause b2_driven_clause(const struct pn_unit *unit);

/* The side's movement step is over: nobody of it is bound to close any more. */
void b2_end_closing(struct pn_step *step, pn_side side);

enum { B2_WITHDRAWAL = 4 * PN_INCH }; /* how far a unit withdraws from its melee */

/* B2-130. Is the unit in a melee, and free to withdraw? */
struct pn_verdict b2_check_free_to(const struct pn_game *view, pn_unit_id unit);

/* The way straight back. False: something stands in the way, or beside where it would stand. */
bool b2_find_way_back(const struct pn_game *view, pn_unit_id unit, pn_len length,
		      struct b2_way *way);

/* B2-130. Could the unit make a fighting withdrawal? */
bool b2_can_withdraw(const struct pn_game *view, pn_unit_id unit);

/* Append it to the actions, if the unit may make it. */
void b2_list_withdrawal(const struct pn_game *view, pn_side side, pn_unit_id unit,
			struct pn_actions *out);
