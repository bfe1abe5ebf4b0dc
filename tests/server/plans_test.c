/* Plans, standing orders and passes of several windows in the service: they go the way of
 * every command, after the answer to what they follow from; they survive a restart; what
 * was written is its owner's alone. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codec/codec_plan.h"
#include "game/automation.h"
#include "game/batch.h"
#include "game/clocks.h"
#include "records.h"

#define HOST (&records_host)
#define ALL_PASS "{\"orders\":[{\"answer\":\"pass\"}]}"

static struct pn_muster muster;
static struct table table;
static pn_side winner; /* of the first initiative: red moves first */

static void act(pn_side side, enum pn_command_kind kind, pn_unit_id unit)
{
	struct pn_command command = {.kind = kind, .unit = unit, .target = PN_NO_UNIT};
	struct job job = host_act(HOST, &table, side, &command);

	cr_assert_eq(job.problem, PROBLEM_NONE);
	snapshot_release(job.snapshot);
}

static struct pn_command advance(pn_unit_id unit)
{
	struct pn_command move = {.kind = PN_COMMAND_MOVE, .unit = unit, .target = PN_NO_UNIT};
	struct snapshot *state = host_state(HOST, &table);

	move.path.count = 1;
	move.path.leg[0].heading = snapshot_view(state, PN_PUBLIC)->unit[unit].pose.facing;
	move.path.leg[0].length = PN_INCH;
	snapshot_release(state);
	return move;
}

static void move(pn_side side, pn_unit_id unit)
{
	struct pn_command command = advance(unit);
	struct job job = host_act(HOST, &table, side, &command);

	cr_assert_eq(job.problem, PROBLEM_NONE);
	snapshot_release(job.snapshot);
}

static enum problem_code write(pn_side side, uint8_t kind, const char *json)
{
	struct job job = host_write(HOST, &table, side, kind, json);

	snapshot_release(job.snapshot);
	return job.problem;
}

/* Turn 1; red moves first and is to move. */
static void open_table(void)
{
	records_open();
	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	table = host_table(HOST, &muster);
	struct snapshot *state = host_state(HOST, &table);
	winner = pn_owes(snapshot_view(state, PN_PUBLIC), PN_RED) ? PN_RED : PN_BLUE;
	snapshot_release(state);
	act(winner, winner == PN_RED ? PN_COMMAND_GO_FIRST : PN_COMMAND_GO_SECOND, PN_NO_UNIT);
}

TestSuite(plans, .init = open_table, .fini = records_close);

/* How many events of a kind a viewer has seen. */
static unsigned seen(pn_side viewer, uint8_t kind)
{
	struct snapshot *state = host_state(HOST, &table);
	unsigned count = 0;

	for (uint32_t i = 0; i < state->entries; i++)
		count += log_entry(state->log, i)->event.kind == kind &&
			 log_entry(state->log, i)->seq[viewer];
	snapshot_release(state);
	return count;
}

static struct tip tip(pn_side viewer)
{
	struct snapshot *state = host_state(HOST, &table);
	struct tip tip = snapshot_tip(state, viewer);

	snapshot_release(state);
	return tip;
}

/* A plan of red's: move all four units, then end the step. */
static const char *four_moves(const char *stop_at)
{
	static char json[1024];
	size_t size = (size_t)snprintf(json, sizeof(json), "{\"commands\":[");

	for (int i = 1; i <= 4; i++)
		size += (size_t)snprintf(json + size, sizeof(json) - size,
					 "{\"do\":{\"type\":\"move\",\"unit\":\"r%d\",\"path\":[{"
					 "\"kind\":\"advance\",\"heading\":0,\"length\":2540}]},"
					 "\"turn\":1}%s",
					 i, i < 4 ? "," : "");
	snprintf(json + size, sizeof(json) - size, "]%s}", stop_at);
	return json;
}

