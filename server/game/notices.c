/* When what is told begins and ends to hold. */

#include "game/notices.h"

#include <stdio.h>
#include <string.h>

#include "base/allocate.h"
#include "game/job.h"
#include "game/snapshot_inside.h"
#include "game/takers.h"

struct store_notice *notices_next(struct batch *batch, const char *player)
{
	struct store_notice *notice = batch_put(batch, STORE_NOTICE);

	notice->player = batch_keep_text(batch, player);
	return notice;
}

/* The viewers that a state waits for, as bits. */
struct waiting {
	uint8_t own;  /* in their own view */
	uint8_t told; /* ... and nothing that they have written may answer */
	uint8_t open; /* in everybody's */
};

static struct waiting waiting_of(const struct snapshot *state)
{
	struct waiting waiting = {.own = snapshot_awaited(state),
				  .open = snapshot_awaited_openly(state)};

	waiting.told = waiting.own;
	for (pn_side side = 0; side < PN_SIDES; side++) {
		if (state->header.status == GAME_PLAYING &&
		    intent_owes(&state->written[side].intent, snapshot_view(state, side), side))
			waiting.told &= (uint8_t) ~(1u << side);
	}
	return waiting;
}

/* Tell the player of a seat, or the seat itself, in their own view or where anybody may read it. */
static void tell(struct batch *batch, const char *game, const struct seated *seated,
		 enum notice_kind kind, bool open, uint32_t version, int64_t time_ms)
{
	struct store_notice *notice = notices_next(batch, seated->player);

	notice->act = STORE_NOTICE_TELL;
	notice->game = game;
	notice->kind = (uint8_t)kind;
	notice->side = seated->side;
	notice->open = open;
	notice->version = version;
	notice->made_ms = time_ms;
	notice->due_ms = time_ms + (open ? OPEN_WAIT_MS : 0);
}

bool notices_reacts(const struct snapshot *state, pn_side side)
{
	const struct pn_game *view = snapshot_view(state, side);
	const struct pn_pending *top = pn_top_pending(view);

	return state->header.status == GAME_PLAYING && top && top->unit != PN_NO_UNIT &&
	       pn_owes(view, side) && view->unit[top->unit].side != side;
}

/* Of a turn that is a reaction, who wants that is told so, and all others of a turn. */
static void tell_turn(struct batch *batch, const char *game, const struct seated *seated,
		      bool is_reaction, uint32_t version, int64_t time_ms)
{
	if (is_reaction)
		tell(batch, game, seated, NOTICE_REACTION, false, version, time_ms);
	tell(batch, game, seated, NOTICE_TURN, false, version, time_ms);
}

static uint32_t version_of(const struct snapshot *state, pn_side side, bool open)
{
	return state->tip[open ? PN_PUBLIC : side].version;
}

static void take(struct batch *batch, const struct game *game, pn_side side, enum notice_kind kind,
		 bool open)
{
	struct store_notice *notice = notices_next(batch, "");

	notice->act = STORE_NOTICE_TAKEN;
	notice->game = game->id;
	notice->kind = (uint8_t)kind;
	notice->side = side;
	notice->open = open;
}

static void turn(struct batch *batch, const struct game *game, const struct snapshot *next,
		 const struct seated *seated, const struct waiting *was, const struct waiting *is,
		 int64_t time_ms)
{
	const pn_side side = seated->side;

	if (was->own >> side & 1 && !(is->own >> side & 1))
		take(batch, game, side, NOTICE_TURN, false);
	if (was->open >> side & 1 && !(is->open >> side & 1))
		take(batch, game, side, NOTICE_TURN, true);
	if (is->told >> side & 1 && !(was->told >> side & 1))
		tell_turn(batch, game->id, seated, notices_reacts(next, side),
			  version_of(next, side, false), time_ms);
	if (is->open >> side & 1 && !(was->open >> side & 1))
		tell(batch, game->id, seated, NOTICE_TURN, true, version_of(next, side, true),
		     time_ms);
}

