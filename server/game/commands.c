/* One command: checked against its side's own view, applied to a copy of the truth, its
 * events appended to the log and folded into the views. All of it is undone by dropping
 * the copy and truncating the log, which is what happens when a rule breaks on the way or
 * the commit fails. */

#include "game/commands.h"

#include <string.h>

#include "base/crash_point.h"
#include "base/crypto.h"
#include "codec/codec.h"
#include "game/automation_commands.h"
#include "game/dice.h"
#include "game/job.h"
#include "game/receipt.h"
#include "game/server_events.h"

/* ---- a rule broke ---- */

/* A fault outlives a restart. */
static void remember_fault(struct batch *batch, const struct job *job, const struct fault_case *of)
{
	const struct platform *platform = batch->service->platform;
	struct store_fault *fault = batch_put(batch, STORE_FAULT);

	*fault = (struct store_fault){
		.game = job->game,
		.report = batch_keep_text(batch, job->report),
		.side = of->side,
		.rows = of->rows,
		.time_ms = platform->now_ms(platform->context),
	};
	memcpy(fault->command_hash, of->command_hash, sizeof(fault->command_hash));
}

/* The last fault a game may have pauses it, and everybody is told; the operator resumes it. */
static void pause_broken(struct batch *batch, struct job *job)
{
	const struct snapshot *latest = job->held ? batch_latest(job->held) : NULL;
	const struct pn_event pause = {.kind = PN_EVENT_OPERATOR_ACTED,
				       .operator_acted = {PN_OPERATOR_PAUSE, PN_NO_SIDE}};

	if (!latest || latest->header.status != GAME_PLAYING || latest->server.clock.paused ||
	    !faults_paused(batch->service->faults, job->game))
		return;
	server_events_tell(batch, job->held, &pause, 1);
}

void command_fault(struct batch *batch, struct job *job, const struct fault *fault)
{
	struct service *service = batch->service;
	struct fault_case of = command_case(job);
	struct snapshot *latest = job->held ? batch_latest(job->held) : NULL;
	bool acts = job->kind == JOB_ACT;

	faults_add(service->faults, &of, fault, acts ? job->action.text : "",
		   acts ? job->action.size : 0, latest ? latest->log : NULL, job->report);
	remember_fault(batch, job, &of);
	atomic_fetch_add(&service->faulted, 1);
	service_log(service, "error", "a rule broke; see the report", job->report);
	pause_broken(batch, job);
	command_fail(job, PROBLEM_RULE_FAULT, latest);
}

/* ---- acting ---- */

/* Does a draft, or its undoing, write more than one side may write for itself? Taking back is
 * always free. */
static bool writes_too_much(const struct acting *acting, const struct log_row *row)
{
	/* The umpire's side is nobody's, and writes nothing for itself. */
	if (acting->side >= PN_SIDES || pn_is_parley(acting->command->kind))
		return false;
	return written_is_draft(acting->next->log, row) &&
	       acting->latest->written[acting->side].bytes + row->bytes.size > WRITTEN_BYTES_MAX;
}

/* The part that runs the core, under a guard. */
static void run_act(void *context)
{
	struct acting *acting = context;
	struct service *service = acting->batch->service;
	struct pn_events *events = &acting->batch->events;

	acting->verdict = pn_check(snapshot_view(acting->latest, acting->side), acting->side,
				   acting->command);
	if (acting->verdict.code != PN_LAWFUL)
		return;
	crash_point("checked");
	struct snapshot *next = acting->next = snapshot_copy(acting->latest);
	struct dice dice = {
		service->platform, acting->latest->base->id, &acting->latest->truth, {0}};
	memcpy(dice.key, next->dice_key, sizeof(dice.key));
	const struct pn_dice_source source = dice_source(&dice);

	events->count = 0;
	pn_apply(&next->truth, acting->side, acting->command, &source, events);
	text_add(&acting->row.bytes, acting->text, acting->text_size);
	acting->row.command_size = acting->text_size;
	acting->too_long =
		!log_append(next->log, &acting->row, events, &acting->latest->truth, next->tip) ||
		writes_too_much(acting, log_row(next->log, next->rows));
	if (acting->too_long)
		return;
	snapshot_follow(next, acting->latest, events);
	server_events_follow(next, events);
	snapshot_take_row(next, log_row(next->log, next->rows));
	automation_note_stops(acting);
	automation_note_owed(next);
}

