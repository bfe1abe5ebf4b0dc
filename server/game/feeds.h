#pragma once
/* One stream for all of one's games: what each player saw last, over all games they have a seat in,
 * and each app, over all that it was granted, in the order of the commits. Kept for followers, and
 * for a while after they left; who was away longer, or since before the server's start, is told to
 * look anew. */

#include "game/following.h"

struct feeds;

/* Without a feed. `boot` is this start's own number, which places of earlier starts do not have.
 * Destroying takes NULL. */
struct feeds *feeds_create(uint64_t boot);
void feeds_destroy(struct feeds *feeds);

/* Somebody follows the player's games, or no longer. */
void feeds_open(struct feeds *feeds, const char *player);
void feeds_close(struct feeds *feeds, const char *player);

/* Has the player or app one? */
bool feeds_follow(struct feeds *feeds, const char *player);

/* Is there a feed at all? Cheap: asked at every commit. */
bool feeds_any(struct feeds *feeds);

/* Add the events `of->seq` ... `last`, in a side's numbers, of a game (or FEED_TURN, alone). True when the
 * player or app has a feed. */
bool feeds_add(struct feeds *feeds, const char *player, const struct feed_item *of, uint32_t last);

/* What service_feed_next() answers. */
enum feed_next feeds_next(struct feeds *feeds, const char *player, struct feed_place after,
			  struct feed_item *out, struct feed_place *now);
