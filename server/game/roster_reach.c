/* How far apps reach by what they were granted: as whom one calls, which games it follows, and whether
 * it is on both sides of one. */

#include "game/roster_rows.h"

#include <string.h>

#include "base/crypto.h"

/* ---- callers ---- */

/* The app whose token this is now; a token of before is nobody's. */
static uint32_t find_app_token(const struct roster *roster, const uint8_t hash[32])
{
	const uint64_t short_hash = hash_of_token(hash);
	const struct slot *slot;
	size_t at = short_hash;

	while ((slot = table_next(&roster->app_tokens, short_hash, &at))) {
		if (crypto_equal(app_at(roster, slot->row)->token_hash, hash, 32))
			return slot->row;
	}
	return 0;
}

struct caller roster_find_app(struct roster *roster, const char *token)
{
	struct caller caller = {.side = PN_PUBLIC};
	uint8_t hash[32];

	crypto_sha256(hash, token, strlen(token));
	pthread_rwlock_rdlock(&roster->lock);
	const uint32_t row = find_app_token(roster, hash);
	if (row) {
		caller.ended = app_at(roster, row)->ended;
		memcpy(caller.app, app_at(roster, row)->id, sizeof(caller.app));
	}
	pthread_rwlock_unlock(&roster->lock);
	caller.known = row && !caller.ended;
	caller.principal = hash_of_token(hash);
	caller.limited = row ? hash_of_id(caller.app) : caller.principal;
	return caller;
}

bool roster_take_grant(struct roster *roster, struct caller *caller, const char *id)
{
	pthread_rwlock_rdlock(&roster->lock);
	const uint32_t row = find_grant(roster, id);
	const struct grant_row *grant = row ? grant_at(roster, row) : NULL;
	const bool is_theirs = grant && is_good_grant(roster, grant) &&
			       strcmp(app_at(roster, grant->app)->id, caller->app) == 0;
	if (is_theirs) {
		memcpy(caller->grant, grant->id, sizeof(caller->grant));
		memcpy(caller->only, grant->game, sizeof(caller->only));
		memcpy(caller->player, player_at(roster, grant->player)->id,
		       sizeof(caller->player));
		caller->granted = grant->may;
		caller->may = TOKEN_READ;
		if (grant->may & GRANT_ACT)
			caller->may |= TOKEN_PLAY;
		caller->limited = hash_of_id(caller->grant);
		caller->also_limited = hash_of_id(caller->player);
	}
	pthread_rwlock_unlock(&roster->lock);
	return is_theirs;
}

uint64_t roster_app_principal(struct roster *roster, const char *id)
{
	pthread_rwlock_rdlock(&roster->lock);
	const uint32_t row = find_app(roster, id);
	const uint64_t principal = row ? hash_of_token(app_at(roster, row)->token_hash) : 0;
	pthread_rwlock_unlock(&roster->lock);
	return principal;
}

bool roster_app_holds(struct roster *roster, const struct caller *caller)
{
	pthread_rwlock_rdlock(&roster->lock);
	const uint32_t app = find_app(roster, caller->app);
	const uint32_t grant = caller->grant[0] ? find_grant(roster, caller->grant) : 0;
	bool holds = app && !app_at(roster, app)->ended &&
		     hash_of_token(app_at(roster, app)->token_hash) == caller->principal;
	if (caller->grant[0])
		holds = holds && grant && is_good_grant(roster, grant_at(roster, grant));
	pthread_rwlock_unlock(&roster->lock);
	return holds;
}

/* ---- following ---- */

static const uint8_t told = GRANT_LOOK | GRANT_NOTIFY;

/* Is the grant good in the game, and for one of `may` at least? */
static bool allows(const struct roster *roster, const struct grant_row *grant, const char *game,
		   uint8_t may)
{
	return grant->may & may && (!grant->game[0] || strcmp(grant->game, game) == 0) &&
	       is_good_grant(roster, grant);
}

