/* Writing an army in secret, sealing it, calling the game off. What the rows say, in their
 * command's place, armies.c tells. */

#include <string.h>

#include "game/command_answer.h"
#include "game/command_fault.h"
#include "game/dice.h"
#include "game/job.h"
#include "game/row_follows.h"
#include "game/seat_admin_jobs.h"
#include "game/server_events.h"
#include "game/takers.h"

/* ---- sealing ---- */

/* A seal in the making, and what follows when it is the second. */
struct sealing {
	struct batch *batch;
	struct job *job;
	struct snapshot *latest;
	struct snapshot *sealed;   /* after the row that seals */
	struct snapshot *revealed; /* after the row that opens both; NULL: one is still awaited */
	struct log_row row;
};

static const char *const slot_names[PN_SIDES] = {"army/red", "army/blue"};

/* Take in the row that was just written to the log of `next`, a copy of `before`. */
static void take_in(struct snapshot *next, const struct snapshot *before,
		    const struct pn_events *events)
{
	snapshot_follow(next, before, events);
	row_follow(next, events);
	snapshot_take_row(next, log_row(next->log, next->rows));
	row_note_owed(next);
}

static void seal_draft(struct sealing *sealing)
{
	const struct platform *platform = sealing->batch->service->platform;
	const struct snapshot *latest = sealing->latest;
	struct snapshot *next = sealing->sealed = snapshot_copy(latest);
	struct pn_events *events = &sealing->batch->events;
	pn_side side = sealing->job->side;
	const struct log_row *draft = log_row(latest->log, latest->armies.draft[side]);
	struct pn_event event = {.kind = PN_EVENT_ARMY_SEALED, .army_sealed = {.side = side}};
	uint8_t salt[32];

	platform->random(platform->context, salt, sizeof(salt));
	platform->commit(platform->context, latest->base->id, slot_names[side], salt,
			 draft->bytes.bytes, event.army_sealed.commitment);
	text_add(&sealing->row.bytes, (const char *)salt, sizeof(salt));
	sealing->row.command_size = sizeof(salt);
	events->count = 0;
	pn_tell(&next->truth, event, events);
	log_append(next->log, &sealing->row, events, &latest->truth, next->tip);
	take_in(next, latest, events);
}

/* The state in which both armies are known and turn 1 has not begun. */
static struct snapshot *put_together(const struct snapshot *sealed)
{
	struct snapshot *whole = snapshot_copy(sealed);

	snapshot_rebase(whole, armies_reveal(sealed->base, sealed->log, &sealed->armies));
	return whole;
}

static void reveal(struct sealing *sealing, struct snapshot *whole)
{
	struct snapshot *next = sealing->revealed = snapshot_copy(whole);
	struct pn_events *events = &sealing->batch->events;
	struct log_row row = {.kind = ROW_REVEAL,
			      .side = sealing->job->side,
			      .time_ms = sealing->row.time_ms,
			      .bytes = sealing->row.bytes};
	struct dice dice = {sealing->batch->service->platform, whole->base->id, &whole->truth, {0}};
	const struct pn_dice_source source = dice_source(&dice);

	memcpy(dice.key, whole->dice_key, sizeof(dice.key));
	written_automatic_scope(row.scope, whole->rows);
	text_clear(&row.bytes);
	events->count = 0;
	for (pn_side side = 0; side < PN_SIDES; side++) {
		struct pn_event event = {.kind = PN_EVENT_ARMY_REVEALED,
					 .army_revealed = {.side = side}};

		memcpy(event.army_revealed.salt,
		       log_row(whole->log, whole->armies.sealed[side])->bytes.bytes,
		       sizeof(event.army_revealed.salt));
		pn_tell(&next->truth, event, events);
	}
	pn_begin(&next->truth, &source, events);
	log_append(next->log, &row, events, &whole->truth, next->tip);
	sealing->row.bytes = row.bytes;
	take_in(next, whole, events);
}

/* Under a guard: beginning turn 1 runs the core. */
static void run_seal(void *context)
{
	struct sealing *sealing = context;

	seal_draft(sealing);
	if (!armies_are_whole(&sealing->sealed->armies))
		return;
	struct snapshot *whole = put_together(sealing->sealed);

	reveal(sealing, whole);
	snapshot_release(whole);
}

