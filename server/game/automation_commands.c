/* What a side has written, as the writer meets it: plans and standing orders are set, and what
 * automation (automation.h) found in them is done. Each is a command like any other: checked on the
 * side's own view, with a mark, a row and a line of the record of its own. */

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/crypto.h"
#include "codec/codec.h"
#include "game/acting.h"
#include "game/command_answer.h"
#include "game/job.h"
#include "game/takers.h"
#include "game/written_rows.h"

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
		.row = written_begin(job->held, ROW_ACT, job->side, command_time(batch, latest)),
	};
	acting.row.body_hash[0] = job->action.source;
	acting.row.body_hash[1] = job->action.item;
	if (!acting_try(&acting, &fault))
		note_fault(&acting, &of, &fault);
	if (!acting.done)
		return;
	batch_add(batch, job->held, acting.next);
	written_stop_plans(batch, job->held, acting.stops, acting.row.time_ms);
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
		written_stop_plan(batch, job->held, job->side, command_time(batch, latest),
				  PN_STOP_REFUSED, job->verdict);
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
	if (!written_append(batch, job->held, &row, &event)) {
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
