/* What a side does without being asked: plans in their order, passes that cover several
 * windows, standing orders, and what stops each. */

#include <criterion/criterion.h>

#include "model/plan.h"
#include "play.h"

enum { R1, R2, B1, B2, UNITS };

static struct play play;
static struct pn_actions room;
static struct plan plan;
static struct standing_orders orders;
static struct intent intent[PN_SIDES];

/* Two units a side, 24 inches apart, all of which see each other. Turn 1, where nothing
 * is declared: the winner of the initiative is asked first. */
static void begin(void)
{
	struct pn_muster muster;

	pn_muster_defaults(&muster, play_book());
	muster.width = 60 * PN_INCH;
	muster.depth = 48 * PN_INCH;
	muster.turns = 2;
	for (int i = 0; i < UNITS; i++) {
		struct pn_muster_unit *unit = &muster.unit[muster.unit_count++];

		unit->side = i < B1 ? PN_RED : PN_BLUE;
		unit->class = (uint8_t)(i % 2);
		unit->name[0] = (char)('A' + i);
		unit->formation = (struct pn_formation){12, 6, 2000, 2000, 0};
		unit->pose.at.x = (20 + 20 * (i % 2)) * PN_INCH;
		unit->pose.at.y = (unit->side == PN_RED ? 12 : 36) * PN_INCH;
		unit->pose.facing = unit->side == PN_RED ? 0 : PN_TURN_HALF;
		unit->stats[0] = 12 * PN_INCH;
		unit->stats[1] = 20;
	}
	play_begin(&play, play_book(), &muster, 1);
	intent[PN_RED] = intent[PN_BLUE] = intent_none();
	plan = (struct plan){.count = 0};
	orders = (struct standing_orders){.count = 0};
}

static struct pn_command command(enum pn_command_kind kind, pn_unit_id unit)
{
	struct pn_command made = {.kind = kind, .unit = unit, .target = PN_NO_UNIT};

	if (kind == PN_COMMAND_MOVE) {
		made.path.count = 1;
		made.path.leg[0].heading = play.truth.unit[unit].pose.facing;
		made.path.leg[0].length = 2 * PN_INCH;
	}
	return made;
}

/* Give a command and let both sides take it in. */
static void give(pn_side side, struct pn_command given)
{
	cr_assert_eq((int)pn_check(&play.view[side], side, &given).code, PN_LAWFUL);
	play_command(&play, side, &given);
	for (pn_side each = 0; each < PN_SIDES; each++)
		for (uint16_t i = 0; i < play.out.count; i++)
			if (pn_event_seen(&play.out.event[i], each))
				intent_follow(&intent[each], each, &play.out.event[i]);
}

static struct intent_answer next(pn_side side)
{
	return intent_next(&intent[side], &play.view[side], side, &room);
}

static void add(enum pn_command_kind kind, pn_unit_id unit, bool if_asked)
{
	plan.item[plan.count++] =
		(struct plan_item){command(kind, unit), PLAN_ANY_DECISION, if_asked, 0, false};
}

static struct standing_order *order(enum order_answer answer)
{
	struct standing_order *at = &orders.order[orders.count++];

	*at = (struct standing_order){.answer = (uint8_t)answer,
				      .decision = PLAN_ANY_DECISION,
				      .class = ORDER_ANY_CLASS,
				      .unit = PN_NO_UNIT,
				      .with = PN_NO_UNIT,
				      .reaction = PN_COMMAND_COUNT};
	return at;
}

/* The side that won the initiative lets `mover` go first. */
static void let_go(pn_side mover)
{
	pn_side winner = pn_owes(&play.truth, PN_RED) ? PN_RED : PN_BLUE;

	give(winner,
	     command(winner == mover ? PN_COMMAND_GO_FIRST : PN_COMMAND_GO_SECOND, PN_NO_UNIT));
	cr_assert(pn_owes(&play.truth, mover));
}

/* ---- plans ---- */

