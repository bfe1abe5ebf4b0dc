#pragma once
/* What a batch changes, as bytes that other processes read: one row of `change` a batch. */

#include "base/text.h"
#include "store/store.h"

/* The changes of a batch, in place of what `out` held. False when an id is none. */
bool changes_write(struct text *out, const struct store_batch *batch);

/* Hand on each of them. False when the bytes are not such. */
bool changes_read(const struct store_bytes *bytes, void *context, store_change_taker *take);
