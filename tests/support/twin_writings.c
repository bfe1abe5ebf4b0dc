#include "twin_writings.h"

#include <criterion/criterion.h>

#include "deploy.h"
#include "game/service_inside.h"
#include "play.h"
#include "twin_plans.h"

enum {
	WRITINGS_MAX = 4, /* what the owner writes between two looks */
	CHOICES_MAX = 512,
};

/* ---- what is secret ---- */

static bool is_deployed_in_secret(const struct pn_game *view)
{
	return pn_is_deploying(view) && pn_deploys_in_secret(view);
}

/* A decision that is answered by saying that one is ready has drafts before it. */
static bool is_secret(const struct pn_game *view)
{
	const struct pn_pending *top = view->over ? NULL : pn_top_pending(view);

	return top && top->owes &&
	       (pn_method_now(view) == PN_METHOD_SEALED || is_deployed_in_secret(view)) &&
	       pn_set_has(&pn_rules_of(view)->decisions.row[top->decision].commands,
			  PN_COMMAND_READY);
}

static bool is_private(const struct pn_game *view, pn_side side, const struct pn_command *command)
{
	const struct pn_secret *secret = &view->secret[side];
	const struct pn_command_rule *rule = &pn_rules_of(view)->commands[command->kind];

	if (command->kind == PN_COMMAND_UNDO)
		return secret->undo_count &&
		       secret->undo[secret->undo_count - 1].owner != PN_PUBLIC;
	return rule->is_private && rule->is_private(view);
}

/* A side's private commands in this state, actions and presets alike. */
static size_t private_choices(struct snapshot *state, pn_side side,
			      struct pn_command out[CHOICES_MAX])
{
	const struct pn_game *view = snapshot_view(state, side);
	const struct pn_actions *actions = snapshot_actions(state, side);
	size_t count = 0;

	for (uint16_t i = 0; i < actions->count; i++) {
		const struct pn_action *action = &actions->action[i];

		if (!is_private(view, side, &action->command))
			continue;
		if (!action->preset_count && count < CHOICES_MAX)
			out[count++] = action->command;
		for (uint16_t k = 0; k < action->preset_count && count < CHOICES_MAX; k++)
			out[count++] = actions->preset[action->preset_first + k].command;
	}
	return count;
}

bool twins_pick_private(struct snapshot *state, pn_side side, struct random_source *random,
			struct pn_command *out)
{
	static struct pn_command choice[CHOICES_MAX];
	size_t count = private_choices(state, side, choice);

	if (count)
		*out = choice[random_between(random, 0, (int32_t)count - 1)];
	if (count && out->kind == PN_COMMAND_ORDER_STACK)
		play_shuffle(&out->units, random);
	return count > 0;
}

bool twins_is_secret(struct twins *twins, const struct twin_game *game)
{
	struct snapshot *state = twins_state(twins, 0, game);
	bool secret = is_secret(snapshot_view(state, PN_PUBLIC));

	snapshot_release(state);
	return secret;
}

bool twins_owes(struct twins *twins, pn_side side)
{
	struct snapshot *state = twins_state(twins, 0, &twins->game);
	bool owes = pn_owes(snapshot_view(state, PN_PUBLIC), side);

	snapshot_release(state);
	return owes;
}

/* ---- writing ---- */

/* The owner writes something private in one world, by hand or by a plan: in the game, or, for
 * want of a choice there, in the decoy. */
static void write_one(struct twins *twins, int world, const struct twin_game *game, bool by_plan)
{
	struct snapshot *state = twins_state(twins, world, game);
	struct pn_command command;
	bool found = twins_pick_private(state, twins->owner, &twins->own[world], &command);

	snapshot_release(state);
	if (found && by_plan && command.kind != PN_COMMAND_UNDO) {
		twins_plan_now(twins, world, game, &command, true);
	} else if (found) {
		twins_secret(twins, world, game, &command, false);
	} else {
		cr_assert_neq(game, &twins->decoy, "the decoy takes no drafts");
		write_one(twins, world, &twins->decoy, by_plan);
	}
}

/* The owner is refused something. */
static void be_refused(struct twins *twins, int world, const struct twin_game *game)
{
	struct snapshot *state = twins_state(twins, world, game);
	const struct pn_game *view = snapshot_view(state, twins->owner);
	struct pn_command command = {.kind = PN_COMMAND_WITHDRAW_CHARGE};

	if (!pn_rules_of(view)->commands[command.kind].check)
		command.kind = PN_COMMAND_PLACE_ORDER;
	do
		command.unit =
			(pn_unit_id)random_between(&twins->own[world], 0, view->unit_count - 1);
	while (pn_check(view, twins->owner, &command).code == PN_LAWFUL);
	snapshot_release(state);
	twins_secret(twins, world, game, &command, true);
}

/* Each world writes as it likes, and as much; what it does not write in the game it
 * writes in the decoy. */
