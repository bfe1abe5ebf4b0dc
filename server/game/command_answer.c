/* How jobs are answered, whatever their kind: a problem, the state they are about, and what
 * was answered to the same key before. */

#include <string.h>

#include "game/command_answer.h"
#include "game/job_kinds.h"

void command_fail(struct job *job, enum problem_code problem, struct snapshot *state)
{
	job->problem = problem;
	job->snapshot = state ? snapshot_hold(state) : NULL;
	job->uncommitted = state && job->held && state == job->held->uncommitted;
}

struct fault_case command_case(const struct job *job)
{
	struct fault_case of = {.game = job->game, .side = job->side};
	const struct snapshot *latest = job->held ? batch_latest(job->held) : NULL;
	if (latest)
		of.rows = latest->rows;
	if (job->kind == JOB_ACT)
		crypto_command_hash(of.command_hash, job->action.text, job->action.size);
	else
		memcpy(of.command_hash, job->body_hash, sizeof(of.command_hash));
	return of;
}

int64_t command_time(const struct batch *batch, const struct snapshot *latest)
{
	const struct platform *platform = batch->service->platform;
	int64_t now = platform->now_ms(platform->context);
	int64_t last = latest ? latest->told_ms : 0;
	return now > last ? now : last;
}

struct log_row command_row(const struct job *job, enum row_kind kind, int64_t time_ms)
{
	struct log_row row = {.kind = (uint8_t)kind, .side = job->side, .time_ms = time_ms};
	memcpy(row.scope, job->scope, sizeof(row.scope));
	memcpy(row.body_hash, job->body_hash, sizeof(row.body_hash));
	return row;
}

void command_answer_act(struct job *job, struct snapshot *state, uint32_t index)
{
	const struct log_row *row = log_row(state->log, index);
	const struct tip *before = &log_tip_after(state->log, index)[row->side];
	const struct tip *after = &row->tip[row->side];

	job->action.first_seq = before->seq + 1;
	job->action.receipt = (struct receipt){
		.seq = after->seq,
		.time_ms = row->time_ms,
		.state = state,
	};
}

/* Is that what such a job leaves behind? */
static bool is_row_of(const struct job *job, enum row_kind row)
{
	return row == job->facts->row || (job->kind == JOB_JOIN && row == ROW_TAKE);
}

bool command_repeated(struct job *job)
{
	struct game *game = job->held;
	struct snapshot *latest = batch_latest(game);
	int64_t found = log_find_scope(latest->log, job->scope);

	if (found < 0)
		return false;
	const struct log_row *row = log_row(latest->log, (uint32_t)found);
	if (!is_row_of(job, (enum row_kind)row->kind) ||
	    !crypto_equal(row->body_hash, job->body_hash, sizeof(job->body_hash))) {
		command_fail(job, PROBLEM_KEY_REUSED, NULL);
		return true;
	}
	bool is_on_disk = game->current && found < game->current->rows;
	if (!is_on_disk && !job->by_server) {
		command_fail(job, PROBLEM_KEY_IN_FLIGHT, NULL);
		return true;
	}
	/* Two players may bring about the server's own row at once: both wait for it. */
	job->uncommitted = !is_on_disk;
	/* A game against the machine begins as it is made, with a row more. */
	const bool began = row->kind == ROW_CREATE && latest->base->machine.strength > 0;
	job->snapshot = state_after(is_on_disk ? game->current : latest, (uint32_t)found + began);
	job->side = row->side;
	if (!job->snapshot)
		job->problem = PROBLEM_RULE_FAULT;
	else if (row->kind == ROW_ACT)
		command_answer_act(job, job->snapshot, (uint32_t)found);
	return true;
}
