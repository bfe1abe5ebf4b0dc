/* What positions are worth in Battlesystem 2e, for the practice opponent. No number here is the
 * book's: each is how much a player with some sense would give for it, by the clause beside it. */

#include "pennon/judgement.h"

#include "b2.h"

/* Shaken units may still move and be rallied (B2-90, B2-94), but do not count as in good order;
 * who is routed flees until it rallies (B2-96) and seldom comes back in time. */
static const uint8_t worth[B2_STATES] = {[B2_GOOD] = 100, [B2_SHAKEN] = 60, [B2_ROUTED] = 20};

/* One step down the list of states (B2-90); a unit that was routed already does not stand any
 * more. */
static const uint8_t beaten[B2_STATES] = {
	[B2_GOOD] = B2_SHAKEN, [B2_SHAKEN] = B2_ROUTED, [B2_ROUTED] = PN_BEATEN_IS_GONE};

/* Horse is fewer figures for the same frontage: half as much again a figure. */
static const uint8_t fights[B2_CLASSES] = {[B2_FOOT] = 10, [B2_CAVALRY] = 15};

const struct pn_judgement b2_judgement = {
	.worth = worth,
	.beaten = beaten,
	.fights = fights,
	.charge =
		50, /* the charge bonus is a better attack die in its first round (B2-27, B2-125) */
	.flank = 25,  /* a flank cannot strike back with more than its files (B2-110) */
	.rear = 50,   /* nor can the rear, and it has to turn about first */
	.losses = 25, /* the book's attack dice cost an even enemy about a quarter in a round */
	.inch = 25, /* a whole charge nearer is a quarter of a unit: without a charge nothing comes about */
	.ground = 50, /* a quarter of the board is half a unit: two of them are worth losing one */
};
