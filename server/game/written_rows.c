#include "game/written_rows.h"

#include "game/job.h"
#include "game/row_follows.h"

bool written_append(struct batch *batch, struct game *game, struct log_row *row,
		    const struct pn_event *event)
{
	struct snapshot *latest = batch_latest(game);
	struct snapshot *next = snapshot_copy(latest);
	struct pn_events *events = &batch->events;

	events->count = 1;
	events->event[0] = *event;
	events->event[0].by = row->side;
	events->event[0].audience = (uint8_t)(1u << row->side);
	events->event[0].mark.owner = PN_PUBLIC;
	row->bytes = batch->lines;
	text_clear(&row->bytes);
	bool good = log_append(next->log, row, events, &latest->truth, next->tip);
	batch->lines = row->bytes;
	if (!good) {
		snapshot_release(next);
		return false;
	}
	snapshot_follow(next, latest, events);
	snapshot_take_row(next, log_row(next->log, next->rows));
	row_note_owed(next);
	batch_add(batch, game, next);
	return true;
}

struct log_row written_begin(const struct game *game, enum row_kind kind, pn_side side,
			     int64_t time_ms)
{
	struct log_row row = {.kind = (uint8_t)kind, .side = side, .time_ms = time_ms};

	written_automatic_scope(row.scope, batch_latest(game)->rows);
	return row;
}

bool written_stop_plan(struct batch *batch, struct game *game, pn_side side, int64_t time_ms,
		       enum pn_plan_stop reason, struct pn_verdict verdict)
{
	struct log_row row = written_begin(game, ROW_WRITE, side, time_ms);
	const struct pn_event event = {
		.kind = PN_EVENT_PLAN_STOPPED,
		.clause = verdict.clause,
		.plan_stopped = {(uint8_t)reason, batch_latest(game)->written[side].intent.next,
				 (uint8_t)verdict.code},
	};

	return written_append(batch, game, &row, &event);
}

void written_stop_plans(struct batch *batch, struct game *game, const uint8_t stops[PN_SIDES],
			int64_t time_ms)
{
	for (pn_side side = 0; side < PN_SIDES; side++) {
		if (stops[side] != PN_STOP_REFUSED)
			written_stop_plan(batch, game, side, time_ms,
					  (enum pn_plan_stop)stops[side], pn_lawful());
	}
}

/* ---- what it answers when its time is over ---- */

/* What a side's passes and orders answer, under a guard: it asks the rules. */
struct answering {
	struct batch *batch;
	const struct snapshot *latest;
	pn_side side;
	struct intent_answer answer;
};

static void run_answering(void *context)
{
	struct answering *answering = context;

	answering->answer = intent_next(&answering->latest->written[answering->side].intent,
					snapshot_view(answering->latest, answering->side),
					answering->side, &answering->batch->actions);
}

bool written_answer(struct batch *batch, const struct snapshot *latest, pn_side side,
		    struct pn_command *out)
{
	struct answering answering = {.batch = batch, .latest = latest, .side = side};
	struct fault fault;

	if (!fault_guard(run_answering, &answering, &fault) ||
	    (answering.answer.source != INTENT_PASS && answering.answer.source != INTENT_ORDER))
		return false;
	*out = answering.answer.command;
	return true;
}
