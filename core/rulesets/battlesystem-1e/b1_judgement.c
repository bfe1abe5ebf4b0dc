/* What positions are worth in Battlesystem 1e, for the practice opponent. No number here is the
 * book's: each is how much a player with some sense would give for it, by the clause beside it. */

#include "pennon/judgement.h"

#include "b1.h"

/* A routed unit flees as its movement begins and may rally once a turn (B1-78). */
static const uint8_t worth[B1_STATES] = {[B1_GOOD] = 100, [B1_ROUTED] = 25};

/* A unit that fails its morale routs (B1-52); routed and caught it is lost. */
static const uint8_t beaten[B1_STATES] = {[B1_GOOD] = B1_ROUTED, [B1_ROUTED] = PN_BEATEN_IS_GONE};

/* The rider's and the chariot's hit dice are more than a man's; an individual is a hero. */
static const uint8_t fights[B1_CLASSES] = {
	[B1_FOOT] = 10, [B1_CAVALRY] = 15, [B1_CHARIOT] = 20, [B1_INDIVIDUAL] = 40};

const struct pn_judgement b1_judgement = {
	.worth = worth,
	.beaten = beaten,
	.fights = fights,
	.charge =
		40, /* the charge bonus and that of horse are a good two points of twenty (B1-71) */
	.flank = 20,  /* on the side without a shield armour is a point worse (B1-71) */
	.rear = 40,   /* in the rear two (B1-71), and morale two (B1-51) */
	.losses = 25, /* half of it lost costs morale (B1-51): a round takes half of that */
	.inch = 25, /* a whole charge nearer is a quarter of a unit: without a charge nothing comes about */
	.goes_round = 1u << B1_WATER, /* only who swims enters it */
	.ground = 50, /* a quarter of the board is half a unit: two of them are worth losing one */
};
