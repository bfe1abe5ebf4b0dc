/* Rows lie in two arrays and never move away; three tables of open addressing, at most half
 * full, find them by token, by game and by player. The hash of a token is as good as
 * random, so its first bytes are the place to look; an attacker who tries tokens sees
 * times that depend on hashes he cannot choose. Holders of one game, and seats of one
 * player, are chains of row numbers. */

#include "game/roster.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/allocate.h"
#include "game/crypto.h"

enum { TABLE_FIRST = 1024, NOBODY = 0 };

/* One who holds a seat. Row numbers count from 1; 0 is none. */
struct holder {
	uint8_t side;
	bool ended;
	bool gone; /* a player's that was moved away: as if it had never been */
	char game[GAME_ID_BYTES];
	uint8_t token_hash[32];
	uint32_t player; /* row, or NOBODY */
	uint32_t next_of_game;
	uint32_t older_of_player;
};

struct player {
	char id[GAME_ID_BYTES];
	char name[PLAYER_NAME_BYTES];
	uint8_t token_hash[32], body_hash[32];
	int64_t created_ms;
	bool ended;
	uint32_t newest; /* of his seats */
	uint32_t seats;
};

/* What a slot of a table points at. */
struct slot {
	uint64_t hash;
	uint32_t row; /* 0 = free */
	bool is_player;
};

struct table {
	size_t count, capacity; /* capacity is a power of two */
	struct slot *slot;
};

struct roster {
	pthread_rwlock_t lock; /* guards all of it */
	struct table tokens, games, players;
	struct holder *holder;
	struct player *player;
	uint32_t holders, holders_capacity, players_count, players_capacity;
	uint32_t forgotten; /* of `games` */
};

/* ---- tables ---- */

static uint64_t hash_of(const void *bytes, size_t size)
{
	uint64_t hash = 14695981039346656037u;

	for (size_t i = 0; i < size; i++)
		hash = (hash ^ ((const uint8_t *)bytes)[i]) * 1099511628211u;
	return hash;
}

static uint64_t hash_of_token(const uint8_t token_hash[32])
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

static void table_add(struct table *table, struct slot slot)
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

/* The next slot with this hash from place `*at` on, or NULL. */
static struct slot *table_next(const struct table *table, uint64_t hash, size_t *at)
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

/* ---- looking ---- */

static struct holder *holder_at(const struct roster *roster, uint32_t row)
{
	return &roster->holder[row - 1];
}

static struct player *player_at(const struct roster *roster, uint32_t row)
{
	return &roster->player[row - 1];
}

static const struct slot *find_token(const struct roster *roster, const uint8_t hash[32])
{
	uint64_t short_hash = hash_of_token(hash);
	size_t at = short_hash;
	const struct slot *slot;

	while ((slot = table_next(&roster->tokens, short_hash, &at))) {
		const uint8_t *kept = slot->is_player ? player_at(roster, slot->row)->token_hash
						      : holder_at(roster, slot->row)->token_hash;
		if (crypto_equal(kept, hash, 32))
			return slot;
	}
	return NULL;
}

/* The row of a player, or NOBODY. */
static uint32_t find_player(const struct roster *roster, const char *id)
{
	uint64_t hash = hash_of(id, strlen(id));
	size_t at = hash;
	const struct slot *slot;

	while ((slot = table_next(&roster->players, hash, &at))) {
		if (strcmp(player_at(roster, slot->row)->id, id) == 0)
			return slot->row;
	}
	return NOBODY;
}

/* The slot with the newest holder of a game, or NULL. */
static struct slot *find_game(const struct roster *roster, const char *game)
{
	uint64_t hash = hash_of(game, strlen(game));
	size_t at = hash;
	struct slot *slot;

	while ((slot = table_next(&roster->games, hash, &at))) {
		if (strcmp(holder_at(roster, slot->row)->game, game) == 0)
			return slot;
	}
	return NULL;
}

/* The row of the player's seat in a game, or 0. */
static uint32_t find_seat(const struct roster *roster, uint32_t player, const char *game)
{
	const struct slot *slot = find_game(roster, game);

	for (uint32_t row = slot ? slot->row : 0; row; row = holder_at(roster, row)->next_of_game) {
		if (holder_at(roster, row)->player == player && !holder_at(roster, row)->gone)
			return row;
	}
	return 0;
}

