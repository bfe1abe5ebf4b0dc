#include "game/automation_commands.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/crypto.h"
#include "codec/codec.h"
#include "game/job.h"
#include "game/opponent.h"

void automation_note_owed(struct snapshot *next)
{
	bool owed = false;

	for (pn_side side = 0; side < PN_SIDES; side++)
		owed |= next->header.status == GAME_PLAYING &&
			(opponent_owes(next, side) ||
			 intent_owes(&next->written[side].intent, snapshot_view(next, side), side));
	next->server.look_owed = owed;
	log_row(next->log, next->rows - 1)->server.look_owed = owed;
}

/* ---- what is written ---- */

/* Append one event of a side's own as a row. False when the game is too long. */
static bool write_event(struct batch *batch, struct game *game, struct log_row *row,
			const struct pn_event *event)
{
	struct snapshot *latest = batch_latest(game);
	struct snapshot *next = snapshot_copy(latest);
	struct pn_events *events = &batch->events;

	events->count = 1;
	events->event[0] = *event;
	events->event[0].by = row->side;
	events->event[0].audience = (uint8_t)(1u << row->side);
	events->event[0].mark.owner = PN_PUBLIC;
	row->bytes = batch->lines;
	text_clear(&row->bytes);
	bool good = log_append(next->log, row, events, &latest->truth, next->tip);
	batch->lines = row->bytes;
	if (!good) {
		snapshot_release(next);
		return false;
	}
	snapshot_follow(next, latest, events);
	snapshot_take_row(next, log_row(next->log, next->rows));
	automation_note_owed(next);
	batch_add(batch, game, next);
	return true;
}

/* A row that no job asked for: its scope is nobody's key. */
static struct log_row begin_row(const struct game *game, enum row_kind kind, pn_side side,
				int64_t time_ms)
{
	struct log_row row = {.kind = (uint8_t)kind, .side = side, .time_ms = time_ms};

	written_automatic_scope(row.scope, batch_latest(game)->rows);
	return row;
}

/* ---- plans that stop ---- */

void automation_note_stops(struct acting *acting)
{
	const struct pn_events *events = &acting->batch->events;

	for (pn_side side = 0; side < PN_SIDES; side++) {
		const struct intent *intent = &acting->next->written[side].intent;
		bool undoes = acting->side == side && acting->command->kind == PN_COMMAND_UNDO;

		acting->stops[side] = PN_STOP_REFUSED;
		if (intent->plan)
			acting->stops[side] =
				undoes ? PN_STOP_UNDONE
				       : (uint8_t)intent_stopped_by(
						 intent, side, snapshot_view(acting->latest, side),
						 snapshot_view(acting->next, side), events->event,
						 events->count);
	}
}

/* False when the game is too long even for that. */
static bool stop_plan(struct batch *batch, struct game *game, pn_side side, int64_t time_ms,
		      enum pn_plan_stop reason, struct pn_verdict verdict)
{
	struct log_row row = begin_row(game, ROW_WRITE, side, time_ms);
	const struct pn_event event = {
		.kind = PN_EVENT_PLAN_STOPPED,
		.clause = verdict.clause,
		.plan_stopped = {(uint8_t)reason, batch_latest(game)->written[side].intent.next,
				 (uint8_t)verdict.code},
	};

	return write_event(batch, game, &row, &event);
}

void automation_stop_plans(const struct acting *acting, struct game *game)
{
	for (pn_side side = 0; side < PN_SIDES; side++) {
		if (acting->stops[side] != PN_STOP_REFUSED)
			stop_plan(acting->batch, game, side, acting->row.time_ms,
				  (enum pn_plan_stop)acting->stops[side], pn_lawful());
	}
}

/* ---- what it answers when its time is over ---- */

/* What a side's passes and orders answer, under a guard: it asks the rules. */
struct answering {
	struct batch *batch;
	const struct snapshot *latest;
	pn_side side;
	struct intent_answer answer;
};

static void run_answering(void *context)
{
	struct answering *answering = context;

	answering->answer = intent_next(&answering->latest->written[answering->side].intent,
					snapshot_view(answering->latest, answering->side),
					answering->side, &answering->batch->actions);
}

