/* What positions are worth in Conquest, for the practice opponent. No number here is the book's:
 * each is how much a player with some sense would give for it, by the clause beside it. */

#include "pennon/judgement.h"
#include "pennon/sample.h"

#include "common.h"
#include "cq.h"

/* A Broken regiment that touches nobody rallies as an action (CQ-95): half of what it was. */
static const uint8_t worth[CQ_STATES] = {[CQ_GOOD] = 100, [CQ_BROKEN] = 45};

/* A Broken regiment in contact does not rally; beaten again it is gone. */
static const uint8_t beaten[CQ_STATES] = {[CQ_GOOD] = CQ_BROKEN, [CQ_BROKEN] = PN_BEATEN_IS_GONE};

/* A stand of brutes is some three men, a monster a regiment by itself. */
static const uint8_t fights[CQ_CLASSES] = {
	[CQ_INFANTRY] = 10, [CQ_CAVALRY] = 15, [CQ_BRUTES] = 25, [CQ_MONSTER] = 60};

/* The cards that a side has not drawn yet are some order of its regiments that have none in play
 * (CQ-90, CQ-93). */
static void deal_cards(struct pn_game *world, pn_side side, const struct pn_sampler *sampler)
{
	uint8_t number = (uint8_t)world->facts[CQ_FACT_RED_DRAWN + side];
	pn_unit_id left[PN_SIDE_UNITS_MAX];
	uint8_t count = 0;

	if (world->phase == CQ_COMMAND || world->phase == CQ_DEPLOYMENT)
		return;
	for (pn_unit_id i = 0; i < world->unit_count; i++)
		if (cq_has_card(world, side, i) && !pn_flag(&world->unit[i], CQ_ACTIVATED))
			left[count++] = i;
	for (; count > 0; count--) {
		const uint8_t at = (uint8_t)(sampler->next(sampler->context) % count);
		struct pn_event card = {
			.kind = PN_EVENT_SEALED_CONTENT,
			.audience = (uint8_t)(1u << side),
			.opening = {.slot = {.turn = world->turn,
					     .phase = CQ_COMMAND,
					     .who = PN_WHO_SIDE(side),
					     .number = ++number},
				    .content = {.count = 1}},
		};

		card.opening.content.item[0].unit = left[at];
		card.opening.content.item[0].order =
			(struct pn_order){CQ_VERB_CARD, PN_NO_UNIT, number};
		pn_evolve(world, &card);
		left[at] = left[count - 1];
	}
}

const struct pn_judgement cq_judgement = {
	.worth = worth,
	.beaten = beaten,
	.fights = fights,
	.charge = 40, /* impact attacks come first (CQ-45) */
	.flank = 30,  /* fewer stands strike back along a flank than along a front (CQ-31) */
	.rear = 50,   /* the rear the same, and none turns to it before its next action */
	.losses = 25, /* a stand or two of a regiment in an even Clash */
	.inch = 25, /* a whole charge nearer is a quarter of a unit: without a charge nothing comes about */
	.ground = 50, /* a quarter of the board is half a unit: two of them are worth losing one */
	.deal = deal_cards,
};
