/* A batch that is put together while the one before it is being written: none of its answers
 * leaves early, and it goes when that one fails. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "game/service.h"
#include "host.h"

enum {
	TABLES = 9,
	FIRST = 8, /* as many jobs as another thread writes, on tables 1 to 8 */
	PATIENCE_MS = 20000,
	SHORT_MS = 60,
};

static struct host host;
static struct pn_muster muster;
static struct hosted_game table[TABLES];
static struct text text[TABLES];

/* A job that was asked, and whether it has its answer. */
struct asked {
	struct job job;
	atomic_bool is_done;
};

static struct asked opening, first[FIRST], second[FIRST];

static void open_host(void)
{
	host_open(&host, NULL);
	host_muster(&muster, PN_METHOD_SEALED);
	for (int i = 0; i < TABLES; i++)
		table[i] = host_declaring_game(&host, &muster);
}

static void close_host(void)
{
	host_close(&host);
	for (int i = 0; i < TABLES; i++)
		text_free(&text[i]);
}

TestSuite(overlap, .init = open_host, .fini = close_host);

static void note_done(struct job *job)
{
	atomic_store(&((struct asked *)job->owner)->is_done, true);
}

static void ask(struct asked *asked, struct job job)
{
	asked->job = job;
	asked->job.owner = asked;
	asked->job.done = note_done;
	atomic_store(&asked->is_done, false);
	cr_assert(service_submit(host.service, &asked->job));
}

