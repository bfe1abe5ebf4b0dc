/* A job on its way in, and on its way out. */

#include <stdio.h>
#include <string.h>

#include "base/crash_point.h"
#include "base/crypto.h"
#include "game/job_kinds.h"

static const char *const author_names[PN_VIEWERS] = {"red", "blue", "umpire"};

/* The scope of an idempotency key: within what it stands for one thing. A seat is a principal, and so
 * is a grant, which is one app's. */
static void set_scope(const struct service *service, struct job *job)
{
	const struct job_facts *facts = job->facts;
	const bool has_player = job->player[0] && facts->scope != KEY_OF_NOBODY;
	char principal[64] = "";
	uint8_t hash[CRYPTO_HASH_BYTES];
	struct crypto_hash state;

	/* One that nobody will ever give again. */
	if (!job->key[0] && facts->may_lack_key) {
		service->platform->random(service->platform->context, job->scope,
					  sizeof(job->scope));
		return;
	}
	if (job->by_server)
		snprintf(principal, sizeof(principal), "server");
	else if (job->grant[0])
		snprintf(principal, sizeof(principal), "grant %s", job->grant);
	else if (has_player)
		snprintf(principal, sizeof(principal), "player %s", job->player);
	else if (facts->scope == KEY_OF_ASKER)
		snprintf(principal, sizeof(principal), "seat %s",
			 author_names[job->side < PN_VIEWERS ? job->side : PN_PUBLIC]);
	crypto_hash_begin(&state);
	/* A seat's fills 32 bytes, as it always did. */
	crypto_hash_add(&state, principal, job->player[0] ? sizeof(principal) : 32);
	crypto_hash_text(&state, job->key);
	crypto_hash_end(&state, hash);
	memcpy(job->scope, hash, sizeof(job->scope));
}

/* The id of what a job makes. Two players who give the same key make two things. */
static void set_id(struct service *service, struct job *job)
{
	const struct job_facts *facts = job->facts;
	char key[GAME_ID_BYTES + KEY_BYTES + 16];

	if (facts->scope == KEY_OF_NOBODY)
		snprintf(key, sizeof(key), "%s %s", facts->makes, job->key);
	else if (facts->scope == KEY_OF_NEWCOMER && (!job->player[0] || job->by_server))
		snprintf(key, sizeof(key), "%s", job->key);
	else
		snprintf(key, sizeof(key), "%s %s %s", facts->makes, job->player, job->key);
	crypto_derive_game(job_subject(job), service->keys.secret, key);
}

bool service_submit(struct service *service, struct job *job)
{
	if (atomic_fetch_add(&service->inside, 1) >= service->queue_max ||
	    atomic_load(&service->stopping)) {
		atomic_fetch_sub(&service->inside, 1);
		return false;
	}
	job->facts = &job_facts[job->kind];
	job->problem = PROBLEM_NONE;
	job->snapshot = NULL;
	job->held = NULL;
	job->loads = 0;
	job->since_us = 0;
	job->absent = job->uncommitted = false;
	if (job->facts->makes)
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
	else if (job->problem == PROBLEM_NONE && !job->facts->is_own)
		atomic_fetch_add(&service->commands, 1);
	job->done(job);
	atomic_fetch_sub(&service->inside, 1);
}
