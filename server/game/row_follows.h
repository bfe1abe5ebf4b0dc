#pragma once
/* What follows from a row besides its events: the server's own state, plans that stop, and whether a
 * look is owed. All of it is found before the row is stored. */

#include "game/snapshot.h"
#include "pennon/rules.h"

/* What a row that has just been appended to `next`'s log leaves for the server; written into the row.
 * Called after the events were taken in. */
void row_follow(struct snapshot *next, const struct pn_events *events);

/* Note in the last row of a state whether a look at what a side has written is owed. */
void row_note_owed(struct snapshot *next);

/* What makes each side's plan stop: enum pn_plan_stop, PN_STOP_REFUSED when it goes on. `undoes` is the
 * side that took something back, PN_NO_SIDE without one. Runs the core: call it under a guard. */
void row_find_stops(const struct snapshot *before, const struct snapshot *next,
		    const struct pn_events *events, pn_side undoes, uint8_t stops[PN_SIDES]);
