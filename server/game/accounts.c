/* Players and their tokens. A batch changes one player's account once: who comes second is told
 * to ask again (503), for what they would change is known only after the commit. */

#include <stdio.h>
#include <string.h>

#include "game/accounts.h"
#include "game/apps_inside.h"
#include "game/command_answer.h"
#include "game/job.h"
#include "game/takers.h"

/* ---- what the batch has ---- */

/* The player that the batch makes or changes, NULL without one. */
static const struct store_player *find_player(const struct batch *batch, const char *id)
{
	const struct store_list *players = &batch->stored.list[STORE_PLAYER];
	const struct store_player *player = players->pieces;

	for (size_t i = 0; i < players->count; i++) {
		if (strcmp(player[i].id, id) == 0)
			return &player[i];
	}
	return NULL;
}

bool account_is_under_way(const struct batch *batch, const char *player)
{
	const struct store_list *tokens = &batch->stored.list[STORE_TOKEN];
	const struct store_token *token = tokens->pieces;

	for (size_t i = 0; i < tokens->count; i++) {
		if (!token[i].only_used && strcmp(token[i].player, player) == 0)
			return true;
	}
	return find_player(batch, player) != NULL;
}

/* Is the token with this id being made? */
static bool is_being_made(const struct batch *batch, const char *id)
{
	const struct store_list *tokens = &batch->stored.list[STORE_TOKEN];
	const struct store_token *token = tokens->pieces;

	for (size_t i = 0; i < tokens->count; i++) {
		if (!token[i].only_used && strcmp(token[i].id, id) == 0)
			return true;
	}
	return false;
}

bool account_is_gone(const struct batch *batch, const char *player)
{
	struct player_facts facts;

	if (!player[0])
		return false;
	const struct store_player *changed = find_player(batch, player);

	if (changed && changed->ended)
		return true;
	return roster_player(batch->service->roster, player, &facts) && facts.has_left;
}

void command_of_player(struct batch *batch, struct job *job, bool is_busy,
		       enum problem_code (*change)(struct batch *batch, struct job *job))
{
	enum problem_code problem = PROBLEM_NO_SUCH_PLAYER;

	if (is_busy)
		problem = PROBLEM_BUSY;
	else if (!account_is_gone(batch, job->player))
		problem = change(batch, job);
	if (problem != PROBLEM_NONE)
		command_fail(job, problem, NULL);
}

/* Put a token into the batch, as `facts` has it. */
static struct store_token *add_token(struct batch *batch, const struct token_facts *facts)
{
	const struct token_facts *kept = batch_keep(batch, facts, sizeof(*facts));
	struct store_token *token = batch_put(batch, STORE_TOKEN);

	*token = (struct store_token){
		.id = kept->id,
		.player = kept->player,
		.name = kept->name,
		.may = kept->may,
		.created_ms = kept->created_ms,
		.used_ms = kept->used_ms,
		.ended = kept->ended,
	};
	memcpy(token->token_hash, kept->hash, sizeof(token->token_hash));
	memcpy(token->body_hash, kept->body_hash, sizeof(token->body_hash));
	return token;
}

void account_make_token(struct batch *batch, struct job *job, const char *id, const char *name,
			uint8_t may)
{
	struct service *service = batch->service;
	struct token_facts facts = {
		.may = may, .created_ms = service->platform->now_ms(service->platform->context)};

	snprintf(facts.id, sizeof(facts.id), "%s", id);
	snprintf(facts.player, sizeof(facts.player), "%s", job->player);
	snprintf(facts.name, sizeof(facts.name), "%s", name);
	memcpy(facts.body_hash, job->body_hash, sizeof(facts.body_hash));
	crypto_sha256(facts.hash, job->token, strlen(job->token));
	add_token(batch, &facts);
	job->uncommitted = true;
}

void account_end_token(struct batch *batch, const struct token_facts *token)
{
	struct token_facts ended = *token;

	ended.ended = true;
	add_token(batch, &ended);
}

