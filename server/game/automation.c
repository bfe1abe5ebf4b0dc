#include "game/owed.h"

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/allocate.h"
#include "game/clocks.h"
#include "game/faults.h"
#include "game/job.h"
#include "game/notices.h"
#include "game/opponent.h"
#include "game/service.h"
#include "game/service_inside.h"
#include "game/snapshot_inside.h"

enum {
	OUT_MAX = 64,        /* jobs at a time */
	AGAIN_MS = 1000,     /* when what could not be queued or written is looked at again */
	DELAY_SHORTEST = 10, /* the shortest delay is such a part of the longest */
	DELAY_BITS = 32,     /* of the number that a delay is drawn with */
};

/* A job of this thread, and the text that it borrows. */
struct errand {
	struct job job; /* first */
	struct text text;
};

struct automation *automation_create(struct service *service)
{
	struct automation *automation = allocate(1, sizeof(*automation));

	pthread_condattr_t attributes;

	automation->service = service;
	pthread_mutex_init(&automation->mutex, NULL);
	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(&automation->wake, &attributes);
	pthread_condattr_destroy(&attributes);
	return automation;
}

/* ---- what is owed ---- */

/* Wait until a look may begin. False when it is time to stop. */
static bool await_look(struct automation *automation)
{
	while (!automation->stopping) {
		const struct owed *first = automation->first;

		if (automation->held || !first || automation->out >= OUT_MAX) {
			pthread_cond_wait(&automation->wake, &automation->mutex);
		} else if (first->due_us > platform_steady_us()) {
			struct timespec until = {first->due_us / 1000000,
						 first->due_us % 1000000 * 1000};

			pthread_cond_timedwait(&automation->wake, &automation->mutex, &until);
		} else {
			return true;
		}
	}
	return false;
}

/* The next that is due; NULL when it is time to stop. */
static struct owed *take_owed(struct automation *automation)
{
	struct owed *owed = NULL;

	pthread_mutex_lock(&automation->mutex);
	automation->looking = false;
	pthread_cond_broadcast(&automation->wake);
	if (await_look(automation)) {
		owed = automation->first;
		automation->first = owed->next;
		*owed_find(automation, owed->game) = owed->beside;
		automation->looking = true;
	}
	pthread_mutex_unlock(&automation->mutex);
	return owed;
}

/* ---- jobs ---- */

static void look_again_later(struct automation *automation, const char *game)
{
	const struct platform *platform = automation->service->platform;

	clocks_note_look(automation->service->clocks, game,
			 platform->now_ms(platform->context) + AGAIN_MS);
}

/* On the writer's or a loader's thread. */
static void errand_done(struct job *job)
{
	struct errand *errand = (struct errand *)(void *)job;
	struct automation *automation = job->owner;

	if (job->kind == JOB_OPEN && job->snapshot) {
		owed_add(automation, job->game, job->snapshot);
		job->snapshot = NULL;
	} else if (job->problem == PROBLEM_STORE_FAILED) {
		look_again_later(automation, job->game);
	}
	snapshot_release(job->snapshot);
	text_free(&errand->text);
	free(errand);
	pthread_mutex_lock(&automation->mutex);
	automation->out--;
	pthread_cond_broadcast(&automation->wake);
	pthread_mutex_unlock(&automation->mutex);
}

static struct job *begin_errand(struct automation *automation, enum job_kind kind, const char *game)
{
	struct errand *errand = allocate(1, sizeof(*errand));

	errand->job.kind = kind;
	errand->job.if_match = IF_MATCH_ANYTHING;
	errand->job.done = errand_done;
	errand->job.owner = automation;
	memcpy(errand->job.game, game, GAME_ID_BYTES);
	return &errand->job;
}

static void submit(struct automation *automation, struct job *job)
{
	pthread_mutex_lock(&automation->mutex);
	automation->out++;
	pthread_mutex_unlock(&automation->mutex);
	if (service_submit(automation->service, job))
		return;
	job->problem = PROBLEM_STORE_FAILED;
	errand_done(job);
}

