/* Plans, standing orders and passes of several windows in the service: they go the way of
 * every command, after the answer to what they follow from; they survive a restart; what
 * was written is its owner's alone. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codec/codec_plan.h"
#include "game/clocks.h"
#include "plans_game.h"

#define HOST (&records_host)

static void open_game(void)
{
	records_open();
	plans_begin();
}

TestSuite(plans, .init = open_game, .fini = records_close);

Test(plans, a_step_is_played_in_one_visit)
{
	cr_assert_eq(plans_write(PN_BLUE, PN_EVENT_STANDING_ORDERS_SET, PLANS_ALL_PASS),
		     PROBLEM_NONE);
	struct tip before[PN_VIEWERS] = {plans_tip(PN_RED), plans_tip(PN_BLUE),
					 plans_tip(PN_PUBLIC)};

	cr_assert_eq(plans_write(PN_RED, PN_EVENT_PLAN_SET, plans_four_moves("")), PROBLEM_NONE);
	cr_expect_eq(plans_seen(PN_PUBLIC, PN_EVENT_MOVED), 4);
	cr_expect_geq(plans_seen(PN_RED, PN_EVENT_PASSED), 4, "blue's windows passed");
	cr_expect_eq(plans_seen(PN_RED, PN_EVENT_PLAN_SET), 1);
	cr_expect_eq(plans_seen(PN_BLUE, PN_EVENT_PLAN_SET), 0);
	cr_expect_eq(plans_seen(PN_PUBLIC, PN_EVENT_PLAN_SET), 0);
	cr_expect_eq(plans_seen(PN_BLUE, PN_EVENT_STANDING_ORDERS_SET), 1);
	cr_expect_eq(plans_seen(PN_RED, PN_EVENT_STANDING_ORDERS_SET), 0);
	cr_expect_eq(plans_tip(PN_BLUE).seq - before[PN_BLUE].seq,
		     plans_tip(PN_PUBLIC).seq - before[PN_PUBLIC].seq);
	cr_expect_eq(plans_tip(PN_RED).seq - before[PN_RED].seq,
		     plans_tip(PN_PUBLIC).seq - before[PN_PUBLIC].seq + 1, "and the plan");
	cr_expect_eq(plans_tip(PN_RED).version - before[PN_RED].version,
		     plans_tip(PN_PUBLIC).version - before[PN_PUBLIC].version,
		     "which is no version");
	struct snapshot *state = host_state(HOST, &plans_game);
	cr_expect_null(snapshot_intent(state, PN_RED)->plan, "it is done");
	cr_expect_not_null(snapshot_intent(state, PN_BLUE)->orders);
	cr_expect_null(snapshot_intent(state, PN_RED)->orders);
	cr_expect_eq(snapshot_view(state, PN_PUBLIC)->active, PN_BLUE);
	snapshot_release(state);
}

/* Blue passes by hand while it is asked. */
static void pass_by_hand(void)
{
	for (bool asked = true; asked;) {
		struct snapshot *state = host_state(HOST, &plans_game);

		asked = pn_owes(snapshot_view(state, PN_PUBLIC), PN_BLUE);
		snapshot_release(state);
		if (asked)
			plans_act(PN_BLUE, PN_COMMAND_PASS, PN_NO_UNIT);
	}
}

/* The same two windows, passed by hand and by an order: what red and the public get of it
 * differs in nothing but the unit that moves. */
