/* What positions are worth in The Ninth Age, for the practice opponent. No number here is the
 * book's: each is how much a player with some sense would give for it, by the clause beside it. */

#include "pennon/judgement.h"

#include "t9.h"

/* A fleeing unit rallies by its Discipline as its own turn begins, is destroyed when a charge
 * reaches it (T9-93), and is lost at the board's edge. */
static const uint8_t worth[T9_STATES] = {[T9_GOOD] = 100, [T9_FLEEING] = 30};

/* A unit that loses a round of combat flees (T9-20); fleeing and caught it is destroyed (T9-93). */
static const uint8_t beaten[T9_STATES] = {[T9_GOOD] = T9_FLEEING, [T9_FLEEING] = PN_BEATEN_IS_GONE};

/* A large model has some three times the health of a man, a gigantic one is a unit by itself. */
static const uint8_t fights[T9_CLASSES] = {
	[T9_STANDARD] = 10, [T9_LARGE] = 30, [T9_GIGANTIC] = 120};

const struct pn_judgement t9_judgement = {
	.worth = worth,
	.beaten = beaten,
	.fights = fights,
	.charge = 30, /* a charger strikes first and adds one to the score of the combat (T9-37) */
	.flank = 30,  /* an enemy in the flank is one more, and takes away ranks (T9-02) */
	.rear = 50,   /* in the rear two more (T9-02) */
	.losses = 20, /* fewer fall than run in this book */
	.inch = 25, /* a whole charge nearer is a quarter of a unit: without a charge nothing comes about */
	.ground = 50, /* a quarter of the board is half a unit: two of them are worth losing one */
};
