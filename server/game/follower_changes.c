/* What another process changed, as this one's memory takes it in: what is kept of all games is read
 * anew, and of games what follows from their rows is told to those who follow them here. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "game/apps_inside.h"
#include "game/clocks.h"
#include "game/follower.h"
#include "game/job.h"
#include "game/kept.h"
#include "game/news.h"

enum { ALL_VIEWERS = (1 << PN_VIEWERS) - 1 };

/* ---- seats and lists ---- */

struct seats {
	size_t count, capacity;
	struct store_seat *seat;
	char (*player)[STORE_GAME_BYTES];
};

static void take_seat(void *context, const void *piece)
{
	const struct store_seat *seat = piece;
	struct seats *seats = context;

	if (seats->count == seats->capacity) {
		seats->capacity = 2 * seats->capacity + 8;
		seats->seat = reallocate(seats->seat, seats->capacity, sizeof(*seats->seat));
		seats->player = reallocate(seats->player, seats->capacity, STORE_GAME_BYTES);
	}
	seats->seat[seats->count] = *seat;
	snprintf(seats->player[seats->count++], STORE_GAME_BYTES, "%s",
		 seat->player ? seat->player : "");
}

static enum store_error renew_seats(struct service *service, const char *game)
{
	struct store *store = service->store;
	struct seats seats = {0};
	enum store_error error = store->load(store, STORE_SEAT, game, &seats, take_seat);

	for (size_t i = 0; i < seats.count; i++) {
		seats.seat[i].game = game;
		seats.seat[i].player = seats.player[i][0] ? seats.player[i] : NULL;
	}
	if (!error && roster_renew_seats(service->roster, game, seats.seat, seats.count))
		hub_publish(service->hub, game, ALL_VIEWERS);
	free(seats.seat);
	free(seats.player);
	return error;
}

struct listing {
	struct service *service;
	bool is_listed;
};

static void take_listed(void *context, const struct store_listed *from)
{
	struct listing *listing = context;

	listing->is_listed = true;
	lobby_take(listing->service->lobby, from);
}

static enum store_error renew_listed(struct service *service, const char *game)
{
	struct store *store = service->store;
	struct listing listing = {.service = service};
	enum store_error error = store->load_listed(store, game, &listing, take_listed);

	if (!error && !listing.is_listed)
		lobby_forget(service->lobby, game);
	return error;
}

/* ---- games ---- */

/* Rows of a game that are told to those who follow it. */
struct telling {
	struct job job;
	struct service *service;
	uint32_t from, rows;
};

/* Bits of the viewers who see something of these rows. */
static uint8_t seen_by(const struct game_log *log, uint32_t from, uint32_t rows)
{
	uint8_t viewers = 0;

	for (uint32_t i = from; i < rows; i++) {
		const struct log_row *row = log_row(log, i);

		for (uint32_t at = row->first; at < row->first + row->count; at++)
			viewers |= log_event(log, at).audience;
	}
	return viewers;
}

/* As it would have been told had this process written them. */
static void tell(const struct telling *telling, struct snapshot *latest)
{
	struct service *service = telling->service;
	struct snapshot *before = telling->from ? state_after(latest, telling->from - 1) : NULL;
	struct snapshot *after = state_after(latest, telling->rows - 1);
	const uint8_t seen = seen_by(latest->log, telling->from, telling->rows);
	uint8_t turned = 0;

	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
		if (seen >> viewer & 1)
			games_bring(service->games, telling->job.game, viewer, false);
	}
	if (after && (before || !telling->from)) {
		turned = news_turned(before, after);
		if (turned)
			roster_await(service->roster, telling->job.game, snapshot_awaited(after),
				     false);
		news_feed(service, before, after, turned);
	}
	news_wake(service, telling->job.game, turned | seen);
	snapshot_release(before);
	snapshot_release(after);
}

/* A loader has brought it. */
static void told(struct job *job)
{
	struct telling *telling = job->owner;

	if (job->snapshot && job->snapshot->rows >= telling->rows)
		tell(telling, job->snapshot);
	else
		news_wake(telling->service, job->game, ALL_VIEWERS);
	snapshot_release(job->snapshot);
	free(telling);
}

static void brought_back(struct job *job)
{
	snapshot_release(job->snapshot);
	free(job);
}

/* The next viewer of a game that is near must not wait because something was written in it. */
static void bring_back(struct service *service, const char *game)
{
	struct job *job = allocate(1, sizeof(*job));

	*job = (struct job){
		.kind = JOB_OPEN, .by_server = true, .newest = true, .done = brought_back};
	snprintf(job->game, sizeof(job->game), "%s", game);
	if (!service_submit(service, job))
		free(job);
}

static void hear_game(struct service *service, const struct store_change *change)
{
	loader_hear(service->loader, change->id, change->rows);
	const bool is_near = games_outdate(service->games, change->id, change->rows);

	clocks_hear(service->clocks, change->id);
	roster_await_unknown(service->roster, change->id);
	if (!news_are_followed(service, change->id)) {
		if (is_near)
			bring_back(service, change->id);
		return;
	}
	struct telling *telling = allocate(1, sizeof(*telling));

	telling->service = service;
	telling->from = change->from;
	telling->rows = change->rows;
	telling->job =
		(struct job){.kind = JOB_OPEN, .by_server = true, .done = told, .owner = telling};
	snprintf(telling->job.game, sizeof(telling->job.game), "%s", change->id);
	if (service_submit(service, &telling->job))
		return;
	news_wake(service, change->id, ALL_VIEWERS);
	free(telling);
}

/* ---- all of it ---- */

static enum store_error take_in(struct service *service, const struct store_change *change)
{
	const struct store_grant all = {
		.id = "", .app = "", .player = change->id, .act = STORE_GRANT_ALL_GONE};

	switch (change->kind) {
	case STORE_CHANGED_PLAYER:
		return kept_renew(service, STORE_PLAYER, change->id);
	case STORE_CHANGED_TOKENS:
		return kept_renew(service, STORE_TOKEN, change->id);
	case STORE_CHANGED_APP:
		return kept_renew(service, STORE_APP, change->id);
	case STORE_CHANGED_GRANT:
		return kept_renew(service, STORE_GRANT, change->id);
	case STORE_ENDED_GRANTS:
		apps_take_grant(service, &all);
		break;
	case STORE_CHANGED_SEATS:
		return renew_seats(service, change->id);
	case STORE_CHANGED_SEAT_HOOKS:
		roster_note_seat_hook(service->roster, change->id, change->side);
		break;
	case STORE_CHANGED_HOOKS:
		return kept_renew(service, STORE_HOOK, change->id);
	case STORE_CHANGED_STATUS:
		return renew_listed(service, change->id);
	case STORE_CHANGED_GAME:
		hear_game(service, change);
		break;
	case STORE_CHANGE_KINDS:
		break;
	}
	return STORE_OK;
}

bool changes_take_in(struct service *service, const struct store_change *change, size_t count)
{
	bool is_good = true;

	for (int kind = 0; kind < STORE_CHANGE_KINDS; kind++) {
		/* What is told of games rests on all that comes before. */
		if (kind == STORE_CHANGED_GAME && !is_good)
			return false;
		for (size_t i = 0; i < count; i++) {
			if ((int)change[i].kind == kind && take_in(service, &change[i]) != STORE_OK)
				is_good = false;
		}
	}
	return is_good;
}
