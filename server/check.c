/* Games are loaded one after the other, as the daemon loads them, and forgotten again. */

#include "check.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/allocate.h"
#include "base/crypto.h"
#include "base/log.h"
#include "codec/codec_battle.h"
#include "codec/codec_record.h"
#include "game/batch.h"
#include "game/job.h"
#include "game/service.h"
#include "game/service_inside.h"
#include "game/state_row.h"
#include "place.h"
#include "store/store.h"
#include "verify/verify.h"

enum { ALL_WHOLE = 0, SOMETHING_DAMAGED = 1, CANNOT_OPEN = 2 };

struct checking {
	struct service *service;
	size_t count, capacity;
	char (*id)[GAME_ID_BYTES];
	size_t damaged, finished, dice, battles;
};

static void take_id(void *context, const char *id)
{
	struct checking *checking = context;

	if (checking->count == checking->capacity) {
		checking->capacity = checking->capacity ? 2 * checking->capacity : 256;
		checking->id = reallocate(checking->id, checking->capacity, sizeof(*checking->id));
	}
	memcpy(checking->id[checking->count++], id, GAME_ID_BYTES);
}

static void report(struct checking *checking, const char *id, const char *what)
{
	checking->damaged++;
	printf("%s: %s\n", id, what);
}

/* The record that anybody could check, checked. */
static void check_record(struct checking *checking, const char *id, struct snapshot *snapshot)
{
	struct verify_options *options = allocate(1, sizeof(*options));
	struct verify_report result;
	struct text record = TEXT_EMPTY;
	uint8_t key_id[VERIFY_KEYS_MAX][8];

	checking->finished++;
	options->key_count = service_keys(checking->service, key_id, options->key, VERIFY_KEYS_MAX);
	snapshot_record(checking->service, snapshot, PN_PUBLIC, &record);
	verify_record(record.bytes, record.size, options, &result);
	if (result.verdict == VERIFY_WRONG)
		report(checking, id, result.reason);
	text_free(&record);
	free(options);
}

static void roll_block(void *context, const char *label, uint32_t block,
		       uint8_t out[PN_BLOCK_BYTES])
{
	const struct snapshot *snapshot = context;
	crypto_dice_block(out, snapshot->dice_key, label, block);
}

/* Does the seed give this face? */
static bool is_rolled(struct snapshot *snapshot, const struct pn_event *event, uint8_t index)
{
	const struct pn_dice_source dice = {.context = snapshot, .bytes = roll_block};
	const struct pn_die die = pn_event_die(&snapshot->truth, event, index);

	return pn_die_face(&dice, die.label, die.sides) == die.face;
}

/* Of a game that is being played the seed is known to the server alone. */
static void check_dice(struct checking *checking, const char *id, struct snapshot *snapshot)
{
	for (uint32_t i = 0; i < snapshot->entries; i++) {
		const struct pn_event kept = log_event(snapshot->log, i), *event = &kept;

		for (uint8_t die = 0; die < pn_event_dice(event); die++) {
			checking->dice++;
			if (is_rolled(snapshot, event, die))
				continue;
			report(checking, id, "a die does not show what its seed gives");
			return;
		}
	}
}

/* Loading takes it as it was stored. */
static void check_header(void *context, const struct store_game *game)
{
	struct checking *checking = context;
	struct record_header *header = allocate(1, sizeof(*header));
	struct codec_error error;

	if (!codec_record_header_decode(header, game->header.bytes, game->header.size, &error))
		report(checking, game->id, error.detail);
	free(header);
}

/* A game's state row beside what folding its rows gives. One of another build says nothing. */
struct state_check {
	struct checking *checking;
	const char *id;
	struct snapshot *snapshot;
	struct state_image image;
	uint32_t rows;
	bool is_open;
};

static void open_state(void *context, const struct store_state *state)
{
	struct state_check *check = context;

	check->rows = state->rows;
	check->is_open = state_image_open(&check->image, state->body.bytes, state->body.size);
}

static void compare_state(void *context, const struct store_game *game)
{
	struct state_check *check = context;
	struct snapshot *folded = check->rows && check->rows <= check->snapshot->rows
					  ? state_after(check->snapshot, check->rows - 1)
					  : NULL;

	if (!folded || !state_image_is(&check->image, folded, game))
		report(check->checking, check->id, "its state row is not what its rows give");
	snapshot_release(folded);
}

static void check_state(struct checking *checking, const char *id, struct snapshot *snapshot)
{
	struct state_check check = {.checking = checking, .id = id, .snapshot = snapshot};
	struct store *store = checking->service->store;
	enum store_error error = store->load_state(store, id, &check, open_state);

	if (!error && check.is_open)
		error = store->load_game(store, id, &check, compare_state);
	if (error && error != STORE_NOT_FOUND)
		report(checking, id, "its state row is not as it was written");
	text_free(&check.image.bytes);
}

