/* Commands at random: of those that are listed, and any at all. */

#include "play.h"

/* What two players might agree on: mostly little, sometimes what cannot be. */
static void random_fate(const struct pn_game *game, struct pn_fate *fate,
			struct random_source *random)
{
	const struct pn_unit *unit = &game->unit[fate->unit];

	fate->state = PN_STATE_KEPT;
	fate->removed = random_one_in(random, 8);
	if (random_one_in(random, 2))
		fate->lost = (uint16_t)random_between(random, 1, unit->figures + 1);
	if (random_one_in(random, 4))
		fate->state =
			(uint8_t)random_between(random, 0, pn_rules_of(game)->states.count - 1);
	fate->placed = random_one_in(random, 3);
	fate->facing = unit->pose.facing;
	fate->at.x = unit->pose.at.x + random_between(random, -PN_INCH, PN_INCH);
	fate->at.y = unit->pose.at.y + random_between(random, -6 * PN_INCH, 6 * PN_INCH);
	if (fate->placed && random_one_in(random, 4)) {
		pn_unit_id face = (pn_unit_id)random_between(random, 0, game->unit_count - 1);

		fate->at = game->unit[face].pose.at;
		fate->facing = (pn_angle)(game->unit[face].pose.facing + PN_TURN_HALF);
	}
}

static void random_outcome(const struct pn_game *game, pn_unit_id melee, struct pn_outcome *outcome,
			   struct random_source *random)
{
	bool in[PN_UNITS_MAX] = {false};

	memset(outcome, 0, sizeof *outcome);
	if (melee < game->unit_count)
		pn_melee_units(game, melee, in);
	for (pn_unit_id i = 0; i < game->unit_count && outcome->count < PN_OUTCOME_MAX; i++) {
		if (!in[i] || random_one_in(random, 2))
			continue;
		outcome->fate[outcome->count].unit = i;
		random_fate(game, &outcome->fate[outcome->count++], random);
	}
}

static void random_place(const struct pn_game *game, pn_pose *to, struct random_source *random)
{
	to->at.x = random_between(random, 0, game->width);
	to->at.y = random_between(random, 0, game->depth);
	if (random_one_in(random, 4))
		to->facing = random_facing(random);
	else
		to->facing = to->at.y < game->depth / 2 ? 0 : PN_TURN_HALF;
}

static void random_terms(struct pn_command *command, struct random_source *random)
{
	struct pn_agreement *method = &command->proposal.method;

	command->proposal.kind = PN_PROPOSAL_METHOD;
	method->method = (uint8_t)random_between(random, 0, PN_METHOD_COUNT - 1);
	method->begins = PN_NO_SIDE;
	if (random_one_in(random, 2))
		method->begins = random_one_in(random, 2) ? PN_RED : PN_BLUE;
	method->most[PN_RED] = (uint8_t)random_between(random, 0, 2);
	method->most[PN_BLUE] = PN_NO_LIMIT;
}

/* May a charge be given a path? Its target is what may vary first. */
static bool may_bend(const struct pn_actions *actions, const struct pn_action *action)
{
	return action->command.kind == PN_COMMAND_CHARGE && action->bound_count > 1 &&
	       pn_action_bound_at(actions, action, 1)->kind == PN_BOUND_PATH;
}

/* What an action leaves open, filled in at random; the action itself if that is not lawful. */
static struct pn_command vary(const struct play *play, pn_side side, const struct pn_action *action,
			      struct random_source *random)
{
	const struct pn_command *listed = &action->command;
	struct pn_command varied = *listed;

	if (listed->kind == PN_COMMAND_PROPOSE_OUTCOME)
		random_outcome(&play->truth, listed->unit, &varied.outcome, random);
	else if (listed->kind == PN_COMMAND_OFFER_METHOD)
		random_terms(&varied, random);
	else if (listed->kind == PN_COMMAND_DEPLOY)
		random_place(&play->truth, &varied.to, random);
	else if (listed->kind == PN_COMMAND_ORDER_STACK)
		play_shuffle(&varied.units, random);
	else if (listed->kind == PN_COMMAND_OPPORTUNITY_CHARGE && play->actions.way.count > 0)
		varied.moment = play_random_moment(&play->actions.way, random);
	else if (may_bend(&play->actions, action) && random_one_in(random, 3))
		varied.path = random_bent_path(random, play->truth.unit[varied.unit].pose.facing);
	else
		return *listed;
	return pn_check(&play->view[side], side, &varied).code == PN_LAWFUL ? varied : *listed;
}

/* Most games are played to their end. */
static bool ends_early(const struct pn_command *command)
{
	return command->kind == PN_COMMAND_RESIGN || command->kind == PN_COMMAND_ACCEPT_OFFER;
}

