#pragma once
/* Games between the practice opponent, whoever takes offers at random, and itself. */

#include "pennon/opponent.h"
#include "play.h"

/* The player of each side: a strength of the opponent, or 0: listed actions at random, but no
 * proposal, and it gives nothing up. */
struct duel {
	uint8_t ruleset;
	uint8_t strength[PN_SIDES];
	int games;     /* sides change in every second one, the battles from game to game */
	uint64_t seed; /* of the first */
};

/* How they came out, for whom strength[0] is of. `steps` are commands, `asked` those that the
 * opponent chose, of whose time `longest_us` is the longest. */
struct duel_result {
	int won, lost, drawn;
	unsigned long steps, asked, us, longest_us;
};

/* Play them. Each ends; each command is lawful by its side's own view. */
struct duel_result duel_play(const struct duel *duel);
