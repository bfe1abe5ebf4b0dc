#pragma once
/* When something is due in which game, for clocks.c alone: the table and the gaps, of which
 * the writer asks, and what the thread keeps for itself. */

#include <pthread.h>

#include "game/clocks.h"
#include "game/job.h"
#include "game/scrub.h"

enum { DUE_LISTS = 1024 };

struct due {
	char game[GAME_ID_BYTES];
	int64_t at_ms;   /* 0: nothing is */
	int64_t look_ms; /* when what a side has written wants a look; 0: never */
	bool out;        /* a job is */
	uint32_t heard;  /* so often others wrote there: at_ms is to be looked up; 0: it is known */
	struct due *next;
};

/* What is due in a game where others have written `heard` times, unless more is known by now. */
void due_note_heard(struct clocks *clocks, const char *game, uint32_t heard, int64_t due_ms);

struct clocks {
	struct service *service;
	pthread_t thread;
	bool has_thread;
	pthread_mutex_t mutex; /* guards what follows */
	pthread_cond_t wake;   /* a job is back, or it is time to stop */
	bool stopping;
	struct due *list[DUE_LISTS];
	struct gap gap[CLOCKS_GAPS_KEPT]; /* the oldest are forgotten */
	size_t gap_count;                 /* ever */
	uint32_t jobs_out;
	/* Used only by the thread that looks: */
	bool looked;
	int64_t wall_ms, steady_ms; /* at the last look */
	bool tidied;
	int64_t tidied_ms; /* steady, when what is too old was last looked for */
	int64_t alive_ms;  /* steady, when the time was last written down */
	uint32_t summed;   /* the place of the last game that rows got checksums in */
	struct scrub scrub;
	struct job job[CLOCKS_JOBS];
	struct due *of[CLOCKS_JOBS];
};
