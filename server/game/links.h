#pragma once
/* Somebody who is known elsewhere, and here by a key of the server's own, joined with a player of the
 * page: a link. It is one of the player's tokens that nobody is told, so it ends as they do. Any thread
 * may ask; JOB_LINK makes one, JOB_LINK_END ends one.
 *
 * A player has a code made, which is typed where the other is: ten minutes, once, five tries, in
 * memory alone. A user who is joined keeps the seats that they took before, and gets the player's
 * as well. */

#include "game/callers.h"
#include "game/device_codes.h"
#include "game/players.h"

enum { LINKS_EVER = 100 }; /* of one who is known elsewhere; ended ones count */

/* A new code of a player's, instead of the one before; false when there are too many. */
bool service_make_link_code(struct service *service, const char *player,
			    char code[USER_CODE_BYTES]);

/* The owner of a code that was typed by the one who is player `own` until then. As
 * device_codes_find(). */
enum problem_code service_find_link_code(struct service *service, const char *own,
					 const char *typed, char player[GAME_ID_BYTES]);

/* The player with whom the one who is known by `key` is joined; not known when with nobody. */
struct caller service_linked(struct service *service, const char *key);

/* Up to `max` links of a player that are good, the newest first. */
size_t service_links(struct service *service, const char *player, struct token_facts *out,
		     size_t max);