/* Their time is nearly over, and nothing that they have written may answer. */
static void remind(struct batch *batch, const struct game *game, const struct snapshot *before,
		   const struct snapshot *next, const struct seated *seated,
		   const struct waiting *is, int64_t time_ms)
{
	const uint8_t reminded =
		next->server.clock.reminded & (uint8_t)~before->server.clock.reminded;

	if (seated->side < PN_SIDES && reminded >> seated->side & 1 && is->told >> seated->side & 1)
		tell(batch, game->id, seated, NOTICE_CLOCK, false,
		     version_of(next, seated->side, false), time_ms);
}

/* Does the row ask the side to play again? Not when the side had asked first. */
static bool asks_again(const struct snapshot *next, const struct log_row *row, pn_side side)
{
	return row->kind == ROW_REMATCH && row->command_size == 0 &&
	       snapshot_rematch(next) == 1u << pn_opponent(side);
}

/* The other side has written, and is not blocked. A side that does or says something has read what was
 * written to it. */
static void talk(struct batch *batch, const struct game *game, const struct snapshot *next,
		 const struct seated *seated, const struct log_row *row)
{
	const pn_side side = seated->side;

	if (side >= PN_SIDES)
		return;
	const bool is_said = row->kind == ROW_TALK || asks_again(next, row, side);

	if (row->side == side &&
	    (row->kind == ROW_TALK || row->kind == ROW_ACT || row->kind == ROW_REMATCH))
		take(batch, game, side, NOTICE_MESSAGE, false);
	else if (is_said && !next->seat_admin.blocks[side])
		tell(batch, game->id, seated, NOTICE_MESSAGE, false, version_of(next, side, false),
		     row->time_ms);
}

/* A game begins or ends. The side that brought that about is not told. */
static void stage(struct batch *batch, const struct game *game, const struct snapshot *before,
		  const struct snapshot *next, const struct seated *seated,
		  const struct log_row *row)
{
	const bool was_full =
		before->header.seat_taken[PN_RED] && before->header.seat_taken[PN_BLUE];
	const bool is_full = next->header.seat_taken[PN_RED] && next->header.seat_taken[PN_BLUE];
	const bool ends =
		before->header.status != GAME_FINISHED && next->header.status == GAME_FINISHED;

	if (seated->side == row->side && row->kind != ROW_SERVER)
		return;
	for (int open = 0; open < 2; open++) {
		const uint32_t version = version_of(next, seated->side, open);

		if (!was_full && is_full)
			tell(batch, game->id, seated, NOTICE_JOINED, open, version, row->time_ms);
		if (ends)
			tell(batch, game->id, seated, NOTICE_ENDED, open, version, row->time_ms);
	}
}

/* Is a hook of the player's among those that a batch puts? */
static bool puts_hook(const struct batch *batch, const char *player)
{
	const struct store_list *hooks = &batch->stored.list[STORE_HOOK];
	const struct store_hook *hook = hooks->pieces;

	for (size_t i = 0; i < hooks->count; i++) {
		if (hook[i].act == STORE_HOOK_PUT && strcmp(hook[i].player, player) == 0)
			return true;
	}
	return false;
}

/* The seats of the game for which a batch puts hooks, as bits. */
static uint8_t seats_put(const struct batch *batch, const char *game)
{
	const struct store_list *hooks = &batch->stored.list[STORE_HOOK];
	const struct store_hook *hook = hooks->pieces;
	uint8_t seats = 0;

	for (size_t i = 0; i < hooks->count; i++) {
		if (hook[i].act == STORE_HOOK_PUT && hook[i].game &&
		    strcmp(hook[i].game, game) == 0)
			seats |= (uint8_t)(1u << hook[i].side);
	}
	return seats;
}

/* Add the seats that have hooks of their own. */
static size_t hooked_seats(const struct batch *batch, const char *game, size_t count,
			   struct seated out[SEATED_MAX])
{
	const uint8_t seats = roster_hooked_seats(batch->service->roster, game) |
			      seats_put(batch, game) | seats_put(batch->other, game);

	for (pn_side side = 0; side < PN_VIEWERS && count < SEATED_MAX; side++) {
		if (seats >> side & 1)
			out[count++] = (struct seated){.side = side};
	}
	return count;
}

