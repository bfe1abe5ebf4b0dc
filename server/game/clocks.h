#pragma once
/* When something is due in which game, and the thread that looks. Its time comes through
 * the platform; a gap in it (the server was down, the machine slept, its clock was set
 * forward) runs on nobody's clock.
 *
 * The thread only queues jobs: what they do is the writer's (server_events.h). */

#include "game/limits.h"
#include "pennon/rules.h"

struct service;

enum {
	CLOCKS_LOOK_MS = 1000,       /* how often the thread looks */
	CLOCKS_GAP_MS = 60 * 1000,   /* a longer gap is down time */
	CLOCKS_ALIVE_MS = 60 * 1000, /* how often the time is written down */
	CLOCKS_GAPS_KEPT = 16,
	CLOCKS_TIDY_MS = 10 * 60 * 1000, /* how often what is too old is looked for */
	CHALLENGE_DAYS = 30,             /* a game that nobody joined goes after so long */
	CLOCKS_JOBS = 64,                /* out at a time */
	CLOCKS_OTHERS_MS = 5000, /* what another process is to do is done here so much later */
};

struct clocks;

/* Time that runs on nobody's clock, in wall time. */
struct gap {
	int64_t from_ms, until_ms;
};

/* One that knows nothing yet, and whose thread does not run. */
struct clocks *clocks_create(struct service *service);

/* Read what is due and when the server was last alive. False when the store cannot be read. */
bool clocks_load(struct clocks *clocks);

/* Start the thread. False when the system has none to give. */
bool clocks_start(struct clocks *clocks);

/* Stop it, and write down when. Takes NULL. */
void clocks_stop(struct clocks *clocks);
void clocks_destroy(struct clocks *clocks);

/* From now on something is due in this game at `due_ms`; 0: nothing. */
void clocks_note(struct clocks *clocks, const char *game, int64_t due_ms);

/* Besides: what a side has written there wants to be looked at again at `at_ms`. */
void clocks_note_look(struct clocks *clocks, const char *game, int64_t at_ms);

/* Another process has written in this game: what is due there is looked up at the next look. It is
 * done here, too, CLOCKS_OTHERS_MS later, unless that process, or a third one, has done it by then. */
void clocks_hear(struct clocks *clocks, const char *game);

/* The gaps that end after `since_ms`, in order; returns how many. */
size_t clocks_gaps(struct clocks *clocks, int64_t since_ms, struct gap out[CLOCKS_GAPS_KEPT]);

/* Look once, and wait until what is due is done. What the thread does each second. */
void clocks_look(struct clocks *clocks);
