#pragma once
/* The practice opponent in two worlds that differ in what the other side has written in secret: it
 * does the same in both. */

#include "pennon/rules.h"

struct twin_opponent {
	unsigned decisions; /* that were compared */
	unsigned secret;    /* ... while the other side had written something else in each */
};

/* Play a game of a random muster of the book, up to where something is laid open. Where the opponent,
 * which plays `side`, does not decide alike, the test fails with LEAK. */
void twin_opponent_play(uint8_t book, pn_side side, uint64_t seed, struct twin_opponent *out);
