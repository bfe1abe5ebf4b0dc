/* The holders of the seats of games. */

#include "store/stored_kind.h"

/* ---- writing ---- */

static struct query *bind_seat(struct connection *connection, enum statement which,
			       const uint8_t name[STORE_NAME_BYTES], int side)
{
	struct query *statement = connection_statement(connection, which);
	if (!statement)
		return NULL;
	bind_bytes(statement, 1, name, STORE_NAME_BYTES);
	bind_int(statement, 2, side);
	return statement;
}

/* Take the seat away from all who hold it: players are forgotten with what they granted in this game,
 * tokens known as ended, where they were told is gone. */
static enum store_error end_holders(struct connection *connection,
				    const uint8_t name[STORE_NAME_BYTES], int side)
{
	static const enum statement which[] = {END_SEAT_GRANTS, END_PLAYERS, END_TOKENS,
					       DROP_SEAT_HOOKS};
	enum store_error error = STORE_OK;

	for (size_t i = 0; i < sizeof(which) / sizeof(which[0]) && !error; i++) {
		if (!bind_seat(connection, which[i], name, side))
			return STORE_FAILED;
		error = connection_run(connection, which[i]);
	}
	return error;
}

static enum store_error put_seat(struct connection *writer, const void *piece)
{
	const struct store_seat *seat = piece;
	uint8_t name[STORE_NAME_BYTES], player[STORE_NAME_BYTES];

	writer->about = seat->game;
	if (!name_of_id(name, seat->game) || (seat->player && !name_of_id(player, seat->player)))
		return STORE_FAILED;
	if (seat->ends_others) {
		enum store_error error = end_holders(writer, name, seat->side);
		if (error)
			return error;
	}
	struct query *statement = bind_seat(writer, PUT_SEAT, name, seat->side);
	if (!statement)
		return STORE_FAILED;
	bind_null(statement, seat->player ? 3 : 4);
	if (seat->player)
		bind_bytes(statement, 4, player, sizeof(player));
	else
		bind_bytes(statement, 3, seat->token_hash, sizeof(seat->token_hash));
	return connection_run(writer, PUT_SEAT);
}

static size_t choose_holders(const void *piece, struct row_choice out[CHOICES_MAX])
{
	const struct store_seat *seat = piece;

	out[0] = (struct row_choice){SUMMED_HOLDER, READ_GAME_HOLDERS, seat->game, NULL};
	return 1;
}

static size_t announce_seat(const void *piece, struct store_change out[ANNOUNCED_MAX])
{
	const struct store_seat *seat = piece;

	return announce(out, STORE_CHANGED_SEATS, seat->game);
}

/* ---- reading ---- */

static bool read_seat_row(void *context, struct query *row)
{
	const struct reading *reading = context;
	char id[STORE_GAME_BYTES], player[STORE_GAME_BYTES];
	struct store_seat seat = {.game = id, .side = (uint8_t)column_int(row, 1)};

	if (!column_id(row, 0, id))
		return false;
	if (column_id(row, 3, player))
		seat.player = player;
	else if (!copy_column(row, 2, seat.token_hash, sizeof(seat.token_hash)))
		return false;
	seat.ended = column_int(row, 4) != 0;
	reading->take(reading->context, &seat);
	return true;
}

const struct stored_kind stored_seat = {
	.size = sizeof(struct store_seat),
	.put = put_seat,
	.choose = choose_holders,
	.announce = announce_seat,
	.forget = {FORGET_HOLDERS},
	.locks_ids = true,
	.all = GET_SEATS,
	.some = GET_GAME_SEATS,
	.read = read_seat_row,
};

static bool read_count_row(void *context, struct query *row)
{
	*(uint32_t *)context = (uint32_t)column_int(row, 0);
	return true;
}

enum store_error store_count_seats(struct store *store, const char *player, bool only_playing,
				   uint32_t *out)
{
	uint8_t name[STORE_NAME_BYTES];
	const struct asked asked[] = {{.bytes = name, .size = sizeof(name)},
				      {.number = only_playing}};

	*out = 0;
	return name_of_id(name, player)
		       ? store_ask(store, COUNT_SEATS, asked, 2, out, read_count_row)
		       : STORE_FAILED;
}
