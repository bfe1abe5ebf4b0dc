/* A table of lists and, for each viewer, one list by their looks, under one mutex that is held for
 * pointer work only; what is let go is freed after it. */

#include "game/games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

enum { GAMES_LISTS = 1024 };

/* The games that are near to viewers of one side. */
struct nearest {
	uint32_t count;
	struct game *newest, *oldest;
};

struct games {
	pthread_mutex_t mutex; /* guards all of it, and `current` of every game */
	uint32_t count;        /* in memory */
	uint32_t max;
	struct nearest nearest[PN_VIEWERS];
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

/* The game's place in its list of the table, or the end of that list. */
static struct game **place_of(struct games *games, const char *id)
{
	struct game **at = &games->list[game_id_hash(id) % GAMES_LISTS];
	while (*at && strcmp((*at)->id, id) != 0)
		at = &(*at)->next;
	return at;
}

/* The game, if it is in memory. */
static struct game *find(struct games *games, const char *id)
{
	struct game *game = *place_of(games, id);
	return game && !game->is_out ? game : NULL;
}

/* ---- what is near ---- */

static bool is_near(const struct game *game)
{
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
		if (game->near[viewer].is_near)
			return true;
	}
	return false;
}

static void unlink_near(struct games *games, struct game *game, pn_side viewer)
{
	struct nearest *nearest = &games->nearest[viewer];
	const struct game_near *near = &game->near[viewer];

	*(near->newer ? &near->newer->near[viewer].older : &nearest->newest) = near->older;
	*(near->older ? &near->older->near[viewer].newer : &nearest->oldest) = near->newer;
	nearest->count--;
}

static void link_newest(struct games *games, struct game *game, pn_side viewer)
{
	struct nearest *nearest = &games->nearest[viewer];
	struct game_near *near = &game->near[viewer];

	near->is_near = true;
	near->newer = NULL;
	near->older = nearest->newest;
	*(near->older ? &near->older->near[viewer].newer : &nearest->oldest) = game;
	nearest->newest = game;
	nearest->count++;
}

static void take_out(struct games *games, struct game *game)
{
	*place_of(games, game->id) = game->next;
	games->count -= !game->is_out;
	game->dropped = true;
}

/* No game is nearer to the viewer. Returns the one that is not near to anybody any more, out of the
 * table and to be freed, or NULL. */
static struct game *bring(struct games *games, struct game *game, pn_side viewer)
{
	struct nearest *nearest = &games->nearest[viewer];

	if (nearest->newest == game)
		return NULL;
	if (game->near[viewer].is_near)
		unlink_near(games, game, viewer);
	link_newest(games, game, viewer);
	if (nearest->count <= games->max)
		return NULL;
	struct game *oldest = nearest->oldest;
	unlink_near(games, oldest, viewer);
	oldest->near[viewer] = (struct game_near){0};
	if (oldest->pins || is_near(oldest))
		return NULL;
	take_out(games, oldest);
	return oldest;
}

static void free_game(struct game *game)
{
	if (!game)
		return;
	snapshot_release(game->current);
	free(game);
}

void games_destroy(struct games *games)
{
	if (!games)
		return;
	for (int i = 0; i < GAMES_LISTS; i++) {
		struct game *next;
		for (struct game *game = games->list[i]; game; game = next) {
			next = game->next;
			free_game(game);
		}
	}
	pthread_mutex_destroy(&games->mutex);
	free(games);
}

bool games_look(struct games *games, const char *id, pn_side viewer, bool whole)
{
	pthread_mutex_lock(&games->mutex);
	struct game *game = *place_of(games, id);
	const struct game_near *near = game ? &game->near[viewer] : NULL;
	const bool found = near && near->is_near && (near->whole || !whole);
	if (found)
		bring(games, game, viewer); /* one that is near already drives out none */
	pthread_mutex_unlock(&games->mutex);
	return found;
}

void games_bring(struct games *games, const char *id, pn_side viewer, bool whole)
{
	pthread_mutex_lock(&games->mutex);
	struct game *out = NULL, *game = *place_of(games, id);
	if (game) {
		out = bring(games, game, viewer);
		game->near[viewer].whole |= whole;
	}
	pthread_mutex_unlock(&games->mutex);
	free_game(out);
}

