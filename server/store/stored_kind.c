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

enum store_error stored_leave(struct connection *writer, const uint8_t player[STORE_NAME_BYTES])
{
	enum store_error error = STORE_OK;

	for (enum store_kind kind = 0; kind < STORE_KINDS && !error; kind++) {
		const enum statement *which = kinds[kind]->leave;

		for (size_t i = 0; i < LEAVES_MAX && which[i] && !error; i++)
			error = run_each(writer, &which[i], 1, player);
	}
	return error;
}

static enum store_error forget(struct connection *writer, enum store_kind kind,
			       const uint8_t game[STORE_NAME_BYTES], int status)
{
	const enum statement *which = kinds[kind]->forget;
	enum store_error error = STORE_OK;

	for (size_t i = 0; i < FORGETS_MAX && which[i] && !error; i++) {
		struct query *statement = connection_statement(writer, which[i]);

		if (!statement)
			return STORE_FAILED;
		bind_bytes(statement, 1, game, STORE_NAME_BYTES);
		bind_int(statement, 2, status);
		error = connection_run(writer, which[i]);
	}
	return error;
}

enum store_error stored_forget(struct connection *writer, const uint8_t game[STORE_NAME_BYTES],
			       int status)
{
	enum store_error error = STORE_OK;

	for (enum store_kind kind = 0; kind < STORE_KINDS && !error; kind++) {
		if (kind != STORE_GAME)
			error = forget(writer, kind, game, status);
	}
	return error ? error : forget(writer, STORE_GAME, game, status);
}

enum store_error store_load(struct store *store, enum store_kind kind, const char *of,
			    void *context, store_taker *take)
{
	const struct stored_kind *stored = stored_kind(kind);
	struct reading reading = {context, take};

	if (!stored->read || !(of ? stored->some : stored->all))
		return STORE_FAILED;
	return of ? store_read_of(store, stored->some, of, &reading, stored->read)
		  : store_read(store, stored->all, NULL, 0, &reading, stored->read);
}
