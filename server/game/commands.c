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
#include "game/server_events.h"

/* ---- answers ---- */

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
		crypto_command_hash(of.command_hash, job->command_text, job->command_size);
	else
		memcpy(of.command_hash, job->body_hash, sizeof(of.command_hash));
	return of;
}

/* A fault outlives a restart. */
static void remember_fault(struct batch *batch, const struct job *job, const struct fault_case *of)
{
	const struct platform *platform = batch->service->platform;
	size_t at = batch->fault_count++;
	struct store_fault *fault = &batch->fault[at];

	memcpy(batch->report[at], job->report, sizeof(batch->report[at]));
	*fault = (struct store_fault){
		.game = job->game,
		.report = batch->report[at],
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

	faults_add(service->faults, &of, fault, acts ? job->command_text : "",
		   acts ? job->command_size : 0, latest ? latest->log : NULL, job->report);
	remember_fault(batch, job, &of);
	atomic_fetch_add(&service->faulted, 1);
	service_log(service, "error", "a rule broke; see the report", job->report);
	pause_broken(batch, job);
	command_fail(job, PROBLEM_RULE_FAULT, latest);
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

/* Fill what the author of row `index` is told. */
static void answer_act(struct job *job, struct snapshot *state, uint32_t index)
{
	const struct log_row *row = log_row(state->log, index);
	const struct tip *before = &log_row(state->log, index - 1)->tip[row->side];
	const struct tip *after = &row->tip[row->side];
	struct receipt *receipt = &job->receipt;

	job->first_seq = before->seq + 1;
	receipt->seq = after->seq;
	receipt->time_ms = row->time_ms;
	receipt->state = state;
}

/* Give the tokens and codes that this request got, or gets. */
static void answer_codes(struct batch *batch, struct job *job)
{
	const uint8_t *secret = batch->service->keys.secret;
	char code[CRYPTO_TOKEN_CHARACTERS + 1];
	const struct seat_admin *seat_admin = &job->snapshot->seat_admin;

	if (!job->player[0] && (job->kind == JOB_CREATE || job->kind == JOB_JOIN))
		seats_token(job->token, secret, job->game, job->side, job->key);
	if (job->kind == JOB_JOIN)
		return;
	seat_code_text(batch, job, code);
	memcpy(job->invitation, code, sizeof(code));
	if (job->kind == JOB_HANDOVER)
		job->expires_ms = seat_admin->handover[job->side].expires_ms;
	else
		job->expires_ms = job->kind == JOB_UMPIRE ? seat_admin->umpire.expires_ms
							  : seat_admin->invitation.expires_ms;
}

/* Is that what such a job leaves behind? */
static bool is_row_of(enum job_kind job, enum row_kind row)
{
	static const enum row_kind rows[] = {
		[JOB_CREATE] = ROW_CREATE, [JOB_JOIN] = ROW_JOIN,         [JOB_ACT] = ROW_ACT,
		[JOB_INVITE] = ROW_INVITE, [JOB_HANDOVER] = ROW_HANDOVER, [JOB_TALK] = ROW_TALK,
		[JOB_REPORT] = ROW_REPORT, [JOB_REMATCH] = ROW_REMATCH,   [JOB_WRITE] = ROW_WRITE,
		[JOB_UMPIRE] = ROW_UMPIRE,
	};

	return row == rows[job] || (job == JOB_JOIN && row == ROW_TAKE);
}

bool command_repeated(struct job *job)
{
	struct game *game = job->held;
	struct snapshot *latest = batch_latest(game);
	int64_t found = log_find_scope(latest->log, job->scope);

	if (found < 0)
		return false;
	const struct log_row *row = log_row(latest->log, (uint32_t)found);
	if (!is_row_of(job->kind, (enum row_kind)row->kind) ||
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
	job->snapshot = state_after(is_on_disk ? game->current : latest, (uint32_t)found);
	job->side = row->side;
	if (!job->snapshot)
		job->problem = PROBLEM_RULE_FAULT;
	else if (row->kind == ROW_ACT)
		answer_act(job, job->snapshot, (uint32_t)found);
	return true;
}

/* ---- acting ---- */

/* Does a draft, or its undoing, write more than one side may write for itself? Taking back is
 * always free. */
static bool writes_too_much(const struct acting *acting, const struct log_row *row)
{
	uint32_t before = acting->latest->written[acting->side].bytes;

	return !pn_is_parley(acting->command->kind) && written_is_draft(acting->next->log, row) &&
	       before + row->bytes.size > WRITTEN_BYTES_MAX;
}

/* The part that runs the core, under a guard. */
static void run_act(void *context)
{
	struct acting *acting = context;
	struct service *service = acting->batch->service;
	struct pn_events *events = &acting->batch->events;

	acting->verdict =
		pn_check(&acting->latest->view[acting->side], acting->side, acting->command);
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
	snapshot_follow(next, events);
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
		.command = &job->command,
		.text = job->command_text,
		.text_size = job->command_size,
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
		answer_act(job, acting.next, acting.next->rows - 1);
		automation_stop_plans(&acting, job->held);
	}
}

/* Commands that are open to a game whose rules keep breaking. */
static bool is_way_out(const struct pn_command *command)
{
	return pn_is_parley(command->kind);
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

/* A player's command, with what follows from it for the server. */
static void command_act(struct batch *batch, struct job *job)
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
	else if (!is_way_out(&job->command) && is_paused(service, latest))
		command_fail(job, PROBLEM_GAME_PAUSED, latest);
	else if (!command_has_room(latest, job->side, job->command.kind))
		command_fail(job, PROBLEM_GAME_TOO_LONG, latest);
	else
		do_act(batch, job, latest);
}

static bool gives_codes(enum job_kind kind)
{
	return kind == JOB_CREATE || kind == JOB_JOIN || kind == JOB_INVITE ||
	       kind == JOB_HANDOVER || kind == JOB_UMPIRE;
}

void batch_take(struct batch *batch, struct job *job)
{
	batch->job[batch->job_count++] = job;
	switch (job->kind) {
	case JOB_WRITE:
		command_write(batch, job);
		break;
	case JOB_AUTOMATION:
		command_automation(batch, job);
		break;
	case JOB_CREATE:
		command_create(batch, job);
		break;
	case JOB_JOIN:
		command_join(batch, job);
		break;
	case JOB_ACT:
		command_act(batch, job);
		break;
	case JOB_PLAYER:
	case JOB_RENAME:
	case JOB_LEAVE:
	case JOB_TOKEN:
	case JOB_END_TOKEN:
	case JOB_END_ALL:
		command_account(batch, job);
		break;
	case JOB_INVITE:
	case JOB_WITHDRAW:
	case JOB_HANDOVER:
	case JOB_UMPIRE:
	case JOB_TALK:
	case JOB_BLOCK:
	case JOB_REPORT:
	case JOB_REMATCH:
		command_seat_admin(batch, job);
		break;
	case JOB_CLOCK:
		command_clock(batch, job);
		break;
	case JOB_OPERATE:
		command_operate(batch, job);
		break;
	case JOB_FORGET:
		command_forget(batch, job);
		break;
	case JOB_SETTLE:
		batch->settled[batch->settled_count++] = job->message;
		job->uncommitted = true;
		break;
	case JOB_CHECKSUMS:
		batch->unsummed[batch->unsummed_count++] = job->game;
		job->uncommitted = true;
		break;
	case JOB_ALIVE:
		batch->alive_ms = job->time_ms;
		account_note_used(batch);
		job->uncommitted = true;
		break;
	case JOB_OPEN:
		/* The loader's: it never comes here. */
		break;
	}
	if (!job->problem && gives_codes(job->kind))
		answer_codes(batch, job);
	if (!job->problem && job->kind == JOB_TALK)
		job->message = job->snapshot->seat_admin.messages;
}
