#pragma once
/* What stands in the tables of several books alike: checks of whose a unit is, orders of play
 * that are rolled for, questions to a side. */

#include "step.h"
#include "tell.h"

/* ---- a unit's facts ---- */

/* Has the unit this flag, this trait, by the book's own list? */
static inline bool pn_flag(const struct pn_unit *unit, unsigned flag)
{
	return (unit->flags & 1u << flag) != 0;
}

static inline bool pn_trait(const struct pn_unit *unit, unsigned trait)
{
	return (unit->traits & 1u << trait) != 0;
}

/* ---- whose (PN-04) ---- */

/* Is it a unit of the side, and on the board? */
struct pn_verdict pn_check_own(const struct pn_game *view, pn_side side, pn_unit_id unit);

/* Is it the other side's, and on the board? A unit of one's own is refused by `clause`. */
struct pn_verdict pn_check_enemy(const struct pn_game *view, pn_side side, pn_unit_id unit,
				 pn_clause clause);

/* The one unit of the side that can do something, PN_NO_UNIT if none or several can. */
pn_unit_id pn_find_only(const struct pn_game *view, pn_side side,
			bool (*can)(const struct pn_game *view, pn_unit_id unit));

/* ---- questions ---- */

/* Ask one side, about no unit. */
void pn_ask(struct pn_step *step, pn_side side, uint8_t decision, pn_clause clause);

/* For a book's table: lawful whenever the decision is open. */
struct pn_verdict pn_check_nothing(const struct pn_game *view, pn_side side,
				   const struct pn_command *command);

/* For a book's table: what is answered when nothing is said. */
struct pn_command pn_default_pass(const struct pn_game *view, pn_side side);
struct pn_command pn_default_ready(const struct pn_game *view, pn_side side);
struct pn_command pn_default_go_first(const struct pn_game *view, pn_side side);

/* ---- who is first ---- */

/* A roll of each side, red's first: `what` by the book's list of rolls. */
void pn_roll_off(struct pn_step *step, uint8_t what, pn_clause clause, int16_t total[PN_SIDES]);

/* The side with the higher total, PN_NO_SIDE in a tie. */
pn_side pn_higher(const int16_t total[PN_SIDES]);

/* Going first or second: both are listed; and which side it makes the first. */
void pn_list_go(struct pn_actions *out, pn_clause clause);
pn_side pn_first_of(pn_side side, const struct pn_command *command);
