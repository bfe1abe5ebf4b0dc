#include "twin_play.h"

#include <criterion/criterion.h>
#include <stdio.h>

#include "deploy.h"
#include "game/room.h"
#include "twin_plans.h"
#include "twin_probe.h"

enum {
	COMMANDS_MAX = 300,
	SLOTS_MAX = 3,    /* times in a phase at which somebody looks */
	WRITINGS_MAX = 4, /* what the owner writes between two of them */
	APART_MAX = 40,   /* commands after the worlds have parted */
	DICE_MAX = 4096,
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
	const struct pn_frame *top = view->over ? NULL : pn_top_frame(view);

	return top && top->owes &&
	       (pn_method_now(view) == PN_METHOD_SEALED || is_deployed_in_secret(view)) &&
	       pn_rules_of(view)->decisions.row[top->decision].commands >> PN_COMMAND_READY & 1;
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

/* A side's private commands in this state, offers and presets alike. */
static size_t private_choices(struct snapshot *state, pn_side side,
			      struct pn_command out[CHOICES_MAX])
{
	const struct pn_game *view = snapshot_view(state, side);
	const struct pn_offers *offers = snapshot_offers(state, side);
	size_t count = 0;

	for (uint16_t i = 0; i < offers->count; i++) {
		const struct pn_offer *offer = &offers->offer[i];

		if (!is_private(view, side, &offer->command))
			continue;
		if (!offer->preset_count && count < CHOICES_MAX)
			out[count++] = offer->command;
		for (uint16_t k = 0; k < offer->preset_count && count < CHOICES_MAX; k++)
			out[count++] = offers->preset[offer->preset_first + k].command;
	}
	return count;
}

static bool pick_private(struct snapshot *state, pn_side side, struct random_source *random,
			 struct pn_command *out)
{
	static struct pn_command choice[CHOICES_MAX];
	size_t count = private_choices(state, side, choice);

