#pragma once
/* The practice opponent's seat in two worlds that differ in what the person it plays has written in
 * secret: it does the same in both. */

#include "twins.h"

struct twin_seat {
	unsigned commands; /* events of its own side's that were compared */
	unsigned secret;   /* games in which the person had written something else in each world */
};

/* Begin such a game in worlds that were opened on disk, let the person write before the machine may
 * think, and then let it think. Where it does not do alike, the test fails with LEAK. */
void twin_seat_play(struct twins *twins, struct twin_seat *out);