Test(plans, an_answer_looks_like_any_other)
{
	enum { EVENTS = 64 };
	uint8_t kind[2][EVENTS] = {0}, by[2][EVENTS] = {0};
	size_t count[2] = {0};

	for (int automatic = 0; automatic < 2; automatic++) {
		struct tip before = plans_tip(PN_RED);
		uint16_t first = 0;

		if (automatic)
			cr_assert_eq(
				plans_write(PN_BLUE, PN_EVENT_STANDING_ORDERS_SET, PLANS_ALL_PASS),
				PROBLEM_NONE);
		plans_move(PN_RED, (pn_unit_id)automatic);
		if (!automatic)
			pass_by_hand();
		struct snapshot *state = host_state(HOST, &plans_game);
		for (uint32_t i = 0; i < state->entries; i++) {
			const struct pn_event event = log_event(state->log, i);
			size_t at = count[automatic];

			if (log_entry(state->log, i)->seq[PN_RED] <= before.seq)
				continue;
			cr_assert_lt(at, (size_t)EVENTS);
			first = at ? first : event.mark.number;
			kind[automatic][at] = event.kind;
			by[automatic][at] = (uint8_t)(event.by << 4 | (event.mark.number - first));
			count[automatic]++;
		}
		cr_expect_eq(plans_tip(PN_RED).version - before.version, 3,
			     "a move and two passes, each a version");
		snapshot_release(state);
	}
	cr_expect_eq(count[0], count[1]);
	cr_expect_eq(memcmp(kind[0], kind[1], EVENTS), 0);
	cr_expect_eq(memcmp(by[0], by[1], EVENTS), 0);
}

Test(plans, a_refusal_stops_the_plan_and_says_why)
{
	cr_assert_eq(plans_write(PN_BLUE, PN_EVENT_STANDING_ORDERS_SET, PLANS_ALL_PASS),
		     PROBLEM_NONE);
	plans_move(PN_RED, 1);
	cr_assert_eq(plans_write(PN_RED, PN_EVENT_PLAN_SET, plans_four_moves("")), PROBLEM_NONE);
	cr_expect_eq(plans_seen(PN_PUBLIC, PN_EVENT_MOVED), 2, "r2 has moved already");
	cr_expect_eq(plans_seen(PN_RED, PN_EVENT_PLAN_STOPPED), 1);
	cr_expect_eq(plans_seen(PN_BLUE, PN_EVENT_PLAN_STOPPED), 0);
	struct snapshot *state = host_state(HOST, &plans_game);
	struct pn_event event = {0};
	for (uint32_t i = 0; i < state->entries; i++)
		if (log_event(state->log, i).kind == PN_EVENT_PLAN_STOPPED)
			event = log_event(state->log, i);
	cr_assert_eq(event.kind, PN_EVENT_PLAN_STOPPED);
	cr_expect_eq(event.plan_stopped.reason, PN_STOP_REFUSED);
	cr_expect_eq(event.plan_stopped.refusal, PN_REFUSE_ALREADY_MOVED);
	cr_expect_eq(event.plan_stopped.done, 1);
	cr_expect_str_eq(event.clause.text, "B2-85");
	cr_expect_null(snapshot_intent(state, PN_RED)->plan);
	snapshot_release(state);
}

Test(plans, a_plan_stops_at_what_its_owner_named)
{
	struct pn_command react;

	cr_assert_eq(plans_write(PN_RED, PN_EVENT_PLAN_SET,
				 plans_four_moves(",\"stop_at\":[\"reaction\"]")),
		     PROBLEM_NONE);
	react = host_actions(HOST, &plans_game, PN_BLUE, PN_COMMAND_OPPORTUNITY_CHARGE);
	struct job job = host_act(HOST, &plans_game, PN_BLUE, &react);
	cr_assert_eq(job.problem, PROBLEM_NONE);
	snapshot_release(job.snapshot);
	cr_expect_eq(plans_seen(PN_RED, PN_EVENT_PLAN_STOPPED), 1);
	cr_expect_eq(plans_seen(PN_PUBLIC, PN_EVENT_MOVE_ANNOUNCED), 1,
		     "nothing more of it was done");
}

