#pragma once
/* Reading all that is stored, a little at a time while nobody asks for anything, so that
 * damage is found before somebody needs the game. */

#include <stdbool.h>
#include <stdint.h>

struct service;

enum {
	SCRUB_GAMES = 32,                     /* looked for at a time */
	SCRUB_STEP_MS = 20,                   /* and read for so long */
	SCRUB_EVERY_MS = 24 * 60 * 60 * 1000, /* from the end of one round to the next */
};

/* Where the round is. */
struct scrub {
	uint32_t place; /* the next games are those made before this one; 0: a new round */
	bool rests;
	int64_t rests_since_ms; /* steady */
};

/* Compare the rows of the next few games with their checksums; damaged games are paused. It
 * ends after one game when somebody asks for something. From one thread only. */
void scrub_step(struct service *service, struct scrub *scrub);
