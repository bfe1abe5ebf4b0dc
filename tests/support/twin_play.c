#include "twin_play.h"

#include <criterion/criterion.h>
#include <stdio.h>

#include "game/service_inside.h"
#include "play.h"
#include "twin_plans.h"
#include "twin_probe.h"
#include "twin_writings.h"

enum {
	COMMANDS_MAX = 300,
	SLOTS_MAX = 3,  /* times in a phase at which somebody looks */
	APART_MAX = 40, /* commands after the worlds have parted */
	DICE_MAX = 4096,
};

/* ---- a secret phase ---- */

static void foe_writes(struct twins *twins)
{
	struct snapshot *state = twins_state(twins, 0, &twins->game);
	struct pn_command command;
	bool found = pn_owes(snapshot_view(state, PN_PUBLIC), twins->foe) &&
		     twins_pick_private(state, twins->foe, &twins->random, &command);

	snapshot_release(state);
	if (found)
		twins_command(twins, &twins->game, twins->foe, &command);
}

/* What says in a world that the side is ready: with units left to deploy, that they are
 * deployed, too. */
static struct pn_command ready_in(struct twins *twins, int world, pn_side side)
{
	struct snapshot *state = twins_state(twins, world, &twins->game);
	struct pn_command ready = {
		.kind = PN_COMMAND_READY, .unit = PN_NO_UNIT, .target = PN_NO_UNIT};

	if (pn_check(snapshot_view(state, side), side, &ready).code != PN_LAWFUL)
		ready.kind = PN_COMMAND_DEPLOY_REST;
	snapshot_release(state);
	return ready;
}

static void be_ready(struct twins *twins, pn_side side)
{
	struct pn_command ready[2];

	if (!twins_owes(twins, side))
		return;
	twins_write_what_is_owed(twins);
	for (int world = 0; world < 2; world++)
		ready[world] = ready_in(twins, world, side);
	twins_expect_silence(twins);
	if (side == twins->owner)
		twins_owner_commands(twins, ready);
	else
		twins_command(twins, &twins->game, side, &ready[0]);
	twins_take_poll(twins);
}

/* Both write, and are looked at meanwhile. Somebody waits for news: the public, or the
 * foe if they write nothing themselves. */
static void write_and_look(struct twins *twins)
{
	const bool foe_is_still = random_one_in(&twins->random, 3);
	const int slots = random_between(&twins->random, 1, SLOTS_MAX);

	if (random_one_in(&twins->random, 2))
		twins_poll(twins, foe_is_still ? twins->foe : PN_PUBLIC);
	for (int i = 0; i < slots; i++) {
		twins_write_in_secret(twins);
		if (!foe_is_still && random_one_in(&twins->random, 2))
			foe_writes(twins);
		twins_ask_something(twins, 6);
		twins_expect_silence(twins);
	}
	if (twins->is_polling && random_one_in(&twins->random, 2))
		twins_sleep(twins);
}

/* PN-60. The cup is open to all, and tells nothing of what is written meanwhile. Callers that wait
 * for news would be woken by it. */
static void roll_cup(struct twins *twins)
{
	const pn_side side = random_one_in(&twins->cups, 2) ? twins->owner : twins->foe;
	const struct pn_command command = play_random_cup(&twins->cups);
	struct snapshot *state = twins_state(twins, 0, &twins->game);
	const bool may = pn_check(snapshot_view(state, side), side, &command).code == PN_LAWFUL;

	snapshot_release(state);
	if (!may || twins->is_polling)
		return;
	twins->figures.cups++;
	twins_write_what_is_owed(twins);
	twins_command(twins, &twins->game, side, &command);
}

