#pragma once
/* The games in memory. A pinned game stays; the writer pins those of its batch, the loader those
 * it brings in for waiting jobs.
 *
 * A game is *near* to a viewer who looked at it, or saw something happen in it, later than at
 * `max` other games that viewers of their side looked at. It is in memory while it is near to
 * somebody. A viewer to whom it is not near waits as long as if it were not there (loader.c):
 * so nobody's look is quicker because the other side has looked, or has written in secret. */

#include "game/snapshot_inside.h"

struct batch;

/* That a game is near to a viewer; or not, and all 0. */
struct game_near {
	bool is_near;
	bool whole;                 /* they looked at all of its log */
	struct game *newer, *older; /* by their looks */
};

struct game {
	char id[GAME_ID_BYTES];
	struct snapshot *current; /* published; NULL while its creation is not on disk */
	uint32_t pins;
	bool dropped;      /* no longer in the table; freed with the last pin */
	bool is_out;       /* it is near to somebody, and has left the memory all the same */
	struct game *next; /* in its list of the table */
	struct game_near near[PN_VIEWERS];

	/* The writer's alone: */
	struct snapshot
		*uncommitted; /* the latest that a batch has made of it, and owns, or NULL */
	struct batch *batch;  /* that batch */
	size_t place;         /* in it */
	bool look_owed;       /* at what is written, when the batch has its answers */
};

struct games;

/* Empty. To viewers of a side `max` games are near at most. Destroying takes NULL; nobody may have
 * one pinned then. */
struct games *games_create(uint32_t max);
void games_destroy(struct games *games);

/* A number of a game's id, to find its list by. Ids are random, so nobody fills one on purpose. */
uint32_t game_id_hash(const char *id);

/* The game, pinned, or NULL. With the last pin it leaves the memory if it is near to nobody. */
struct game *games_pin(struct games *games, const char *id);
void games_unpin(struct games *games, struct game *game);

/* Put a game in, pinned; takes `current` (which may be NULL). If it came in meanwhile, that
 * one is pinned and `current` released. */
struct game *games_insert(struct games *games, const char *id, struct snapshot *current);

/* Publish a new state of a pinned game, of which the viewers in the bits `seen` saw something: the
 * game takes `next`, and is near to them. */
void games_publish(struct games *games, struct game *game, struct snapshot *next, uint8_t seen);

/* Take a pinned game out: what memory knows of it is not what the disk has. It stays near. */
void games_drop(struct games *games, struct game *game);

/* Take the game out when its latest published state has fewer rows. It stays near; true: it is. */
bool games_outdate(struct games *games, const char *id, uint32_t rows);

/* The latest published state, held, or NULL: for the server itself, whose looks bring no game near. */
struct snapshot *games_peek(struct games *games, const char *id);

/* The latest published state of a pinned game, held, or NULL. */
struct snapshot *games_current(struct games *games, const struct game *game);

/* A viewer looks at a game, with `whole` at all of its log: is it near to them, as far as that? Then
 * no other is nearer now. */
bool games_look(struct games *games, const char *id, pn_side viewer, bool whole);

/* A game that is in memory is near to the viewer from now on, with `whole` all of its log. */
void games_bring(struct games *games, const char *id, pn_side viewer, bool whole);

/* How many are in memory. */
uint32_t games_count(struct games *games);
