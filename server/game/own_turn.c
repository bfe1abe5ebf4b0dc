#include "game/own_turn.h"

#include "game/snapshot_inside.h"

uint32_t own_turn_seq(const struct snapshot *snapshot, pn_side side)
{
	const struct game_log *log = snapshot->log;
	const uint32_t first = log_is_whole(log) ? 0 : log->past.rows;

	for (uint32_t at = snapshot->rows; at > first; at--) {
		const struct log_row *row = log_row(log, at - 1);

		if (row->side == side && (row->kind == ROW_ACT || row->kind == ROW_TALK))
			return row->tip[side].seq;
	}
	return 0;
}