Test(plans, a_step_is_played_in_one_visit)
{
	cr_assert_eq(write(PN_BLUE, PN_EVENT_STANDING_ORDERS_SET, ALL_PASS), PROBLEM_NONE);
	struct tip before[PN_VIEWERS] = {tip(PN_RED), tip(PN_BLUE), tip(PN_PUBLIC)};

	cr_assert_eq(write(PN_RED, PN_EVENT_PLAN_SET, four_moves("")), PROBLEM_NONE);
	cr_expect_eq(seen(PN_PUBLIC, PN_EVENT_MOVED), 4);
	cr_expect_geq(seen(PN_RED, PN_EVENT_PASSED), 4, "blue's windows passed");
	cr_expect_eq(seen(PN_RED, PN_EVENT_PLAN_SET), 1);
	cr_expect_eq(seen(PN_BLUE, PN_EVENT_PLAN_SET), 0);
	cr_expect_eq(seen(PN_PUBLIC, PN_EVENT_PLAN_SET), 0);
	cr_expect_eq(seen(PN_BLUE, PN_EVENT_STANDING_ORDERS_SET), 1);
	cr_expect_eq(seen(PN_RED, PN_EVENT_STANDING_ORDERS_SET), 0);
	cr_expect_eq(tip(PN_BLUE).seq - before[PN_BLUE].seq,
		     tip(PN_PUBLIC).seq - before[PN_PUBLIC].seq);
	cr_expect_eq(tip(PN_RED).seq - before[PN_RED].seq,
		     tip(PN_PUBLIC).seq - before[PN_PUBLIC].seq + 1, "and the plan");
	cr_expect_eq(tip(PN_RED).version - before[PN_RED].version,
		     tip(PN_PUBLIC).version - before[PN_PUBLIC].version, "which is no version");
	struct snapshot *state = host_state(HOST, &table);
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
		struct snapshot *state = host_state(HOST, &table);

		asked = pn_owes(snapshot_view(state, PN_PUBLIC), PN_BLUE);
		snapshot_release(state);
		if (asked)
			act(PN_BLUE, PN_COMMAND_PASS, PN_NO_UNIT);
	}
}

/* The same two windows, passed by hand and by an order: what red and the public get of it
 * differs in nothing but the unit that moves. */
Test(plans, an_answer_looks_like_any_other)
{
	enum { EVENTS = 64 };
	uint8_t kind[2][EVENTS] = {0}, by[2][EVENTS] = {0};
	struct seen_event events[EVENTS];
	size_t count[2];

	for (int unasked = 0; unasked < 2; unasked++) {
		struct text lines = TEXT_EMPTY;
		struct tip before = tip(PN_RED);

		if (unasked)
			cr_assert_eq(write(PN_BLUE, PN_EVENT_STANDING_ORDERS_SET, ALL_PASS),
				     PROBLEM_NONE);
		move(PN_RED, (pn_unit_id)unasked);
		if (!unasked)
			pass_by_hand();
		struct snapshot *state = host_state(HOST, &table);
		count[unasked] = snapshot_events(state, PN_RED, before.seq, events, EVENTS, &lines);
		for (size_t i = 0; i < count[unasked]; i++) {
			kind[unasked][i] = events[i].event->kind;
			by[unasked][i] = (uint8_t)(events[i].event->by << 4 |
						   (events[i].event->mark.number -
						    events[0].event->mark.number));
		}
		cr_expect_eq(tip(PN_RED).version - before.version, 3,
			     "a move and two passes, each a version");
		snapshot_release(state);
		text_free(&lines);
	}
	cr_expect_eq(count[0], count[1]);
	cr_expect_eq(memcmp(kind[0], kind[1], EVENTS), 0);
	cr_expect_eq(memcmp(by[0], by[1], EVENTS), 0);
}

