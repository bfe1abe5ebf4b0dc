/* A player foresees their own step: they play it on a copy of their view, on which the dice
 * fall well and the enemy does what costs no thought, and that is their plan. A player with
 * help hands it in and has left orders for the rest; one without gives its commands when
 * they are asked for. One who takes what the page offers first lays the moves of a step and sends
 * them together, with the end of the step behind them; all else goes as it is asked for. A visit
 * ends when the game waits for the other side. */

#include "visits.h"

#include <stdio.h>
#include <stdlib.h>

enum { STEPS_MAX = 4000, FORESIGHT_MAX = 256 };

/* ---- the match ---- */

static void ten_units_a_side(struct pn_muster *muster, uint8_t ruleset,
			     struct random_source *random)
{
	const struct pn_rules *rules = pn_rules_at(ruleset);
	const pn_len lane = 13 * PN_INCH;

	pn_muster_defaults(muster, ruleset);
	muster->width = lane * VISITS_UNITS_A_SIDE;
	muster->depth = 48 * PN_INCH;
	muster->turns = VISITS_TURNS;
	for (int i = 0; i < 2 * VISITS_UNITS_A_SIDE; i++) {
		struct pn_muster_unit *unit = &muster->unit[muster->unit_count++];
		pn_len front = random_between(random, 8, 16) * PN_INCH;

		unit->side = i < VISITS_UNITS_A_SIDE ? PN_RED : PN_BLUE;
		unit->class = (uint8_t)random_between(random, 0, rules->classes.count - 1);
		snprintf(unit->name, sizeof(unit->name), "Unit %d", i + 1);
		unit->formation = (struct pn_formation){20, 10, 2000, 2000, 0};
		unit->pose.at.x = lane / 2 + lane * (i % VISITS_UNITS_A_SIDE);
		unit->pose.at.y = unit->side == PN_RED ? front : muster->depth - front;
		unit->pose.facing = unit->side == PN_RED ? 0 : PN_TURN_HALF;
		for (uint8_t k = 0; k < rules->stats.count; k++) {
			const struct pn_stat_rule *stat = &rules->stats.row[k];

			if (stat->optional)
				continue;

			unit->stats[k] = stat->min + (stat->max - stat->min) / 100 *
							     random_between(random, 15, 40);
			if (stat->kind == PN_STAT_NUMBER)
				unit->stats[k] = (stat->min + 2 * stat->max) / 3;
		}
	}
}

/* Of a class that does not stand in ranks and files, twenty figures are of the usual one. */
static void fit_classes(struct pn_muster *muster, uint8_t ruleset)
{
	static struct pn_game probe;

	for (uint8_t i = 0; i < muster->unit_count; i++) {
		struct pn_muster_fault fault = pn_setup(&probe, ruleset, muster);

		if (fault.code == PN_MUSTER_NONE || fault.part != PN_PART_UNIT)
			return;
		muster->unit[fault.index].class = 0;
	}
}

/* ---- a player ---- */

struct person {
	struct intent intent;
	struct plan plan;
	struct standing_orders orders;
};

struct match {
	struct play play;
	struct random_source random;
	struct person person[PN_SIDES];
	enum visits_way way;
	pn_side visitor; /* who is there */
	struct visits *count;
	struct pn_game foreseen;
	struct pn_events events;
	struct pn_game before;
};

/* Low faces, which pass checks; not all the same, or ties would be rolled again for ever. */
static void fall_well(void *context, const char *label, uint32_t block, uint8_t out[PN_BLOCK_BYTES])
{
	unsigned sum = block;

	for (; *label; label++)
		sum += (unsigned char)*label;
	memset(out, (int)(sum % 4), PN_BLOCK_BYTES);
}

static void seal_nothing(void *context, const char *slot, const struct pn_orders *content,
			 uint8_t salt[PN_HASH_BYTES], uint8_t commitment[PN_HASH_BYTES])
{
	memset(salt, 0, PN_HASH_BYTES);
	memset(commitment, 0, PN_HASH_BYTES);
}

/* Something of a side's own choosing: declare half of what can be declared, move whatever
 * can move, then end the step. */
