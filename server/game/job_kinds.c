/* What the writer does for each kind of job. */

#include <string.h>

#include "game/commands.h"
#include "game/job_kinds.h"
#include "game/notices.h"
#include "game/server_events.h"

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
	memcpy(job->seat.code, code, sizeof(code));
	if (job->kind == JOB_HANDOVER)
		job->seat.expires_ms = seat_admin->handover[job->side].expires_ms;
	else
		job->seat.expires_ms = job->kind == JOB_UMPIRE ? seat_admin->umpire.expires_ms
							       : seat_admin->invitation.expires_ms;
}

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
	[JOB_OPEN] = {.is_own = true}, /* the loader's */
	[JOB_CREATE] = {.take = command_create, .makes_id = true, .gives_codes = true},
	[JOB_JOIN] = {.take = command_join, .gives_codes = true},
	[JOB_ACT] = {.take = command_act, .is_of_a_game = true},
	[JOB_PLAYER] = {.take = command_account, .is_of_no_game = true, .makes_id = true},
	[JOB_RENAME] = {.take = command_account, .is_of_no_game = true},
	[JOB_PRESENCE] = {.take = command_account, .is_of_no_game = true},
	[JOB_LEAVE] = {.take = command_account, .is_of_no_game = true},
	[JOB_TOKEN] = {.take = command_account, .is_of_no_game = true, .makes_id = true},
	[JOB_END_TOKEN] = {.take = command_account, .is_of_no_game = true},
	[JOB_END_ALL] = {.take = command_account, .is_of_no_game = true, .makes_id = true},
	[JOB_INVITE] = {.take = command_seat_admin, .gives_codes = true},
	[JOB_WITHDRAW] = {.take = command_seat_admin},
	[JOB_HANDOVER] = {.take = command_seat_admin, .gives_codes = true},
	[JOB_UMPIRE] = {.take = command_seat_admin, .gives_codes = true},
	[JOB_TALK] = {.take = command_seat_admin, .is_of_a_game = true},
	[JOB_BLOCK] = {.take = command_seat_admin},
	[JOB_REPORT] = {.take = command_seat_admin},
	[JOB_REMATCH] = {.take = command_seat_admin},
	[JOB_DECLINE] = {.take = command_seat_admin},
	[JOB_CLOCK] = {.take = command_clock, .is_own = true},
	[JOB_ALIVE] = {.take = note_alive, .is_own = true},
	[JOB_OPERATE] = {.take = command_operate},
	[JOB_BATTLE] = {.take = command_battle, .is_of_no_game = true},
	[JOB_SETTLE] = {.take = settle, .is_of_no_game = true},
	[JOB_FORGET] = {.take = command_forget, .is_own = true},
	[JOB_CHECKSUMS] = {.take = add_checksums, .is_of_no_game = true, .is_own = true},
	[JOB_ARMY] = {.take = command_army, .is_of_a_game = true},
	[JOB_SEAL] = {.take = command_army, .is_of_a_game = true},
	[JOB_WITHDRAW_ARMY] = {.take = command_army, .is_of_a_game = true},
	[JOB_WRITE] = {.take = command_write, .is_of_a_game = true},
	[JOB_AUTOMATION] = {.take = command_automation, .is_of_a_game = true, .is_own = true},
	[JOB_NOTICE] = {.take = command_notice, .is_of_a_game = true, .is_own = true},
	[JOB_HOOK] = {.take = command_hook, .is_of_no_game = true},
	[JOB_APP] = {.take = command_app, .is_of_no_game = true, .makes_id = true},
	[JOB_APP_CHANGE] = {.take = command_app, .is_of_no_game = true},
	[JOB_GRANT] = {.take = command_grant, .is_of_no_game = true, .makes_id = true},
	[JOB_GRANT_END] = {.take = command_grant, .is_of_no_game = true},
	[JOB_LINK] = {.take = command_link, .is_of_no_game = true, .makes_id = true},
	[JOB_LINK_END] = {.take = command_link, .is_of_no_game = true},
	[JOB_CATCH_UP] = {.is_own = true}, /* the follower's */
	/* It looks at nothing, so it waits for nothing. */
	[JOB_TOLD] = {.take = command_told,
		      .is_of_no_game = true,
		      .is_of_a_game = true,
		      .is_own = true},
};

pn_side job_viewer(const struct job *job)
{
	if (job->aside || job->by_server || (job_facts[job->kind].is_own && job->kind != JOB_OPEN))
		return PN_VIEWERS;
	/* Who joins has no seat yet. */
	return job->kind == JOB_JOIN || job->side >= PN_VIEWERS ? PN_PUBLIC : job->side;
}

void batch_take(struct batch *batch, struct job *job)
{
	const struct job_facts *facts = &job_facts[job->kind];

	batch->job[batch->job_count++] = job;
	facts->take(batch, job);
	if (!job->problem && facts->gives_codes)
		answer_codes(batch, job);
	if (!job->problem && job->kind == JOB_TALK)
		job->talk.message = job->snapshot->seat_admin.messages;
}