/* What anybody could ask before the first is ready, and between. */
static void look_closely(struct twins *twins)
{
	if (twins->amid)
		twins->amid(twins);
	twins_ask_everything(twins, &twins->game);
	if (random_one_in(&twins->random, 4)) {
		twins_ask_everything(twins, &twins->decoy);
		twins_follow_anew(twins, twins->foe, random_one_in(&twins->random, 2));
		twins_follow_anew(twins, PN_PUBLIC, random_one_in(&twins->random, 2));
	}
	if (twins->world[0].directory[0] && !twins->is_polling)
		twins_reopen(twins);
}

/* Come to the moment when one more "ready" reveals everything. True: the worlds differ in what it
 * will reveal. `last` is the side that has yet to say it. */
static bool come_to_reveal(struct twins *twins, bool part, pn_side *last)
{
	const bool owner_last = random_one_in(&twins->random, 2);
	bool parts;

	twins->figures.phases++;
	write_and_look(twins);
	roll_cup(twins);
	twins->figures.hidden += !twins_write_the_same(twins);
	look_closely(twins);
	if (owner_last) {
		be_ready(twins, twins->foe);
		write_and_look(twins);
	}
	twins_write_what_is_owed(twins);
	parts = part && twins_differ(twins);
	/* One way to differ is to have undone it. */
	twins_write_what_is_owed(twins);
	parts = parts && !twins_write_the_same(twins);
	if (parts && twins_cards_alike(twins) == 0)
		twins_swap_last_cards(twins);
	if (!parts)
		twins_agree(twins);
	if (!owner_last) {
		be_ready(twins, twins->owner);
		write_and_look(twins);
	}
	if (random_one_in(&twins->random, 2))
		look_closely(twins);
	*last = owner_last ? twins->owner : twins->foe;
	return parts;
}

/* ---- after the worlds have parted ---- */

/* A die by its label, without its last part the roll's. */
struct die {
	uint8_t turn, phase, who, what;
	uint16_t number;
	uint8_t face;
};

/* All dice of one world. */
static size_t gather_dice(struct twins *twins, int world, struct die out[DICE_MAX])
{
	struct snapshot *state = twins_state(twins, world, &twins->game);
	size_t count = 0;

	for (uint32_t i = 0; i < state->entries; i++) {
		const struct pn_event kept = log_event(state->log, i), *event = &kept;

		if (event->kind != PN_EVENT_ROLLED)
			continue;
		for (uint8_t k = 0; k < event->rolled.count && count < DICE_MAX; k++)
			out[count++] = (struct die){event->rolled.turn,
						    event->rolled.phase,
						    event->rolled.who,
						    event->rolled.what,
						    (uint16_t)(event->rolled.first + k),
						    event->rolled.face[k]};
	}
	snapshot_release(state);
	return count;
}

/* One label, one face, whatever was written. */
static void compare_dice(struct twins *twins)
{
	static struct die die[2][DICE_MAX];
	size_t count[2];

	for (int world = 0; world < 2; world++)
		count[world] = gather_dice(twins, world, die[world]);
	for (size_t i = 0; i < count[0]; i++) {
		for (size_t k = 0; k < count[1]; k++) {
			if (memcmp(&die[0][i], &die[1][k], offsetof(struct die, face)) != 0)
				continue;
			twins->figures.dice++;
			cr_assert_eq(die[0][i].face, die[1][k].face,
				     "LEAK in the dice, seed %llu: turn %d, one world shows %d, "
				     "the other %d",
				     (unsigned long long)twins->seed, die[0][i].turn,
				     die[0][i].face, die[1][k].face);
		}
	}
}

/* A random command of a side that owes one; both worlds choose alike while they can. */
static bool play_alone(struct twins *twins, int world, struct random_source *random)
{
	struct snapshot *state = twins_state(twins, world, &twins->game);
	const struct pn_game *view = snapshot_view(state, PN_PUBLIC);
	bool going = !view->over;

	if (going) {
		const pn_side side = pn_owes(view, PN_RED) ? PN_RED : PN_BLUE;
		const struct pn_actions *actions = snapshot_actions(state, side);
		struct pn_command command =
			actions->action[random_between(random, 0, actions->count - 1)].command;

		if (!pn_is_parley(command.kind))
			twins_alone(twins, world, side, &command);
	}
	snapshot_release(state);
	return going;
}

