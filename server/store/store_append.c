/* The pieces of a batch, one after the other, inside the transaction of an engine. */

#include "base/crash_point.h"
#include "store/row_changes.h"
#include "store/sql_store.h"
#include "store/store_apps.h"
#include "store/store_battles.h"
#include "store/store_notices.h"
#include "store/store_rows.h"

/* Bind a game, and a side when `side` is not negative. */
static struct query *bind_seat(struct connection *connection, enum statement which,
			       const uint8_t name[STORE_NAME_BYTES], int side)
{
	struct query *statement = connection_statement(connection, which);
	if (!statement)
		return NULL;
	bind_bytes(statement, 1, name, STORE_NAME_BYTES);
	if (side >= 0)
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

static enum store_error put_seat(struct connection *connection, const struct store_seat *seat)
{
	uint8_t name[STORE_NAME_BYTES], player[STORE_NAME_BYTES];
	if (!name_of_id(name, seat->game) || (seat->player && !name_of_id(player, seat->player)))
		return STORE_FAILED;
	if (seat->ends_others) {
		enum store_error error = end_holders(connection, name, seat->side);
		if (error)
			return error;
	}
	struct query *statement = bind_seat(connection, PUT_SEAT, name, seat->side);
	if (!statement)
		return STORE_FAILED;
	bind_null(statement, seat->player ? 3 : 4);
	if (seat->player)
		bind_bytes(statement, 4, player, sizeof(player));
	else
		bind_bytes(statement, 3, seat->token_hash, sizeof(seat->token_hash));
	return connection_run(connection, PUT_SEAT);
}

static enum store_error put_player(struct connection *connection, const struct store_player *player)
{
	uint8_t name[STORE_NAME_BYTES];
	struct query *statement = connection_statement(connection, PUT_PLAYER);
	if (!statement || !name_of_id(name, player->id))
		return STORE_FAILED;
	bind_bytes(statement, 1, name, sizeof(name));
	bind_bytes(statement, 2, player->body_hash, sizeof(player->body_hash));
	bind_text(statement, 3, player->name);
	bind_int(statement, 4, player->created_ms);
	return connection_run(connection, PUT_PLAYER);
}

/* What is new of them: a name, or none and that they have left; whether their day is shown. */
static enum store_error change_player(struct connection *connection,
				      const struct store_player *player)
{
	uint8_t name[STORE_NAME_BYTES];
	struct query *statement = connection_statement(connection, CHANGE_PLAYER);
	if (!statement || !name_of_id(name, player->id))
		return STORE_FAILED;
	bind_bytes(statement, 1, name, sizeof(name));
	bind_text(statement, 2, player->name);
	bind_int(statement, 3, player->ended);
	bind_int(statement, 4, player->shows_day);
	enum store_error error = connection_run(connection, CHANGE_PLAYER);
	if (error || !player->ended)
		return error;
	statement = connection_statement(connection, BLANK_TOKENS);
	if (!statement)
		return STORE_FAILED;
	bind_bytes(statement, 1, name, sizeof(name));
	error = connection_run(connection, BLANK_TOKENS);
	if (!error)
		error = drop_battles(connection, name);
	if (!error)
		error = drop_hooks(connection, name);
	return error ? error : end_apps(connection, name);
}

static enum store_error put_token(struct connection *connection, const struct store_token *token)
{
	uint8_t name[STORE_NAME_BYTES], player[STORE_NAME_BYTES];
	struct query *statement = connection_statement(connection, PUT_TOKEN);
	if (!statement || !name_of_id(name, token->id) || !name_of_id(player, token->player))
		return STORE_FAILED;
	bind_bytes(statement, 1, name, sizeof(name));
	bind_bytes(statement, 2, player, sizeof(player));
	bind_bytes(statement, 3, token->token_hash, sizeof(token->token_hash));
	bind_bytes(statement, 4, token->body_hash, sizeof(token->body_hash));
	bind_text(statement, 5, token->name);
	bind_int(statement, 6, token->may);
	bind_int(statement, 7, token->created_ms);
	bind_int(statement, 8, token->used_ms);
	bind_int(statement, 9, token->ended);
	enum store_error error = connection_run(connection, PUT_TOKEN);
	return error || !token->ended ? error : drop_token_hooks(connection, token->token_hash);
}

static enum store_error put_status(struct connection *connection, const struct store_status *status)
{
	uint8_t name[STORE_NAME_BYTES];
	struct query *statement = connection_statement(connection, PUT_STATUS);
	if (!statement || !name_of_id(name, status->game))
		return STORE_FAILED;
	bind_bytes(statement, 1, name, sizeof(name));
	bind_int(statement, 2, status->status);
	bind_int(statement, 3, status->time_ms);
	bind_int(statement, 4, status->hidden);
	return connection_run(connection, PUT_STATUS);
}

static enum store_error put_number(struct connection *connection, enum store_number which,
				   int64_t value)
{
	struct query *statement = connection_statement(connection, PUT_NUMBER);
	if (!statement)
		return STORE_FAILED;
	bind_int(statement, 1, (int)which);
	bind_int(statement, 2, value);
	return connection_run(connection, PUT_NUMBER);
}

static enum store_error put_fault(struct connection *connection, const struct store_fault *fault)
{
	uint8_t name[STORE_NAME_BYTES], report[STORE_NAME_BYTES];
	struct query *statement = connection_statement(connection, PUT_FAULT);
	if (!statement || !name_of_id(name, fault->game) || !name_of_id(report, fault->report))
		return STORE_FAILED;
	bind_bytes(statement, 1, name, sizeof(name));
	bind_bytes(statement, 2, report, sizeof(report));
	bind_int(statement, 3, fault->side);
	bind_int(statement, 4, fault->rows);
	bind_bytes(statement, 5, fault->command_hash, sizeof(fault->command_hash));
	bind_int(statement, 6, fault->time_ms);
	return connection_run(connection, PUT_FAULT);
}

static enum store_error put_report(struct connection *connection, const struct store_report *report)
{
	uint8_t name[STORE_NAME_BYTES];
	struct query *statement = connection_statement(connection, PUT_REPORT);
	if (!statement || !name_of_id(name, report->game))
		return STORE_FAILED;
	bind_bytes(statement, 1, name, sizeof(name));
	bind_int(statement, 2, report->side);
	bind_int(statement, 3, report->message);
	bind_bytes(statement, 4, report->said.bytes, report->said.size);
	bind_bytes(statement, 5, report->reason.bytes, report->reason.size);
	bind_int(statement, 6, report->time_ms);
	return connection_run(connection, PUT_REPORT);
}

static enum store_error settle_report(struct connection *connection, uint32_t number)
{
	struct query *statement = connection_statement(connection, SETTLE_REPORT);
	if (!statement)
		return STORE_FAILED;
	bind_int(statement, 1, number);
	return connection_run(connection, SETTLE_REPORT);
}

static enum store_error cure_game(struct connection *connection, const char *id)
{
	uint8_t name[STORE_NAME_BYTES];
	if (!name_of_id(name, id) || !bind_seat(connection, CURE_GAME, name, -1))
		return STORE_FAILED;
	return connection_run(connection, CURE_GAME);
}

/* The game's own row goes last: by it the others are found. */
static enum store_error forget_game(struct connection *connection,
				    const struct store_forgotten *forgotten)
{
	uint8_t name[STORE_NAME_BYTES];
	enum store_error error = STORE_OK;

	if (!name_of_id(name, forgotten->game))
		return STORE_FAILED;
	for (enum statement which = FORGET_ROWS; which <= FORGET_GAME && !error; which++) {
		struct query *statement = connection_statement(connection, which);
		if (!statement)
			return STORE_FAILED;
		bind_bytes(statement, 1, name, sizeof(name));
		bind_int(statement, 2, forgotten->status);
		error = connection_run(connection, which);
	}
	return error;
}

/* Hooks before notices: one that goes is told nothing. */
static enum store_error put_hooks_and_notices(struct connection *writer,
					      const struct store_batch *batch)
{
	enum store_error error = STORE_OK;

	for (size_t i = 0; i < batch->hook_count && !error; i++)
		error = put_hook(writer, &batch->hooks[i]);
	for (size_t i = 0; i < batch->notice_count && !error; i++)
		error = put_notice(writer, &batch->notices[i]);
	for (size_t i = 0; i < batch->mailed_count && !error; i++)
		error = put_mailed(writer, &batch->mailed[i]);
	for (size_t i = 0; i < batch->post_count && !error; i++)
		error = put_post(writer, &batch->posts[i]);
	return error;
}

/* Apps before grants: one that goes is granted nothing. */
static enum store_error put_apps_and_grants(struct connection *writer,
					    const struct store_batch *batch)
{
	enum store_error error = STORE_OK;

	for (size_t i = 0; i < batch->app_count && !error; i++)
		error = put_app(writer, &batch->apps[i]);
	for (size_t i = 0; i < batch->grant_count && !error; i++)
		error = put_grant(writer, &batch->grants[i]);
	return error;
}

/* What a batch has of hooks, notices, faults, reports and games that go. */
static enum store_error put_rest(struct connection *writer, const struct store_batch *batch)
{
	enum store_error error = put_hooks_and_notices(writer, batch);

	for (size_t i = 0; i < batch->cured_count && !error; i++)
		error = cure_game(writer, batch->cured[i]);
	for (size_t i = 0; i < batch->fault_count && !error; i++)
		error = put_fault(writer, &batch->faults[i]);
	for (size_t i = 0; i < batch->report_count && !error; i++)
		error = put_report(writer, &batch->reports[i]);
	for (size_t i = 0; i < batch->settled_count && !error; i++)
		error = settle_report(writer, batch->settled[i]);
	for (size_t i = 0; i < batch->unsummed_count && !error; i++)
		error = put_checksums(writer, batch->unsummed[i]);
	for (size_t i = 0; i < batch->forgotten_count && !error; i++)
		error = forget_game(writer, &batch->forgotten[i]);
	if (!error && batch->alive_ms)
		error = put_number(writer, STORE_ALIVE, batch->alive_ms);
	return error;
}

static bool is_empty(const struct store_batch *batch)
{
	return !batch->alive_ms &&
	       batch->game_count + batch->row_count + batch->player_count + batch->token_count +
			       batch->cured_count + batch->fault_count + batch->report_count +
			       batch->settled_count + batch->forgotten_count + batch->battle_count +
			       batch->unsummed_count + batch->hook_count + batch->notice_count +
			       batch->app_count + batch->grant_count + batch->mailed_count +
			       batch->post_count ==
		       0;
}

static enum store_error put_pieces(struct connection *writer, const struct store_batch *batch)
{
	enum store_error error = put_apps_and_grants(writer, batch);

	for (size_t i = 0; i < batch->game_count && !error; i++) {
		writer->about = batch->games[i].id;
		error = put_game(writer, &batch->games[i]);
	}
	for (size_t i = 0; i < batch->row_count && !error; i++) {
		writer->about = batch->rows[i].game;
		error = put_row(writer, &batch->rows[i]);
	}
	for (size_t i = 0; i < batch->state_count && !error; i++) {
		crash_point("before_state");
		writer->about = batch->states[i].game;
		error = put_state(writer, &batch->states[i]);
	}
	for (size_t i = 0; i < batch->seat_count && !error; i++) {
		writer->about = batch->seats[i].game;
		error = put_seat(writer, &batch->seats[i]);
	}
	for (size_t i = 0; i < batch->status_count && !error; i++)
		error = put_status(writer, &batch->statuses[i]);
	/* Before players: who leaves takes theirs with them. */
	for (size_t i = 0; i < batch->battle_count && !error; i++)
		error = put_battle(writer, &batch->battles[i]);
	for (size_t i = 0; i < batch->player_count && !error; i++) {
		writer->about = NULL;
		error = batch->players[i].changes ? change_player(writer, &batch->players[i])
						  : put_player(writer, &batch->players[i]);
	}
	for (size_t i = 0; i < batch->token_count && !error; i++)
		error = put_token(writer, &batch->tokens[i]);
	if (!error) {
		writer->about = NULL;
		error = put_rest(writer, batch);
	}
	if (!error && is_empty(batch))
		error = connection_run(writer, PUT_PROBE);
	return error;
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
