/* The pieces of a batch, one after the other, inside the transaction of an engine. */

#include "store/row_changes.h"
#include "store/stored_kind.h"

static enum store_error put_pieces(struct connection *writer, const struct store_batch *batch)
{
	enum store_error error = STORE_OK;
	bool is_empty = true;

	for (enum store_kind kind = 0; kind < STORE_KINDS && !error; kind++) {
		for (size_t i = 0; i < batch->list[kind].count && !error; i++) {
			writer->about = NULL;
			error = stored_kind(kind)->put(writer, store_piece(batch, kind, i));
			is_empty = false;
		}
	}
	return error || !is_empty ? error : connection_run(writer, PUT_PROBE);
}

enum store_error store_put_batch(struct connection *writer, const struct store_batch *batch)
{
	struct row_changes changes;

	writer->about = NULL;
	enum store_error error = row_changes_begin(&changes, writer, batch);
	if (!error)
		error = put_pieces(writer, batch);
	return row_changes_end(&changes, error);
}
