/* Putting a batch together and taking it apart again. What one command does to its game
 * is in commands.c and creation.c. */

#include "game/batch.h"

#include <string.h>

struct snapshot *batch_latest(const struct game *game)
{
	return game->uncommitted ? game->uncommitted : game->current;
}

void batch_add(struct batch *batch, struct game *game, struct snapshot *next)
{
	const struct deed *deed = log_deed(next->log, next->deeds - 1);
	struct store_row *row = &batch->row[batch->row_count];
	uint8_t *tips = batch->tips[batch->row_count++];

	*row = (struct store_row){
		.game = game->id,
		.expected = next->deeds - 1,
		.time_ms = deed->time_ms,
		.command = {deed->bytes.bytes, deed->command_size},
		.events = {deed->bytes.bytes + deed->command_size,
			   deed->bytes.size - deed->command_size},
		.tips = {tips, log_write_tips(deed, tips)},
	};
	memcpy(row->scope, deed->scope, sizeof(row->scope));
	memcpy(row->body_hash, deed->body_hash, sizeof(row->body_hash));

	if (!game->uncommitted)
		batch->game[batch->game_count++] = game;
	snapshot_release(game->uncommitted);
	game->uncommitted = next;
	for (uint32_t i = deed->first; i < deed->first + deed->count; i++)
		game->news |= log_entry(next->log, i)->event.audience;
}

enum store_error batch_commit(struct batch *batch, const char **about)
{
	const struct store_batch rows = {
		.games = batch->creation,
		.game_count = batch->creation_count,
		.rows = batch->row,
		.row_count = batch->row_count,
		.seats = batch->seat,
		.seat_count = batch->seat_count,
		.conflict = about,
	};
	return batch->service->store->append(batch->service->store, &rows);
}

/* Make ready for the next batch; texts keep their memory. */
static void clear_rows(struct batch *batch)
{
	batch->game_count = batch->row_count = batch->creation_count = batch->seat_count = 0;
}

void batch_publish(struct batch *batch)
{
	for (size_t i = 0; i < batch->seat_count; i++) {
		const struct store_seat *seat = &batch->seat[i];
		seats_add(batch->service->seats, seat->token_hash, seat->game, seat->side);
	}
	for (size_t i = 0; i < batch->game_count; i++) {
		struct game *game = batch->game[i];
		games_publish(batch->service->games, game, game->uncommitted);
		game->uncommitted = NULL;
	}
	clear_rows(batch);
}

void batch_abandon(struct batch *batch)
{
	for (size_t i = 0; i < batch->job_count; i++) {
		struct job *job = batch->job[i];
		if (job->uncommitted) {
			snapshot_release(job->snapshot);
			job->snapshot = NULL;
		}
	}
	for (size_t i = 0; i < batch->game_count; i++) {
		struct game *game = batch->game[i];
		log_truncate(game->uncommitted->log, game->current ? game->current->deeds : 0);
		snapshot_release(game->uncommitted);
		game->uncommitted = NULL;
		game->news = 0;
		if (!game->current)
			games_drop(batch->service->games, game);
	}
	clear_rows(batch);
}

struct folding {
	struct snapshot *snapshot;
	uint32_t deeds;
};

static void run_fold(void *context)
{
	struct folding *folding = context;
	snapshot_fold(folding->snapshot, folding->deeds);
}

struct snapshot *state_after(struct snapshot *latest, uint32_t index)
{
	struct fault fault;
	if (latest->deeds == index + 1)
		return snapshot_hold(latest);
	struct folding folding = {snapshot_create(base_hold(latest->base), log_hold(latest->log)),
				  index + 1};
	if (fault_guard(run_fold, &folding, &fault))
		return folding.snapshot;
	snapshot_release(folding.snapshot);
	return NULL;
}