static void check_game(struct checking *checking, const char *id)
{
	struct snapshot *snapshot = NULL;
	struct store *store = checking->service->store;
	enum store_error error = game_load(checking->service, id, true, &snapshot);

	if (!error)
		error = store->load_game(store, id, checking, check_header);
	if (error) {
		report(checking, id,
		       error == STORE_DAMAGED ? "is not as it was written" : "cannot be loaded");
		return;
	}
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++)
		log_hash(snapshot->log, viewer, snapshot->tip[viewer].seq);
	check_state(checking, id, snapshot);
	if (snapshot->header.status == GAME_FINISHED)
		check_record(checking, id, snapshot);
	else
		check_dice(checking, id, snapshot);
	snapshot_release(snapshot);
}

/* Of one row, by its id and its key, or of a table, with a number of rows. */
static void check_finding(void *context, const struct store_finding *finding)
{
	static const char *const said[] = {
		[STORE_ROW_CHANGED] = "its row %lld is not as it was written",
		[STORE_ROW_ADDED] = "its row %lld has no checksum: the server did not write it",
		[STORE_ROW_MISSING] = "its row is missing",
		[STORE_ROWS_MISSING] = "rows that are missing: %lld",
		[STORE_ROWS_MORE] = "rows more than the server wrote: %lld",
		[STORE_ROWS_OTHER] = "some rows are not the last that the server wrote",
		[STORE_ROWS_UNSUMMED] = "its rows have no checksums yet and are not compared",
	};
	const bool is_row = finding->id[0] != '\0';
	char name[64], text[96];

	snprintf(name, sizeof(name), "%s %s", is_row ? finding->table : "table",
		 is_row ? finding->id : finding->table);
	snprintf(text, sizeof(text), said[finding->kind],
		 (long long)(finding->key ? finding->key : finding->count));
	if (finding->kind == STORE_ROWS_UNSUMMED)
		printf("%s: %s\n", name, text);
	else
		report(context, name, text);
}

/* A kept battle must be as it was written, and readable. */
static void check_battle(void *context, const struct store_battle *kept)
{
	struct checking *checking = context;
	struct codec_battle *battle = allocate(1, sizeof(*battle));
	struct codec_error error;

	checking->battles++;
	if (kept->is_damaged)
		report(checking, kept->id, "its file is not as it was written");
	else if (!codec_battle_decode(battle, NULL, CODEC_KEPT, kept->file.bytes, kept->file.size,
				      &error) ||
		 !codec_battle_is_file(battle, &error))
		report(checking, kept->id, error.detail);
	free(battle);
}

static int check_games(struct checking *checking)
{
	struct store *store = checking->service->store;

	if (store->check(store) != STORE_OK)
		report(checking, "the database", "its pages or indexes are damaged");
	if (store->load_ids(store, STORE_ANY_STATUS, INT64_MAX, checking, take_id) != STORE_OK)
		report(checking, "the database", "the list of games cannot be read");
	for (size_t i = 0; i < checking->count; i++)
		check_game(checking, checking->id[i]);
	if (store->load_all_battles(store, checking, check_battle) != STORE_OK)
		report(checking, "the database", "a battle cannot be read");
	printf("%zu games, %zu of them finished, %zu dice of others, %zu battles, %zu faults\n",
	       checking->count, checking->finished, checking->dice, checking->battles,
	       checking->damaged);
	free(checking->id);
	return checking->damaged ? SOMETHING_DAMAGED : ALL_WHOLE;
}

/* A folder without any is a wrong one, and nothing is made in it. */
static bool is_there(const char *directory, const char *name, const char *what)
{
	char path[PATH_MAX];

	if (snprintf(path, sizeof(path), "%s/%s", directory, name) < (int)sizeof(path) &&
	    access(path, F_OK) == 0)
		return true;
	fprintf(stderr, "pennond: %s holds no %s\n", directory, what);
	return false;
}

int check_folder(const char *directory)
{
	return check_place(directory, directory);
}

int check_place(const char *text, const char *directory)
{
	struct place place;
	char detail[512];

	if (!place_read(&place, text, detail, sizeof(detail))) {
		fprintf(stderr, "pennond: %s\n", detail);
		return CANNOT_OPEN;
	}
	if (!place.folder)
		return check_kept(&place, directory);
	return is_there(place.folder, "pennon.db", "games") ? check_kept(&place, place.folder)
							    : CANNOT_OPEN;
}

int check_kept(const struct place *place, const char *directory)
{
	struct service_options options = {.platform = &platform_real,
					  .directory = directory,
					  .reads_only = true,
					  .log = log_line};
	struct place read = *place;
	struct checking checking = {0};
	char detail[512];

	read.reads = true;
	if (!is_there(directory, "keys", "keys"))
		return CANNOT_OPEN;
	if (place_open(&options.store, &read, detail, sizeof(detail)) != STORE_OK) {
		fprintf(stderr, "pennond: %s\n", detail);
		return CANNOT_OPEN;
	}
	/* Before the service takes them in, which it does not when one of them cannot be read. */
	if (options.store->check_rows(options.store, &checking, check_finding) != STORE_OK)
		report(&checking, "the database",
		       "players, tokens, holders or battles cannot be read");
	if (service_create(&checking.service, &options) != 0) {
		fprintf(stderr, "pennond: %s: %s cannot be read\n", directory,
			checking.damaged ? "games" : "the keys");
		return checking.damaged ? SOMETHING_DAMAGED : CANNOT_OPEN;
	}
	int result = check_games(&checking);
	service_destroy(checking.service);
	return result;
}
