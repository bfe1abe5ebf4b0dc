/* When what a side has written is looked at: after all answers, once, also after a kill; and
 * when an answer that its owner delays is given. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "game/automation.h"
#include "game/service.h"
#include "plans_game.h"

#define HOST (&records_host)

static void open_game(void)
{
	records_open();
	plans_begin();
}

TestSuite(automation, .init = open_game, .fini = records_close);

/* Red has announced a move and blue will pass, but later. */
static void make_delayed_game(void)
{
	plans_begin();
	cr_assert_eq(plans_write(PN_BLUE, PN_EVENT_STANDING_ORDERS_SET,
				 "{\"delay_minutes\":5,\"orders\":[{\"answer\":\"pass\"}]}"),
		     PROBLEM_NONE);
	plans_move(PN_RED, 0);
}

/* How many seconds pass before blue has answered; after half a minute with a restart. `roll`:
 * called each tenth second, or NULL. */
static int seconds_until_passed(bool restarts, void (*roll)(void))
{
	for (int seconds = 0; seconds <= 300; seconds++) {
		service_look(HOST->service);
		if (plans_seen(PN_PUBLIC, PN_EVENT_PASSED))
			return seconds;
		atomic_fetch_add(&HOST->world.now_ms, 1000);
		if (roll && seconds % 10 == 9)
			roll();
		if (restarts && seconds == 30)
			host_reopen(HOST);
	}
	return -1;
}

/* An answer that is to come later comes between a tenth of the delay and all of it, at a time
 * that a restart does not change. */
Test(automation, an_answer_waits_for_its_time, .init = NULL, .fini = NULL)
{
	int seconds[2];
	char folder[64];

	for (int restarts = 0; restarts < 2; restarts++) {
		host_make_folder(folder);
		host_open(HOST, folder);
		make_delayed_game();
		seconds[restarts] = seconds_until_passed(restarts, NULL);
		host_close(HOST);
		host_remove_folder(folder);
	}
	cr_expect_geq(seconds[0], 30);
	cr_expect_leq(seconds[0], 300);
	cr_expect_eq(seconds[0], seconds[1], "%d, with a restart %d", seconds[0], seconds[1]);
}

static void roll_cups(void)
{
	records_roll_cup(&plans_game, PN_RED, (struct pn_cup){3, 6, 4});
	records_roll_cup(&plans_game, PN_BLUE, (struct pn_cup){1, 6, 0});
}

/* PN-60. Nobody puts an answer off by rolling the cup. */
Test(automation, the_cup_puts_no_answer_off, .init = NULL, .fini = NULL)
{
	int seconds[2];

	for (int rolls = 0; rolls < 2; rolls++) {
		host_open(HOST, NULL);
		make_delayed_game();
		seconds[rolls] = seconds_until_passed(false, rolls ? roll_cups : NULL);
		host_close(HOST);
	}
	cr_expect_geq(seconds[0], 30);
	cr_expect_eq(seconds[0], seconds[1], "%d, with the cup %d", seconds[0], seconds[1]);
}

/* A delay that is always the same would tell that nobody was there. Every proportion is as
 * likely as any other, so half of them are below the root of a tenth. */
Test(automation, each_delay_is_another, .init = NULL, .fini = NULL)
{
	enum { GAMES = 60 };
	int below = 0, different = 0, last = 0;

	host_open(HOST, NULL);
	for (int i = 0; i < GAMES; i++) {
		make_delayed_game();
		int seconds = seconds_until_passed(false, NULL);

		cr_assert(seconds >= 30 && seconds <= 300, "%d", seconds);
		below += seconds < 95;
		different += seconds != last;
		last = seconds;
	}
	host_close(HOST);
	cr_expect(below >= GAMES / 4 && below <= GAMES * 3 / 4, "%d of %d", below, GAMES);
	cr_expect_geq(different, GAMES * 3 / 4);
}

/* ---- the time of an answer tells nothing ---- */

enum { TEMPTATION_US = 20000 }; /* time enough for a look that may begin too soon */

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

	usleep(TEMPTATION_US);
	pthread_mutex_lock(&timed->mutex);
	timed->looks = automation_looks(HOST->service->automation);
	timed->is_back = true;
	pthread_cond_signal(&timed->wake);
	pthread_mutex_unlock(&timed->mutex);
}

static void note_back(struct job *job)
{
	struct timed *timed = job->owner;

	pthread_mutex_lock(&timed->mutex);
	timed->is_back = true;
	pthread_cond_signal(&timed->wake);
	pthread_mutex_unlock(&timed->mutex);
}

/* How many looks there were between the question and the answer of red's move. */
static uint64_t looks_before_answer(void)
{
	struct timed timed = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false, 0};
	struct text text = TEXT_EMPTY;
	struct snapshot *state = host_state(HOST, &plans_game);
	struct pn_command pass = snapshot_actions(state, PN_RED)->action[0].command;
	uint64_t before = automation_looks(HOST->service->automation);

	snapshot_release(state);
	struct job job = host_act_job(HOST, &plans_game, PN_RED, &pass, &text);

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

Test(automation, no_answer_waits_for_a_look)
{
	cr_assert_eq(plans_write(PN_BLUE, PN_EVENT_STANDING_ORDERS_SET, PLANS_ALL_PASS),
		     PROBLEM_NONE);
	uint64_t looks = automation_looks(HOST->service->automation);

	for (int i = 0; i < 4; i++)
		cr_expect_eq(looks_before_answer(), 0);
	cr_expect_gt(automation_looks(HOST->service->automation), looks,
		     "afterwards there was one");
}