bool acting_try(struct acting *acting, struct fault *fault)
{
	struct batch *batch = acting->batch;

	acting->row.bytes = batch->lines;
	text_clear(&acting->row.bytes);
	bool whole = fault_guard(run_act, acting, fault);
	batch->lines = acting->row.bytes;
	acting->done = whole && acting->verdict.code == PN_LAWFUL && !acting->too_long;
	if (!acting->done && acting->next) {
		log_truncate(acting->latest->log, acting->latest->rows);
		snapshot_release(acting->next);
	}
	return whole;
}

static void do_act(struct batch *batch, struct job *job, struct snapshot *latest)
{
	struct fault fault;
	struct acting acting = {
		.batch = batch,
		.side = job->side,
		.command = &job->action.command,
		.text = job->action.text,
		.text_size = job->action.size,
		.latest = latest,
		.row = command_row(job, ROW_ACT, command_time(batch, latest)),
	};

	if (!acting_try(&acting, &fault)) {
		command_fault(batch, job, &fault);
	} else if (acting.verdict.code != PN_LAWFUL) {
		job->verdict = acting.verdict;
		command_fail(job, PROBLEM_REFUSED, latest);
	} else if (acting.too_long) {
		command_fail(job, PROBLEM_GAME_TOO_LONG, latest);
	} else {
		batch_add(batch, job->held, acting.next);
		job->snapshot = snapshot_hold(acting.next);
		job->uncommitted = true;
		command_answer_act(job, acting.next, acting.next->rows - 1);
		receipts_add(batch, job);
		automation_stop_plans(&acting, job->held);
	}
}

/* Commands that are open to a game whose rules keep breaking. */
static bool is_way_out(const struct pn_command *command)
{
	return pn_is_parley(command->kind) && command->kind != PN_COMMAND_ROLL_CUP;
}

/* By the operator, or because its rules keep breaking. */
static bool is_paused(struct service *service, const struct snapshot *latest)
{
	return latest->server.clock.paused || faults_paused(service->faults, latest->base->id);
}

bool command_has_room(const struct snapshot *latest, pn_side side, enum pn_command_kind kind)
{
	uint32_t kept = kind == PN_COMMAND_RESIGN ? 0 : PN_EVENTS_MAX;
	return latest->tip[side].seq + PN_EVENTS_MAX + kept <= LOG_SEEN_MAX;
}

void command_act(struct batch *batch, struct job *job)
{
	struct service *service = batch->service;
	struct snapshot *latest = batch_latest(job->held);

	if (!latest) {
		command_fail(job, PROBLEM_NO_SUCH_GAME, NULL);
		return;
	}
	if (command_repeated(job))
		return;
	server_events_before(batch, job->held);
	latest = batch_latest(job->held);
	const struct fault_case of = command_case(job);
	if (latest->header.status == GAME_OPEN)
		command_fail(job, PROBLEM_NOT_STARTED, latest);
	else if (job->if_match >= 0 && job->if_match != latest->tip[job->side].version)
		command_fail(job, PROBLEM_STALE, latest);
	else if (faults_find(service->faults, &of, job->report))
		command_fail(job, PROBLEM_RULE_FAULT, latest);
	else if (!is_way_out(&job->action.command) && is_paused(service, latest))
		command_fail(job, PROBLEM_GAME_PAUSED, latest);
	else if (!command_has_room(latest, job->side, job->action.command.kind))
		command_fail(job, PROBLEM_GAME_TOO_LONG, latest);
	else
		do_act(batch, job, latest);
}
