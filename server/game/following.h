#pragma once
/* Waiting for news of a game, or of all games of one player. */

#include "game/limits.h"
#include "pennon/rules.h"

struct service;

/* One who waits for news of a game: a stream or a long poll. Embedded in the owner's
 * struct. `wake` is called after a commit that `viewer` saw something of or that ended the
 * token, on the writer's thread, under the hub's lock: it must only mark and resume. */
struct subscription {
	char game[GAME_ID_BYTES];
	pn_side viewer;
	uint64_t principal; /* of the token that asks; 0: none */
	void (*wake)(struct subscription *subscription);
	void *owner;
	struct subscription *next, *previous; /* the hub's */
};

/* From now on it is woken; from now on it is not, nor is it being woken. Its owner keeps it
 * where it is in between. */
void service_subscribe(struct service *service, struct subscription *subscription);
void service_unsubscribe(struct service *service, struct subscription *subscription);

/* ---- all games of one player, or all that an app was granted ---- */

/* A place in what a player saw over all their games since the server's start. */
struct feed_place {
	uint64_t boot;   /* which start */
	uint32_t number; /* of the event */
};

/* In the place of an event's number: the game waits for somebody else. */
enum { FEED_TURN = 0 };

/* One event there: of which game, and which. In an app's feed by which grant; without a game that
 * grant was given, or has ended. */
struct feed_item {
	char game[GAME_ID_BYTES];
	pn_side side;
	uint32_t seq;
	char grant[GAME_ID_BYTES]; /* "" in a player's */
};

enum feed_next {
	FEED_ITEM,
	FEED_NOTHING, /* yet */
	FEED_LOST,    /* the place is too long ago: look anew, and go on from `now` */
};

/* Somebody follows a player's games, or an app what it was granted, or no longer. News wake
 * subscriptions to the player's or app's id, as PN_PUBLIC. */
void service_feed_open(struct service *service, const char *player);
void service_feed_close(struct service *service, const char *player);

/* The event after a place. `now` receives the place of the latest. */
enum feed_next service_feed_next(struct service *service, const char *player,
				 struct feed_place after, struct feed_item *out,
				 struct feed_place *now);