/* What neither shows the side anything nor was written by it is no reason to look again. */
Test(automation, nothing_new_is_not_looked_at_again)
{
	cr_assert_eq(plans_write(PN_RED, PN_EVENT_STANDING_ORDERS_SET,
				 "{\"orders\":[{\"answer\":\"ask\"}]}"),
		     PROBLEM_NONE);
	uint64_t looks = automation_looks(HOST->service->automation);

	for (int i = 0; i < 5; i++) {
		struct job job = {.kind = JOB_TALK, .side = PN_BLUE, .talk.text = "Well?"};

		memcpy(job.game, plans_game.game, sizeof(job.game));
		host_key(HOST, &job);
		cr_assert(host_run(HOST, &job));
		cr_assert_eq(job.problem, PROBLEM_NONE);
		snapshot_release(job.snapshot);
	}
	cr_expect_eq(automation_looks(HOST->service->automation), looks);
}

/* The look that was owed when the server was killed follows when it is there again. */
Test(automation, what_was_owed_follows_after_a_restart, .init = NULL, .fini = NULL)
{
	char folder[64];

	host_make_folder(folder);
	host_open(HOST, folder);
	plans_begin();
	cr_assert_eq(plans_write(PN_BLUE, PN_EVENT_STANDING_ORDERS_SET, PLANS_ALL_PASS),
		     PROBLEM_NONE);
	automation_stop(HOST->service->automation);
	cr_assert_eq(plans_write(PN_RED, PN_EVENT_PLAN_SET, plans_four_moves("")), PROBLEM_NONE);
	cr_expect_eq(plans_seen(PN_PUBLIC, PN_EVENT_MOVED), 0);
	host_reopen(HOST);
	service_settle(HOST->service);
	cr_expect_eq(plans_seen(PN_PUBLIC, PN_EVENT_MOVED), 4);
	host_close(HOST);
	host_remove_folder(folder);
}

/* ---- nor does the time of what comes next ---- */

/* A look keeps a processor busy: it does not come right after the answer. */
Test(automation, a_look_comes_a_while_after_the_answer, .init = NULL, .fini = NULL)
{
	enum { WHILE_MS = 300 };
	const struct platform *clock = &platform_real;

	host_open(HOST, NULL);
	plans_begin();
	HOST->look_ms = HOST->service->look_ms = WHILE_MS;
	uint64_t looks = automation_looks(HOST->service->automation);
	int64_t asked_ms = clock->steady_ms(NULL);

	/* plans_write() waits for what follows, too. */
	cr_assert_eq(plans_write(PN_RED, PN_EVENT_STANDING_ORDERS_SET,
				 "{\"orders\":[{\"answer\":\"ask\"}]}"),
		     PROBLEM_NONE);
	int64_t waited_ms = clock->steady_ms(NULL) - asked_ms;

	cr_expect_gt(automation_looks(HOST->service->automation), looks);
	cr_expect_geq(waited_ms, WHILE_MS);
	host_close(HOST);
}

/* That a look was owed must not show in what is in memory after a start. */
Test(automation, a_look_brings_no_game_into_memory, .init = NULL, .fini = NULL)
{
	char folder[64];

	host_make_folder(folder);
	host_open(HOST, folder);
	plans_begin();
	cr_assert_eq(plans_write(PN_RED, PN_EVENT_STANDING_ORDERS_SET,
				 "{\"orders\":[{\"answer\":\"ask\"}]}"),
		     PROBLEM_NONE);
	host_reopen(HOST);
	service_settle(HOST->service);
	cr_expect_gt(automation_looks(HOST->service->automation), 0, "it was looked at");
	cr_expect_eq(service_figures(HOST->service).games_hot, 0);
	host_close(HOST);
	host_remove_folder(folder);
}

/* How long until a game is there for a viewer. */
static int64_t open_ms(pn_side viewer)
{
	struct timed timed = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false, 0};
	struct job job = {.kind = JOB_OPEN, .side = viewer, .owner = &timed, .done = note_back};
	const struct platform *clock = &platform_real;
	const int64_t asked_ms = clock->steady_ms(NULL);

	memcpy(job.game, plans_game.game, sizeof(job.game));
	cr_assert(service_submit(HOST->service, &job));
	pthread_mutex_lock(&timed.mutex);
	while (!timed.is_back)
		pthread_cond_wait(&timed.wake, &timed.mutex);
	pthread_mutex_unlock(&timed.mutex);
	const int64_t waited_ms = clock->steady_ms(NULL) - asked_ms;

	cr_expect_eq(job.problem, PROBLEM_NONE);
	snapshot_release(job.snapshot);
	return waited_ms;
}

/* A game that is brought into memory is there at a round time, however much is written in it; also for
 * the other side, for whom it is there already. */
Test(automation, a_cold_game_is_there_at_a_round_time, .init = NULL, .fini = NULL)
{
	enum { ROUND_MS = 250 };
	char folder[64];

	host_make_folder(folder);
	host_open(HOST, folder);
	plans_begin();
	HOST->load_ms = ROUND_MS;
	host_reopen(HOST);
	cr_expect_geq(open_ms(PN_RED), ROUND_MS);
	cr_expect_geq(open_ms(PN_BLUE), ROUND_MS);
	host_close(HOST);
	host_remove_folder(folder);
}
