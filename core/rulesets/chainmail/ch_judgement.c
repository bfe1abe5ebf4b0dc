/* What positions are worth in Chainmail, for the practice opponent. No number here is the book's:
 * each is how much a player with some sense would give for it, by the clause beside it. */

#include "pennon/judgement.h"

#include "ch.h"

/* Rallying units fight at a disadvantage (CH-62); a unit that retreats comes to a stand in some
 * turns (CH-60); one that routs leaves play unless it rallies. */
static const uint8_t worth[CH_STATES] = {
	[CH_GOOD] = 100, [CH_RALLYING] = 70, [CH_RETREATING] = 50, [CH_ROUTING] = 20};

/* Below the higher scores the loser goes back or retreats (CH-71); not in good order it routs. */
static const uint8_t beaten[CH_STATES] = {[CH_GOOD] = CH_RETREATING,
					  [CH_RALLYING] = CH_RETREATING,
					  [CH_RETREATING] = CH_ROUTING,
					  [CH_ROUTING] = PN_BEATEN_IS_GONE};

/* By how many dice a man throws against heavy foot, and on what: the lines of the combat table
 * (CH-80 to CH-83), peasants and guns behind all others. */
static const uint8_t fights[CH_CLASSES] = {
	[CH_PEASANTS] = 4,      [CH_LEVIES] = 6,
	[CH_LIGHT_FOOT] = 7,    [CH_ARCHERS] = 6,
	[CH_TURK_ARCHERS] = 6,  [CH_CROSSBOWMEN] = 7,
	[CH_LONGBOWMEN] = 8,    [CH_HEAVY_CROSSBOWMEN] = 8,
	[CH_HEAVY_FOOT] = 10,   [CH_ELITE_HEAVY_FOOT] = 12,
	[CH_ARMORED_FOOT] = 15, [CH_LANDSKNECHTE] = 15,
	[CH_SWISS] = 18,        [CH_LIGHT_HORSE] = 15,
	[CH_MEDIUM_HORSE] = 22, [CH_HEAVY_HORSE] = 32,
	[CH_ARTILLERY] = 2,     [CH_WAGONS] = 2,
};

/* Of the orders written in secret, a unit that is to meet the enemy goes straight to it, or
 * charges; all other orders are for a unit that stands wrong. */
static const uint8_t orders[CH_VERBS] = {
	[CH_VERB_CHARGE] = 4,        [CH_VERB_ADVANCE] = 4,   [CH_VERB_OBLIQUE_LEFT] = 1,
	[CH_VERB_OBLIQUE_RIGHT] = 1, [CH_VERB_FACE_LEFT] = 1, [CH_VERB_FACE_RIGHT] = 1,
	[CH_VERB_FACE_ABOUT] = 1,    [CH_VERB_FORM_LINE] = 1, [CH_VERB_FORM_COLUMN] = 1,
	[CH_VERB_FORM_SQUARE] = 1,   [CH_VERB_RETREAT] = 1,
};

const struct pn_judgement ch_judgement = {
	.worth = worth,
	.beaten = beaten,
	.fights = fights,
	.orders = orders,
	.charge = 50, /* a charge adds a die a man (CH-81) to one or two */
	.flank = 35,  /* a class higher (CH-83), and one off the check (CH-28) */
	.rear = 80,   /* besides there is no return (CH-83), and two off the check (CH-29) */
	.losses = 30, /* a check is due at a quarter to two fifths lost (CH-53, CH-54) */
	.inch = 25, /* a whole charge nearer is a quarter of a unit: without a charge nothing comes about */
	.ground = 50, /* a quarter of the board is half a unit: two of them are worth losing one */
};