Test(plans, a_refusal_stops_the_plan_and_says_why)
{
	cr_assert_eq(write(PN_BLUE, PN_EVENT_STANDING_ORDERS_SET, ALL_PASS), PROBLEM_NONE);
	move(PN_RED, 1);
	cr_assert_eq(write(PN_RED, PN_EVENT_PLAN_SET, four_moves("")), PROBLEM_NONE);
	cr_expect_eq(seen(PN_PUBLIC, PN_EVENT_MOVED), 2, "r2 has moved already");
	cr_expect_eq(seen(PN_RED, PN_EVENT_PLAN_STOPPED), 1);
	cr_expect_eq(seen(PN_BLUE, PN_EVENT_PLAN_STOPPED), 0);
	struct snapshot *state = host_state(HOST, &table);
	const struct pn_event *event = NULL;
	for (uint32_t i = 0; i < state->entries; i++)
		if (log_entry(state->log, i)->event.kind == PN_EVENT_PLAN_STOPPED)
			event = &log_entry(state->log, i)->event;
	cr_assert(event);
	cr_expect_eq(event->plan_stopped.reason, PN_STOP_REFUSED);
	cr_expect_eq(event->plan_stopped.refusal, PN_REFUSE_ALREADY_MOVED);
	cr_expect_eq(event->plan_stopped.done, 1);
	cr_expect_str_eq(event->clause.text, "B2-85");
	cr_expect_null(snapshot_intent(state, PN_RED)->plan);
	snapshot_release(state);
}

Test(plans, a_plan_stops_at_what_its_owner_named)
{
	struct pn_command react;

	cr_assert_eq(write(PN_RED, PN_EVENT_PLAN_SET, four_moves(",\"stop_at\":[\"reaction\"]")),
		     PROBLEM_NONE);
	react = host_offered(HOST, &table, PN_BLUE, PN_COMMAND_OPPORTUNITY_CHARGE);
	struct job job = host_act(HOST, &table, PN_BLUE, &react);
	cr_assert_eq(job.problem, PROBLEM_NONE);
	snapshot_release(job.snapshot);
	cr_expect_eq(seen(PN_RED, PN_EVENT_PLAN_STOPPED), 1);
	cr_expect_eq(seen(PN_PUBLIC, PN_EVENT_MOVE_ANNOUNCED), 1, "nothing more of it was done");
}

Test(plans, taking_back_stops_the_plan_and_holds_the_orders)
{
	muster.method = PN_METHOD_SEALED;
	table = host_declaring_table(HOST, &muster);
	cr_assert_eq(write(PN_RED, PN_EVENT_PLAN_SET,
			   "{\"commands\":[{\"do\":{\"type\":\"declare_charge\",\"unit\":\"r1\","
			   "\"target\":\"b1\"}},{\"do\":{\"type\":\"move\",\"unit\":\"r2\","
			   "\"path\":[]}}]}"),
		     PROBLEM_NONE);
	struct snapshot *state = host_state(HOST, &table);
	cr_expect_eq(snapshot_view(state, PN_RED)->secret[PN_RED].draft[0].verb, PN_VERB_CHARGE);
	cr_expect_eq(snapshot_intent(state, PN_RED)->next, 1);
	snapshot_release(state);
	act(PN_RED, PN_COMMAND_UNDO, PN_NO_UNIT);
	state = host_state(HOST, &table);
	cr_expect_eq(snapshot_view(state, PN_RED)->secret[PN_RED].draft[0].verb, PN_VERB_NONE);
	cr_expect_null(snapshot_intent(state, PN_RED)->plan);
	cr_expect(snapshot_intent(state, PN_RED)->held);
	cr_expect_not(snapshot_intent(state, PN_BLUE)->held);
	snapshot_release(state);
	cr_expect_eq(seen(PN_RED, PN_EVENT_PLAN_STOPPED), 1);
}

Test(plans, a_pass_of_the_step_answers_the_windows_that_follow)
{
	struct pn_command pass = {.kind = PN_COMMAND_PASS,
				  .unit = PN_NO_UNIT,
				  .target = PN_NO_UNIT,
				  .until = PN_UNTIL_STEP};

	move(PN_RED, 0);
	struct job job = host_act(HOST, &table, PN_BLUE, &pass);
	cr_assert_eq(job.problem, PROBLEM_NONE);
	snapshot_release(job.snapshot);
	cr_expect_eq(seen(PN_BLUE, PN_EVENT_WILL_PASS), 1);
	cr_expect_eq(seen(PN_RED, PN_EVENT_WILL_PASS), 0);
	for (pn_unit_id unit = 1; unit < 3; unit++)
		move(PN_RED, unit);
	struct snapshot *state = host_state(HOST, &table);
	cr_expect(pn_owes(snapshot_view(state, PN_PUBLIC), PN_RED));
	cr_expect_eq(snapshot_intent(state, PN_BLUE)->pass_count, 1);
	snapshot_release(state);
	act(PN_RED, PN_COMMAND_PASS, PN_NO_UNIT);
	state = host_state(HOST, &table);
	cr_expect_eq(snapshot_intent(state, PN_BLUE)->pass_count, 0, "the step is over");
	snapshot_release(state);
}

