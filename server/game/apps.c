/* Apps and grants as the rest of the service asks for them, and what a batch has of them. */

#include "game/apps.h"

#include <stdio.h>
#include <string.h>

#include "game/apps_inside.h"
#include "game/job.h"

/* ---- asking ---- */

bool service_app(struct service *service, const char *id, struct app_facts *out)
{
	return roster_app(service->roster, id, out);
}

size_t service_apps(struct service *service, const char *player, struct app_facts *out, size_t max)
{
	return roster_apps(service->roster, player, out, max);
}

bool service_grant(struct service *service, const char *id, struct grant_facts *out)
{
	return roster_grant(service->roster, id, out);
}

size_t service_grants(struct service *service, const char *player, struct grant_facts *out,
		      size_t max)
{
	return roster_grants(service->roster, player, out, max);
}

size_t service_granted(struct service *service, const char *app, uint32_t before,
		       struct grant_facts *out, size_t max)
{
	return roster_granted(service->roster, app, before, out, max);
}

bool service_take_grant(struct service *service, struct caller *caller, const char *grant)
{
	return roster_take_grant(service->roster, caller, grant);
}

bool service_grant_sees(struct service *service, const char *app, const char *grant,
			const char *game, pn_side side, bool only_told)
{
	return roster_grant_sees(service->roster, app, grant, game, side, only_told);
}

bool service_make_code(struct service *service, const char *app, char user[USER_CODE_BYTES],
		       char device[DEVICE_CODE_BYTES])
{
	return device_codes_make(service->codes, app, user, device);
}

enum problem_code service_poll_code(struct service *service, const char *app, const char *device,
				    char grant[GAME_ID_BYTES])
{
	return device_codes_poll(service->codes, app, device, grant);
}

enum problem_code service_find_code(struct service *service, const char *player, const char *typed,
				    char app[GAME_ID_BYTES])
{
	return device_codes_find(service->codes, player, typed, app);
}

enum problem_code service_refuse_code(struct service *service, const char *player,
				      const char *typed)
{
	return device_codes_answer(service->codes, player, typed, NULL, NULL);
}

bool service_common_app(struct service *service, const char *game, struct app_facts *out)
{
	return roster_common_app(service->roster, game, out);
}

/* ---- what the batch has ---- */

void batch_add_app(struct batch *batch, const struct app_facts *facts, enum store_app_act act)
{
	const struct app_facts *kept = batch_keep(batch, facts, sizeof(*facts));
	struct store_app *app = batch_put(batch, STORE_APP);
	char token[TOKEN_BYTES];

	*app = (struct store_app){
		.id = kept->id,
		.player = kept->player[0] ? kept->player : NULL,
		.name = kept->name,
		.asks = kept->asks,
		.number = kept->number,
		.created_ms = kept->created_ms,
		.act = act,
	};
	memcpy(app->body_hash, kept->body_hash, sizeof(app->body_hash));
	app_token(token, batch->service->keys.secret, kept->id, kept->number);
	crypto_sha256(app->token_hash, token, strlen(token));
	crypto_forget(token, sizeof(token));
}

static struct store_grant *add_grant(struct batch *batch, const struct grant_facts *facts,
				     bool ended)
{
	const struct grant_facts *kept = batch_keep(batch, facts, sizeof(*facts));
	struct store_grant *grant = batch_put(batch, STORE_GRANT);

	*grant = (struct store_grant){
		.id = kept->id,
		.app = kept->app,
		.player = kept->player,
		.game = kept->game[0] ? kept->game : NULL,
		.may = kept->may,
		.created_ms = kept->created_ms,
		.ended = ended,
	};
	memcpy(grant->body_hash, kept->body_hash, sizeof(grant->body_hash));
	return grant;
}

void batch_add_grant(struct batch *batch, const struct grant_facts *facts, bool ended)
{
	add_grant(batch, facts, ended);
}

/* ---- all of a player's ---- */

void apps_end_for(struct batch *batch, struct job *job)
{
	struct roster *roster = batch->service->roster;
	struct app_facts app[APPS_MAX];
	struct grant_facts all = {.good = false};
	const size_t count = roster_apps(roster, job->player, app, APPS_MAX);

	for (size_t i = 0; i < count; i++) {
		app[i].number++;
		batch_add_app(batch, &app[i], STORE_APP_PUT);
	}
	memcpy(all.player, job->player, sizeof(all.player));
	add_grant(batch, &all, true)->act = STORE_GRANT_ALL_GONE;
}

/* ---- after the commit ---- */

/* Nobody has the number 0. */
static void wake_app(struct service *service, uint64_t principal)
{
	if (principal)
		hub_wake_token(service->hub, principal);
}

/* An app that follows hears that a grant was given, or has ended. */
static void feed_grant(struct service *service, const struct store_grant *grant)
{
	struct feed_item item = {.game = "", .side = PN_PUBLIC};

	snprintf(item.grant, sizeof(item.grant), "%s", grant->id);
	feeds_add(service->feeds, grant->app, &item, item.seq);
}

void apps_take_app(struct service *service, const struct store_app *app)
{
	const uint64_t principal = roster_app_principal(service->roster, app->id);

	roster_put_app(service->roster, app);
	wake_app(service, principal);
}

void apps_take_grant(struct service *service, const struct store_grant *grant)
{
	if (grant->act == STORE_GRANT_ALL_GONE)
		roster_end_grants(service->roster, grant->player);
	else
		roster_put_grant(service->roster, grant);
	device_codes_granted(service->codes, grant->id);
	feed_grant(service, grant);
	wake_app(service, roster_app_principal(service->roster, grant->app));
}
