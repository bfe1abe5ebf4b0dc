/* Hooks of players and seats. Like battles they are read from the disk whenever somebody asks; what stays in
 * memory is who has any. A batch changes one hook of a player: who comes second is told to ask
 * again. */

#include "game/hooks.h"

#include <stdio.h>
#include <string.h>

#include "base/base64.h"
#include "base/crypto.h"
#include "game/accounts.h"
#include "game/job.h"
#include "game/mail_pace.h"
#include "game/notices.h"
#include "game/takers.h"

/* ---- asking ---- */

struct hook_taking {
	struct hook_facts *out;
	size_t count;
};

static void take_hook(void *context, const void *piece)
{
	const struct store_hook *from = piece;
	struct hook_taking *taking = context;

	if (taking->count == HOOKS_MAX)
		return;
	struct hook_facts *to = &taking->out[taking->count++];

	*to = (struct hook_facts){
		.format = from->format,
		.kinds = from->kinds,
		.quiet_from = from->quiet_from,
		.quiet_until = from->quiet_until,
		.one_unread = from->one_unread,
		.state = from->state,
		.status = from->status,
		.secret = from->secret,
		.created_ms = from->created_ms,
		.secret_ms = from->secret_ms,
		.heard_ms = from->heard_ms,
		.failing_ms = from->failing_ms,
	};
	memcpy(to->asked, from->asked, sizeof(to->asked));
	snprintf(to->id, sizeof(to->id), "%s", from->id);
	snprintf(to->url, sizeof(to->url), "%s", from->url);
	snprintf(to->language, sizeof(to->language), "%s", from->language);
	snprintf(to->mentions, sizeof(to->mentions), "%s", from->mentions);
}

void service_hook_owner(struct service *service, const struct caller *caller, const char *game,
			pn_side side, char out[GAME_ID_BYTES])
{
	char key[3 * GAME_ID_BYTES];

	if (caller->player[0])
		snprintf(key, sizeof(key), "hooks %s %u %s", game, side, caller->player);
	else
		snprintf(key, sizeof(key), "hooks %s %u %llx", game, side,
			 (unsigned long long)caller->principal);
	crypto_derive_game(out, service->keys.secret, key);
}

bool service_hooks(struct service *service, const char *owner, struct hook_facts out[HOOKS_MAX],
		   size_t *count)
{
	struct hook_taking taking = {.out = out};
	struct store *store = service->store;
	const enum store_error error = store->load(store, STORE_HOOK, owner, &taking, take_hook);

	*count = taking.count;
	return error == STORE_OK;
}

void service_hook_secret(struct service *service, const char *player, const char *hook,
			 uint32_t number, uint8_t out[HOOK_SECRET_BYTES])
{
	char derived[CRYPTO_TOKEN_CHARACTERS + 1], key[GAME_ID_BYTES + 16];

	snprintf(key, sizeof(key), "%s %u", hook, number);
	crypto_derive_token(derived, service->keys.secret, player, "hook", key);
	const bool is_read = base64url_read(out, HOOK_SECRET_BYTES, derived);

	pn_assert(is_read);
	crypto_forget(derived, sizeof(derived));
}

void service_notice_id(struct service *service, const struct store_notice *notice,
		       char out[GAME_ID_BYTES])
{
	char key[4 * GAME_ID_BYTES + 64];

	snprintf(key, sizeof(key), "notice %s %s %s %u %u %lld", notice->player, notice->hook,
		 notice->game, notice->kind, notice->version, (long long)notice->made_ms);
	crypto_derive_game(out, service->keys.secret, key);
}

struct delivery_taking {
	struct service *service;
	const char *owner, *hook;
	struct delivery_facts *out;
	size_t count;
};