static struct pn_command choose(struct match *match, const struct pn_game *view, pn_side side)
{
	struct pn_actions *actions = &match->play.actions;
	uint8_t decision = pn_top_pending(view)->decision;
	const struct pn_action *action = NULL;

	pn_list_actions(view, side, actions);
	for (uint16_t i = 0; !action && i < actions->count; i++) {
		const struct pn_action *at = &actions->action[i];
		bool declares = at->group == PN_GROUP_DECLARE && at->preset_count;

		if (at->group == PN_GROUP_CHARGE || at->group == PN_GROUP_MOVE ||
		    (declares && random_one_in(&match->random, 2)))
			action = at;
	}
	if (!action)
		return pn_rules_of(view)->decisions.row[decision].fallback(view, side);
	if (!action->preset_count || action->group == PN_GROUP_CHARGE)
		return action->command;
	return actions
		->preset[action->preset_first +
			 random_between(&match->random, 0, action->preset_count - 1)]
		.command;
}

/* The step as its owner foresees it. */
static void foresee(struct match *match, pn_side side)
{
	const struct pn_dice_source dice = {NULL, fall_well, seal_nothing};
	struct pn_game *game = &match->foreseen;
	struct plan *plan = &match->person[side].plan;

	*game = match->play.view[side];
	*plan = (struct plan){.stop_at = PLAN_STOP_BIT(LOSS)};
	for (int i = 0; i < FORESIGHT_MAX && !game->over && plan->count < PLAN_ITEMS_MAX; i++) {
		pn_side who = pn_owes(game, side) ? side : pn_opponent(side);
		uint8_t decision = pn_top_pending(game)->decision;
		struct pn_command command =
			who == side
				? choose(match, game, side)
				: pn_rules_of(game)->decisions.row[decision].fallback(game, who);

		if (game->turn != match->play.truth.turn || game->phase != match->play.truth.phase)
			return;
		if (who == side) {
			pn_command_keep(&command, &plan->placed[plan->count]);
			plan->item[plan->count++] =
				(struct plan_item){command, decision, true, game->turn, false};
		}
		match->events.count = 0;
		pn_apply(game, who, &command, &dice, &match->events);
	}
}

/* A charge that may be made: it is asked for by itself, before any move is laid. */
static bool find_charge(struct match *match, pn_side side, struct pn_command *out)
{
	struct pn_actions *actions = &match->play.actions;

	pn_list_actions(&match->play.view[side], side, actions);
	for (uint16_t i = 0; i < actions->count; i++) {
		if (actions->action[i].group == PN_GROUP_CHARGE) {
			*out = actions->action[i].command;
			return true;
		}
	}
	return false;
}

static void put_laid(struct plan *plan, struct pn_command command, uint8_t decision)
{
	pn_command_keep(&command, &plan->placed[plan->count]);
	plan->item[plan->count++] = (struct plan_item){command, decision, false, 0, true};
}

/* The moves of the step, as the page lays and sends them: those that the other side may be asked
 * about, one for each unit; then, if nothing else can be done, the end of the step. */
static void lay(struct match *match, pn_side side)
{
	const struct pn_dice_source dice = {NULL, fall_well, seal_nothing};
	struct pn_game *game = &match->foreseen;
	struct plan *plan = &match->person[side].plan;
	const uint8_t phase = match->play.truth.phase;
	const uint8_t decision = pn_top_pending(&match->play.view[side])->decision;

	*game = match->play.view[side];
	*plan = (struct plan){.stop_at = PLAN_STOP_BIT(REACTION) | PLAN_STOP_BIT(FAILED_CHECK)};
	while (!game->over && game->phase == phase && plan->count < PLAN_ITEMS_MAX) {
		pn_side who = pn_owes(game, side) ? side : pn_opponent(side);
		bool asked = who == side && pn_top_pending(game)->decision == decision;
		struct pn_command command =
			asked ? choose(match, game, side)
			      : pn_rules_of(game)
					->decisions.row[pn_top_pending(game)->decision]
					.fallback(game, who);

		if (asked && command.kind == PN_COMMAND_PASS) {
			put_laid(plan, command, decision);
			return;
		}
		if (asked && (command.kind != PN_COMMAND_MOVE || pn_can_undo(game, command.kind)))
			return;
		if (asked)
			put_laid(plan, command, PLAN_ANY_DECISION);
		match->events.count = 0;
		pn_apply(game, who, &command, &dice, &match->events);
	}
}

