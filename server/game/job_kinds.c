/* What the writer does for each kind of job. */

#include <string.h>

#include "game/accounts.h"
#include "game/job_kinds.h"
#include "game/notices.h"
#include "game/seat_admin_jobs.h"
#include "game/server_events.h"
#include "game/takers.h"

/* ---- what only the answer has ---- */

static void answer_token(struct batch *batch, struct job *job)
{
	if (!job->player[0])
		seats_token(job->token, batch->service->keys.secret, job->game, job->side,
			    job->key);
}

/* The code that this request made, and until when it is good. */
static void answer_code(struct batch *batch, struct job *job)
{
	const struct seat_admin *seat_admin = &job->snapshot->seat_admin;
	char code[CRYPTO_TOKEN_CHARACTERS + 1];

	seat_code_text(batch, job, code);
	memcpy(job->seat.code, code, sizeof(code));
	if (job->kind == JOB_HANDOVER)
		job->seat.expires_ms = seat_admin->handover[job->side].expires_ms;
	else
		job->seat.expires_ms = job->kind == JOB_UMPIRE ? seat_admin->umpire.expires_ms
							       : seat_admin->invitation.expires_ms;
}

static void answer_creation(struct batch *batch, struct job *job)
{
	answer_token(batch, job);
	answer_code(batch, job);
}

static void answer_talk(struct batch *batch, struct job *job)
{
	job->talk.message = job->snapshot->seat_admin.messages;
}

/* ---- small ones, done here ---- */

static void settle(struct batch *batch, struct job *job)
{
	*(uint32_t *)batch_put(batch, STORE_SETTLED) = job->talk.message;
	job->uncommitted = true;
}

static void add_checksums(struct batch *batch, struct job *job)
{
	*(const char **)batch_put(batch, STORE_UNSUMMED) = job->game;
	job->uncommitted = true;
}

static void note_alive(struct batch *batch, struct job *job)
{
	*(struct store_time *)batch_put(batch, STORE_TIME) = (struct store_time){job->alive_ms};
	account_note_used(batch);
	job->uncommitted = true;
}

const struct job_facts job_facts[JOB_KINDS] = {
	[JOB_OPEN] = {.is_own = true}, /* the loader does it */
	[JOB_CREATE] = {.take = command_create,
			.answer = answer_creation,
			.row = ROW_CREATE,
			.scope = KEY_OF_NEWCOMER,
			.makes = "player"},
	[JOB_JOIN] = {.take = command_join,
		      .answer = answer_token,
		      .row = ROW_JOIN,
		      .scope = KEY_OF_NEWCOMER},
	[JOB_ACT] = {.take = command_act, .row = ROW_ACT, .past = PAST_SOME, .runs_beside = true},
	[JOB_PLAYER] = {.take = command_account,
			.scope = KEY_OF_NOBODY,
			.makes = "player",
			.is_of_no_game = true},
	[JOB_RENAME] = {.take = command_account, .is_of_no_game = true},
	[JOB_PRESENCE] = {.take = command_account, .is_of_no_game = true},
	[JOB_LEAVE] = {.take = command_account, .is_of_no_game = true},
	[JOB_TOKEN] = {.take = command_account, .makes = "token", .is_of_no_game = true},
	[JOB_END_TOKEN] = {.take = command_account, .is_of_no_game = true},
	[JOB_END_ALL] = {.take = command_account, .makes = "operator", .is_of_no_game = true},
	[JOB_INVITE] = {.take = command_seat_admin, .answer = answer_code, .row = ROW_INVITE},
	[JOB_WITHDRAW] = {.take = command_seat_admin, .row = ROW_INVITE},
	[JOB_HANDOVER] = {.take = command_seat_admin, .answer = answer_code, .row = ROW_HANDOVER},
	[JOB_UMPIRE] = {.take = command_seat_admin, .answer = answer_code, .row = ROW_UMPIRE},
	[JOB_TALK] = {.take = command_seat_admin,
		      .answer = answer_talk,
		      .row = ROW_TALK,
		      .runs_beside = true},
	[JOB_BLOCK] = {.take = command_seat_admin, .row = ROW_BLOCK},
	[JOB_REPORT] = {.take = command_seat_admin, .row = ROW_REPORT},
	[JOB_REMATCH] = {.take = command_seat_admin, .row = ROW_REMATCH},
	[JOB_DECLINE] = {.take = command_seat_admin, .row = ROW_REMATCH},
	[JOB_CLOCK] = {.take = command_clock, .past = PAST_SOME, .is_own = true},
	[JOB_ALIVE] = {.take = note_alive, .is_of_no_game = true, .is_own = true},
	[JOB_OPERATE] = {.take = command_operate},
	[JOB_BATTLE] = {.take = command_battle, .is_of_no_game = true},
	[JOB_SETTLE] = {.take = settle, .is_of_no_game = true},
	[JOB_FORGET] = {.take = command_forget, .past = PAST_NONE, .is_own = true},
	[JOB_CHECKSUMS] = {.take = add_checksums, .past = PAST_NONE, .is_own = true},
	[JOB_ARMY] = {.take = command_army,
		      .row = ROW_ARMY,
		      .runs_beside = true,
		      .may_lack_key = true},
	[JOB_SEAL] = {.take = command_army, .row = ROW_SEAL, .runs_beside = true},
	[JOB_WITHDRAW_ARMY] = {.take = command_army, .runs_beside = true},
	[JOB_WRITE] = {.take = command_write,
		       .row = ROW_WRITE,
		       .runs_beside = true,
		       .may_lack_key = true},
	[JOB_AUTOMATION] = {.take = command_automation,
			    .past = PAST_SOME,
			    .runs_beside = true,
			    .is_own = true,
			    .is_hidden = true},
	[JOB_NOTICE] = {.take = command_notice,
			.past = PAST_NONE,
			.runs_beside = true,
			.is_own = true,
			.is_hidden = true},
	[JOB_HOOK] = {.take = command_hook, .is_of_no_game = true},
	[JOB_TOLD] = {.take = command_told,
		      .is_of_no_game = true,
		      .runs_beside = true,
		      .is_own = true,
		      .is_hidden = true},
	[JOB_APP] = {.take = command_app, .makes = "app", .is_of_no_game = true},
	[JOB_APP_CHANGE] = {.take = command_app, .is_of_no_game = true},
	[JOB_GRANT] = {.take = command_grant, .makes = "grant", .is_of_no_game = true},
	[JOB_GRANT_END] = {.take = command_grant, .is_of_no_game = true},
	[JOB_LINK] = {.take = command_link, .makes = "link", .is_of_no_game = true},
	[JOB_LINK_END] = {.take = command_link, .is_of_no_game = true},
	[JOB_CATCH_UP] = {.is_of_no_game = true, .is_own = true}, /* the follower does it */
};

char *job_subject(struct job *job)
{
	return job_facts[job->kind].is_of_no_game ? job->id : job->game;
}

pn_side job_viewer(const struct job *job)
{
	if (job->aside || job->by_server || (job->facts->is_own && job->kind != JOB_OPEN))
		return PN_VIEWERS;
	/* A player who joins has no seat yet. */
	return job->kind == JOB_JOIN || job->side >= PN_VIEWERS ? PN_PUBLIC : job->side;
}

void batch_take(struct batch *batch, struct job *job)
{
	batch->job[batch->job_count++] = job;
	job->facts->take(batch, job);
	if (!job->problem && job->facts->answer)
		job->facts->answer(batch, job);
}
