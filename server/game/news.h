#pragma once
/* News of a game is sent to those who follow it and to those who follow all games of one of its
 * players, whichever process wrote it. */

#include "game/snapshot_inside.h"

/* Bits of the viewers to whom the game waits for somebody else than before; `before` may be NULL. */
uint8_t news_turned(const struct snapshot *before, const struct snapshot *after);

/* What the players of a game, and their apps, saw of it, for those who follow all their games, and
 * whether it waits for somebody else now (`turned`: bits of viewers). */
void news_feed(struct service *service, const struct snapshot *before, const struct snapshot *after,
	       uint8_t turned);

/* Wake those who follow the game as a viewer in `viewers` (bits), and those who follow all games of
 * one of its players, and the apps of these. */
void news_wake(struct service *service, const char *game, uint8_t viewers);

/* Does anybody follow it here, in one way or the other? */
bool news_are_followed(struct service *service, const char *game);