/* Is it answered by nothing but who goes, or declares, first? */
static bool only_chooses(const struct pn_command_set *commands)
{
	for (enum pn_command_kind kind = 0; kind < PN_COMMAND_COUNT; kind++)
		if (pn_set_has(commands, kind) && kind != PN_COMMAND_GO_FIRST &&
		    kind != PN_COMMAND_GO_SECOND && kind != PN_COMMAND_DECLARE_FIRST &&
		    kind != PN_COMMAND_DECLARE_LAST)
			return false;
	return true;
}

/* Orders for what may come: who asks to be asked is asked. */
static void leave_orders(struct match *match, pn_side side)
{
	const struct pn_game *view = &match->play.view[side];
	const struct pn_rules *rules = pn_rules_of(view);
	struct standing_orders *orders = &match->person[side].orders;
	struct standing_order any = {.answer = ORDER_PASS,
				     .decision = PLAN_ANY_DECISION,
				     .class = ORDER_ANY_CLASS,
				     .unit = PN_NO_UNIT,
				     .with = PN_NO_UNIT,
				     .reaction = PN_COMMAND_COUNT};

	*orders = (struct standing_orders){.count = 0};
	for (int i = 0; i < 3; i++) {
		struct standing_order *order = &orders->order[orders->count++];

		*order = any;
		order->answer = i == 0 ? ORDER_ASK : ORDER_REACT;
		order->class = (uint8_t)random_between(&match->random, 0, rules->classes.count - 1);
		do
			order->with =
				(pn_unit_id)random_between(&match->random, 0, view->unit_count - 1);
		while (view->unit[order->with].side != side);
		do
			order->unit =
				(pn_unit_id)random_between(&match->random, 0, view->unit_count - 1);
		while (view->unit[order->unit].side == side);
	}
	orders->order[orders->count++] = any;
	for (any.decision = 0; any.decision < rules->decisions.count; any.decision++) {
		const struct pn_decision_rule *rule = &rules->decisions.row[any.decision];

		any.answer = ORDER_DEFAULT;
		if (rule->fallback && only_chooses(&rule->commands))
			orders->order[orders->count++] = any;
	}
	intent_set_orders(&match->person[side].intent, orders);
}

/* ---- the game ---- */

static void give(struct match *match, pn_side side, const struct pn_command *command)
{
	struct play *play = &match->play;

	play_command(play, side, command);
	match->count->commands++;
	for (pn_side each = 0; each < PN_SIDES; each++) {
		struct intent *intent = &match->person[each].intent;

		for (uint16_t i = 0; i < play->out.count; i++) {
			if (pn_event_seen(&play->out.event[i], each))
				intent_follow(intent, each, &play->out.event[i]);
		}
	}
}

/* After a command: the plans that it stops. */
static void stop_plans(struct match *match)
{
	for (pn_side side = 0; side < PN_SIDES; side++) {
		struct intent *intent = &match->person[side].intent;

		if (intent_stopped_by(intent, side, &match->before, &match->play.view[side],
				      match->play.out.event,
				      match->play.out.count) != PN_STOP_REFUSED)
			intent_stop(intent);
	}
}

/* What somebody answers without being asked. False: the game waits for a person. */
static bool go_on(struct match *match)
{
	for (pn_side side = 0; side < PN_SIDES; side++) {
		struct intent *intent = &match->person[side].intent;
		struct intent_answer answer =
			intent_next(intent, &match->play.view[side], side, &match->play.actions);

		if (answer.source == INTENT_ASKS)
			continue;
		if (answer.source == INTENT_REFUSED) {
			intent_stop(intent);
			match->count->refused++;
			return true;
		}
		if (answer.source == INTENT_PLAN)
			intent_done(intent, answer.item);
		match->before = match->play.view[side];
		give(match, side, &answer.command);
		stop_plans(match);
		match->count->automatic++;
		return true;
	}
	return false;
}

