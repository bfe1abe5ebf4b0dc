#pragma once
/* What a unit reaches at the same instant.
 *
 * Sweeps and turns give ties to the lower index. So whoever gathers what is in a unit's way
 * gathers it in this order: the enemy it names, the other enemies, its friends, then the
 * ground. Of each kind the lower unit id comes first. */

#include "pennon/game.h"

/* All that are on the board but the unit itself, in that order; `named` may be PN_NO_UNIT.
 * Returns how many. */
uint8_t pn_meeting_order(const struct pn_game *view, pn_unit_id unit, pn_unit_id named,
			 pn_unit_id out[PN_UNITS_MAX]);

/* Another enemy that was reached at the same instant. */
struct pn_also_met {
	pn_unit_id unit;
	uint8_t corners; /* of that part of it, */
	uint16_t edges;  /* and its edges that were struck, as pn_edges_struck() has them */
};

/* A straight way that led to an enemy: who went it, as it stood before, and whither it was
 * to go; the fraction after which it stopped is found again by what it met. */
struct pn_straight_way {
	pn_unit_id unit;
	pn_unit_id met;
	const struct pn_body *body;
	pn_vec displacement;
};

/* The other enemies that it reached after exactly the same fraction of it, by id: as many as
 * the game has room for contacts besides the first. What it means is the book's. Returns how
 * many. */
uint8_t pn_also_met(const struct pn_game *view, const struct pn_straight_way *way,
		    struct pn_also_met out[PN_UNITS_MAX]);
