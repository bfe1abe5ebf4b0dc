/* Rows lie in one array a kind and keep their numbers; tables of open addressing, at most half
 * full, find them by token, by game and by id. The hash of a token is as good as
 * random, so its first bytes are the place to look; an attacker who tries tokens sees
 * times that depend on hashes they cannot choose. Holders of one game, and seats of one
 * player, are chains of row numbers. */

#include "game/roster_rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/crypto.h"

enum { ROWS_FIRST = 64 };

/* ---- tables ---- */

uint64_t hash_of_id(const char *id)
{
	uint64_t hash = 14695981039346656037u;

	while (*id)
		hash = (hash ^ (uint8_t)*id++) * 1099511628211u;
	return hash;
}

uint64_t hash_of_token(const uint8_t token_hash[32])
{
	uint64_t hash;

	memcpy(&hash, token_hash, sizeof(hash));
	return hash;
}

static void table_put(struct table *table, struct slot slot)
{
	size_t at = slot.hash & (table->capacity - 1);

	while (table->slot[at].row)
		at = (at + 1) & (table->capacity - 1);
	table->slot[at] = slot;
	table->count++;
}

void table_add(struct table *table, struct slot slot)
{
	if (2 * (table->count + 1) > table->capacity) {
		struct table grown = {0, table->capacity ? 2 * table->capacity : TABLE_FIRST, NULL};
		grown.slot = allocate(grown.capacity, sizeof(grown.slot[0]));
		for (size_t i = 0; i < table->capacity; i++) {
			if (table->slot[i].row)
				table_put(&grown, table->slot[i]);
		}
		free(table->slot);
		*table = grown;
	}
	table_put(table, slot);
}

struct slot *table_next(const struct table *table, uint64_t hash, size_t *at)
{
	if (!table->capacity)
		return NULL;
	for (;; (*at)++) {
		struct slot *slot = &table->slot[*at & (table->capacity - 1)];
		if (!slot->row)
			return NULL;
		if (slot->hash == hash) {
			(*at)++;
			return slot;
		}
	}
}

/* ---- rows ---- */

void *add_row(void *rows, uint32_t *count, uint32_t *capacity, size_t size)
{
	if (*count == *capacity) {
		*capacity = *capacity ? 2 * *capacity : ROWS_FIRST;
		rows = reallocate(rows, *capacity, size);
	}
	memset((char *)rows + *count * size, 0, size);
	++*count;
	return rows;
}

/* ---- looking ---- */

struct holder *holder_at(const struct roster *roster, uint32_t row)
{
	return &roster->holder[row - 1];
}

struct player *player_at(const struct roster *roster, uint32_t row)
{
	return &roster->player[row - 1];
}

struct token *token_at(const struct roster *roster, uint32_t row)
{
	return &roster->token[row - 1];
}

struct app_row *app_at(const struct roster *roster, uint32_t row)
{
	return &roster->app[row - 1];
}

struct grant_row *grant_at(const struct roster *roster, uint32_t row)
{
	return &roster->grant[row - 1];
}

const struct slot *find_token(const struct roster *roster, const uint8_t hash[32])
{
	uint64_t short_hash = hash_of_token(hash);
	size_t at = short_hash;
	const struct slot *slot;

	while ((slot = table_next(&roster->tokens, short_hash, &at))) {
		const uint8_t *kept = slot->is_players ? token_at(roster, slot->row)->hash
						       : holder_at(roster, slot->row)->token_hash;
		if (crypto_equal(kept, hash, 32))
			return slot;
	}
	return NULL;
}

uint32_t find_player(const struct roster *roster, const char *id)
{
	uint64_t hash = hash_of_id(id);
	size_t at = hash;
	const struct slot *slot;

	while ((slot = table_next(&roster->players, hash, &at))) {
		if (strcmp(player_at(roster, slot->row)->id, id) == 0)
			return slot->row;
	}
	return NOBODY;
}

uint32_t find_app(const struct roster *roster, const char *id)
{
	const uint64_t hash = hash_of_id(id);
	const struct slot *slot;
	size_t at = hash;

	while ((slot = table_next(&roster->apps, hash, &at))) {
		if (strcmp(app_at(roster, slot->row)->id, id) == 0)
			return slot->row;
	}
	return 0;
}

uint32_t find_grant(const struct roster *roster, const char *id)
{
	const uint64_t hash = hash_of_id(id);
	const struct slot *slot;
	size_t at = hash;

	while ((slot = table_next(&roster->grants, hash, &at))) {
		if (strcmp(grant_at(roster, slot->row)->id, id) == 0)
			return slot->row;
	}
	return 0;
}

struct slot *find_game(const struct roster *roster, const char *game)
{
	uint64_t hash = hash_of_id(game);
	size_t at = hash;
	struct slot *slot;

	while ((slot = table_next(&roster->games, hash, &at))) {
		if (strcmp(holder_at(roster, slot->row)->game, game) == 0)
			return slot;
	}
	return NULL;
}

uint32_t find_seat(const struct roster *roster, uint32_t player, const char *game)
{
	const struct slot *slot = find_game(roster, game);

	for (uint32_t row = slot ? slot->row : 0; row; row = holder_at(roster, row)->next_of_game) {
		if (holder_at(roster, row)->player == player && !holder_at(roster, row)->gone)
			return row;
	}
	return 0;
}

bool is_good(const struct roster *roster, const struct slot *slot)
{
	return slot && !(slot->is_players ? token_at(roster, slot->row)->ended
					  : holder_at(roster, slot->row)->ended);
}
