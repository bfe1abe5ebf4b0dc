/* What positions are worth in Ancient and Medieval Warfare, for the practice opponent. No number
 * here is the books': each is how much a player with some sense would give for it, by the clause
 * beside it. */

#include "pennon/judgement.h"

#include "aw.h"

/* Disordered, fragmented, routed: three disorders rout (AW-85); a unit that is routed or falls back
 * takes no order and answers nobody, and one that falls back is steady again later (AW-46). */
static const uint8_t worth[AW_STATES] = {[AW_GOOD] = 100,
					 [AW_DISORDERED] = 75,
					 [AW_FRAGMENTED] = 50,
					 [AW_ROUTED] = 15,
					 [AW_FALLS_BACK] = 45};

/* A disorder more (AW-85); routed already it is lost. */
static const uint8_t beaten[AW_STATES] = {[AW_GOOD] = AW_DISORDERED,
					  [AW_DISORDERED] = AW_FRAGMENTED,
					  [AW_FRAGMENTED] = AW_ROUTED,
					  [AW_ROUTED] = PN_BEATEN_IS_GONE,
					  [AW_FALLS_BACK] = AW_ROUTED};

/* Skirmishers avoid to be met, light troops stand behind heavy ones, and horse fights with fewer
 * figures on the same frontage. */
static const uint8_t fights[AW_CLASSES] = {
	[AW_SKIRMISH_INFANTRY] = 5, [AW_LIGHT_INFANTRY] = 8, [AW_HEAVY_INFANTRY] = 12,
	[AW_SKIRMISH_CAVALRY] = 8,  [AW_LIGHT_CAVALRY] = 14, [AW_HEAVY_CAVALRY] = 22,
	[AW_LIGHT_CHARIOTS] = 18,   [AW_LIGHT_CAMELRY] = 12,
};

/* A unit that is to meet the enemy is told to charge or to advance; the other orders lose a turn,
 * or are for a unit that is beaten already. */
static const uint8_t orders[AW_VERBS] = {
	[AW_VERB_CHARGE] = 4,        [AW_VERB_ADVANCE] = 4, [AW_VERB_RETREAT] = 1,
	[AW_VERB_DEFEND] = 1,        [AW_VERB_DEPLOY] = 1,  [AW_VERB_RECOVER] = 1,
	[AW_VERB_FIRE_AND_FLEE] = 1,
};

const struct pn_judgement aw_judgement = {
	.worth = worth,
	.beaten = beaten,
	.fights = fights,
	.orders = orders,
	.charge =
		40, /* who charges has the better of the first round; who is met standing has not */
	.flank = 40,  /* a contact behind the line of the front (AW-70) disorders at once */
	.rear = 50,   /* the same, and nobody of its own stands behind it */
	.losses = 20, /* order is lost in this book before figures are */
	.inch = 25, /* a whole charge nearer is a quarter of a unit: without a charge nothing comes about */
	.ground = 50, /* a quarter of the board is half a unit: two of them are worth losing one */
};
