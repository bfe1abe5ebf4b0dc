#include "model/ahead.h"

#include <string.h>

/* Dice that tell that they were thrown, and seals over nothing. The faces are looked at by nobody,
 * but they differ, or a throw that wants no tie would never come to its end. */
static void throw_nothing(void *context, const char *label, uint32_t block,
			  uint8_t out[PN_BLOCK_BYTES])
{
	bool *thrown = context;
	uint32_t mixed = block;

	*thrown = true;
	for (const char *at = label; *at; at++)
		mixed = (mixed ^ (uint8_t)*at) * 16777619u;
	for (unsigned i = 0; i < PN_BLOCK_BYTES; i++) {
		mixed = mixed * 1664525u + 1013904223u;
		out[i] = (uint8_t)(mixed >> 24);
	}
}

static void seal_nothing(void *context, const char *slot, const struct pn_orders *content,
			 uint8_t salt[PN_HASH_BYTES], uint8_t commitment[PN_HASH_BYTES])
{
	memset(salt, 0, PN_HASH_BYTES);
	memset(commitment, 0, PN_HASH_BYTES);
}

/* What `side` itself does now. False: it is asked, or its plan stops, as `end` says. */
static bool own_command(struct ahead *ahead, pn_side side, struct intent *intent,
			struct pn_command *command, enum ahead_end *end)
{
	struct intent_answer answer = intent_next(intent, &ahead->game, side, &ahead->actions);

	*end = answer.source == INTENT_REFUSED ? AHEAD_STOPPED : AHEAD_ASKED;
	if (answer.source == INTENT_ASKS || answer.source == INTENT_REFUSED)
		return false;
	if (answer.source == INTENT_PLAN)
		intent_done(intent, answer.item);
	*command = answer.command;
	return true;
}

/* Did what was done follow from something that the side cannot know? */
static bool is_unknown(const struct ahead *ahead, pn_side side, bool thrown, enum ahead_end *end)
{
	*end = AHEAD_DICE;
	for (uint16_t i = 0; i < ahead->events.count && !thrown; i++) {
		const struct pn_event *event = &ahead->events.event[i];

		if (event->kind == PN_EVENT_REVEALED && event->opening.slot.who != side) {
			*end = AHEAD_SEALED;
			return true;
		}
	}
	return thrown;
}

/* Give the command of the side that is asked. False: it ends here. */
static bool go_on(struct ahead *ahead, pn_side side, struct intent *intent, enum ahead_end *end)
{
	bool thrown = false;
	const struct pn_dice_source dice = {
		.context = &thrown, .bytes = throw_nothing, .seal = seal_nothing};
	pn_side by = side;
	struct pn_command command;

	if (!pn_owes(&ahead->game, side)) {
		by = pn_opponent(side);
		*end = AHEAD_FAR;
		if (!pn_owes(&ahead->game, by))
			return false;
		command = pn_fallback(&ahead->game, by);
		if (pn_check(&ahead->game, by, &command).code != PN_LAWFUL)
			return false;
	} else if (!own_command(ahead, side, intent, &command, end)) {
		return false;
	}
	ahead->before = ahead->game;
	ahead->events.count = ahead->events.placed_count = 0;
	pn_apply(&ahead->game, by, &command, &dice, &ahead->events);
	if (is_unknown(ahead, side, thrown, end)) {
		ahead->game = ahead->before;
		return false;
	}
	for (uint16_t i = 0; i < ahead->events.count; i++)
		intent_follow(intent, side, &ahead->events.event[i]);
	*end = AHEAD_STOPPED;
	return intent_stopped_by(intent, side, &ahead->before, &ahead->game, ahead->events.event,
				 ahead->events.count) == PN_STOP_REFUSED;
}

enum ahead_end ahead_play(struct ahead *ahead, const struct pn_game *view, pn_side side,
			  const struct intent *intent)
{
	struct intent left = *intent;
	enum ahead_end end;

	ahead->game = *view;
	for (int given = 0; given < AHEAD_COMMANDS_MAX; given++) {
		if (ahead->game.over)
			return AHEAD_OVER;
		if (!go_on(ahead, side, &left, &end))
			return end;
	}
	return AHEAD_FAR;
}

void ahead_list(struct ahead *ahead, pn_side side)
{
	struct pn_actions *actions = &ahead->actions;
	uint16_t kept = 0;

	pn_list_actions(&ahead->game, side, actions);
	for (uint16_t i = 0; i < actions->count; i++)
		if (!pn_is_parley(actions->action[i].command.kind))
			actions->action[kept++] = actions->action[i];
	actions->count = kept;
}