static void take_delivery(void *context, const struct store_notice *from)
{
	struct delivery_taking *taking = context;

	if (taking->count == STORE_DELIVERIES_MAX)
		return;
	struct delivery_facts *to = &taking->out[taking->count++];
	struct store_notice named = *from;

	named.player = taking->owner;
	named.hook = taking->hook;
	*to = (struct delivery_facts){
		.kind = from->kind,
		.side = from->side,
		.version = from->version,
		.attempts = from->attempts,
		.status = from->heard.status,
		.good = from->heard.good,
		.made_ms = from->made_ms,
		.heard_ms = from->heard.time_ms,
		.next_ms = from->due_ms,
	};
	service_notice_id(taking->service, &named, to->id);
	snprintf(to->game, sizeof(to->game), "%s", from->game);
}

bool service_deliveries(struct service *service, const char *owner, const char *hook,
			struct delivery_facts out[STORE_DELIVERIES_MAX], size_t *count)
{
	struct delivery_taking taking = {service, owner, hook, out, 0};
	struct store *store = service->store;
	const enum store_error error =
		store->load_deliveries(store, owner, hook, &taking, take_delivery);

	*count = taking.count;
	return error == STORE_OK;
}

void service_sign(struct service *service, const void *bytes, size_t size, uint8_t out[64])
{
	crypto_signature_make(out, &service->keys.key[0], bytes, size);
}

bool service_due_notices(struct service *service, int64_t now_ms, size_t max, void *context,
			 store_notice_taker *take)
{
	struct store *store = service->store;

	return store->load_due(store, now_ms, max, context, take) == STORE_OK;
}

bool service_next_notice(struct service *service, int64_t after_ms, int64_t *out)
{
	struct store *store = service->store;

	return store->next_due(store, after_ms, out) == STORE_OK;
}

bool service_claims(struct service *service, const struct store_notice *notice, uint32_t hook,
		    int64_t now_ms)
{
	struct store *store = service->store;

	if (!store->claim_hook)
		return true;
	if (store->claim_hook(store, hook, HOOK_CLAIM_MS) != STORE_OK)
		return false;
	/* It may have been told by another process since it was read. */
	if (store->still_due(store, notice, now_ms) == STORE_OK)
		return true;
	store->leave_hook(store, hook);
	return false;
}

void service_keeps(struct service *service, uint32_t hook)
{
	struct store *store = service->store;

	if (store->claim_hook)
		store->claim_hook(store, hook, HOOK_CLAIM_MS);
}

void service_leaves(struct service *service, uint32_t hook)
{
	struct store *store = service->store;

	if (store->leave_hook)
		store->leave_hook(store, hook);
}

bool service_posts(struct service *service, uint32_t hook, const char *game,
		   struct store_post out[STORE_POST_SIDES])
{
	struct store *store = service->store;

	return store->load_posts(store, hook, game, out) == STORE_OK;
}

bool service_still_seated(struct service *service, const struct store_notice *notice,
			  const struct store_hook *hook)
{
	if (hook->game)
		return roster_principal_holds(service->roster, hook->principal, hook->game,
					      hook->side);
	if (notice->kind == NOTICE_TEST || notice->kind == NOTICE_CONFIRM)
		return true;
	/* The table of a game is nobody's. */
	if (strcmp(notice->player, notice->game) == 0)
		return true;
	if (notice->side == PN_PUBLIC)
		return roster_is_umpire(service->roster, notice->player, notice->game);
	return roster_seat(service->roster, notice->player, notice->game) == notice->side;
}

int64_t service_now_ms(struct service *service)
{
	return service->platform->now_ms(service->platform->context);
}

void service_pad(struct service *service, void *out, size_t size)
{
	service->platform->pad(service->platform->context, out, size);
}

uint32_t service_draw(struct service *service)
{
	uint32_t drawn;

	service->platform->pad(service->platform->context, &drawn, sizeof(drawn));
	return drawn;
}

/* ---- changing ---- */

static bool is_under_way(const struct batch *batch, const char *player)
{
	const struct store_list *hooks = &batch->stored.list[STORE_HOOK];
	const struct store_hook *hook = hooks->pieces;

	for (size_t i = 0; i < hooks->count; i++) {
		if (hook[i].player && strcmp(hook[i].player, player) == 0)
			return true;
	}
	return false;
}

