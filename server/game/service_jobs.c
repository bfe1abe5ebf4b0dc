/* A job on its way in, and on its way out. */

#include <stdio.h>
#include <string.h>

#include "base/crash_point.h"
#include "base/crypto.h"
#include "game/job_kinds.h"

static const char *const author_names[PN_VIEWERS] = {"red", "blue", "umpire"};

/* The scope of an idempotency key: who says it. A seat is a principal; so is a grant, which is one
 * app's; who has none yet
 * must bring a key that is unique by itself. */
static void set_scope(const struct service *service, struct job *job)
{
	char principal[64] = "";
	uint8_t hash[CRYPTO_HASH_BYTES];
	struct crypto_hash state;
	bool has_seat = job->kind != JOB_CREATE && job->kind != JOB_JOIN && job->kind != JOB_PLAYER;

	/* Written without a key: one that nobody will ever give again. */
	if (!job->key[0] && (job->kind == JOB_WRITE || job->kind == JOB_ARMY)) {
		service->platform->random(service->platform->context, job->scope,
					  sizeof(job->scope));
		return;
	}
	if (job->by_server)
		snprintf(principal, sizeof(principal), "server");
	else if (job->grant[0])
		snprintf(principal, sizeof(principal), "grant %s", job->grant);
	else if (job->player[0] && job->kind != JOB_PLAYER)
		snprintf(principal, sizeof(principal), "player %s", job->player);
	else if (has_seat)
		snprintf(principal, sizeof(principal), "seat %s",
			 author_names[job->side < PN_VIEWERS ? job->side : PN_PUBLIC]);
	crypto_hash_begin(&state);
	/* A seat's fills 32 bytes, as it always did. */
	crypto_hash_add(&state, principal, job->player[0] ? sizeof(principal) : 32);
	crypto_hash_text(&state, job->key);
	crypto_hash_end(&state, hash);
	memcpy(job->scope, hash, sizeof(job->scope));
}

/* The id of what a job makes follows from who asks and their key. */
static void set_id(struct service *service, struct job *job)
{
	char key[GAME_ID_BYTES + KEY_BYTES + 16];

	/* Two who give the same key make two things: the operator's are their own. */
	if (job->kind == JOB_PLAYER)
		snprintf(key, sizeof(key), "player %s", job->key);
	else if (job->kind == JOB_TOKEN)
		snprintf(key, sizeof(key), "token %s %s", job->player, job->key);
	else if (job->kind == JOB_END_ALL)
		snprintf(key, sizeof(key), "operator %s %s", job->player, job->key);
	else if (job->kind == JOB_APP)
		snprintf(key, sizeof(key), "app %s %s", job->player, job->key);
	else if (job->kind == JOB_LINK)
		snprintf(key, sizeof(key), "link %s %s", job->player, job->key);
	else if (job->kind == JOB_GRANT)
		snprintf(key, sizeof(key), "grant %s %s", job->player, job->key);
	else if (job->player[0] && !job->by_server)
		snprintf(key, sizeof(key), "player %s %s", job->player, job->key);
	else
		snprintf(key, sizeof(key), "%s", job->key);
	crypto_derive_game(job->game, service->keys.secret, key);
}

bool service_submit(struct service *service, struct job *job)
{
	if (atomic_fetch_add(&service->inside, 1) >= service->queue_max ||
	    atomic_load(&service->stopping)) {
		atomic_fetch_sub(&service->inside, 1);
		return false;
	}
	job->problem = PROBLEM_NONE;
	job->snapshot = NULL;
	job->held = NULL;
	job->loads = 0;
	job->since_us = 0;
	job->absent = job->uncommitted = false;
	if (job_facts[job->kind].makes_id)
		set_id(service, job);
	set_scope(service, job);
	crash_point("queued");
	if (job->kind == JOB_OPEN)
		loader_submit(service->loader, job);
	else if (job->kind == JOB_CATCH_UP)
		service->submit_catch_up(service->follower, job);
	else
		writer_submit(service->writer, job);
	return true;
}

void service_finish(struct service *service, struct job *job)
{
	if (job->held)
		games_unpin(service->games, job->held);
	job->held = NULL;
	if (job->problem == PROBLEM_REFUSED)
		atomic_fetch_add(&service->refused, 1);
	else if (job->problem == PROBLEM_NONE && !job_facts[job->kind].is_own)
		atomic_fetch_add(&service->commands, 1);
	job->done(job);
	atomic_fetch_sub(&service->inside, 1);
}
