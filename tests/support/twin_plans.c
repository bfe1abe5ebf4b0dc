#include "twin_plans.h"

#include <criterion/criterion.h>
#include <stdio.h>

#include "codec/codec.h"

enum { WRITINGS_MAX = 2, BODY_BYTES = 4096, CATCH_UP_MAX = 64, NEVER = 200 };

/* A command of the book that a plan may hold, about a unit of the owner's. */
static void write_planned(struct twins *twins, int unit, char out[64])
{
	const struct pn_command_rule *commands = pn_rules_at(twins->book)->commands;
	const bool red = twins->owner == PN_RED;

	if (commands[PN_COMMAND_RALLY].check)
		snprintf(out, 64, "\"type\":\"rally\",\"unit\":\"%s%d\"", red ? "r" : "b", unit);
	else if (commands[PN_COMMAND_CHARGE].check || commands[PN_COMMAND_DECLARE_CHARGE].check)
		snprintf(out, 64, "\"type\":\"%s\",\"unit\":\"%s%d\",\"target\":\"%s1\"",
			 commands[PN_COMMAND_CHARGE].check ? "charge" : "declare_charge",
			 red ? "r" : "b", unit, red ? "b" : "r");
	else
		cr_assert_fail("nothing that plans may hold is known of this book");
}

/* A plan for turns that do not come: what the owner's units are to do, any number of them. */
static void idle_plan(struct twins *twins, int world, char body[BODY_BYTES])
{
	static const char *const stops[] = {"", "\"reaction\"", "\"contact\",\"loss\""};
	struct random_source *own = &twins->own[world];
	const int count = random_between(own, 1, 6);
	size_t size = (size_t)snprintf(body, BODY_BYTES, "{\"commands\":[");

	for (int i = 0; i < count; i++) {
		const int turn = random_between(own, NEVER, 255);
		const int unit = random_between(own, 1, 2);
		char planned[64];

		write_planned(twins, unit, planned);
		size += (size_t)snprintf(body + size, BODY_BYTES - size,
					 "%s{\"do\":{%s},%s\"turn\":%d}", i ? "," : "", planned,
					 turn % 2 ? "\"this_step\":true," : "", turn);
	}
	snprintf(body + size, BODY_BYTES - size, "],\"stop_at\":[%s]}",
		 stops[random_between(own, 0, 2)]);
}

/* Orders that have their owner asked, behind a line that nobody crosses. */
static void idle_orders(struct twins *twins, int world, char body[BODY_BYTES])
{
	struct random_source *own = &twins->own[world];
	const int count = random_between(own, 1, 5);
	size_t size = (size_t)snprintf(body, BODY_BYTES, "{\"orders\":[");

	for (int i = 0; i < count; i++) {
		const int x = random_between(own, 500000, 600000);

		size += (size_t)snprintf(body + size, BODY_BYTES - size,
					 "%s{\"answer\":\"%s\",\"line\":[{\"x\":%d,\"y\":0},"
					 "{\"x\":%d,\"y\":%d}]}",
					 i ? "," : "", random_one_in(own, 2) ? "pass" : "ask", x,
					 x + 1, i);
	}
	snprintf(body + size, BODY_BYTES - size, "]}");
}

/* The decision of the book that is answered in advance here: a window, which is passed, or else
 * a reaction to a charge or to a roll, which is what it is by default. Or NULL. */
static const struct pn_decision_rule *answered_of(const struct pn_rules *rules)
{
	for (uint8_t i = 0; i < rules->decisions.count; i++)
		if (rules->decisions.row[i].window)
			return &rules->decisions.row[i];
	for (uint8_t i = 0; i < rules->decisions.count; i++)
		if (pn_set_has(&rules->decisions.row[i].commands, PN_COMMAND_HOLD) ||
		    pn_set_has(&rules->decisions.row[i].commands, PN_COMMAND_REROLL))
			return &rules->decisions.row[i];
	return NULL;
}

bool twins_answer_in_advance(const struct pn_rules *rules)
{
	return answered_of(rules) != NULL;
}