Test(plan, goes_in_its_order)
{
	begin();
	add(PN_COMMAND_MOVE, R2, false);
	add(PN_COMMAND_PASS, PN_NO_UNIT, false);
	intent_set_plan(&intent[PN_RED], &plan);
	cr_expect_eq((int)next(PN_RED).source, INTENT_ASKS, "its decision has not come");
	let_go(PN_RED);
	for (uint8_t i = 0; i < 2; i++) {
		struct intent_answer answer = next(PN_RED);

		cr_assert_eq((int)answer.source, INTENT_PLAN);
		cr_expect_eq(answer.item, i);
		intent_done(&intent[PN_RED], answer.item);
		give(PN_RED, answer.command);
		while (pn_owes(&play.truth, PN_BLUE) && play.truth.active == PN_RED)
			give(PN_BLUE, command(PN_COMMAND_PASS, PN_NO_UNIT));
	}
	cr_expect_null(intent[PN_RED].plan, "it is done");
	cr_expect_eq(play.truth.active, PN_BLUE);
}

Test(plan, waits_for_the_decision_that_it_names)
{
	begin();
	add(PN_COMMAND_PASS, PN_NO_UNIT, false);
	plan.item[0].decision = 3; /* movement */
	intent_set_plan(&intent[PN_BLUE], &plan);
	let_go(PN_RED);
	give(PN_RED, command(PN_COMMAND_MOVE, R1));
	cr_assert(pn_owes(&play.truth, PN_BLUE));
	cr_expect_eq((int)next(PN_BLUE).source, INTENT_ASKS, "a window is no step");
	plan.item[0].decision = PLAN_ANY_DECISION;
	cr_expect_eq((int)next(PN_BLUE).source, INTENT_PLAN, "any pass is one");
}

Test(plan, passes_over_what_is_not_asked)
{
	begin();
	add(PN_COMMAND_GO_SECOND, PN_NO_UNIT, false);
	add(PN_COMMAND_MOVE, R1, false);
	let_go(PN_RED);
	intent_set_plan(&intent[PN_RED], &plan);
	cr_expect_eq((int)next(PN_RED).source, INTENT_ASKS, "it has to come first");
	plan.item[0].if_asked = true;
	cr_expect_eq((int)next(PN_RED).source, INTENT_PLAN);
	cr_expect_eq(next(PN_RED).item, 1);
}

Test(plan, is_for_the_turn_that_it_names)
{
	begin();
	let_go(PN_RED);
	add(PN_COMMAND_MOVE, R1, false);
	add(PN_COMMAND_MOVE, R2, false);
	plan.item[0].turn = 1;
	intent_set_plan(&intent[PN_RED], &plan);
	cr_expect_eq(next(PN_RED).item, 0);
	cr_expect_eq((int)next(PN_RED).source, INTENT_PLAN);
	play.view[PN_RED].turn = 2;
	cr_expect_eq((int)next(PN_RED).source, INTENT_PLAN);
	cr_expect_eq(next(PN_RED).item, 1, "its turn is past");
	plan.item[0].turn = 3;
	cr_expect_eq((int)next(PN_RED).source, INTENT_ASKS, "its turn has not come");
}

Test(plan, is_for_the_step_in_which_it_was_set)
{
	static struct pn_game asked;

	begin();
	let_go(PN_RED);
	add(PN_COMMAND_PASS, PN_NO_UNIT, false);
	add(PN_COMMAND_MOVE, R1, false);
	plan.item[0].this_step = true;
	intent_set_plan(&intent[PN_RED], &plan);
	give(PN_RED, command(PN_COMMAND_MOVE, R2));
	while (!pn_owes(&play.truth, PN_RED))
		give(PN_BLUE, command(PN_COMMAND_PASS, PN_NO_UNIT));
	cr_expect_eq((int)next(PN_RED).source, INTENT_PLAN);
	cr_expect_eq(next(PN_RED).item, 0, "a move ends no step");
	asked = play.view[PN_RED];
	give(PN_RED, command(PN_COMMAND_PASS, PN_NO_UNIT));
	play.view[PN_RED] = asked;
	cr_expect_eq((int)next(PN_RED).source, INTENT_PLAN);
	cr_expect_eq(next(PN_RED).item, 1, "the first is passed over in another step");
	intent_set_plan(&intent[PN_RED], &plan);
	cr_expect_eq(next(PN_RED).item, 0, "a plan that is set in that step is for it");
}

