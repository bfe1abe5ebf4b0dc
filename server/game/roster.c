/* Holders of seats; the rows and tables are in roster_rows.c. */

#include "game/roster_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/crypto.h"

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
	free(roster->token);
	free(roster->apps.slot);
	free(roster->app_tokens.slot);
	free(roster->grants.slot);
	free(roster->app);
	free(roster->grant);
	free(roster);
}

/* ---- taking in ---- */

/* A new row for a holder; its number. */
static uint32_t new_holder(struct roster *roster)
{
	roster->holder = add_row(roster->holder, &roster->holders, &roster->holders_capacity,
				 sizeof(struct holder));
	return roster->holders;
}

static void end_holder(struct roster *roster, struct holder *holder)
{
	if (holder->player) {
		player_at(roster, holder->player)->seats--;
		end_seat_grants(roster, holder->player, holder->game);
	}
	holder->gone = holder->player != NOBODY;
	holder->ended = true;
}

/* The seat's holders hold it no longer. */
static void end_holders(struct roster *roster, const char *game, uint8_t side)
{
	const struct slot *slot = find_game(roster, game);

	for (uint32_t row = slot ? slot->row : 0; row;) {
		struct holder *holder = holder_at(roster, row);
		row = holder->next_of_game;
		if (holder->side == side && !holder->gone)
			end_holder(roster, holder);
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
		table_add(&roster->games, (struct slot){hash_of_id(holder->game), row, false});
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

/* The seat of a holder among some, or NULL. */
static const struct store_seat *find_held(const struct roster *roster, const struct holder *holder,
					  const struct store_seat *seat, size_t count)
{
	const char *player = holder->player ? player_at(roster, holder->player)->id : NULL;

	for (size_t i = 0; i < count; i++) {
		if (seat[i].side != holder->side || !seat[i].player != !player)
			continue;
		if (player ? strcmp(seat[i].player, player) == 0
			   : memcmp(seat[i].token_hash, holder->token_hash,
				    sizeof(holder->token_hash)) == 0)
			return &seat[i];
	}
	return NULL;
}

bool roster_renew_seats(struct roster *roster, const char *game, const struct store_seat *seat,
			size_t count)
{
	bool has_ended = false;

	pthread_rwlock_wrlock(&roster->lock);
	const struct slot *slot = find_game(roster, game);
	for (uint32_t row = slot ? slot->row : 0; row;) {
		struct holder *holder = holder_at(roster, row);
		const struct store_seat *held = find_held(roster, holder, seat, count);

		row = holder->next_of_game;
		if (holder->ended || (held && !held->ended))
			continue;
		end_holder(roster, holder);
		has_ended = true;
	}
	pthread_rwlock_unlock(&roster->lock);
	for (size_t i = 0; i < count; i++)
		roster_add_seat(roster, &seat[i]);
	return has_ended;
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

/* ---- asking ---- */

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
		const struct player *player = player_at(roster, holder->player);
		out[count].side = holder->side;
		out[count].hooked = player->hooked;
		memcpy(out[count++].player, player->id, GAME_ID_BYTES);
	}
	pthread_rwlock_unlock(&roster->lock);
	return count;
}

void roster_await(struct roster *roster, const char *game, uint8_t awaited, bool only_unknown)
{
	pthread_rwlock_rdlock(&roster->lock);
	const struct slot *slot = find_game(roster, game);
	for (uint32_t row = slot ? slot->row : 0; row;) {
		struct holder *holder = holder_at(roster, row);
		uint8_t now = awaited >> holder->side & 1 ? SEAT_AWAITED : SEAT_WAITS;
		uint8_t unknown = SEAT_UNKNOWN;

		row = holder->next_of_game;
		if (only_unknown)
			atomic_compare_exchange_strong(&holder->awaited, &unknown, now);
		else
			atomic_store(&holder->awaited, now);
	}
	pthread_rwlock_unlock(&roster->lock);
}

void roster_await_unknown(struct roster *roster, const char *game)
{
	pthread_rwlock_rdlock(&roster->lock);
	const struct slot *slot = find_game(roster, game);
	for (uint32_t row = slot ? slot->row : 0; row; row = holder_at(roster, row)->next_of_game)
		atomic_store(&holder_at(roster, row)->awaited, SEAT_UNKNOWN);
	pthread_rwlock_unlock(&roster->lock);
}

size_t roster_games(struct roster *roster, const char *player, uint32_t before, bool only_awaited,
		    struct held_seat *out, size_t max)
{
	size_t count = 0;

	pthread_rwlock_rdlock(&roster->lock);
	uint32_t owner = find_player(roster, player);
	for (uint32_t row = owner ? player_at(roster, owner)->newest : 0; row && count < max;) {
		const struct holder *holder = holder_at(roster, row);
		uint8_t awaited = atomic_load(&holder->awaited);

		if (row < before && !holder->gone && !(only_awaited && awaited == SEAT_WAITS)) {
			out[count].place = row;
			out[count].side = holder->side;
			out[count].awaited = awaited;
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
