/* The outbox: hooks of players, and what each is to be told. */

#include "store/store_notices.h"

#include <string.h>

enum { DAY_MS = 24 * 3600 * 1000 };

/* ---- writing: hooks ---- */

/* A statement that asks for a player and one of their hooks. NULL on failure. */
static struct query *bind_hook(struct connection *writer, enum statement which,
			       const uint8_t player[STORE_NAME_BYTES],
			       const uint8_t name[STORE_NAME_BYTES])
{
	struct query *statement = connection_statement(writer, which);

	if (!statement)
		return NULL;
	bind_bytes(statement, 1, player, STORE_NAME_BYTES);
	bind_bytes(statement, 2, name, STORE_NAME_BYTES);
	return statement;
}

/* The same, and nothing more. */
static enum store_error run_of_hook(struct connection *writer, enum statement which,
				    const uint8_t player[STORE_NAME_BYTES],
				    const uint8_t name[STORE_NAME_BYTES])
{
	return bind_hook(writer, which, player, name) ? connection_run(writer, which)
						      : STORE_FAILED;
}

/* The same with its URL. */
static enum store_error run_of_url(struct connection *writer, enum statement which,
				   const struct store_hook *hook,
				   const uint8_t player[STORE_NAME_BYTES],
				   const uint8_t name[STORE_NAME_BYTES])
{
	struct query *statement = bind_hook(writer, which, player, name);

	if (!statement)
		return STORE_FAILED;
	bind_text(statement, 3, hook->url);
	return connection_run(writer, which);
}

static enum store_error put_choice(struct connection *writer, struct query *statement,
				   const struct store_hook *hook)
{
	uint8_t game[STORE_NAME_BYTES];

	if (hook->game && !name_of_id(game, hook->game))
		return STORE_FAILED;
	bind_text(statement, 3, hook->url);
	bind_int(statement, 4, hook->format);
	bind_int(statement, 5, hook->kinds);
	bind_int(statement, 6, hook->created_ms);
	bind_int(statement, 7, hook->state);
	bind_null(statement, 8);
	if (hook->keys)
		bind_bytes(statement, 8, hook->keys, STORE_HOOK_KEY_BYTES);
	bind_text(statement, 9, hook->language);
	bind_int(statement, 10, hook->quiet_from);
	bind_int(statement, 11, hook->quiet_until);
	bind_int(statement, 12, hook->one_unread);
	bind_text(statement, 13, hook->mentions ? hook->mentions : "");
	bind_null(statement, 14);
	bind_int(statement, 15, hook->side);
	bind_null(statement, 16);
	if (hook->game) {
		bind_bytes(statement, 14, game, sizeof(game));
		bind_bytes(statement, 16, &hook->principal, HOOK_TOKEN_BYTES);
	}
	return connection_run(writer, PUT_HOOK);
}

/* One that is off has nothing to be told. */
static enum store_error hear(struct connection *writer, const struct store_hook *hook)
{
	struct query *heard = connection_statement(writer, HEAR_HOOK);
	struct query *drop = connection_statement(writer, DROP_ITS_NOTICES);

	if (!heard || !drop)
		return STORE_FAILED;
	bind_int(heard, 1, hook->place);
	bind_int(heard, 2, hook->state);
	bind_int(heard, 3, hook->status);
	bind_int(heard, 4, hook->heard_ms);
	bind_int(heard, 5, hook->failing_ms);
	bind_text(heard, 6, hook->url);
	enum store_error error = connection_run(writer, HEAR_HOOK);
	if (error || hook->state != STORE_HOOK_OFF)
		return error;
	bind_int(drop, 1, hook->place);
	return connection_run(writer, DROP_ITS_NOTICES);
}

enum store_error drop_token_hooks(struct connection *writer, const uint8_t token_hash[32])
{
	struct query *statement = connection_statement(writer, DROP_TOKEN_HOOKS);

	if (!statement)
		return STORE_FAILED;
	bind_bytes(statement, 1, token_hash, HOOK_TOKEN_BYTES);
	return connection_run(writer, DROP_TOKEN_HOOKS);
}

/* Its address wants to be told, or no more: what waits for one that is off goes. */
static enum store_error answer(struct connection *writer, const struct store_hook *hook,
			       const uint8_t player[STORE_NAME_BYTES],
			       const uint8_t name[STORE_NAME_BYTES])
{
	const bool stops = hook->act == STORE_HOOK_STOPPED;
	enum store_error error =
		run_of_url(writer, stops ? STOP_HOOK : CONFIRM_HOOK, hook, player, name);

	return error || !stops ? error : run_of_hook(writer, DROP_OFF_NOTICES, player, name);
}

