#pragma once
/* Who holds which seat, and whose token is this? Players, and for each seat those who hold it:
 * tokens, or players with whatever token they have. The umpire's seat is PN_PUBLIC's. All that
 * a game at rest costs in memory is here.
 *
 * Readers and the one who adds share a read-write lock, taken for one look-up. */

#include "base/platform.h"
#include "game/callers.h"
#include "game/players.h"
#include "store/store.h"

struct roster;

/* One that knows nobody. Destroying takes NULL. */
struct roster *roster_create(void);
void roster_destroy(struct roster *roster);

/* Take in a holder of a seat, as the store has it. What is known already changes nothing. */
void roster_add_seat(struct roster *roster, const struct store_seat *seat);

/* Take in a player or a token of one who is known, as the store has it: new, or what changed. */
void roster_put_player(struct roster *roster, const struct store_player *player);
void roster_put_token(struct roster *roster, const struct store_token *token);

/* Nobody holds a seat of the game any longer. */
void roster_forget(struct roster *roster, const char *game);

/* How many games there are, those that were forgotten not among them. */
uint32_t roster_games_count(struct roster *roster);

/* Whose token is this? Of a player nothing is said about seats. A player's token that is good
 * counts as used now, by the platform's clock. */
struct caller roster_find(struct roster *roster, const char *token,
			  const struct platform *platform);

/* The side whose seat the player holds in a game, PN_PUBLIC without one. */
pn_side roster_seat(struct roster *roster, const char *player, const char *game);

/* Is the player a game's umpire? */
bool roster_is_umpire(struct roster *roster, const char *player, const char *game);

/* A player by their id. False when there is none. */
bool roster_player(struct roster *roster, const char *id, struct player_facts *out);

/* The hash of the body that made the player; false without them. */
bool roster_body_hash(struct roster *roster, const char *id, uint8_t out[32]);

/* The player who holds a side's seat (of several the first), or "". */
void roster_holder(struct roster *roster, const char *game, pn_side side, char out[GAME_ID_BYTES]);

/* Is the token with this number still good? */
bool roster_is_good(struct roster *roster, uint64_t principal);

/* Is it good, and does whoever it names hold the side's seat of the game? */
bool roster_principal_holds(struct roster *roster, uint64_t principal, const char *game,
			    pn_side side);

enum { SEATED_MAX = 16 }; /* players of one game whose feeds hear of it */

struct seated {
	char player[GAME_ID_BYTES];
	pn_side side;
};

/* Up to `max` players who hold a seat of a game. */
size_t roster_seated(struct roster *roster, const char *game, struct seated *out, size_t max);

/* Up to `max` seats of a player, the newest first, from before place `before`. */
size_t roster_games(struct roster *roster, const char *player, uint32_t before,
		    struct held_seat *out, size_t max);

/* Up to `max` good tokens of a player, the newest first; one by its id, good or not. */
size_t roster_tokens(struct roster *roster, const char *player, struct token_facts *out,
		     size_t max);
bool roster_token(struct roster *roster, const char *player, const char *id,
		  struct token_facts *out);

/* Up to `max` good tokens of all players that were used in an hour that the store does not have
 * yet; roster_put_token() says that it has. */
size_t roster_used(struct roster *roster, struct token_facts *out, size_t max);

/* "pn_red_", "pn_blue_" or (PN_PUBLIC) "pn_umpire_" and the derived part; "pn_player_" and
 * the derived part, by whose key it is made: "player" of the first token, when the player is
 * "", "token" of another of their own, "operator" of the operator's. */
void seats_token(char out[TOKEN_BYTES], const uint8_t secret[32], const char *game, pn_side side,
		 const char *key);
void player_token(char out[TOKEN_BYTES], const uint8_t secret[32], const char *player,
		  const char *maker, const char *key);
