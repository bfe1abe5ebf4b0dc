/* A game as a viewer saw it at an earlier moment: what they had seen by then, folded anew. Moments
 * are named by the viewer's own chain, so whoever names one has seen it. */

#include <stdlib.h>
#include <string.h>

#include "game/snapshot_inside.h"

bool snapshot_find_moment(const struct snapshot *snapshot, pn_side viewer,
			  const uint8_t mark[MOMENT_MARK_BYTES], uint32_t *seq)
{
	const struct game_log *log = snapshot->log;

	log_hash(snapshot->log, viewer, snapshot->tip[viewer].seq);
	for (*seq = snapshot->tip[viewer].seq; *seq > 0; --*seq)
		if (memcmp(log_seen_hash(log, viewer, *seq), mark, MOMENT_MARK_BYTES) == 0)
			return true;
	return memcmp(log->chain_first[viewer], mark, MOMENT_MARK_BYTES) == 0;
}

void snapshot_mark(const struct snapshot *snapshot, pn_side viewer, uint32_t seq,
		   uint8_t out[MOMENT_MARK_BYTES])
{
	uint8_t hash[CRYPTO_HASH_BYTES];

	log_chain(snapshot->log, viewer, seq, hash);
	memcpy(out, hash, MOMENT_MARK_BYTES);
}

/* What the game started from, as all knew it by then: secret armies are opened once. */
static const struct game_base *base_at(const struct snapshot *snapshot, pn_side viewer,
				       uint32_t seq)
{
	const struct game_base *base = snapshot->base;

	if (!base->bare)
		return base;
	return seq > 0 && log_entry(snapshot->log, log_seen(snapshot->log, viewer, seq))->row >=
				       base->bare_rows
		       ? base
		       : base->bare;
}

static void fold(const struct game_base *base, pn_side viewer, const struct pn_event *list,
		 uint32_t count, struct pn_game *out)
{
	struct pn_game start;
	struct pn_muster_fault fault =
		army_set_up(&start, base->ruleset, &base->muster, &base->armies);

	pn_assert(fault.code == PN_MUSTER_NONE);
	pn_fold(out, &start, list, count, viewer);
}

void snapshot_fold_events(const struct snapshot *snapshot, pn_side viewer,
			  const struct pn_event *list, uint32_t count, struct pn_game *out)
{
	fold(snapshot->base, viewer, list, count, out);
}

static void fold_until(const struct snapshot *snapshot, pn_side viewer, uint32_t seq,
		       struct pn_game *out)
{
	struct pn_event *list = log_copy_seen(snapshot->log, viewer, seq);

	fold(base_at(snapshot, viewer, seq), viewer, list, seq, out);
	free(list);
}

void snapshot_moment(const struct snapshot *snapshot, pn_side viewer, uint32_t seq,
		     struct view_then *out)
{
	out->muster = &snapshot->base->muster;
	if (seq >= snapshot->tip[viewer].seq) {
		out->view = *snapshot_view(snapshot, viewer);
		out->is_open = snapshot->header.status == GAME_OPEN;
	} else {
		fold_until(snapshot, viewer, seq, &out->view);
		out->muster = &base_at(snapshot, viewer, seq)->muster;
		out->is_open = out->view.turn == 0;
	}
	if (seq > snapshot->tip[viewer].seq)
		seq = snapshot->tip[viewer].seq;
	out->has_moved = last_move_until(snapshot, viewer, seq, &out->last);
}
