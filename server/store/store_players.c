/* Players and their tokens. */

#include "store/store_notices.h"

/* ---- players: writing ---- */

static enum store_error make_player(struct connection *writer, const struct store_player *player,
				    const uint8_t name[STORE_NAME_BYTES])
{
	struct query *statement = connection_statement(writer, PUT_PLAYER);

	if (!statement)
		return STORE_FAILED;
	bind_bytes(statement, 1, name, STORE_NAME_BYTES);
	bind_bytes(statement, 2, player->body_hash, sizeof(player->body_hash));
	bind_text(statement, 3, player->name);
	bind_int(statement, 4, player->created_ms);
	return connection_run(writer, PUT_PLAYER);
}

/* What is new of them: a name, or none and that they have left; whether their day is shown. */
static enum store_error change_player(struct connection *writer, const struct store_player *player,
				      const uint8_t name[STORE_NAME_BYTES])
{
	struct query *statement = connection_statement(writer, CHANGE_PLAYER);

	if (!statement)
		return STORE_FAILED;
	bind_bytes(statement, 1, name, STORE_NAME_BYTES);
	bind_text(statement, 2, player->name);
	bind_int(statement, 3, player->ended);
	bind_int(statement, 4, player->shows_day);
	enum store_error error = connection_run(writer, CHANGE_PLAYER);
	return error || !player->ended ? error : stored_leave(writer, name);
}

static enum store_error put_player(struct connection *writer, const void *piece)
{
	const struct store_player *player = piece;
	uint8_t name[STORE_NAME_BYTES];

	if (!name_of_id(name, player->id))
		return STORE_FAILED;
	return player->changes ? change_player(writer, player, name)
			       : make_player(writer, player, name);
}

static size_t choose_player(const void *piece, struct row_choice out[CHOICES_MAX])
{
	const struct store_player *player = piece;

	out[0] = (struct row_choice){SUMMED_PLAYER, READ_PLAYER, player->id, NULL};
	out[1] = (struct row_choice){SUMMED_TOKEN, READ_PLAYER_TOKENS, player->id, NULL};
	out[2] = (struct row_choice){SUMMED_BATTLE, READ_PLAYER_BATTLES, player->id, NULL};
	return player->ended ? 3 : 1;
}

static size_t announce_player(const void *piece, struct store_change out[ANNOUNCED_MAX])
{
	const struct store_player *player = piece;

	return announce(out, STORE_CHANGED_PLAYER, player->id);
}

/* ---- players: reading ---- */

static bool read_player_row(void *context, struct query *row)
{
	const struct reading *reading = context;
	char id[STORE_GAME_BYTES];
	struct store_player player = {
		.id = id,
		.name = column_text(row, 2),
		.created_ms = column_int(row, 3),
		.ended = column_int(row, 4) != 0,
		.shows_day = column_int(row, 5) != 0,
	};
	if (!column_id(row, 0, id) || !player.name ||
	    !copy_column(row, 1, player.body_hash, sizeof(player.body_hash)))
		return false;
	reading->take(reading->context, &player);
	return true;
}

const struct stored_kind stored_player = {
	.size = sizeof(struct store_player),
	.put = put_player,
	.choose = choose_player,
	.announce = announce_player,
	.locks_ids = true,
	.all = GET_PLAYERS,
	.some = GET_PLAYER,
	.read = read_player_row,
};

/* ---- tokens ---- */

static enum store_error put_token(struct connection *writer, const void *piece)
{
	const struct store_token *token = piece;
	uint8_t name[STORE_NAME_BYTES], player[STORE_NAME_BYTES];
	struct query *statement = connection_statement(writer, PUT_TOKEN);
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
	enum store_error error = connection_run(writer, PUT_TOKEN);
	return error || !token->ended ? error : drop_token_hooks(writer, token->token_hash);
}

static size_t choose_token(const void *piece, struct row_choice out[CHOICES_MAX])
{
	const struct store_token *token = piece;

	out[0] = (struct row_choice){SUMMED_TOKEN, READ_TOKEN, token->id, NULL};
	return 1;
}

static size_t announce_token(const void *piece, struct store_change out[ANNOUNCED_MAX])
{
	const struct store_token *token = piece;

	return announce(out, STORE_CHANGED_TOKENS, token->player);
}

static bool read_token_row(void *context, struct query *row)
{
	const struct reading *reading = context;
	char id[STORE_GAME_BYTES], player[STORE_GAME_BYTES];
	struct store_token token = {
		.id = id,
		.player = player,
		.name = column_text(row, 4),
		.may = (uint8_t)column_int(row, 5),
		.created_ms = column_int(row, 6),
		.used_ms = column_int(row, 7),
		.ended = column_int(row, 8) != 0,
	};
	if (!column_id(row, 0, id) || !column_id(row, 1, player) || !token.name ||
	    !copy_column(row, 2, token.token_hash, sizeof(token.token_hash)) ||
	    !copy_column(row, 3, token.body_hash, sizeof(token.body_hash)))
		return false;
	reading->take(reading->context, &token);
	return true;
}

const struct stored_kind stored_token = {
	.size = sizeof(struct store_token),
	.put = put_token,
	.choose = choose_token,
	.leave = {BLANK_TOKENS},
	.announce = announce_token,
	.locks_ids = true,
	.all = GET_TOKENS,
	.some = GET_PLAYER_TOKENS,
	.read = read_token_row,
};