/* By each grant of a seat's holder. */
static void take_grants(struct roster *roster, const struct holder *holder, void *context,
			void (*take)(void *context, const struct feed_to *to))
{
	for (uint32_t row = player_at(roster, holder->player)->newest_grant; row;
	     row = grant_at(roster, row)->older_of_player) {
		const struct grant_row *grant = grant_at(roster, row);

		if (!allows(roster, grant, holder->game, told))
			continue;
		take(context, &(struct feed_to){.follower = app_at(roster, grant->app)->id,
						.grant = grant->id,
						.side = holder->side,
						.sees = (grant->may & GRANT_LOOK) != 0,
						.is_told = true});
	}
}

void roster_each_app(struct roster *roster, const char *game, void *context,
		     void (*take)(void *context, const struct feed_to *to))
{
	if (!atomic_load(&roster->any_granted))
		return;
	pthread_rwlock_rdlock(&roster->lock);
	const struct slot *slot = find_game(roster, game);
	for (uint32_t row = slot ? slot->row : 0; row; row = holder_at(roster, row)->next_of_game) {
		const struct holder *holder = holder_at(roster, row);

		if (holder->player && !holder->gone)
			take_grants(roster, holder, context, take);
	}
	pthread_rwlock_unlock(&roster->lock);
}

bool roster_grant_sees(struct roster *roster, const char *app, const char *id, const char *game,
		       pn_side side, bool only_told)
{
	bool sees = false;

	pthread_rwlock_rdlock(&roster->lock);
	const uint32_t row = find_grant(roster, id);
	const struct grant_row *grant = row ? grant_at(roster, row) : NULL;
	if (grant && allows(roster, grant, game, only_told ? told : GRANT_LOOK) &&
	    strcmp(app_at(roster, grant->app)->id, app) == 0) {
		const uint32_t seat = find_seat(roster, grant->player, game);

		sees = seat && holder_at(roster, seat)->side == side;
	}
	pthread_rwlock_unlock(&roster->lock);
	return sees;
}

/* ---- both sides ---- */

/* Does the app look or act for the player in the game? */
static bool reaches(const struct roster *roster, uint32_t app, uint32_t player, const char *game)
{
	for (uint32_t row = player_at(roster, player)->newest_grant; row;
	     row = grant_at(roster, row)->older_of_player) {
		const struct grant_row *grant = grant_at(roster, row);

		if (grant->app == app && allows(roster, grant, game, GRANT_LOOK | GRANT_ACT))
			return true;
	}
	return false;
}

/* An app of this holder's that reaches the other side, too. 0: none. */
static uint32_t common_app(const struct roster *roster, const struct holder *holder,
			   const struct slot *slot)
{
	for (uint32_t row = player_at(roster, holder->player)->newest_grant; row;
	     row = grant_at(roster, row)->older_of_player) {
		const uint32_t app = grant_at(roster, row)->app;

		if (!reaches(roster, app, holder->player, holder->game))
			continue;
		for (uint32_t at = slot->row; at; at = holder_at(roster, at)->next_of_game) {
			const struct holder *other = holder_at(roster, at);

			if (other->player && !other->gone && other->side != holder->side &&
			    other->side != PN_PUBLIC &&
			    reaches(roster, app, other->player, holder->game))
				return app;
		}
	}
	return 0;
}

bool roster_common_app(struct roster *roster, const char *game, struct app_facts *out)
{
	uint32_t app = 0;

	if (!atomic_load(&roster->any_granted))
		return false;
	pthread_rwlock_rdlock(&roster->lock);
	const struct slot *slot = find_game(roster, game);
	for (uint32_t row = slot ? slot->row : 0; row && !app;
	     row = holder_at(roster, row)->next_of_game) {
		const struct holder *holder = holder_at(roster, row);

		if (holder->player && !holder->gone && holder->side != PN_PUBLIC)
			app = common_app(roster, holder, slot);
	}
	if (app)
		tell_app(roster, app, out);
	pthread_rwlock_unlock(&roster->lock);
	return app != 0;
}