Test(plan, ends_with_its_step_when_nothing_else_is_left)
{
	begin();
	let_go(PN_RED);
	add(PN_COMMAND_MOVE, R1, false);
	add(PN_COMMAND_PASS, PN_NO_UNIT, false);
	plan.item[1].this_step = true;
	intent_set_plan(&intent[PN_RED], &plan);
	give(PN_RED, command(PN_COMMAND_PASS, PN_NO_UNIT));
	cr_expect_not_null(intent[PN_RED].plan, "the move is for any step");
	begin();
	let_go(PN_RED);
	add(PN_COMMAND_MOVE, R1, false);
	add(PN_COMMAND_PASS, PN_NO_UNIT, false);
	plan.item[1].this_step = true;
	intent_set_plan(&intent[PN_RED], &plan);
	intent_done(&intent[PN_RED], 0);
	give(PN_RED, command(PN_COMMAND_PASS, PN_NO_UNIT));
	cr_expect_null(intent[PN_RED].plan);
}

Test(plan, stops_at_a_refusal)
{
	begin();
	let_go(PN_RED);
	add(PN_COMMAND_RALLY, R1, false);
	add(PN_COMMAND_MOVE, R1, false);
	intent_set_plan(&intent[PN_RED], &plan);
	cr_expect_eq((int)next(PN_RED).source, INTENT_REFUSED);
	cr_expect_neq((int)next(PN_RED).verdict.code, PN_LAWFUL);
	cr_expect(next(PN_RED).verdict.clause.text[0]);
}

Test(plan, is_held_after_an_undo)
{
	begin();
	let_go(PN_RED);
	add(PN_COMMAND_MOVE, R1, false);
	intent_set_plan(&intent[PN_RED], &plan);
	order(ORDER_DEFAULT)->decision = 3;
	intent_set_orders(&intent[PN_RED], &orders);
	intent_acted(&intent[PN_RED], PN_COMMAND_UNDO);
	cr_expect_eq((int)next(PN_RED).source, INTENT_ASKS);
	intent_acted(&intent[PN_RED], PN_COMMAND_MOVE);
	cr_expect_eq((int)next(PN_RED).source, INTENT_PLAN);
	intent_acted(&intent[PN_RED], PN_COMMAND_UNDO);
	intent_set_plan(&intent[PN_RED], NULL);
	cr_expect_eq((int)next(PN_RED).source, INTENT_ORDER);
}

static enum pn_plan_stop stopped_by(struct pn_event event, unsigned stop_at)
{
	static struct pn_game after;

	begin();
	after = play.truth;
	if (event.kind == PN_EVENT_REMOVED)
		after.unit[event.removed.unit].on_board = false;
	add(PN_COMMAND_MOVE, R1, false);
	plan.stop_at = (uint8_t)stop_at;
	intent_set_plan(&intent[PN_RED], &plan);
	if (!event.audience)
		event.audience = PN_SEEN_BY_ALL;
	return intent_stopped_by(&intent[PN_RED], PN_RED, &play.truth, &after, &event, 1);
}

