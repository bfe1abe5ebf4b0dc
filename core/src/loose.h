#pragma once
/* Figures that stand by themselves. All but the last three functions are declared in
 * game.h; those write to a game, and only evolve.c and setup.c call them. */

#include "pennon/rules.h"

/* What a unit of a muster covers. Its formation must have been checked. */
void pn_muster_body(struct pn_body *out, const struct pn_rules *rules,
		    const struct pn_muster *muster, uint8_t index);

/* The unit's figures stand by themselves from now on, in ranks and files right of the
 * first and behind it. Asserts that there is room. */
void pn_loose_begin(struct pn_game *game, struct pn_unit *unit);

/* They stand in a block from now on. */
void pn_loose_end(struct pn_game *game, struct pn_unit *unit);

/* All go the way that the first goes to `to`, and turn about it as it does. */
void pn_loose_carry(struct pn_game *game, struct pn_unit *unit, pn_pose to);