void twins_write_in_secret(struct twins *twins)
{
	const int writings = random_between(&twins->random, 0, WRITINGS_MAX);
	const int refusals = random_between(&twins->random, 0, 1);

	twins_write_aside(twins);
	for (int world = 0; world < 2; world++) {
		struct random_source *own = &twins->own[world];
		const bool here = twins_owes(twins, twins->owner);

		for (int i = 0; i < writings; i++)
			write_one(twins, world,
				  here && !random_one_in(own, 3) ? &twins->game : &twins->decoy,
				  random_one_in(own, 4));
		for (int i = 0; i < refusals; i++)
			be_refused(twins, world,
				   here && random_one_in(own, 2) ? &twins->game : &twins->decoy);
	}
}

/* What is written of each unit: an order, or a place. */
struct writing {
	struct pn_order order;
	bool placed;
	pn_pose place;
};

static void read_writings(struct twins *twins, int world, struct writing out[PN_UNITS_MAX])
{
	struct snapshot *state = twins_state(twins, world, &twins->game);
	const struct pn_game *view = snapshot_view(state, twins->owner);

	memset(out, 0, PN_UNITS_MAX * sizeof(out[0]));
	for (pn_unit_id unit = 0; unit < view->unit_count; unit++) {
		out[unit].order = pn_drafted(view, twins->owner, unit);
		if (view->unit[unit].side == twins->owner && is_deployed_in_secret(view))
			out[unit].placed = pn_is_deployed(view, unit, &out[unit].place);
	}
	snapshot_release(state);
}

static bool is_same(const struct writing *a, const struct writing *b)
{
	return a->order.verb == b->order.verb && a->order.number == b->order.number &&
	       (a->order.verb == PN_VERB_NONE || a->order.target == b->order.target) &&
	       a->placed == b->placed &&
	       (!a->placed || memcmp(&a->place.at, &b->place.at, sizeof(a->place.at)) == 0) &&
	       (!a->placed || a->place.facing == b->place.facing);
}

bool twins_write_the_same(struct twins *twins)
{
	static struct writing writing[2][PN_UNITS_MAX];
	bool same = true;

	for (int world = 0; world < 2; world++)
		read_writings(twins, world, writing[world]);
	for (int unit = 0; unit < PN_UNITS_MAX; unit++)
		same = same && is_same(&writing[0][unit], &writing[1][unit]);
	return same;
}

/* What a side must have written before it may say that it is ready, or `ready` itself. */
static struct pn_command owed_in(struct twins *twins, int world, pn_side side)
{
	struct snapshot *state = twins_state(twins, world, &twins->game);
	const struct pn_game *view = snapshot_view(state, side);
	struct pn_command owed = {
		.kind = PN_COMMAND_READY, .unit = PN_NO_UNIT, .target = PN_NO_UNIT};

	if (pn_owes(view, side) && !pn_is_deploying(view) &&
	    pn_check(view, side, &owed).code != PN_LAWFUL)
		owed = pn_fallback(view, side);
	snapshot_release(state);
	return owed;
}

/* Both sides write what they owe: a stack is whole before it is sealed. */
void twins_write_what_is_owed(struct twins *twins)
{
	struct pn_command owed[2];
	struct pn_command foe = owed_in(twins, 0, twins->foe);

	for (int world = 0; world < 2; world++)
		owed[world] = owed_in(twins, world, twins->owner);
	for (int world = 0; world < 2; world++) {
		if (owed[world].kind != PN_COMMAND_READY)
			twins_secret(twins, world, &twins->game, &owed[world], false);
		else if (owed[1 - world].kind != PN_COMMAND_READY)
			write_one(twins, world, &twins->decoy, false);
	}
	if (foe.kind == PN_COMMAND_READY)
		return;
	/* Their own writing wakes their own poll. */
	if (twins->is_polling)
		twins_sleep(twins);
	twins_command(twins, &twins->game, twins->foe, &foe);
}

/* The second world's owner writes; the first's is as busy in the decoy. */
static void write_in_second(struct twins *twins, struct pn_command command)
{
	twins_secret(twins, 1, &twins->game, &command, false);
	write_one(twins, 0, &twins->decoy, false);
}

/* How many of the orders are the cards of a stack, numbered from 1. */
static uint8_t cards_in(const struct twins *twins, const struct writing writing[PN_UNITS_MAX])
{
	uint8_t count = 0;

	if (!pn_rules_at(twins->book)->commands[PN_COMMAND_ORDER_STACK].check)
		return 0;
	for (int unit = 0; unit < PN_UNITS_MAX; unit++)
		count = (uint8_t)(count + (writing[unit].order.number > 0));
	return count;
}

/* The stack that these orders are. */
static struct pn_command stack_of(const struct twins *twins,
				  const struct writing writing[PN_UNITS_MAX])
{
	struct pn_command stack = {
		.kind = PN_COMMAND_ORDER_STACK, .unit = PN_NO_UNIT, .target = PN_NO_UNIT};

	stack.units.count = cards_in(twins, writing);
	for (pn_unit_id unit = 0; unit < PN_UNITS_MAX && stack.units.count > 0; unit++)
		if (writing[unit].order.number > 0)
			stack.units.of[writing[unit].order.number - 1] = unit;
	return stack;
}

