/* Commands that are posted. */

#include <string.h>

#include "base/crypto.h"
#include "game/acting.h"
#include "game/command_answer.h"
#include "game/command_fault.h"
#include "game/job.h"
#include "game/receipt.h"
#include "game/server_events.h"
#include "game/takers.h"
#include "game/written_rows.h"

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
		written_stop_plans(batch, job->held, acting.stops, acting.row.time_ms);
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