Test(plans, taking_back_stops_the_plan_and_holds_the_orders)
{
	plans_muster.method = PN_METHOD_SEALED;
	plans_game = host_declaring_game(HOST, &plans_muster);
	cr_assert_eq(
		plans_write(PN_RED, PN_EVENT_PLAN_SET,
			    "{\"commands\":[{\"do\":{\"type\":\"declare_charge\",\"unit\":\"r1\","
			    "\"target\":\"b1\"}},{\"do\":{\"type\":\"move\",\"unit\":\"r2\","
			    "\"path\":[]}}]}"),
		PROBLEM_NONE);
	struct snapshot *state = host_state(HOST, &plans_game);
	cr_expect_eq(snapshot_view(state, PN_RED)->secret[PN_RED].draft[0].verb, PN_VERB_CHARGE);
	cr_expect_eq(snapshot_intent(state, PN_RED)->next, 1);
	snapshot_release(state);
	plans_act(PN_RED, PN_COMMAND_UNDO, PN_NO_UNIT);
	state = host_state(HOST, &plans_game);
	cr_expect_eq(snapshot_view(state, PN_RED)->secret[PN_RED].draft[0].verb, PN_VERB_NONE);
	cr_expect_null(snapshot_intent(state, PN_RED)->plan);
	cr_expect(snapshot_intent(state, PN_RED)->held);
	cr_expect_not(snapshot_intent(state, PN_BLUE)->held);
	snapshot_release(state);
	cr_expect_eq(plans_seen(PN_RED, PN_EVENT_PLAN_STOPPED), 1);
}

Test(plans, a_pass_of_the_step_answers_the_windows_that_follow)
{
	struct pn_command pass = {.kind = PN_COMMAND_PASS,
				  .unit = PN_NO_UNIT,
				  .target = PN_NO_UNIT,
				  .until = PN_UNTIL_STEP};

	plans_move(PN_RED, 0);
	struct job job = host_act(HOST, &plans_game, PN_BLUE, &pass);
	cr_assert_eq(job.problem, PROBLEM_NONE);
	snapshot_release(job.snapshot);
	cr_expect_eq(plans_seen(PN_BLUE, PN_EVENT_WILL_PASS), 1);
	cr_expect_eq(plans_seen(PN_RED, PN_EVENT_WILL_PASS), 0);
	for (pn_unit_id unit = 1; unit < 3; unit++)
		plans_move(PN_RED, unit);
	struct snapshot *state = host_state(HOST, &plans_game);
	cr_expect(pn_owes(snapshot_view(state, PN_PUBLIC), PN_RED));
	cr_expect_eq(snapshot_intent(state, PN_BLUE)->pass_count, 1);
	snapshot_release(state);
	plans_act(PN_RED, PN_COMMAND_PASS, PN_NO_UNIT);
	state = host_state(HOST, &plans_game);
	cr_expect_eq(snapshot_intent(state, PN_BLUE)->pass_count, 0, "the step is over");
	snapshot_release(state);
}

Test(plans, a_repeated_request_is_answered_as_then)
{
	struct job job = host_write(HOST, &plans_game, PN_BLUE, PN_EVENT_PLAN_SET,
				    "{\"commands\":[{\"do\":{\"type\":\"pass\"}}]}");
	struct job again = job;
	struct text text = TEXT_EMPTY;

	cr_assert_eq(job.problem, PROBLEM_NONE);
	codec_plan_encode(&text, snapshot_view(job.snapshot, PN_BLUE),
			  snapshot_intent(job.snapshot, PN_BLUE)->plan, 0);
	plans_move(PN_RED, 0);
	struct snapshot *state = host_state(HOST, &plans_game);
	cr_expect_null(snapshot_intent(state, PN_BLUE)->plan, "it is done");
	snapshot_release(state);
	uint32_t seq = plans_tip(PN_BLUE).seq;
	again.write.text = text.bytes;
	again.write.size = text.size;
	cr_assert(host_run(HOST, &again));
	cr_expect_eq(again.problem, PROBLEM_NONE);
	cr_expect_not_null(snapshot_intent(again.snapshot, PN_BLUE)->plan, "as it was then");
	cr_expect_eq(snapshot_tip(again.snapshot, PN_BLUE).seq,
		     snapshot_tip(job.snapshot, PN_BLUE).seq);
	cr_expect_eq(plans_tip(PN_BLUE).seq, seq, "and nothing happened again");
	snapshot_release(again.snapshot);
	again.body_hash[0] ^= 1;
	cr_assert(host_run(HOST, &again));
	cr_expect_eq(again.problem, PROBLEM_KEY_REUSED);
	snapshot_release(again.snapshot);
	snapshot_release(job.snapshot);
	text_free(&text);
}

