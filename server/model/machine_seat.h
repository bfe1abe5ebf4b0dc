#pragma once
/* The seat that the practice opponent plays (pennon/opponent.h): agreed on when a game is made,
 * and never anybody else's. */

#include <stdio.h>

#include "pennon/opponent.h"

enum { MACHINE_TEXT_BYTES = 40 };

/* All 0: both seats are people's. */
struct machine_seat {
	uint8_t strength; /* 1 to PN_STRENGTHS */
	pn_side side;
};

/* Does it play this side? */
static inline bool machine_plays(const struct machine_seat *machine, pn_side side)
{
	return machine->strength > 0 && machine->side == side;
}

/* {"side","strength"}; "" where it plays none. */
static inline void machine_text(char out[MACHINE_TEXT_BYTES], const struct machine_seat *machine)
{
	out[0] = '\0';
	if (machine->strength > 0)
		snprintf(out, MACHINE_TEXT_BYTES, "{\"side\":\"%s\",\"strength\":%u}",
			 machine->side == PN_RED ? "red" : "blue", machine->strength);
}

/* Is something asked of it, by the view of its side: a decision, or the answer to a proposal? */
static inline bool machine_owes(const struct machine_seat *machine, const struct pn_game *view)
{
	return machine->strength > 0 && !view->over &&
	       (pn_owes(view, machine->side) ||
		view->proposal[pn_opponent(machine->side)].kind != PN_PROPOSAL_NOTHING);
}
