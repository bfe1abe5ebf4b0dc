#pragma once
/* The public games, for those who look for one: by creation, with how far each is. */

#include "game/service.h"
#include "store/store.h"

struct lobby;

/* An empty one. Destroying takes NULL. */
struct lobby *lobby_create(void);
void lobby_destroy(struct lobby *lobby);

/* Add a game, or bring its status up to date. Games come in the order of their creation. */
void lobby_put(struct lobby *lobby, const struct listed_game *game);

/* The same of one as the store has it. */
void lobby_take(struct lobby *lobby, const struct store_listed *from);

/* The game is listed no longer. */
void lobby_forget(struct lobby *lobby, const char *id);

/* Up to `max` games, the newest first, from before place `before`; of one status only
 * unless `status` is negative. */
size_t lobby_list(struct lobby *lobby, int status, uint32_t before, struct listed_game *out,
		  size_t max);
