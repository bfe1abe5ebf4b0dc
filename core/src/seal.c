/* What a side fixes in secret, and lays open later: orders, places. */

#include "step.h"

/* Number 0: the one slot of the side in this phase, whatever its orders' numbers. */
static struct pn_slot slot_of(const struct pn_game *game, pn_side side, uint8_t phase,
			      uint8_t number)
{
	return (struct pn_slot){
		.turn = game->turn,
		.phase = phase,
		.who = PN_WHO_SIDE(side),
		.number = number,
	};
}

/* The orders of a slot in one of its side's two hands, drafts or sealed, by unit id. */
static void gather(struct pn_orders *out, const struct pn_game *game, struct pn_slot slot,
		   const struct pn_order *hand)
{
	const pn_side side = (pn_side)(slot.who - PN_UNITS_MAX);

	out->count = 0;
	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		const struct pn_order *order = &hand[pn_place_of(game, i)];

		if (game->unit[i].side != side || order->verb == PN_VERB_NONE ||
		    (slot.number && order->number != slot.number))
			continue;
		pn_assert(out->count < PN_SIDE_UNITS_MAX);
		out->item[out->count].unit = i;
		out->item[out->count].order = *order;
		out->count++;
	}
}

/* Seal one slot, whose content is given, and tell everybody that it is. */
static void seal_slot(struct pn_step *step, pn_side side, struct pn_event content, pn_clause clause)
{
	struct pn_event sealed = {
		.kind = PN_EVENT_SEALED,
		.clause = clause,
		.sealed = {.slot = content.opening.slot},
	};
	char name[PN_LABEL_BYTES];

	content.audience = (uint8_t)(1u << side);
	content.clause = clause;
	pn_slot_write(name, step->game, content.opening.slot);
	step->dice->seal(step->dice->context, name, &content.opening.content, content.opening.salt,
			 sealed.sealed.commitment);
	pn_emit(step, sealed);
	pn_emit(step, content);
}

void pn_seal_drafts(struct pn_step *step, pn_side side, pn_clause clause)
{
	pn_seal_draft(step, side, 0, clause);
}

void pn_seal_draft(struct pn_step *step, pn_side side, uint8_t number, pn_clause clause)
{
	struct pn_event content = {
		.kind = PN_EVENT_SEALED_CONTENT,
		.opening = {.slot = slot_of(step->game, side, step->game->phase, number)},
	};

	gather(&content.opening.content, step->game, content.opening.slot,
	       step->game->secret[side].draft);
	seal_slot(step, side, content, clause);
}

void pn_reveal_one(struct pn_step *step, pn_side side, uint8_t phase, uint8_t number,
		   pn_clause clause)
{
	const struct pn_secret *secret = &step->game->secret[side];
	struct pn_event event = {
		.kind = PN_EVENT_REVEALED,
		.clause = clause,
		.opening = {.slot = slot_of(step->game, side, phase, number)},
	};

	gather(&event.opening.content, step->game, event.opening.slot, secret->sealed);
	memcpy(event.opening.salt, secret->salt[number], PN_HASH_BYTES);
	pn_emit(step, event);
}

void pn_reveal(struct pn_step *step, pn_side side, pn_clause clause)
{
	pn_reveal_one(step, side, step->game->phase, 0, clause);
}

enum { PN_PLACE_SLOTS = (PN_SIDE_UNITS_MAX + PN_PLACES_MAX - 1) / PN_PLACES_MAX };

/* The places of the units that slot `number` of a side holds, by unit id. */
static void gather_places(struct pn_orders *out, const struct pn_game *game, pn_side side,
			  uint8_t number)
{
	out->count = 0;
	out->places = true;
	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		const uint8_t place = pn_place_of(game, i);

		if (game->unit[i].side != side || place / PN_PLACES_MAX != number ||
		    pn_unit_in_reserve(game, i))
			continue;
		pn_assert(game->secret[side].placed >> place & 1);
		out->place[out->count].unit = i;
		out->place[out->count++].to = pn_figure_unpack(game->secret[side].place[place]);
	}
}

/* A side all of whose units come on later seals one slot, too, with nothing in it. */
void pn_seal_places(struct pn_step *step, pn_side side, pn_clause clause)
{
	for (uint8_t number = 0; number < PN_PLACE_SLOTS; number++) {
		struct pn_event content = {.kind = PN_EVENT_SEALED_CONTENT};

		gather_places(&content.opening.content, step->game, side, number);
		if (content.opening.content.count == 0 && number > 0)
			continue;
		content.opening.slot = slot_of(step->game, side, step->game->phase, number);
		seal_slot(step, side, content, clause);
	}
}

void pn_reveal_places(struct pn_step *step, pn_side side, pn_clause clause)
{
	for (uint8_t number = 0; number < PN_PLACE_SLOTS; number++) {
		struct pn_event event = {.kind = PN_EVENT_REVEALED, .clause = clause};

		gather_places(&event.opening.content, step->game, side, number);
		if (event.opening.content.count == 0 && number > 0)
			continue;
		event.opening.slot = slot_of(step->game, side, step->game->phase, number);
		memcpy(event.opening.salt, step->game->secret[side].salt[number], PN_HASH_BYTES);
		pn_emit(step, event);
	}
}
