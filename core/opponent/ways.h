#pragma once
/* How far it is to the enemy for a unit that must go round ground that nobody enters: water, rock,
 * a wall. The board is a chart of squares, each of which costs more to go through the less one
 * can. */

#include "pennon/opponent.h"

enum { PN_WAYS_OPEN = 1, PN_WAYS_BESIDE = 2, PN_WAYS_BARRED = 30 };

/* The chart of a game's ground, which no move changes. */
void pn_ways_chart(struct pn_ways *ways, const struct pn_game *game);

/* From each square to the nearest unit of `side` on the board. */
void pn_ways_measure(pn_len far[PN_WAYS_SQUARES], const struct pn_ways *ways,
		     const struct pn_game *game, pn_side side);

/* From a point, by what was measured; 0: there is nobody. */
pn_len pn_ways_from(const pn_len far[PN_WAYS_SQUARES], const struct pn_ways *ways, pn_vec at);

/* Where to head from a point to be nearest after `length`. */
pn_angle pn_ways_heading(const pn_len far[PN_WAYS_SQUARES], const struct pn_ways *ways, pn_vec at,
			 pn_len length);
