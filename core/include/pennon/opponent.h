#pragma once
/* The practice opponent: plays a side of any rule book from that side's own view alone.
 *
 * It gives what is hidden some value that could be, tries likely commands in such worlds with dice
 * of its own to the end of the turn, and judges by the book's table (pennon/judgement.h). How long it
 * looks is a number of playouts, never a time, and its chance is drawn from the view: the same view
 * gives the same command on every machine, whatever it does not show. */

#include "pennon/rules.h"
#include "pennon/sample.h"

enum {
	PN_STRENGTHS = 3,
	PN_OPPONENT_TRIES_MAX = 64, /* commands that are tried for one decision */
	PN_WAYS_ROWS = 24,          /* of the chart of the board; and so many columns */
	PN_WAYS_SQUARES = PN_WAYS_ROWS * PN_WAYS_ROWS,
};

/* The board, for a unit that must go round ground that nobody enters. */
struct pn_ways {
	bool any;    /* is there such ground at all? */
	pn_len size; /* of a square */
	uint8_t cost[PN_WAYS_SQUARES];
};

/* What it thinks in. Large: the caller owns it, and may hand it to one call at a time. */
struct pn_opponent_room {
	struct pn_actions listed; /* what is chosen from: the command borrows its figures here */
	struct pn_actions actions;
	struct pn_events events;
	struct pn_game world; /* as it is imagined to be, ... */
	struct pn_game then;  /* ... as it might become, ... */
	struct pn_game scratch;
	struct pn_game view; /* of pn_opponent_answer() */
	struct pn_opponent_try {
		struct pn_command command;
		uint16_t action; /* its place in `listed`; PN_ACTIONS_MAX: not listed */
		uint16_t preset; /* which of that action's, from 1 on; 0: as it stands */
		int32_t sum;     /* of what its playouts were judged */
		uint64_t
			orders; /* the chance in what is ordered after it, till the side is ready */
	} tries[PN_OPPONENT_TRIES_MAX];
	struct pn_ways ways;
	uint64_t chance;
	/* The caller's, and any thread's: once it is true it looks no further, and what it answers
	 * is lawful and no more. */
	_Atomic bool stopped;
};

/* How many playouts a strength, 1 to PN_STRENGTHS, has for one decision. */
uint16_t pn_opponent_playouts(uint8_t strength);

/* What `side` does now, by its own view; it must be lawful by that. False: nothing is asked of
 * it, neither a decision nor the answer to a proposal. The command borrows its figures from
 * `room` until it is handed in again. */
bool pn_opponent_choose(struct pn_command *out, const struct pn_game *view, pn_side side,
			uint8_t strength, struct pn_opponent_room *room);

/* The same in a game that was `start` before its first event, `list` being its events: of these it
 * takes in what `side` may see, and no other. */
bool pn_opponent_answer(struct pn_command *out, const struct pn_game *start,
			const struct pn_event *list, size_t count, pn_side side, uint8_t strength,
			struct pn_opponent_room *room);