static enum store_error put_hook(struct connection *writer, const void *piece)
{
	const struct store_hook *hook = piece;
	uint8_t player[STORE_NAME_BYTES], name[STORE_NAME_BYTES];

	if (hook->act == STORE_HOOK_HEARD)
		return hear(writer, hook);
	if (!name_of_id(player, hook->player) || !name_of_id(name, hook->id))
		return STORE_FAILED;
	if (hook->act == STORE_HOOK_GONE)
		return run_of_hook(writer, DROP_HOOK, player, name);
	if (hook->act == STORE_HOOK_CONFIRMED || hook->act == STORE_HOOK_STOPPED)
		return answer(writer, hook, player, name);
	static const enum statement changes[] = {
		[STORE_HOOK_PUT] = PUT_HOOK,
		[STORE_HOOK_SECRET] = RENEW_HOOK,
		[STORE_HOOK_ASKED] = ASK_HOOK,
	};
	const enum statement which = changes[hook->act];
	if (hook->act == STORE_HOOK_PUT &&
	    run_of_url(writer, DROP_OLD_POSTS, hook, player, name) != STORE_OK)
		return STORE_FAILED;
	struct query *statement = bind_hook(writer, which, player, name);
	if (!statement)
		return STORE_FAILED;
	if (hook->act == STORE_HOOK_PUT)
		return put_choice(writer, statement, hook);
	bind_bytes(statement, 3, hook->asked, sizeof(hook->asked));
	if (hook->act == STORE_HOOK_SECRET)
		bind_int(statement, 4, hook->secret_ms);
	return connection_run(writer, which);
}

static size_t announce_hook(const void *piece, struct store_change out[ANNOUNCED_MAX])
{
	const struct store_hook *hook = piece;

	if (hook->act != STORE_HOOK_PUT)
		return 0;
	if (!hook->game)
		return announce(out, STORE_CHANGED_HOOKS, hook->player);
	announce(out, STORE_CHANGED_SEAT_HOOKS, hook->game);
	out->side = hook->side;
	return 1;
}

/* ---- writing: notices ---- */

/* What all that tell have: of whom (?1), and of what. */
static void bind_told(struct query *statement, const struct store_notice *notice,
		      const uint8_t *player, const uint8_t game[STORE_NAME_BYTES])
{
	if (player)
		bind_bytes(statement, 1, player, STORE_NAME_BYTES);
	bind_bytes(statement, 2, game, STORE_NAME_BYTES);
	bind_int(statement, 3, notice->kind);
	bind_int(statement, 4, notice->side);
	bind_int(statement, 5, notice->version);
	bind_int(statement, 6, notice->made_ms);
	bind_int(statement, 7, notice->due_ms);
}

static enum store_error tell(struct connection *writer, const struct store_notice *notice)
{
	uint8_t player[STORE_NAME_BYTES], game[STORE_NAME_BYTES], hook[STORE_NAME_BYTES];
	const bool is_seats = !notice->player[0];
	const enum statement which = is_seats ? PUT_SEAT_NOTICE : PUT_NOTICE;
	struct query *statement = connection_statement(writer, which);

	if (!statement || (!is_seats && !name_of_id(player, notice->player)) ||
	    !name_of_id(game, notice->game) || (notice->hook && !name_of_id(hook, notice->hook)))
		return STORE_FAILED;
	bind_told(statement, notice, is_seats ? NULL : player, game);
	bind_int(statement, 8, notice->open);
	bind_name(statement, 9, notice->hook ? hook : NULL);
	return connection_run(writer, which);
}

static enum store_error tell_again(struct connection *writer, const struct store_notice *notice)
{
	uint8_t player[STORE_NAME_BYTES], game[STORE_NAME_BYTES], hook[STORE_NAME_BYTES];
	struct query *statement = connection_statement(writer, PUT_AGAIN);

	if (!statement || !name_of_id(player, notice->player) || !name_of_id(game, notice->game) ||
	    !name_of_id(hook, notice->hook))
		return STORE_FAILED;
	bind_told(statement, notice, player, game);
	bind_bytes(statement, 8, hook, sizeof(hook));
	return connection_run(writer, PUT_AGAIN);
}

static enum store_error take_back(struct connection *writer, const struct store_notice *notice)
{
	uint8_t game[STORE_NAME_BYTES];
	struct query *statement = connection_statement(writer, TAKE_NOTICE);
	struct query *recall = connection_statement(writer, RECALL_NOTICE);