Test(plan, stops_at_what_its_owner_named)
{
	const struct pn_event reacts = {.kind = PN_EVENT_REACTION_DECLARED,
					.reaction_declared = {B1, R1, 0}};
	const struct pn_event own = {.kind = PN_EVENT_REACTION_DECLARED,
				     .reaction_declared = {R1, B1, 0}};
	const struct pn_event fails = {.kind = PN_EVENT_ROLLED,
				       .rolled = {.who = R1, .result = PN_ROLL_FAILED}};
	const struct pn_event passes = {.kind = PN_EVENT_ROLLED,
					.rolled = {.who = R1, .result = PN_ROLL_PASSED}};
	const struct pn_event enemy_fails = {.kind = PN_EVENT_ROLLED,
					     .rolled = {.who = B1, .result = PN_ROLL_FAILED}};
	const struct pn_event meets = {.kind = PN_EVENT_CONTACT, .contact = {R1, B1, 0, true}};
	const struct pn_event gone = {.kind = PN_EVENT_REMOVED, .removed = {R2}};
	const struct pn_event enemy_gone = {.kind = PN_EVENT_REMOVED, .removed = {B1}};
	const struct pn_event unseen = {.kind = PN_EVENT_CONTACT, .audience = PN_SEEN_BY_BLUE};

	cr_expect_eq((int)stopped_by(reacts, PLAN_STOPS_MAY), PN_STOP_REACTION);
	cr_expect_eq((int)stopped_by(reacts, PLAN_STOPS_MAY & ~PLAN_STOP_BIT(REACTION)),
		     PN_STOP_REFUSED);
	cr_expect_eq((int)stopped_by(own, PLAN_STOPS_MAY), PN_STOP_REFUSED);
	cr_expect_eq((int)stopped_by(fails, PLAN_STOP_BIT(FAILED_CHECK)), PN_STOP_FAILED_CHECK);
	cr_expect_eq((int)stopped_by(fails, 0), PN_STOP_REFUSED);
	cr_expect_eq((int)stopped_by(passes, PLAN_STOPS_MAY), PN_STOP_REFUSED);
	cr_expect_eq((int)stopped_by(enemy_fails, PLAN_STOPS_MAY), PN_STOP_REFUSED);
	cr_expect_eq((int)stopped_by(meets, PLAN_STOP_BIT(CONTACT)), PN_STOP_CONTACT);
	cr_expect_eq((int)stopped_by(meets, PLAN_STOP_BIT(LOSS)), PN_STOP_REFUSED);
	cr_expect_eq((int)stopped_by(unseen, PLAN_STOPS_MAY), PN_STOP_REFUSED);
	cr_expect_eq((int)stopped_by(gone, PLAN_STOP_BIT(LOSS)), PN_STOP_LOSS);
	cr_expect_eq((int)stopped_by(gone, PLAN_STOP_BIT(CONTACT)), PN_STOP_REFUSED);
	cr_expect_eq((int)stopped_by(enemy_gone, PLAN_STOPS_MAY), PN_STOP_REFUSED);
}

Test(plan, is_for_commands_of_the_book_and_units_of_the_game)
{
	uint8_t item;

	begin();
	add(PN_COMMAND_MOVE, R1, false);
	cr_expect_null(plan_fault(&plan, &play.truth, &item));
	plan.item[0].command.target = UNITS;
	cr_expect_not_null(plan_fault(&plan, &play.truth, &item));
	cr_expect_eq(item, 0);
	plan.item[0].command.target = PN_NO_UNIT;
	add(PN_COMMAND_UNDO, PN_NO_UNIT, false);
	cr_expect_not_null(plan_fault(&plan, &play.truth, &item));
	cr_expect_eq(item, 1);
	plan.item[1] = (struct plan_item){command(PN_COMMAND_MOVE, R1), 0, false, 0, false};
	cr_expect_not_null(plan_fault(&plan, &play.truth, &item), "no such answer");
}

/* ---- passes of several windows ---- */

/* Red moves R1 with two legs, blue passes its first window. */
static void pass_first_window(enum pn_until until)
{
	struct pn_command pass = command(PN_COMMAND_PASS, PN_NO_UNIT);
	struct pn_command move;

	begin();
	let_go(PN_RED);
	move = command(PN_COMMAND_MOVE, R1);
	move.path.leg[1] = move.path.leg[0];
	move.path.count = 2;
	give(PN_RED, move);
	pass.until = (uint8_t)until;
	give(PN_BLUE, pass);
	cr_assert(pn_owes(&play.truth, PN_BLUE), "a window a leg");
}

/* The rest of R1's windows is passed by hand; then R2 moves. */
static void move_the_other(void)
{
	while (pn_owes(&play.truth, PN_BLUE))
		give(PN_BLUE, command(PN_COMMAND_PASS, PN_NO_UNIT));
	give(PN_RED, command(PN_COMMAND_MOVE, R2));
	cr_assert(pn_owes(&play.truth, PN_BLUE));
}

