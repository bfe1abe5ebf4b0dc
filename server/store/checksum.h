#pragma once
/* The checksum of a stored row: of a game's row with the checksum before it in the same game,
 * so a row that changed, went, or changed its place is found; of others alone (row_sums.h). It guards against damage: who
 * can write into the database can compute it, too. */

#include "store/store.h"

enum { CHECKSUM_BYTES = 16 };

/* Before row 0: what the game starts from, its header and its secret among it. */
void checksum_game(uint8_t out[CHECKSUM_BYTES], const struct store_game *game);

/* A cell of a row of any other table. */
struct checksum_cell {
	enum { CELL_NONE, CELL_NUMBER, CELL_BYTES } is;
	int64_t number;
	struct store_bytes bytes; /* of a text, too */
};

/* Of a row of one of those tables, by all its cells in order. */
void checksum_cells(uint8_t out[CHECKSUM_BYTES], const char *table,
		    const struct checksum_cell *cell, size_t count);

/* From the one before the row to the one after it. */
void checksum_row(uint8_t sum[CHECKSUM_BYTES], const struct store_row *row);

/* Of a state row, and of the checksum of the last row that it has taken in. */
void checksum_state(uint8_t out[CHECKSUM_BYTES], const struct store_state *state,
		    const uint8_t last[CHECKSUM_BYTES]);
