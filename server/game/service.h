#pragma once
/* The games, for handlers.
 *
 * Reading needs no lock: a snapshot is immutable and counted. Writing goes through
 * one queue to one writer thread, which applies what queued during the last commit,
 * commits it in one transaction, and only then swaps the snapshots, answers and
 * publishes. A game that is not in memory is brought in by a loader first. */

#include "base/platform.h"
#include "game/limits.h"
#include "game/snapshot.h"
#include "pennon/rules.h"

struct service;
struct store;

struct service_options {
	const struct platform *platform;
	struct store *store;    /* owned by the service from then on */
	const char *directory;  /* where keys/, faults/ lie; NULL: keep keys in memory (tests) */
	uint32_t hot_games_max; /* that are near to viewers of one side; 0: the default */
	uint32_t queue_max;     /* commands waiting for the writer; past it 503 */
	uint32_t keep_finished_days; /* finished games go after so long; 0: never */
	uint32_t disk_floor_mib;     /* with less free on the disk nothing new is made; 0: always */
	/* What a side has written, and that it was there, must not show in how long something
	 * takes. A game that is not near to a viewer (games.h), in memory or not, is there for
	 * them a multiple of `load_ms` after they asked for it; a look at
	 * what was written comes `look_ms` after the answer it is owed for, or a few times that.
	 * 0: at once. */
	uint32_t load_ms, look_ms;
	bool reads_only;  /* make no keys, nor anything else in `directory` */
	bool runs_clocks; /* look each second what is due; else service_look() does */
	void (*log)(const char *level, const char *message, const char *detail);
};

/* Start the writer and the loaders. 0, or a negative errno; then nothing is left. */
int service_create(struct service **out, const struct service_options *options);

/* The end is near: what waits for a database that is away fails. */
void service_give_up(struct service *service);

/* Refuse new work, finish what is queued, commit, stop. Takes NULL. */
void service_destroy(struct service *service);

/* See what is due now, and wait until it is done. */
void service_look(struct service *service);

/* Wait until everything is done that follows from what sides have written and is not to come
 * later (automation.h). */
void service_settle(struct service *service);

/* A snapshot for a viewer of a game that is in memory and that they have looked at lately (games.h),
 * or NULL: then submit a JOB_OPEN with `side` for the viewer. One that is `newest` knows what the
 * game is and what happens from now on; not, perhaps, its messages and what happened before
 * (snapshot_events() and all that folds it). Of a JOB_OPEN `newest` says the same. */
struct snapshot *service_near(struct service *service, const char *game, pn_side viewer,
			      bool newest);

/* What is in memory of a game, the newest at least, or NULL: for the server itself. */
struct snapshot *service_peek(struct service *service, const char *game);

/* The game that a rematch of `game` is, whether or not it was made yet. */
void service_rematch_game(struct service *service, const char *game, char out[GAME_ID_BYTES]);

struct listed_game {
	char id[GAME_ID_BYTES];
	char name[CODEC_NAME_BYTES]; /* of the battle; "": none */
	char ruleset[32], scenario[64];
	char machine[MACHINE_TEXT_BYTES]; /* the seat that the machine plays, as JSON; "": none */
	int64_t created_ms;
	enum game_status status;
	uint32_t place; /* grows with the time it was made */
	bool hidden;    /* listed no longer */
};

/* Up to `max` public games, the newest first, from before place `before`; of one status
 * only unless `status` is negative. */
size_t service_list(struct service *service, int status, uint32_t before, struct listed_game *out,
		    size_t max);

/* Eight bytes that only this server can make of a purpose and a text. */
uint64_t service_seal(struct service *service, const char *purpose, const char *text);

/* Public keys that receipts and records are signed with, newest first: hex id and key. */
size_t service_keys(struct service *service, uint8_t id[][8], uint8_t key[][32], size_t max);

struct service_figures {
	uint64_t commands, refused, faults, commits, loads;
	uint32_t games_hot, games, queue, subscriptions;
	uint32_t faults_kept; /* that are remembered: see service_faults() */
};
struct service_figures service_figures(struct service *service);

/* Do other processes write, too? Then what is in memory is what is so only after a JOB_CATCH_UP. */
bool service_shares(const struct service *service);

/* Can the store be reached? When not, another process may know more by now than this one. */
bool service_reached(struct service *service);

/* Can it write? False while the disk is full or the writer is stuck. */
bool service_ready(struct service *service);