/* ---- in and out ---- */

struct game *games_pin(struct games *games, const char *id)
{
	pthread_mutex_lock(&games->mutex);
	struct game *game = find(games, id);
	if (game)
		game->pins++;
	pthread_mutex_unlock(&games->mutex);
	return game;
}

void games_unpin(struct games *games, struct game *game)
{
	pthread_mutex_lock(&games->mutex);
	struct game *freed = NULL;
	if (--game->pins == 0 && !game->dropped && !is_near(game))
		take_out(games, game);
	if (game->pins == 0 && game->dropped)
		freed = game;
	pthread_mutex_unlock(&games->mutex);
	free_game(freed);
}

struct game *games_insert(struct games *games, const char *id, struct snapshot *current)
{
	struct game *made = allocate(1, sizeof(*made));
	snprintf(made->id, sizeof(made->id), "%s", id);

	pthread_mutex_lock(&games->mutex);
	struct game **place = place_of(games, id);
	struct game *unused = *place ? made : NULL;
	if (!*place) {
		made->is_out = true;
		*place = made;
	}
	struct game *game = *place;
	if (game->is_out) {
		game->is_out = false;
		game->current = current;
		current = NULL;
		games->count++;
	}
	game->pins++;
	pthread_mutex_unlock(&games->mutex);
	snapshot_release(current);
	free_game(unused);
	return game;
}

void games_publish(struct games *games, struct game *game, struct snapshot *next, uint8_t seen)
{
	struct game *out[PN_VIEWERS] = {NULL};

	pthread_mutex_lock(&games->mutex);
	struct snapshot *before = game->current;
	game->current = next;
	for (pn_side viewer = 0; viewer < PN_VIEWERS && !game->dropped; viewer++) {
		if (!(seen >> viewer & 1))
			continue;
		out[viewer] = bring(games, game, viewer);
		/* All viewers have seen all of a game that was just made. */
		game->near[viewer].whole |= !before;
	}
	pthread_mutex_unlock(&games->mutex);
	snapshot_release(before);
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++)
		free_game(out[viewer]);
}

/* Take a game out whose place in the lists by looks another keeps, which is not in memory. */
static void drop(struct games *games, struct game *game)
{
	take_out(games, game);
	if (!is_near(game))
		return;
	struct game *kept = allocate(1, sizeof(*kept));
	memcpy(kept->id, game->id, sizeof(kept->id));
	kept->is_out = true;
	*place_of(games, kept->id) = kept;
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
		struct game_near *near = &game->near[viewer];
		if (!near->is_near)
			continue;
		struct nearest *nearest = &games->nearest[viewer];
		kept->near[viewer] = *near;
		*(near->newer ? &near->newer->near[viewer].older : &nearest->newest) = kept;
		*(near->older ? &near->older->near[viewer].newer : &nearest->oldest) = kept;
		*near = (struct game_near){0};
	}
}

void games_drop(struct games *games, struct game *game)
{
	pthread_mutex_lock(&games->mutex);
	if (!game->dropped)
		drop(games, game);
	pthread_mutex_unlock(&games->mutex);
}

bool games_outdate(struct games *games, const char *id, uint32_t rows)
{
	pthread_mutex_lock(&games->mutex);
	struct game *freed = NULL, *game = find(games, id);
	if (game && game->current && game->current->rows < rows) {
		drop(games, game);
		freed = game->pins ? NULL : game;
	}
	game = *place_of(games, id);
	const bool near = game && is_near(game);
	pthread_mutex_unlock(&games->mutex);
	free_game(freed);
	return near;
}

static struct snapshot *hold_current(const struct game *game)
{
	return game && game->current ? snapshot_hold(game->current) : NULL;
}

struct snapshot *games_peek(struct games *games, const char *id)
{
	pthread_mutex_lock(&games->mutex);
	struct snapshot *snapshot = hold_current(find(games, id));
	pthread_mutex_unlock(&games->mutex);
	return snapshot;
}

struct snapshot *games_current(struct games *games, const struct game *game)
{
	pthread_mutex_lock(&games->mutex);
	struct snapshot *snapshot = hold_current(game);
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
