#include "sample_pieces.h"

uint8_t below(struct random_source *random, unsigned count)
{
	return (uint8_t)random_between(random, 0, (int32_t)count - 1);
}

pn_unit_id any_unit(const struct pn_game *game, struct random_source *random)
{
	return below(random, game->unit_count);
}

pn_unit_id unit_or_none(const struct pn_game *game, struct random_source *random)
{
	return random_one_in(random, 3) ? PN_NO_UNIT : any_unit(game, random);
}

pn_side side_or_none(struct random_source *random)
{
	return random_one_in(random, 3) ? PN_NO_SIDE : below(random, PN_SIDES);
}

/* Member by member, here and below: what lies between members stays 0, so that events can
 * be compared as bytes. */
void any_mark(struct pn_mark *mark, struct random_source *random)
{
	mark->owner = below(random, PN_VIEWERS);
	mark->number = (uint16_t)random_between(random, 1, UINT16_MAX);
}

pn_who any_who(const struct pn_game *game, struct random_source *random)
{
	return random_one_in(random, 2) ? PN_WHO_SIDE(below(random, PN_SIDES))
					: any_unit(game, random);
}

void any_pose(pn_pose *pose, struct random_source *random)
{
	pose->at.x = random_between(random, -PN_BOARD_MAX, PN_BOARD_MAX);
	pose->at.y = random_between(random, -PN_BOARD_MAX, PN_BOARD_MAX);
	pose->facing = (pn_angle)random_between(random, 0, UINT16_MAX);
}

void any_bytes(uint8_t *out, size_t size, struct random_source *random)
{
	for (size_t i = 0; i < size; i++)
		out[i] = (uint8_t)random_next(random);
}

/* One draw a statement: the order of evaluation in an initializer is the compiler's. */
struct pn_order any_order(const struct pn_game *game, struct random_source *random)
{
	struct pn_order order;

	order.verb = below(random, pn_rules_of(game)->verbs.count);
	order.target = unit_or_none(game, random);
	order.number = random_one_in(random, 2) ? 0 : below(random, 256);
	return order;
}

struct pn_slot any_slot(const struct pn_game *game, struct random_source *random)
{
	struct pn_slot slot;

	slot.turn = (uint8_t)random_between(random, 1, UINT8_MAX);
	slot.phase = below(random, pn_rules_of(game)->phases.count);
	slot.who = any_who(game, random);
	slot.number = random_one_in(random, 2) ? 0 : below(random, 256);
	return slot;
}

void any_orders(struct pn_orders *orders, const struct pn_game *game, struct random_source *random)
{
	for (pn_unit_id unit = 0; unit < game->unit_count; unit++) {
		if (random_one_in(random, 2))
			continue;
		orders->item[orders->count].unit = unit;
		orders->item[orders->count++].order = any_order(game, random);
	}
}

/* At least one: an empty list holds orders. */
void any_places(struct pn_orders *orders, const struct pn_game *game, struct random_source *random)
{
	pn_unit_id first = any_unit(game, random);

	orders->places = true;
	for (pn_unit_id unit = first; unit < game->unit_count && orders->count < PN_PLACES_MAX;
	     unit++) {
		if (unit > first && random_one_in(random, 2))
			continue;
		orders->place[orders->count].unit = unit;
		any_pose(&orders->place[orders->count++].to, random);
	}
}

void any_sent(struct pn_placed *placed, struct random_source *random)
{
	for (unsigned i = 0; i < PN_LOOSE_MAX; i += 1U + below(random, 8)) {
		pn_len near = random_between(random, 0, PN_BOARD_MAX);

		placed->of |= UINT64_C(1) << i;
		placed->to[i] = pn_figure_pack((pn_pose){{near, near / 2}, (pn_angle)near});
	}
}

void any_path(struct pn_path *path, const struct pn_game *game, struct random_source *random)
{
	static struct pn_placed placed;

	path->count = below(random, PN_PATH_MAX + 1);
	for (uint8_t i = 0; i < path->count; i++) {
		struct pn_leg *leg = &path->leg[i];
		leg->kind = below(random, i > 0 ? PN_LEG_FIGURES : PN_LEG_COUNT);
		switch (leg->kind) {
		case PN_LEG_WHEEL:
			leg->left = random_one_in(random, 2);
			leg->angle = (pn_angle)random_between(random, 0, PN_TURN_HALF);
			break;
		case PN_LEG_FACE:
			leg->to = (uint8_t)random_between(random, PN_FACING_LEFT, PN_FACING_REAR);
			break;
		case PN_LEG_FRONTAGE:
			leg->files = (uint8_t)random_between(random, 1, PN_FIGURES_MAX);
			break;
		case PN_LEG_FIGURES:
			placed = (struct pn_placed){0};
			any_sent(&placed, random);
			path->placed = &placed;
			break;
		case PN_LEG_FORM:
			leg->form = below(random, pn_rules_of(game)->forms.count);
			break;
		default:
			leg->heading = (pn_angle)random_between(random, 0, UINT16_MAX);
			leg->length = random_between(random, 0, PN_BOARD_MAX);
			break;
		}
	}
}

