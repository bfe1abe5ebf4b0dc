/* Clocks, on a clock of the tests' own: expiry, strikes, reminders, down time, steps of the
 * machine's clock, and a year of games in a place that has summer time. */

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "game/clocks.h"
#include "game/service.h"
#include "model/clock.h"
#include "records.h"

enum { MINUTE = 60, HOUR = 60 * MINUTE, DAY = 24 * HOUR };

static struct pn_muster muster;

/* ---- the arithmetic ---- */

static struct pn_game owing(uint8_t owes)
{
	struct pn_game game = {.turn = 1, .pending_count = owes ? 1 : 0};
	game.pending[0].owes = owes;
	return game;
}

Test(clock, a_bank_runs_while_its_side_owes_and_grows_when_it_has_answered)
{
	const struct clock_rule rule = {100, 30, 110};
	const struct pn_event answered = {.kind = PN_EVENT_DECISION_CLOSED};
	struct pn_game red = owing(PN_SEEN_BY_RED), blue = owing(PN_SEEN_BY_BLUE);
	struct clock clock;

	clock_begin(&clock, &rule);
	cr_expect_eq(clock_until(&clock, PN_RED), 0);
	clock_row(&clock, &rule, &red, 1000000);
	cr_expect_eq(clock_until(&clock, PN_RED), 1100000);
	cr_expect_eq(clock_until(&clock, PN_BLUE), 0);
	cr_expect_eq(clock_left(&clock, PN_RED, 1040000), 60000);
	clock_event(&clock, &answered);
	clock_row(&clock, &rule, &blue, 1050000);
	cr_expect_eq(clock.bank_ms[PN_RED], 80000);
	cr_expect_eq(clock_until(&clock, PN_BLUE), 1150000);
	clock_event(&clock, &answered);
	clock_row(&clock, &rule, &red, 1051000);
	cr_expect_eq(clock.bank_ms[PN_BLUE], 110000, "no more than the cap");
}

