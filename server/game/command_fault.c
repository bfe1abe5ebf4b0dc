#include "game/command_fault.h"

#include <string.h>

#include "game/command_answer.h"
#include "game/job.h"
#include "game/server_events.h"

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