/* ---- answers that come later ---- */

/* How long an answer is delayed: between a tenth of what its owner chose and all of it, every
 * proportion equally likely, since a delay that is always the same tells that nobody was there.
 * It follows from the server's secret, the game, the side and the row that asks, so it is the
 * same after a restart and on every node, and another after an undo. */
static int64_t draw_delay(struct service *service, const struct snapshot *latest, pn_side side,
			  uint32_t row, uint8_t minutes)
{
	char text[GAME_ID_BYTES + 32];

	snprintf(text, sizeof(text), "%s %u %u", latest->base->id, side, row);
	uint32_t drawn = (uint32_t)(service_seal(service, "delay", text) >> (64 - DELAY_BITS));
	double part = pow(DELAY_SHORTEST, (double)drawn / 4294967296.0 - 1.0);

	return (int64_t)(part * minutes * 60 * 1000);
}

/* When the answer may be given: after what was told last, but for the cup, and what its owner
 * wrote last. */
static int64_t answer_due(struct service *service, const struct snapshot *latest, pn_side side,
			  uint8_t minutes)
{
	const struct written *written = &latest->written[side];
	bool is_newer = written->orders_ms > latest->asked_ms;

	return (is_newer ? written->orders_ms : latest->asked_ms) +
	       draw_delay(service, latest, side, is_newer ? written->orders_row : latest->asked_row,
			  minutes);
}

/* ---- one look ---- */

struct look {
	struct automation *automation;
	const struct snapshot *latest;
	pn_side side;
	struct intent_answer answer;
};

static void run_look(void *context)
{
	struct look *look = context;

	look->answer = intent_next(&look->latest->written[look->side].intent,
				   snapshot_view(look->latest, look->side), look->side,
				   &look->automation->actions);
}

/* Is there something to be done now? Of what is to be done later the clocks are told. */
static bool is_due(const struct look *look)
{
	const struct automation *automation = look->automation;
	const struct platform *platform = automation->service->platform;
	const struct intent_answer *answer = &look->answer;

	if (answer->source == INTENT_PLAN || answer->source == INTENT_REFUSED ||
	    !answer->delay_minutes)
		return true;
	int64_t due =
		answer_due(automation->service, look->latest, look->side, answer->delay_minutes);

	if (platform->now_ms(platform->context) >= due)
		return true;
	clocks_note_look(automation->service->clocks, look->latest->base->id, due);
	return false;
}

/* With the number of the state that it was found in. */
static void send(struct automation *automation, const struct snapshot *latest, pn_side side,
		 const struct intent_answer *answer)
{
	struct job *job = begin_errand(automation, JOB_AUTOMATION, latest->base->id);

	job->side = side;
	job->action.command = answer->command;
	pn_command_keep(&job->action.command, &job->action.placed);
	job->verdict = answer->verdict;
	job->action.expected_rows = latest->rows;
	job->action.source = (uint8_t)answer->source;
	job->action.item = answer->item;
	submit(automation, job);
}

/* Nothing that the side has written answers now, or later, so it is told (notices.h). */
static void tell(const struct look *look)
{
	struct automation *automation = look->automation;

	if (!roster_any_hooked(automation->service->roster))
		return;
	struct job *job = begin_errand(automation, JOB_NOTICE, look->latest->base->id);

	job->side = look->side;
	job->if_match = look->latest->tip[look->side].version;
	job->action.expected_rows = look->latest->rows;
	job->action.reacts = notices_reacts(look->latest, look->side);
	submit(automation, job);
}

/* Does the side owe something, have something written, and has it seen or written anything
 * since a look found nothing to do? */
static bool is_new(const struct snapshot *latest, pn_side side)
{
	return intent_owes(&latest->written[side].intent, snapshot_view(latest, side), side) &&
	       atomic_load(&latest->base->looked[side]) != latest->tip[side].seq + 1;
}

/* The machine has finished a look that it was given. */
static void end_thought(struct automation *automation)
{
	pthread_mutex_lock(&automation->mutex);
	automation->thinking--;
	pthread_cond_broadcast(&automation->wake);
	pthread_mutex_unlock(&automation->mutex);
}

