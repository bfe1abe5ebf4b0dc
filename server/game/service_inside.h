#pragma once
/* The parts of the service, for its own files: each box of the picture of the threads in
 * README.md. */

#include "game/feeds.h"
#include "game/games.h"
#include "game/hub.h"
#include "game/job.h"
#include "game/keys.h"
#include "game/lobby.h"
#include "game/roster.h"

enum {
	HOT_GAMES_DEFAULT = 256,
	QUEUE_DEFAULT = 4096,
	LOADERS = 2,
	LOADS_MAX = 4, /* times one job's game is looked for on disk */
	WRITER_STUCK_MS = 10000,
	PROBE_MS = 1000, /* how often a full disk is tried again */
};

struct writer;
struct loader;
struct clocks;
struct automation;
struct follower;
struct opponent;
struct signer;
struct device_codes;

struct service {
	const struct platform *platform;
	struct store *store;
	struct keys keys;
	struct roster *roster;
	struct lobby *lobby;
	struct feeds *feeds;
	struct hub *hub;
	struct games *games;
	struct faults *faults;
	struct signer *signer;
	struct device_codes *codes, *link_codes;
	struct writer *writer;
	struct loader *loader;
	struct clocks *clocks;
	struct automation *automation;
	/* NULL: no other process has the database. What its users call is above them: follower.h. */
	struct follower *follower;
	void (*submit_catch_up)(struct follower *follower, struct job *job);
	bool (*catch_up)(struct follower *follower);
	struct opponent *opponent;
	uint32_t keep_finished_days, load_ms, look_ms;
	uint32_t disk_floor_mib;
	char directory[512]; /* "" in memory */
	int64_t backup_ms;   /* when the copy was made that the folder goes on from; 0: none */
	void (*log)(const char *level, const char *message, const char *detail);

	uint32_t queue_max;
	atomic_uint inside; /* jobs submitted and not done */
	atomic_bool stopping;
	atomic_bool shows_tables; /* a channel shows one, or did */
	atomic_bool store_failing;
	/* The courier, which delivers notices; set before the first command, and unset after the
	 * last. */
	_Atomic(void *) courier;
	void (*wake_courier)(void *courier);
	atomic_llong writer_busy_since; /* steady ms, 0 while it waits */
	atomic_ullong commands, refused, faulted, commits, loads;
};

/* Give a job back to its owner: unpin its game, count, call done(). */
void service_finish(struct service *service, struct job *job);

/* One line for the operator: "error", "warning" or "info"; nothing secret. */
void service_log(struct service *service, const char *level, const char *message,
		 const char *detail);

/* There are notices: tell whoever delivers them. */
void service_wake_courier(struct service *service);

/* Is there room on the disk for something new? What is there already goes on with less. */
bool service_has_room(const struct service *service);

/* The writer: one thread. Jobs of games in memory are done by it, others handed to the
 * loader, which hands them back with their game pinned. */
struct writer *writer_create(struct service *service);
void writer_submit(struct writer *writer, struct job *job);
void writer_destroy(struct writer *writer); /* finishes what is queued */

/* The loaders. */
struct loader *loader_create(struct service *service);
void loader_submit(struct loader *loader, struct job *job);
void loader_destroy(struct loader *loader);

/* The game has so many rows by now: what is being read and has fewer is read again. */
void loader_hear(struct loader *loader, const char *game, uint32_t rows);

/* What the store has of a game is not what was written: it is paused, with a report. */
void service_note_damage(struct service *service, const char *game);

/* Bring a game in from disk, from its first row on or, unless it is to be `whole`, from its state
 * row on if there is one that is good. STORE_OK and a held snapshot, or why not. */
enum store_error game_load(struct service *service, const char *id, bool whole,
			   struct snapshot **out);

/* Bring in what is missing of a game's log, which others use meanwhile, and compare it.
 * STORE_DAMAGED when it is not what the state row was made of. */
enum store_error game_complete(struct service *service, struct snapshot *snapshot);