Test(plans, a_repeated_request_is_answered_as_then)
{
	struct job job = host_write(HOST, &table, PN_BLUE, PN_EVENT_PLAN_SET,
				    "{\"commands\":[{\"do\":{\"type\":\"pass\"}}]}");
	struct job again = job;
	struct text text = TEXT_EMPTY;

	cr_assert_eq(job.problem, PROBLEM_NONE);
	codec_plan_encode(&text, snapshot_view(job.snapshot, PN_BLUE),
			  snapshot_intent(job.snapshot, PN_BLUE)->plan, 0);
	move(PN_RED, 0);
	struct snapshot *state = host_state(HOST, &table);
	cr_expect_null(snapshot_intent(state, PN_BLUE)->plan, "it is done");
	snapshot_release(state);
	uint32_t seq = tip(PN_BLUE).seq;
	again.written = text.bytes;
	again.written_size = text.size;
	cr_assert(host_run(HOST, &again));
	cr_expect_eq(again.problem, PROBLEM_NONE);
	cr_expect_not_null(snapshot_intent(again.snapshot, PN_BLUE)->plan, "as it was then");
	cr_expect_eq(snapshot_tip(again.snapshot, PN_BLUE).seq,
		     snapshot_tip(job.snapshot, PN_BLUE).seq);
	cr_expect_eq(tip(PN_BLUE).seq, seq, "and nothing happened again");
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
	struct job job = host_write(HOST, &table, PN_BLUE, PN_EVENT_PLAN_SET, json);
	struct text text = TEXT_EMPTY;

	codec_plan_encode(&text, snapshot_view(job.snapshot, PN_BLUE),
			  snapshot_intent(job.snapshot, PN_BLUE)->plan, 0);
	snapshot_release(job.snapshot);
	job.key[0] = '\0';
	job.written = text.bytes;
	job.written_size = text.size;
	cr_assert(host_run(HOST, &job));
	cr_expect_eq(job.problem, PROBLEM_NONE);
	snapshot_release(job.snapshot);
	cr_expect_eq(seen(PN_BLUE, PN_EVENT_PLAN_SET), 1);
	cr_expect_eq(write(PN_BLUE, PN_EVENT_PLAN_SET, "{\"commands\":[]}"), PROBLEM_NONE);
	cr_expect_eq(seen(PN_BLUE, PN_EVENT_PLAN_STOPPED), 1);
	cr_expect_eq(write(PN_BLUE, PN_EVENT_PLAN_SET, "{\"commands\":[]}"), PROBLEM_NONE);
	cr_expect_eq(seen(PN_BLUE, PN_EVENT_PLAN_STOPPED), 1, "there was none any more");
	cr_assert(host_run(HOST, &job));
	cr_expect_eq(job.problem, PROBLEM_NONE);
	snapshot_release(job.snapshot);
	cr_expect_eq(seen(PN_BLUE, PN_EVENT_PLAN_SET), 2, "it did not stand");
	text_free(&text);
}

Test(plans, a_finished_game_takes_none)
{
	act(PN_RED, PN_COMMAND_RESIGN, PN_NO_UNIT);
	cr_expect_eq(write(PN_RED, PN_EVENT_PLAN_SET, "{\"commands\":[]}"), PROBLEM_REFUSED);
	cr_expect_eq(write(PN_BLUE, PN_EVENT_STANDING_ORDERS_SET, ALL_PASS), PROBLEM_REFUSED);
}