Test(plan, a_pass_covers_what_it_says)
{
	pass_first_window(PN_UNTIL_ASKED);
	cr_expect_eq((int)next(PN_BLUE).source, INTENT_ASKS);

	pass_first_window(PN_UNTIL_UNIT_DOES_MORE);
	cr_expect_eq((int)next(PN_BLUE).source, INTENT_PASS);
	cr_expect_eq((int)next(PN_BLUE).command.until, PN_UNTIL_ASKED);
	cr_expect_eq((int)next(PN_RED).source, INTENT_ASKS, "it is blue's secret");
	move_the_other();
	cr_expect_eq((int)next(PN_BLUE).source, INTENT_ASKS, "another unit");

	pass_first_window(PN_UNTIL_CLASS);
	cr_expect_eq((int)next(PN_BLUE).source, INTENT_PASS);
	move_the_other();
	cr_expect_eq((int)next(PN_BLUE).source, INTENT_ASKS, "another class");
	play.view[PN_BLUE].unit[R2].class = play.view[PN_BLUE].unit[R1].class;
	cr_expect_eq((int)next(PN_BLUE).source, INTENT_PASS, "the same class");

	pass_first_window(PN_UNTIL_STEP);
	cr_expect_eq((int)next(PN_BLUE).source, INTENT_PASS);
	move_the_other();
	cr_expect_eq((int)next(PN_BLUE).source, INTENT_PASS);
}

Test(plan, a_pass_ends)
{
	struct pn_event more = {.kind = PN_EVENT_MOVE_ANNOUNCED, .move_announced = {.unit = R1}};
	struct pn_event charge = {.kind = PN_EVENT_CHARGE_BEGAN,
				  .charge_began = {.unit = R1, .target = B1}};
	struct pn_event step = {.kind = PN_EVENT_PHASE_ENTERED};
	struct pn_event undone = {.kind = PN_EVENT_UNDONE};

	pass_first_window(PN_UNTIL_UNIT_DOES_MORE);
	more.move_announced.unit = R2;
	intent_follow(&intent[PN_BLUE], PN_BLUE, &more);
	cr_expect_eq((int)next(PN_BLUE).source, INTENT_PASS);
	more.move_announced.unit = R1;
	intent_follow(&intent[PN_BLUE], PN_BLUE, &more);
	cr_expect_eq((int)next(PN_BLUE).source, INTENT_ASKS);
	pass_first_window(PN_UNTIL_UNIT_DOES_MORE);
	intent_follow(&intent[PN_BLUE], PN_BLUE, &charge);
	cr_expect_eq((int)next(PN_BLUE).source, INTENT_ASKS);

	pass_first_window(PN_UNTIL_STEP);
	intent_follow(&intent[PN_BLUE], PN_BLUE, &charge);
	cr_expect_eq((int)next(PN_BLUE).source, INTENT_PASS, "the step goes on");
	undone.undone.mark = intent[PN_BLUE].pass[0].mark;
	undone.undone.mark.number++;
	intent_follow(&intent[PN_BLUE], PN_BLUE, &undone);
	cr_expect_eq((int)next(PN_BLUE).source, INTENT_PASS, "another command was taken back");
	undone.undone.mark.number--;
	intent_follow(&intent[PN_BLUE], PN_BLUE, &undone);
	cr_expect_eq((int)next(PN_BLUE).source, INTENT_ASKS, "it was taken back");

	pass_first_window(PN_UNTIL_STEP);
	intent_follow(&intent[PN_BLUE], PN_BLUE, &step);
	cr_expect_eq((int)next(PN_BLUE).source, INTENT_ASKS, "the step is over");
}

/* ---- standing orders ---- */

/* A window on R1's move, for blue with its orders. */
static void open_window(void)
{
	struct standing_orders kept = orders;

	begin();
	orders = kept;
	let_go(PN_RED);
	give(PN_RED, command(PN_COMMAND_MOVE, R1));
	intent_set_orders(&intent[PN_BLUE], &orders);
}

static struct intent_answer ordered(enum order_answer answer, pn_unit_id unit, uint8_t class)
{
	struct standing_order *at;

	orders.count = 0;
	at = order(answer);
	at->unit = unit;
	at->class = class;
	at->with = answer == ORDER_REACT ? B2 : PN_NO_UNIT;
	open_window();
	return next(PN_BLUE);
}

