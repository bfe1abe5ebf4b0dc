#pragma once
/* What the writer puts into one transaction: the jobs it took, the rows they made, and
 * the games they changed in memory, which nobody sees before the commit. */

#include "game/players.h"
#include "game/room.h"

enum {
	BATCH_MAX = 128,
	JOB_ROWS_MAX =
		32, /* rows of one job: what the server has to tell before it, plans that stop */
	BATCH_ROWS_MAX = 1024,
	/* One job may end all of a player's; JOB_ALIVE notes that up to BATCH_USES_MAX were
	 * used. */
	BATCH_TOKENS_MAX = 512,
	BATCH_USES_MAX = 128,
	BATCH_APPS_MAX = 256, /* one job may change all of a player's */
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

	/* For the store. */
	size_t row_count, creation_count, seat_count, status_count, player_count;
	struct store_row row[BATCH_ROWS_MAX];
	uint8_t tips[BATCH_ROWS_MAX][LOG_TIPS_BYTES];
	size_t state_row_count;
	struct store_state state_row[BATCH_MAX];
	struct text state_body[BATCH_MAX];
	struct store_game creation[BATCH_MAX];
	struct text header[BATCH_MAX];
	uint8_t secret[BATCH_MAX][64];
	struct store_seat seat[BATCH_MAX];
	size_t battle_count;
	struct store_battle battle[BATCH_MAX]; /* texts are the jobs' */
	size_t hook_count;
	struct store_hook hook[BATCH_MAX]; /* texts are the jobs' */
	size_t app_count, grant_count;
	struct store_app app[BATCH_APPS_MAX];
	struct app_facts app_facts[BATCH_APPS_MAX]; /* what those borrow from */
	struct store_grant grant[BATCH_MAX];        /* texts are the jobs' and these: */
	struct grant_facts grant_facts[BATCH_MAX];
	size_t mailed_count;
	struct store_mailed mailed[BATCH_MAX];
	size_t post_count;
	struct store_post post[BATCH_MAX];
	size_t notice_count, notice_capacity;
	struct store_notice *notice; /* owned */
	char (*told)[GAME_ID_BYTES]; /* owned: the player of each, or "" */
	struct store_status status[BATCH_MAX];
	struct store_player player[BATCH_MAX];
	size_t token_count;
	struct store_token token[BATCH_TOKENS_MAX];
	struct token_facts facts[BATCH_TOKENS_MAX]; /* what those borrow from */
	struct token_facts used[BATCH_USES_MAX];    /* room to look for some */

	size_t receipt_count;
	struct batch_receipt receipt[BATCH_MAX]; /* of commands: receipt.h */

	size_t cured_count, fault_count, forgotten_count, report_count, settled_count;
	const char *cured[BATCH_MAX];
	struct store_fault fault[BATCH_MAX];
	char report[BATCH_MAX][GAME_ID_BYTES];
	struct store_forgotten forgotten[BATCH_MAX];
	struct store_report reported[BATCH_MAX]; /* texts are the logs' and the jobs' */
	uint32_t settled[BATCH_MAX];
	size_t unsummed_count;
	const char *unsummed[BATCH_MAX];
	int64_t alive_ms;          /* the time to write down, or 0 */
	struct pn_events events;   /* of the command at hand */
	struct text lines;         /* and its lines, while they are written */
	struct text command;       /* of a command that nobody posted */
	struct pn_actions actions; /* room to look for one */
};

/* Has it room for one more job and what may follow from it? */
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

/* ---- for the files that do the work ---- */

/* The game's state with what the batch did to it. */
struct snapshot *batch_latest(const struct game *game);

/* Add the last row of `next`'s log as a row; the game has `next` from now on, and the batch
 * takes it. */
void batch_add(struct batch *batch, struct game *game, struct snapshot *next);

/* Viewers (bits) who are to hear of a game that was added, besides those who see its events. */
void batch_tell(struct batch *batch, const struct game *game, uint8_t audience);

/* Write how far the game is, from `time_ms` on. An open game's invitation is counted from
 * then: 0 when it was withdrawn. */
void batch_add_status(struct batch *batch, struct game *game, const struct snapshot *next,
		      int64_t time_ms);

/* The state after row number `index`, held; NULL when a rule broke. */
struct snapshot *state_after(struct snapshot *latest, uint32_t index);