Test(plans, without_a_key_what_stands_is_not_set_anew)
{
	static const char json[] = "{\"commands\":[{\"do\":{\"type\":\"go_first\"}}]}";
	struct job job = host_write(HOST, &plans_game, PN_BLUE, PN_EVENT_PLAN_SET, json);
	struct text text = TEXT_EMPTY;

	codec_plan_encode(&text, snapshot_view(job.snapshot, PN_BLUE),
			  snapshot_intent(job.snapshot, PN_BLUE)->plan, 0);
	snapshot_release(job.snapshot);
	job.key[0] = '\0';
	job.write.text = text.bytes;
	job.write.size = text.size;
	cr_assert(host_run(HOST, &job));
	cr_expect_eq(job.problem, PROBLEM_NONE);
	snapshot_release(job.snapshot);
	cr_expect_eq(plans_seen(PN_BLUE, PN_EVENT_PLAN_SET), 1);
	cr_expect_eq(plans_write(PN_BLUE, PN_EVENT_PLAN_SET, "{\"commands\":[]}"), PROBLEM_NONE);
	cr_expect_eq(plans_seen(PN_BLUE, PN_EVENT_PLAN_STOPPED), 1);
	cr_expect_eq(plans_write(PN_BLUE, PN_EVENT_PLAN_SET, "{\"commands\":[]}"), PROBLEM_NONE);
	cr_expect_eq(plans_seen(PN_BLUE, PN_EVENT_PLAN_STOPPED), 1, "there was none any more");
	cr_assert(host_run(HOST, &job));
	cr_expect_eq(job.problem, PROBLEM_NONE);
	snapshot_release(job.snapshot);
	cr_expect_eq(plans_seen(PN_BLUE, PN_EVENT_PLAN_SET), 2, "it did not stand");
	text_free(&text);
}

Test(plans, a_finished_game_takes_none)
{
	plans_act(PN_RED, PN_COMMAND_RESIGN, PN_NO_UNIT);
	cr_expect_eq(plans_write(PN_RED, PN_EVENT_PLAN_SET, "{\"commands\":[]}"), PROBLEM_REFUSED);
	cr_expect_eq(plans_write(PN_BLUE, PN_EVENT_STANDING_ORDERS_SET, PLANS_ALL_PASS),
		     PROBLEM_REFUSED);
}

Test(plans, the_record_holds_them_and_verifies)
{
	struct verify_report report;
	struct text record;

	cr_assert_eq(plans_write(PN_BLUE, PN_EVENT_STANDING_ORDERS_SET, PLANS_ALL_PASS),
		     PROBLEM_NONE);
	cr_assert_eq(
		plans_write(PN_RED, PN_EVENT_PLAN_SET, plans_four_moves(",\"stop_at\":[\"loss\"]")),
		PROBLEM_NONE);
	record = record_of(&plans_game, PN_RED);
	cr_expect(strstr(record.bytes, "plan_set"));
	cr_expect_not(strstr(record.bytes, "standing_orders_set"), "it is blue's");
	report = record_verify(record.bytes, record.size);
	record_expect(&report, VERIFY_UNADJUDICATED, "red's extract");
	text_free(&record);
	record = record_of(&plans_game, PN_PUBLIC);
	cr_expect_not(strstr(record.bytes, "plan_set"));
	text_free(&record);
	plans_act(PN_RED, PN_COMMAND_RESIGN, PN_NO_UNIT);
	record = record_of(&plans_game, PN_PUBLIC);
	cr_expect(strstr(record.bytes, "\"type\":\"plan_set\",\"written\":{\"commands\""));
	cr_expect(strstr(record.bytes, "\"type\":\"standing_orders_set\""));
	report = record_verify(record.bytes, record.size);
	record_expect(&report, VERIFY_RIGHT, "the whole record");
	/* A plan that nobody could have written. */
	char *at = strstr(record.bytes, "\"stop_at\":[\"loss\"]");
	cr_assert(at);
	memcpy(strstr(at, "loss"), "lost", 4);
	report = record_verify(record.bytes, record.size);
	cr_expect_eq((int)report.verdict, VERIFY_WRONG);
	text_free(&record);
}

