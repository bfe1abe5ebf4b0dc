#pragma once
/* Whose token is this? All that a game at rest costs in memory: two rows here.
 *
 * Readers and the one who adds share a read-write lock, taken for one look-up. */

#include "game/service.h"

struct seats;

struct seats *seats_create(void);
void seats_destroy(struct seats *seats);

/* Remember a seat by the SHA-256 of its token. Adding it again changes nothing. */
void seats_add(struct seats *seats, const uint8_t token_hash[32], const char *game, pn_side side);

/* The seat of a token. */
struct caller seats_find(struct seats *seats, const char *token);

/* "pn_red_" or "pn_blue_" and the derived part. */
void seats_token(char out[TOKEN_BYTES], const uint8_t secret[32], const char *game, pn_side side,
		 const char *key);
