#pragma once
/* The rows of holders, players, tokens and battles: each has a checksum of all that it says, and each
 * table a sum of them, which is changed in the same transaction. So a row that was changed, removed
 * or added by something else than this program is found. A table has no sum as long as a program
 * that knows of none may write to it. For the files of store/. */

#include "store/sql_store.h"

enum summed_table { SUMMED_HOLDER, SUMMED_PLAYER, SUMMED_TOKEN, SUMMED_BATTLE, SUMMED_TABLES };

/* As the database has it. */
const char *summed_table_name(enum summed_table table);

/* ---- rows ---- */

struct summed_row {
	int64_t key;
	uint8_t name[STORE_NAME_BYTES]; /* the id that people know; a holder's game */
	bool has_checksum;
	uint8_t stored[CHECKSUM_BYTES], computed[CHECKSUM_BYTES];
};

/* Rows of a table; whoever has them frees `row`. */
struct summed_rows {
	enum summed_table table;
	struct summed_row *row;
	size_t count, capacity;
};

/* Is it as it was written? */
bool summed_row_is_whole(const struct summed_row *row);

/* Add a row that one of the READ_ statements found to the `struct summed_rows` of its table. Never
 * false. */
bool summed_rows_take(void *context, struct query *from);

/* Add all rows of the table, by their keys. */
enum store_error summed_rows_read(struct connection *connection, struct summed_rows *rows);

/* Write the checksum that a row should have. Unless it `waits`, an error may be told by a later
 * step, but no later than by the next connection_run() outside of a batch. */
enum store_error summed_row_mark(struct connection *writer, enum summed_table table,
				 struct summed_row *row, bool waits);

/* ---- sums ---- */

/* Of the first 8 bytes of checksums; and of ids, in parts of so many bytes. */
enum { ROW_SUM_PARTS = 4, ROW_SUM_HIGH = 6, ROW_SUM_MIDDLE = 5, ROW_SUM_LOW = 5 };

/* Parts wrap at 2 to the 62nd, so that no engine overflows when it adds two. */
#define ROW_SUM_WRAP ((UINT64_C(1) << 62) - 1)

struct row_sum {
	int64_t count;
	uint64_t part[ROW_SUM_PARTS];
};

/* Add a row to a sum, or take it out (-1). One without a checksum counts for nothing. */
void row_sum_add(struct row_sum *sum, const struct summed_row *row, int sign);

bool row_sum_is_nothing(const struct row_sum *sum);

/* The sum of a table. STORE_NOT_FOUND: it has none. */
enum store_error row_sum_read(struct connection *connection, enum summed_table table,
			      struct row_sum *out);

/* PUT_SUM: this is its sum. CHANGE_SUM: add this, if it has one. */
enum store_error row_sum_write(struct connection *writer, enum statement which,
			       enum summed_table table, const struct row_sum *sum);

/* ---- those of all tables ---- */

/* Do all have theirs? STORE_NOT_FOUND if not. */
enum store_error row_sums_look(struct connection *connection);

/* Give each table that has none its sum, and all its rows their checksums, inside a transaction;
 * nobody else may write to them meanwhile. */
enum store_error row_sums_make(struct connection *writer);

/* They go, inside a transaction. */
enum store_error row_sums_drop(struct connection *writer);

/* The same there as here, or the same lack of them, inside a transaction of `to`. */
enum store_error row_sums_copy(struct connection *from, struct connection *to);