Test(clock, the_limits_are_inclusive)
{
	static const struct {
		struct clock_rule rule;
		bool good;
	} rows[] = {
		{{CLOCK_BANK_MIN, 0, CLOCK_BANK_MIN}, true},
		{{CLOCK_BANK_MIN - 1, 0, CLOCK_BANK_MIN}, false},
		{{CLOCK_BANK_MAX, CLOCK_INCREMENT_MAX, CLOCK_CAP_MAX}, true},
		{{CLOCK_BANK_MAX + 1, 0, CLOCK_CAP_MAX}, false},
		{{CLOCK_BANK_MAX, CLOCK_INCREMENT_MAX + 1, CLOCK_CAP_MAX}, false},
		{{CLOCK_BANK_MAX, -1, CLOCK_CAP_MAX}, false},
		{{CLOCK_BANK_MAX, 0, CLOCK_CAP_MAX + 1}, false},
		{{HOUR, 0, HOUR - 1}, false},
		{{CLOCK_BANK_DEFAULT, CLOCK_INCREMENT_DEFAULT, CLOCK_CAP_DEFAULT}, true},
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		cr_expect_eq(clock_rule_good(&rows[i].rule), rows[i].good, "row %zu", i);
}

/* ---- games ---- */

static struct host *const host = &records_host;

/* A game in which red owes the movement of turn 1. */
static struct hosted_game open_game(struct clock_rule rule)
{
	records_open();
	records_trust_server();
	host->clock = rule;
	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	return host_game(host, &muster);
}

static void pass_time(int64_t seconds)
{
	atomic_fetch_add(&host->world.now_ms, seconds * 1000);
}

Test(clock, an_open_game_shows_full_banks)
{
	records_open();
	host->clock = (struct clock_rule){HOUR, 0, 2 * HOUR};
	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	struct job create = host_create_job(host, &muster);
	cr_assert(host_run(host, &create) && !create.problem);
	cr_expect_eq(snapshot_clock(create.snapshot)->bank_ms[PN_RED], HOUR * 1000);
	cr_expect_eq(clock_until(snapshot_clock(create.snapshot), PN_RED), 0);
	snapshot_release(create.snapshot);
	records_close();
}

/* Time goes by with the server looking each ten minutes. */
static void pass_watched(int64_t seconds)
{
	for (; seconds > 0; seconds -= 10 * MINUTE) {
		pass_time(seconds < 10 * MINUTE ? seconds : 10 * MINUTE);
		service_look(host->service);
	}
}

static pn_side who_owes(const struct hosted_game *hosted)
{
	struct snapshot *state = host_state(host, hosted);
	pn_side side = pn_owes(snapshot_view(state, PN_PUBLIC), PN_RED) ? PN_RED : PN_BLUE;
	snapshot_release(state);
	return side;
}

static struct pn_command first_listed(const struct hosted_game *hosted, pn_side side)
{
	struct snapshot *state = host_state(host, hosted);
	struct pn_command command = snapshot_actions(state, side)->action[0].command;
	snapshot_release(state);
	return command;
}

/* How many events of a kind the public has seen. */
static unsigned count_events(const struct hosted_game *hosted, uint8_t kind)
{
	struct snapshot *state = host_state(host, hosted);
	unsigned found = 0;
	for (uint32_t i = 0; i < state->entries; i++)
		found += log_entry(state->log, i)->seq[PN_PUBLIC] != 0 &&
			 log_event(state->log, i).kind == kind;
	snapshot_release(state);
	return found;
}

static uint8_t strikes(const struct hosted_game *hosted, pn_side side)
{
	struct snapshot *state = host_state(host, hosted);
	uint8_t count = snapshot_view(state, PN_PUBLIC)->strikes[side];
	snapshot_release(state);
	return count;
}

static int64_t until(const struct hosted_game *hosted, pn_side side)
{
	struct snapshot *state = host_state(host, hosted);
	int64_t time = clock_until(snapshot_clock(state), side);
	snapshot_release(state);
	return time;
}

static void resign(const struct hosted_game *hosted, pn_side side)
{
	struct pn_command command = {
		.kind = PN_COMMAND_RESIGN, .unit = PN_NO_UNIT, .target = PN_NO_UNIT};
	struct job job = host_act(host, hosted, side, &command);
	cr_assert_eq(job.problem, PROBLEM_NONE);
	snapshot_release(job.snapshot);
}

static void expect_record(const struct hosted_game *hosted, enum verify_verdict verdict)
{
	struct text record = record_of(hosted, PN_PUBLIC);
	struct verify_report report = record_verify(record.bytes, record.size);
	record_expect(&report, verdict, "the record");
	text_free(&record);
}

Test(clock, runs_out_to_the_millisecond)
{
	struct hosted_game hosted = open_game((struct clock_rule){HOUR, 0, HOUR});
	pn_side side = who_owes(&hosted);
	int64_t end = until(&hosted, side);

	atomic_store(&host->world.step_ms, 0);
	atomic_store(&host->world.now_ms, end - 1);
	service_look(host->service);
	cr_expect_eq(count_events(&hosted, PN_EVENT_CLOCK_EXPIRED), 0);
	atomic_store(&host->world.now_ms, end);
	service_look(host->service);
	cr_expect_eq(count_events(&hosted, PN_EVENT_CLOCK_EXPIRED), 1);
	cr_expect_eq(strikes(&hosted, side), 1);
	resign(&hosted, side);
	expect_record(&hosted, VERIFY_RIGHT);
	records_close();
}

Test(clock, who_is_late_is_answered_for_before_his_command)
{
	struct hosted_game hosted = open_game((struct clock_rule){HOUR, 0, HOUR});
	pn_side side = who_owes(&hosted);
	struct pn_command command = first_listed(&hosted, side);

	pass_time(HOUR);
	struct job job = host_act(host, &hosted, side, &command);
	cr_expect_eq(job.problem, PROBLEM_REFUSED);
	cr_expect_eq(count_events(&hosted, PN_EVENT_CLOCK_EXPIRED), 1);
	snapshot_release(job.snapshot);
	records_close();
}

Test(clock, one_reminder_before_the_deadline)
{
	struct hosted_game hosted = open_game((struct clock_rule){10 * DAY, DAY, 10 * DAY});

	pass_watched(9 * DAY - HOUR);
	cr_expect_eq(count_events(&hosted, PN_EVENT_CLOCK_REMINDER), 0);
	pass_watched(2 * HOUR);
	cr_expect_eq(count_events(&hosted, PN_EVENT_CLOCK_REMINDER), 1);
	pass_watched(20 * HOUR);
	cr_expect_eq(count_events(&hosted, PN_EVENT_CLOCK_REMINDER), 1);
	cr_expect_eq(count_events(&hosted, PN_EVENT_CLOCK_EXPIRED), 0);
	pass_watched(4 * HOUR);
	cr_expect_eq(count_events(&hosted, PN_EVENT_CLOCK_EXPIRED), 1);
	resign(&hosted, PN_RED);
	expect_record(&hosted, VERIFY_RIGHT);
	records_close();
}

/* PN-60. Rolling the cup answers nothing: the clock goes on, and runs out when it would have done
 * without it. */
Test(clock, the_cup_stops_no_clock)
{
	struct hosted_game hosted = open_game((struct clock_rule){2 * HOUR, HOUR, 4 * HOUR});
	const pn_side late = who_owes(&hosted);

	pass_watched(HOUR);
	records_roll_cup(&hosted, late, (struct pn_cup){5, 10, 8});
	records_roll_cup(&hosted, pn_opponent(late), (struct pn_cup){5, 10, 0});
	cr_expect_eq(who_owes(&hosted), late);
	pass_watched(HOUR - 60);
	cr_expect_eq(count_events(&hosted, PN_EVENT_CLOCK_EXPIRED), 0);
	pass_watched(120);
	cr_expect_eq(count_events(&hosted, PN_EVENT_CLOCK_EXPIRED), 1);
	cr_expect_eq(count_events(&hosted, PN_EVENT_CUP_ROLLED), 2);
	resign(&hosted, PN_RED);
	expect_record(&hosted, VERIFY_RIGHT);
	records_close();
}

Test(clock, three_strikes_let_the_other_side_claim)
{
	struct hosted_game hosted = open_game((struct clock_rule){HOUR, 0, HOUR});
	pn_side absent = who_owes(&hosted);
	struct random_source random = {4};

	for (int i = 0; i < 400 && strikes(&hosted, absent) < PN_STRIKES_MAX; i++) {
		if (who_owes(&hosted) == absent)
			pass_watched(2 * HOUR);
		else
			cr_assert(host_step(host, &hosted, &random));
	}

	cr_assert_geq(strikes(&hosted, absent), PN_STRIKES_MAX);
	struct pn_command claim =
		host_actions(host, &hosted, pn_opponent(absent), PN_COMMAND_CLAIM);
	struct job job = host_act(host, &hosted, pn_opponent(absent), &claim);
	cr_assert_eq(job.problem, PROBLEM_NONE);
	const struct pn_game *view = snapshot_view(job.snapshot, PN_PUBLIC);
	cr_expect(view->over && view->winner == pn_opponent(absent));
	cr_expect_eq(view->ending, PN_ENDING_CLOCK);
	snapshot_release(job.snapshot);
	expect_record(&hosted, VERIFY_RIGHT);
	records_close();
}

/* Both away: the server plays the game to its end by defaults. */
Test(clock, a_game_that_nobody_comes_back_to_ends)
{
	struct hosted_game hosted = open_game((struct clock_rule){HOUR, 0, HOUR});
	bool over = false;

	for (int day = 0; day < 60 && !over; day++) {
		pass_watched(DAY);
		struct snapshot *state = host_state(host, &hosted);
		over = snapshot_header(state)->status == GAME_FINISHED;
		snapshot_release(state);
	}
	cr_expect(over);
	expect_record(&hosted, VERIFY_RIGHT);
	records_close();
}

/* ---- time that does not count ---- */

static char folder[64];

static struct hosted_game open_in_folder(struct clock_rule rule)
{
	host_make_folder(folder);
	host_open(host, folder);
	records_trust_server();
	host->clock = rule;
	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	return host_game(host, &muster);
}

static void close_folder(void)
{
	host_close(host);
	host_remove_folder(folder);
}

Test(clock, time_in_which_the_server_was_down_is_given_back)
{
	struct hosted_game hosted = open_in_folder((struct clock_rule){2 * DAY, 0, 2 * DAY});
	pn_side side = who_owes(&hosted);
	int64_t before = until(&hosted, side);

	pass_watched(DAY);
	host_close(host);
	pass_time(5 * DAY);
	host_reopen(host);
	service_look(host->service);
	cr_expect_eq(count_events(&hosted, PN_EVENT_CLOCK_EXPIRED), 0);
	cr_expect_eq(count_events(&hosted, PN_EVENT_DOWN_TIME), 1);
	int64_t gained = until(&hosted, side) - before;
	cr_expect(gained >= 5 * DAY * INT64_C(1000) && gained < 5 * DAY * INT64_C(1000) + 1000,
		  "%ld", (long)gained);
	pass_watched(DAY + 10 * MINUTE);
	cr_expect_geq(count_events(&hosted, PN_EVENT_CLOCK_EXPIRED), 1);
	resign(&hosted, side);
	expect_record(&hosted, VERIFY_RIGHT);
	close_folder();
}

/* A command that comes before the server has looked is as good. */
Test(clock, the_first_command_after_down_time_is_not_late)
{
	struct hosted_game hosted = open_in_folder((struct clock_rule){DAY, 0, DAY});
	pn_side side = who_owes(&hosted);

	pass_watched(HOUR);
	host_close(host);
	pass_time(3 * DAY);
	host_reopen(host);
	struct pn_command command = first_listed(&hosted, side);
	struct job job = host_act(host, &hosted, side, &command);
	cr_expect_eq(job.problem, PROBLEM_NONE);
	snapshot_release(job.snapshot);
	cr_expect_eq(count_events(&hosted, PN_EVENT_DOWN_TIME), 1);
	cr_expect_eq(strikes(&hosted, side), 0);
	close_folder();
}

Test(clock, a_short_stop_counts)
{
	struct hosted_game hosted = open_in_folder((struct clock_rule){DAY, 0, DAY});
	pn_side side = who_owes(&hosted);
	int64_t before = until(&hosted, side);

	service_look(host->service);
	host_close(host);
	pass_time(MINUTE - 1);
	host_reopen(host);
	service_look(host->service);
	cr_expect_eq(until(&hosted, side), before);
	cr_expect_eq(count_events(&hosted, PN_EVENT_DOWN_TIME), 0);
	close_folder();
}

/* The machine's clock is set: not the one that timers run on. */
static void set_clock(int64_t seconds)
{
	atomic_fetch_add(&host->world.stepped_ms, seconds * 1000);
	pass_time(seconds);
}

Test(clock, a_step_forward_is_down_time)
{
	struct hosted_game hosted = open_game((struct clock_rule){DAY, 0, DAY});
	pn_side side = who_owes(&hosted);
	int64_t before = until(&hosted, side);

	service_look(host->service);
	set_clock(3 * DAY);
	service_look(host->service);
	cr_expect_eq(count_events(&hosted, PN_EVENT_CLOCK_EXPIRED), 0);
	cr_expect_eq(count_events(&hosted, PN_EVENT_DOWN_TIME), 1);
	cr_expect_geq(until(&hosted, side) - before, 3 * DAY * INT64_C(1000));
	resign(&hosted, side);
	expect_record(&hosted, VERIFY_RIGHT);
	records_close();
}

Test(clock, a_small_step_counts)
{
	struct hosted_game hosted = open_game((struct clock_rule){DAY, 0, DAY});
	pn_side side = who_owes(&hosted);
	int64_t before = until(&hosted, side);

	service_look(host->service);
	set_clock(MINUTE - 1);
	service_look(host->service);
	cr_expect_eq(until(&hosted, side), before);
	records_close();
}

Test(clock, a_step_back_takes_nothing_from_anybody)
{
	struct hosted_game hosted = open_game((struct clock_rule){DAY, 0, DAY});
	pn_side side = who_owes(&hosted);
	int64_t before = until(&hosted, side);

	service_look(host->service);
	set_clock(-3 * DAY);
	pass_watched(3 * DAY);
	cr_expect_eq(until(&hosted, side), before);
	cr_expect_eq(count_events(&hosted, PN_EVENT_CLOCK_EXPIRED), 0);
	pass_watched(DAY);
	cr_expect_eq(count_events(&hosted, PN_EVENT_CLOCK_EXPIRED), 1);
	resign(&hosted, side);
	expect_record(&hosted, VERIFY_RIGHT);
	records_close();
}

/* ---- another process on the same database ---- */

static unsigned expired_at(const struct hosted_game *hosted, int64_t now_ms)
{
	atomic_store(&host->world.now_ms, now_ms);
	service_look(host->service);
	return count_events(hosted, PN_EVENT_CLOCK_EXPIRED);
}

/* The process that wrote last answers for it in time; this one only when that one does not. */
Test(clock, what_another_process_is_to_do_is_done_a_little_later)
{
	struct hosted_game hosted = open_game((struct clock_rule){HOUR, 0, HOUR});
	int64_t due_ms = until(&hosted, who_owes(&hosted));

	/* The reminder has been told. */
	cr_expect_eq(expired_at(&hosted, due_ms - 1000), 0);
	clocks_hear(host->service->clocks, hosted.game);
	cr_expect_eq(expired_at(&hosted, due_ms), 0);
	cr_expect_eq(expired_at(&hosted, due_ms + CLOCKS_OTHERS_MS - 1), 0);
	cr_expect_eq(expired_at(&hosted, due_ms + CLOCKS_OTHERS_MS), 1);

	/* The answer was this one's: what comes of it is again its own affair. */
	due_ms = until(&hosted, who_owes(&hosted));
	cr_expect_eq(expired_at(&hosted, due_ms - 1), 1);
	cr_expect_eq(expired_at(&hosted, due_ms), 2);
	resign(&hosted, PN_RED);
	expect_record(&hosted, VERIFY_RIGHT);
	records_close();
}

Test(clock, what_was_heard_is_outdated_by_a_row_of_ones_own)
{
	struct hosted_game hosted = open_game((struct clock_rule){HOUR, 0, HOUR});
	const pn_side late = who_owes(&hosted);

	cr_expect_eq(expired_at(&hosted, until(&hosted, late) - 1000), 0);
	clocks_hear(host->service->clocks, hosted.game);
	records_roll_cup(&hosted, late, (struct pn_cup){5, 10, 8});
	cr_expect_eq(expired_at(&hosted, until(&hosted, late)), 1);
	records_close();
}

Test(clock, what_is_heard_of_a_game_that_is_over_wants_nothing)
{
	struct hosted_game hosted = open_game((struct clock_rule){HOUR, 0, HOUR});

	resign(&hosted, PN_RED);
	clocks_hear(host->service->clocks, hosted.game);
	cr_expect_eq(expired_at(&hosted, atomic_load(&host->world.now_ms) + 2 * HOUR * 1000), 0);
	records_close();
}

/* ---- a store that fails ---- */

/* What cannot be written has not happened, and is done when it can. */
Test(clock, an_expiry_that_the_disk_does_not_take_comes_later)
{
	static const enum store_error errors[] = {STORE_FULL, STORE_FAILED, STORE_READ_ONLY};
	struct hosted_game hosted = open_game((struct clock_rule){HOUR, 0, HOUR});
	unsigned expired = 0;

	for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++) {
		pn_side side = who_owes(&hosted);
		atomic_store(&host->world.now_ms, until(&hosted, side));
		store_faulty_fail(&host->faulty, errors[i], 1);
		service_look(host->service);
		cr_expect_eq(count_events(&hosted, PN_EVENT_CLOCK_EXPIRED), expired, "%zu", i);
		service_look(host->service);
		cr_expect_eq(count_events(&hosted, PN_EVENT_CLOCK_EXPIRED), ++expired, "%zu", i);
	}
	resign(&hosted, PN_RED);
	expect_record(&hosted, VERIFY_RIGHT);
	records_close();
}

