/* What the rows say, in their command's place:
 *
 *	ARMY      the draft: the side's units, a canonical list
 *	SEAL      the salt (32); the event has the commitment, which is to the last draft
 *	REVEAL    nothing; its events open both and begin turn 1 */

#include "game/armies.h"

#include <string.h>

#include "codec/codec.h"
#include "game/snapshot_inside.h"

static const int64_t day_ms = INT64_C(24) * 3600 * 1000;

/* ---- folding ---- */

static void take_event(struct armies *armies, const struct pn_event *event,
		       const struct log_row *row, uint32_t index)
{
	if (event->kind == PN_EVENT_ARMIES_AWAITED) {
		armies->until_ms = event->armies_awaited.until_ms;
		armies->told_ms = row->time_ms;
	} else if (event->kind == PN_EVENT_ARMY_SEALED) {
		armies->sealed[event->army_sealed.side] = index;
		memcpy(armies->commitment[event->army_sealed.side], event->army_sealed.commitment,
		       sizeof(armies->commitment[0]));
	}
}

void armies_take_row(struct armies *armies, const struct game_log *log, uint32_t index)
{
	const struct log_row *row = log_row(log, index);

	if (row->kind == ROW_ARMY) {
		armies->draft[row->side] = index;
		armies->bytes[row->side] += (uint32_t)row->command_size;
	}
	/* Once they are open nothing changes them. */
	for (uint32_t i = row->first; !armies_are_whole(armies) && i < row->first + row->count;
	     i++) {
		const struct pn_event event = log_event(log, i);

		take_event(armies, &event, row, index);
	}
}

bool armies_are_whole(const struct armies *armies)
{
	return armies->sealed[PN_RED] && armies->sealed[PN_BLUE];
}

int64_t armies_due(const struct armies *before, const struct pn_events *events)
{
	int64_t until_ms = before->until_ms;

	for (uint16_t i = 0; i < events->count; i++)
		if (events->event[i].kind == PN_EVENT_ARMIES_AWAITED)
			until_ms = events->event[i].armies_awaited.until_ms;
	return until_ms;
}

void snapshot_armies(const struct snapshot *snapshot, struct army_facts *out)
{
	const struct armies *armies = &snapshot->armies;

	*out = (struct army_facts){
		.until_ms = snapshot_awaits_armies(snapshot) ? armies->until_ms : 0,
		.sealed = {armies->sealed[PN_RED] > 0, armies->sealed[PN_BLUE] > 0},
	};
	memcpy(out->commitment, armies->commitment, sizeof(out->commitment));
}

void snapshot_army(const struct snapshot *snapshot, pn_side side, struct own_army *out)
{
	const struct armies *armies = &snapshot->armies;
	const struct log_row *draft = log_row(snapshot->log, armies->draft[side]);

	*out = (struct own_army){.units = "[]", .size = 2};
	if (armies->draft[side]) {
		out->units = draft->bytes.bytes;
		out->size = draft->command_size;
	}
	if (armies->sealed[side]) {
		out->salt =
			(const uint8_t *)log_row(snapshot->log, armies->sealed[side])->bytes.bytes;
		out->commitment = armies->commitment[side];
	}
}

/* {"units":[red's, blue's]}: the drafts' lists without their brackets. */
static void join_lists(struct text *out, const struct game_log *log, const struct armies *armies)
{
	text_add_string(out, "{\"units\":[");
	for (pn_side side = 0; side < PN_SIDES; side++) {
		const struct log_row *row = log_row(log, armies->draft[side]);

		if (side > 0)
			text_add(out, ",", 1);
		text_add(out, row->bytes.bytes + 1, row->command_size - 2);
	}
	text_add_string(out, "]}");
}

struct game_base *armies_reveal(struct game_base *bare, const struct game_log *log,
				const struct armies *armies)
{
	struct game_base *base = base_copy(bare);
	struct text units = TEXT_EMPTY;
	struct codec_error error;

	join_lists(&units, log, armies);
	bool good = codec_army_decode(&base->muster, base->ruleset, CODEC_KEPT, units.bytes,
				      units.size, &error);
	text_free(&units);
	/* Each list was checked by itself before it was stored. */
	pn_assert(good);
	base->bare = base_hold(bare);
	base->bare_rows = log->row_count;
	return base;
}

struct pn_event armies_awaited(const struct game_base *base, int64_t time_ms)
{
	return (struct pn_event){.kind = PN_EVENT_ARMIES_AWAITED,
				 .armies_awaited = {time_ms + base->armies.days * day_ms}};
}
