/* An entry for each: its kind, a side, 16 bytes of an id, and two numbers, big-endian. A kind that is
 * not known is of a later version, and none of ours. */

#include "store/postgres_changes.h"

#include <string.h>

#include "store/connection.h"

enum { HEAD = 2, FROM_AT = HEAD + STORE_NAME_BYTES, ROWS_AT = FROM_AT + 4, ENTRY = ROWS_AT + 4 };

struct writing {
	struct text *out;
	bool is_good;
};

static void put_number(uint8_t *at, uint32_t value)
{
	for (int i = 0; i < 4; i++)
		at[i] = (uint8_t)(value >> (24 - 8 * i));
}

static uint32_t get_number(const uint8_t *at)
{
	return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static uint8_t *find(struct text *out, const uint8_t head[FROM_AT])
{
	for (size_t at = 0; at < out->size; at += ENTRY) {
		if (memcmp(out->bytes + at, head, FROM_AT) == 0)
			return (uint8_t *)out->bytes + at;
	}
	return NULL;
}

/* A game whose rows are several batches' comes once, with all of them. */
static void add(struct writing *writing, enum store_change_kind kind, const char *id, uint8_t side,
		uint32_t from, uint32_t rows)
{
	uint8_t entry[ENTRY] = {(uint8_t)kind, side};

	if (!name_of_id(entry + HEAD, id)) {
		writing->is_good = false;
		return;
	}
	uint8_t *old = find(writing->out, entry);
	put_number(entry + FROM_AT, from);
	put_number(entry + ROWS_AT, rows);
	if (!old)
		text_add(writing->out, (const char *)entry, ENTRY);
	else if (get_number(old + ROWS_AT) < rows)
		put_number(old + ROWS_AT, rows);
}

static void add_games(struct writing *writing, const struct store_batch *batch)
{
	for (size_t i = 0; i < batch->row_count; i++)
		add(writing, STORE_CHANGED_GAME, batch->rows[i].game, 0, batch->rows[i].expected,
		    batch->rows[i].expected + 1);
	for (size_t i = 0; i < batch->game_count; i++)
		add(writing, STORE_CHANGED_STATUS, batch->games[i].id, 0, 0, 0);
	for (size_t i = 0; i < batch->status_count; i++)
		add(writing, STORE_CHANGED_STATUS, batch->statuses[i].game, 0, 0, 0);
	for (size_t i = 0; i < batch->seat_count; i++)
		add(writing, STORE_CHANGED_SEATS, batch->seats[i].game, 0, 0, 0);
	for (size_t i = 0; i < batch->forgotten_count; i++) {
		const char *game = batch->forgotten[i].game;

		add(writing, STORE_CHANGED_SEATS, game, 0, 0, 0);
		add(writing, STORE_CHANGED_STATUS, game, 0, 0, 0);
		add(writing, STORE_CHANGED_GAME, game, 0, 0, UINT32_MAX);
	}
}

static void add_hooks(struct writing *writing, const struct store_batch *batch)
{
	for (size_t i = 0; i < batch->hook_count; i++) {
		const struct store_hook *hook = &batch->hooks[i];

		if (hook->act == STORE_HOOK_PUT && hook->game)
			add(writing, STORE_CHANGED_SEAT_HOOKS, hook->game, hook->side, 0, 0);
		else if (hook->act == STORE_HOOK_PUT)
			add(writing, STORE_CHANGED_HOOKS, hook->player, 0, 0, 0);
	}
}

static void add_players(struct writing *writing, const struct store_batch *batch)
{
	for (size_t i = 0; i < batch->player_count; i++)
		add(writing, STORE_CHANGED_PLAYER, batch->players[i].id, 0, 0, 0);
	for (size_t i = 0; i < batch->token_count; i++)
		add(writing, STORE_CHANGED_TOKENS, batch->tokens[i].player, 0, 0, 0);
	for (size_t i = 0; i < batch->app_count; i++)
		add(writing, STORE_CHANGED_APP, batch->apps[i].id, 0, 0, 0);
	for (size_t i = 0; i < batch->grant_count; i++) {
		const struct store_grant *grant = &batch->grants[i];

		if (grant->act == STORE_GRANT_ALL_GONE)
			add(writing, STORE_ENDED_GRANTS, grant->player, 0, 0, 0);
		else
			add(writing, STORE_CHANGED_GRANT, grant->id, 0, 0, 0);
	}
}

/* Players come before their seats, as they are taken in. */
bool changes_write(struct text *out, const struct store_batch *batch)
{
	struct writing writing = {out, true};

	text_clear(out);
	add_players(&writing, batch);
	add_games(&writing, batch);
	add_hooks(&writing, batch);
	return writing.is_good;
}

bool changes_read(const struct store_bytes *bytes, void *context, store_change_taker *take)
{
	const uint8_t *end = (const uint8_t *)bytes->bytes + bytes->size;

	if (bytes->size % ENTRY)
		return false;
	for (const uint8_t *at = bytes->bytes; at < end; at += ENTRY) {
		struct store_change change = {.kind = at[0],
					      .side = at[1],
					      .from = get_number(at + FROM_AT),
					      .rows = get_number(at + ROWS_AT)};

		if (change.kind >= STORE_CHANGE_KINDS)
			continue;
		id_of_name(change.id, at + HEAD);
		take(context, &change);
	}
	return true;
}