/* ---- life ---- */

struct roster *roster_create(void)
{
	struct roster *roster = allocate(1, sizeof(*roster));
	pthread_rwlock_init(&roster->lock, NULL);
	return roster;
}

void roster_destroy(struct roster *roster)
{
	if (!roster)
		return;
	pthread_rwlock_destroy(&roster->lock);
	free(roster->tokens.slot);
	free(roster->games.slot);
	free(roster->players.slot);
	free(roster->holder);
	free(roster->player);
	free(roster);
}

/* ---- taking in ---- */

/* A new row for a holder; its number. */
static uint32_t new_holder(struct roster *roster)
{
	if (roster->holders == roster->holders_capacity) {
		uint32_t capacity = roster->holders ? 2 * roster->holders : TABLE_FIRST;
		roster->holder = reallocate(roster->holder, capacity, sizeof(struct holder));
		roster->holders_capacity = capacity;
	}
	roster->holder[roster->holders] = (struct holder){0};
	return ++roster->holders;
}

/* Whoever held the seat holds it no longer. */
static void end_holders(struct roster *roster, const char *game, uint8_t side)
{
	const struct slot *slot = find_game(roster, game);

	for (uint32_t row = slot ? slot->row : 0; row;) {
		struct holder *holder = holder_at(roster, row);
		row = holder->next_of_game;
		if (holder->side != side || holder->gone)
			continue;
		if (holder->player)
			player_at(roster, holder->player)->seats--;
		holder->gone = holder->player != NOBODY;
		holder->ended = true;
	}
}

static bool is_held(const struct roster *roster, const char *game)
{
	const struct slot *slot = find_game(roster, game);
	uint32_t row = slot ? slot->row : 0;

	while (row && holder_at(roster, row)->ended)
		row = holder_at(roster, row)->next_of_game;
	return row != 0;
}

static bool is_known(struct roster *roster, const struct store_seat *seat, uint32_t player)
{
	if (seat->player)
		return player == NOBODY || find_seat(roster, player, seat->game);
	return find_token(roster, seat->token_hash) != NULL;
}

/* Put a new row into its chains. */
static void link_holder(struct roster *roster, uint32_t row)
{
	struct holder *holder = holder_at(roster, row);
	struct slot *slot = find_game(roster, holder->game);

	if (slot) {
		holder->next_of_game = slot->row;
		slot->row = row;
	} else {
		table_add(&roster->games,
			  (struct slot){hash_of(holder->game, strlen(holder->game)), row, false});
	}
	if (holder->player) {
		struct player *player = player_at(roster, holder->player);
		holder->older_of_player = player->newest;
		player->newest = row;
		player->seats++;
	} else {
		table_add(&roster->tokens,
			  (struct slot){hash_of_token(holder->token_hash), row, false});
	}
}

void roster_add_seat(struct roster *roster, const struct store_seat *seat)
{
	pthread_rwlock_wrlock(&roster->lock);
	uint32_t player = seat->player ? find_player(roster, seat->player) : NOBODY;

	if (seat->side < PN_VIEWERS && !is_known(roster, seat, player)) {
		if (seat->ends_others)
			end_holders(roster, seat->game, seat->side);
		uint32_t row = new_holder(roster);
		struct holder *holder = holder_at(roster, row);
		holder->side = seat->side;
		holder->ended = seat->ended;
		holder->player = player;
		snprintf(holder->game, sizeof(holder->game), "%s", seat->game);
		memcpy(holder->token_hash, seat->token_hash, sizeof(holder->token_hash));
		link_holder(roster, row);
	}
	pthread_rwlock_unlock(&roster->lock);
}

void roster_forget(struct roster *roster, const char *game)
{
	pthread_rwlock_wrlock(&roster->lock);
	roster->forgotten += is_held(roster, game);
	for (uint8_t side = 0; side < PN_VIEWERS; side++)
		end_holders(roster, game, side);
	pthread_rwlock_unlock(&roster->lock);
}

