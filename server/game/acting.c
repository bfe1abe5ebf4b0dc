/* A command is checked against its side's own view, applied to a copy of the truth, its events
 * appended to the log and folded into the views. All of it is undone by dropping the copy and
 * truncating the log, which is what happens when a rule breaks on the way or the commit fails. */

#include "game/acting.h"

#include <string.h>

#include "base/crash_point.h"
#include "game/dice.h"
#include "game/row_follows.h"

bool command_has_room(const struct snapshot *latest, pn_side side, enum pn_command_kind kind)
{
	uint32_t kept = kind == PN_COMMAND_RESIGN ? 0 : PN_EVENTS_MAX;
	return latest->tip[side].seq + PN_EVENTS_MAX + kept <= LOG_SEEN_MAX;
}

/* Does a draft, or its undoing, write more than one side may write for itself? Taking back is
 * always free. */
static bool writes_too_much(const struct acting *acting, const struct log_row *row)
{
	/* The umpire's side is nobody's, and writes nothing for itself. */
	if (acting->side >= PN_SIDES || pn_is_parley(acting->command->kind))
		return false;
	return written_is_draft(acting->next->log, row) &&
	       acting->latest->written[acting->side].bytes + row->bytes.size > WRITTEN_BYTES_MAX;
}

/* The part that runs the core, under a guard. */
static void run_act(void *context)
{
	struct acting *acting = context;
	struct service *service = acting->batch->service;
	struct pn_events *events = &acting->batch->events;

	acting->verdict = pn_check(snapshot_view(acting->latest, acting->side), acting->side,
				   acting->command);
	if (acting->verdict.code != PN_LAWFUL)
		return;
	crash_point("checked");
	struct snapshot *next = acting->next = snapshot_copy(acting->latest);
	struct dice dice = {
		service->platform, acting->latest->base->id, &acting->latest->truth, {0}};
	memcpy(dice.key, next->dice_key, sizeof(dice.key));
	const struct pn_dice_source source = dice_source(&dice);

	events->count = 0;
	pn_apply(&next->truth, acting->side, acting->command, &source, events);
	text_add(&acting->row.bytes, acting->text, acting->text_size);
	acting->row.command_size = acting->text_size;
	acting->too_long =
		!log_append(next->log, &acting->row, events, &acting->latest->truth, next->tip) ||
		writes_too_much(acting, log_row(next->log, next->rows));
	if (acting->too_long)
		return;
	snapshot_follow(next, acting->latest, events);
	row_follow(next, events);
	snapshot_take_row(next, log_row(next->log, next->rows));
	row_find_stops(acting->latest, next, events,
		       acting->command->kind == PN_COMMAND_UNDO ? acting->side : PN_NO_SIDE,
		       acting->stops);
	row_note_owed(next);
}

bool acting_try(struct acting *acting, struct fault *fault)
{
	struct batch *batch = acting->batch;

	acting->row.bytes = batch->lines;
	text_clear(&acting->row.bytes);
	bool whole = fault_guard(run_act, acting, fault);
	batch->lines = acting->row.bytes;
	acting->done = whole && acting->verdict.code == PN_LAWFUL && !acting->too_long;
	if (!acting->done && acting->next) {
		log_truncate(acting->latest->log, acting->latest->rows);
		snapshot_release(acting->next);
	}
	return whole;
}