static void seal(struct batch *batch, struct job *job, struct snapshot *latest)
{
	struct sealing sealing = {.batch = batch, .job = job, .latest = latest};
	struct fault fault;

	sealing.row = command_row(job, ROW_SEAL, command_time(batch, latest));
	sealing.row.bytes = batch->lines;
	text_clear(&sealing.row.bytes);
	bool whole = fault_guard(run_seal, &sealing, &fault);
	batch->lines = sealing.row.bytes;
	if (!whole) {
		log_truncate(latest->log, latest->rows);
		snapshot_release(sealing.revealed);
		snapshot_release(sealing.sealed);
		command_fault(batch, job, &fault);
		return;
	}
	batch_add(batch, job->held, sealing.sealed);
	job->snapshot = snapshot_hold(sealing.sealed);
	job->uncommitted = true;
	if (sealing.revealed)
		batch_add(batch, job->held, sealing.revealed);
}

/* ---- writing ---- */

static bool is_draft_already(const struct snapshot *latest, const struct job *job)
{
	uint32_t index = latest->armies.draft[job->side];
	const struct log_row *row = index ? log_row(latest->log, index) : NULL;

	return row && row->command_size == job->write.size &&
	       memcmp(row->bytes.bytes, job->write.text, job->write.size) == 0;
}

/* A row that is nobody's business: no events, no version, no time that others are held to. */
static void write_draft(struct batch *batch, struct job *job, struct snapshot *latest)
{
	const struct platform *platform = batch->service->platform;
	struct log_row row = command_row(job, ROW_ARMY, platform->now_ms(platform->context));

	row.bytes = batch->lines;
	text_clear(&row.bytes);
	text_add(&row.bytes, job->write.text, job->write.size);
	seat_admin_append(batch, job, latest, &row);
	batch->lines = row.bytes;
}

/* ---- withdrawing ---- */

static void withdraw(struct batch *batch, struct job *job, struct snapshot *latest)
{
	const struct pn_event events[] = {
		{.kind = PN_EVENT_ARMY_WITHDRAWN, .army_withdrawn = {job->side}},
		{.kind = PN_EVENT_ENDED, .ended = {PN_NO_SIDE, PN_ENDING_WITHDRAWN}},
	};

	if (!server_events_tell(batch, job->held, events, 2)) {
		command_fail(job, PROBLEM_GAME_TOO_LONG, latest);
		return;
	}
	job->snapshot = snapshot_hold(batch_latest(job->held));
	job->uncommitted = true;
}

/* ---- jobs ---- */

static enum problem_code check(const struct snapshot *latest, const struct job *job)
{
	const struct armies *armies = &latest->armies;

	if (!latest->base->armies.secret)
		return PROBLEM_ARMIES_KNOWN;
	if (latest->header.status == GAME_FINISHED)
		return PROBLEM_GAME_ENDED;
	if (latest->header.status == GAME_PLAYING)
		return PROBLEM_ARMY_SEALED;
	if (job->kind == JOB_WITHDRAW_ARMY)
		return armies->until_ms ? PROBLEM_NONE : PROBLEM_NOT_STARTED;
	if (armies->sealed[job->side])
		return PROBLEM_ARMY_SEALED;
	if (job->kind == JOB_SEAL)
		return armies->draft[job->side] ? PROBLEM_NONE : PROBLEM_BAD_MUSTER;
	return armies->bytes[job->side] + job->write.size > WRITTEN_BYTES_MAX
		       ? PROBLEM_GAME_TOO_LONG
		       : PROBLEM_NONE;
}

/* Is it done already: the same draft, or a withdrawal of a game that was withdrawn? */
static bool is_done(const struct snapshot *latest, const struct job *job)
{
	if (job->kind == JOB_ARMY)
		return !latest->armies.sealed[job->side] && is_draft_already(latest, job);
	return job->kind == JOB_WITHDRAW_ARMY && latest->header.status == GAME_FINISHED &&
	       latest->truth.ending == PN_ENDING_WITHDRAWN;
}

void command_army(struct batch *batch, struct job *job)
{
	struct snapshot *latest = batch_latest(job->held);
	enum problem_code problem;

	if (!latest) {
		command_fail(job, PROBLEM_NO_SUCH_GAME, NULL);
		return;
	}
	if (job->kind == JOB_SEAL && command_repeated(job))
		return;
	server_events_before(batch, job->held);
	latest = batch_latest(job->held);
	problem = check(latest, job);
	if (is_done(latest, job))
		command_fail(job, PROBLEM_NONE, latest);
	else if (problem != PROBLEM_NONE)
		command_fail(job, problem, latest);
	else if (job->kind == JOB_ARMY)
		write_draft(batch, job, latest);
	else if (job->kind == JOB_SEAL)
		seal(batch, job, latest);
	else
		withdraw(batch, job, latest);
}