bool automation_answer(struct batch *batch, const struct snapshot *latest, pn_side side,
		       struct pn_command *out)
{
	struct answering answering = {.batch = batch, .latest = latest, .side = side};
	struct fault fault;

	if (!fault_guard(run_answering, &answering, &fault) ||
	    (answering.answer.source != INTENT_PASS && answering.answer.source != INTENT_ORDER))
		return false;
	*out = answering.answer.command;
	return true;
}

/* ---- what automation found ---- */

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

/* Give the command that was found. */
static void give(struct batch *batch, struct job *job, struct snapshot *latest)
{
	struct service *service = batch->service;
	struct fault_case of = {job->held->id, job->side, latest->rows, {0}};
	char report[GAME_ID_BYTES];
	struct fault fault;

	text_clear(&batch->command);
	codec_command_encode(&batch->command, snapshot_view(latest, job->side),
			     &job->action.command);
	crypto_command_hash(of.command_hash, batch->command.bytes, batch->command.size);
	if (faults_find(service->faults, &of, report) ||
	    !command_has_room(latest, job->side, job->action.command.kind))
		return;
	struct acting acting = {
		.batch = batch,
		.side = job->side,
		.command = &job->action.command,
		.text = batch->command.bytes,
		.text_size = batch->command.size,
		.latest = latest,
		.row = begin_row(job->held, ROW_ACT, job->side, command_time(batch, latest)),
	};
	acting.row.body_hash[0] = job->action.source;
	acting.row.body_hash[1] = job->action.item;
	if (!acting_try(&acting, &fault))
		note_fault(&acting, &of, &fault);
	if (!acting.done)
		return;
	batch_add(batch, job->held, acting.next);
	automation_stop_plans(&acting, job->held);
}

/* The state must be the one that was looked at: of a newer one a look is owed, or nothing is. */
void command_automation(struct batch *batch, struct job *job)
{
	struct snapshot *latest = batch_latest(job->held);

	if (!latest || latest->rows != job->action.expected_rows ||
	    latest->header.status != GAME_PLAYING || latest->server.clock.paused ||
	    faults_paused(batch->service->faults, job->held->id))
		return;
	if (job->action.source == INTENT_REFUSED)
		stop_plan(batch, job->held, job->side, command_time(batch, latest), PN_STOP_REFUSED,
			  job->verdict);
	else
		give(batch, job, latest);
	job->uncommitted = true;
}

/* ---- jobs ---- */

/* Is it what stands already, with nothing of it done? */
static bool says_nothing_new(const struct snapshot *latest, const struct job *job)
{
	const struct intent *intent = &latest->written[job->side].intent;

	if (job->write.kind == PN_EVENT_PLAN_SET && job->write.withdraws)
		return !intent->plan;
	for (uint32_t i = latest->entries; !job->key[0] && i-- > 0;) {
		const struct pn_event event = log_event(latest->log, i);

		if (event.kind != job->write.kind || event.by != job->side)
			continue;
		return (job->write.kind != PN_EVENT_PLAN_SET || intent->plan) &&
		       event.written.size == job->write.size &&
		       memcmp(event.written.text, job->write.text, job->write.size) == 0;
	}
	return false;
}

static void do_write(struct batch *batch, struct job *job, struct snapshot *latest)
{
	struct log_row row = command_row(job, ROW_WRITE, command_time(batch, latest));
	struct pn_event event = {.kind = job->write.kind};

	if (job->write.withdraws) {
		event.kind = PN_EVENT_PLAN_STOPPED;
		event.plan_stopped.reason = PN_STOP_WITHDRAWN;
		event.plan_stopped.done = latest->written[job->side].intent.next;
	} else {
		event.written.text = job->write.text;
		event.written.size = (uint32_t)job->write.size;
	}
	if (!write_event(batch, job->held, &row, &event)) {
		command_fail(job, PROBLEM_GAME_TOO_LONG, latest);
		return;
	}
	job->snapshot = snapshot_hold(batch_latest(job->held));
	job->uncommitted = true;
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
		 latest->written[job->side].bytes + job->write.size > WRITTEN_BYTES_MAX)
		command_fail(job, PROBLEM_GAME_TOO_LONG, latest);
	else if (says_nothing_new(latest, job))
		command_fail(job, PROBLEM_NONE, latest);
	else
		do_write(batch, job, latest);
}
