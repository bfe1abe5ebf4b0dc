/* What hooks were sent, and what came of it. */

#include "store/store_notices.h"

static enum store_error drop_old(struct connection *writer, uint32_t hook)
{
	struct query *statement = connection_statement(writer, DROP_OLD_DELIVERIES);

	if (!statement)
		return STORE_FAILED;
	bind_int(statement, 1, hook);
	bind_int(statement, 2, STORE_DELIVERIES_MAX);
	return connection_run(writer, DROP_OLD_DELIVERIES);
}

enum store_error put_delivery(struct connection *writer, const struct store_notice *notice)
{
	const struct store_heard *heard = &notice->heard;
	uint8_t game[STORE_NAME_BYTES];
	struct query *statement = connection_statement(writer, PUT_DELIVERY);

	if (!statement || !name_of_id(game, notice->game))
		return STORE_FAILED;
	bind_int(statement, 1, heard->hook);
	bind_bytes(statement, 2, game, sizeof(game));
	bind_int(statement, 3, notice->kind);
	bind_int(statement, 4, notice->side);
	bind_int(statement, 5, notice->version);
	bind_int(statement, 6, notice->made_ms);
	bind_int(statement, 7, heard->status);
	bind_int(statement, 8, heard->time_ms);
	bind_int(statement, 9, heard->good);
	enum store_error error = connection_run(writer, PUT_DELIVERY);
	return error ? error : drop_old(writer, heard->hook);
}

struct delivery_reading {
	void *context;
	store_delivery_taker *take;
};

static bool read_delivery(void *context, struct query *row)
{
	const struct delivery_reading *reading = context;
	char game[STORE_GAME_BYTES];
	const struct store_notice notice = {
		.game = game,
		.kind = (uint8_t)column_int(row, 1),
		.side = (uint8_t)column_int(row, 2),
		.version = (uint32_t)column_int(row, 3),
		.made_ms = column_int(row, 4),
		.attempts = (uint32_t)column_int(row, 5),
		.heard = {.status = (uint16_t)column_int(row, 6),
			  .time_ms = column_int(row, 7),
			  .good = column_int(row, 8) != 0},
		.due_ms = column_int(row, 9),
	};

	if (!column_id(row, 0, game))
		return false;
	reading->take(reading->context, &notice);
	return true;
}

enum store_error store_load_deliveries(struct store *store, const char *player, const char *id,
				       void *context, store_delivery_taker *take)
{
	struct delivery_reading reading = {.context = context, .take = take};
	uint8_t owner[STORE_NAME_BYTES], name[STORE_NAME_BYTES];
	const struct asked asked[] = {{.bytes = owner, .size = sizeof(owner)},
				      {.bytes = name, .size = sizeof(name)}};

	if (!name_of_id(owner, player) || !name_of_id(name, id))
		return STORE_OK;
	return store_read(store, GET_DELIVERIES, asked, 2, &reading, read_delivery);
}
