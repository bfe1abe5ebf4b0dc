#pragma once
/* Where the core's dice and seals come from in the server: HMAC under the game's key,
 * and the platform's salts and commitments. */

#include "base/platform.h"
#include "pennon/dice.h"

/* Context of a struct pn_dice_source; lives as long as the call it is used for. */
struct dice {
	const struct platform *platform;
	const char *game;
	const struct pn_game *names; /* any state of the game, to write orders with */
	uint8_t key[32];             /* K */
};

/* The source that the core asks; it borrows `dice`. */
struct pn_dice_source dice_source(struct dice *dice);
