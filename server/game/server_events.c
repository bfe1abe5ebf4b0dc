/* The server's own rows. Each is made as a player's command is: on a copy, under a guard,
 * into the batch; the command that made way for them comes after, in the same batch. */

#include "game/server_events.h"

#include <stdio.h>
#include <string.h>

#include "base/crypto.h"
#include "codec/codec_record.h"
#include "game/clocks.h"
#include "game/command_answer.h"
#include "game/dice.h"
#include "game/job.h"
#include "game/row_follows.h"
#include "game/takers.h"
#include "game/written_rows.h"

/* ---- making one ---- */

/* A row of the server in the making. */
struct serving {
	struct batch *batch;
	struct game *game;
	struct snapshot *latest, *next;
	struct record_server line;
	const struct pn_event *told; /* of a note */
	size_t told_count;
	struct log_row row;
	uint8_t stops[PN_SIDES]; /* plans that it stops */
	bool has_room;
};

/* Keys of the server's rows: no client's can be the same, for that is a hash of text. */
static void set_scope(struct serving *serving)
{
	char text[64];
	uint8_t hash[CRYPTO_HASH_BYTES];

	snprintf(text, sizeof(text), "the server's deed %u", serving->latest->rows);
	crypto_sha256(hash, text, strlen(text));
	memcpy(serving->row.scope, hash, sizeof(serving->row.scope));
}

static void bring_about(struct serving *serving)
{
	struct snapshot *next = serving->next;
	struct pn_events *events = &serving->batch->events;
	struct dice dice = {
		serving->batch->service->platform, next->base->id, &serving->latest->truth, {0}};

	memcpy(dice.key, next->dice_key, sizeof(dice.key));
	const struct pn_dice_source source = dice_source(&dice);
	events->count = 0;
	for (size_t i = 0; i < serving->told_count; i++)
		pn_tell(&next->truth, serving->told[i], events);
	if (serving->line.type == RECORD_SERVER_EXPIRE)
		pn_expire(&next->truth, serving->line.side,
			  serving->line.has_command ? &serving->line.command : NULL, &source,
			  events);
}

static void run_serve(void *context)
{
	struct serving *serving = context;
	struct snapshot *next = serving->next = snapshot_copy(serving->latest);
	struct pn_events *events = &serving->batch->events;

	bring_about(serving);
	codec_record_server_encode(&serving->row.bytes, &serving->latest->truth, &serving->line);
	serving->row.command_size = serving->row.bytes.size;
	serving->has_room =
		log_append(next->log, &serving->row, events, &serving->latest->truth, next->tip);
	if (!serving->has_room)
		return;
	snapshot_follow(next, serving->latest, events);
	row_follow(next, events);
	snapshot_take_row(next, log_row(next->log, next->rows));
	row_find_stops(serving->latest, next, events, PN_NO_SIDE, serving->stops);
	row_note_owed(next);
}

/* Do it and add it to the batch, with the plans that it stops. False when a rule broke or the
 * game is full. */
static bool serve(struct serving *serving)
{
	struct batch *batch = serving->batch;
	struct snapshot *latest = serving->latest;
	struct fault fault;

	serving->row.kind = ROW_SERVER;
	serving->row.side = serving->line.side < PN_SIDES ? serving->line.side : PN_RED;
	serving->row.time_ms = command_time(batch, latest);
	set_scope(serving);
	serving->row.bytes = batch->lines;
	text_clear(&serving->row.bytes);
	bool whole = fault_guard(run_serve, serving, &fault);
	batch->lines = serving->row.bytes;
	if (whole && serving->has_room) {
		batch_add(batch, serving->game, serving->next);
		written_stop_plans(batch, serving->game, serving->stops, serving->row.time_ms);
		return true;
	}
	if (!whole)
		service_log(batch->service, "error", "a rule broke in a row of the server's",
			    fault.condition);
	log_truncate(latest->log, latest->rows);
	snapshot_release(serving->next);
	return false;
}

bool server_events_tell(struct batch *batch, struct game *game, const struct pn_event *events,
			size_t count)
{
	struct serving serving = {
		.batch = batch,
		.game = game,
		.latest = batch_latest(game),
		.line = {.type = RECORD_SERVER_NOTE, .side = PN_NO_SIDE},
		.told = events,
		.told_count = count,
	};
	return serve(&serving);
}

/* ---- what there is to tell ---- */

/* Gaps that no clock of the game was spared yet. */
static size_t find_gaps(const struct batch *batch, const struct snapshot *latest,
			struct pn_event *out)
{
	struct gap gap[CLOCKS_GAPS_KEPT];
	const struct clock *clock = &latest->server.clock;
	size_t count;

	if (!latest->base->clock.bank || !clock->running || clock->paused)
		return 0;
	count = clocks_gaps(batch->service->clocks, clock->since_ms, gap);
	for (size_t i = 0; i < count; i++)
		out[i] = (struct pn_event){
			.kind = PN_EVENT_DOWN_TIME,
			.down_time = {gap[i].from_ms > clock->since_ms ? gap[i].from_ms
								       : clock->since_ms,
				      gap[i].until_ms},
		};
	return count;
}

