/* Apps and what they were granted: taking them in, and telling of them. A grant is good as long as all
 * that it rests on is: its app, its player, and in a game the player's seat. */

#include "game/roster_rows.h"

#include <stdio.h>
#include <string.h>

#include "base/crypto.h"

bool is_good_grant(const struct roster *roster, const struct grant_row *grant)
{
	if (grant->ended || app_at(roster, grant->app)->ended ||
	    player_at(roster, grant->player)->ended)
		return false;
	return !grant->game[0] || find_seat(roster, grant->player, grant->game);
}

/* ---- taking in ---- */

static uint32_t new_app(struct roster *roster)
{
	roster->app = add_row(roster->app, &roster->apps_count, &roster->apps_capacity,
			      sizeof(struct app_row));
	return roster->apps_count;
}

static uint32_t new_grant(struct roster *roster)
{
	roster->grant = add_row(roster->grant, &roster->grants_count, &roster->grants_capacity,
				sizeof(struct grant_row));
	return roster->grants_count;
}

static uint32_t add_app(struct roster *roster, const struct store_app *from)
{
	const uint32_t row = new_app(roster);
	struct app_row *app = app_at(roster, row);

	app->maker = from->player ? find_player(roster, from->player) : NOBODY;
	uint32_t *newest =
		app->maker ? &player_at(roster, app->maker)->newest_app : &roster->operators_app;

	app->older = *newest;
	*newest = row;
	app->created_ms = from->created_ms;
	snprintf(app->id, sizeof(app->id), "%s", from->id);
	memcpy(app->body_hash, from->body_hash, sizeof(app->body_hash));
	table_add(&roster->apps, (struct slot){hash_of_id(app->id), row, false});
	return row;
}

static void change_app(struct roster *roster, uint32_t row, const struct store_app *from)
{
	struct app_row *app = app_at(roster, row);

	snprintf(app->name, sizeof(app->name), "%s", from->name);
	app->asks = from->asks;
	app->number = from->number;
	if (memcmp(app->token_hash, from->token_hash, sizeof(app->token_hash)) == 0)
		return;
	memcpy(app->token_hash, from->token_hash, sizeof(app->token_hash));
	table_add(&roster->app_tokens, (struct slot){hash_of_token(app->token_hash), row, false});
}

void roster_put_app(struct roster *roster, const struct store_app *from)
{
	pthread_rwlock_wrlock(&roster->lock);
	uint32_t row = find_app(roster, from->id);

	if (!row)
		row = add_app(roster, from);
	change_app(roster, row, from);
	if (from->act == STORE_APP_GONE || from->ended) {
		app_at(roster, row)->ended = true;
		app_at(roster, row)->name[0] = '\0';
	}
	pthread_rwlock_unlock(&roster->lock);
}

static void add_grant(struct roster *roster, uint32_t app, uint32_t player,
		      const struct store_grant *from)
{
	const uint32_t row = new_grant(roster);
	struct grant_row *grant = grant_at(roster, row);

	*grant = (struct grant_row){
		.may = from->may,
		.ended = from->ended,
		.created_ms = from->created_ms,
		.app = app,
		.player = player,
		.older_of_app = app_at(roster, app)->newest_grant,
		.older_of_player = player_at(roster, player)->newest_grant,
	};
	snprintf(grant->id, sizeof(grant->id), "%s", from->id);
	snprintf(grant->game, sizeof(grant->game), "%s", from->game ? from->game : "");
	memcpy(grant->body_hash, from->body_hash, sizeof(grant->body_hash));
	app_at(roster, app)->newest_grant = row;
	player_at(roster, player)->newest_grant = row;
	table_add(&roster->grants, (struct slot){hash_of_id(grant->id), row, false});
	atomic_store(&roster->any_granted, true);
}

void roster_put_grant(struct roster *roster, const struct store_grant *from)
{
	pthread_rwlock_wrlock(&roster->lock);
	const uint32_t row = find_grant(roster, from->id);
	const uint32_t app = find_app(roster, from->app);
	const uint32_t player = find_player(roster, from->player);

	if (row)
		grant_at(roster, row)->ended |= from->ended;
	else if (app && player)
		add_grant(roster, app, player, from);
	pthread_rwlock_unlock(&roster->lock);
}

void end_seat_grants(struct roster *roster, uint32_t player, const char *game)
{
	for (uint32_t row = player_at(roster, player)->newest_grant; row;
	     row = grant_at(roster, row)->older_of_player) {
		if (strcmp(grant_at(roster, row)->game, game) == 0)
			grant_at(roster, row)->ended = true;
	}
}

static void end_grants_of(struct roster *roster, uint32_t player)
{
	for (uint32_t row = player_at(roster, player)->newest_grant; row;
	     row = grant_at(roster, row)->older_of_player)
		grant_at(roster, row)->ended = true;
}