bool account_makes_token(const struct batch *batch, const char *token)
{
	uint8_t hash[32];

	const struct store_list *tokens = &batch->stored.list[STORE_TOKEN];
	const struct store_token *made = tokens->pieces;

	crypto_sha256(hash, token, strlen(token));
	for (size_t i = 0; i < tokens->count; i++) {
		if (memcmp(made[i].token_hash, hash, sizeof(hash)) == 0)
			return true;
	}
	return false;
}

/* What is more than it takes at once is noted the next time. */
void account_note_used(struct batch *batch)
{
	struct token_facts used[BATCH_USES_MAX];
	const size_t count = roster_used(batch->service->roster, used, BATCH_USES_MAX);

	for (size_t i = 0; i < count; i++) {
		if (!account_is_under_way(batch, used[i].player))
			add_token(batch, &used[i])->only_used = true;
	}
}

/* ---- becoming one, changing, leaving ---- */

static void create(struct batch *batch, struct job *job)
{
	struct service *service = batch->service;
	uint8_t body_hash[32];

	memcpy(job->player, job->id, sizeof(job->player));
	player_token(job->token, service->keys.secret, "", "player", job->key);
	if (roster_body_hash(service->roster, job->player, body_hash)) {
		if (!crypto_equal(body_hash, job->body_hash, sizeof(body_hash)))
			command_fail(job, PROBLEM_KEY_REUSED, NULL);
		return;
	}
	if (account_is_under_way(batch, job->player)) {
		command_fail(job, PROBLEM_KEY_IN_FLIGHT, NULL);
		return;
	}
	if (!service_has_room(service)) {
		command_fail(job, PROBLEM_NO_ROOM, NULL);
		return;
	}
	struct store_player *player = batch_put(batch, STORE_PLAYER);

	*player = (struct store_player){
		.id = job->player,
		.name = job->account.name,
		.created_ms = service->platform->now_ms(service->platform->context),
	};
	memcpy(player->body_hash, job->body_hash, sizeof(player->body_hash));
	account_make_token(batch, job, job->player, "first", TOKEN_READ | TOKEN_PLAY);
}

static void change(struct batch *batch, struct job *job, struct store_player player)
{
	player.id = job->player;
	player.changes = true;
	*(struct store_player *)batch_put(batch, STORE_PLAYER) = player;
	job->uncommitted = true;
}

/* Whether their day is shown. Their name is copied where it lasts as long as the job. */
static void show_day(struct batch *batch, struct job *job, const struct player_facts *facts)
{
	snprintf(job->account.kept, sizeof(job->account.kept), "%s", facts->name);
	change(batch, job,
	       (struct store_player){.name = job->account.kept,
				     .shows_day = job->account.shows_day});
}

/* All good tokens of the player end. */
static void end_tokens(struct batch *batch, const struct job *job)
{
	struct token_facts token[TOKENS_MAX];
	size_t count = roster_tokens(batch->service->roster, job->player, token, TOKENS_MAX);

	for (size_t i = 0; i < count; i++)
		account_end_token(batch, &token[i]);
}

bool account_sits_down(const struct batch *batch, const char *player)
{
	const struct store_list *seats = &batch->stored.list[STORE_SEAT];
	const struct store_seat *seat = seats->pieces;

	for (size_t i = 0; i < seats->count; i++) {
		if (seat[i].player && strcmp(seat[i].player, player) == 0)
			return true;
	}
	return false;
}

static void leave(struct batch *batch, struct job *job)
{
	struct store *store = batch->service->store;
	uint32_t seats = 0;

	if (store->count_seats(store, job->player, false, &seats) != STORE_OK) {
		command_fail(job, PROBLEM_STORE_FAILED, NULL);
	} else if (seats || account_sits_down(batch, job->player)) {
		command_fail(job, PROBLEM_SEATS_HELD, NULL);
	} else {
		end_tokens(batch, job);
		change(batch, job, (struct store_player){.name = "", .ended = true});
	}
}

/* ---- tokens ---- */