static bool is_passed_over(const struct pn_command *command, struct random_source *random)
{
	if (ends_early(command))
		return !random_one_in(random, 200);
	return pn_is_parley(command->kind) && command->kind != PN_COMMAND_UNDO &&
	       !random_one_in(random, 8);
}

struct pn_command play_random_action(struct play *play, pn_side side, struct random_source *random)
{
	const struct pn_action *action;
	struct pn_command command;
	int32_t preset;

	pn_list_actions(&play->view[side], side, &play->actions);
	play_expect(play->actions.count > 0, "a dead end", play->seed);
	do
		action = &play->actions.action[random_between(random, 0, play->actions.count - 1)];
	while (is_passed_over(&action->command, random));
	preset = random_between(random, 0, action->preset_count);
	command = preset ? play->actions.preset[action->preset_first + preset - 1].command
			 : vary(play, side, action, random);
	pn_command_keep(&command, &play->sent);
	return command;
}

/* A kind that the decision on top is answered with, about the unit it is about. */
static void aim(struct pn_command *command, const struct pn_game *game,
		struct random_source *random)
{
	const struct pn_pending *pending = pn_top_pending(game);
	const struct pn_command_set *kinds =
		&pn_rules_of(game)->decisions.row[pending->decision].commands;

	if (!pn_set_is_empty(kinds))
		while (!pn_set_has(kinds, command->kind))
			command->kind = (enum pn_command_kind)random_between(random, 0,
									     PN_COMMAND_COUNT - 1);
	if (pending->unit == PN_NO_UNIT)
		return;
	if (random_one_in(random, 2))
		command->target = pending->unit;
	else
		command->unit = pending->unit;
}

/* As many units as a side may have, some of them perhaps twice. */
static void random_units(const struct pn_game *game, struct pn_unit_list *units,
			 struct random_source *random)
{
	units->count = (uint8_t)random_between(random, 0, game->unit_count / 2);
	for (uint8_t i = 0; i < units->count; i++)
		units->of[i] = (pn_unit_id)random_between(random, 0, game->unit_count - 1);
}

/* One number a statement: compilers order the members of a braced list as they like. */
struct pn_command play_random_command(const struct play *play, struct random_source *random)
{
	const struct pn_rules *rules = pn_rules_of(&play->truth);
	struct pn_command command = {0};

	command.kind = (enum pn_command_kind)random_between(random, 0, PN_COMMAND_COUNT - 1);
	command.unit = (pn_unit_id)random_between(random, 0, play->truth.unit_count);
	command.target = (pn_unit_id)random_between(random, 0, play->truth.unit_count);
	if (pn_top_pending(&play->truth) && random_one_in(random, 2))
		aim(&command, &play->truth, random);
	if (command.kind == PN_COMMAND_PROPOSE_OUTCOME) {
		random_outcome(&play->truth, command.unit, &command.outcome, random);
		return command;
	}
	if (command.kind == PN_COMMAND_DEPLOY) {
		random_place(&play->truth, &command.to, random);
		return command;
	}
	if (command.kind == PN_COMMAND_OPPORTUNITY_CHARGE && rules->commands[command.kind].check) {
		command.moment = play_any_moment(random);
		return command;
	}
	if (command.kind == PN_COMMAND_OFFER_METHOD || command.kind == PN_COMMAND_OFFER_RESULT) {
		if (command.kind == PN_COMMAND_OFFER_METHOD)
			random_terms(&command, random);
		return command;
	}
	if (command.kind == PN_COMMAND_ORDER_STACK) {
		random_units(&play->truth, &command.units, random);
		return command;
	}
	command.verb = (uint8_t)random_between(random, 0, rules->verbs.count);
	command.flank = (uint8_t)random_between(random, PN_FACING_FRONT, PN_FACING_REAR);
	command.path.given = random_one_in(random, 2);
	command.path.count = (uint8_t)random_between(random, 0, 3);
	for (uint8_t i = 0; i < command.path.count; i++) {
		struct pn_leg *leg = &command.path.leg[i];

		leg->kind = (uint8_t)random_between(random, 0, PN_LEG_COUNT - 1);
		leg->left = random_one_in(random, 2);
		leg->heading = random_facing(random);
		if (command.unit < play->truth.unit_count && random_one_in(random, 2))
			leg->heading = play->truth.unit[command.unit].pose.facing;
		leg->angle = (pn_angle)random_between(random, 0, PN_DEGREES_90);
		leg->length = random_between(random, 0, 12 * PN_INCH);
		leg->to = (uint8_t)random_between(random, PN_FACING_FRONT, PN_FACING_REAR);
		leg->files = (uint8_t)random_between(random, 0, 12);
		leg->form = (uint8_t)random_between(random, 0, rules->forms.count);
	}
	if (command.kind == PN_COMMAND_PASS)
		command.until = (uint8_t)random_between(random, 0, PN_UNTIL_COUNT - 1);
	return command;
}