static void agree_on_cards(struct twins *twins, struct writing writing[2][PN_UNITS_MAX])
{
	bool same = true;

	for (int unit = 0; unit < PN_UNITS_MAX; unit++)
		same = same && is_same(&writing[0][unit], &writing[1][unit]);
	if (!same)
		write_in_second(twins, stack_of(twins, writing[0]));
	cr_assert(twins_write_the_same(twins));
}

/* How many cards from the top lie alike in both worlds, though a later one does not; 0 when
 * nothing is a card. */
uint8_t twins_cards_alike(struct twins *twins)
{
	static struct writing writing[2][PN_UNITS_MAX];
	struct pn_command stack[2];
	uint8_t alike = 0;

	for (int world = 0; world < 2; world++) {
		read_writings(twins, world, writing[world]);
		stack[world] = stack_of(twins, writing[world]);
	}
	while (alike < stack[0].units.count && stack[0].units.of[alike] == stack[1].units.of[alike])
		alike++;
	return alike;
}

/* Give the second world a stack that begins as the first's does and ends otherwise. */
void twins_swap_last_cards(struct twins *twins)
{
	static struct writing writing[PN_UNITS_MAX];
	struct pn_command stack;
	pn_unit_id last;

	read_writings(twins, 0, writing);
	stack = stack_of(twins, writing);
	if (stack.units.count < 2)
		return;
	last = stack.units.of[stack.units.count - 1];
	stack.units.of[stack.units.count - 1] = stack.units.of[stack.units.count - 2];
	stack.units.of[stack.units.count - 2] = last;
	write_in_second(twins, stack);
}

/* The private command by which the second world's owner comes to have written that order of
 * the unit. */
static struct pn_command order_of(struct twins *twins, pn_unit_id unit,
				  const struct pn_order *wanted)
{
	static struct pn_command choice[CHOICES_MAX];
	static struct pn_game tried;
	static struct pn_events out;
	uint64_t seed = 1;
	const struct pn_dice_source dice = play_chance(&seed);
	struct snapshot *state = twins_state(twins, 1, &twins->game);
	const struct pn_game *view = snapshot_view(state, twins->owner);
	const size_t count = private_choices(state, twins->owner, choice);
	const struct writing sought = {.order = *wanted};
	size_t i = 0;

	for (; i < count; i++) {
		struct writing found;

		if (choice[i].unit != unit || choice[i].kind == PN_COMMAND_UNDO)
			continue;
		tried = *view;
		out.count = 0;
		pn_apply(&tried, twins->owner, &choice[i], &dice, &out);
		found = (struct writing){.order = pn_drafted(&tried, twins->owner, unit)};
		if (is_same(&found, &sought))
			break;
	}
	snapshot_release(state);
	cr_assert_lt(i, count, "what one world has written cannot be written in the other");
	return choice[i];
}

/* The second world's owner comes to write what the first's has written, by other ways:
 * first all that is otherwise is withdrawn, since one place may be in another's way. */
void twins_agree(struct twins *twins)
{
	static struct writing writing[2][PN_UNITS_MAX];
	const struct writing *wanted = writing[0], *has = writing[1];

	for (int world = 0; world < 2; world++)
		read_writings(twins, world, writing[world]);
	if (cards_in(twins, writing[0]) > 0) {
		agree_on_cards(twins, writing);
		return;
	}
	for (pn_unit_id unit = 0; unit < PN_UNITS_MAX; unit++) {
		const struct pn_command take_back = {
			.kind = PN_COMMAND_TAKE_BACK, .unit = unit, .target = PN_NO_UNIT};
		const struct pn_order none = {.verb = PN_VERB_NONE};

		if (is_same(&has[unit], &wanted[unit]))
			continue;
		if (has[unit].placed)
			write_in_second(twins, take_back);
		else if (has[unit].order.verb != PN_VERB_NONE)
			write_in_second(twins, order_of(twins, unit, &none));
	}
	for (pn_unit_id unit = 0; unit < PN_UNITS_MAX; unit++) {
		const struct pn_command deploy = {.kind = PN_COMMAND_DEPLOY,
						  .unit = unit,
						  .target = PN_NO_UNIT,
						  .to = wanted[unit].place};

		if (is_same(&has[unit], &wanted[unit]))
			continue;
		if (wanted[unit].placed)
			write_in_second(twins, deploy);
		else if (wanted[unit].order.verb != PN_VERB_NONE)
			write_in_second(twins, order_of(twins, unit, &wanted[unit].order));
	}
	cr_assert(twins_write_the_same(twins));
}

/* See to it that the worlds differ. False when there is nothing to differ in. */
bool twins_differ(struct twins *twins)
{
	for (int i = 0; i < 8 && twins_write_the_same(twins); i++)
		twins_write_in_secret(twins);
	return !twins_write_the_same(twins);
}