uint32_t roster_games_count(struct roster *roster)
{
	pthread_rwlock_rdlock(&roster->lock);
	uint32_t count = (uint32_t)roster->games.count - roster->forgotten;
	pthread_rwlock_unlock(&roster->lock);
	return count;
}

void roster_add_player(struct roster *roster, const struct store_player *from)
{
	pthread_rwlock_wrlock(&roster->lock);
	if (!find_player(roster, from->id)) {
		if (roster->players_count == roster->players_capacity) {
			uint32_t capacity =
				roster->players_count ? 2 * roster->players_count : TABLE_FIRST;
			roster->player =
				reallocate(roster->player, capacity, sizeof(struct player));
			roster->players_capacity = capacity;
		}
		struct player *player = &roster->player[roster->players_count++];
		*player = (struct player){.created_ms = from->created_ms, .ended = from->ended};
		snprintf(player->id, sizeof(player->id), "%s", from->id);
		snprintf(player->name, sizeof(player->name), "%s", from->name);
		memcpy(player->token_hash, from->token_hash, sizeof(player->token_hash));
		memcpy(player->body_hash, from->body_hash, sizeof(player->body_hash));
		uint32_t row = roster->players_count;
		table_add(&roster->players,
			  (struct slot){hash_of(player->id, strlen(player->id)), row, true});
		table_add(&roster->tokens,
			  (struct slot){hash_of_token(player->token_hash), row, true});
	}
	pthread_rwlock_unlock(&roster->lock);
}

/* ---- asking ---- */

struct caller roster_find(struct roster *roster, const char *token)
{
	struct caller caller = {.side = PN_PUBLIC};
	uint8_t hash[32];

	crypto_sha256(hash, token, strlen(token));
	pthread_rwlock_rdlock(&roster->lock);
	const struct slot *slot = find_token(roster, hash);
	if (slot && slot->is_player) {
		const struct player *player = player_at(roster, slot->row);
		caller.ended = player->ended;
		memcpy(caller.player, player->id, sizeof(caller.player));
	} else if (slot) {
		const struct holder *holder = holder_at(roster, slot->row);
		caller.ended = holder->ended;
		caller.side = holder->side;
		memcpy(caller.game, holder->game, sizeof(caller.game));
	}
	caller.known = slot && !caller.ended;
	pthread_rwlock_unlock(&roster->lock);
	caller.principal = hash_of_token(hash);
	return caller;
}

pn_side roster_seat(struct roster *roster, const char *player, const char *game)
{
	pthread_rwlock_rdlock(&roster->lock);
	uint32_t row = find_player(roster, player);
	uint32_t seat = row ? find_seat(roster, row, game) : 0;
	pn_side side = seat ? holder_at(roster, seat)->side : PN_PUBLIC;
	pthread_rwlock_unlock(&roster->lock);
	return side;
}

bool roster_is_umpire(struct roster *roster, const char *player, const char *game)
{
	pthread_rwlock_rdlock(&roster->lock);
	uint32_t row = find_player(roster, player);
	uint32_t seat = row ? find_seat(roster, row, game) : 0;
	bool is_umpire = seat && holder_at(roster, seat)->side == PN_PUBLIC;
	pthread_rwlock_unlock(&roster->lock);
	return is_umpire;
}

bool roster_player(struct roster *roster, const char *id, struct player_facts *out)
{
	pthread_rwlock_rdlock(&roster->lock);
	uint32_t row = find_player(roster, id);
	if (row) {
		const struct player *player = player_at(roster, row);
		out->created_ms = player->created_ms;
		out->games = player->seats;
		memcpy(out->id, player->id, sizeof(out->id));
		memcpy(out->name, player->name, sizeof(out->name));
	}
	pthread_rwlock_unlock(&roster->lock);
	return row != NOBODY;
}

bool roster_body_hash(struct roster *roster, const char *id, uint8_t out[32])
{
	pthread_rwlock_rdlock(&roster->lock);
	uint32_t row = find_player(roster, id);
	if (row)
		memcpy(out, player_at(roster, row)->body_hash, 32);
	pthread_rwlock_unlock(&roster->lock);
	return row != NOBODY;
}

