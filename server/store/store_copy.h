#pragma once
/* Everything from one store to another, whichever engines they are of. */

#include "store/store.h"

/* Copy all rows into an empty store, in one transaction, and compare afterwards what both hold.
 * `rows` receives how many there are. STORE_CONFLICT when the other is not empty, STORE_DAMAGED when
 * what it holds then differs; `table` is the table that an error is about, or "". Nothing may be
 * written to either meanwhile. */
enum store_error store_copy(struct store *from, struct store *to, uint64_t *rows,
			    const char **table);
