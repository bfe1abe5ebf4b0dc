/* Putting a batch together and taking it apart again. What one command does to its game
 * is in commands.c and creation.c. */

#include "game/batch.h"

#include <stdio.h>
#include <string.h>

#include "game/clocks.h"
#include "game/job.h"
#include "game/receipt.h"
#include "game/room.h"
#include "game/service.h"

struct snapshot *batch_latest(const struct game *game)
{
	return game->uncommitted ? game->uncommitted : game->current;
}

bool batch_has_room(const struct batch *batch)
{
	return batch->job_count < BATCH_MAX && batch->row_count + JOB_ROWS_MAX < BATCH_ROWS_MAX &&
	       batch->token_count + 2 * TOKENS_MAX < BATCH_TOKENS_MAX;
}

void batch_add(struct batch *batch, struct game *game, struct snapshot *next)
{
	const struct log_row *row = log_row(next->log, next->rows - 1);
	struct store_row *stored = &batch->row[batch->row_count];
	uint8_t *tips = batch->tips[batch->row_count++];

	*stored = (struct store_row){
		.game = game->id,
		.expected = next->rows - 1,
		.time_ms = row->time_ms,
		.command = {row->bytes.bytes, row->command_size},
		.events = {row->bytes.bytes + row->command_size,
			   row->bytes.size - row->command_size},
		.tips = {tips, log_write_tips(row, tips)},
	};
	memcpy(stored->scope, row->scope, sizeof(stored->scope));
	memcpy(stored->body_hash, row->body_hash, sizeof(stored->body_hash));

	const struct snapshot *before = batch_latest(game);

	if (before && before->header.status != next->header.status)
		batch_add_status(batch, game, next, row->time_ms);
	if (!game->uncommitted)
		batch->game[batch->game_count++] = game;
	snapshot_release(game->uncommitted);
	game->uncommitted = next;
	for (uint32_t i = row->first; i < row->first + row->count; i++)
		game->news |= log_event(next->log, i).audience;
}

void batch_add_status(struct batch *batch, struct game *game, const struct snapshot *next,
		      int64_t time_ms)
{
	bool is_withdrawn =
		next->header.status == GAME_OPEN && !next->seat_admin.invitation.is_open;

	batch->status[batch->status_count++] = (struct store_status){
		.game = game->id,
		.status = next->server.deleted ? STORE_DELETED : (uint8_t)next->header.status,
		.hidden = next->server.hidden,
		.time_ms = is_withdrawn ? 0 : time_ms,
	};
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
		.statuses = batch->status,
		.status_count = batch->status_count,
		.players = batch->player,
		.player_count = batch->player_count,
		.tokens = batch->token,
		.token_count = batch->token_count,
		.battles = batch->battle,
		.battle_count = batch->battle_count,
		.faults = batch->fault,
		.fault_count = batch->fault_count,
		.cured = batch->cured,
		.cured_count = batch->cured_count,
		.reports = batch->reported,
		.report_count = batch->report_count,
		.settled = batch->settled,
		.settled_count = batch->settled_count,
		.unsummed = batch->unsummed,
		.unsummed_count = batch->unsummed_count,
		.forgotten = batch->forgotten,
		.forgotten_count = batch->forgotten_count,
		.alive_ms = batch->alive_ms,
		.conflict = about,
	};
	receipts_begin(batch);
	enum store_error error = batch->service->store->append(batch->service->store, &rows);
	receipts_end(batch);
	return error;
}

/* Make ready for the next batch; texts keep their memory. */
static void clear_rows(struct batch *batch)
{
	batch->game_count = batch->row_count = batch->creation_count = batch->seat_count = 0;
	batch->cured_count = batch->fault_count = batch->forgotten_count = 0;
	batch->report_count = batch->settled_count = batch->unsummed_count = 0;
	batch->receipt_count = batch->battle_count = 0;
	batch->alive_ms = 0;
	batch->status_count = batch->player_count = batch->token_count = 0;
}

