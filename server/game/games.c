/* A table of lists and one list by use, under one mutex that is held for pointer work
 * only; what is let go is freed after it. */

#include "game/games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

enum { GAMES_LISTS = 1024 };

struct games {
	pthread_mutex_t mutex; /* guards all of it, and `current` of every game */
	uint32_t count, max;
	struct game *newest, *oldest;
	struct game *list[GAMES_LISTS];
};

/* FNV-1a. Ids are random, so nobody fills one list on purpose. */
uint32_t game_id_hash(const char *id)
{
	uint32_t hash = 2166136261u;
	for (; *id; id++)
		hash = (hash ^ (uint8_t)*id) * 16777619u;
	return hash;
}

struct games *games_create(uint32_t max)
{
	struct games *games = allocate(1, sizeof(*games));
	pthread_mutex_init(&games->mutex, NULL);
	games->max = max;
	return games;
}

static struct game **list_of(struct games *games, const char *id)
{
	return &games->list[game_id_hash(id) % GAMES_LISTS];
}

static struct game *find(struct games *games, const char *id)
{
	struct game *game = *list_of(games, id);
	while (game && strcmp(game->id, id) != 0)
		game = game->next;
	return game;
}

/* ---- the list by use ---- */

static void unlink_use(struct games *games, struct game *game)
{
	*(game->newer ? &game->newer->older : &games->newest) = game->older;
	*(game->older ? &game->older->newer : &games->oldest) = game->newer;
}

static void link_newest(struct games *games, struct game *game)
{
	game->newer = NULL;
	game->older = games->newest;
	*(games->newest ? &games->newest->newer : &games->oldest) = game;
	games->newest = game;
}

static void use(struct games *games, struct game *game)
{
	if (games->newest == game)
		return;
	unlink_use(games, game);
	link_newest(games, game);
}

/* ---- letting go ---- */

static void take_out(struct games *games, struct game *game)
{
	struct game **at = list_of(games, game->id);
	while (*at != game)
		at = &(*at)->next;
	*at = game->next;
	unlink_use(games, game);
	game->dropped = true;
	games->count--;
}

static void free_game(struct game *game)
{
	if (!game)
		return;
	snapshot_release(game->current);
	free(game);
}

/* Take out the least recently used game that nobody has pinned when there are too many.
 * Returns it to be freed, linked by `next`. */
static struct game *evict(struct games *games)
{
	struct game *out = NULL;
	struct game *newer;
	for (struct game *each = games->oldest; each && games->count > games->max; each = newer) {
		newer = each->newer;
		if (each->pins)
			continue;
		take_out(games, each);
		each->next = out;
		out = each;
	}
	return out;
}

static void free_all(struct game *list)
{
	while (list) {
		struct game *next = list->next;
		free_game(list);
		list = next;
	}
}

void games_destroy(struct games *games)
{
	if (!games)
		return;
	for (int i = 0; i < GAMES_LISTS; i++)
		free_all(games->list[i]);
	pthread_mutex_destroy(&games->mutex);
	free(games);
}

/* ---- in and out ---- */

struct game *games_pin(struct games *games, const char *id)
{
	pthread_mutex_lock(&games->mutex);
	struct game *game = find(games, id);
	if (game) {
		game->pins++;
		use(games, game);
	}
	pthread_mutex_unlock(&games->mutex);
	return game;
}

void games_unpin(struct games *games, struct game *game)
{
	pthread_mutex_lock(&games->mutex);
	struct game *freed = NULL;
	if (--game->pins == 0 && game->dropped) {
		game->next = NULL;
		freed = game;
	}
	pthread_mutex_unlock(&games->mutex);
	free_game(freed);
}

struct game *games_insert(struct games *games, const char *id, struct snapshot *current)
{
	struct game *made = allocate(1, sizeof(*made));
	snprintf(made->id, sizeof(made->id), "%s", id);
	made->current = current;

	pthread_mutex_lock(&games->mutex);
	struct game *evicted = NULL, *game = find(games, id);
	if (game) {
		evicted = made;
		use(games, game);
	} else {
		game = made;
		struct game **list = list_of(games, id);
		game->next = *list;
		*list = game;
		link_newest(games, game);
		games->count++;
	}
	game->pins++;
	if (!evicted)
		evicted = evict(games);
	pthread_mutex_unlock(&games->mutex);
	free_all(evicted);
	return game;
}

void games_publish(struct games *games, struct game *game, struct snapshot *next)
{
	pthread_mutex_lock(&games->mutex);
	struct snapshot *before = game->current;
	game->current = next;
	pthread_mutex_unlock(&games->mutex);
	snapshot_release(before);
}

void games_drop(struct games *games, struct game *game)
{
	pthread_mutex_lock(&games->mutex);
	if (!game->dropped)
		take_out(games, game);
	pthread_mutex_unlock(&games->mutex);
}

void games_outdate(struct games *games, const char *id, uint32_t rows)
{
	pthread_mutex_lock(&games->mutex);
	struct game *freed = NULL, *game = find(games, id);
	if (game && game->current && game->current->rows < rows) {
		take_out(games, game);
		freed = game->pins ? NULL : game;
	}
	pthread_mutex_unlock(&games->mutex);
	free_game(freed);
}

struct snapshot *games_peek(struct games *games, const char *id)
{
	pthread_mutex_lock(&games->mutex);
	struct game *game = find(games, id);
	struct snapshot *snapshot = game ? game->current : NULL;
	if (snapshot) {
		snapshot_hold(snapshot);
		use(games, game);
	}
	pthread_mutex_unlock(&games->mutex);
	return snapshot;
}

uint32_t games_count(struct games *games)
{
	pthread_mutex_lock(&games->mutex);
	uint32_t count = games->count;
	pthread_mutex_unlock(&games->mutex);
	return count;
}