	if (count)
		*out = choice[random_between(random, 0, (int32_t)count - 1)];
	return count > 0;
}

static bool is_secret_now(struct twins *twins, const struct twin_game *game)
{
	struct snapshot *state = twins_state(twins, 0, game);
	bool secret = is_secret(snapshot_view(state, PN_PUBLIC));

	snapshot_release(state);
	return secret;
}

static bool owes_now(struct twins *twins, pn_side side)
{
	struct snapshot *state = twins_state(twins, 0, &twins->game);
	bool owes = pn_owes(snapshot_view(state, PN_PUBLIC), side);

	snapshot_release(state);
	return owes;
}

/* ---- writing ---- */

/* The owner writes something private in one world: in the game, or, for want of a choice
 * there, in the decoy. */
static void write_one(struct twins *twins, int world, const struct twin_game *game)
{
	struct snapshot *state = twins_state(twins, world, game);
	struct pn_command command;
	bool found = pick_private(state, twins->owner, &twins->own[world], &command);

	snapshot_release(state);
	if (found) {
		twins_secret(twins, world, game, &command, false);
	} else {
		cr_assert_neq(game, &twins->decoy, "the decoy takes no drafts");
		write_one(twins, world, &twins->decoy);
	}
}

/* The owner is refused something. */
static void be_refused(struct twins *twins, int world, const struct twin_game *game)
{
	struct snapshot *state = twins_state(twins, world, game);
	const struct pn_game *view = snapshot_view(state, twins->owner);
	struct pn_command command = {.kind = PN_COMMAND_WITHDRAW_CHARGE};

	do
		command.unit =
			(pn_unit_id)random_between(&twins->own[world], 0, view->unit_count - 1);
	while (pn_check(view, twins->owner, &command).code == PN_LAWFUL);
	snapshot_release(state);
	twins_secret(twins, world, game, &command, true);
}

/* Each world writes as it likes, and as much; what it does not write in the game it
 * writes in the decoy. */
static void write_in_secret(struct twins *twins)
{
	const int writings = random_between(&twins->random, 0, WRITINGS_MAX);
	const int refusals = random_between(&twins->random, 0, 1);

	twins_write_aside(twins);
	for (int world = 0; world < 2; world++) {
		struct random_source *own = &twins->own[world];
		const bool here = owes_now(twins, twins->owner);

		for (int i = 0; i < writings; i++)
			write_one(twins, world,
				  here && !random_one_in(own, 3) ? &twins->game : &twins->decoy);
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
		out[unit].order = view->secret[twins->owner].draft[unit];
		if (view->unit[unit].side == twins->owner && is_deployed_in_secret(view))
			out[unit].placed = pn_is_deployed(view, unit, &out[unit].place);
	}
	snapshot_release(state);
}

static bool is_same(const struct writing *a, const struct writing *b)
{
	return a->order.verb == b->order.verb &&
	       (a->order.verb == PN_VERB_NONE || a->order.target == b->order.target) &&
	       a->placed == b->placed &&
	       (!a->placed || memcmp(&a->place.at, &b->place.at, sizeof(a->place.at)) == 0) &&
	       (!a->placed || a->place.facing == b->place.facing);
}

static bool writes_the_same(struct twins *twins)
{
	static struct writing writing[2][PN_UNITS_MAX];
	bool same = true;

	for (int world = 0; world < 2; world++)
		read_writings(twins, world, writing[world]);
	for (int unit = 0; unit < PN_UNITS_MAX; unit++)
		same = same && is_same(&writing[0][unit], &writing[1][unit]);
	return same;
}

/* The second world's owner writes; the first's is as busy in the decoy. */
static void write_in_second(struct twins *twins, struct pn_command command)
{
	twins_secret(twins, 1, &twins->game, &command, false);
	write_one(twins, 0, &twins->decoy);
}

/* The second world's owner comes to write what the first's has written, by other ways:
 * first all that is otherwise is withdrawn, since one place may be in another's way. */
static void agree(struct twins *twins)
{
	static struct writing writing[2][PN_UNITS_MAX];
	const struct writing *wanted = writing[0], *has = writing[1];

	for (int world = 0; world < 2; world++)
		read_writings(twins, world, writing[world]);
	for (pn_unit_id unit = 0; unit < PN_UNITS_MAX; unit++) {
		struct pn_command command = {.unit = unit, .target = PN_NO_UNIT};

		if (is_same(&has[unit], &wanted[unit]))
			continue;
		command.kind = has[unit].placed ? PN_COMMAND_TAKE_BACK : PN_COMMAND_WITHDRAW_CHARGE;
		if (has[unit].placed || has[unit].order.verb != PN_VERB_NONE)
			write_in_second(twins, command);
	}
	for (pn_unit_id unit = 0; unit < PN_UNITS_MAX; unit++) {
		struct pn_command command = {.unit = unit, .target = wanted[unit].order.target};

		if (is_same(&has[unit], &wanted[unit]))
			continue;
		command.kind = PN_COMMAND_DECLARE_CHARGE;
		if (wanted[unit].placed)
			command = (struct pn_command){.kind = PN_COMMAND_DEPLOY,
						      .unit = unit,
						      .target = PN_NO_UNIT,
						      .to = wanted[unit].place};
		if (wanted[unit].placed || wanted[unit].order.verb != PN_VERB_NONE)
			write_in_second(twins, command);
	}
	cr_assert(writes_the_same(twins));
}

/* See to it that the worlds differ. False when there is nothing to differ in. */
static bool differ(struct twins *twins)
{
	for (int i = 0; i < 8 && writes_the_same(twins); i++)
		write_in_secret(twins);
	return !writes_the_same(twins);
}

/* ---- a secret phase ---- */

static void foe_writes(struct twins *twins)
{
	struct snapshot *state = twins_state(twins, 0, &twins->game);
	struct pn_command command;
	bool found = pn_owes(snapshot_view(state, PN_PUBLIC), twins->foe) &&
		     pick_private(state, twins->foe, &twins->random, &command);

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
	const struct pn_command ready[2] = {ready_in(twins, 0, side), ready_in(twins, 1, side)};

	if (!owes_now(twins, side))
		return;
	twins_expect_silence(twins);
	if (side == twins->owner)
		twins_owner_commands(twins, ready);
	else
		twins_command(twins, &twins->game, side, &ready[0]);
	twins_take_poll(twins);
}

/* Both write, and are looked at meanwhile. Somebody waits for news: the public, or the
 * foe if he writes nothing himself. */
static void write_and_look(struct twins *twins)
{
	const bool foe_is_still = random_one_in(&twins->random, 3);
	const int slots = random_between(&twins->random, 1, SLOTS_MAX);

	if (random_one_in(&twins->random, 2))
		twins_poll(twins, foe_is_still ? twins->foe : PN_PUBLIC);
	for (int i = 0; i < slots; i++) {
		write_in_secret(twins);
		if (!foe_is_still && random_one_in(&twins->random, 2))
			foe_writes(twins);
		twins_ask_something(twins, 6);
		twins_expect_silence(twins);
	}
	if (twins->is_polling && random_one_in(&twins->random, 2))
		twins_sleep(twins);
}

/* What anybody could ask before the first is ready, and between. */
static void look_closely(struct twins *twins)
{
	twins_ask_everything(twins, &twins->game);
	if (random_one_in(&twins->random, 4)) {
		twins_ask_everything(twins, &twins->decoy);
		twins_follow_anew(twins, twins->foe, random_one_in(&twins->random, 2));
		twins_follow_anew(twins, PN_PUBLIC, random_one_in(&twins->random, 2));
	}
	if (twins->world[0].directory[0] && !twins->is_polling)
		twins_reopen(twins);
}

/* Come to the moment when one more "ready" reveals everything. True: the worlds differ in
 * what it will reveal. `last` is who has yet to say it. */
static bool come_to_reveal(struct twins *twins, bool part, pn_side *last)
{
	const bool owner_last = random_one_in(&twins->random, 2);
	bool parts;

	twins->figures.phases++;
	write_and_look(twins);
	twins->figures.hidden += !writes_the_same(twins);
	look_closely(twins);
	if (owner_last) {
		be_ready(twins, twins->foe);
		write_and_look(twins);
	}
	parts = part && differ(twins);
	if (!parts)
		agree(twins);
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
	uint8_t turn, phase, who, what, number, face;
};

/* All dice of one world. */
static size_t gather_dice(struct twins *twins, int world, struct die out[DICE_MAX])
{
	struct snapshot *state = twins_state(twins, world, &twins->game);
	size_t count = 0;

	for (uint32_t i = 0; i < state->entries; i++) {
		const struct pn_event *event = &log_entry(state->log, i)->event;

		if (event->kind != PN_EVENT_ROLLED)
			continue;
		for (uint8_t k = 0; k < event->rolled.count && count < DICE_MAX; k++)
			out[count++] = (struct die){event->rolled.turn,
						    event->rolled.phase,
						    event->rolled.who,
						    event->rolled.what,
						    (uint8_t)(event->rolled.first + k),
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

/* A random command of whoever owes one; both worlds choose alike while they can. */
static bool play_alone(struct twins *twins, int world, struct random_source *random)
{
	struct snapshot *state = twins_state(twins, world, &twins->game);
	const struct pn_game *view = snapshot_view(state, PN_PUBLIC);
	bool going = !view->over;

	if (going) {
		const pn_side side = pn_owes(view, PN_RED) ? PN_RED : PN_BLUE;
		const struct pn_offers *offers = snapshot_offers(state, side);
		struct pn_command command =
			offers->offer[random_between(random, 0, offers->count - 1)].command;

		if (!pn_is_of_the_table(command.kind))
			twins_alone(twins, world, side, &command);
	}
	snapshot_release(state);
	return going;
}

static void part(struct twins *twins, pn_side last)
{
	if (twins->is_polling)
		twins_sleep(twins);
	for (int world = 0; world < 2; world++) {
		struct random_source random = twins->random;
		const struct pn_command ready = ready_in(twins, world, last);

		twins_alone(twins, world, last, &ready);
		for (int i = 0; i < APART_MAX && play_alone(twins, world, &random); i++)
			continue;
	}
	compare_dice(twins);
	twins->figures.parted++;
}

/* ---- the whole ---- */

/* An offer of the side, a preset of it as often as not. Mostly it lets the moment pass, so
 * that the lines stay near each other and there is something to declare in the next turn. */
static struct pn_command pick_open(const struct pn_offers *offers, struct random_source *random,
				   bool idle)
{
	const struct pn_offer *offer;

	for (uint16_t i = 0; i < offers->count && idle; i++)
		if (offers->offer[i].command.kind == PN_COMMAND_PASS)
			return offers->offer[i].command;
	do
		offer = &offers->offer[random_between(random, 0, offers->count - 1)];
	while (pn_is_of_the_table(offer->command.kind) && offer->command.kind != PN_COMMAND_UNDO &&
	       (idle || !random_one_in(random, 40)));
	if (offer->preset_count && random_one_in(random, 2))
		return offers
			->preset[offer->preset_first +
				 random_between(random, 0, offer->preset_count - 1)]
			.command;
	return offer->command;
}

/* A public command, the same in both worlds. */
static void play_openly(struct twins *twins, const struct twin_game *game)
{
	struct snapshot *state = twins_state(twins, 0, game);
	const struct pn_game *view = snapshot_view(state, PN_PUBLIC);
	const pn_side side = pn_owes(view, PN_RED) ? PN_RED : PN_BLUE;
	const bool idle = game == &twins->decoy || !random_one_in(&twins->random, 4);
	const struct pn_command command =
		pick_open(snapshot_offers(state, side), &twins->random, idle);

	snapshot_release(state);
	if (game == &twins->decoy || side != twins->owner || !twins_do_otherwise(twins, &command))
		twins_command(twins, game, side, &command);
}

static bool is_over(struct twins *twins)
{
	struct snapshot *state = twins_state(twins, 0, &twins->game);
	bool over = snapshot_view(state, PN_PUBLIC)->over;

	snapshot_release(state);
	return over;
}

/* Bring the decoy to its first secret phase, where it stays. */
static void ready_decoy(struct twins *twins)
{
	for (int i = 0; i < COMMANDS_MAX && !is_secret_now(twins, &twins->decoy); i++)
		play_openly(twins, &twins->decoy);
	cr_assert(is_secret_now(twins, &twins->decoy), "the decoy has no secrets");
}

void twins_play(struct twins *twins)
{
	ready_decoy(twins);
	twins->catch_up = twins_catch_up;
	for (int i = 0; i < COMMANDS_MAX && !is_over(twins); i++) {
		pn_side last;

		if (!is_secret_now(twins, &twins->game)) {
			if (random_one_in(&twins->random, 4))
				twins_write_aside(twins);
			play_openly(twins, &twins->game);
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
