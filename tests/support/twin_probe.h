#pragma once
/* What an inquisitive opponent, or anybody, may ask: each question put to both worlds.
 * None of them changes a game: commands are such that the asker's own view refuses. */

#include "twins.h"

/* All questions, about one game, as the foe and as the public. */
void twins_ask_everything(struct twins *twins, const struct twin_game *game);

/* Some `count` of them, about either game. */
void twins_ask_something(struct twins *twins, int count);
