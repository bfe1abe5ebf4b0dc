#pragma once
/* The table of jobs: all that differs from kind to kind. */

#include "game/batch.h"
#include "game/job.h"

/* Within what a key stands for one thing. */
enum key_scope {
	KEY_OF_ASKER,    /* a seat, a player, or a grant of theirs */
	KEY_OF_NEWCOMER, /* the player, or without one the key alone: it must be unique by itself */
	KEY_OF_NOBODY,   /* the key alone */
};

/* When a job needs its game, and how much of its log. */
enum job_past {
	PAST_ALL,  /* all of it */
	PAST_SOME, /* the newest part, until the job itself finds that it wants more */
	PAST_NONE, /* the newest part if that is in memory; else it goes on without the game */
};

struct job_facts {
	/* Do it, in memory (takers.h). NULL: it never comes to the writer. */
	void (*take)(struct batch *batch, struct job *job);

	/* After it went well: give what only the answer has. NULL: nothing. */
	void (*answer)(struct batch *batch, struct job *job);

	/* The row (enum row_kind) that it leaves, by which command_repeated() finds its answer. */
	uint8_t row;

	uint8_t scope; /* enum key_scope */
	uint8_t past;  /* enum job_past */

	/* What it makes gets an id that follows from the asker, the key and this word; NULL: its
	 * subject is given. */
	const char *makes;

	bool is_of_no_game; /* its subject is no game, and it needs none */
	bool runs_beside;   /* it looks at one game's state or at nothing, so it may be done while
			     * an earlier batch is being written */
	bool may_lack_key;  /* without a key it is done each time */
	bool is_own;        /* the server asks it of itself: not counted as a command */
	bool is_hidden;     /* it comes of what a side has written: not counted among commits */
};

extern const struct job_facts job_facts[JOB_KINDS];

/* The viewer who looks at the game by this job, and waits for it as long as if nobody else had
 * looked; or PN_VIEWERS: the server itself. */
pn_side job_viewer(const struct job *job);
