#pragma once
/* What the writer puts into one transaction: the jobs it took, the rows they made, and
 * the games they changed in memory, which nobody sees before the commit. */

#include "base/arena.h"
#include "game/service_inside.h"

enum {
	BATCH_MAX = 128,
	/* With so many it takes no more jobs; what the last one makes goes in nevertheless. */
	BATCH_PIECES_MAX = 1024,
	BATCH_USES_MAX = 128, /* tokens of which it notes that they were used */
};

/* A command that gets a receipt, and its row's place in the batch. */
struct batch_receipt {
	struct job *job;
	size_t row;
};

struct batch {
	struct service *service;
	const struct batch *other; /* the one that is being written while this is put together, or
				    * an empty one */
	size_t job_count;
	struct job *job[BATCH_MAX];
	size_t game_count;
	struct game *game[BATCH_MAX];      /* changed ones; pinned by their jobs */
	struct snapshot *state[BATCH_MAX]; /* what it has made of each; owned */
	uint8_t news[BATCH_MAX];           /* viewers who saw something of that */

	/* For the store. What pieces borrow is the jobs', the logs' or in `kept`. */
	struct store_batch stored;
	void *room[STORE_KINDS];      /* the pieces of `stored`; owned */
	size_t capacity[STORE_KINDS]; /* pieces for which there is room */
	size_t piece_count;           /* of all kinds */
	struct arena kept;

	size_t receipt_count;
	struct batch_receipt receipt[BATCH_MAX]; /* of commands: receipt.h */

	struct pn_events events;   /* of the command at hand */
	struct text lines;         /* and its lines, while they are written */
	struct text command;       /* of a command that nobody posted */
	struct pn_actions actions; /* room to look for one */
};

/* Has it room for one more job? */
bool batch_has_room(const struct batch *batch);

/* Do one job in memory: fill its answer, and when it changes a game add to the batch.
 * The job's game is pinned in `held`; a creation whose game is new has none. */
void batch_take(struct batch *batch, struct job *job);

/* Write it, on whatever thread: only the batch and the store are touched, and nothing that the
 * writer needs to put the next one together. STORE_CONFLICT: `*about` is the game. */
enum store_error batch_commit(struct batch *batch, const char **about);

/* Is there anything to write? */
bool batch_writes(const struct batch *batch);

/* After the commit: make the new states public. Which games they are, and who saw something,
 * stays known until batch_clear(). */
void batch_publish(struct batch *batch);

/* Instead: forget them. Jobs whose answer rested on them have no answer then. A batch that rests
 * on this one has to go first. */
void batch_abandon(struct batch *batch);

/* Make it ready for other jobs; its own have their answers. */
void batch_clear(struct batch *batch);

/* The same, and give back all its memory. */
void batch_free(struct batch *batch);

/* ---- for the files that do the work ---- */

/* A new piece, all zero, to be filled in. It stays where it is until the next of its kind. */
void *batch_put(struct batch *batch, enum store_kind kind);

/* Memory that lasts as long as the pieces do: `size` bytes with a copy of `bytes`, or a text. */
void *batch_keep(struct batch *batch, const void *bytes, size_t size);
const char *batch_keep_text(struct batch *batch, const char *text);

/* The game's state with what the batch did to it. */
struct snapshot *batch_latest(const struct game *game);

/* Add the last row of `next`'s log as a row; the game has `next` from now on, and the batch
 * takes it. */
void batch_add(struct batch *batch, struct game *game, struct snapshot *next);

/* Write what the store keeps of a row besides command and events, as it is now. */
void batch_write_tips(struct batch *batch, struct store_row *stored, const struct log_row *row);

/* Viewers (bits) who are to hear of a game that was added, besides those who see its events. */
void batch_tell(struct batch *batch, const struct game *game, uint8_t audience);

/* Write how far the game is, from `time_ms` on. An open game's invitation is counted from
 * then: 0 when it was withdrawn. */
void batch_add_status(struct batch *batch, struct game *game, const struct snapshot *next,
		      int64_t time_ms);

/* The state after row number `index`, held; NULL when a rule broke. */
struct snapshot *state_after(struct snapshot *latest, uint32_t index);