/* An action of the side, a preset of it as often as not. Mostly it lets the moment pass, so
 * that the lines stay near each other and there is something to declare in the next turn. */
static struct pn_command pick_open(const struct pn_actions *actions, struct random_source *random,
				   bool idle)
{
	const struct pn_action *action;

	for (uint16_t i = 0; i < actions->count && idle; i++)
		if (actions->action[i].command.kind == PN_COMMAND_PASS)
			return actions->action[i].command;
	do
		action = &actions->action[random_between(random, 0, actions->count - 1)];
	while (pn_is_parley(action->command.kind) && action->command.kind != PN_COMMAND_UNDO &&
	       (idle || !random_one_in(random, 40)));
	if (action->preset_count && random_one_in(random, 2))
		return actions
			->preset[action->preset_first +
				 random_between(random, 0, action->preset_count - 1)]
			.command;
	return action->command;
}

/* A charge that is listed, which is what others react to, or a Clash. False: none is. */
static bool pick_charge(const struct pn_actions *actions, struct random_source *random,
			struct pn_command *out)
{
	uint16_t charge[PN_ACTIONS_MAX];
	uint16_t count = 0;

	for (uint16_t i = 0; i < actions->count; i++)
		if (actions->action[i].command.kind == PN_COMMAND_CHARGE ||
		    actions->action[i].command.kind == PN_COMMAND_CLASH ||
		    actions->action[i].command.kind == PN_COMMAND_DECLARE_CHARGE)
			charge[count++] = i;
	if (count > 0)
		*out = actions->action[charge[random_between(random, 0, count - 1)]].command;
	return count > 0;
}

/* A public command, the same in both worlds; with `charges` a charge or Clash if there is one. */
static void play_openly(struct twins *twins, const struct twin_game *game, bool charges)
{
	struct snapshot *state = twins_state(twins, 0, game);
	const struct pn_game *view = snapshot_view(state, PN_PUBLIC);
	const pn_side side = pn_owes(view, PN_RED) ? PN_RED : PN_BLUE;
	const bool idle = game == &twins->decoy || !random_one_in(&twins->random, 4);
	struct pn_command command = pick_open(snapshot_actions(state, side), &twins->random, idle);
	struct pn_placed placed;

	if (game == &twins->game &&
	    (charges || random_one_in(&twins->random, side == twins->foe ? 1 : 2)))
		pick_charge(snapshot_actions(state, side), &twins->random, &command);
	pn_command_keep(&command, &placed);
	snapshot_release(state);
	if (game == &twins->decoy || side != twins->owner || !twins_do_otherwise(twins, &command))
		twins_command(twins, game, side, &command);
}

/* The unit of the side's next card, or PN_NO_UNIT, and its number. */
static pn_unit_id next_card(struct twins *twins, pn_side side, uint8_t *number)
{
	struct snapshot *state = twins_state(twins, 0, &twins->game);
	const struct pn_game *view = snapshot_view(state, side);
	pn_unit_id next = PN_NO_UNIT;

	*number = 0;
	for (pn_unit_id unit = 0; unit < view->unit_count; unit++) {
		const struct pn_order card = pn_sealed(view, side, unit);

		if (card.number == 0 || (*number > 0 && card.number > *number))
			continue;
		*number = card.number;
		next = view->unit[unit].on_board ? unit : PN_NO_UNIT;
	}
	snapshot_release(state);
	return next;
}

static bool is_over(struct twins *twins)
{
	struct snapshot *state = twins_state(twins, 0, &twins->game);
	bool over = snapshot_view(state, PN_PUBLIC)->over;

	snapshot_release(state);
	return over;
}