static void another_token(struct batch *batch, struct job *job)
{
	struct service *service = batch->service;
	struct token_facts token[TOKENS_MAX];

	if (roster_tokens(service->roster, job->player, token, TOKENS_MAX) == TOKENS_MAX)
		command_fail(job, PROBLEM_TOO_MANY_TOKENS, NULL);
	else if (!service_has_room(service))
		command_fail(job, PROBLEM_NO_ROOM, NULL);
	else
		account_make_token(batch, job, job->id, job->account.name, job->account.may);
}

/* Would nobody be left who can play, or make another? */
static bool is_last(const struct batch *batch, const struct token_facts *ending)
{
	struct token_facts token[TOKENS_MAX];
	size_t count = roster_tokens(batch->service->roster, ending->player, token, TOKENS_MAX);

	for (size_t i = 0; i < count; i++) {
		if ((token[i].may & (TOKEN_PLAY | TOKEN_LINK)) == TOKEN_PLAY &&
		    strcmp(token[i].id, ending->id) != 0)
			return false;
	}
	return true;
}

static void end_token(struct batch *batch, struct job *job)
{
	struct token_facts token;

	if (!roster_token(batch->service->roster, job->player, job->id, &token) ||
	    token.may & TOKEN_LINK) {
		command_fail(job, PROBLEM_NO_SUCH_TOKEN, NULL);
	} else if (!token.ended && is_last(batch, &token)) {
		command_fail(job, PROBLEM_LAST_TOKEN, NULL);
	} else if (!token.ended) {
		account_end_token(batch, &token);
		job->uncommitted = true;
	}
}

/* The answer of then, when the key made a token already. True when the job is answered. */
static bool repeats(const struct batch *batch, struct job *job)
{
	const char *maker = job->kind == JOB_TOKEN ? "token" : "operator";
	struct token_facts token;

	if (job->kind != JOB_TOKEN && job->kind != JOB_END_ALL)
		return false;
	player_token(job->token, batch->service->keys.secret, job->player, maker, job->key);
	if (is_being_made(batch, job->id)) {
		command_fail(job, PROBLEM_KEY_IN_FLIGHT, NULL);
		return true;
	}
	if (!roster_token(batch->service->roster, job->player, job->id, &token))
		return false;
	if (!crypto_equal(token.body_hash, job->body_hash, sizeof(token.body_hash)))
		command_fail(job, PROBLEM_KEY_REUSED, NULL);
	return true;
}

/* What the batch makes of an app is not known yet: to end its token would be to count on from the number
 * before, and that gives the token that was just made. */
static bool must_wait(const struct batch *batch, const struct job *job)
{
	return account_is_under_way(batch, job->player) ||
	       (job->kind == JOB_END_ALL && apps_are_under_way(batch, job->player));
}

/* The operator's: all that the player has end, with what they granted, and they get one anew. */
static void replace_tokens(struct batch *batch, struct job *job)
{
	end_tokens(batch, job);
	account_make_token(batch, job, job->id, "from the operator", TOKEN_READ | TOKEN_PLAY);
	apps_end_for(batch, job);
	service_log(batch->service, "info", "the operator ended a player's tokens", job->player);
}

void command_account(struct batch *batch, struct job *job)
{
	struct player_facts facts;

	if (job->kind == JOB_PLAYER) {
		create(batch, job);
		return;
	}
	if (repeats(batch, job))
		return;
	if (!roster_player(batch->service->roster, job->player, &facts) || facts.has_left) {
		command_fail(job, PROBLEM_NO_SUCH_PLAYER, NULL);
	} else if (must_wait(batch, job)) {
		command_fail(job, PROBLEM_BUSY, NULL);
	} else if (job->kind == JOB_RENAME) {
		change(batch, job,
		       (struct store_player){.name = job->account.name,
					     .shows_day = facts.shows_day});
	} else if (job->kind == JOB_PRESENCE) {
		show_day(batch, job, &facts);
	} else if (job->kind == JOB_LEAVE) {
		leave(batch, job);
	} else if (job->kind == JOB_TOKEN) {
		another_token(batch, job);
	} else if (job->kind == JOB_END_TOKEN) {
		end_token(batch, job);
	} else {
		replace_tokens(batch, job);
	}
}
