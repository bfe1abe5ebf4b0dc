#pragma once
/* Callers by their token, and what they hold. Any thread may call these functions. */

#include "game/limits.h"
#include "pennon/rules.h"

struct service;

/* What a token may do; a link (links.h) is one that nobody is told. */
enum token_may { TOKEN_READ = 1, TOKEN_PLAY = 2, TOKEN_LINK = 4 };

/* A token names a principal: a seat, or a player, who may hold a seat in many games, or an app. A
 * seat is red's, blue's, or the umpire's, whose side is PN_PUBLIC. */
struct caller {
	bool known;                 /* the token is one of ours, and good */
	bool ended;                 /* it was one of ours */
	char player[GAME_ID_BYTES]; /* whose it is; "" for a seat's own */
	char game[GAME_ID_BYTES];   /* a seat's own: the game it is in */
	pn_side side;               /* ... and its side; PN_PUBLIC without */
	uint64_t principal;         /* a number of the token */
	uint64_t limited; /* a number of the seat, of the player whatever their token, or of the
			   * app or its grant */
	uint8_t may;      /* bits: enum token_may */
	/* An app's token; once it has named a grant, `player` gave that. */
	char app[GAME_ID_BYTES]; /* "" for all others */
	char grant[GAME_ID_BYTES];
	char only[GAME_ID_BYTES]; /* the one game that the grant is for; "": all of the player's */
	uint8_t granted;          /* bits: enum grant_may (apps.h) */
	uint64_t also_limited;    /* a number of the player who gave it; 0: of nobody */
};

/* Whose token is this? Constant time in the token's bytes. */
struct caller service_authenticate(struct service *service, const char *token);

/* The player that a JOB_PLAYER with this key makes; not known before it is done. For keys of the
 * server's own, which are no client's: an Idempotency-Key has no spaces. */
struct caller service_made_with(struct service *service, const char *key);

/* Is it the operator's? */
bool service_is_operator(struct service *service, const char *token);

/* The side that a caller holds in a game, PN_PUBLIC when none. */
pn_side service_side(struct service *service, const struct caller *caller, const char *game);

/* Are they the game's umpire? Then they see what the public sees. */
bool service_is_umpire(struct service *service, const struct caller *caller, const char *game);

/* May the caller still see the game as `side`? No longer when their token or their grant was
 * ended, or their seat moved away. */
bool service_holds(struct service *service, const struct caller *caller, const char *game,
		   pn_side side);
