#pragma once
/* The subscriptions to news of games. One mutex guards the lists and is held while waking, so a
 * subscription that was taken out is never woken. */

#include "game/following.h"

struct hub;

/* Without followers. Destroying takes NULL. */
struct hub *hub_create(void);
void hub_destroy(struct hub *hub);

/* The subscription is its owner's, and stays where it is until it is removed. */
void hub_add(struct hub *hub, struct subscription *subscription);
void hub_remove(struct hub *hub, struct subscription *subscription);

/* Wake those who follow the game as a viewer in `viewers` (bits PN_SEEN_BY_...). */
void hub_publish(struct hub *hub, const char *game, uint8_t viewers);

/* Does anybody follow the game? */
bool hub_follows(struct hub *hub, const char *game);

/* Wake those of one token, whatever they follow: it has ended. */
void hub_wake_token(struct hub *hub, uint64_t principal);

/* How many there are, of all games. */
uint32_t hub_count(struct hub *hub);
