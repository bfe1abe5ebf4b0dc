#include "playout.h"

#include "judge.h"
#include "outcome.h"
#include "world.h"

enum {
	STEPS_MAX = 120, /* commands in one playout: what is longer is judged where it is then */
	OTHER_LOOKS = 4, /* the other side does so once in so many choices */
	DRAWS = 4,       /* so many are drawn of the list at most */
	VARIANTS = 3,    /* so many ways to do what is drawn are looked at */
};

bool pn_asks_for_outcome(const struct pn_game *view)
{
	const struct pn_pending *top = pn_top_pending(view);

	return top && pn_set_has(&pn_rules_of(view)->decisions.row[top->decision].commands,
				 PN_COMMAND_PROPOSE_OUTCOME);
}

bool pn_asks_for_orders(const struct pn_game *view)
{
	const struct pn_pending *top = pn_top_pending(view);

	return top && pn_set_has(&pn_rules_of(view)->decisions.row[top->decision].commands,
				 PN_COMMAND_PLACE_ORDER);
}

static bool may(const struct pn_game *view, pn_side side, enum pn_command_kind kind)
{
	const struct pn_command command = {.kind = kind, .unit = PN_NO_UNIT, .target = PN_NO_UNIT};

	return pn_check(view, side, &command).code == PN_LAWFUL;
}

/* What is never needed to come to an end. */
static const struct pn_command_set back = {{
	[PN_COMMAND_WITHDRAW_CHARGE] = true,
	[PN_COMMAND_TAKE_BACK] = true,
	[PN_COMMAND_DEPLOY] = true,
}};

bool pn_leads_back(const struct pn_game *view, pn_side side, const struct pn_command *command)
{
	if (pn_set_has(&back, command->kind) || pn_is_parley(command->kind))
		return true;
	if (command->kind == PN_COMMAND_PLACE_ORDER)
		return command->verb == PN_VERB_NONE ||
		       pn_drafted(view, side, command->unit).verb != PN_VERB_NONE;
	if (command->kind == PN_COMMAND_ORDER_STACK)
		return may(view, side, PN_COMMAND_READY);
	return command->kind == PN_COMMAND_PASS && command->until != PN_UNTIL_ASKED;
}

/* One of what is listed, by chance, rather a charge or an order than a move, and anything rather
 * than to end a step; NULL: none that leads on was drawn. */
static const struct pn_action *draw(struct pn_opponent_room *room, pn_side side, uint64_t *chance)
{
	const struct pn_action *found = NULL;

	pn_list_actions(&room->then, side, &room->actions);
	for (int i = 0; i < DRAWS && room->actions.count > 0; i++) {
		const struct pn_action *action =
			&room->actions.action[pn_chance_below(chance, room->actions.count)];

		if (pn_leads_back(&room->then, side, &action->command) ||
		    (found && action->group == PN_GROUP_STEP))
			continue;
		found = action;
		if (action->group == PN_GROUP_CHARGE || action->group == PN_GROUP_DECLARE)
			break;
	}
	return found;
}

int32_t pn_glance(struct pn_opponent_room *room, const struct pn_game *from, pn_side side,
		  const struct pn_command *command, uint64_t chance)
{
	const struct pn_dice_source dice = pn_chance_dice(&chance);

	room->scratch = *from;
	room->events.count = 0;
	pn_apply(&room->scratch, side, command, &dice, &room->events);
	return pn_judge(&room->scratch, side, &room->ways);
}

const struct pn_command *pn_variant(const struct pn_actions *actions,
				    const struct pn_action *action, uint16_t which)
{
	return which == 0 ? &action->command
			  : &actions->preset[action->preset_first + which - 1].command;
}

/* How often a player would do that. */
static uint8_t often(const struct pn_game *view, const struct pn_command *command)
{
	const uint8_t *orders = pn_rules_of(view)->judgement->orders;

	return orders && command->kind == PN_COMMAND_PLACE_ORDER ? orders[command->verb] : 1;
}

uint16_t pn_any_variant(const struct pn_game *view, const struct pn_actions *actions,
			const struct pn_action *action, uint64_t *chance)
{
	uint32_t all = 0, at;

	for (uint16_t i = 0; i <= action->preset_count; i++)
		all += often(view, pn_variant(actions, action, i));
	if (all == 0)
		return 0;
	at = pn_chance_below(chance, all);
	for (uint16_t i = 0;; i++) {
		const uint8_t weight = often(view, pn_variant(actions, action, i));

		if (at < weight)
			return i;
		at -= weight;
	}
}

/* What is drawn, a move in the best of a few ways; or else the default, and mostly so where one
 * answers the other side. */
static struct pn_command any(struct pn_opponent_room *room, pn_side side, uint64_t *chance)
{
	const struct pn_action *action = draw(room, side, chance);
	const struct pn_command *best;
	int32_t most = INT32_MIN;

	if (!action ||
	    (action->group == PN_GROUP_REACT && pn_chance_below(chance, OTHER_LOOKS) > 0))
		return pn_fallback(&room->then, side);
	best = pn_variant(&room->actions, action,
			  pn_any_variant(&room->then, &room->actions, action, chance));
	if (action->group != PN_GROUP_MOVE || action->preset_count == 0)
		return *best;
	for (int i = 0; i < VARIANTS; i++) {
		const uint16_t which = (uint16_t)pn_chance_below(chance, action->preset_count + 1u);
		const struct pn_command *command = pn_variant(&room->actions, action, which);
		const int32_t worth = pn_glance(room, &room->then, side, command, *chance);

		if (worth > most) {
			most = worth;
			best = command;
		}
	}
	return *best;
}

/* The side that it plays for looks around, and who writes orders; else the other does mostly what
 * is done by default, which costs little. */
static void go_on(struct pn_opponent_room *room, pn_side own, uint64_t *chance, uint64_t *orders)
{
	struct pn_game *game = &room->then;
	const pn_side side = pn_owes(game, PN_RED) ? PN_RED : PN_BLUE;
	const struct pn_dice_source dice = pn_chance_dice(chance);
	const bool writes = pn_asks_for_orders(game);
	struct pn_command command;

	if (pn_asks_for_outcome(game))
		command = pn_outcome_answer(game, side, &room->scratch);
	else if (side == own && writes)
		command = any(room, side, orders);
	else if (side == own || writes || pn_chance_below(chance, OTHER_LOOKS) == 0)
		command = any(room, side, chance);
	else
		command = pn_fallback(game, side);
	room->events.count = 0;
	pn_apply(game, side, &command, &dice, &room->events);
}

int32_t pn_playout(struct pn_opponent_room *room, pn_side side, const struct pn_opponent_try *what,
		   uint64_t chance)
{
	const struct pn_dice_source dice = pn_chance_dice(&chance);
	const uint8_t turn = room->world.turn;
	uint64_t orders = what->orders ? what->orders : chance;

	room->then = room->world;
	room->events.count = 0;
	pn_apply(&room->then, side, &what->command, &dice, &room->events);
	for (int i = 0; i < STEPS_MAX && !room->then.over && room->then.turn == turn; i++)
		go_on(room, side, &chance, &orders);
	return pn_judge(&room->then, side, &room->ways);
}