/* Red moves first and is to move; each side has ten minutes. */
static void open_timed_game(void)
{
	host_open(HOST, NULL);
	HOST->clock = (struct clock_rule){600, 0, 600};
	plans_begin();
}

/* Blue would react, an hour later. */
static void react_late(void)
{
	struct pn_command react =
		host_actions(HOST, &plans_game, PN_BLUE, PN_COMMAND_OPPORTUNITY_CHARGE);
	char orders[160];

	snprintf(orders, sizeof(orders),
		 "{\"delay_minutes\":60,\"orders\":[{\"answer\":\"react\",\"with\":\"b%d\"}]}",
		 react.unit - 3);
	cr_assert_eq(plans_write(PN_BLUE, PN_EVENT_STANDING_ORDERS_SET, orders), PROBLEM_NONE);
}

/* What follows from a clock stops a plan like what follows from a command. */
Test(plans, a_plan_stops_at_what_a_clock_brought_about, .init = NULL, .fini = NULL)
{
	open_timed_game();
	cr_assert_eq(plans_write(PN_RED, PN_EVENT_PLAN_SET,
				 plans_four_moves(",\"stop_at\":[\"reaction\"]")),
		     PROBLEM_NONE);
	react_late();
	atomic_fetch_add(&HOST->world.now_ms, 11 * 60 * 1000);
	clocks_look(HOST->service->clocks);
	cr_expect_eq(plans_seen(PN_PUBLIC, PN_EVENT_CLOCK_EXPIRED), 1);
	cr_expect_eq(plans_seen(PN_PUBLIC, PN_EVENT_REACTION_DECLARED), 1);
	cr_expect_eq(plans_seen(PN_RED, PN_EVENT_PLAN_STOPPED), 1);
	cr_expect_eq(plans_seen(PN_BLUE, PN_EVENT_PLAN_STOPPED), 0);
	cr_expect_eq(plans_seen(PN_PUBLIC, PN_EVENT_MOVE_ANNOUNCED), 1,
		     "nothing more of it was done");
	HOST->clock = (struct clock_rule){0, 0, 0};
	host_close(HOST);
}

/* When its time runs out, a side's standing order answers for it, though it was to come later;
 * not the decision's default. */
Test(plans, an_order_answers_when_the_clock_runs_out, .init = NULL, .fini = NULL)
{
	open_timed_game();
	plans_move(PN_RED, 0);
	react_late();
	atomic_fetch_add(&HOST->world.now_ms, 11 * 60 * 1000);
	clocks_look(HOST->service->clocks);
	cr_expect_eq(plans_seen(PN_PUBLIC, PN_EVENT_CLOCK_EXPIRED), 1);
	cr_expect_eq(plans_seen(PN_PUBLIC, PN_EVENT_REACTION_DECLARED), 1);
	HOST->clock = (struct clock_rule){0, 0, 0};
	host_close(HOST);
}

/* What a side has left of its plan, as it is written. */
static void write_left(struct text *out, pn_side side)
{
	struct snapshot *state = host_state(HOST, &plans_game);
	const struct intent *intent = snapshot_intent(state, side);

	codec_plan_encode(out, snapshot_view(state, side), intent->plan, intent->next);
	snapshot_release(state);
}