Test(plan, orders_answer_whom_they_are_about)
{
	begin();
	cr_expect_eq((int)ordered(ORDER_PASS, PN_NO_UNIT, ORDER_ANY_CLASS).command.kind,
		     PN_COMMAND_PASS);
	cr_expect_eq((int)ordered(ORDER_PASS, R1, ORDER_ANY_CLASS).source, INTENT_ORDER);
	cr_expect_eq((int)ordered(ORDER_PASS, R2, ORDER_ANY_CLASS).source, INTENT_ASKS);
	cr_expect_eq((int)ordered(ORDER_PASS, PN_NO_UNIT, 0).source, INTENT_ORDER);
	cr_expect_eq((int)ordered(ORDER_PASS, PN_NO_UNIT, 1).source, INTENT_ASKS);
	cr_expect_eq((int)ordered(ORDER_ASK, PN_NO_UNIT, ORDER_ANY_CLASS).source, INTENT_ASKS);
	cr_expect_eq((int)ordered(ORDER_DEFAULT, PN_NO_UNIT, ORDER_ANY_CLASS).command.kind,
		     PN_COMMAND_PASS);
	cr_expect_eq((int)ordered(ORDER_REACT, PN_NO_UNIT, ORDER_ANY_CLASS).command.kind,
		     PN_COMMAND_OPPORTUNITY_CHARGE);
	cr_expect_eq(next(PN_BLUE).command.unit, B2);
	cr_expect_eq(next(PN_BLUE).command.target, R1);
	orders.order[0].reaction = PN_COMMAND_OPPORTUNITY_CHARGE;
	cr_expect_eq((int)next(PN_BLUE).source, INTENT_ORDER);
	orders.order[0].reaction = PN_COMMAND_CHARGE;
	cr_expect_eq((int)next(PN_BLUE).source, INTENT_ASKS, "no such reaction is offered");
}

/* Some books ask the unit that is charged, and name the charger beside it. */
Test(plan, the_enemy_of_a_decision_may_be_the_one_behind_it)
{
	struct pn_pending *top;

	begin();
	ordered(ORDER_PASS, R1, 0);
	top = &play.view[PN_BLUE].pending[play.view[PN_BLUE].pending_count - 1];
	cr_assert_eq(top->unit, R1);
	top->unit = B2;
	cr_expect_eq((int)next(PN_BLUE).source, INTENT_ASKS, "it is about no enemy");
	top->other = R1;
	cr_expect_eq((int)next(PN_BLUE).source, INTENT_ORDER);
	orders.order[0].class = 1;
	cr_expect_eq((int)next(PN_BLUE).source, INTENT_ASKS, "R1 is of another class");
	orders.order[0].class = 0;
	orders.order[0].unit = R2;
	cr_expect_eq((int)next(PN_BLUE).source, INTENT_ASKS);
}

Test(plan, an_order_names_the_moment)
{
	begin();
	ordered(ORDER_REACT, PN_NO_UNIT, ORDER_ANY_CLASS);
	cr_expect_eq(next(PN_BLUE).command.moment.when, PN_WHEN_NOW, "as it is offered");
	orders.order[0].moment.when = PN_WHEN_NEAREST;
	cr_expect_eq((int)next(PN_BLUE).source, INTENT_ORDER);
	cr_expect_eq(next(PN_BLUE).command.moment.when, PN_WHEN_NEAREST);
	orders.order[0].moment.when = PN_WHEN_IN_SIGHT;
	cr_expect_eq(next(PN_BLUE).command.moment.when, PN_WHEN_IN_SIGHT);
	give(PN_BLUE, next(PN_BLUE).command);
	cr_expect_eq((int)play.out.event[0].kind, PN_EVENT_REACTION_DECLARED,
		     "it is seen where it stands");
}

Test(plan, the_first_order_that_can_be_followed_counts)
{
	begin();
	orders.count = 0;
	order(ORDER_REACT)->with = B2;
	order(ORDER_PASS);
	open_window();
	cr_expect_eq((int)next(PN_BLUE).command.kind, PN_COMMAND_OPPORTUNITY_CHARGE);
	play.view[PN_BLUE].unit[B2].state = 2;
	cr_expect_eq((int)next(PN_BLUE).command.kind, PN_COMMAND_PASS, "it cannot react");
	orders.order[1].answer = ORDER_ASK;
	order(ORDER_PASS);
	cr_expect_eq((int)next(PN_BLUE).source, INTENT_ASKS, "ask goes before what follows");
	orders.order[1] = orders.order[2];
	orders.delay_minutes = 7;
	cr_expect_eq(next(PN_BLUE).delay_minutes, 7);
	cr_expect_eq((int)next(PN_RED).source, INTENT_ASKS);
}

