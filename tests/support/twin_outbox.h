#pragma once
/* The outboxes of twin worlds: what the foe is told, and what is told where anybody may read it, is
 * the same in both, and nobody is told of a turn that a plan of theirs takes. */

#include "twins.h"

/* Play a game of worlds that were opened, both sides being players with hooks. Counts in `told`
 * what was put into the first world's outbox. */
void twin_outbox_play(struct twins *twins);