Test(plans, a_step_that_is_over_is_over_after_a_restart, .init = NULL, .fini = NULL)
{
	static const char json[] =
		"{\"commands\":[{\"decision\":\"movement\",\"do\":{\"type\":\"pass\"},"
		"\"this_step\":true},{\"decision\":\"movement\",\"do\":{\"type\":\"pass\"},"
		"\"turn\":9}]}";
	struct text text = TEXT_EMPTY;
	char folder[64];

	host_make_folder(folder);
	host_open(HOST, folder);
	plans_begin();
	cr_assert_eq(plans_write(PN_BLUE, PN_EVENT_PLAN_SET, json), PROBLEM_NONE);
	write_left(&text, PN_BLUE);
	cr_expect_str_eq(text.bytes, json, "as it was put, in red's step");
	plans_act(PN_RED, PN_COMMAND_PASS, PN_NO_UNIT);
	for (int round = 0; round < 2; round++) {
		struct snapshot *state = host_state(HOST, &plans_game);

		cr_expect(pn_owes(snapshot_view(state, PN_PUBLIC), PN_BLUE),
			  "blue is asked in its own step");
		cr_expect(snapshot_intent(state, PN_BLUE)->step_over);
		cr_expect_eq(snapshot_view(state, PN_BLUE)->turn, 1);
		snapshot_release(state);
		if (!round)
			host_reopen(HOST);
	}
	plans_act(PN_BLUE, PN_COMMAND_PASS, PN_NO_UNIT);
	text_free(&text);
	host_close(HOST);
	host_remove_folder(folder);
}

Test(plans, a_restart_forgets_nothing, .init = NULL, .fini = NULL)
{
	struct pn_command pass = {.kind = PN_COMMAND_PASS,
				  .unit = PN_NO_UNIT,
				  .target = PN_NO_UNIT,
				  .until = PN_UNTIL_CLASS};
	static char before[2][32768], after[2][32768];
	char folder[64];

	host_make_folder(folder);
	host_open(HOST, folder);
	plans_begin();
	cr_assert_eq(plans_write(PN_RED, PN_EVENT_PLAN_SET, plans_four_moves("")), PROBLEM_NONE);
	cr_assert_eq(plans_write(PN_BLUE, PN_EVENT_STANDING_ORDERS_SET,
				 "{\"orders\":[{\"answer\":\"ask\",\"unit\":\"r3\"},"
				 "{\"answer\":\"ask\",\"class\":\"cavalry\"}]}"),
		     PROBLEM_NONE);
	struct job job = host_act(HOST, &plans_game, PN_BLUE, &pass);
	cr_assert_eq(job.problem, PROBLEM_NONE);
	snapshot_release(job.snapshot);
	for (int round = 0; round < 2; round++) {
		struct snapshot *state = host_state(HOST, &plans_game);
		for (pn_side side = 0; side < PN_SIDES; side++) {
			const struct intent *intent = snapshot_intent(state, side);
			const struct pn_game *view = snapshot_view(state, side);
			struct text text = TEXT_EMPTY;

			codec_plan_encode(&text, view, intent->plan, intent->next);
			codec_standing_orders_encode(&text, view, intent->orders);
			codec_passes_encode(&text, view, intent);
			cr_assert_lt(text.size, sizeof(before[0]));
			strcpy(round ? after[side] : before[side], text.bytes);
			text_free(&text);
		}
		snapshot_release(state);
		if (!round)
			host_reopen(HOST);
	}
	for (pn_side side = 0; side < PN_SIDES; side++)
		cr_expect_str_eq(after[side], before[side]);
	cr_expect(strstr(before[PN_BLUE], "until"), "%s", before[PN_BLUE]);
	cr_expect(strstr(before[PN_RED], "r3"), "%s", before[PN_RED]);
	host_close(HOST);
	host_remove_folder(folder);
}
