#pragma once
/* How far the checksums of a game go, for the two files that write them: store_rows.c, and
 * store_checksums.c for rows that were written before there were any. */

#include "store/checksum.h"
#include "store/sql_store.h"

/* What the game's own row and its tail say. */
struct head {
	int64_t game; /* its key */
	uint32_t row_count;
	bool is_whole; /* all rows have checksums; `last` is the last one */
	uint8_t last[CHECKSUM_BYTES];
	uint8_t first[CHECKSUM_BYTES]; /* before row 0, computed */
};

/* A checksum; damaged ones have the wrong size, NULL has none. */
bool rows_read_checksum(struct query *row, int at, uint8_t out[CHECKSUM_BYTES], bool *has);

/* The columns of GET_TAIL, into a `struct tail`. */
bool rows_read_tail(void *context, struct query *row);

/* The columns of GET_ROWS and GET_ROWS_FROM. */
bool rows_read(struct query *from, const char *id, struct store_row *row);

enum store_error rows_read_head(struct connection *connection, const uint8_t name[STORE_NAME_BYTES],
				const char *id, struct head *head);

/* So many rows have checksums; `sum` is the last one when these are all, else NULL. */
enum store_error rows_put_tail(struct connection *writer, int64_t game, uint32_t row_count,
			       const uint8_t *sum);
