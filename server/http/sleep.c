/* How a request in flight sleeps, and who wakes it.
 *
 * A sleeping request in flight is woken through one atomic. The thread that marks a sleeper WOKEN
 * resumes its connection, and one that was woken before it slept does not fall asleep. While a job
 * is out, nothing but the job wakes it: the job holds the address of the request, and a suspended
 * connection is never closed under it. Nothing but its own time, that is: when that is up it is
 * resumed as LATE, and what is ADRIFT then is handed to its loop when its job is back, since there
 * is no connection to be resumed. */

#include <unistd.h>

#include "http/shell.h"

/* ---- those that have their time ---- */

static void watch(struct inflight *inflight)
{
	struct inflight *head = &inflight->loop->timed;

	/* A stream has given its request away. */
	if (!inflight->trip || !inflight->trip->request.late || inflight->is_timed)
		return;
	inflight->is_timed = true;
	inflight->next = head;
	inflight->previous = head->previous;
	inflight->previous->next = inflight;
	head->previous = inflight;
}

static void unwatch(struct inflight *inflight)
{
	if (!inflight->is_timed)
		return;
	inflight->is_timed = false;
	inflight->previous->next = inflight->next;
	inflight->next->previous = inflight->previous;
}

/* ---- falling asleep ---- */

void inflight_awake(struct inflight *inflight)
{
	atomic_fetch_and(&inflight->state, ADRIFT);
}

void inflight_await_job(struct inflight *inflight)
{
	inflight_awake(inflight);
	atomic_fetch_or(&inflight->state, AWAITS_JOB);
}

bool inflight_sleep(struct inflight *inflight)
{
	if (atomic_load(&inflight->state) & WOKEN)
		return false;
	MHD_suspend_connection(inflight->connection);
	if (atomic_fetch_or(&inflight->state, ASLEEP) & WOKEN)
		MHD_resume_connection(inflight->connection);
	return true;
}

bool inflight_sleep_for_job(struct inflight *inflight)
{
	/* What has no connection is handed back once, however soon its job is. */
	inflight->sleeps_for_job = !inflight->connection || inflight_sleep(inflight);
	if (inflight->sleeps_for_job)
		inflight->loop->jobs++;
	if (inflight->sleeps_for_job && inflight->connection)
		watch(inflight);
	return inflight->sleeps_for_job;
}

void inflight_resumed(struct inflight *inflight)
{
	if (inflight->sleeps_for_job)
		inflight->loop->jobs--;
	inflight->sleeps_for_job = false;
	unwatch(inflight);
}

/* ---- waking ---- */

static void call_loop(struct loop *loop)
{
	const uint64_t one = 1;

	if (!atomic_exchange(&loop->woken, true))
		(void)!write(loop->wake_fd, &one, sizeof(one));
}

static void hand_back(struct inflight *inflight)
{
	struct loop *loop = inflight->loop;

	inflight->next = atomic_load(&loop->back);
	while (!atomic_compare_exchange_weak(&loop->back, &inflight->next, inflight))
		continue;
	call_loop(loop);
}

void inflight_adrift(struct inflight *inflight)
{
	if (atomic_fetch_or(&inflight->state, ADRIFT) & WOKEN)
		hand_back(inflight);
}

/* Mark it woken. What it was before; all of it woken when that is nobody's to do. */
static int mark_woken(struct inflight *inflight, bool is_job)
{
	int state = atomic_load(&inflight->state);

	do {
		if (!is_job && (state & AWAITS_JOB))
			return WOKEN;
	} while (!atomic_compare_exchange_weak(&inflight->state, &state, state | WOKEN));
	return state;
}

/* Once it is marked its own thread may end and free it, unless it slept until now: then
 * it stays until it is resumed here. */
static void wake(struct inflight *inflight, bool is_job)
{
	struct loop *loop = inflight->loop;

	/* The loop may be through with the request in flight before this is: its end waits for
	 * it. */
	atomic_fetch_add(&loop->wakers, 1);
	const int was = mark_woken(inflight, is_job);

	if (!(was & WOKEN) && (was & ADRIFT)) {
		hand_back(inflight);
	} else if (!(was & WOKEN) && (was & ASLEEP)) {
		MHD_resume_connection(inflight->connection);
		call_loop(loop);
	}
	atomic_fetch_sub(&loop->wakers, 1);
}

void inflight_wake(struct inflight *inflight)
{
	wake(inflight, false);
}

void inflight_job_done(struct inflight *inflight)
{
	wake(inflight, true);
}

/* ---- time ---- */

/* Mark it late. True: it sleeps, and its job has not come back meanwhile. */
static bool mark_late(struct inflight *inflight)
{
	int state = atomic_load(&inflight->state);

	do {
		if (!(state & ASLEEP) || (state & WOKEN))
			return false;
	} while (!atomic_compare_exchange_weak(&inflight->state, &state, (state & ~ASLEEP) | LATE));
	return true;
}

void sleep_tick(struct loop *loop, int64_t now)
{
	struct inflight *next;

	for (struct inflight *at = loop->timed.next; at != &loop->timed; at = next) {
		next = at->next;
		if (at->trip->request.late_ms > now)
			continue;
		unwatch(at);
		if (!mark_late(at))
			continue;
		MHD_resume_connection(at->connection);
		call_loop(loop);
	}
}

int64_t sleep_wait(const struct loop *loop, int64_t now, int64_t most)
{
	for (const struct inflight *at = loop->timed.next; at != &loop->timed; at = at->next) {
		if (at->trip->request.late_ms - now < most)
			most = at->trip->request.late_ms - now;
	}
	return most;
}
