/* Jobs of seat administration: each becomes one row without events, or a problem. */

#include <stdio.h>
#include <string.h>

#include "base/crypto.h"
#include "game/command_answer.h"
#include "game/job_kinds.h"
#include "game/seat_admin_jobs.h"
#include "game/takers.h"

static void add_number(struct text *out, uint64_t value, int bytes)
{
	for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
		char byte = (char)(uint8_t)(value >> shift);
		text_add(out, &byte, 1);
	}
}

/* ---- codes ---- */

/* What the code of an invitation or a hand-over is derived for. */
static const char *purpose_of(const struct job *job)
{
	static const char *const handovers[PN_VIEWERS] = {"handover red", "handover blue",
							  "handover umpire"};

	if (job->kind == JOB_UMPIRE)
		return job->side == PN_RED ? "umpire red" : "umpire blue";
	return job->kind == JOB_HANDOVER ? handovers[job->side] : "invitation";
}

void seat_code_text(const struct batch *batch, const struct job *job,
		    char out[CRYPTO_TOKEN_CHARACTERS + 1])
{
	crypto_derive_token(out, batch->service->keys.secret, job->game, purpose_of(job), job->key);
}

/* Write what a code's row says, and how long it is good. */
static void write_code(const struct batch *batch, struct job *job, int64_t time_ms,
		       struct text *out)
{
	char code[CRYPTO_TOKEN_CHARACTERS + 1];
	uint8_t hash[32];
	int64_t minutes = job->kind == JOB_HANDOVER ? HANDOVER_MINUTES : INVITATION_DAYS * 24 * 60;

	seat_code_text(batch, job, code);
	crypto_sha256(hash, code, strlen(code));
	text_add(out, (const char *)hash, sizeof(hash));
	add_number(out, (uint64_t)(time_ms + minutes * 60 * 1000), 8);
	if (job->kind != JOB_INVITE) {
		add_number(out, job->kind == JOB_HANDOVER && job->seat.moves, 1);
		if (job->principal)
			add_number(out, job->principal, 8);
	}
	crypto_forget(code, sizeof(code));
}

/* ---- what each kind asks for ---- */

/* The message that is reported: number 0 when there is none that the side may read. */
static struct message find_reported(const struct snapshot *latest, const struct job *job)
{
	struct message message = {0};

	if (job->talk.message == 0 ||
	    snapshot_messages(latest, job->side, job->talk.message - 1, &message, 1) != 1 ||
	    message.number != job->talk.message)
		message.number = 0;
	return message;
}

/* A message that the other side wrote, and this one may read. */
static bool may_report(const struct snapshot *latest, const struct job *job)
{
	const struct message message = find_reported(latest, job);

	return message.number && message.kind == MESSAGE_TEXT && message.side != job->side;
}

/* Is there nothing that a side could decline or take back? Once both have agreed it is too late. */
static bool is_rematch_settled(const struct snapshot *latest, pn_side side)
{
	const uint8_t heard = snapshot_rematch_heard(latest, side);

	return heard == 0 || heard == (1u << PN_RED | 1u << PN_BLUE);
}

/* Is there nothing to be done, because it is so already? */
static bool is_so_already(const struct snapshot *latest, const struct job *job)
{
	const struct seat_admin *seat_admin = &latest->seat_admin;

	if (job->kind == JOB_WITHDRAW)
		return !seat_admin->invitation.is_open;
	if (job->kind == JOB_BLOCK)
		return seat_admin->blocks[job->side] == job->talk.blocks;
	if (job->kind == JOB_REPORT)
		return find_reported(latest, job).reported;
	if (job->kind == JOB_DECLINE)
		return is_rematch_settled(latest, job->side);
	return job->kind == JOB_REMATCH && (seat_admin->rematch & 1u << job->side);
}

static enum problem_code check(const struct snapshot *latest, const struct job *job)
{
	enum game_status status = latest->header.status;

	if ((job->kind == JOB_INVITE || job->kind == JOB_WITHDRAW) &&
	    latest->header.seat_taken[pn_opponent(latest->base->creator)])
		return PROBLEM_SEAT_TAKEN;
	if (job->kind == JOB_UMPIRE && status == GAME_OPEN)
		return PROBLEM_NOT_STARTED;
	if (job->kind == JOB_UMPIRE && status == GAME_FINISHED)
		return PROBLEM_GAME_ENDED;
	if (job->kind == JOB_UMPIRE && latest->truth.umpire == PN_UMPIRE_AGREED)
		return PROBLEM_SEAT_TAKEN;
	if ((job->kind == JOB_REMATCH || job->kind == JOB_DECLINE) && status != GAME_FINISHED)
		return PROBLEM_NOT_FINISHED;
	if (job->kind == JOB_REMATCH &&
	    (latest->base->machine.strength ||
	     snapshot_rematch_declined(latest) >> pn_opponent(job->side) & 1))
		return PROBLEM_REMATCH_DECLINED;
	if (job->kind == JOB_TALK && latest->server.silenced & 1u << job->side)
		return PROBLEM_SILENCED;
	if (job->kind == JOB_REPORT && !may_report(latest, job))
		return PROBLEM_NO_SUCH_MESSAGE;
	if (latest->seat_admin.rows >= SEAT_ADMIN_ROWS_MAX ||
	    (job->kind == JOB_TALK && latest->seat_admin.messages >= MESSAGES_MAX))
		return PROBLEM_GAME_TOO_LONG;
	return PROBLEM_NONE;
}

