#pragma once
/* The checksum of a stored row: of the row and of the checksum before it in the same game,
 * so a row that changed, went, or changed its place is found. It guards against damage: who
 * can write into the database can compute it, too. */

#include "store/store.h"

enum { CHECKSUM_BYTES = 16 };

/* Before row 0: what the game starts from, its header and its secret among it. */
void checksum_game(uint8_t out[CHECKSUM_BYTES], const struct store_game *game);

/* From the one before the row to the one after it. */
void checksum_row(uint8_t sum[CHECKSUM_BYTES], const struct store_row *row);

/* Of a state row, and of the checksum of the last row that it has taken in. */
void checksum_state(uint8_t out[CHECKSUM_BYTES], const struct store_state *state,
		    const uint8_t last[CHECKSUM_BYTES]);
