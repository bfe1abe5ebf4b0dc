#pragma once
/* What all may know of a game, whatever happens in it. */

#include "model/army.h"
#include "model/clock.h"
#include "model/machine_seat.h"
#include "pennon/rules.h"

enum game_status { GAME_OPEN, GAME_PLAYING, GAME_FINISHED };

/* The viewers of a game besides its players: everybody, by the list; everybody who has its id;
 * nobody. */
enum game_access { ACCESS_PUBLIC, ACCESS_UNLISTED, ACCESS_PRIVATE };

/* All borrowed from whoever has the game. */
struct game_header {
	const char *id;
	uint8_t ruleset;
	uint16_t revision; /* of the ruleset when the game was made */
	pn_side creator;   /* their nonce comes first in the key of the dice */
	enum game_status status;
	enum game_access access;
	int64_t created_ms;
	const struct pn_muster *muster; /* it alone has the names of the units */
	const char *name;               /* of the battle; "": it has none of its own */
	const char *scenario;           /* id, or "" */
	uint8_t seed_commitment[32];
	uint8_t nonce[PN_SIDES][32]; /* of seats that are taken */
	bool nonce_drawn[PN_SIDES];  /* the server drew it: nobody gave one */
	bool seat_taken[PN_SIDES];
	struct clock_rule clock;     /* all 0: none */
	struct army_rule armies;     /* all 0: no secret */
	struct machine_seat machine; /* all 0: both seats are people's */
};

/* Armies that are written in secret. */
struct army_facts {
	int64_t until_ms; /* when they are to be sealed; 0: nobody waits for them */
	bool sealed[PN_SIDES];
	uint8_t commitment[PN_SIDES][32];
};

/* As they are called on the wire: "open", "playing", "finished"; "public", "unlisted", "private". */
const char *game_status_name(enum game_status status);
const char *game_access_name(enum game_access access);
