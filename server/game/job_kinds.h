#pragma once
/* The kinds of jobs as a table. */

#include "game/batch.h"
#include "game/job.h"

struct job_facts {
	/* Do it, in memory (commands.h). NULL: the loader's, which never comes to the writer. */
	void (*take)(struct batch *batch, struct job *job);
	bool is_of_no_game; /* it needs no game in memory */
	bool makes_id;      /* what it makes gets an id that follows from the key */
	bool gives_codes;   /* its answer has a token or a code */
	bool is_of_a_game;  /* it reads and changes one game, nothing else: writer.c */
	bool is_own;        /* the server asks it of itself: not counted as a command */
};

extern const struct job_facts job_facts[JOB_KINDS];

/* Who looks at the game by this job, and waits for it as long as if nobody else had: a viewer, or
 * PN_VIEWERS: the server itself. */
pn_side job_viewer(const struct job *job);
