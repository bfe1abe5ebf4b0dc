#pragma once
/* What a batch changes of the tables whose rows are summed (row_sums.h). For store_append.c. */

#include "store/stored_kind.h"

struct row_changes {
	struct connection *writer;
	struct chosen *chosen;
	size_t count, capacity;
	struct summed_rows before[SUMMED_TABLES];
};

/* Inside the transaction, before the pieces of the batch: read the rows that they change. Whatever it
 * returns, row_changes_end() comes after it. */
enum store_error row_changes_begin(struct row_changes *out, struct connection *writer,
				   const struct store_batch *batch);

/* After them: read the rows again, and write their checksums and the sums. A row that was not as it
 * was written does not become good by this. `error` is that of the pieces; with one nothing is
 * written, and it is returned. */
enum store_error row_changes_end(struct row_changes *changes, enum store_error error);