void automation_hear_opponent(void *context, const struct snapshot *latest,
			      const struct intent_answer *answer)
{
	struct automation *automation = context;

	if (answer)
		send(automation, latest, latest->base->machine.side, answer);
	end_thought(automation);
}

/* The machine takes its time, on a thread of its own, and what others have written does not wait
 * for it. */
static void ask_machine(struct automation *automation, struct snapshot *latest)
{
	pthread_mutex_lock(&automation->mutex);
	automation->thinking++;
	pthread_mutex_unlock(&automation->mutex);
	if (opponent_ask(automation->service->opponent, latest))
		return;
	look_again_later(automation, latest->base->id);
	end_thought(automation);
}

static void look_at(struct automation *automation, struct snapshot *latest)
{
	if (latest->header.status != GAME_PLAYING || latest->server.clock.paused ||
	    faults_paused(automation->service->faults, latest->base->id))
		return;
	if (opponent_owes(latest, latest->base->machine.side))
		ask_machine(automation, latest);
	for (pn_side side = 0; side < PN_SIDES; side++) {
		struct look look = {.automation = automation, .latest = latest, .side = side};
		struct fault fault;

		if (!is_new(latest, side))
			continue;
		atomic_fetch_add(&automation->looks, 1);
		if (!fault_guard(run_look, &look, &fault) || look.answer.source == INTENT_ASKS) {
			atomic_store(&latest->base->looked[side], latest->tip[side].seq + 1);
			tell(&look);
		} else if (is_due(&look)) {
			send(automation, latest, side, &look.answer);
			return;
		}
	}
}

/* That a game is in memory must not tell a caller that something is written in it. */
static void open_aside(struct automation *automation, const char *game)
{
	struct job *job = begin_errand(automation, JOB_OPEN, game);

	job->aside = job->newest = true;
	submit(automation, job);
}

static void look_for(struct automation *automation, struct owed *owed)
{
	struct snapshot *latest = service_peek(automation->service, owed->game);

	if (!latest && owed->snapshot)
		latest = snapshot_hold(owed->snapshot);
	if (latest)
		look_at(automation, latest);
	else
		open_aside(automation, owed->game);
	snapshot_release(latest);
	snapshot_release(owed->snapshot);
	free(owed);
}

/* ---- life ---- */

static void *run_automation(void *context)
{
	struct automation *automation = context;
	const struct sched_param least = {0};
	struct owed *owed;

	pthread_setschedparam(pthread_self(), SCHED_IDLE, &least);
	while ((owed = take_owed(automation)))
		look_for(automation, owed);
	return NULL;
}

bool automation_start(struct automation *automation)
{
	automation->has_thread =
		pthread_create(&automation->thread, NULL, run_automation, automation) == 0;
	return automation->has_thread;
}

void automation_stop(struct automation *automation)
{
	if (!automation)
		return;
	pthread_mutex_lock(&automation->mutex);
	automation->stopping = true;
	pthread_cond_broadcast(&automation->wake);
	pthread_mutex_unlock(&automation->mutex);
	if (automation->has_thread)
		pthread_join(automation->thread, NULL);
	automation->has_thread = false;
}

void automation_settle(struct automation *automation)
{
	pthread_mutex_lock(&automation->mutex);
	while (automation->has_thread && !automation->stopping &&
	       (automation->first || automation->looking || automation->out ||
		automation->thinking))
		pthread_cond_wait(&automation->wake, &automation->mutex);
	pthread_mutex_unlock(&automation->mutex);
}

uint64_t automation_looks(const struct automation *automation)
{
	return atomic_load(&automation->looks);
}

void automation_destroy(struct automation *automation)
{
	if (!automation)
		return;
	while (automation->first) {
		struct owed *owed = automation->first;

		automation->first = owed->next;
		snapshot_release(owed->snapshot);
		free(owed);
	}
	pthread_cond_destroy(&automation->wake);
	pthread_mutex_destroy(&automation->mutex);
	free(automation);
}