void roster_holder(struct roster *roster, const char *game, pn_side side, char out[GAME_ID_BYTES])
{
	out[0] = '\0';
	pthread_rwlock_rdlock(&roster->lock);
	const struct slot *slot = find_game(roster, game);
	for (uint32_t row = slot ? slot->row : 0; row;) {
		const struct holder *holder = holder_at(roster, row);
		row = holder->next_of_game;
		/* The chain goes back in time, so the last that fits was the first. */
		if (holder->player && !holder->gone && holder->side == side)
			memcpy(out, player_at(roster, holder->player)->id, GAME_ID_BYTES);
	}
	pthread_rwlock_unlock(&roster->lock);
}

static bool is_good(const struct roster *roster, const struct slot *slot)
{
	return slot && !(slot->is_player ? player_at(roster, slot->row)->ended
					 : holder_at(roster, slot->row)->ended);
}

bool roster_is_good(struct roster *roster, uint64_t principal)
{
	size_t at = principal;

	pthread_rwlock_rdlock(&roster->lock);
	bool good = is_good(roster, table_next(&roster->tokens, principal, &at));
	pthread_rwlock_unlock(&roster->lock);
	return good;
}

bool roster_principal_holds(struct roster *roster, uint64_t principal, const char *game,
			    pn_side side)
{
	size_t at = principal;

	pthread_rwlock_rdlock(&roster->lock);
	const struct slot *slot = table_next(&roster->tokens, principal, &at);
	uint32_t row = slot ? slot->row : 0;
	bool holds = is_good(roster, slot);

	if (holds && slot->is_player)
		row = find_seat(roster, row, game);
	holds = holds && row && holder_at(roster, row)->side == side &&
		strcmp(holder_at(roster, row)->game, game) == 0;
	pthread_rwlock_unlock(&roster->lock);
	return holds;
}

size_t roster_seated(struct roster *roster, const char *game, struct seated *out, size_t max)
{
	size_t count = 0;

	pthread_rwlock_rdlock(&roster->lock);
	const struct slot *slot = find_game(roster, game);
	for (uint32_t row = slot ? slot->row : 0; row && count < max;) {
		const struct holder *holder = holder_at(roster, row);
		row = holder->next_of_game;
		if (!holder->player || holder->gone)
			continue;
		out[count].side = holder->side;
		memcpy(out[count++].player, player_at(roster, holder->player)->id, GAME_ID_BYTES);
	}
	pthread_rwlock_unlock(&roster->lock);
	return count;
}

size_t roster_games(struct roster *roster, const char *player, uint32_t before,
		    struct held_seat *out, size_t max)
{
	size_t count = 0;

	pthread_rwlock_rdlock(&roster->lock);
	uint32_t owner = find_player(roster, player);
	for (uint32_t row = owner ? player_at(roster, owner)->newest : 0; row && count < max;) {
		const struct holder *holder = holder_at(roster, row);
		if (row < before && !holder->gone) {
			out[count].place = row;
			out[count].side = holder->side;
			memcpy(out[count++].game, holder->game, GAME_ID_BYTES);
		}
		row = holder->older_of_player;
	}
	pthread_rwlock_unlock(&roster->lock);
	return count;
}

/* ---- tokens ---- */

void seats_token(char out[TOKEN_BYTES], const uint8_t secret[32], const char *game, pn_side side,
		 const char *key)
{
	static const char *const names[PN_VIEWERS] = {"red", "blue", "umpire"};
	const char *name = names[side];
	char derived[CRYPTO_TOKEN_CHARACTERS + 1];
	crypto_derive_token(derived, secret, game, name, key);
	snprintf(out, TOKEN_BYTES, "pn_%s_%s", name, derived);
	crypto_forget(derived, sizeof(derived));
}

void player_token(char out[TOKEN_BYTES], const uint8_t secret[32], const char *key)
{
	char derived[CRYPTO_TOKEN_CHARACTERS + 1];
	crypto_derive_token(derived, secret, "", "player", key);
	snprintf(out, TOKEN_BYTES, "pn_player_%s", derived);
	crypto_forget(derived, sizeof(derived));
}
