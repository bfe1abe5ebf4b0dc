#pragma once
/* Twin worlds whose owner is a player that lets others know on which day they were here. They are
 * here on other days in each world, and what is answered is the same in both: by hand in one, by
 * what was written before in the other. */

#include "twins.h"

/* Play a game of worlds that were opened. The owner's days are told of an open game as long as they
 * play none; from when they sit at the twins' game until it is over nobody is told any. Counts in
 * `days` the days on which the owner was here in one world and not in the other, as it
 * is on disk. */
void twin_presence_play(struct twins *twins);
