/* What is written ahead and can never be lawful: it is refused when it is written, nothing that may be
 * lawful ever is, in any book, and what was stored before stays as it is. */

#include <criterion/criterion.h>
#include <string.h>

#include "codec/codec_plan.h"
#include "play.h"

enum { GAMES = 40, STEPS = 150, GUESSES = 40 };

static struct play play;
static struct plan plan;
static struct standing_orders orders;

static enum pn_refusal refusal_of(pn_side side, const struct pn_command *command, uint8_t decision)
{
	plan.count = 1;
	plan.item[0] = (struct plan_item){.command = *command, .decision = decision};
	return plan_refusal(&plan, &play.view[side], side).verdict.code;
}

/* All that the side is offered now may be planned, whenever it was written. */
static void expect_offers_taken(pn_side side)
{
	const uint8_t decision = pn_top_pending(&play.truth)->decision;

	pn_list_actions(&play.view[side], side, &play.actions);
	for (uint16_t i = 0; i < play.actions.count; i++) {
		const struct pn_command *command = &play.actions.action[i].command;

		cr_assert_eq(refusal_of(side, command, PLAN_ANY_DECISION), PN_LAWFUL);
		if (!pn_is_parley(command->kind))
			cr_assert_eq(refusal_of(side, command, decision), PN_LAWFUL);
	}
	for (uint16_t i = 0; i < play.actions.preset_count; i++)
		cr_assert_eq(refusal_of(side, &play.actions.preset[i].command, PLAN_ANY_DECISION),
			     PN_LAWFUL);
}

/* What is offered, said of other units, with the members that one of its kind is sent with. */
static const struct pn_command *guess(struct random_source *random)
{
	static struct codec_action sent;
	const int32_t count = play.truth.unit_count;
	const struct pn_actions *all = &play.actions;
	struct pn_command command = all->action[random_between(random, 0, all->count - 1)].command;
	struct text text = TEXT_EMPTY;
	struct codec_error error;

	if (command.unit != PN_NO_UNIT)
		command.unit = (pn_unit_id)random_between(random, 0, count - 1);
	if (command.target != PN_NO_UNIT)
		command.target = (pn_unit_id)random_between(random, 0, count - 1);
	for (uint8_t i = 0; command.kind == PN_COMMAND_ORDER_STACK && i < command.units.count; i++)
		command.units.of[i] = (pn_unit_id)random_between(random, 0, count - 1);
	codec_command_encode(&text, &play.truth, &command);
	cr_assert(codec_action_decode(&sent, &play.truth, text.bytes, text.size, &error), "%s: %s",
		  text.bytes, error.detail);
	text_free(&text);
	return &sent.command;
}

/* What is refused ahead the book does not allow now. How many such there were. */
static unsigned count_refused(pn_side side, struct random_source *random)
{
	unsigned count = 0;

	for (int i = 0; i < GUESSES; i++) {
		const struct pn_command *command = guess(random);

		if (refusal_of(side, command, PLAN_ANY_DECISION) == PN_LAWFUL)
			continue;
		count++;
		cr_assert_neq(pn_check(&play.view[side], side, command).code, PN_LAWFUL,
			      "%s: command %d of %u at %u", pn_rules_of(&play.truth)->id,
			      (int)command->kind, command->unit, command->target);
	}
	return count;
}

static unsigned play_on(uint8_t ruleset, uint64_t seed)
{
	struct random_source random = {seed};
	struct pn_muster muster;
	unsigned refused = 0;

	play_random_muster(&muster, ruleset, &random);
	play_begin(&play, ruleset, &muster, seed);
	for (int i = 0; i < STEPS && !play.truth.over; i++) {
		const pn_side side = play_side(&play, &random);

		expect_offers_taken(side);
		refused += count_refused(side, &random);
		const struct pn_command command = play_random_action(&play, side, &random);

		play_command(&play, side, &command);
	}
	return refused;
}

Test(plan_refused, nothing_that_any_book_allows)
{
	for (uint8_t ruleset = 0; ruleset < pn_rules_count(); ruleset++) {
		unsigned refused = 0;

		for (uint64_t seed = 1; seed <= GAMES; seed++)
			refused += play_on(ruleset, seed);
		cr_expect_gt(refused, 100u, "%s: %u", pn_rules_at(ruleset)->id, refused);
	}
}

/* ---- each by itself ---- */

enum { R1, R2, B1, B2, UNITS };

static void begin(uint8_t ruleset)
{
	struct random_source random = {1};
	struct pn_muster muster;

	do {
		play_random_muster(&muster, ruleset, &random);
	} while (muster.unit_count < UNITS);
	play_begin(&play, ruleset, &muster, 1);
}

/* The first unit of a side. */
static pn_unit_id first_of(pn_side side)
{
	pn_unit_id unit = 0;

	while (play.truth.unit[unit].side != side)
		unit++;
	return unit;
}

static void expect_refused(struct pn_command command, enum pn_refusal code, const char *wanted)
{
	char pointer[CODEC_POINTER_BYTES];

	plan.count = 2;
	plan.item[0].command = (struct pn_command){
		.kind = PN_COMMAND_PASS, .unit = PN_NO_UNIT, .target = PN_NO_UNIT};
	plan.item[0].decision = plan.item[1].decision = PLAN_ANY_DECISION;
	plan.item[1].command = command;
	cr_expect_eq(codec_plan_check(&plan, &play.view[PN_RED], PN_RED, pointer).code, code, "%s",
		     wanted);
	cr_expect_str_eq(pointer, wanted);
}

