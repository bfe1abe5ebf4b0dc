/* Players and their tokens. Each look-up notes the hour of its token's use in memory; the
 * store hears of it once an hour at most. */

#include "game/roster_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/crypto.h"
#include "base/platform.h"

enum { HOUR_MS = 3600 * 1000 };

/* ---- taking in ---- */

static uint32_t new_player(struct roster *roster)
{
	roster->player = add_row(roster->player, &roster->players_count, &roster->players_capacity,
				 sizeof(struct player));
	return roster->players_count;
}

void roster_put_player(struct roster *roster, const struct store_player *from)
{
	pthread_rwlock_wrlock(&roster->lock);
	uint32_t row = find_player(roster, from->id);

	if (!row) {
		row = new_player(roster);
		struct player *player = player_at(roster, row);
		player->created_ms = from->created_ms;
		snprintf(player->id, sizeof(player->id), "%s", from->id);
		memcpy(player->body_hash, from->body_hash, sizeof(player->body_hash));
		table_add(&roster->players, (struct slot){hash_of_id(player->id), row, true});
	}
	struct player *player = player_at(roster, row);

	player->ended = from->ended;
	player->shows_day = from->shows_day;
	snprintf(player->name, sizeof(player->name), "%s", from->name);
	for (uint32_t at = from->ended ? player->newest_token : 0; at;
	     at = token_at(roster, at)->older)
		token_at(roster, at)->name[0] = '\0';
	if (from->ended)
		end_apps_of(roster, row);
	pthread_rwlock_unlock(&roster->lock);
}

void roster_note_hook(struct roster *roster, const char *player)
{
	pthread_rwlock_wrlock(&roster->lock);
	const uint32_t row = find_player(roster, player);

	if (row) {
		player_at(roster, row)->hooked = true;
		atomic_store(&roster->any_hooked, true);
	}
	pthread_rwlock_unlock(&roster->lock);
}

void roster_note_seat_hook(struct roster *roster, const char *game, pn_side side)
{
	pthread_rwlock_wrlock(&roster->lock);
	const struct slot *slot = find_game(roster, game);

	for (uint32_t row = slot ? slot->row : 0; row; row = holder_at(roster, row)->next_of_game) {
		struct holder *holder = holder_at(roster, row);

		holder->hooked |= holder->side == side && !holder->ended;
	}
	atomic_store(&roster->any_hooked, true);
	pthread_rwlock_unlock(&roster->lock);
}

uint8_t roster_hooked_seats(struct roster *roster, const char *game)
{
	uint8_t seats = 0;

	pthread_rwlock_rdlock(&roster->lock);
	const struct slot *slot = find_game(roster, game);
	for (uint32_t row = slot ? slot->row : 0; row; row = holder_at(roster, row)->next_of_game) {
		const struct holder *holder = holder_at(roster, row);

		if (holder->hooked && !holder->ended)
			seats |= (uint8_t)(1u << holder->side);
	}
	pthread_rwlock_unlock(&roster->lock);
	return seats;
}

bool roster_any_hooked(const struct roster *roster)
{
	return atomic_load(&roster->any_hooked);
}

static uint32_t new_token(struct roster *roster)
{
	roster->token = add_row(roster->token, &roster->tokens_count, &roster->tokens_capacity,
				sizeof(struct token));
	return roster->tokens_count;
}

static void add_token(struct roster *roster, uint32_t player, const struct store_token *from)
{
	uint32_t row = new_token(roster);
	struct token *token = token_at(roster, row);

	snprintf(token->id, sizeof(token->id), "%s", from->id);
	snprintf(token->name, sizeof(token->name), "%s", from->name);
	memcpy(token->hash, from->token_hash, sizeof(token->hash));
	memcpy(token->body_hash, from->body_hash, sizeof(token->body_hash));
	token->may = from->may;
	token->created_ms = from->created_ms;
	atomic_init(&token->used_ms, from->used_ms);
	token->noted_ms = from->used_ms;
	token->ended = from->ended;
	token->player = player;
	token->older = player_at(roster, player)->newest_token;
	player_at(roster, player)->newest_token = row;
	table_add(&roster->tokens, (struct slot){hash_of_token(token->hash), row, true});
}

void roster_put_token(struct roster *roster, const struct store_token *from)
{
	pthread_rwlock_wrlock(&roster->lock);
	const struct slot *slot = find_token(roster, from->token_hash);
	uint32_t player = find_player(roster, from->player);

	if (slot && slot->is_players) {
		token_at(roster, slot->row)->ended |= from->ended;
		token_at(roster, slot->row)->noted_ms = from->used_ms;
	} else if (!slot && player) {
		add_token(roster, player, from);
	}
	pthread_rwlock_unlock(&roster->lock);
}

/* ---- asking ---- */

/* Written only when the hour is a new one: many threads read the row. */
static void note_use(struct token *token, const struct platform *platform)
{
	int64_t now_ms = platform->now_ms(platform->context);
	int64_t hour_ms = now_ms - now_ms % HOUR_MS;

	if (atomic_load(&token->used_ms) < hour_ms)
		atomic_store(&token->used_ms, hour_ms);
}

