/* Apps and grants being made and ended. A batch changes those of one player once: who comes second is
 * told to ask again. */

#include <stdio.h>
#include <string.h>

#include "game/accounts.h"
#include "game/apps.h"
#include "game/apps_inside.h"
#include "game/job.h"
#include "game/takers.h"

/* ---- what the batch has ---- */

/* Apps of the operator have no player, and are asked for by "". */
bool apps_are_under_way(const struct batch *batch, const char *player)
{
	const struct store_list *apps = &batch->stored.list[STORE_APP];
	const struct store_list *grants = &batch->stored.list[STORE_GRANT];
	const struct store_app *app = apps->pieces;
	const struct store_grant *grant = grants->pieces;

	for (size_t i = 0; i < apps->count; i++) {
		if (strcmp(app[i].player ? app[i].player : "", player) == 0)
			return true;
	}
	for (size_t i = 0; i < grants->count; i++) {
		if (strcmp(grant[i].player, player) == 0)
			return true;
	}
	return false;
}

static bool is_being_made(const struct batch *batch, const char *id)
{
	const struct store_list *apps = &batch->stored.list[STORE_APP];
	const struct store_list *grants = &batch->stored.list[STORE_GRANT];
	const struct store_app *app = apps->pieces;
	const struct store_grant *grant = grants->pieces;

	for (size_t i = 0; i < apps->count; i++) {
		if (strcmp(app[i].id, id) == 0)
			return true;
	}
	for (size_t i = 0; i < grants->count; i++) {
		if (strcmp(grant[i].id, id) == 0)
			return true;
	}
	return false;
}

/* ---- apps ---- */

static void tell_token(struct batch *batch, struct job *job, const struct app_facts *app)
{
	app_token(job->token, batch->service->keys.secret, app->id, app->number);
}

/* A key that made one already gives it again, with its token unless that was renewed since. */
static enum problem_code made_before(struct batch *batch, struct job *job,
				     const struct app_facts *app)
{
	if (!crypto_equal(app->body_hash, job->body_hash, sizeof(app->body_hash)))
		return PROBLEM_KEY_REUSED;
	if (app->ended)
		return PROBLEM_NO_SUCH_APP;
	if (app->number == 1)
		tell_token(batch, job, app);
	return PROBLEM_NONE;
}

static enum problem_code make_app(struct batch *batch, struct job *job)
{
	struct service *service = batch->service;
	struct app_facts app, theirs[APPS_MAX];

	if (is_being_made(batch, job->id))
		return PROBLEM_KEY_IN_FLIGHT;
	if (roster_app(service->roster, job->id, &app))
		return made_before(batch, job, &app);
	if (apps_are_under_way(batch, job->player))
		return PROBLEM_BUSY;
	if (roster_apps(service->roster, job->player, theirs, APPS_MAX) == APPS_MAX)
		return PROBLEM_TOO_MANY_APPS;
	if (!service_has_room(service))
		return PROBLEM_NO_ROOM;
	app = (struct app_facts){
		.asks = job->app.asks,
		.number = 1,
		.created_ms = service->platform->now_ms(service->platform->context),
	};
	memcpy(app.id, job->id, sizeof(app.id));
	memcpy(app.player, job->player, sizeof(app.player));
	snprintf(app.name, sizeof(app.name), "%s", job->app.name);
	memcpy(app.body_hash, job->body_hash, sizeof(app.body_hash));
	batch_add_app(batch, &app, STORE_APP_PUT);
	tell_token(batch, job, &app);
	job->uncommitted = true;
	return PROBLEM_NONE;
}

static enum problem_code change_app(struct batch *batch, struct job *job)
{
	struct app_facts app;

	if (!roster_app(batch->service->roster, job->id, &app) || app.ended ||
	    strcmp(app.player, job->player) != 0)
		return PROBLEM_NO_SUCH_APP;
	if (apps_are_under_way(batch, job->player))
		return PROBLEM_BUSY;
	if (job->app.name)
		snprintf(app.name, sizeof(app.name), "%s", job->app.name);
	if (job->app.asks)
		app.asks = job->app.asks;
	if (job->app.act == APP_RENEW) {
		app.number++;
		tell_token(batch, job, &app);
	}
	batch_add_app(batch, &app, job->app.act == APP_DROP ? STORE_APP_GONE : STORE_APP_PUT);
	job->uncommitted = true;
	return PROBLEM_NONE;
}

void command_app(struct batch *batch, struct job *job)
{
	command_of_player(batch, job, false, job->kind == JOB_APP ? make_app : change_app);
}

/* ---- grants ---- */

static enum problem_code granted_before(const struct job *job, const struct grant_facts *grant)
{
	if (!crypto_equal(grant->body_hash, job->body_hash, sizeof(grant->body_hash)))
		return PROBLEM_KEY_REUSED;
	return grant->good ? PROBLEM_NONE : PROBLEM_NO_SUCH_GRANT;
}

static bool holds_seat(struct roster *roster, const char *player, const char *game)
{
	return roster_seat(roster, player, game) != PN_PUBLIC ||
	       roster_is_umpire(roster, player, game);
}

static enum problem_code give(struct batch *batch, struct job *job)
{
	struct service *service = batch->service;
	struct grant_facts grant, given[GRANTS_MAX];
	struct app_facts app;

	if (is_being_made(batch, job->id))
		return PROBLEM_KEY_IN_FLIGHT;
	if (roster_grant(service->roster, job->id, &grant))
		return granted_before(job, &grant);
	if (apps_are_under_way(batch, job->player))
		return PROBLEM_BUSY;
	if (!roster_app(service->roster, job->given.app, &app) || app.ended)
		return PROBLEM_NO_SUCH_APP;
	if (job->given.game[0] && !holds_seat(service->roster, job->player, job->given.game))
		return PROBLEM_NOT_YOUR_GAME;
	if (roster_grants(service->roster, job->player, given, GRANTS_MAX) == GRANTS_MAX)
		return PROBLEM_TOO_MANY_GRANTS;
	if (!service_has_room(service))
		return PROBLEM_NO_ROOM;
	enum problem_code problem = PROBLEM_NONE;
	if (job->given.code)
		problem = device_codes_answer(service->codes, job->player, job->given.code, app.id,
					      job->id);
	if (problem != PROBLEM_NONE)
		return problem;
	grant = (struct grant_facts){
		.may = job->given.may,
		.created_ms = service->platform->now_ms(service->platform->context),
	};
	memcpy(grant.id, job->id, sizeof(grant.id));
	memcpy(grant.app, job->given.app, sizeof(grant.app));
	memcpy(grant.player, job->player, sizeof(grant.player));
	memcpy(grant.game, job->given.game, sizeof(grant.game));
	memcpy(grant.body_hash, job->body_hash, sizeof(grant.body_hash));
	batch_add_grant(batch, &grant, false);
	job->uncommitted = true;
	return PROBLEM_NONE;
}

static enum problem_code end(struct batch *batch, struct job *job)
{
	struct grant_facts grant;

	if (!roster_grant(batch->service->roster, job->id, &grant) || !grant.good ||
	    strcmp(grant.player, job->player) != 0)
		return PROBLEM_NO_SUCH_GRANT;
	if (apps_are_under_way(batch, job->player))
		return PROBLEM_BUSY;
	batch_add_grant(batch, &grant, true);
	job->uncommitted = true;
	return PROBLEM_NONE;
}

void command_grant(struct batch *batch, struct job *job)
{
	command_of_player(batch, job, false, job->kind == JOB_GRANT ? give : end);
}
