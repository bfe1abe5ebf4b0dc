/* The pieces of a batch, one after the other, inside the transaction of an engine. */

#include <stdio.h>

#include "store/row_changes.h"
#include "store/stored_kind.h"

static const struct stored_kind *const kinds[STORE_KINDS] = {
	[STORE_APP] = &stored_app,           [STORE_GRANT] = &stored_grant,
	[STORE_GAME] = &stored_game,         [STORE_ROW] = &stored_row,
	[STORE_STATE] = &stored_state,       [STORE_SEAT] = &stored_seat,
	[STORE_STATUS] = &stored_status,     [STORE_BATTLE] = &stored_battle,
	[STORE_PLAYER] = &stored_player,     [STORE_TOKEN] = &stored_token,
	[STORE_HOOK] = &stored_hook,         [STORE_NOTICE] = &stored_notice,
	[STORE_MAILED] = &stored_mailed,     [STORE_POST] = &stored_post,
	[STORE_CURED] = &stored_cured,       [STORE_FAULT] = &stored_fault,
	[STORE_REPORT] = &stored_report,     [STORE_SETTLED] = &stored_settled,
	[STORE_UNSUMMED] = &stored_unsummed, [STORE_FORGOTTEN] = &stored_forgotten,
	[STORE_TIME] = &stored_time,
};

const struct stored_kind *stored_kind(enum store_kind kind)
{
	return kinds[kind];
}

size_t store_piece_size(enum store_kind kind)
{
	return kinds[kind]->size;
}

const void *store_piece(const struct store_batch *batch, enum store_kind kind, size_t at)
{
	return (const char *)batch->list[kind].pieces + at * kinds[kind]->size;
}

size_t announce(struct store_change *out, enum store_change_kind kind, const char *id)
{
	*out = (struct store_change){.kind = kind};
	snprintf(out->id, sizeof(out->id), "%s", id);
	return 1;
}

void bind_name(struct query *statement, int at, const uint8_t *name)
{
	if (name)
		bind_bytes(statement, at, name, STORE_NAME_BYTES);
	else
		bind_null(statement, at);
}

enum store_error run_each(struct connection *writer, const enum statement *which, size_t count,
			  const uint8_t name[STORE_NAME_BYTES])
{
	enum store_error error = STORE_OK;

	for (size_t i = 0; i < count && !error; i++) {
		struct query *statement = connection_statement(writer, which[i]);

		if (!statement)
			return STORE_FAILED;
		bind_bytes(statement, 1, name, STORE_NAME_BYTES);
		error = connection_run(writer, which[i]);
	}
	return error;
}

static enum store_error put_pieces(struct connection *writer, const struct store_batch *batch)
{
	enum store_error error = STORE_OK;
	bool is_empty = true;

	for (enum store_kind kind = 0; kind < STORE_KINDS && !error; kind++) {
		for (size_t i = 0; i < batch->list[kind].count && !error; i++) {
			writer->about = NULL;
			error = kinds[kind]->put(writer, store_piece(batch, kind, i));
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
