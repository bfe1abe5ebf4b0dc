/* Commands at random: of those that are listed, and any at all. */

#include "play.h"

#include "pennon/sample.h"

/* The kinds that are drawn among: the cup, the last, has a draw of its own, so that games
 * from a seed stay what they were. */
enum { KINDS = PN_COMMAND_ROLL_CUP };

static uint64_t next(void *context)
{
	return random_next(context);
}

static struct pn_sampler sampler_of(struct random_source *random)
{
	return (struct pn_sampler){random, next};
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
	const struct pn_sampler sampler = sampler_of(random);
	struct pn_command command;
	uint16_t index;

	pn_list_actions(&play->view[side], side, &play->actions);
	play_expect(play->actions.count > 0, "a dead end", play->seed);
	do
		index = (uint16_t)random_between(random, 0, play->actions.count - 1);
	while (is_passed_over(&play->actions.action[index].command, random));
	command = pn_sample_action(&play->view[side], side, &play->actions, index, &sampler);
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
			command->kind = (enum pn_command_kind)random_between(random, 0, KINDS - 1);
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
	const struct pn_sampler sampler = sampler_of(random);
	struct pn_command command = {0};

	command.kind = (enum pn_command_kind)random_between(random, 0, KINDS - 1);
	command.unit = (pn_unit_id)random_between(random, 0, play->truth.unit_count);
	command.target = (pn_unit_id)random_between(random, 0, play->truth.unit_count);
	if (pn_top_pending(&play->truth) && random_one_in(random, 2))
		aim(&command, &play->truth, random);
	if (command.kind == PN_COMMAND_PROPOSE_OUTCOME) {
		pn_sample_outcome(&command.outcome, &play->truth, command.unit, &sampler);
		return command;
	}
	if (command.kind == PN_COMMAND_DEPLOY) {
		pn_sample_place(&command.to, &play->truth, &sampler);
		return command;
	}
	if (command.kind == PN_COMMAND_OPPORTUNITY_CHARGE && rules->commands[command.kind].check) {
		command.moment = play_any_moment(random);
		return command;
	}
	if (command.kind == PN_COMMAND_OFFER_METHOD || command.kind == PN_COMMAND_OFFER_RESULT) {
		if (command.kind == PN_COMMAND_OFFER_METHOD)
			pn_sample_method(&command.proposal, &sampler);
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

struct pn_command play_random_cup(struct random_source *random)
{
	const struct pn_sampler sampler = sampler_of(random);
	struct pn_command command = {
		.kind = PN_COMMAND_ROLL_CUP, .unit = PN_NO_UNIT, .target = PN_NO_UNIT};

	pn_sample_cup(&command.cup, &sampler);
	return command;
}
