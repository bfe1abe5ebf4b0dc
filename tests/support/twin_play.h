#pragma once
/* A game played in two worlds at once, one side of which writes in secret. */

#include "twins.h"

/* Play to the end, or until the worlds part: in some secret phase the owner may write
 * what makes a difference, and after its reveal only the dice of both are compared. */
void twins_play(struct twins *twins);