static struct store_hook *add(struct batch *batch, struct job *job, enum store_hook_act act,
			      int64_t now_ms)
{
	struct store_hook *hook = batch_put(batch, STORE_HOOK);

	*hook = (struct store_hook){
		.player = job->player,
		.id = job->id,
		.game = job->hook.seat,
		.side = job->side,
		.principal = job->principal,
		.url = job->hook.url,
		.format = job->hook.format,
		.kinds = job->hook.kinds,
		.keys = job->hook.keys,
		.language = job->hook.language,
		.quiet_from = job->hook.quiet_from,
		.quiet_until = job->hook.quiet_until,
		.one_unread = job->hook.one_unread,
		.mentions = job->hook.mentions,
		.state = job->hook.format == HOOK_MAIL ? STORE_HOOK_UNCONFIRMED : STORE_HOOK_GOOD,
		.created_ms = now_ms,
		.secret_ms = now_ms,
		.act = act,
	};
	return hook;
}

/* Of one hook alone: to try it, or to ask its address. */
static void tell_it(struct batch *batch, struct job *job, enum notice_kind kind, bool open,
		    int64_t now_ms)
{
	struct store_notice *notice = notices_next(batch, job->player);

	notice->act = STORE_NOTICE_TELL;
	notice->hook = notice->game = job->id;
	notice->kind = (uint8_t)kind;
	notice->side = PN_PUBLIC;
	notice->open = open;
	notice->made_ms = notice->due_ms = now_ms;
}

/* Ask an address whether it wants mails, if it was not asked too often. What this batch has
 * asked counts too. */
static enum problem_code ask_address(struct batch *batch, struct job *job, int64_t now_ms)
{
	struct store *store = batch->service->store;
	const struct store_list *mails = &batch->stored.list[STORE_MAILED];
	const struct store_mailed *other = mails->pieces;
	struct store_mailed mailed = {.sent_ms = now_ms};
	struct mail_asked asked = {0};

	service_address(batch->service, job->hook.url, mailed.address);
	if (store->load_mailed(store, mailed.address, NULL, asked.sent_ms) != STORE_OK)
		return PROBLEM_STORE_FAILED;
	for (size_t i = 0; i < mails->count; i++) {
		if (memcmp(other[i].address, mailed.address, STORE_ADDRESS_BYTES) == 0)
			return PROBLEM_BUSY;
	}
	if (!mail_may_ask(&asked, now_ms))
		return PROBLEM_TOO_MANY_MAILS;
	*(struct store_mailed *)batch_put(batch, STORE_MAILED) = mailed;
	tell_it(batch, job, NOTICE_CONFIRM, false, now_ms);
	return PROBLEM_NONE;
}

/* `hook`: as it is, NULL for a new one. */
static enum problem_code put(struct batch *batch, struct job *job, const struct hook_facts *hook,
			     int64_t now_ms)
{
	enum problem_code problem = PROBLEM_NONE;
	const bool is_known =
		hook && hook->state < STORE_HOOK_OFF && strcmp(hook->url, job->hook.url) == 0;

	if (!service_has_room(batch->service))
		return PROBLEM_NO_ROOM;
	if (job->hook.format == HOOK_MAIL && !is_known)
		problem = ask_address(batch, job, now_ms);
	if (problem == PROBLEM_NONE)
		add(batch, job, STORE_HOOK_PUT, now_ms);
	if (problem == PROBLEM_NONE && job->hook.kinds >> NOTICE_TABLE & 1 &&
	    job->hook.format == HOOK_CHANNEL) {
		atomic_store(&batch->service->shows_tables, true);
		tell_it(batch, job, NOTICE_TABLE, true, now_ms);
	}
	return problem;
}

/* Of what hooks are asked by a POST, what the key of the last one is kept in. */
static size_t asked_place(enum hook_act act)
{
	return act == HOOK_RENEW ? 0 : act == HOOK_TEST ? 1 : 2;
}

