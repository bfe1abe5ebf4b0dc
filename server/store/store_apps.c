/* Apps and what they were granted. Rows stay when they have ended: a request that comes again must
 * not make anew what was ended since. */

#include "store/stored_kind.h"

/* ---- writing ---- */

static enum store_error put_app(struct connection *writer, const void *piece)
{
	const struct store_app *app = piece;
	static const enum statement gone[] = {END_APP_GRANTS, END_APP};
	uint8_t name[STORE_NAME_BYTES], player[STORE_NAME_BYTES];

	if (!name_of_id(name, app->id) || (app->player && !name_of_id(player, app->player)))
		return STORE_FAILED;
	if (app->act == STORE_APP_GONE)
		return run_each(writer, gone, 2, name);
	struct query *statement = connection_statement(writer, PUT_APP);
	if (!statement)
		return STORE_FAILED;
	bind_bytes(statement, 1, name, sizeof(name));
	bind_name(statement, 2, app->player ? player : NULL);
	bind_text(statement, 3, app->name);
	bind_int(statement, 4, app->asks);
	bind_int(statement, 5, app->number);
	bind_bytes(statement, 6, app->token_hash, sizeof(app->token_hash));
	bind_bytes(statement, 7, app->body_hash, sizeof(app->body_hash));
	bind_int(statement, 8, app->created_ms);
	return connection_run(writer, PUT_APP);
}

static enum store_error end_given(struct connection *writer, const char *player)
{
	static const enum statement which[] = {END_GIVEN_GRANTS};
	uint8_t name[STORE_NAME_BYTES];

	return name_of_id(name, player) ? run_each(writer, which, 1, name) : STORE_FAILED;
}

static enum store_error put_grant(struct connection *writer, const void *piece)
{
	const struct store_grant *grant = piece;

	if (grant->act == STORE_GRANT_ALL_GONE)
		return end_given(writer, grant->player);
	uint8_t name[STORE_NAME_BYTES], app[STORE_NAME_BYTES], player[STORE_NAME_BYTES];
	uint8_t game[STORE_NAME_BYTES];
	struct query *statement = connection_statement(writer, PUT_GRANT);

	if (!statement || !name_of_id(name, grant->id) || !name_of_id(app, grant->app) ||
	    !name_of_id(player, grant->player) || (grant->game && !name_of_id(game, grant->game)))
		return STORE_FAILED;
	bind_bytes(statement, 1, name, sizeof(name));
	bind_bytes(statement, 2, app, sizeof(app));
	bind_bytes(statement, 3, player, sizeof(player));
	bind_name(statement, 4, grant->game ? game : NULL);
	bind_int(statement, 5, grant->may);
	bind_bytes(statement, 6, grant->body_hash, sizeof(grant->body_hash));
	bind_int(statement, 7, grant->created_ms);
	bind_int(statement, 8, grant->ended);
	return connection_run(writer, PUT_GRANT);
}

static size_t announce_app(const void *piece, struct store_change out[ANNOUNCED_MAX])
{
	const struct store_app *app = piece;

	return announce(out, STORE_CHANGED_APP, app->id);
}

static size_t announce_grant(const void *piece, struct store_change out[ANNOUNCED_MAX])
{
	const struct store_grant *grant = piece;

	return grant->act == STORE_GRANT_ALL_GONE ? announce(out, STORE_ENDED_GRANTS, grant->player)
						  : announce(out, STORE_CHANGED_GRANT, grant->id);
}

/* ---- reading ---- */

static bool read_app_row(void *context, struct query *row)
{
	const struct reading *reading = context;
	char id[STORE_GAME_BYTES], player[STORE_GAME_BYTES];
	struct store_app app = {
		.id = id,
		.player = column_is_null(row, 1) ? NULL : player,
		.name = column_text(row, 2),
		.asks = (uint8_t)column_int(row, 3),
		.number = (uint32_t)column_int(row, 4),
		.created_ms = column_int(row, 7),
		.ended = column_int(row, 8) != 0,
	};

	if (!app.name || !column_id(row, 0, id) || (app.player && !column_id(row, 1, player)) ||
	    !copy_column(row, 5, app.token_hash, sizeof(app.token_hash)) ||
	    !copy_column(row, 6, app.body_hash, sizeof(app.body_hash)))
		return false;
	reading->take(reading->context, &app);
	return true;
}

static bool read_grant_row(void *context, struct query *row)
{
	const struct reading *reading = context;
	char id[STORE_GAME_BYTES], app[STORE_GAME_BYTES], player[STORE_GAME_BYTES];
	char game[STORE_GAME_BYTES];
	struct store_grant grant = {
		.id = id,
		.app = app,
		.player = player,
		.game = column_is_null(row, 3) ? NULL : game,
		.may = (uint8_t)column_int(row, 4),
		.created_ms = column_int(row, 6),
		.ended = column_int(row, 7) != 0,
	};

	if (!column_id(row, 0, id) || !column_id(row, 1, app) || !column_id(row, 2, player) ||
	    (grant.game && !column_id(row, 3, game)) ||
	    !copy_column(row, 5, grant.body_hash, sizeof(grant.body_hash)))
		return false;
	reading->take(reading->context, &grant);
	return true;
}

const struct stored_kind stored_app = {
	.size = sizeof(struct store_app),
	.put = put_app,
	.announce = announce_app,
	.leave = {END_GIVEN_GRANTS, END_THEIR_GRANTS, END_APPS},
	.locks_ids = true,
	.all = GET_APPS,
	.some = GET_APP,
	.read = read_app_row,
};

const struct stored_kind stored_grant = {
	.size = sizeof(struct store_grant),
	.put = put_grant,
	.announce = announce_grant,
	.forget = {FORGET_GRANTS},
	.locks_ids = true,
	.all = GET_GRANTS,
	.some = GET_GRANT,
	.read = read_grant_row,
};
