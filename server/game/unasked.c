#include "game/unasked.h"

#include <stdlib.h>
#include <string.h>

#include "codec/codec.h"
#include "game/allocate.h"
#include "game/crypto.h"

/* ---- answers that come later ---- */

/* When an answer that is to be given later may be given. */
static int64_t answer_due(const struct snapshot *latest, pn_side side, uint8_t delay_minutes)
{
	const int64_t minute_ms = 60 * 1000;
	int64_t since = latest->told_ms;

	if (latest->written[side].orders_ms > since)
		since = latest->written[side].orders_ms;
	return since + delay_minutes * minute_ms;
}

void unasked_note_due(struct snapshot *next, struct pn_offers *room)
{
	const struct clock_rule *rule = &next->base->clock;
	int64_t due = rule->bank ? clock_due(&next->upkeep.clock, rule) : 0;

	for (pn_side side = 0; side < PN_SIDES && next->header.status == GAME_PLAYING; side++) {
		const struct intent *intent = &next->written[side].intent;
		struct intent_answer answer;

		if (!intent->orders || !intent->orders->delay_minutes)
			continue;
		answer = intent_next(intent, &next->view[side], side, room);
		if (answer.source != INTENT_PASS && answer.source != INTENT_ORDER)
			continue;
		int64_t at = answer_due(next, side, answer.delay_minutes);
		if (!due || at < due)
			due = at;
	}
	next->upkeep.due_ms = due;
	log_deed(next->log, next->deeds - 1)->upkeep.due_ms = due;
}

struct dueing {
	struct snapshot *next;
	struct pn_offers *room;
};

static void run_due(void *context)
{
	struct dueing *dueing = context;

	unasked_note_due(dueing->next, dueing->room);
}

/* ---- what is written ---- */

/* Append one event of a side's own as a deed. False when the game is too long. */
static bool write_event(struct batch *batch, struct game *game, struct deed *deed,
			const struct pn_event *event)
{
	struct snapshot *latest = batch_latest(game);
	struct snapshot *next = snapshot_copy(latest);
	struct pn_events *events = &batch->events;

	events->count = 1;
	events->event[0] = *event;
	events->event[0].by = deed->side;
	events->event[0].audience = (uint8_t)(1u << deed->side);
	events->event[0].mark.owner = PN_PUBLIC;
	deed->bytes = batch->lines;
	text_clear(&deed->bytes);
	bool good = log_append(next->log, deed, events, &latest->truth, next->tip);
	batch->lines = deed->bytes;
	if (!good) {
		snapshot_release(next);
		return false;
	}
	snapshot_follow(next, events);
	snapshot_take_deed(next, log_deed(next->log, next->deeds));
	struct dueing dueing = {next, &batch->offers};
	struct fault fault;
	fault_guard(run_due, &dueing, &fault);
	batch_add(batch, game, next);
	return true;
}

/* A deed that no job asked for: its scope is nobody's key. */
static struct deed begin_deed(const struct game *game, enum deed_kind kind, pn_side side,
			      int64_t time_ms)
{
	struct deed deed = {.kind = (uint8_t)kind, .side = side, .time_ms = time_ms};

	written_unasked_scope(deed.scope, batch_latest(game)->deeds);
	return deed;
}

/* ---- plans that stop ---- */

void unasked_note_stops(struct acting *acting)
{
	const struct pn_events *events = &acting->batch->events;

	for (pn_side side = 0; side < PN_SIDES; side++) {
		const struct intent *intent = &acting->next->written[side].intent;
		bool undoes = acting->side == side && acting->command->kind == PN_COMMAND_UNDO;

		acting->stops[side] = PN_STOP_REFUSED;
		if (intent->plan)
			acting->stops[side] =
				undoes ? PN_STOP_UNDONE
				       : (uint8_t)intent_stopped_by(intent, side,
								    &acting->latest->view[side],
								    &acting->next->view[side],
								    events->event, events->count);
	}
}

/* False when the game is too long even for that. */
static bool stop_plan(struct batch *batch, struct game *game, pn_side side, int64_t time_ms,
		      enum pn_plan_stop reason, struct pn_verdict verdict)
{
	struct deed deed = begin_deed(game, DEED_WRITE, side, time_ms);
	const struct pn_event event = {
		.kind = PN_EVENT_PLAN_STOPPED,
		.clause = verdict.clause,
		.plan_stopped = {(uint8_t)reason, batch_latest(game)->written[side].intent.next,
				 (uint8_t)verdict.code},
	};

