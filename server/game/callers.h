#pragma once
/* Who asks, by their token, and what they hold. Any thread may ask. */

#include "game/limits.h"
#include "pennon/rules.h"

struct service;

/* What a token may do. */
enum token_may { TOKEN_READ = 1, TOKEN_PLAY = 2 };

/* A token names a principal: a seat, or a player, who may hold a seat in many games. A seat
 * is red's, blue's, or the umpire's, whose side is PN_PUBLIC. */
struct caller {
	bool known;                 /* the token is one of ours, and good */
	bool ended;                 /* it was one of ours */
	char player[GAME_ID_BYTES]; /* whose it is; "" for a seat's own */
	char game[GAME_ID_BYTES];   /* a seat's own: the game it is in */
	pn_side side;               /* ... and its side; PN_PUBLIC without */
	uint64_t principal;         /* a number of the token */
	uint64_t limited; /* a number of the seat, or of the player whatever their token */
	uint8_t may;      /* bits: enum token_may */
};

/* Whose token is this? Constant time in the token's bytes. */
struct caller service_authenticate(struct service *service, const char *token);

/* Is it the operator's? */
bool service_is_operator(struct service *service, const char *token);

/* The side that a caller holds in a game, PN_PUBLIC when none. */
pn_side service_side(struct service *service, const struct caller *caller, const char *game);

/* Are they the game's umpire? Then they see what the public sees. */
bool service_is_umpire(struct service *service, const struct caller *caller, const char *game);

/* May the caller still see the game as `side`? No longer when their token was ended, or
 * their seat moved away. */
bool service_holds(struct service *service, const struct caller *caller, const char *game,
		   pn_side side);