static void write_row(const struct batch *batch, struct job *job, int64_t time_ms, struct text *out)
{
	if (job->kind == JOB_INVITE || job->kind == JOB_HANDOVER || job->kind == JOB_UMPIRE)
		write_code(batch, job, time_ms, out);
	if (job->kind == JOB_BLOCK)
		add_number(out, job->talk.blocks, 1);
	if (job->kind == JOB_DECLINE)
		add_number(out, 0, 1);
	if (job->kind == JOB_REPORT)
		add_number(out, job->talk.message, 4);
	if (job->kind == JOB_TALK || job->kind == JOB_REPORT)
		text_add_string(out, job->talk.text);
}

/* ---- doing it ---- */

struct snapshot *seat_admin_append(struct batch *batch, struct job *job, struct snapshot *latest,
				   struct log_row *row)
{
	struct snapshot *next = snapshot_copy(latest);

	row->command_size = row->bytes.size;
	batch->events.count = 0;
	/* It fails only when there are too many events, and there are none here. */
	log_append(next->log, row, &batch->events, &latest->truth, next->tip);
	snapshot_take_row(next, log_row(next->log, next->rows));
	batch_add(batch, job->held, next);
	job->snapshot = snapshot_hold(next);
	job->uncommitted = true;
	return next;
}

/* What nobody gave a key for is done once in each state of the game. */
static void set_own_scope(const struct snapshot *latest, const struct job *job, struct log_row *row)
{
	char text[64];
	uint8_t hash[32];

	snprintf(text, sizeof(text), "desk %u", latest->rows);
	crypto_sha256(hash, text, strlen(text));
	if (job->key[0] == '\0')
		memcpy(row->scope, hash, sizeof(row->scope));
}

/* What the operator is to find of it. */
static void add_report(struct batch *batch, const struct job *job, const struct snapshot *latest,
		       int64_t time_ms)
{
	const struct message message = find_reported(latest, job);

	*(struct store_report *)batch_put(batch, STORE_REPORT) = (struct store_report){
		.game = job->held->id,
		.side = job->side,
		.message = job->talk.message,
		.said = {message.text, message.size},
		.reason = {job->talk.text, strlen(job->talk.text)},
		.time_ms = time_ms,
	};
}

static void add_row(struct batch *batch, struct job *job, struct snapshot *latest)
{
	const struct platform *platform = batch->service->platform;
	int64_t time_ms = platform->now_ms(platform->context);
	struct log_row row = command_row(job, job->facts->row, time_ms);

	set_own_scope(latest, job, &row);
	row.bytes = batch->lines;
	text_clear(&row.bytes);
	write_row(batch, job, time_ms, &row.bytes);
	struct snapshot *next = seat_admin_append(batch, job, latest, &row);
	batch->lines = row.bytes;
	if (job->kind == JOB_TALK || row.kind == ROW_REMATCH)
		batch_tell(batch, job->held, 1u << PN_RED | 1u << PN_BLUE);
	if (job->kind == JOB_REPORT) {
		add_report(batch, job, latest, time_ms);
		service_log(batch->service, "warning", "a message was reported", job->game);
	}
	if (job->kind == JOB_INVITE || job->kind == JOB_WITHDRAW)
		batch_add_status(batch, job->held, next, time_ms);
}

void command_seat_admin(struct batch *batch, struct job *job)
{
	struct snapshot *latest = batch_latest(job->held);

	if (!latest) {
		command_fail(job, PROBLEM_NO_SUCH_GAME, NULL);
		return;
	}
	if (job->key[0] && command_repeated(job))
		return;
	enum problem_code problem = check(latest, job);
	if (problem != PROBLEM_NONE) {
		command_fail(job, problem, latest);
	} else if (is_so_already(latest, job)) {
		job->snapshot = snapshot_hold(latest);
		job->uncommitted = latest == job->held->uncommitted;
	} else {
		add_row(batch, job, latest);
	}
}