/* Note by which key it is asked for. False: it was asked for by that key before. */
static bool note_key(struct job *job, const struct hook_facts *hook,
		     uint8_t asked[STORE_ASKED_MAX][STORE_ASKED_BYTES])
{
	const enum hook_act act = (enum hook_act)job->hook.act;
	uint8_t *at = asked[asked_place(act)], hash[32];
	struct text scope = TEXT_EMPTY;

	text_add_format(&scope, "%s %s", act == HOOK_AGAIN ? job->hook.again->id : "", job->key);
	crypto_sha256(hash, scope.bytes, scope.size);
	text_free(&scope);
	memcpy(asked, hook->asked, sizeof(hook->asked));
	const bool is_new = memcmp(at, hash, STORE_ASKED_BYTES) != 0;
	memcpy(at, hash, STORE_ASKED_BYTES);
	return is_new;
}

static void tell_again(struct batch *batch, struct job *job, int64_t now_ms)
{
	const struct delivery_facts *again = job->hook.again;
	struct store_notice *notice = notices_next(batch, job->player);

	notice->act = STORE_NOTICE_TELL;
	notice->again = true;
	notice->hook = job->id;
	notice->game = again->game;
	notice->kind = again->kind;
	notice->side = again->side;
	notice->version = again->version;
	notice->made_ms = again->made_ms;
	notice->due_ms = now_ms;
}

/* What a POST asks for, once by each key. */
static void do_asked(struct batch *batch, struct job *job, const struct hook_facts *hook,
		     int64_t now_ms)
{
	uint8_t asked[STORE_ASKED_MAX][STORE_ASKED_BYTES];
	const enum hook_act act = (enum hook_act)job->hook.act;

	if (!note_key(job, hook, asked))
		return;
	struct store_hook *stored =
		add(batch, job, act == HOOK_RENEW ? STORE_HOOK_SECRET : STORE_HOOK_ASKED, now_ms);
	memcpy(stored->asked, asked, sizeof(asked));
	if (act == HOOK_TEST)
		tell_it(batch, job, NOTICE_TEST, hook->format == HOOK_DISCORD, now_ms);
	else if (act == HOOK_AGAIN)
		tell_again(batch, job, now_ms);
}

static enum problem_code do_act(struct batch *batch, struct job *job, const struct hook_facts *hook)
{
	static const enum store_hook_act acts[] = {
		[HOOK_CONFIRM] = STORE_HOOK_CONFIRMED,
		[HOOK_STOP] = STORE_HOOK_STOPPED,
		[HOOK_DROP] = STORE_HOOK_GONE,
	};
	const int64_t now_ms = service_now_ms(batch->service);

	if (job->hook.act == HOOK_PUT)
		return put(batch, job, hook, now_ms);
	if (job->hook.act == HOOK_RENEW || job->hook.act == HOOK_TEST ||
	    job->hook.act == HOOK_AGAIN)
		do_asked(batch, job, hook, now_ms);
	else
		add(batch, job, acts[job->hook.act], now_ms);
	return PROBLEM_NONE;
}

static enum problem_code change(struct batch *batch, struct job *job)
{
	const bool is_mails = job->hook.act == HOOK_CONFIRM || job->hook.act == HOOK_STOP;
	struct hook_facts hook[HOOKS_MAX];
	size_t count, at = 0;

	if (!service_hooks(batch->service, job->player, hook, &count))
		return PROBLEM_STORE_FAILED;
	while (at < count && strcmp(hook[at].id, job->id) != 0)
		at++;
	if (job->hook.act != HOOK_PUT &&
	    (at == count || (is_mails && strcmp(hook[at].url, job->hook.url) != 0)))
		return PROBLEM_NO_SUCH_HOOK;
	if (at == HOOKS_MAX)
		return PROBLEM_TOO_MANY_HOOKS;
	job->hook.is_new = at == count;
	const enum problem_code problem = do_act(batch, job, at == count ? NULL : &hook[at]);

	job->uncommitted = problem == PROBLEM_NONE;
	return problem;
}

void command_hook(struct batch *batch, struct job *job)
{
	command_of_player(batch, job, is_under_way(batch, job->player), change);
}
