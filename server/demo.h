#pragma once
/* A game to look at: what --demo makes at the start. */

#include "api/api.h"

/* Make a game from the first scenario and print a link for each side: red's holds the
 * seat itself, blue's the invitation, which works once. False when it cannot be made. */
bool demo_create(struct app *app);
