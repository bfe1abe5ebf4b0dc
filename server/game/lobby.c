/* An array in the order of creation, and a table that finds a game in it. */

#include "game/lobby.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "codec/codec_record.h"
#include "game/games.h"

enum { LOBBY_FIRST = 64 };

struct lobby {
	pthread_mutex_t mutex; /* guards all of it */
	uint32_t count, capacity;
	struct listed_game *game;
	uint32_t *slot; /* 2 * capacity places: numbers in `game` from 1, 0 = free */
};

struct lobby *lobby_create(void)
{
	struct lobby *lobby = allocate(1, sizeof(*lobby));
	pthread_mutex_init(&lobby->mutex, NULL);
	return lobby;
}

void lobby_destroy(struct lobby *lobby)
{
	if (!lobby)
		return;
	pthread_mutex_destroy(&lobby->mutex);
	free(lobby->game);
	free(lobby->slot);
	free(lobby);
}

/* The slot of a game, or the free one where it would go. */
static uint32_t *slot_of(struct lobby *lobby, const char *id)
{
	uint32_t mask = 2 * lobby->capacity - 1;
	for (uint32_t at = game_id_hash(id);; at++) {
		uint32_t *slot = &lobby->slot[at & mask];
		if (!*slot || strcmp(lobby->game[*slot - 1].id, id) == 0)
			return slot;
	}
}

static void grow(struct lobby *lobby)
{
	lobby->capacity = lobby->capacity ? 2 * lobby->capacity : LOBBY_FIRST;
	lobby->game = reallocate(lobby->game, lobby->capacity, sizeof(lobby->game[0]));
	free(lobby->slot);
	lobby->slot = allocate(2 * (size_t)lobby->capacity, sizeof(lobby->slot[0]));
	for (uint32_t i = 0; i < lobby->count; i++)
		*slot_of(lobby, lobby->game[i].id) = i + 1;
}

void lobby_put(struct lobby *lobby, const struct listed_game *game)
{
	pthread_mutex_lock(&lobby->mutex);
	if (lobby->count == lobby->capacity)
		grow(lobby);
	uint32_t *slot = slot_of(lobby, game->id);
	if (!*slot) {
		lobby->game[lobby->count++] = *game;
		*slot = lobby->count;
	}
	lobby->game[*slot - 1].status = game->status;
	lobby->game[*slot - 1].hidden = game->hidden;
	lobby->game[*slot - 1].place = *slot;
	pthread_mutex_unlock(&lobby->mutex);
}

void lobby_take(struct lobby *lobby, const struct store_listed *from)
{
	struct listed_game listed = {.created_ms = from->created_ms,
				     .status = (enum game_status)from->status};

	snprintf(listed.id, sizeof(listed.id), "%s", from->id);
	snprintf(listed.ruleset, sizeof(listed.ruleset), "%s", from->ruleset);
	codec_record_name_read(listed.name, from->name.bytes, from->name.size);
	snprintf(listed.scenario, sizeof(listed.scenario), "%s", from->scenario);
	snprintf(listed.machine, sizeof(listed.machine), "%s", from->machine);
	lobby_put(lobby, &listed);
}

void lobby_forget(struct lobby *lobby, const char *id)
{
	pthread_mutex_lock(&lobby->mutex);
	uint32_t slot = lobby->capacity ? *slot_of(lobby, id) : 0;
	if (slot)
		lobby->game[slot - 1].hidden = true;
	pthread_mutex_unlock(&lobby->mutex);
}

size_t lobby_list(struct lobby *lobby, int status, uint32_t before, struct listed_game *out,
		  size_t max)
{
	size_t count = 0;

	pthread_mutex_lock(&lobby->mutex);
	uint32_t place = before <= lobby->count ? before : lobby->count + 1;
	while (--place > 0 && count < max) {
		const struct listed_game *game = &lobby->game[place - 1];
		if (!game->hidden && (status < 0 || (int)game->status == status))
			out[count++] = *game;
	}
	pthread_mutex_unlock(&lobby->mutex);
	return count;
}
