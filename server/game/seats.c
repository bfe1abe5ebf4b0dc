/* Open addressing, at most half full. The hash of a token is as good as random, so its
 * first bytes are the place to look; an attacker who tries tokens sees times that depend
 * on hashes he cannot choose. */

#include "game/seats.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/allocate.h"
#include "game/crypto.h"

enum { SEATS_FIRST = 1024 };

struct seat {
	bool used;
	uint8_t side;
	char game[GAME_ID_BYTES];
	uint8_t token_hash[32];
};

struct seats {
	pthread_rwlock_t lock;  /* guards all of it */
	size_t count, capacity; /* capacity is a power of two */
	struct seat *seat;
};

struct seats *seats_create(void)
{
	struct seats *seats = allocate(1, sizeof(*seats));
	pthread_rwlock_init(&seats->lock, NULL);
	seats->capacity = SEATS_FIRST;
	seats->seat = allocate(seats->capacity, sizeof(seats->seat[0]));
	return seats;
}

void seats_destroy(struct seats *seats)
{
	if (!seats)
		return;
	pthread_rwlock_destroy(&seats->lock);
	free(seats->seat);
	free(seats);
}

/* The slot that holds the hash, or the free one where it would go. */
static struct seat *slot_of(struct seat *slots, size_t capacity, const uint8_t hash[32])
{
	uint64_t at;
	memcpy(&at, hash, sizeof(at));
	for (;; at++) {
		struct seat *slot = &slots[at & (capacity - 1)];
		if (!slot->used || crypto_equal(slot->token_hash, hash, 32))
			return slot;
	}
}

static void grow(struct seats *seats)
{
	size_t capacity = 2 * seats->capacity;
	struct seat *slots = allocate(capacity, sizeof(slots[0]));
	for (size_t i = 0; i < seats->capacity; i++) {
		if (seats->seat[i].used)
			*slot_of(slots, capacity, seats->seat[i].token_hash) = seats->seat[i];
	}
	free(seats->seat);
	seats->seat = slots;
	seats->capacity = capacity;
}

void seats_add(struct seats *seats, const uint8_t token_hash[32], const char *game, pn_side side)
{
	pthread_rwlock_wrlock(&seats->lock);
	if (2 * (seats->count + 1) > seats->capacity)
		grow(seats);
	struct seat *slot = slot_of(seats->seat, seats->capacity, token_hash);
	if (!slot->used) {
		slot->used = true;
		slot->side = side;
		memcpy(slot->token_hash, token_hash, 32);
		snprintf(slot->game, sizeof(slot->game), "%s", game);
		seats->count++;
	}
	pthread_rwlock_unlock(&seats->lock);
}

struct caller seats_find(struct seats *seats, const char *token)
{
	struct caller caller = {.side = PN_PUBLIC};
	uint8_t hash[32];

	crypto_sha256(hash, token, strlen(token));
	pthread_rwlock_rdlock(&seats->lock);
	const struct seat *slot = slot_of(seats->seat, seats->capacity, hash);
	if (slot->used) {
		caller.known = true;
		caller.side = slot->side;
		memcpy(caller.game, slot->game, sizeof(caller.game));
	}
	pthread_rwlock_unlock(&seats->lock);
	return caller;
}

void seats_token(char out[TOKEN_BYTES], const uint8_t secret[32], const char *game, pn_side side,
		 const char *key)
{
	const char *name = side == PN_RED ? "red" : "blue";
	char derived[CRYPTO_TOKEN_CHARACTERS + 1];
	crypto_derive_token(derived, secret, game, name, key);
	snprintf(out, TOKEN_BYTES, "pn_%s_%s", name, derived);
	crypto_forget(derived, sizeof(derived));
}
