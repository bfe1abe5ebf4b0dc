#pragma once
/* What follows from what a side has written: its plan's commands, the windows it passes,
 * its standing orders. Each is a command like any other: checked on the side's own view,
 * with a mark, a row and a line of the record of its own, in the transaction of the
 * command that it follows from. Nothing tells that nobody posted it. */

#include "game/commands.h"

/* Note in `acting`, which has just been done, whose plan it stops. Runs the core: call it
 * under a guard. */
void unasked_note_stops(struct acting *acting);

/* Note in the last deed of a state, before it is stored, when an answer that is to come later
 * is due, if nothing else is due before. Runs the core: call it under a guard. */
void unasked_note_due(struct snapshot *next, struct pn_offers *room);

/* What the side's passes and orders answer to the decision that it owes, whether or not it is
 * time. False: nothing. */
bool unasked_answer(struct batch *batch, const struct snapshot *latest, pn_side side,
		    struct pn_command *out);

/* Tell those sides that their plans have stopped. */
void unasked_stop(const struct acting *acting, struct game *game);

/* Do what the sides of the game do without being asked, at the time of what it follows
 * from; UNASKED_MAX commands at most, then a JOB_FOLLOW goes on. */
void unasked_run(struct batch *batch, struct game *game, int64_t time_ms);