void any_pending(struct pn_pending *pending, const struct pn_game *game,
		 struct random_source *random)
{
	pending->decision = below(random, pn_rules_of(game)->decisions.count);
	pending->owes = below(random, 1 << PN_SIDES);
	pending->unit = unit_or_none(game, random);
	pending->other = unit_or_none(game, random);
	pending->stage = random_one_in(random, 2) ? 0 : below(random, 256);
	pending->queue_count = below(random, PN_QUEUE_MAX + 1);
	for (uint8_t i = 0; i < pending->queue_count; i++)
		pending->queue[i] = any_unit(game, random);
	pending->value = random_one_in(random, 2) ? 0 : (int32_t)random_next(random);
}

void any_roll(struct pn_event *event, const struct pn_game *game, struct random_source *random)
{
	struct pn_slot place = any_slot(game, random);
	event->rolled.turn = place.turn;
	event->rolled.phase = place.phase;
	event->rolled.who = place.who;
	event->rolled.what = below(random, pn_rules_of(game)->rolls.count);
	event->rolled.first = (uint16_t)random_between(random, 1, UINT16_MAX);
	event->rolled.count = below(random, PN_FACES_MAX + 1);
	event->rolled.sides = (uint8_t)random_between(random, 2, PN_DIE_SIDES_MAX);
	for (uint8_t i = 0; i < event->rolled.count; i++)
		event->rolled.face[i] = (uint8_t)random_between(random, 1, event->rolled.sides);
	event->rolled.modifier = (int16_t)random_between(random, INT16_MIN, INT16_MAX);
	event->rolled.total = (int16_t)random_between(random, INT16_MIN, INT16_MAX);
	event->rolled.result = below(random, 3);
	if (event->rolled.result != PN_ROLL_PLAIN)
		event->rolled.needed = (int16_t)random_between(random, INT16_MIN, INT16_MAX);
}

void any_cup_roll(struct pn_event *event, const struct pn_game *game, struct random_source *random)
{
	event->cup_rolled.turn = (uint8_t)random_between(random, 1, UINT8_MAX);
	event->cup_rolled.phase = below(random, pn_rules_of(game)->phases.count);
	event->cup_rolled.who = PN_WHO_SIDE(below(random, PN_SIDES));
	event->cup_rolled.first = (uint16_t)random_between(random, 1, UINT16_MAX);
	event->cup_rolled.count = (uint8_t)random_between(random, 1, PN_CUP_DICE_MAX);
	event->cup_rolled.sides = (uint8_t)random_between(random, 2, PN_DIE_SIDES_MAX);
	for (uint8_t i = 0; i < event->cup_rolled.count; i++)
		event->cup_rolled.face[i] =
			(uint8_t)random_between(random, 1, event->cup_rolled.sides);
	if (random_one_in(random, 2))
		event->cup_rolled.needed =
			(uint8_t)random_between(random, 2, event->cup_rolled.sides);
	event->cup_rolled.total = (int16_t)random_between(random, INT16_MIN, INT16_MAX);
}

int32_t any_fact(const struct pn_fact_rule *rule, struct random_source *random)
{
	return rule->kind == PN_FACT_SIDE ? side_or_none(random) : (int32_t)random_next(random);
}

void any_outcome(struct pn_outcome *outcome, const struct pn_game *game,
		 struct random_source *random)
{
	outcome->count = below(random, PN_OUTCOME_MAX + 1);
	for (uint8_t i = 0; i < outcome->count; i++) {
		struct pn_fate *fate = &outcome->fate[i];
		pn_pose to;

		fate->unit = any_unit(game, random);
		fate->removed = random_one_in(random, 4);
		fate->state = PN_STATE_KEPT;
		if (random_one_in(random, 2))
			fate->state = below(random, pn_rules_of(game)->states.count);
		if (random_one_in(random, 2))
			fate->lost = (uint16_t)random_between(random, 1, UINT16_MAX);
		fate->placed = random_one_in(random, 2);
		if (!fate->placed)
			continue;
		any_pose(&to, random);
		fate->at = to.at;
		fate->facing = to.facing;
	}
}