Test(plans, the_record_holds_them_and_verifies)
{
	struct verify_report report;
	struct text record;

	cr_assert_eq(write(PN_BLUE, PN_EVENT_STANDING_ORDERS_SET, ALL_PASS), PROBLEM_NONE);
	cr_assert_eq(write(PN_RED, PN_EVENT_PLAN_SET, four_moves(",\"stop_at\":[\"loss\"]")),
		     PROBLEM_NONE);
	record = record_of(&table, PN_RED);
	cr_expect(strstr(record.bytes, "plan_set"));
	cr_expect_not(strstr(record.bytes, "standing_orders_set"), "it is blue's");
	report = record_verify(record.bytes, record.size);
	record_expect(&report, VERIFY_UNADJUDICATED, "red's extract");
	text_free(&record);
	record = record_of(&table, PN_PUBLIC);
	cr_expect_not(strstr(record.bytes, "plan_set"));
	text_free(&record);
	act(PN_RED, PN_COMMAND_RESIGN, PN_NO_UNIT);
	record = record_of(&table, PN_PUBLIC);
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

/* Red has announced a move and blue will pass, but later. */
static void make_delayed_table(void)
{
	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	table = host_table(HOST, &muster);
	struct snapshot *state = host_state(HOST, &table);
	winner = pn_owes(snapshot_view(state, PN_PUBLIC), PN_RED) ? PN_RED : PN_BLUE;
	snapshot_release(state);
	act(winner, winner == PN_RED ? PN_COMMAND_GO_FIRST : PN_COMMAND_GO_SECOND, PN_NO_UNIT);
	cr_assert_eq(write(PN_BLUE, PN_EVENT_STANDING_ORDERS_SET,
			   "{\"delay_minutes\":5,\"orders\":[{\"answer\":\"pass\"}]}"),
		     PROBLEM_NONE);
	move(PN_RED, 0);
}

/* How many seconds pass before blue has answered; after half a minute with a restart. */
static int seconds_until_passed(bool restarts)
{
	for (int seconds = 0; seconds <= 300; seconds++) {
		service_look(HOST->service);
		if (seen(PN_PUBLIC, PN_EVENT_PASSED))
			return seconds;
		atomic_fetch_add(&HOST->world.now_ms, 1000);
		if (restarts && seconds == 30)
			host_reopen(HOST);
	}
	return -1;
}

/* An answer that is to come later comes between a tenth of the delay and all of it, at a time
 * that a restart does not change. */
Test(plans, an_answer_waits_for_its_time, .init = NULL, .fini = NULL)
{
	int seconds[2];
	char folder[64];

	for (int restarts = 0; restarts < 2; restarts++) {
		host_make_folder(folder);
		host_open(HOST, folder);
		make_delayed_table();
		seconds[restarts] = seconds_until_passed(restarts);
		host_close(HOST);
		host_remove_folder(folder);
	}
	cr_expect_geq(seconds[0], 30);
	cr_expect_leq(seconds[0], 300);
	cr_expect_eq(seconds[0], seconds[1], "%d, with a restart %d", seconds[0], seconds[1]);
}

/* A delay that is always the same would tell that nobody was there. Every proportion is as
 * likely as any other, so half of them are below the root of a tenth. */
Test(plans, each_delay_is_another, .init = NULL, .fini = NULL)
{
	enum { GAMES = 60 };
	int below = 0, different = 0, last = 0;

	host_open(HOST, NULL);
	for (int i = 0; i < GAMES; i++) {
		make_delayed_table();
		int seconds = seconds_until_passed(false);

		cr_assert(seconds >= 30 && seconds <= 300, "%d", seconds);
		below += seconds < 95;
		different += seconds != last;
		last = seconds;
	}
	host_close(HOST);
	cr_expect(below >= GAMES / 4 && below <= GAMES * 3 / 4, "%d of %d", below, GAMES);
	cr_expect_geq(different, GAMES * 3 / 4);
}

/* Red moves first and is to move; each side has ten minutes. */
static void open_timed_table(void)
{
	host_open(HOST, NULL);
	HOST->clock = (struct clock_rule){600, 0, 600};
	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	table = host_table(HOST, &muster);
	struct snapshot *state = host_state(HOST, &table);
	winner = pn_owes(snapshot_view(state, PN_PUBLIC), PN_RED) ? PN_RED : PN_BLUE;
	snapshot_release(state);
	act(winner, winner == PN_RED ? PN_COMMAND_GO_FIRST : PN_COMMAND_GO_SECOND, PN_NO_UNIT);
}

/* Blue would react, an hour later. */
static void react_late(void)
{
	struct pn_command react =
		host_offered(HOST, &table, PN_BLUE, PN_COMMAND_OPPORTUNITY_CHARGE);
	char orders[160];

	snprintf(orders, sizeof(orders),
		 "{\"delay_minutes\":60,\"orders\":[{\"answer\":\"react\",\"with\":\"b%d\"}]}",
		 react.unit - 3);
	cr_assert_eq(write(PN_BLUE, PN_EVENT_STANDING_ORDERS_SET, orders), PROBLEM_NONE);
}

/* What follows from a clock stops a plan like what follows from a command. */
Test(plans, a_plan_stops_at_what_a_clock_brought_about, .init = NULL, .fini = NULL)
{
	open_timed_table();
	cr_assert_eq(write(PN_RED, PN_EVENT_PLAN_SET, four_moves(",\"stop_at\":[\"reaction\"]")),
		     PROBLEM_NONE);
	react_late();
	atomic_fetch_add(&HOST->world.now_ms, 11 * 60 * 1000);
	clocks_look(HOST->service->clocks);
	cr_expect_eq(seen(PN_PUBLIC, PN_EVENT_CLOCK_EXPIRED), 1);
	cr_expect_eq(seen(PN_PUBLIC, PN_EVENT_REACTION_DECLARED), 1);
	cr_expect_eq(seen(PN_RED, PN_EVENT_PLAN_STOPPED), 1);
	cr_expect_eq(seen(PN_BLUE, PN_EVENT_PLAN_STOPPED), 0);
	cr_expect_eq(seen(PN_PUBLIC, PN_EVENT_MOVE_ANNOUNCED), 1, "nothing more of it was done");
	HOST->clock = (struct clock_rule){0, 0, 0};
	host_close(HOST);
}

/* When its time runs out, a side's standing order answers for it, though it was to come later;
 * not the decision's default. */
Test(plans, an_order_answers_when_the_clock_runs_out, .init = NULL, .fini = NULL)
{
	open_timed_table();
	move(PN_RED, 0);
	react_late();
	atomic_fetch_add(&HOST->world.now_ms, 11 * 60 * 1000);
	clocks_look(HOST->service->clocks);
	cr_expect_eq(seen(PN_PUBLIC, PN_EVENT_CLOCK_EXPIRED), 1);
	cr_expect_eq(seen(PN_PUBLIC, PN_EVENT_REACTION_DECLARED), 1);
	HOST->clock = (struct clock_rule){0, 0, 0};
	host_close(HOST);
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
	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	table = host_table(HOST, &muster);
	struct snapshot *state = host_state(HOST, &table);
	winner = pn_owes(snapshot_view(state, PN_PUBLIC), PN_RED) ? PN_RED : PN_BLUE;
	snapshot_release(state);
	act(winner, winner == PN_RED ? PN_COMMAND_GO_FIRST : PN_COMMAND_GO_SECOND, PN_NO_UNIT);
	cr_assert_eq(write(PN_RED, PN_EVENT_PLAN_SET, four_moves("")), PROBLEM_NONE);
	cr_assert_eq(write(PN_BLUE, PN_EVENT_STANDING_ORDERS_SET,
			   "{\"orders\":[{\"answer\":\"ask\",\"unit\":\"r3\"},"
			   "{\"answer\":\"ask\",\"class\":\"cavalry\"}]}"),
		     PROBLEM_NONE);
	struct job job = host_act(HOST, &table, PN_BLUE, &pass);
	cr_assert_eq(job.problem, PROBLEM_NONE);
	snapshot_release(job.snapshot);
	for (int round = 0; round < 2; round++) {
		state = host_state(HOST, &table);
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

/* ---- the time of an answer tells nothing ---- */

/* A job that notes how many looks there had been when it was answered. */
struct timed {
	pthread_mutex_t mutex;
	pthread_cond_t wake;
	bool is_back;
	uint64_t looks;
};

static void note_looks(struct job *job)
{
	struct timed *timed = job->owner;

	pthread_mutex_lock(&timed->mutex);
	timed->looks = automation_looks(HOST->service->automation);
	timed->is_back = true;
	pthread_cond_signal(&timed->wake);
	pthread_mutex_unlock(&timed->mutex);
}

/* How many looks there were between the question and the answer of red's move. */
static uint64_t looks_before_answer(void)
{
	struct timed timed = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false, 0};
	struct text text = TEXT_EMPTY;
	struct snapshot *state = host_state(HOST, &table);
	struct pn_command pass = snapshot_offers(state, PN_RED)->offer[0].command;
	uint64_t before = automation_looks(HOST->service->automation);

	snapshot_release(state);
	struct job job = host_act_job(HOST, &table, PN_RED, &pass, &text);

	job.owner = &timed;
	job.done = note_looks;
	cr_assert(service_submit(HOST->service, &job));
	pthread_mutex_lock(&timed.mutex);
	while (!timed.is_back)
		pthread_cond_wait(&timed.wake, &timed.mutex);
	pthread_mutex_unlock(&timed.mutex);
	cr_expect_eq(job.problem, PROBLEM_NONE);
	snapshot_release(job.snapshot);
	text_free(&text);
	service_settle(HOST->service);
	return timed.looks - before;
}

Test(plans, no_answer_waits_for_a_look)
{
	cr_assert_eq(write(PN_BLUE, PN_EVENT_STANDING_ORDERS_SET, ALL_PASS), PROBLEM_NONE);
	uint64_t looks = automation_looks(HOST->service->automation);

	for (int i = 0; i < 4; i++)
		cr_expect_eq(looks_before_answer(), 0);
	cr_expect_gt(automation_looks(HOST->service->automation), looks,
		     "afterwards there was one");
}

/* What neither shows the side anything nor was written by it is no reason to look again. */
Test(plans, nothing_new_is_not_looked_at_again)
{
	cr_assert_eq(
		write(PN_RED, PN_EVENT_STANDING_ORDERS_SET, "{\"orders\":[{\"answer\":\"ask\"}]}"),
		PROBLEM_NONE);
	uint64_t looks = automation_looks(HOST->service->automation);

	for (int i = 0; i < 5; i++) {
		struct job job = {.kind = JOB_TALK, .side = PN_BLUE, .text = "Well?"};

		memcpy(job.game, table.game, sizeof(job.game));
		host_key(HOST, &job);
		cr_assert(host_run(HOST, &job));
		cr_assert_eq(job.problem, PROBLEM_NONE);
		snapshot_release(job.snapshot);
	}
	cr_expect_eq(automation_looks(HOST->service->automation), looks);
}

/* The look that was owed when the server was killed follows when it is there again. */
Test(plans, what_was_owed_follows_after_a_restart, .init = NULL, .fini = NULL)
{
	char folder[64];

	host_make_folder(folder);
	host_open(HOST, folder);
	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	table = host_table(HOST, &muster);
	struct snapshot *state = host_state(HOST, &table);

	winner = pn_owes(snapshot_view(state, PN_PUBLIC), PN_RED) ? PN_RED : PN_BLUE;
	snapshot_release(state);
	act(winner, winner == PN_RED ? PN_COMMAND_GO_FIRST : PN_COMMAND_GO_SECOND, PN_NO_UNIT);
	cr_assert_eq(write(PN_BLUE, PN_EVENT_STANDING_ORDERS_SET, ALL_PASS), PROBLEM_NONE);
	automation_stop(HOST->service->automation);
	cr_assert_eq(write(PN_RED, PN_EVENT_PLAN_SET, four_moves("")), PROBLEM_NONE);
	cr_expect_eq(seen(PN_PUBLIC, PN_EVENT_MOVED), 0);
	host_reopen(HOST);
	service_settle(HOST->service);
	cr_expect_eq(seen(PN_PUBLIC, PN_EVENT_MOVED), 4);
	host_close(HOST);
	host_remove_folder(folder);
}