bool batch_writes(const struct batch *batch)
{
	return batch->row_count || batch->player_count || batch->token_count || batch->alive_ms ||
	       batch->cured_count || batch->fault_count || batch->forgotten_count ||
	       batch->report_count || batch->settled_count || batch->unsummed_count ||
	       batch->battle_count;
}

/* Who looks for a game finds it as it is now. */
static void list_game(struct service *service, const struct snapshot *snapshot)
{
	const struct game_header *header = &snapshot->header;
	struct listed_game listed = {.created_ms = header->created_ms, .status = header->status};

	if (header->access != ACCESS_PUBLIC)
		return;
	snprintf(listed.id, sizeof(listed.id), "%s", header->id);
	snprintf(listed.ruleset, sizeof(listed.ruleset), "%s", pn_rules_at(header->ruleset)->id);
	snprintf(listed.scenario, sizeof(listed.scenario), "%s", header->scenario);
	listed.hidden = snapshot->server.hidden || snapshot->server.deleted;
	lobby_put(service->lobby, &listed);
}

/* What is on disk no more is in memory no more. */
static void forget_games(struct batch *batch)
{
	struct service *service = batch->service;

	for (size_t i = 0; i < batch->job_count; i++) {
		const struct job *job = batch->job[i];
		if (job->kind != JOB_FORGET || job->problem)
			continue;
		if (job->held)
			games_drop(service->games, job->held);
		roster_forget(service->roster, job->game);
		lobby_forget(service->lobby, job->game);
		clocks_note(service->clocks, job->game, 0);
	}
}

/* What the players of a game saw of this batch, for those who follow all their games. */
static void feed_game(struct service *service, const struct snapshot *before,
		      const struct snapshot *after)
{
	struct seated seated[SEATED_MAX];

	if (!feeds_any(service->feeds))
		return;
	size_t count = roster_seated(service->roster, after->header.id, seated, SEATED_MAX);
	for (size_t i = 0; i < count; i++) {
		pn_side side = seated[i].side;
		uint32_t seen = before ? before->tip[side].seq : 0;
		feeds_add(service->feeds, seated[i].player, after->header.id, side, seen + 1,
			  after->tip[side].seq);
	}
}

void batch_publish(struct batch *batch)
{
	struct service *service = batch->service;

	for (size_t i = 0; i < batch->player_count; i++)
		roster_put_player(service->roster, &batch->player[i]);
	for (size_t i = 0; i < batch->token_count; i++) {
		roster_put_token(service->roster, &batch->token[i]);
		if (batch->token[i].ended)
			hub_wake_token(service->hub, batch->facts[i].principal);
	}
	for (size_t i = 0; i < batch->seat_count; i++)
		roster_add_seat(service->roster, &batch->seat[i]);
	for (size_t i = 0; i < batch->game_count; i++) {
		struct game *game = batch->game[i];
		list_game(service, game->uncommitted);
		if (game->uncommitted->base->clock.bank || game->uncommitted->server.due_ms ||
		    (game->current && game->current->server.due_ms))
			clocks_note(service->clocks, game->id, game->uncommitted->server.due_ms);
		feed_game(service, game->current, game->uncommitted);
		if (game->current)
			snapshot_share(game->current, game->uncommitted);
		game->look_owed = game->uncommitted->server.look_owed;
		games_publish(service->games, game, game->uncommitted);
		game->uncommitted = NULL;
	}
	forget_games(batch);
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
		log_truncate(game->uncommitted->log, game->current ? game->current->rows : 0);
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
	uint32_t rows;
};

static void run_fold(void *context)
{
	struct folding *folding = context;

	pn_assert(snapshot_set_up(folding->snapshot));
	snapshot_fold(folding->snapshot, folding->rows);
}

struct snapshot *state_after(struct snapshot *latest, uint32_t index)
{
	struct fault fault;
	if (latest->rows == index + 1)
		return snapshot_hold(latest);
	struct folding folding = {snapshot_create(base_hold(latest->base), log_hold(latest->log)),
				  index + 1};
	if (fault_guard(run_fold, &folding, &fault))
		return folding.snapshot;
	snapshot_release(folding.snapshot);
	return NULL;
}
