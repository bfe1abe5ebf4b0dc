#pragma once
/* Who holds which seat, and whose token is this? Players, and for each seat those who hold
 * it: tokens, or players with whatever token they have. The umpire's seat is PN_PUBLIC's. All that a game at rest costs in
 * memory is here.
 *
 * Readers and the one who adds share a read-write lock, taken for one look-up. */

#include "game/service.h"
#include "store/store.h"

struct roster;

struct roster *roster_create(void);
void roster_destroy(struct roster *roster);

/* Take in a holder of a seat, or a player, as the store has it. What is known already
 * changes nothing. */
void roster_add_seat(struct roster *roster, const struct store_seat *seat);
void roster_add_player(struct roster *roster, const struct store_player *player);

/* Nobody holds a seat of the game any longer. */
void roster_forget(struct roster *roster, const char *game);

/* How many games there are, those that were forgotten not among them. */
uint32_t roster_games_count(struct roster *roster);

/* Whose token is this? Of a player nothing is said about seats. */
struct caller roster_find(struct roster *roster, const char *token);

/* The side whose seat the player holds in a game, PN_PUBLIC without one. */
pn_side roster_seat(struct roster *roster, const char *player, const char *game);

/* Is the player a game's umpire? */
bool roster_is_umpire(struct roster *roster, const char *player, const char *game);

/* A player by his id. False when there is none. */
bool roster_player(struct roster *roster, const char *id, struct player_facts *out);

/* The hash of the body that made the player; false without him. */
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

/* "pn_red_", "pn_blue_" or (PN_PUBLIC) "pn_umpire_" and the derived part; "pn_player_" and
 * the derived part. */
void seats_token(char out[TOKEN_BYTES], const uint8_t secret[32], const char *game, pn_side side,
		 const char *key);
void player_token(char out[TOKEN_BYTES], const uint8_t secret[32], const char *key);
