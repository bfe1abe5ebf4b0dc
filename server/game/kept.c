#include "game/kept.h"

#include "game/apps_inside.h"
#include "game/notice_kinds.h"
#include "game/roster_rows.h"

static void take_player(struct service *service, const void *piece)
{
	roster_put_player(service->roster, piece);
}

static void take_token(struct service *service, const void *piece)
{
	const struct store_token *token = piece;
	const uint64_t principal = hash_of_token(token->token_hash);
	const bool ends = token->ended && roster_is_good(service->roster, principal);

	roster_put_token(service->roster, token);
	if (ends)
		hub_wake_token(service->hub, principal);
}

static void take_seat(struct service *service, const void *piece)
{
	roster_add_seat(service->roster, piece);
}

static void take_hook(struct service *service, const void *piece)
{
	const struct store_hook *hook = piece;

	if (hook->act != STORE_HOOK_PUT)
		return;
	if (hook->game)
		roster_note_seat_hook(service->roster, hook->game, hook->side);
	else
		roster_note_hook(service->roster, hook->player);
	if (hook->format == HOOK_CHANNEL)
		atomic_store(&service->shows_tables, true);
}

static void take_app(struct service *service, const void *piece)
{
	apps_take_app(service, piece);
}

static void take_grant(struct service *service, const void *piece)
{
	apps_take_grant(service, piece);
}

/* Players come before what is theirs, apps before what they are granted. */
static const struct kept_kind {
	enum store_kind kind;
	void (*take)(struct service *service, const void *piece);
} kept[] = {
	{STORE_PLAYER, take_player}, {STORE_TOKEN, take_token}, {STORE_SEAT, take_seat},
	{STORE_HOOK, take_hook},     {STORE_APP, take_app},     {STORE_GRANT, take_grant},
};

enum { KEPT_KINDS = sizeof(kept) / sizeof(kept[0]) };

struct taking {
	struct service *service;
	const struct kept_kind *kind;
};

static void take_loaded(void *context, const void *piece)
{
	const struct taking *taking = context;

	taking->kind->take(taking->service, piece);
}

static enum store_error load(struct service *service, const struct kept_kind *kind, const char *of)
{
	struct taking taking = {service, kind};

	return service->store->load(service->store, kind->kind, of, &taking, take_loaded);
}

enum store_error kept_load(struct service *service)
{
	enum store_error error = STORE_OK;

	for (size_t i = 0; i < KEPT_KINDS && !error; i++)
		error = load(service, &kept[i], NULL);
	return error;
}

enum store_error kept_renew(struct service *service, enum store_kind kind, const char *of)
{
	for (size_t i = 0; i < KEPT_KINDS; i++) {
		if (kept[i].kind == kind)
			return load(service, &kept[i], of);
	}
	return STORE_OK;
}

void kept_take(struct service *service, const struct store_batch *batch)
{
	for (size_t i = 0; i < KEPT_KINDS; i++) {
		const enum store_kind kind = kept[i].kind;

		for (size_t at = 0; at < batch->list[kind].count; at++)
			kept[i].take(service, store_piece(batch, kind, at));
	}
}