static void wait_a_little(void)
{
	nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

static void wait_for(const struct asked *asked)
{
	for (int ms = 0; ms < PATIENCE_MS && !atomic_load(&asked->is_done); ms++)
		wait_a_little();
	cr_assert(atomic_load(&asked->is_done), "an answer did not come");
}

static struct job talk(int at)
{
	struct job job = {.kind = JOB_TALK, .side = PN_BLUE, .if_match = -1};

	memcpy(job.game, table[at].game, sizeof(job.game));
	host_key(&host, &job);
	job.talk.text = "hello";
	return job;
}

static struct job ready(int at)
{
	struct pn_command command = host_actions(&host, &table[at], PN_RED, PN_COMMAND_READY);

	return host_act_job(&host, &table[at], PN_RED, &command, &text[at]);
}

/* The writer waits for the disk with a first batch of `count` jobs, red's READY on tables from 1
 * on. */
static void begin_first(int count)
{
	struct job job[FIRST];
	int appends = store_faulty_appends(&host.faulty);

	for (int i = 0; i < count; i++)
		job[i] = ready(1 + i);
	store_faulty_hold(&host.faulty);
	ask(&opening, talk(0));
	store_faulty_await(&host.faulty);
	for (int i = 0; i < count; i++)
		ask(&first[i], job[i]);
	store_faulty_let_one(&host.faulty);
	store_faulty_await_append(&host.faulty, appends + 2);
	wait_for(&opening);
	snapshot_release(opening.job.snapshot);
}

/* The writer looks at the clock for each job that it does. */
static bool looks_at_clock(long long before, int times, int within_ms)
{
	for (int ms = 0; ms < within_ms; ms++) {
		if (atomic_load(&host.world.now_ms) >= before + times)
			return true;
		wait_a_little();
	}
	return false;
}

/* Ask a second batch while the first is being written: blue talks on the same tables. */
static bool is_done_beside(int count)
{
	long long before = atomic_load(&host.world.now_ms);

	for (int i = 0; i < count; i++)
		ask(&second[i], talk(1 + i));
	return looks_at_clock(before, count, PATIENCE_MS);
}

static void expect_answers(struct asked *asked, int count, enum problem_code problem)
{
	for (int i = 0; i < count; i++) {
		wait_for(&asked[i]);
		cr_expect_eq(asked[i].job.problem, problem, "job %d: problem %d", i,
			     asked[i].job.problem);
		snapshot_release(asked[i].job.snapshot);
	}
}

static void expect_no_answer(const struct asked *asked, int count)
{
	for (int i = 0; i < count; i++)
		cr_expect(!atomic_load(&asked[i].is_done), "job %d was answered early", i);
}

/* What both batches wrote is there, each row once. */
static void expect_rows(int at, uint32_t rows)
{
	struct snapshot *state = host_state(&host, &table[at]);

	cr_expect_eq(state->rows, rows, "table %d: %u rows", at, state->rows);
	snapshot_release(state);
}

static uint32_t rows_of(int at)
{
	struct snapshot *state = host_state(&host, &table[at]);
	uint32_t rows = state->rows;

	snapshot_release(state);
	return rows;
}

Test(overlap, a_batch_is_put_together_beside_a_commit_and_answered_after_it)
{
	uint32_t rows = rows_of(1);

	begin_first(FIRST);
	cr_expect(is_done_beside(FIRST), "it waited for the commit");
	expect_no_answer(first, FIRST);
	expect_no_answer(second, FIRST);
	cr_expect_eq(rows_of(1), rows, "something showed before it was on disk");
	/* The first is on disk, the second is not. */
	store_faulty_let_one(&host.faulty);
	expect_answers(first, FIRST, PROBLEM_NONE);
	cr_expect_eq(rows_of(1), rows + 1);
	expect_no_answer(second, FIRST);
	store_faulty_go_on(&host.faulty);
	expect_answers(second, FIRST, PROBLEM_NONE);
	expect_rows(1, rows + 2);
}

Test(overlap, a_refusal_leaves_no_earlier_than_what_it_was_computed_on)
{
	begin_first(FIRST);
	struct job late = ready(1);

	/* Red is ready on table 1, in memory. */
	late.if_match = -1;
	host_key(&host, &late);
	long long before = atomic_load(&host.world.now_ms);
	ask(&second[0], late);
	ask(&second[1], talk(0));
	cr_expect(looks_at_clock(before, 1, PATIENCE_MS));
	expect_no_answer(second, 1);
	store_faulty_go_on(&host.faulty);
	expect_answers(first, FIRST, PROBLEM_NONE);
	expect_answers(second, 1, PROBLEM_REFUSED);
	expect_answers(second + 1, 1, PROBLEM_NONE);
}

Test(overlap, when_the_commit_fails_the_next_batch_is_asked_again)
{
	uint32_t rows = rows_of(1);

	begin_first(FIRST);
	cr_assert(is_done_beside(FIRST));
	store_faulty_fail(&host.faulty, STORE_FAILED, 1);
	store_faulty_go_on(&host.faulty);
	expect_answers(first, FIRST, PROBLEM_STORE_FAILED);
	expect_answers(second, FIRST, PROBLEM_NONE);
	expect_rows(1, rows + 1);
}

Test(overlap, when_the_disk_knows_more_both_are_asked_again)
{
	uint32_t rows = rows_of(1);

	begin_first(FIRST);
	cr_assert(is_done_beside(FIRST));
	store_faulty_fail(&host.faulty, STORE_CONFLICT, 1);
	store_faulty_go_on(&host.faulty);
	expect_answers(first, FIRST, PROBLEM_NONE);
	expect_answers(second, FIRST, PROBLEM_NONE);
	for (int i = 1; i <= FIRST; i++)
		expect_rows(i, rows + 2);
}

Test(overlap, what_concerns_more_than_one_game_waits_for_the_commit)
{
	begin_first(FIRST);
	long long before = atomic_load(&host.world.now_ms);

	ask(&second[0], host_create_job(&host, &muster));
	ask(&second[1], talk(1));
	cr_expect(!looks_at_clock(before, 1, SHORT_MS), "a game was made beside a commit");
	store_faulty_go_on(&host.faulty);
	expect_answers(first, FIRST, PROBLEM_NONE);
	expect_answers(second, 2, PROBLEM_NONE);
}

Test(overlap, few_jobs_are_written_by_the_writer_itself)
{
	begin_first(FIRST - 1);
	long long before = atomic_load(&host.world.now_ms);

	ask(&second[0], talk(1));
	cr_expect(!looks_at_clock(before, 1, SHORT_MS), "another thread was woken");
	store_faulty_go_on(&host.faulty);
	expect_answers(first, FIRST - 1, PROBLEM_NONE);
	expect_answers(second, 1, PROBLEM_NONE);
}
