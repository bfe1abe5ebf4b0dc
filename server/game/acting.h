#pragma once
/* Giving one command. */

#include "game/batch.h"

/* One command being given: by a job, or by what a side has written. */
struct acting {
	/* asked */
	struct batch *batch;
	pn_side side;
	const struct pn_command *command;
	const char *text; /* canonical */
	size_t text_size;
	struct snapshot *latest;
	struct log_row row; /* begun */
	/* answered */
	struct snapshot *next; /* the state after it, when it is done: the caller's */
	struct pn_verdict verdict;
	bool too_long, done;
	uint8_t stops[PN_SIDES]; /* of row_find_stops() */
};

/* Check it on the side's own view, do it on a copy and append it to the log. False when a
 * rule broke; unless it is `done` nothing has happened. */
bool acting_try(struct acting *acting, struct fault *fault);

/* Is there room for a command of the side's? Room is kept for a last one, so that a game
 * that is too long can still end. Only what the side itself sees is counted: what the other
 * writes in secret takes up a room of its own, and can neither be felt nor stop the game. */
bool command_has_room(const struct snapshot *latest, pn_side side, enum pn_command_kind kind);