/* Is a Clash listed for the acting regiment, or, with `charges`, a charge? */
static bool may_fight(struct twins *twins, bool charges)
{
	struct snapshot *state = twins_state(twins, 0, &twins->game);
	const struct pn_game *view = snapshot_view(state, PN_PUBLIC);
	const struct pn_actions *actions =
		snapshot_actions(state, pn_owes(view, PN_RED) ? PN_RED : PN_BLUE);
	bool may = false;

	for (uint16_t i = 0; i < actions->count; i++)
		may |= actions->action[i].command.kind == PN_COMMAND_CLASH ||
		       (charges && actions->action[i].command.kind == PN_COMMAND_CHARGE);
	snapshot_release(state);
	return may;
}

/* May they play on alike? The next card of the owner's is the same in both worlds; or it is
 * not, but what the owner fights with the card before it does not come to that: the foe
 * draws first. */
static bool goes_on_alike(struct twins *twins, uint8_t alike)
{
	uint8_t number, of_foe;

	if (is_over(twins))
		return false;
	next_card(twins, twins->owner, &number);
	return number > 0 &&
	       (number <= alike ||
		(number == alike + 1 && twins_owes(twins, twins->owner) &&
		 next_card(twins, twins->foe, &of_foe) != PN_NO_UNIT && may_fight(twins, true)));
}

/* Stacks of cards that begin alike are sealed, and the worlds stay the same until the first
 * card that differs may be drawn. */
static void draw_alike(struct twins *twins, pn_side last, uint8_t alike)
{
	be_ready(twins, last);
	for (int i = 0; i < APART_MAX && goes_on_alike(twins, alike); i++) {
		twins->figures.drawn++;
		twins->figures.clashes += may_fight(twins, false);
		play_openly(twins, &twins->game, true);
		twins_ask_something(twins, 4);
	}
}

static void part(struct twins *twins, pn_side last)
{
	const uint8_t alike = twins_cards_alike(twins);

	if (twins->is_polling)
		twins_sleep(twins);
	if (alike > 0) {
		draw_alike(twins, last, alike);
		last = PN_NO_SIDE;
	}
	for (int world = 0; world < 2; world++) {
		struct random_source random = twins->random;
		const struct pn_command ready =
			last < PN_SIDES ? ready_in(twins, world, last) : (struct pn_command){0};

		if (last < PN_SIDES)
			twins_alone(twins, world, last, &ready);
		for (int i = 0; i < APART_MAX && play_alone(twins, world, &random); i++)
			continue;
	}
	compare_dice(twins);
	twins->figures.parted++;
}

/* ---- the whole ---- */

/* Bring the decoy to its first secret phase, where it stays. */
static void ready_decoy(struct twins *twins)
{
	for (int i = 0; i < COMMANDS_MAX && !twins_is_secret(twins, &twins->decoy); i++)
		play_openly(twins, &twins->decoy, false);
	cr_assert(twins_is_secret(twins, &twins->decoy), "the decoy has no secrets");
}

void twins_play(struct twins *twins)
{
	/* Books that seal nothing in their turns have their secrets apart from those. */
	const bool seals = pn_rules_at(twins->book)->methods >> PN_METHOD_SEALED & 1;

	ready_decoy(twins);
	twins->catch_up = twins_catch_up;
	for (int i = 0; i < COMMANDS_MAX && !is_over(twins); i++) {
		pn_side last;

		if (twins->meanwhile)
			twins->meanwhile(twins);
		if (!twins_is_secret(twins, &twins->game)) {
			if (random_one_in(&twins->random, seals ? 4 : 1))
				twins_write_aside(twins);
			play_openly(twins, &twins->game, false);
			if (!is_over(twins))
				twins_ask_something(twins, 2);
		} else if (come_to_reveal(twins, random_one_in(&twins->random, 3), &last)) {
			part(twins, last);
			return;
		} else {
			be_ready(twins, last);
		}
	}
}
