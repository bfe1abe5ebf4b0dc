/* Putting a batch together, writing it, and making it public or forgetting it. */

#include "game/batch.h"

#include <stdio.h>
#include <string.h>

#include "base/crash_point.h"
#include "game/clocks.h"
#include "game/job.h"
#include "game/kept.h"
#include "game/news.h"
#include "game/notices.h"
#include "game/opponent.h"
#include "game/receipt.h"
#include "game/service.h"
#include "game/service_inside.h"
#include "game/state_row.h"

/* The game has this state from now on. One that the batch before made of it stays that batch's,
 * which is still being written. */
static void keep_state(struct batch *batch, struct game *game, struct snapshot *next)
{
	if (game->batch != batch) {
		game->batch = batch;
		game->place = batch->game_count++;
		batch->game[game->place] = game;
		batch->state[game->place] = NULL;
		batch->news[game->place] = 0;
	}
	snapshot_release(batch->state[game->place]);
	batch->state[game->place] = next;
	game->uncommitted = next;
}

/* The game owes nothing to this batch any more. */
static void let_go(const struct batch *batch, struct game *game)
{
	if (game->batch != batch)
		return;
	game->batch = NULL;
	game->uncommitted = NULL;
}

/* As lists have it: open is what somebody may still join. */
static enum game_status listed_status(const struct snapshot *snapshot)
{
	const struct game_header *header = &snapshot->header;
	bool is_full = header->seat_taken[PN_RED] && header->seat_taken[PN_BLUE];

	return header->status == GAME_OPEN && is_full ? GAME_PLAYING : header->status;
}

void batch_add(struct batch *batch, struct game *game, struct snapshot *next)
{
	const struct log_row *row = log_row(next->log, next->rows - 1);
	struct store_row *stored = batch_put(batch, STORE_ROW);

	*stored = (struct store_row){
		.game = game->id,
		.expected = next->rows - 1,
		.time_ms = row->time_ms,
		.command = {row->bytes.bytes, row->command_size},
		.events = {row->bytes.bytes + row->command_size,
			   row->bytes.size - row->command_size},
	};
	memcpy(stored->scope, row->scope, sizeof(stored->scope));
	memcpy(stored->body_hash, row->body_hash, sizeof(stored->body_hash));
	batch_write_tips(batch, stored, row);

	const struct snapshot *before = batch_latest(game);

	if (before && listed_status(before) != listed_status(next))
		batch_add_status(batch, game, next, row->time_ms);
	notices_add(batch, game, next, row);
	keep_state(batch, game, next);
	for (uint32_t i = row->first; i < row->first + row->count; i++)
		batch_tell(batch, game, log_event(next->log, i).audience);
}

void batch_tell(struct batch *batch, const struct game *game, uint8_t audience)
{
	pn_assert(game->batch == batch);
	batch->news[game->place] |= audience;
}

void batch_add_status(struct batch *batch, struct game *game, const struct snapshot *next,
		      int64_t time_ms)
{
	bool is_withdrawn =
		listed_status(next) == GAME_OPEN && !next->seat_admin.invitation.is_open;

	struct store_status *status = batch_put(batch, STORE_STATUS);

	*status = (struct store_status){
		.game = game->id,
		.status = next->server.deleted ? STORE_DELETED : (uint8_t)listed_status(next),
		.hidden = next->server.hidden,
		.time_ms = is_withdrawn ? 0 : time_ms,
	};
}

/* Add the state rows of games that have come to a multiple of so many rows or events. A game's
 * `current` stays what it is as long as the batch is being written. */
static void make_state_rows(struct batch *batch)
{
	struct text *body = &batch->lines;

	for (size_t i = 0; i < batch->game_count; i++) {
		const struct game *game = batch->game[i];
		const struct snapshot *state = batch->state[i];

		if (!state_row_due(game->current, state))
			continue;
		text_clear(body);
		state_row_write(body, state);
		struct store_state *stored = batch_put(batch, STORE_STATE);
		*stored = (struct store_state){
			.game = game->id,
			.rows = state->rows,
			.body = {batch_keep(batch, body->bytes, body->size), body->size}};
	}
}

enum store_error batch_commit(struct batch *batch, const char **about)
{
	make_state_rows(batch);
	batch->stored.conflict = about;
	crash_point("before_begin");
	receipts_begin(batch);
	enum store_error error =
		batch->service->store->append(batch->service->store, &batch->stored);
	receipts_end(batch);
	if (error == STORE_OK)
		crash_point("after_commit");
	return error;
}

/* The list of games has it as it is now. */
static void list_game(struct service *service, const struct snapshot *snapshot)
{
	const struct game_header *header = &snapshot->header;
	struct listed_game listed = {.created_ms = header->created_ms,
				     .status = listed_status(snapshot)};

	if (header->access != ACCESS_PUBLIC)
		return;
	snprintf(listed.id, sizeof(listed.id), "%s", header->id);
	snprintf(listed.ruleset, sizeof(listed.ruleset), "%s", pn_rules_at(header->ruleset)->id);
	snprintf(listed.name, sizeof(listed.name), "%s", header->name);
	snprintf(listed.scenario, sizeof(listed.scenario), "%s", header->scenario);
	machine_text(listed.machine, &header->machine);
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
		opponent_note(service->opponent, job->game, 0, false);
	}
}

/* Bits of the viewers who see something in a state that they did not see in the one before. */
static uint8_t seen_something(const struct snapshot *before, const struct snapshot *after)
{
	uint8_t seen = 0;

	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
		if (!before || before->tip[viewer].seq != after->tip[viewer].seq)
			seen |= (uint8_t)(1u << viewer);
	}
	return seen;
}

void batch_publish(struct batch *batch)
{
	struct service *service = batch->service;

	kept_take(service, &batch->stored);
	for (size_t i = 0; i < batch->game_count; i++) {
		struct game *game = batch->game[i];
		struct snapshot *state = batch->state[i];

		list_game(service, state);
		if (state->base->machine.strength)
			opponent_note(service->opponent, game->id, state->base->origin,
				      state->header.status != GAME_FINISHED);
		if (state->base->clock.bank || state->server.due_ms ||
		    (game->current && game->current->server.due_ms))
			clocks_note(service->clocks, game->id, state->server.due_ms);
		uint8_t news = news_turned(game->current, state);

		if (news)
			roster_await(service->roster, game->id, snapshot_awaited(state), false);
		batch->news[i] |= news;
		news_feed(service, game->current, state, news);
		if (game->current)
			snapshot_share(game->current, state);
		game->look_owed = state->server.look_owed;
		games_publish(service->games, game, state, seen_something(game->current, state));
		let_go(batch, game);
	}
	forget_games(batch);
	if (batch->stored.list[STORE_NOTICE].count)
		service_wake_courier(service);
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
		log_truncate(batch->state[i]->log, game->current ? game->current->rows : 0);
		snapshot_release(batch->state[i]);
		let_go(batch, game);
		/* An earlier batch's state went with its log. */
		game->uncommitted = NULL;
		if (!game->current)
			games_drop(batch->service->games, game);
	}
	batch->game_count = 0;
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
	struct game_base *base = latest->base;
	if (base->bare && index < base->bare_rows)
		base = base->bare;
	struct folding folding = {snapshot_create(base_hold(base), log_hold(latest->log)),
				  index + 1};
	if (fault_guard(run_fold, &folding, &fault))
		return folding.snapshot;
	snapshot_release(folding.snapshot);
	return NULL;
}