/* A window by hand: one in five is used, the others pass; a player with help lets the rest of
 * the step go by, or the unit's class; the page offers the rest of the step first. */
static struct pn_command answer_window(struct match *match, pn_side side)
{
	const struct pn_game *view = &match->play.view[side];
	const struct pn_decision_rule *rule =
		&pn_rules_of(view)->decisions.row[pn_top_pending(view)->decision];
	struct pn_command command = rule->fallback(view, side);

	if (command.kind != PN_COMMAND_PASS || random_one_in(&match->random, 5)) {
		do
			command = play_random_action(&match->play, side, &match->random);
		while (pn_is_parley(command.kind) || command.kind == PN_COMMAND_UNDO ||
		       command.kind == PN_COMMAND_PASS);
		return command;
	}
	if (match->way == VISITS_HELPED)
		command.until =
			(uint8_t)random_between(&match->random, PN_UNTIL_CLASS, PN_UNTIL_STEP);
	if (match->way == VISITS_AS_OFFERED)
		command.until = PN_UNTIL_STEP;
	return command;
}

static void visit(struct match *match, pn_side side)
{
	struct person *person = &match->person[side];
	const struct pn_game *view = &match->play.view[side];
	const struct pn_pending *top = pn_top_pending(view);
	struct pn_command command;

	if (match->visitor != side)
		match->count->visits++;
	match->visitor = side;
	person->plan.count = 0;
	if (pn_rules_of(view)->decisions.row[top->decision].window) {
		command = answer_window(match, side);
	} else if (match->way == VISITS_HELPED) {
		leave_orders(match, side);
		foresee(match, side);
	} else if (match->way == VISITS_BY_HAND || !find_charge(match, side, &command)) {
		if (match->way == VISITS_AS_OFFERED)
			lay(match, side);
		if (!person->plan.count)
			command = choose(match, view, side);
	}
	if (person->plan.count) {
		command = person->plan.item[0].command;
		intent_set_plan(&person->intent, &person->plan);
		intent_done(&person->intent, 0);
	}
	match->before = *view;
	give(match, side, &command);
	stop_plans(match);
}

/* A player who is still there when the next turn begins has come for that one, too. */
static void end_turn(struct match *match, unsigned long *begun)
{
	struct visits *count = match->count;

	if (count->visits - *begun > count->most)
		count->most = count->visits - *begun;
	*begun = count->visits;
	count->turns++;
	match->visitor = PN_NO_SIDE;
}

static void play_one(struct match *match, uint8_t ruleset, uint64_t seed)
{
	struct pn_muster muster;
	unsigned long begun = match->count->visits;
	uint8_t turn = 1;

	match->random = (struct random_source){seed};
	ten_units_a_side(&muster, ruleset, &match->random);
	fit_classes(&muster, ruleset);
	play_begin(&match->play, ruleset, &muster, seed);
	for (pn_side side = 0; side < PN_SIDES; side++)
		match->person[side].intent = intent_none();
	match->visitor = PN_NO_SIDE;
	for (int step = 0; !match->play.truth.over; step++) {
		if (step == STEPS_MAX) {
			fprintf(stderr, "visits: seed %lu does not end\n", (unsigned long)seed);
			abort();
		}
		if (turn != match->play.truth.turn)
			end_turn(match, &begun);
		turn = match->play.truth.turn;
		if (!go_on(match))
			visit(match, play_side(&match->play, &match->random));
	}
	end_turn(match, &begun);
	match->count->games++;
}

struct visits visits_count(uint8_t ruleset, enum visits_way way, int games)
{
	struct visits count = {0};
	struct match *match = calloc(1, sizeof(*match));

	if (!match)
		abort();
	match->way = way;
	match->count = &count;
	for (int game = 1; game <= games; game++)
		play_one(match, ruleset, (uint64_t)game);
	free(match);
	return count;
}

unsigned long visits_per_turn_milli(const struct visits *visits)
{
	return visits->turns ? visits->visits * 1000 / visits->turns : 0;
}
