#pragma once
/* Players who play the twins' game instead of tokens of seats: the same in both worlds. */

#include "twins.h"

/* What stands after `before` in a text, up to a quote or the line's end. */
void twin_take(char *out, size_t size, const char *from, const char *before);

/* Ask both worlds as a side does, to whom the answer is no secret; it must be done, and is given back. */
const char *twin_have_done(struct twins *twins, pn_side side, const struct ask *ask);

/* Somebody takes a name; their token, and their id unless that is NULL. */
void twin_become_player(struct twins *twins, const char *name, char token[TOKEN_BYTES],
			char id[GAME_ID_BYTES]);

/* A side's seat is the player's as well, whose token asks for it from now on. */
void twin_sit_down(struct twins *twins, pn_side side, const char *token);
