#pragma once
/* What a position is worth to a side under a rule book: the table by which the practice opponent
 * judges (pennon/opponent.h). It is no rule: it decides nothing in a game, and each of its numbers
 * stands in the book's folder with the reason for it. */

#include "pennon/game.h"

struct pn_sampler;

enum { PN_BEATEN_IS_GONE = 255 };

struct pn_judgement {
	/* Of each state: what a unit in it is worth, in hundredths of one in the first. */
	const uint8_t *worth;
	/* Of each state: the one that a unit comes into when it is beaten in a melee, or
	 * PN_BEATEN_IS_GONE. */
	const uint8_t *beaten;
	/* Of each class: what a figure of it is worth in a melee, in tenths of a common one. */
	const uint8_t *fights;
	/* Of each verb: how often it is what a player would order, beside the others. NULL: all
	 * alike. */
	const uint8_t *orders;
	uint8_t charge; /* hundredths more for a unit that came with the benefits of a charge, ... */
	uint8_t flank;  /* ... into a flank, ... */
	uint8_t rear;   /* ... into the rear */
	uint8_t losses; /* of the beaten, in hundredths of its figures; the winner loses half as
			 * many, and where nobody is beaten so do all */
	uint8_t inch;   /* an inch nearer to an enemy, in thousandths of a unit */
	uint8_t ground; /* a quarter of the board held where that is counted, in hundredths of a
			 * unit */
	uint32_t goes_round; /* bits: terrain that hardly any unit enters, besides the impassable */
	/* Gives a side in a world that is only imagined what it has sealed and its opponent cannot
	 * know, where the book goes on without laying all of it open. NULL: it never does. */
	void (*deal)(struct pn_game *world, pn_side side, const struct pn_sampler *sampler);
};
