/* Reading one game: all of it, or from its state row on, and then, when somebody asks, what was
 * before. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/crypto.h"
#include "codec/codec_record.h"
#include "game/service_inside.h"
#include "game/state_row.h"

struct reading {
	struct service *service;
	const char *id;
	struct snapshot *snapshot;
	const struct store_row *row;
	struct armies armies; /* as far as the rows were read */
	struct log_filling filling;
	struct state_image image;
	bool has_image, damaged;
};

/* A game whose header was read. */
static struct game_base *make_base(const struct store_game *game,
				   const struct record_header *header)
{
	struct game_base *base = allocate(1, sizeof(*base));

	atomic_init(&base->references, 1);
	base->ruleset = header->ruleset;
	base->revision = header->revision;
	base->creator = header->creator;
	base->muster = header->muster;
	base->clock = header->clock;
	base->armies = header->armies;
	base->machine = header->machine;
	snprintf(base->name, sizeof(base->name), "%s", header->name);
	snprintf(base->scenario, sizeof(base->scenario), "%s", header->scenario);
	memcpy(base->seed_commitment, header->seed_commitment, 32);
	crypto_sha256(base->header_hash, game->header.bytes, game->header.size);
	base_take_stored(base, game);
	return base;
}

static void take_game(void *context, const struct store_game *game)
{
	struct reading *reading = context;
	struct record_header *header = allocate(1, sizeof(*header));
	struct codec_error error;

	reading->damaged =
		game->secret.size != GAME_SECRET_BYTES ||
		!codec_record_header_read(header, game->header.bytes, game->header.size, &error);
	if (!reading->damaged)
		reading->snapshot =
			snapshot_create(make_base(game, header), log_create(reading->id));
	free(header);
}

static void run_set_up(void *context)
{
	struct reading *reading = context;
	reading->damaged = !snapshot_set_up(reading->snapshot);
}

static void run_row(void *context)
{
	struct reading *reading = context;
	struct snapshot *snapshot = reading->snapshot;

	reading->damaged = !log_append_stored(snapshot->log, reading->row, &snapshot->truth);
	if (reading->damaged || !snapshot_awaits_armies(snapshot))
		return;
	/* The events of the next row name the units of both. */
	armies_take_row(&reading->armies, snapshot->log, snapshot->log->row_count - 1);
	if (armies_are_whole(&reading->armies))
		snapshot_rebase(snapshot,
				armies_reveal(snapshot->base, snapshot->log, &reading->armies));
}

static void run_fold(void *context)
{
	struct reading *reading = context;
	snapshot_fold(reading->snapshot, reading->snapshot->log->row_count);
}

/* Guards are set inside the store's callback: leaving through the store itself would
 * leave its statement half done. */
static void guarded(struct reading *reading, void (*run)(void *context))
{
	struct fault fault;
	if (!reading->damaged && !fault_guard(run, reading, &fault))
		reading->damaged = true;
}

static void take_row(void *context, const struct store_row *row)
{
	struct reading *reading = context;
	reading->row = row;
	guarded(reading, run_row);
}

/* All of it, from the beginning. */
static enum store_error load_whole(struct reading *reading)
{
	struct store *store = reading->service->store;

	enum store_error error = store->load_game(store, reading->id, reading, take_game);
	if (!error && !reading->damaged) {
		guarded(reading, run_set_up);
		error = store->load_rows(store, reading->id, reading, take_row);
	}
	if (!error && !reading->damaged)
		guarded(reading, run_fold);
	return !error && reading->damaged ? STORE_DAMAGED : error;
}

/* ---- from a state row on ---- */

static void take_state(void *context, const struct store_state *state)
{
	struct reading *reading = context;

	reading->has_image = state_image_open(&reading->image, state->body.bytes, state->body.size);
}

static void take_restored(void *context, const struct store_game *game)
{
	struct reading *reading = context;

	reading->snapshot = state_image_restore(&reading->image, game);
}

static void run_newer(void *context)
{
	struct reading *reading = context;

	reading->damaged =
		!log_append_stored(reading->snapshot->log, reading->row, &reading->snapshot->truth);
}

static void take_newer(void *context, const struct store_row *row)
{
	struct reading *reading = context;

	reading->row = row;
	guarded(reading, run_newer);
}

static void run_go_on(void *context)
{
	struct reading *reading = context;

	reading->damaged = !snapshot_go_on(reading->snapshot);
}

/* False whatever is wrong: then all of it is read, which tells. */
static bool load_newest(struct reading *reading)
{
	struct store *store = reading->service->store;

	if (store->load_state(store, reading->id, reading, take_state) || !reading->has_image ||
	    store->load_game(store, reading->id, reading, take_restored) || !reading->snapshot ||
	    store->load_newer(store, reading->id, reading->snapshot->rows, reading, take_newer))
		return false;
	guarded(reading, run_go_on);
	return !reading->damaged;
}

enum store_error game_load(struct service *service, const char *id, bool whole,
			   struct snapshot **out)
{
	struct reading reading = {.service = service, .id = id};
	enum store_error error = STORE_OK;

	if (whole || !load_newest(&reading)) {
		snapshot_release(reading.snapshot);
		reading.snapshot = NULL;
		reading.damaged = false;
		error = load_whole(&reading);
	}
	text_free(&reading.image.bytes);
	if (error)
		snapshot_release(reading.snapshot);
	*out = error ? NULL : reading.snapshot;
	return error;
}

/* ---- what was before ---- */

static void run_past(void *context)
{
	struct reading *reading = context;

	reading->damaged = !log_fill(reading->snapshot->log, &reading->filling, reading->row,
				     &reading->snapshot->truth);
}

static void take_past(void *context, const struct store_row *row)
{
	struct reading *reading = context;

	if (row->expected >= reading->snapshot->log->past.rows)
		return;
	reading->row = row;
	guarded(reading, run_past);
}

enum store_error game_complete(struct service *service, struct snapshot *snapshot)
{
	struct reading reading = {
		.service = service, .id = snapshot->base->id, .snapshot = snapshot};
	struct store *store = service->store;

	if (log_is_whole(snapshot->log))
		return STORE_OK;
	enum store_error error = store->load_rows(store, reading.id, &reading, take_past);
	if (!log_end_filling(snapshot->log, &reading.filling, !error && !reading.damaged) && !error)
		error = STORE_DAMAGED;
	return error;
}
