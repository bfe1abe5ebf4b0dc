/* The last move a viewer saw, for pictures: where the units stood before it and the poses
 * they went through. What stood before is folded anew, so it is right whatever kinds of
 * event there are and however often moves were taken back. */

#include <stdlib.h>
#include <string.h>

#include "game/snapshot_inside.h"

/* The pose a unit has after this event, or NULL when it moves none. */
static const pn_pose *pose_of(const struct pn_event *event, pn_unit_id *unit)
{
	if (event->kind == PN_EVENT_MOVED) {
		*unit = event->moved.unit;
		return &event->moved.to;
	}
	if (event->kind == PN_EVENT_REFORMED) {
		*unit = event->reformed.unit;
		return &event->reformed.to;
	}
	return NULL;
}

static bool is_same(struct pn_mark a, struct pn_mark b)
{
	return a.owner == b.owner && a.number == b.number;
}

static struct pn_event event_at(const struct snapshot *snapshot, pn_side viewer, uint32_t seq)
{
	return log_event(snapshot->log, log_seen(snapshot->log, viewer, seq));
}

/* Was what has this mark taken back by one of the viewer's events from `from` to `last`? */
static bool is_undone(const struct snapshot *snapshot, pn_side viewer, uint32_t from, uint32_t last,
		      struct pn_mark mark)
{
	for (uint32_t seq = from; seq <= last; seq++) {
		const struct pn_event event = event_at(snapshot, viewer, seq);

		if (event.kind == PN_EVENT_UNDONE && is_same(event.undone.mark, mark))
			return true;
	}
	return false;
}

/* The last event that moved a unit and still stands; 0 when there is none. Of commands
 * taken back at most `tries` are looked through. */
static uint32_t find_last(const struct snapshot *snapshot, pn_side viewer, uint32_t last)
{
	int tries = 2 * PN_UNDO_MAX;
	pn_unit_id unit;

	for (uint32_t seq = last; seq > 0; seq--) {
		const struct pn_event event = event_at(snapshot, viewer, seq);

		if (!pose_of(&event, &unit))
			continue;
		if (!is_undone(snapshot, viewer, seq, last, event.mark))
			return seq;
		if (--tries == 0)
			return 0;
	}
	return 0;
}

/* The first of the viewer's events with the mark of their event `seq`. */
static uint32_t first_of(const struct snapshot *snapshot, pn_side viewer, uint32_t seq)
{
	const struct pn_mark mark = event_at(snapshot, viewer, seq).mark;

	while (seq > 1 && is_same(event_at(snapshot, viewer, seq - 1).mark, mark))
		seq--;
	return seq;
}

static void take_steps(const struct snapshot *snapshot, pn_side viewer, uint32_t from, uint32_t to,
		       struct last_move *out)
{
	out->count = 0;
	for (uint32_t seq = from; seq <= to && out->count < LAST_MOVE_STEPS; seq++) {
		const struct pn_event event = event_at(snapshot, viewer, seq);
		pn_unit_id unit;
		const pn_pose *pose = pose_of(&event, &unit);

		if (!pose)
			continue;
		out->step[out->count].unit = unit;
		out->step[out->count++].to = *pose;
	}
}

/* The viewer's state before their event `first`, without what was taken back up to `last`. */
static void fold_before(const struct snapshot *snapshot, pn_side viewer, uint32_t first,
			uint32_t last, struct pn_game *out)
{
	struct pn_event *list = log_copy_seen(snapshot->log, viewer, last);
	uint32_t count = first - 1;

	for (uint32_t i = count; i < last; i++) {
		if (list[i].kind == PN_EVENT_UNDONE)
			list[count++] = list[i];
	}
	snapshot_fold_events(snapshot, viewer, list, count, out);
	free(list);
}

bool last_move_until(const struct snapshot *snapshot, pn_side viewer, uint32_t seq,
		     struct last_move *out)
{
	const uint32_t last = find_last(snapshot, viewer, seq);

	if (last == 0)
		return false;
	const uint32_t first = first_of(snapshot, viewer, last);

	fold_before(snapshot, viewer, first, seq, &out->before);
	take_steps(snapshot, viewer, first, last, out);
	return true;
}

bool snapshot_last_move(const struct snapshot *snapshot, pn_side viewer, struct last_move *out)
{
	return last_move_until(snapshot, viewer, snapshot->tip[viewer].seq, out);
}
