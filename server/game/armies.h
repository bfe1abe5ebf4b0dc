#pragma once
/* Armies that the two sides write in secret, before the game begins. Each side's draft is a row
 * that says nothing to anybody; sealing it is one more, with a commitment that all are told. With
 * the second the server opens both, puts them together to the muster that the game is played
 * with, and turn 1 begins. All of it is folded from the rows (armies.c), so a game that is loaded
 * comes to the same muster. */

#include "game/game_log.h"

struct game_base;

/* How far they are. */
struct armies {
	int64_t until_ms;          /* when they are to be sealed; 0: only one side is there yet */
	int64_t told_ms;           /* when that was told */
	uint32_t draft[PN_SIDES];  /* number of the row with the last draft; 0: there is none */
	uint32_t bytes[PN_SIDES];  /* of all drafts */
	uint32_t sealed[PN_SIDES]; /* number of the row that seals it; 0: it is not sealed */
	uint8_t commitment[PN_SIDES][32];
};

/* Take in row number `index` of the log. */
void armies_take_row(struct armies *armies, const struct game_log *log, uint32_t index);

/* Are both sealed? */
bool armies_are_whole(const struct armies *armies);

/* What the game starts from when both are: a copy of `bare` with their units, held once. */
struct game_base *armies_reveal(struct game_base *bare, const struct game_log *log,
				const struct armies *armies);

/* What both are told when the second has come: by when they are to be sealed. */
struct pn_event armies_awaited(const struct game_base *base, int64_t time_ms);

/* When that is, after a row's events; 0: only one side is there. */
int64_t armies_due(const struct armies *before, const struct pn_events *events);
