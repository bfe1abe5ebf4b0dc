#pragma once
/* The games in memory, least recently used out first. A pinned game stays; the writer
 * pins those of its batch, the loader those it brings in for waiting commands. */

#include "game/snapshot_inside.h"

struct batch;

struct game {
	char id[GAME_ID_BYTES];
	struct snapshot *current; /* published; NULL while its creation is not on disk */
	uint32_t pins;
	bool dropped;               /* no longer in the table; freed with the last pin */
	struct game *next;          /* in its list of the table */
	struct game *newer, *older; /* by use */

	/* The writer's alone: */
	struct snapshot
		*uncommitted; /* the latest that a batch has made of it, and owns, or NULL */
	struct batch *batch;  /* that batch */
	size_t place;         /* in it */
	bool look_owed;       /* at what is written, when the batch has its answers */
};

struct games;

/* Empty. Beyond `max` games those go that are pinned by nobody, the least recently used first.
 * Destroying takes NULL; nobody may have one pinned then. */
struct games *games_create(uint32_t max);
void games_destroy(struct games *games);

/* A number of a game's id, to find its list by. Ids are random, so nobody fills one on purpose. */
uint32_t game_id_hash(const char *id);

/* The game, pinned, or NULL. */
struct game *games_pin(struct games *games, const char *id);
void games_unpin(struct games *games, struct game *game);

/* Put a game in, pinned; takes `current` (which may be NULL). If it came in meanwhile, that
 * one is pinned and `current` released. */
struct game *games_insert(struct games *games, const char *id, struct snapshot *current);

/* Publish a new state: the game takes `next`. */
void games_publish(struct games *games, struct game *game, struct snapshot *next);

/* Take a pinned game out: what memory knows of it is not what the disk has. */
void games_drop(struct games *games, struct game *game);

/* Take the game out when its latest published state has fewer rows. */
void games_outdate(struct games *games, const char *id, uint32_t rows);

/* The latest published state, held, or NULL. Marks the game as used. */
struct snapshot *games_peek(struct games *games, const char *id);

/* How many are in memory. */
uint32_t games_count(struct games *games);