/* Add the players who take a seat of the game in a batch. */
static size_t seat_takers(const struct batch *batch, const char *game, size_t count,
			  struct seated out[SEATED_MAX])
{
	for (size_t i = 0; i < batch->stored.list[STORE_SEAT].count && count < SEATED_MAX; i++) {
		const struct store_seat *seat = store_piece(&batch->stored, STORE_SEAT, i);

		if (!seat->player || strcmp(seat->game, game) != 0)
			continue;
		out[count].side = seat->side;
		out[count].hooked = true; /* perhaps: the store knows */
		snprintf(out[count++].player, GAME_ID_BYTES, "%s", seat->player);
	}
	return count;
}

/* Those of a game's players and seats that have a hook, or may have one. What this batch and the one that is
 * being written change of seats and hooks, the roster does not know yet; the store will. */
static size_t hooked(struct batch *batch, const char *game, struct seated out[SEATED_MAX])
{
	struct roster *roster = batch->service->roster;
	const struct batch *other = batch->other;
	size_t count = 0;

	if (!roster_any_hooked(roster) && !batch->stored.list[STORE_HOOK].count &&
	    !other->stored.list[STORE_HOOK].count)
		return 0;
	const size_t held = roster_seated(roster, game, out, SEATED_MAX);
	const size_t all = seat_takers(batch, game, seat_takers(other, game, held, out), out);

	for (size_t i = 0; i < all; i++) {
		if (out[i].hooked || puts_hook(batch, out[i].player) ||
		    puts_hook(other, out[i].player))
			out[count++] = out[i];
	}
	return hooked_seats(batch, game, count, out);
}

/* The table that a channel shows is out of date. */
static void shown(struct batch *batch, const struct game *game, const struct snapshot *before,
		  const struct snapshot *next, const struct seated *seated, int64_t time_ms)
{
	if (snapshot_tip(before, PN_PUBLIC).seq != snapshot_tip(next, PN_PUBLIC).seq)
		tell(batch, game->id, seated, NOTICE_TABLE, true,
		     version_of(next, seated->side, true), time_ms);
}

void notices_add(struct batch *batch, struct game *game, const struct snapshot *next,
		 const struct log_row *row)
{
	const struct snapshot *before = batch_latest(game);
	struct seated seated[SEATED_MAX];
	const size_t count = before ? hooked(batch, game->id, seated) : 0;

	/* What the bot shows in a channel is the game's own. */
	if (before && atomic_load(&batch->service->shows_tables)) {
		struct seated all = {.side = PN_PUBLIC};

		snprintf(all.player, sizeof(all.player), "%s", game->id);
		shown(batch, game, before, next, &all, row->time_ms);
	}
	if (!count)
		return;
	const struct waiting was = waiting_of(before), is = waiting_of(next);

	for (size_t i = 0; i < count; i++) {
		turn(batch, game, next, &seated[i], &was, &is, row->time_ms);
		remind(batch, game, before, next, &seated[i], &is, row->time_ms);
		talk(batch, game, next, &seated[i], row);
		stage(batch, game, before, next, &seated[i], row);
		shown(batch, game, before, next, &seated[i], row->time_ms);
	}
}

void command_notice(struct batch *batch, struct job *job)
{
	const struct platform *platform = batch->service->platform;
	/* One that is not in memory stands as it was looked at. */
	const struct snapshot *latest = job->held ? batch_latest(job->held) : NULL;
	struct seated seated[SEATED_MAX];

	if (latest && latest->rows != job->action.expected_rows)
		return;
	const size_t count = hooked(batch, job->game, seated);
	for (size_t i = 0; i < count; i++) {
		if (seated[i].side == job->side)
			tell_turn(batch, job->game, &seated[i], job->action.reacts,
				  (uint32_t)job->if_match, platform->now_ms(platform->context));
	}
	job->uncommitted = count > 0;
}

void command_told(struct batch *batch, struct job *job)
{
	const struct job_told *told = &job->told;

	if (told->notice)
		*(struct store_notice *)batch_put(batch, STORE_NOTICE) = *told->notice;
	if (told->hook)
		*(struct store_hook *)batch_put(batch, STORE_HOOK) = *told->hook;
	if (told->post)
		*(struct store_post *)batch_put(batch, STORE_POST) = *told->post;
	if (told->mailed)
		*(struct store_mailed *)batch_put(batch, STORE_MAILED) = *told->mailed;
	job->uncommitted = true;
}
