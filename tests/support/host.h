#pragma once
/* A service with players at it, for tests: jobs that are waited for, games that are
 * created, joined and played from what is listed. */

#include "fake_platform.h"
#include "game/job.h"
#include "game/service_inside.h"
#include "random_placement.h"
#include "store_faulty.h"

struct host {
	struct fake_platform world;
	struct store_faulty faulty;
	struct service *service;
	char directory[64]; /* "" in memory */
	atomic_uint keys;   /* idempotency keys handed out */
	uint32_t hot_games_max;
	uint32_t keep_finished_days;
	uint32_t load_ms, look_ms; /* see service_options */
	uint32_t disk_floor_mib;
	uint32_t queue_max;      /* 0: the default, as is a hot_games_max of 0 */
	struct clock_rule clock; /* of games that are made; all 0: none */
	bool plays_on;           /* nobody resigns by chance */
	bool breaks_batch;       /* host_run_all() breaks the world while its batch runs */
};

/* A game and its seats. */
struct hosted_game {
	char game[GAME_ID_BYTES];
	char invitation[INVITATION_BYTES];
	char token[PN_SIDES][TOKEN_BYTES];
};

/* Start in memory (`directory` NULL) or in a folder. Aborts when it cannot. */
void host_open(struct host *host, const char *directory);

/* Stop and, with a folder, start again: what comes back comes from disk. */
void host_reopen(struct host *host);
void host_close(struct host *host);

/* A folder that is made where TMPDIR says, and removed with all that is in it. */
void host_make_folder(char path[64]);
void host_remove_folder(const char *path);

/* Submit and wait, also for what follows from plans and orders. False when the service did
 * not take it. */
bool host_run(struct host *host, struct job *job);

/* Submit all while the writer waits for the disk with another game's command, so that
 * they come in one batch, and wait. */
void host_run_all(struct host *host, struct job *jobs, size_t count);

/* Wait until the writer has told all followers of what it answered so far. */
void host_settle(struct host *host, const struct hosted_game *hosted);

/* The next idempotency key. */
void host_key(struct host *host, struct job *job);

/* Four units a side, two lines, of the reduced Battlesystem. */
void host_muster(struct pn_muster *muster, uint8_t method);

struct job host_create_job(struct host *host, const struct pn_muster *muster);
struct job host_join_job(struct host *host, const struct hosted_game *hosted);

/* Create and join; red creates, or `creator`. */
struct hosted_game host_game(struct host *host, const struct pn_muster *muster);
struct hosted_game host_game_by(struct host *host, const struct pn_muster *muster, pn_side creator);

/* Create, join, and pass until charges can be declared: in turn 2, for nobody declares
 * in the first. */
struct hosted_game host_declaring_game(struct host *host, const struct pn_muster *muster);

/* A job for a command, its text written to `text`. */
struct job host_act_job(struct host *host, const struct hosted_game *hosted, pn_side side,
			const struct pn_command *command, struct text *text);

/* Do one command; release job.snapshot. */
struct job host_act(struct host *host, const struct hosted_game *hosted, pn_side side,
		    const struct pn_command *command);

/* Set a plan (PN_EVENT_PLAN_SET) or standing orders from JSON text, with a new key; release
 * job.snapshot. Aborts when the text is none. */
struct job host_write(struct host *host, const struct hosted_game *hosted, pn_side side,
		      uint8_t kind, const char *json);

/* The state now with all of its log, held; where memory has less red looks at the game. */
struct snapshot *host_state(struct host *host, const struct hosted_game *hosted);

/* The first command of a kind that is listed for the side. Aborts without one. */
struct pn_command host_actions(struct host *host, const struct hosted_game *hosted, pn_side side,
			       enum pn_command_kind kind);

/* Play a random listed command. False when the game is over. */
bool host_step(struct host *host, const struct hosted_game *hosted, struct random_source *random);

/* Play until the end, or `steps` commands. */
void host_play(struct host *host, const struct hosted_game *hosted, struct random_source *random,
	       int steps);