	return write_event(batch, game, &deed, &event);
}

void unasked_stop(const struct acting *acting, struct game *game)
{
	for (pn_side side = 0; side < PN_SIDES; side++) {
		if (acting->stops[side] != PN_STOP_REFUSED)
			stop_plan(acting->batch, game, side, acting->deed.time_ms,
				  (enum pn_plan_stop)acting->stops[side], pn_lawful());
	}
}

/* ---- what follows ---- */

/* One look at what a side does now, under a guard: it asks the rules. */
struct look {
	struct batch *batch;
	const struct snapshot *latest;
	pn_side side;
	struct intent_answer answer;
};

static void run_look(void *context)
{
	struct look *look = context;

	look->answer =
		intent_next(&look->latest->written[look->side].intent,
			    &look->latest->view[look->side], look->side, &look->batch->offers);
}

/* Most games have nothing written, and nothing to look for. */
static bool has_written(const struct intent *intent)
{
	return intent->plan || intent->orders || intent->pass_count;
}

bool unasked_answer(struct batch *batch, const struct snapshot *latest, pn_side side,
		    struct pn_command *out)
{
	struct look look = {.batch = batch, .latest = latest, .side = side};
	struct fault fault;

	if (!fault_guard(run_look, &look, &fault) ||
	    (look.answer.source != INTENT_PASS && look.answer.source != INTENT_ORDER))
		return false;
	*out = look.answer.command;
	return true;
}

/* A rule broke: as with a command that was posted, and this state does not try again. */
static void note_fault(const struct acting *acting, const struct fault_case *of,
		       const struct fault *fault)
{
	struct service *service = acting->batch->service;
	char report[GAME_ID_BYTES];

	faults_add(service->faults, of, fault, acting->text, acting->text_size, acting->latest->log,
		   report);
	atomic_fetch_add(&service->faulted, 1);
	service_log(service, "error", "a rule broke; see the report", report);
}

/* Give the command. False when it could not be. */
static bool give(struct batch *batch, struct game *game, const struct look *look, int64_t time_ms)
{
	struct service *service = batch->service;
	struct fault_case of = {game->id, look->side, look->latest->deeds, {0}};
	char report[GAME_ID_BYTES];
	struct fault fault;

	text_clear(&batch->command);
	codec_command_encode(&batch->command, &look->latest->view[look->side],
			     &look->answer.command);
	crypto_command_hash(of.command_hash, batch->command.bytes, batch->command.size);
	if (faults_find(service->faults, &of, report) ||
	    !command_has_room(look->latest, look->side, look->answer.command.kind))
		return false;
	struct acting acting = {
		.batch = batch,
		.side = look->side,
		.command = &look->answer.command,
		.text = batch->command.bytes,
		.text_size = batch->command.size,
		.latest = batch_latest(game),
		.deed = begin_deed(game, DEED_ACT, look->side, time_ms),
	};
	acting.deed.body_hash[0] = (uint8_t)look->answer.source;
	acting.deed.body_hash[1] = look->answer.item;
	if (!acting_try(&acting, &fault))
		note_fault(&acting, &of, &fault);
	if (!acting.done)
		return false;
	batch_add(batch, game, acting.next);
	unasked_stop(&acting, game);
	return true;
}

/* What one side does now. False when that is nothing. */
static bool do_next(struct batch *batch, struct game *game, pn_side side, int64_t time_ms)
{
	struct look look = {.batch = batch, .latest = batch_latest(game), .side = side};
	const struct platform *platform = batch->service->platform;
	struct fault fault;

	if (!has_written(&look.latest->written[side].intent) ||
	    !fault_guard(run_look, &look, &fault) || look.answer.source == INTENT_ASKS)
		return false;
	if (look.answer.source == INTENT_REFUSED)
		return stop_plan(batch, game, side, time_ms, PN_STOP_REFUSED, look.answer.verdict);
	if (look.answer.source != INTENT_PLAN && look.answer.delay_minutes &&
	    platform->now_ms(platform->context) <
		    answer_due(look.latest, side, look.answer.delay_minutes))
		return false;
	return give(batch, game, &look, time_ms);
}