static void tell_news(struct batch *batch, struct game *game)
{
	const struct snapshot *latest = batch_latest(game);
	const uint16_t revision = pn_rules_at(latest->base->ruleset)->revision;
	const int64_t backup_ms = batch->service->backup_ms;
	struct pn_event news[CLOCKS_GAPS_KEPT + 2];
	size_t count = find_gaps(batch, latest, news);

	if (latest->server.revision != revision)
		news[count++] = (struct pn_event){.kind = PN_EVENT_RULES_REVISED,
						  .rules_revised = {revision}};
	if (backup_ms && latest->base->created_ms <= backup_ms &&
	    latest->server.backup_ms != backup_ms)
		news[count++] =
			(struct pn_event){.kind = PN_EVENT_RESTORED, .restored = {backup_ms}};
	if (count)
		server_events_tell(batch, game, news, count);
}

/* ---- clocks ---- */

/* The side whose time is over first, PN_NO_SIDE when nobody's is. */
static pn_side find_expired(const struct snapshot *latest, int64_t now_ms)
{
	pn_side found = PN_NO_SIDE;
	int64_t first = now_ms;

	for (pn_side side = 0; side < PN_SIDES; side++) {
		int64_t until = clock_until(&latest->server.clock, side);
		if (until && until <= first) {
			found = side;
			first = until - 1;
		}
	}
	return found;
}

/* Is there room in the log for an answer, and for a last one after it? */
static bool fits(const struct snapshot *latest)
{
	return latest->entries + 3 * PN_EVENTS_MAX <= LOG_EVENTS_MAX;
}

static bool expire(struct batch *batch, struct game *game, pn_side side)
{
	struct snapshot *latest = batch_latest(game);
	struct serving serving = {
		.batch = batch,
		.game = game,
		.latest = latest,
		.line = {.type = RECORD_SERVER_EXPIRE, .side = side},
	};

	serving.line.has_command = fits(latest);
	if (serving.line.has_command && !written_answer(batch, latest, side, &serving.line.command))
		serving.line.command = pn_fallback(snapshot_view(latest, side), side);
	return serve(&serving);
}

/* What is lost of the time to write in, since it was told last. */
static int64_t lost_ms(const struct batch *batch, const struct armies *armies)
{
	struct gap gap[CLOCKS_GAPS_KEPT];
	size_t count = clocks_gaps(batch->service->clocks, armies->told_ms, gap);
	int64_t lost = 0;

	for (size_t i = 0; i < count; i++) {
		int64_t from = gap[i].from_ms > armies->told_ms ? gap[i].from_ms : armies->told_ms;

		if (from < armies->until_ms)
			lost += gap[i].until_ms - from;
	}
	return lost;
}

/* Give lost time back, and end a game whose armies come too late. */
static void see_to_armies(struct batch *batch, struct game *game)
{
	const struct snapshot *latest = batch_latest(game);
	const struct armies *armies = &latest->armies;
	const int64_t lost = armies->until_ms ? lost_ms(batch, armies) : 0;
	const struct pn_event later = {.kind = PN_EVENT_ARMIES_AWAITED,
				       .armies_awaited = {armies->until_ms + lost}};
	const struct pn_event over = {.kind = PN_EVENT_ENDED,
				      .ended = {PN_NO_SIDE, PN_ENDING_CLOCK}};

	if (!armies->until_ms)
		return;
	if (lost > 0)
		server_events_tell(batch, game, &later, 1);
	else if (command_time(batch, latest) >= armies->until_ms)
		server_events_tell(batch, game, &over, 1);
}

void server_events_before(struct batch *batch, struct game *game)
{
	const struct snapshot *latest = batch_latest(game);

	if (latest && snapshot_awaits_armies(latest))
		see_to_armies(batch, game);
	if (!latest || latest->header.status != GAME_PLAYING)
		return;
	tell_news(batch, game);
	for (int i = 0; i < PN_SIDES; i++) {
		latest = batch_latest(game);
		pn_side side = find_expired(latest, command_time(batch, latest));
		if (side == PN_NO_SIDE || !expire(batch, game, side))
			return;
	}
}

/* Remind one side whose deadline is near. */
static void remind(struct batch *batch, struct game *game)
{
	struct snapshot *latest = batch_latest(game);
	int64_t now_ms = command_time(batch, latest);
	const struct clock *clock = &latest->server.clock;

	for (pn_side side = 0; side < PN_SIDES; side++) {
		int64_t at = clock_reminder(clock, &latest->base->clock, side);
		if (!at || at > now_ms || !fits(latest))
			continue;
		const struct pn_event reminder = {
			.kind = PN_EVENT_CLOCK_REMINDER,
			.clock_reminder = {side, clock_until(clock, side)},
		};
		struct serving serving = {
			.batch = batch,
			.game = game,
			.latest = latest,
			.line = {.type = RECORD_SERVER_REMIND, .side = side},
			.told = &reminder,
			.told_count = 1,
		};
		serve(&serving);
		return;
	}
}

void command_clock(struct batch *batch, struct job *job)
{
	struct snapshot *latest = batch_latest(job->held);

	if (!latest) {
		command_fail(job, PROBLEM_NO_SUCH_GAME, NULL);
		return;
	}
	server_events_before(batch, job->held);
	latest = batch_latest(job->held);
	if (latest->header.status == GAME_PLAYING)
		remind(batch, job->held);
	latest = batch_latest(job->held);
	job->snapshot = snapshot_hold(latest);
	job->uncommitted = latest == job->held->uncommitted;
}
