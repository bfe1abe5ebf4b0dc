#pragma once
/* Twin worlds in which the owner looks, or writes in secret, at other times: what is answered to the
 * foe takes its time in both. */

#include "twins.h"

/* Play so many rounds of worlds that were opened on disk. In each the foe has looked elsewhere, so
 * that a game has left the memory for them; the owner then looks at it, or writes, in one world,
 * and in the other at the decoy; the foe asks. Counts in `apart` how often the game was in memory in
 * one world alone when the foe asked. */
void twin_times_play(struct twins *twins, int rounds);
