/* Battles that players keep. */

#include "store/stored_kind.h"

#include <string.h>

#include "base/crypto.h"

/* ---- writing ---- */

static enum store_error write_file(struct connection *writer, struct query *statement,
				   const struct store_battle *battle)
{
	bind_text(statement, 3, battle->title);
	bind_text(statement, 4, battle->ruleset);
	bind_int(statement, 5, battle->changed_ms);
	bind_bytes(statement, 6, battle->hash, sizeof(battle->hash));
	bind_bytes(statement, 7, battle->file.bytes, battle->file.size);
	return connection_run(writer, PUT_BATTLE);
}

static enum store_error write_link(struct connection *writer, struct query *statement,
				   const struct store_battle *battle)
{
	bind_int(statement, 3, battle->code);
	bind_null(statement, 4);
	if (battle->code)
		bind_bytes(statement, 4, battle->code_hash, sizeof(battle->code_hash));
	return connection_run(writer, LINK_BATTLE);
}

/* Write a battle, its link, or that it goes. */
static enum store_error put_battle(struct connection *writer, const void *piece)
{
	const struct store_battle *battle = piece;
	static const enum statement statements[] = {
		[STORE_BATTLE_FILE] = PUT_BATTLE,
		[STORE_BATTLE_LINK] = LINK_BATTLE,
		[STORE_BATTLE_GONE] = DROP_BATTLE,
	};
	uint8_t player[STORE_NAME_BYTES], name[STORE_NAME_BYTES];
	struct query *statement = connection_statement(writer, statements[battle->act]);

	if (!statement || !name_of_id(player, battle->player) || !name_of_id(name, battle->id))
		return STORE_FAILED;
	bind_bytes(statement, 1, player, sizeof(player));
	bind_bytes(statement, 2, name, sizeof(name));
	if (battle->act == STORE_BATTLE_FILE)
		return write_file(writer, statement, battle);
	return battle->act == STORE_BATTLE_LINK ? write_link(writer, statement, battle)
						: connection_run(writer, DROP_BATTLE);
}

static size_t choose_battle(const void *piece, struct row_choice out[CHOICES_MAX])
{
	const struct store_battle *battle = piece;

	out[0] = (struct row_choice){SUMMED_BATTLE, READ_BATTLE, battle->player, battle->id};
	return 1;
}

const struct stored_kind stored_battle = {
	.size = sizeof(struct store_battle),
	.put = put_battle,
	.choose = choose_battle,
	.leave = {DROP_BATTLES},
	.locks_ids = true,
};

/* ---- reading ---- */

struct battle_reading {
	void *context;
	store_battle_taker *take;
	bool takes_damaged; /* and says so of each */
};

/* A list has no files. */
static bool is_whole(struct query *row, const struct store_battle *battle)
{
	uint8_t hash[CRYPTO_HASH_BYTES];

	if (column_count(row) < 10)
		return true;
	crypto_sha256(hash, battle->file.bytes, battle->file.size);
	return memcmp(hash, battle->hash, sizeof(hash)) == 0;
}

static bool read_battle_row(void *context, struct query *row)
{
	const struct battle_reading *reading = context;
	char player[STORE_GAME_BYTES], id[STORE_GAME_BYTES];
	struct store_battle battle = {
		.player = player,
		.id = id,
		.title = column_text(row, 2),
		.ruleset = column_text(row, 3),
		.changed_ms = column_int(row, 4),
		.code = (uint32_t)column_int(row, 5),
		.file.size = (size_t)column_int(row, 7),
		.place = (uint32_t)column_int(row, 8),
	};

	if (!battle.title || !battle.ruleset || !column_id(row, 0, player) ||
	    !column_id(row, 1, id) || !copy_column(row, 6, battle.hash, sizeof(battle.hash)))
		return false;
	if (column_count(row) >= 10)
		battle.file = column_bytes(row, 9);
	battle.is_damaged = !is_whole(row, &battle);
	if (battle.is_damaged && !reading->takes_damaged)
		return false;
	reading->take(reading->context, &battle);
	return true;
}

enum store_error store_load_battle(struct store *store, const char *player, const char *id,
				   void *context, store_battle_taker *take)
{
	struct battle_reading reading = {.context = context, .take = take};
	uint8_t owner[STORE_NAME_BYTES], name[STORE_NAME_BYTES];
	const struct asked asked[] = {{.bytes = owner, .size = sizeof(owner)},
				      {.bytes = name, .size = sizeof(name)}};

	if (!name_of_id(owner, player) || !name_of_id(name, id))
		return STORE_NOT_FOUND;
	return store_ask(store, GET_BATTLE, asked, 2, &reading, read_battle_row);
}

enum store_error store_load_shared_battle(struct store *store, const char *id,
					  const uint8_t code_hash[32], void *context,
					  store_battle_taker *take)
{
	struct battle_reading reading = {.context = context, .take = take};
	uint8_t name[STORE_NAME_BYTES];
	const struct asked asked[] = {{.bytes = name, .size = sizeof(name)},
				      {.bytes = code_hash, .size = CRYPTO_HASH_BYTES}};

	if (!name_of_id(name, id))
		return STORE_NOT_FOUND;
	return store_ask(store, GET_SHARED_BATTLE, asked, 2, &reading, read_battle_row);
}

enum store_error store_load_battles(struct store *store, const char *player, uint32_t before,
				    size_t max, void *context, store_battle_taker *take)
{
	struct battle_reading reading = {.context = context, .take = take};
	uint8_t name[STORE_NAME_BYTES];
	const struct asked asked[] = {{.bytes = name, .size = sizeof(name)},
				      {.number = before},
				      {.number = (int64_t)max}};

	if (!name_of_id(name, player))
		return STORE_OK;
	return store_read(store, GET_BATTLES, asked, 3, &reading, read_battle_row);
}

static bool read_count(void *context, struct query *row)
{
	*(uint32_t *)context = (uint32_t)column_int(row, 0);
	return true;
}

enum store_error store_count_battles(struct store *store, const char *player, uint32_t *out)
{
	*out = 0;
	return store_read_of(store, COUNT_BATTLES, player, out, read_count);
}

enum store_error store_load_all_battles(struct store *store, void *context,
					store_battle_taker *take)
{
	struct battle_reading reading = {context, take, true};

	return store_read(store, GET_ALL_BATTLES, NULL, 0, &reading, read_battle_row);
}
