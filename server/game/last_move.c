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

/* Was what has this mark taken back by an event from `from` on? */
static bool is_undone(const struct snapshot *snapshot, pn_side viewer, uint32_t from,
		      uint32_t entries, struct pn_mark mark)
{
	for (uint32_t i = from; i < entries; i++) {
		const struct pn_event event = log_event(snapshot->log, i);

		if (event.kind == PN_EVENT_UNDONE && pn_event_seen(&event, viewer) &&
		    is_same(event.undone.mark, mark))
			return true;
	}
	return false;
}

/* The last event that moved a unit and still stands; -1 when there is none. Of commands
 * taken back at most `tries` are looked through. */
static int64_t find_last(const struct snapshot *snapshot, pn_side viewer, uint32_t entries)
{
	int tries = 2 * PN_UNDO_MAX;
	pn_unit_id unit;

	for (uint32_t i = entries; i-- > 0;) {
		const struct pn_event event = log_event(snapshot->log, i);

		if (!pn_event_seen(&event, viewer) || !pose_of(&event, &unit))
			continue;
		if (!is_undone(snapshot, viewer, i, entries, event.mark))
			return i;
		if (--tries == 0)
			return -1;
	}
	return -1;
}

/* The first event with the mark of event `at`. */
static uint32_t first_of(const struct snapshot *snapshot, uint32_t at)
{
	const struct pn_mark mark = log_event(snapshot->log, at).mark;

	while (at > 0 && is_same(log_event(snapshot->log, at - 1).mark, mark))
		at--;
	return at;
}

static void take_steps(const struct snapshot *snapshot, pn_side viewer, uint32_t from, uint32_t to,
		       struct last_move *out)
{
	out->count = 0;
	for (uint32_t i = from; i <= to && out->count < LAST_MOVE_STEPS; i++) {
		const struct pn_event event = log_event(snapshot->log, i);
		pn_unit_id unit;
		const pn_pose *pose = pose_of(&event, &unit);

		if (!pose || !pn_event_seen(&event, viewer))
			continue;
		out->step[out->count].unit = unit;
		out->step[out->count++].to = *pose;
	}
}

/* The viewer's state before event `first`, without what was taken back since. */
static void fold_before(const struct snapshot *snapshot, pn_side viewer, uint32_t first,
			uint32_t entries, struct pn_game *out)
{
	struct pn_event *list = log_copy_events(snapshot->log, entries);
	uint32_t count = first;

	for (uint32_t i = first; i < entries; i++) {
		if (list[i].kind == PN_EVENT_UNDONE)
			list[count++] = list[i];
	}
	snapshot_fold_events(snapshot, viewer, list, count, out);
	free(list);
}

bool last_move_until(const struct snapshot *snapshot, pn_side viewer, uint32_t entries,
		     struct last_move *out)
{
	int64_t last = find_last(snapshot, viewer, entries);

	if (last < 0)
		return false;
	uint32_t first = first_of(snapshot, (uint32_t)last);

	fold_before(snapshot, viewer, first, entries, &out->before);
	take_steps(snapshot, viewer, first, (uint32_t)last, out);
	return true;
}

bool snapshot_last_move(const struct snapshot *snapshot, pn_side viewer, struct last_move *out)
{
	return last_move_until(snapshot, viewer, snapshot->entries, out);
}