Test(clock, a_conflict_at_an_expiry_is_asked_again)
{
	struct hosted_game hosted = open_in_folder((struct clock_rule){HOUR, 0, HOUR});

	atomic_store(&host->world.now_ms, until(&hosted, who_owes(&hosted)));
	store_faulty_fail(&host->faulty, STORE_CONFLICT, 1);
	service_look(host->service);
	service_look(host->service);
	cr_expect_eq(count_events(&hosted, PN_EVENT_CLOCK_EXPIRED), 1);
	close_folder();
}

/* ---- a forged record ---- */

Test(clock, an_expiry_that_comes_too_early_is_found)
{
	struct hosted_game hosted = open_game((struct clock_rule){HOUR, 0, HOUR});
	pass_watched(2 * HOUR);
	resign(&hosted, PN_RED);
	struct text record = record_of(&hosted, PN_PUBLIC);
	char *bank = strstr(record.bytes, "\"bank\":3600,\"cap\":3600");
	cr_assert_not_null(bank);
	static const char longer[] = "\"bank\":9999,\"cap\":9999";
	memcpy(bank, longer, strlen(longer));
	struct verify_report report = record_verify(record.bytes, record.size);
	record_expect(&report, VERIFY_WRONG, "with a longer bank");
	cr_expect(strstr(report.reason, "is not over") || strstr(report.reason, "is due"), "%s",
		  report.reason);
	text_free(&record);
	records_close();
}