/* A job that nobody waits for. */
static void forget_job(struct job *job)
{
	snapshot_release(job->snapshot);
	free(job);
}

/* So much at a time: then others come first. */
static void go_on_later(struct service *service, const struct game *game)
{
	struct job *job = allocate(1, sizeof(*job));

	job->kind = JOB_FOLLOW;
	memcpy(job->game, game->id, sizeof(job->game));
	job->done = forget_job;
	if (!service_submit(service, job))
		free(job);
}

void unasked_run(struct batch *batch, struct game *game, int64_t time_ms)
{
	for (int i = 0; i < UNASKED_MAX; i++) {
		const struct snapshot *latest = batch_latest(game);

		if (latest->header.status != GAME_PLAYING || latest->upkeep.clock.paused ||
		    faults_paused(batch->service->faults, game->id))
			return;
		if (!do_next(batch, game, PN_RED, time_ms) &&
		    !do_next(batch, game, PN_BLUE, time_ms))
			return;
	}
	go_on_later(batch->service, game);
}

/* ---- jobs ---- */

void command_follow(struct batch *batch, struct job *job)
{
	struct snapshot *latest = batch_latest(job->held);

	if (latest)
		unasked_run(batch, job->held, command_time(batch, latest));
}

/* Is it what stands already, with nothing of it done? */
static bool says_nothing_new(const struct snapshot *latest, const struct job *job)
{
	const struct intent *intent = &latest->written[job->side].intent;

	if (job->written_kind == PN_EVENT_PLAN_SET && job->withdraws)
		return !intent->plan;
	for (uint32_t i = latest->entries; !job->key[0] && i-- > 0;) {
		const struct entry *entry = log_entry(latest->log, i);

		if (entry->event.kind != job->written_kind || entry->event.by != job->side)
			continue;
		return (job->written_kind != PN_EVENT_PLAN_SET || intent->plan) &&
		       entry->event.written.size == job->written_size &&
		       memcmp(entry->event.written.text, job->written, job->written_size) == 0;
	}
	return false;
}

static void do_write(struct batch *batch, struct job *job, struct snapshot *latest)
{
	struct deed deed = command_deed(job, DEED_WRITE, command_time(batch, latest));
	struct pn_event event = {.kind = job->written_kind};

	if (job->withdraws) {
		event.kind = PN_EVENT_PLAN_STOPPED;
		event.plan_stopped.reason = PN_STOP_WITHDRAWN;
		event.plan_stopped.done = latest->written[job->side].intent.next;
	} else {
		event.written.text = job->written;
		event.written.size = (uint32_t)job->written_size;
	}
	if (!write_event(batch, job->held, &deed, &event)) {
		command_fail(job, PROBLEM_GAME_TOO_LONG, latest);
		return;
	}
	latest = batch_latest(job->held);
	job->snapshot = snapshot_hold(latest);
	job->uncommitted = true;
	unasked_run(batch, job->held, deed.time_ms);
}

void command_write(struct batch *batch, struct job *job)
{
	struct snapshot *latest = batch_latest(job->held);

	if (!latest) {
		command_fail(job, PROBLEM_NO_SUCH_GAME, NULL);
		return;
	}
	if (command_repeated(job))
		return;
	job->verdict = pn_refuse(PN_REFUSE_GAME_OVER, PN_CLAUSE("PN-01"));
	if (latest->header.status == GAME_OPEN)
		command_fail(job, PROBLEM_NOT_STARTED, latest);
	else if (latest->header.status == GAME_FINISHED)
		command_fail(job, PROBLEM_REFUSED, latest);
	else if (job->if_match >= 0 && job->if_match != latest->tip[job->side].version)
		command_fail(job, PROBLEM_STALE, latest);
	else if (!command_has_room(latest, job->side, PN_COMMAND_PASS) ||
		 latest->written[job->side].bytes + job->written_size > WRITTEN_BYTES_MAX)
		command_fail(job, PROBLEM_GAME_TOO_LONG, latest);
	else if (says_nothing_new(latest, job))
		command_fail(job, PROBLEM_NONE, latest);
	else
		do_write(batch, job, latest);
}