/* What is to be done beyond a line that nobody crosses: at which moment, too. */
static const char *never(struct twins *twins, int world)
{
	static const char *const orders[PN_SIDES][3] = {
		{"\"answer\":\"ask\"",
		 "\"answer\":\"react\",\"moment\":{\"when\":\"in_sight\"},\"with\":\"r1\"",
		 "\"answer\":\"react\",\"moment\":{\"when\":\"nearest\"},\"with\":\"r1\""},
		{"\"answer\":\"ask\"",
		 "\"answer\":\"react\",\"moment\":{\"when\":\"in_sight\"},\"with\":\"b1\"",
		 "\"answer\":\"react\",\"moment\":{\"when\":\"nearest\"},\"with\":\"b1\""},
	};

	return orders[twins->owner][random_between(&twins->own[world], 0, 2)];
}

/* Orders that answer every such decision, said in one way or another; idle ones where there is
 * none. */
static void answering_orders(struct twins *twins, int world, char body[BODY_BYTES])
{
	const struct pn_rules *rules = pn_rules_at(twins->book);
	const struct pn_decision_rule *decision = answered_of(rules);
	const char *answer = decision && decision->window ? "pass" : "default";
	size_t size;

	if (!decision) {
		idle_orders(twins, world, body);
		return;
	}
	switch (random_between(&twins->own[world], 0, 2)) {
	case 0:
		snprintf(body, BODY_BYTES,
			 "{\"orders\":[{%s,\"line\":[{\"x\":600000,\"y\":0},"
			 "{\"x\":600001,\"y\":9}]},{\"answer\":\"%s\",\"decision\":\"%s\"}]}",
			 never(twins, world), answer, decision->name);
		break;
	case 1:
		size = (size_t)snprintf(body, BODY_BYTES, "{\"orders\":[");
		for (uint8_t i = 0; i < rules->classes.count; i++)
			size += (size_t)snprintf(
				body + size, BODY_BYTES - size,
				"%s{\"answer\":\"%s\",\"decision\":\"%s\",\"class\":\"%s\"}",
				i ? "," : "", answer, decision->name, rules->classes.row[i].name);
		snprintf(body + size, BODY_BYTES - size, "]}");
		break;
	default:
		snprintf(body, BODY_BYTES, "{\"orders\":[{\"answer\":\"%s\",\"decision\":\"%s\"}]}",
			 answer, decision->name);
		break;
	}
}

/* Something that changes nothing, in the decoy: as much work as was done in the other
 * world. */
static void write_decoy(struct twins *twins, int world)
{
	char body[BODY_BYTES];

	idle_plan(twins, world, body);
	twins_write(twins, world, &twins->decoy, "/plan", body, true);
}

/* Does the owner owe something in the game now? */
static bool is_asked(struct twins *twins, int world)
{
	struct snapshot *state = twins_state(twins, world, &twins->game);
	bool asked = pn_owes(snapshot_view(state, PN_PUBLIC), twins->owner);

	snapshot_release(state);
	return asked;
}

/* Windows come often, reactions to charges seldom: orders for them are written more, and in one
 * of the worlds alone. */
static bool writes_answers(const struct twins *twins, int world, int choice)
{
	const struct pn_decision_rule *decision = answered_of(pn_rules_at(twins->book));

	if (decision && !decision->window)
		return world == (int)(twins->seed / 2 % 2);
	return choice == 2;
}

static void write_one(struct twins *twins, int world, bool may_answer)
{
	struct random_source *own = &twins->own[world];
	const int choice = random_between(own, 0, 3);
	char body[BODY_BYTES] = "{\"commands\":[]}";

	twins->figures.writings++;
	if (choice == 0)
		idle_plan(twins, world, body);
	twins_try(twins, world, choice == 0 ? &twins->game : &twins->decoy, body);
	switch (choice) {
	case 0:
		twins_write(twins, world, &twins->game, "/plan", body, true);
		break;
	case 1:
	case 2:
		if (may_answer && writes_answers(twins, world, choice))
			answering_orders(twins, world, body);
		else
			idle_orders(twins, world, body);
		twins_write(twins, world, &twins->game, "/standing-orders", body, true);
		break;
	default:
		write_decoy(twins, world);
		break;
	}
}

void twins_write_aside(struct twins *twins)
{
	const int writings = random_between(&twins->random, 0, WRITINGS_MAX);
	/* What is asked already would be answered at another time than by hand. */
	const bool may_answer = !is_asked(twins, 0);

	for (int world = 0; world < 2; world++) {
		for (int i = 0; i < writings; i++)
			write_one(twins, world, may_answer);
	}
}

