/* Which games there are, how far each is, and that one goes. Their rows are in store_rows.c. */

#include "store/stored_kind.h"

/* ---- writing ---- */

static enum store_error put_status(struct connection *writer, const void *piece)
{
	const struct store_status *status = piece;
	uint8_t name[STORE_NAME_BYTES];
	struct query *statement = connection_statement(writer, PUT_STATUS);
	if (!statement || !name_of_id(name, status->game))
		return STORE_FAILED;
	bind_bytes(statement, 1, name, sizeof(name));
	bind_int(statement, 2, status->status);
	bind_int(statement, 3, status->time_ms);
	bind_int(statement, 4, status->hidden);
	return connection_run(writer, PUT_STATUS);
}

static size_t announce_status(const void *piece, struct store_change out[ANNOUNCED_MAX])
{
	const struct store_status *status = piece;

	return announce(out, STORE_CHANGED_STATUS, status->game);
}

const struct stored_kind stored_status = {
	.size = sizeof(struct store_status),
	.put = put_status,
	.announce = announce_status,
};

static enum store_error forget_game(struct connection *writer, const void *piece)
{
	const struct store_forgotten *forgotten = piece;
	uint8_t name[STORE_NAME_BYTES];

	return name_of_id(name, forgotten->game) ? stored_forget(writer, name, forgotten->status)
						 : STORE_FAILED;
}

static size_t choose_holders(const void *piece, struct row_choice out[CHOICES_MAX])
{
	const struct store_forgotten *forgotten = piece;

	out[0] = (struct row_choice){SUMMED_HOLDER, READ_GAME_HOLDERS, forgotten->game, NULL};
	return 1;
}

static size_t announce_forgotten(const void *piece, struct store_change out[ANNOUNCED_MAX])
{
	const struct store_forgotten *forgotten = piece;

	announce(&out[0], STORE_CHANGED_SEATS, forgotten->game);
	announce(&out[1], STORE_CHANGED_STATUS, forgotten->game);
	announce(&out[2], STORE_CHANGED_GAME, forgotten->game);
	out[2].rows = UINT32_MAX;
	return 3;
}

const struct stored_kind stored_forgotten = {
	.size = sizeof(struct store_forgotten),
	.put = forget_game,
	.choose = choose_holders,
	.announce = announce_forgotten,
	.locks_ids = true,
};

/* ---- reading ---- */

struct listed_reading {
	void *context;
	void (*take)(void *context, const struct store_listed *listed);
};

static bool read_listed_row(void *context, struct query *row)
{
	const struct listed_reading *reading = context;
	char id[STORE_GAME_BYTES];
	struct store_listed listed = {
		.id = id,
		.created_ms = column_int(row, 1),
		.status = (uint8_t)column_int(row, 2),
		.ruleset = column_text(row, 3),
		.scenario = column_text(row, 4),
		.machine = column_text(row, 5),
		.name = column_bytes(row, 6),
	};
	if (!column_id(row, 0, id) || !listed.ruleset)
		return false;
	if (!listed.scenario)
		listed.scenario = "";
	if (!listed.machine)
		listed.machine = "";
	reading->take(reading->context, &listed);
	return true;
}

enum store_error store_load_listed(struct store *store, const char *game, void *context,
				   void (*listed)(void *context, const struct store_listed *listed))
{
	struct listed_reading reading = {context, listed};

	return game ? store_read_of(store, GET_LISTED_GAME, game, &reading, read_listed_row)
		    : store_read(store, GET_LISTED, NULL, 0, &reading, read_listed_row);
}

struct playing_reading {
	void *context;
	void (*playing)(void *context, const struct store_playing *playing);
};

static bool read_playing_row(void *context, struct query *row)
{
	const struct playing_reading *reading = context;
	char id[STORE_GAME_BYTES];
	const struct store_playing playing = {
		.id = id,
		.ruleset = column_text(row, 2),
		.revision = (int)column_int(row, 3),
		.created_ms = column_int(row, 4),
		.tips = column_bytes(row, 1),
	};

	if (!column_id(row, 0, id) || !playing.ruleset)
		return false;
	reading->playing(reading->context, &playing);
	return true;
}

enum store_error store_load_playing(struct store *store, const char *game, void *context,
				    void (*playing)(void *context,
						    const struct store_playing *playing))
{
	struct playing_reading reading = {context, playing};

	return game ? store_read_of(store, GET_PLAYING_GAME, game, &reading, read_playing_row)
		    : store_read(store, GET_PLAYING, NULL, 0, &reading, read_playing_row);
}

struct id_reading {
	void *context;
	void (*take)(void *context, const char *id);
};

static bool read_id_row(void *context, struct query *row)
{
	const struct id_reading *reading = context;
	char id[STORE_GAME_BYTES];

	if (!column_id(row, 0, id))
		return false;
	reading->take(reading->context, id);
	return true;
}

enum store_error store_load_ids(struct store *store, int status, int64_t before_ms, void *context,
				void (*take)(void *context, const char *id))
{
	struct id_reading reading = {context, take};
	const struct asked asked[] = {{.number = status}, {.number = before_ms}};

	return store_read(store, GET_IDS, asked, 2, &reading, read_id_row);
}

struct kept_reading {
	void *context;
	void (*take)(void *context, const struct store_kept *kept);
};

static bool read_kept_row(void *context, struct query *row)
{
	const struct kept_reading *reading = context;
	char id[STORE_GAME_BYTES];
	const struct store_kept kept = {
		.id = id,
		.created_ms = column_int(row, 1),
		.status = (uint8_t)column_int(row, 2),
		.hidden = column_int(row, 3) != 0,
		.place = (uint32_t)column_int(row, 4),
	};

	if (!column_id(row, 0, id))
		return false;
	reading->take(reading->context, &kept);
	return true;
}

enum store_error store_load_kept(struct store *store, uint32_t before, size_t max, void *context,
				 void (*take)(void *context, const struct store_kept *kept))
{
	struct kept_reading reading = {context, take};
	const struct asked asked[] = {{.number = before}, {.number = (int64_t)max}};

	return store_read(store, GET_KEPT, asked, 2, &reading, read_kept_row);
}

enum store_error store_load_unsummed(struct store *store, uint32_t after, size_t max, void *context,
				     void (*take)(void *context, const struct store_kept *kept))
{
	struct kept_reading reading = {context, take};
	const struct asked asked[] = {{.number = after}, {.number = (int64_t)max}};

	return store_read(store, GET_UNSUMMED, asked, 2, &reading, read_kept_row);
}
