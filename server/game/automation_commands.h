#pragma once
/* What a side has written, as the writer meets it: plans and standing orders are set, plans stop,
 * and what automation (automation.h) found in them is done. Each is a command like any other:
 * checked on the side's own view, with a mark, a row and a line of the record of its own. Nothing
 * tells that nobody posted it. */

#include "game/commands.h"

/* Note in `acting`, which has just been done, whose plan it stops. Runs the core: call it
 * under a guard. */
void automation_note_stops(struct acting *acting);

/* Note in the last row of a state, before it is stored, whether a look at what a side has
 * written is owed. */
void automation_note_owed(struct snapshot *next);

/* What the side's passes and orders answer to the decision that it owes, whether or not it is
 * time. False: nothing. */
bool automation_answer(struct batch *batch, const struct snapshot *latest, pn_side side,
		       struct pn_command *out);

/* Tell those sides that their plans have stopped. */
void automation_stop_plans(const struct acting *acting, struct game *game);
