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
	if (answer.source == INTENT_REFUSED)
		ahead->refused = &intent->plan->item[answer.item].command;
	if (answer.source == INTENT_ASKS || answer.source == INTENT_REFUSED)
		return false;
	if (answer.source == INTENT_PLAN) {
		intent_done(intent, answer.item);
		ahead->done = (uint8_t)(answer.item + 1);
	}
	*command = answer.command;
	return true;
}

/* ---- where nobody may measure ---- */

/* What a command does with its unit now, and not only on paper. */
enum going { STAYS, MARCHES, CHARGES };

static enum going going_of(const struct pn_game *game, enum pn_command_kind kind)
{
	const struct pn_command_rule *rule = &pn_rules_of(game)->commands[kind];

	if (rule->is_private && rule->is_private(game))
		return STAYS;
	switch ((int)kind) {
	case PN_COMMAND_CHARGE:
	case PN_COMMAND_CLASH:
	case PN_COMMAND_OPPORTUNITY_CHARGE:
	case PN_COMMAND_REDIRECT:
		return CHARGES;
	case PN_COMMAND_FIGHTING_WITHDRAWAL:
	case PN_COMMAND_FLEE:
	case PN_COMMAND_MANOEUVRE:
	case PN_COMMAND_MOVE:
	case PN_COMMAND_RETREAT:
		return MARCHES;
	default:
		return STAYS;
	}
}

/* Take the enemies off the table but for those that the unit touches. */
static void hide_enemies(struct ahead *ahead, pn_unit_id unit)
{
	struct pn_game *game = &ahead->game;

	for (pn_unit_id other = 0; other < game->unit_count; other++) {
		ahead->is_away[other] = game->unit[other].side != game->unit[unit].side &&
					game->unit[other].on_board &&
					!pn_in_contact(game, unit, other);
		if (ahead->is_away[other])
			game->unit[other].on_board = false;
	}
}

static void show_enemies(struct ahead *ahead)
{
	for (pn_unit_id unit = 0; unit < ahead->game.unit_count; unit++) {
		if (ahead->is_away[unit])
			ahead->game.unit[unit].on_board = true;
		ahead->is_away[unit] = false;
	}
}

/* May what comes of the command be told? If only as if there were no enemy, they are hidden until
 * it is done. The answer hangs on no distance. */
static bool may_tell(struct ahead *ahead, pn_side side, pn_side by,
		     const struct pn_command *command)
{
	const enum going going = going_of(&ahead->game, command->kind);

	if (ahead->game.premeasure)
		return true;
	if (by != side || command->unit == PN_NO_UNIT)
		return !ahead->is_blind;
	if (going != MARCHES)
		return going == STAYS;
	hide_enemies(ahead, command->unit);
	ahead->is_blind = true;
	if (pn_check(&ahead->game, side, command).code == PN_LAWFUL)
		return true;
	show_enemies(ahead);
	return false;
}

/* ---- playing on ---- */

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
	const uint8_t done = ahead->done;
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
	*end = AHEAD_FAR;
	if (!may_tell(ahead, side, by, &command)) {
		ahead->done = done;
		return false;
	}
	ahead->events.count = ahead->events.placed_count = 0;
	pn_apply(&ahead->game, by, &command, &dice, &ahead->events);
	show_enemies(ahead);
	if (is_unknown(ahead, side, thrown, end)) {
		ahead->game = ahead->before;
		ahead->done = done;
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
	ahead->done = 0;
	ahead->refused = NULL;
	ahead->is_blind = false;
	memset(ahead->is_away, 0, sizeof(ahead->is_away));
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