struct caller roster_find(struct roster *roster, const char *token, const struct platform *platform)
{
	struct caller caller = {.side = PN_PUBLIC, .may = TOKEN_READ | TOKEN_PLAY};
	uint8_t hash[32];

	crypto_sha256(hash, token, strlen(token));
	pthread_rwlock_rdlock(&roster->lock);
	const struct slot *slot = find_token(roster, hash);
	if (slot && slot->is_players) {
		struct token *found = token_at(roster, slot->row);
		if (!found->ended)
			note_use(found, platform);
		caller.ended = found->ended;
		caller.may = found->may;
		memcpy(caller.player, player_at(roster, found->player)->id, sizeof(caller.player));
	} else if (slot) {
		const struct holder *holder = holder_at(roster, slot->row);
		caller.ended = holder->ended;
		caller.side = holder->side;
		memcpy(caller.game, holder->game, sizeof(caller.game));
	}
	caller.known = slot && !caller.ended;
	pthread_rwlock_unlock(&roster->lock);
	caller.principal = hash_of_token(hash);
	caller.limited = caller.player[0] ? hash_of_id(caller.player) : caller.principal;
	return caller;
}

/* When a token of theirs, good or not, was used last, as the store has it. */
static int64_t last_noted(const struct roster *roster, const struct player *player)
{
	int64_t last_ms = 0;

	for (uint32_t row = player->newest_token; row; row = token_at(roster, row)->older) {
		if (token_at(roster, row)->noted_ms > last_ms)
			last_ms = token_at(roster, row)->noted_ms;
	}
	return last_ms;
}

bool roster_player(struct roster *roster, const char *id, struct player_facts *out)
{
	pthread_rwlock_rdlock(&roster->lock);
	uint32_t row = find_player(roster, id);
	if (row) {
		const struct player *player = player_at(roster, row);
		out->created_ms = player->created_ms;
		out->games = player->seats;
		out->has_left = player->ended;
		out->shows_day = player->shows_day;
		out->here_ms = last_noted(roster, player);
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

	if (holds && slot->is_players)
		row = find_seat(roster, token_at(roster, row)->player, game);
	holds = holds && row && holder_at(roster, row)->side == side &&
		strcmp(holder_at(roster, row)->game, game) == 0;
	pthread_rwlock_unlock(&roster->lock);
	return holds;
}

/* ---- tokens ---- */

static void tell_token(const struct roster *roster, uint32_t row, struct token_facts *out)
{
	const struct token *token = token_at(roster, row);

	memcpy(out->id, token->id, sizeof(out->id));
	memcpy(out->player, player_at(roster, token->player)->id, sizeof(out->player));
	memcpy(out->name, token->name, sizeof(out->name));
	memcpy(out->hash, token->hash, sizeof(out->hash));
	memcpy(out->body_hash, token->body_hash, sizeof(out->body_hash));
	out->principal = hash_of_token(token->hash);
	out->may = token->may;
	out->ended = token->ended;
	out->created_ms = token->created_ms;
	out->used_ms = atomic_load(&token->used_ms);
}

size_t roster_tokens(struct roster *roster, const char *player, struct token_facts *out, size_t max)
{
	size_t count = 0;

	pthread_rwlock_rdlock(&roster->lock);
	uint32_t owner = find_player(roster, player);
	uint32_t row = owner ? player_at(roster, owner)->newest_token : 0;
	for (; row && count < max; row = token_at(roster, row)->older) {
		if (!token_at(roster, row)->ended)
			tell_token(roster, row, &out[count++]);
	}
	pthread_rwlock_unlock(&roster->lock);
	return count;
}

bool roster_token(struct roster *roster, const char *player, const char *id,
		  struct token_facts *out)
{
	pthread_rwlock_rdlock(&roster->lock);
	uint32_t owner = find_player(roster, player);
	uint32_t row = owner ? player_at(roster, owner)->newest_token : 0;
	while (row && strcmp(token_at(roster, row)->id, id) != 0)
		row = token_at(roster, row)->older;
	if (row)
		tell_token(roster, row, out);
	pthread_rwlock_unlock(&roster->lock);
	return row != NOBODY;
}

size_t roster_used(struct roster *roster, struct token_facts *out, size_t max)
{
	size_t count = 0;

	pthread_rwlock_rdlock(&roster->lock);
	for (uint32_t row = 1; row <= roster->tokens_count && count < max; row++) {
		const struct token *token = token_at(roster, row);
		if (!token->ended && atomic_load(&token->used_ms) != token->noted_ms)
			tell_token(roster, row, &out[count++]);
	}
	pthread_rwlock_unlock(&roster->lock);
	return count;
}

void player_token(char out[TOKEN_BYTES], const uint8_t secret[32], const char *player,
		  const char *maker, const char *key)
{
	char derived[CRYPTO_TOKEN_CHARACTERS + 1];
	crypto_derive_token(derived, secret, player, maker, key);
	snprintf(out, TOKEN_BYTES, "pn_player_%s", derived);
	crypto_forget(derived, sizeof(derived));
}