	if (!statement || !recall || !name_of_id(game, notice->game))
		return STORE_FAILED;
	bind_bytes(recall, 1, game, sizeof(game));
	bind_int(recall, 2, notice->side);
	bind_int(recall, 3, notice->kind);
	if (notice->open && connection_run(writer, RECALL_NOTICE) != STORE_OK)
		return STORE_FAILED;
	bind_bytes(statement, 1, game, sizeof(game));
	bind_int(statement, 2, notice->side);
	bind_int(statement, 3, notice->kind);
	bind_int(statement, 4, notice->open);
	return connection_run(writer, TAKE_NOTICE);
}

static enum store_error put_notice(struct connection *writer, const void *piece)
{
	const struct store_notice *notice = piece;
	static const enum statement statements[] = {
		[STORE_NOTICE_TOLD] = KEEP_NOTICE,
		[STORE_NOTICE_AGAIN] = PUT_OFF_NOTICE,
		[STORE_NOTICE_GONE] = DROP_NOTICE,
	};

	if (notice->act == STORE_NOTICE_TELL)
		return notice->again ? tell_again(writer, notice) : tell(writer, notice);
	if (notice->act == STORE_NOTICE_TAKEN)
		return take_back(writer, notice);
	enum store_error error = notice->heard.time_ms ? put_delivery(writer, notice) : STORE_OK;
	struct query *statement = connection_statement(writer, statements[notice->act]);
	if (error || !statement)
		return STORE_FAILED;
	bind_int(statement, 1, notice->place);
	bind_int(statement, 2, notice->made_ms);
	if (notice->act == STORE_NOTICE_AGAIN) {
		bind_int(statement, 3, notice->attempts);
		bind_int(statement, 4, notice->due_ms);
	}
	return connection_run(writer, statements[notice->act]);
}

const struct stored_kind stored_notice = {
	.size = sizeof(struct store_notice),
	.put = put_notice,
	.forget = {FORGET_NOTICES},
	.locks_ids = true,
};

/* ---- writing: mails ---- */

static enum store_error put_mailed(struct connection *writer, const void *piece)
{
	const struct store_mailed *mailed = piece;
	const enum statement which = mailed->undone ? DROP_MAILED : PUT_MAILED;
	uint8_t name[STORE_NAME_BYTES];
	struct query *old = connection_statement(writer, DROP_OLD_MAILED);
	struct query *statement = connection_statement(writer, which);

	if (!old || !statement || (mailed->game && !name_of_id(name, mailed->game)))
		return STORE_FAILED;
	bind_int(old, 1, mailed->sent_ms - DAY_MS);
	bind_bytes(statement, 1, mailed->address, STORE_ADDRESS_BYTES);
	bind_bytes(statement, 2, name, mailed->game ? sizeof(name) : 0);
	bind_int(statement, 3, mailed->sent_ms);
	enum store_error error = connection_run(writer, DROP_OLD_MAILED);
	return error ? error : connection_run(writer, which);
}

const struct stored_kind stored_mailed = {
	.size = sizeof(struct store_mailed),
	.put = put_mailed,
	.locks_ids = true,
};

/* ---- reading ---- */

struct notice_reading {
	void *context;
	store_notice_taker *take;
};

enum { HOOK_COLUMNS = 23, SENT_AGAIN = 64 /* is added to its kind */ };

/* What a hook borrows besides the row's bytes. */
struct hook_names {
	char player[STORE_GAME_BYTES], id[STORE_GAME_BYTES], game[STORE_GAME_BYTES];
};

/* Whose seat it is, and what was asked for last. */
static bool read_seat(struct query *row, struct store_hook *hook, struct hook_names *names)
{
	/* A new one was asked for nothing. */
	copy_column(row, 22, hook->asked, sizeof(hook->asked));
	if (column_is_null(row, 19))
		return true;
	hook->game = names->game;
	hook->side = (uint8_t)column_int(row, 20);
	return copy_column(row, 21, &hook->principal, HOOK_TOKEN_BYTES) &&
	       column_id(row, 19, names->game);
}