/* ---- the same, done otherwise ---- */

static uint32_t public_seq(struct twins *twins, int world)
{
	struct snapshot *state = twins_state(twins, world, &twins->game);
	uint32_t seq = snapshot_tip(state, PN_PUBLIC).seq;

	snapshot_release(state);
	return seq;
}

/* What an order would have answered in that world, given by hand. False: nothing. */
static bool is_answered_by_hand(struct twins *twins, int world, struct pn_command *by_hand)
{
	struct snapshot *state = twins_state(twins, world, &twins->game);
	const struct pn_game *view = snapshot_view(state, twins->owner);
	const struct pn_rules *rules = pn_rules_of(view);
	const struct pn_decision_rule *decision = answered_of(rules);
	bool may = decision && decision == &rules->decisions.row[pn_top_pending(view)->decision];

	if (may && decision->window)
		*by_hand = (struct pn_command){
			.kind = PN_COMMAND_PASS, .unit = PN_NO_UNIT, .target = PN_NO_UNIT};
	else if (may)
		*by_hand = pn_fallback(view, twins->owner);
	may = may && pn_check(view, twins->owner, by_hand).code == PN_LAWFUL;
	snapshot_release(state);
	return may;
}

void twins_catch_up(struct twins *twins)
{
	for (int i = 0; i < CATCH_UP_MAX; i++) {
		uint32_t seq[2] = {public_seq(twins, 0), public_seq(twins, 1)};
		int behind = seq[0] < seq[1] ? 0 : 1;
		struct pn_command by_hand;

		/* More to see, and nobody to catch up: that is a leak, and found as one. */
		if (seq[0] == seq[1] || !is_asked(twins, behind) ||
		    !is_answered_by_hand(twins, behind, &by_hand))
			return;
		twins_now(twins, behind, &by_hand);
		write_decoy(twins, 1 - behind);
		twins->figures.automatic++;
		twins->figures.answered++;
	}
	cr_assert(false, "the worlds have parted, seed %llu", (unsigned long long)twins->seed);
}

void twins_plan_now(struct twins *twins, int world, const struct twin_game *game,
		    const struct pn_command *command, bool late)
{
	struct snapshot *state = twins_state(twins, world, game);
	struct text body = TEXT_EMPTY;

	text_add_string(&body, "{\"commands\":[{\"do\":");
	codec_command_encode(&body, snapshot_view(state, twins->owner), command);
	text_add_string(&body, "}]}");
	snapshot_release(state);
	twins_write(twins, world, game, "/plan", body.bytes, late);
	text_free(&body);
}

/* One world gives the command by hand, the other as a plan that is carried out at once. */
static void do_by_plan(struct twins *twins, const struct pn_command *command)
{
	const int planner = random_between(&twins->random, 0, 1);

	twins_plan_now(twins, planner, &twins->game, command, false);
	twins_now(twins, 1 - planner, command);
}

/* Both pass the window, but one of them other windows, too. */
static void pass_more(struct twins *twins, const struct pn_command *command)
{
	for (int world = 0; world < 2; world++) {
		struct pn_command pass = *command;

		pass.until = (uint8_t)random_between(&twins->own[world], PN_UNTIL_ASKED,
						     PN_UNTIL_COUNT - 1);
		twins_now(twins, world, &pass);
	}
}

static bool is_window(struct twins *twins)
{
	struct snapshot *state = twins_state(twins, 0, &twins->game);
	const struct pn_game *view = snapshot_view(state, PN_PUBLIC);
	bool window = pn_rules_of(view)->decisions.row[pn_top_pending(view)->decision].window;

	snapshot_release(state);
	return window;
}

bool twins_do_otherwise(struct twins *twins, const struct pn_command *command)
{
	if (pn_is_parley(command->kind) || random_one_in(&twins->random, 3))
		return false;
	twins_next_moment(twins);
	if (command->kind == PN_COMMAND_PASS && is_window(twins))
		pass_more(twins, command);
	else
		do_by_plan(twins, command);
	twins->figures.automatic++;
	twins_catch_up(twins);
	twins_follow(twins);
	return true;
}