Test(plan, an_order_may_be_about_any_decision)
{
	begin();
	order(ORDER_DEFAULT)->decision = 2; /* choose_order */
	for (pn_side side = 0; side < PN_SIDES; side++) {
		intent_set_orders(&intent[side], &orders);
		cr_expect_eq((int)next(side).source,
			     pn_owes(&play.truth, side) ? INTENT_ORDER : INTENT_ASKS);
	}
	orders.order[0].decision = PLAN_ANY_DECISION;
	cr_expect_eq((int)next(PN_RED).source, INTENT_ASKS, "only windows");
	cr_expect_eq((int)next(PN_BLUE).source, INTENT_ASKS, "only windows");
}

/* Its front is 12000 wide, centre (50000, 30480), facing north. */
Test(plan, a_front_comes_over_a_line)
{
	static const struct {
		pn_vec line[2];
		bool over;
	} lines[] = {
		/* West to east: north of it is left. */
		{{{0, 30480}, {90000, 30480}}, true},
		{{{0, 30481}, {90000, 30481}}, false},
		{{{0, 30479}, {90000, 30479}}, true},
		/* East to west: south of it is left. */
		{{{90000, 30480}, {0, 30480}}, true},
		{{{90000, 30479}, {0, 30479}}, false},
		/* Abreast of it: the ends count, one unit beyond does not. */
		{{{0, 30480}, {44800, 30480}}, true},
		{{{0, 30480}, {44799, 30480}}, false},
		{{{56800, 20000}, {90000, 20000}}, true},
		{{{56801, 20000}, {90000, 20000}}, false},
		/* South to north: left is west. */
		{{{44800, 0}, {44800, 60000}}, true},
		{{{44799, 0}, {44799, 60000}}, false},
		/* Aslant, through the middle of the front and past its corner. */
		{{{40000, 20480}, {60000, 40480}}, true},
		{{{34320, 20000}, {54320, 40000}}, true},
		{{{34319, 20000}, {54319, 40000}}, false},
	};
	struct pn_unit unit;

	begin();
	unit = play.truth.unit[R1];
	unit.pose.at = (pn_vec){50800, 30480};
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		cr_expect_eq(front_is_over(&unit, lines[i].line), lines[i].over, "line %zu", i);
	/* Bases that stand apart make the front broader. */
	const pn_vec abreast[2] = {{0, 30480}, {44799, 30480}};
	unit.gap = 2;
	cr_expect(front_is_over(&unit, abreast));
}

Test(plan, an_order_waits_for_its_line)
{
	begin();
	orders.count = 0;
	*order(ORDER_PASS) = (struct standing_order){
		.answer = ORDER_PASS,
		.decision = PLAN_ANY_DECISION,
		.class = ORDER_ANY_CLASS,
		.unit = PN_NO_UNIT,
		.has_line = true,
		.line = {{0, 14 * PN_INCH}, {60 * PN_INCH, 14 * PN_INCH}},
	};
	open_window();
	cr_expect_eq((int)next(PN_BLUE).source, INTENT_ASKS, "it is only announced");
	give(PN_BLUE, command(PN_COMMAND_PASS, PN_NO_UNIT));
	cr_assert(pn_owes(&play.truth, PN_BLUE));
	cr_expect_eq((int)next(PN_BLUE).source, INTENT_ORDER, "it has come over");
}

Test(plan, orders_are_about_enemies_and_for_own_units)
{
	uint8_t item;

	begin();
	order(ORDER_REACT)->with = B1;
	cr_expect_null(standing_orders_fault(&orders, &play.truth, PN_BLUE, &item));
	cr_expect_not_null(standing_orders_fault(&orders, &play.truth, PN_RED, &item));
	orders.order[0].reaction = PN_COMMAND_OPPORTUNITY_CHARGE;
	cr_expect_null(standing_orders_fault(&orders, &play.truth, PN_BLUE, &item));
	order(ORDER_PASS)->unit = B1;
	cr_expect_not_null(standing_orders_fault(&orders, &play.truth, PN_BLUE, &item));
	cr_expect_eq(item, 1);
	orders.order[1].unit = R1;
	cr_expect_null(standing_orders_fault(&orders, &play.truth, PN_BLUE, &item));
	orders.order[0].with = PN_NO_UNIT;
	cr_expect_not_null(standing_orders_fault(&orders, &play.truth, PN_BLUE, &item));
}