static bool read_hook(struct query *row, struct store_hook *hook, struct hook_names *names)
{
	*hook = (struct store_hook){
		.player = names->player,
		.id = names->id,
		.url = column_text(row, 2),
		.format = (uint8_t)column_int(row, 3),
		.kinds = (uint16_t)column_int(row, 4),
		.secret = (uint32_t)column_int(row, 5),
		.secret_ms = column_int(row, 6),
		.created_ms = column_int(row, 7),
		.state = (uint8_t)column_int(row, 8),
		.status = (uint16_t)column_int(row, 9),
		.heard_ms = column_int(row, 10),
		.failing_ms = column_int(row, 11),
		.place = (uint32_t)column_int(row, 12),
		.keys = column_is_null(row, 13) ? NULL : column_bytes(row, 13).bytes,
		.language = column_text(row, 14),
		.quiet_from = (uint16_t)column_int(row, 15),
		.quiet_until = (uint16_t)column_int(row, 16),
		.one_unread = column_int(row, 17) != 0,
		.mentions = column_text(row, 18),
	};
	return hook->url && hook->language && hook->mentions &&
	       (!hook->keys || column_bytes(row, 13).size == STORE_HOOK_KEY_BYTES) &&
	       column_id(row, 0, names->player) && column_id(row, 1, names->id) &&
	       read_seat(row, hook, names);
}

static bool read_hook_row(void *context, struct query *row)
{
	const struct reading *reading = context;
	struct hook_names names;
	struct store_hook hook;

	if (!read_hook(row, &hook, &names))
		return false;
	reading->take(reading->context, &hook);
	return true;
}

const struct stored_kind stored_hook = {
	.size = sizeof(struct store_hook),
	.put = put_hook,
	.announce = announce_hook,
	.forget = {FORGET_HOOKS},
	.leave = {DROP_HOOKS},
	.locks_ids = true,
	.all = GET_ALL_HOOKS,
	.some = GET_HOOKS,
	.read = read_hook_row,
};

static bool read_due_row(void *context, struct query *row)
{
	const struct notice_reading *reading = context;
	char game[STORE_GAME_BYTES];
	struct hook_names names;
	struct store_hook hook;

	if (!read_hook(row, &hook, &names) || !column_id(row, HOOK_COLUMNS + 1, game))
		return false;
	const struct store_notice notice = {
		.player = names.player,
		.hook = names.id,
		.game = game,
		.place = column_int(row, HOOK_COLUMNS),
		.kind = (uint8_t)(column_int(row, HOOK_COLUMNS + 2) % SENT_AGAIN),
		.again = column_int(row, HOOK_COLUMNS + 2) >= SENT_AGAIN,
		.side = (uint8_t)column_int(row, HOOK_COLUMNS + 3),
		.version = (uint32_t)column_int(row, HOOK_COLUMNS + 4),
		.made_ms = column_int(row, HOOK_COLUMNS + 5),
		.due_ms = column_int(row, HOOK_COLUMNS + 6),
		.attempts = (uint32_t)column_int(row, HOOK_COLUMNS + 7),
	};
	reading->take(reading->context, &notice, &hook);
	return true;
}

enum store_error store_load_due(struct store *store, int64_t now_ms, size_t max, void *context,
				store_notice_taker *take)
{
	struct notice_reading reading = {.context = context, .take = take};
	const struct asked asked[] = {{.number = now_ms}, {.number = (int64_t)max}};

	return store_read(store, GET_DUE, asked, 2, &reading, read_due_row);
}

static bool read_next_due(void *context, struct query *row)
{
	if (!column_is_null(row, 0))
		*(int64_t *)context = column_int(row, 0);
	return true;
}

enum store_error store_next_due(struct store *store, int64_t after_ms, int64_t *out)
{
	const struct asked asked = {.number = after_ms};

	*out = INT64_MAX;
	return store_ask(store, NEXT_DUE, &asked, 1, out, read_next_due);
}

struct mailed_reading {
	int64_t *out;
	size_t count;
};

static bool read_mailed(void *context, struct query *row)
{
	struct mailed_reading *reading = context;

	reading->out[reading->count++] = column_int(row, 0);
	return true;
}

enum store_error store_load_mailed(struct store *store, const uint8_t address[STORE_ADDRESS_BYTES],
				   const char *game, int64_t out[STORE_MAILED_MAX])
{
	struct mailed_reading reading = {.out = out};
	uint8_t name[STORE_NAME_BYTES];
	const struct asked asked[] = {{.bytes = address, .size = STORE_ADDRESS_BYTES},
				      {.bytes = name, .size = game ? sizeof(name) : 0},
				      {.number = STORE_MAILED_MAX}};

	memset(out, 0, STORE_MAILED_MAX * sizeof(*out));
	if (game && !name_of_id(name, game))
		return STORE_FAILED;
	return store_read(store, GET_MAILED, asked, 3, &reading, read_mailed);
}