void roster_end_grants(struct roster *roster, const char *player)
{
	pthread_rwlock_wrlock(&roster->lock);
	const uint32_t row = find_player(roster, player);
	if (row)
		end_grants_of(roster, row);
	pthread_rwlock_unlock(&roster->lock);
}

void end_apps_of(struct roster *roster, uint32_t player)
{
	for (uint32_t row = player_at(roster, player)->newest_app; row;
	     row = app_at(roster, row)->older) {
		app_at(roster, row)->ended = true;
		app_at(roster, row)->name[0] = '\0';
	}
	end_grants_of(roster, player);
}

/* ---- asking ---- */

void tell_app(const struct roster *roster, uint32_t row, struct app_facts *out)
{
	const struct app_row *app = app_at(roster, row);

	*out = (struct app_facts){
		.asks = app->asks,
		.number = app->number,
		.created_ms = app->created_ms,
		.ended = app->ended,
	};
	memcpy(out->id, app->id, sizeof(out->id));
	memcpy(out->name, app->name, sizeof(out->name));
	memcpy(out->body_hash, app->body_hash, sizeof(out->body_hash));
	if (app->maker)
		memcpy(out->player, player_at(roster, app->maker)->id, sizeof(out->player));
}

static void tell_grant(const struct roster *roster, uint32_t row, struct grant_facts *out)
{
	const struct grant_row *grant = grant_at(roster, row);

	out->may = grant->may;
	out->created_ms = grant->created_ms;
	out->place = row;
	out->good = is_good_grant(roster, grant);
	memcpy(out->id, grant->id, sizeof(out->id));
	memcpy(out->app, app_at(roster, grant->app)->id, sizeof(out->app));
	memcpy(out->player, player_at(roster, grant->player)->id, sizeof(out->player));
	memcpy(out->game, grant->game, sizeof(out->game));
	memcpy(out->body_hash, grant->body_hash, sizeof(out->body_hash));
}

bool roster_app(struct roster *roster, const char *id, struct app_facts *out)
{
	pthread_rwlock_rdlock(&roster->lock);
	const uint32_t row = find_app(roster, id);
	if (row)
		tell_app(roster, row, out);
	pthread_rwlock_unlock(&roster->lock);
	return row != 0;
}

size_t roster_apps(struct roster *roster, const char *player, struct app_facts *out, size_t max)
{
	size_t count = 0;

	pthread_rwlock_rdlock(&roster->lock);
	const uint32_t maker = player[0] ? find_player(roster, player) : NOBODY;
	uint32_t row = maker ? player_at(roster, maker)->newest_app : roster->operators_app;
	if (player[0] && !maker)
		row = 0;
	for (; row && count < max; row = app_at(roster, row)->older) {
		if (!app_at(roster, row)->ended)
			tell_app(roster, row, &out[count++]);
	}
	pthread_rwlock_unlock(&roster->lock);
	return count;
}

bool roster_grant(struct roster *roster, const char *id, struct grant_facts *out)
{
	pthread_rwlock_rdlock(&roster->lock);
	const uint32_t row = find_grant(roster, id);
	if (row)
		tell_grant(roster, row, out);
	pthread_rwlock_unlock(&roster->lock);
	return row != 0;
}

size_t roster_grants(struct roster *roster, const char *player, struct grant_facts *out, size_t max)
{
	size_t count = 0;

	pthread_rwlock_rdlock(&roster->lock);
	const uint32_t giver = find_player(roster, player);
	uint32_t row = giver ? player_at(roster, giver)->newest_grant : 0;
	for (; row && count < max; row = grant_at(roster, row)->older_of_player) {
		if (is_good_grant(roster, grant_at(roster, row)))
			tell_grant(roster, row, &out[count++]);
	}
	pthread_rwlock_unlock(&roster->lock);
	return count;
}

size_t roster_granted(struct roster *roster, const char *app, uint32_t before,
		      struct grant_facts *out, size_t max)
{
	size_t count = 0;

	pthread_rwlock_rdlock(&roster->lock);
	const uint32_t given = find_app(roster, app);
	uint32_t row = given ? app_at(roster, given)->newest_grant : 0;
	for (; row && count < max; row = grant_at(roster, row)->older_of_app) {
		if (row < before && is_good_grant(roster, grant_at(roster, row)))
			tell_grant(roster, row, &out[count++]);
	}
	pthread_rwlock_unlock(&roster->lock);
	return count;
}

/* ---- tokens ---- */

void app_token(char out[TOKEN_BYTES], const uint8_t secret[32], const char *app, uint32_t number)
{
	char derived[CRYPTO_TOKEN_CHARACTERS + 1], key[16];

	snprintf(key, sizeof(key), "%u", number);
	crypto_derive_token(derived, secret, app, "app", key);
	snprintf(out, TOKEN_BYTES, "pn_app_%s", derived);
	crypto_forget(derived, sizeof(derived));
}