Test(plan_refused, whose_the_units_are)
{
	begin(play_book());
	const pn_unit_id own = first_of(PN_RED), foe = first_of(PN_BLUE);
	struct pn_command charge = {.kind = PN_COMMAND_CHARGE, .unit = own, .target = foe};
	struct pn_command melee = {
		.kind = PN_COMMAND_LEAVE_OPEN, .unit = foe, .target = PN_NO_UNIT};

	expect_refused(charge, PN_LAWFUL, "");
	charge.unit = foe;
	expect_refused(charge, PN_REFUSE_NOT_YOUR_UNIT, "/commands/1/do/unit");
	charge.unit = own;
	charge.target = own;
	expect_refused(charge, PN_REFUSE_NOT_AN_ENEMY, "/commands/1/do/target");
	charge.target = PN_NO_UNIT;
	expect_refused(charge, PN_LAWFUL, "");
	/* Which melee is meant, either side's unit says. */
	expect_refused(melee, PN_LAWFUL, "");
}

/* A unit that is off the table may come on, or back. */
Test(plan_refused, not_who_is_off_the_table)
{
	begin(play_book());
	const pn_unit_id own = first_of(PN_RED), foe = first_of(PN_BLUE);
	const struct pn_command charge = {.kind = PN_COMMAND_CHARGE, .unit = own, .target = foe};

	play.view[PN_RED].unit[own].on_board = play.view[PN_RED].unit[foe].on_board = false;
	expect_refused(charge, PN_LAWFUL, "");
}

Test(plan_refused, a_list_of_units_that_is_not_ones_own)
{
	begin(play_book());
	const pn_unit_id own = first_of(PN_RED), foe = first_of(PN_BLUE);
	struct pn_command stack = {.kind = PN_COMMAND_ORDER_STACK,
				   .unit = PN_NO_UNIT,
				   .target = PN_NO_UNIT,
				   .units = {.count = 2, .of = {own, foe}}};

	expect_refused(stack, PN_REFUSE_NOT_YOUR_UNIT, "/commands/1/do/units/1");
	stack.units.of[1] = own;
	expect_refused(stack, PN_LAWFUL, "");
}

/* A pass covers others in a window alone: in the decision that is named, if one is. */
Test(plan_refused, a_pass_that_covers_what_is_no_window)
{
	begin(play_book());
	const struct pn_rules *rules = pn_rules_of(&play.truth);
	struct pn_command pass = {.kind = PN_COMMAND_PASS,
				  .unit = PN_NO_UNIT,
				  .target = PN_NO_UNIT,
				  .until = PN_UNTIL_STEP};

	for (uint8_t i = 0; i < rules->decisions.count; i++)
		cr_expect_eq(refusal_of(PN_RED, &pass, i) == PN_LAWFUL,
			     rules->decisions.row[i].window);
	cr_expect_eq(refusal_of(PN_RED, &pass, PLAN_ANY_DECISION), PN_LAWFUL);
}

/* ---- orders ---- */

static void expect_vain(const char *pointer)
{
	struct codec_error error = {0};

	orders.count = 1;
	cr_expect_eq(codec_standing_orders_check(&orders, &play.view[PN_RED], &error), !pointer,
		     "%s", pointer);
	cr_expect_str_eq(error.pointer, pointer ? pointer : "");
}

Test(plan_refused, orders_that_nothing_can_come_of)
{
	begin(play_book());
	const struct pn_rules *rules = pn_rules_of(&play.truth);
	const struct standing_order any = {.answer = ORDER_PASS,
					   .decision = PLAN_ANY_DECISION,
					   .class = ORDER_ANY_CLASS,
					   .unit = PN_NO_UNIT,
					   .with = PN_NO_UNIT,
					   .reaction = PN_COMMAND_COUNT};
	struct standing_order *order = &orders.order[0];

	*order = any;
	expect_vain(NULL);
	order->unit = first_of(PN_BLUE);
	order->class = play.truth.unit[order->unit].class;
	expect_vain(NULL);
	order->class ++;
	expect_vain("/orders/0/class");
	for (uint8_t i = 0; i < rules->decisions.count; i++) {
		const struct pn_command_set *answers = &rules->decisions.row[i].commands;

		*order = any;
		order->decision = i;
		expect_vain(pn_set_has(answers, PN_COMMAND_PASS) ? NULL : "/orders/0/answer");
		order->answer = ORDER_DEFAULT;
		expect_vain(NULL);
		order->answer = ORDER_REACT;
		order->with = first_of(PN_RED);
		expect_vain(NULL);
		order->reaction = PN_COMMAND_OPPORTUNITY_CHARGE;
		expect_vain(pn_set_has(answers, PN_COMMAND_OPPORTUNITY_CHARGE)
				    ? NULL
				    : "/orders/0/reaction");
	}
}

/* ---- what is stored ---- */

/* Games and records of before have such plans: they are read as they stand. */
Test(plan_refused, what_was_written_before_is_read)
{
	static const char written[] =
		"{\"commands\":[{\"do\":{\"target\":\"r1\",\"type\":\"charge\",\"unit\":\"b1\"}}]}";
	struct codec_error error;

	begin(play_book());
	cr_expect(codec_plan_decode(&plan, &play.view[PN_RED], written, strlen(written), &error),
		  "%s", error.detail);
	cr_expect_eq(plan_refusal(&plan, &play.view[PN_RED], PN_RED).verdict.code,
		     PN_REFUSE_NOT_YOUR_UNIT);
}