/* ---- a year ---- */

/* Something happens to the machine: it stops for a while, or its clock is set. */
static void disturb(struct random_source *random)
{
	switch (random_between(random, 0, 3)) {
	case 0:
		host_close(host);
		pass_time(random_between(random, 1, 2 * DAY));
		host_reopen(host);
		break;
	case 1:
		set_clock(random_between(random, 1, 3 * HOUR));
		break;
	case 2:
		set_clock(-random_between(random, 1, 3 * HOUR));
		break;
	default:
		break;
	}
	service_look(host->service);
}

/* Where the sun stands is nobody's business: times are UTC, and the clocks go on over the
 * nights in which the hour changes. */
Test(clock, a_year_of_games, .timeout = 300)
{
	enum { TABLES = 12 };
	struct random_source random = {366};
	struct hosted_game hosted[TABLES];
	int games = 0, expired = 0, down = 0;

	setenv("TZ", "Europe/Berlin", 1);
	tzset();
	host_make_folder(folder);
	host_open(host, folder);
	records_trust_server();
	host->clock = (struct clock_rule){5 * DAY, DAY, 7 * DAY};
	host_muster(&muster, PN_METHOD_SEALED);
	for (int i = 0; i < TABLES; i++)
		hosted[i] = host_game(host, &muster);
	for (int hour = 0; hour < 366 * 24; hour += 6) {
		pass_time(6 * HOUR);
		service_look(host->service);
		if (random_one_in(&random, 60))
			disturb(&random);
		for (int i = 0; i < TABLES; i++) {
			/* Some tables play each day, some hardly ever. */
			if (!random_one_in(&random, 1 + i * i) ||
			    host_step(host, &hosted[i], &random))
				continue;
			expect_record(&hosted[i], VERIFY_RIGHT);
			expired += (int)count_events(&hosted[i], PN_EVENT_CLOCK_EXPIRED);
			down += (int)count_events(&hosted[i], PN_EVENT_DOWN_TIME);
			hosted[i] = host_game(host, &muster);
			games++;
		}
	}
	cr_expect_gt(games, 20, "%d games", games);
	cr_expect_gt(expired, 10, "%d expiries", expired);
	cr_expect_gt(down, 5, "%d times down", down);
	close_folder();
}
