#pragma once
/* Twin worlds whose owner plans: what one world's owner does by hand, the other's does by a
 * plan, a standing order or a pass of several windows; and both write plans and orders
 * that come to nothing, each other ones. */

#include "twins.h"

/* Each world writes plans and orders as it likes, and as much; what it does not write in
 * the game it writes in the decoy. */
void twins_write_aside(struct twins *twins);

/* Let the worlds give the owner's command, or something that comes to the same, in two
 * different ways. False: it was left undone. */
bool twins_do_otherwise(struct twins *twins, const struct pn_command *command);

/* In one world the owner plans the command, to be carried out at once; `late` as for
 * twins_write(). */
void twins_plan_now(struct twins *twins, int world, const struct twin_game *game,
		    const struct pn_command *command, bool late);

/* Has the book a decision that can be answered in advance: a window, a reaction to a charge or to
 * a roll? */
bool twins_answer_in_advance(const struct pn_rules *rules);

/* Where a window was passed in one world automatically, it is passed in the other by hand. */
void twins_catch_up(struct twins *twins);
