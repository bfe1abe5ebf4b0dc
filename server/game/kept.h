#pragma once
/* What memory keeps of players, tokens, seats, hooks, apps and grants, whether a game of theirs is
 * in memory or not. */

#include "game/service_inside.h"

/* At start: all that the store has of them. */
enum store_error kept_load(struct service *service);

/* What another process has changed: `of` as for load() (store.h). */
enum store_error kept_renew(struct service *service, enum store_kind kind, const char *of);

/* What a batch has written. Streams and long polls that follow by a token or an app that ends
 * wake. */
void kept_take(struct service *service, const struct store_batch *batch);
