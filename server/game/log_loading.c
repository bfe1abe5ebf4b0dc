/* Logs that are read from disk: from their first row on; behind what is past, of which a state row
 * tells; and that past, when somebody asks for it. */

#include "game/game_log_inside.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "codec/codec.h"

/* ---- what is past ---- */

void log_begin_behind(struct game_log *log, struct log_past *past)
{
	log->past = *past;
	past->scopes = NULL;
	log->row_count = past->rows;
	log->entry_count = past->entries;
	/* The chunk that what is past ends in, so that filling makes none that appending makes. */
	log_make_row(log, past->rows);
	log_make_entry(log, past->entries);
	memcpy(log->chain, past->chain, sizeof(log->chain));
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
		log_note_seen(log, viewer, past->tip[viewer].seq + 1, past->entries);
		atomic_store(&log->hashed[viewer], past->tip[viewer].seq);
	}
	atomic_store(&log->is_whole, false);
}

bool log_is_whole(const struct game_log *log)
{
	return atomic_load_explicit(&log->is_whole, memory_order_acquire);
}

const struct tip *log_tip_after(const struct game_log *log, uint32_t rows)
{
	return rows == log->past.rows ? log->past.tip : log_row(log, rows - 1)->tip;
}

const struct server_state *log_server_after(const struct game_log *log, uint32_t rows)
{
	return rows == log->past.rows ? &log->past.server : &log_row(log, rows - 1)->server;
}

void log_look_back(struct game_log *log, uint32_t rows, uint32_t entries,
		   const struct tip tip[PN_VIEWERS], struct log_past *out)
{
	*out = (struct log_past){.rows = rows, .entries = entries};
	memcpy(out->tip, tip, sizeof(out->tip));
	out->server = *log_server_after(log, rows);
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++)
		log_chain(log, viewer, tip[viewer].seq, out->chain[viewer]);
	out->scopes = allocate(rows, sizeof(out->scopes[0]));
	for (uint32_t i = 0; i < rows; i++)
		out->scopes[i] = i < log->past.rows ? log->past.scopes[i]
						    : log_short_scope(log_row(log, i)->scope);
}

/* ---- loading ---- */

/* Read one stored line into an entry, and number it. What is past ends where it was said to: damage
 * there must not reach what is behind it. */
static bool read_entry(struct game_log *log, const char *line, uint32_t index,
		       const struct pn_game *names, struct tip tip[PN_VIEWERS])
{
	const bool is_past = index < log->past.entries;
	struct entry *entry = log_entry(log, index);
	struct pn_event event;
	struct pn_placed placed;
	uint32_t seq;
	int64_t time_ms;
	struct codec_error error;
	if (!codec_event_decode(&event, &placed, names, line, entry->line_size, &seq, &time_ms,
				&error) ||
	    seq != index + 1 || !log_find_number(entry, line))
		return false;
	for (pn_side viewer = 0; viewer < PN_VIEWERS && is_past; viewer++)
		if (pn_event_seen(&event, viewer) && tip[viewer].seq >= log->past.tip[viewer].seq)
			return false;
	log_keep_event(entry, &event);
	log_number_entry(log, index, &event, tip);
	return true;
}

/* Read the lines of a stored row with this number, numbering on from `tip`. */
static bool read_lines(struct game_log *log, uint32_t number, struct log_row *row,
		       const struct pn_game *names, struct tip tip[PN_VIEWERS])
{
	size_t at = row->command_size;

	while (at < row->bytes.size) {
		const char *line = row->bytes.bytes + at;
		const char *end = memchr(line, '\n', row->bytes.size - at);
		uint32_t index = row->first + row->count;
		if (!end || index >= LOG_EVENTS_MAX)
			return false;
		struct entry *entry = log_make_entry(log, index);
		entry->row = number;
		entry->line_at = (uint32_t)at;
		entry->line_size = (uint32_t)(end - line);
		if (!read_entry(log, line, index, names, tip))
			return false;
		row->count++;
		at += (size_t)entry->line_size + 1;
	}
	return true;
}

/* Read a stored row to its place, when its first event has the number `first`, and viewers have
 * `tip` before it; after it they have what it says. */
static bool read_stored(struct game_log *log, const struct store_row *stored, uint32_t first,
			const struct tip before[PN_VIEWERS], const struct pn_game *names)
{
	struct tip tip[PN_VIEWERS];
	struct log_row *row = log_make_row(log, stored->expected);

	memcpy(tip, before, sizeof(tip));
	*row = (struct log_row){.time_ms = stored->time_ms, .first = first};
	row->command_size = stored->command.size;
	memcpy(row->scope, stored->scope, sizeof(row->scope));
	memcpy(row->body_hash, stored->body_hash, sizeof(row->body_hash));
	if (!log_read_tips(row, stored->tips.bytes, stored->tips.size))
		return false;
	row->bytes = log_keep_text(stored->command.bytes, stored->command.size,
				   stored->events.bytes, stored->events.size);
	bool good = read_lines(log, stored->expected, row, names, tip);
	for (int viewer = 0; viewer < PN_VIEWERS; viewer++)
		good = good && tip[viewer].seq == row->tip[viewer].seq;
	if (!good)
		log_forget_row(log, row);
	return good;
}

bool log_append_stored(struct game_log *log, const struct store_row *stored,
		       const struct pn_game *names)
{
	static const struct tip none[PN_VIEWERS];
	const struct tip *tip = log->row_count ? log_tip_after(log, log->row_count) : none;

	if (stored->expected != log->row_count ||
	    !read_stored(log, stored, log->entry_count, tip, names))
		return false;
	log_remember_scope(log, log->row_count, stored->scope);
	log->entry_count += log_row(log, log->row_count++)->count;
	return true;
}

/* ---- filling in what is past ---- */

bool log_fill(struct game_log *log, struct log_filling *filling, const struct store_row *stored,
	      const struct pn_game *names)
{
	if (stored->expected != filling->rows || filling->rows >= log->past.rows ||
	    !read_stored(log, stored, filling->entries, filling->tip, names))
		return false;
	const struct log_row *row = log_row(log, filling->rows++);
	filling->entries += row->count;
	memcpy(filling->tip, row->tip, sizeof(filling->tip));
	return filling->entries <= log->past.entries;
}

/* Hash what was filled in. Does it come to where the log went on? */
static bool chain_past(struct game_log *log, pn_side viewer)
{
	uint8_t chain[32];

	memcpy(chain, log->chain_first[viewer], sizeof(chain));
	pthread_mutex_lock(&log->mutex);
	for (uint32_t seq = 1; seq <= log->past.tip[viewer].seq; seq++) {
		log_chain_entry(log, log_entry(log, log_seen(log, viewer, seq)), viewer, chain);
		log_keep_hash(log, viewer, seq, chain);
	}
	pthread_mutex_unlock(&log->mutex);
	return memcmp(chain, log->past.chain[viewer], sizeof(chain)) == 0;
}

bool log_end_filling(struct game_log *log, const struct log_filling *filling, bool good)
{
	bool same =
		good && filling->rows == log->past.rows && filling->entries == log->past.entries;

	for (pn_side viewer = 0; viewer < PN_VIEWERS && same; viewer++)
		same = filling->tip[viewer].seq == log->past.tip[viewer].seq &&
		       chain_past(log, viewer);
	for (uint32_t i = 0; !same && i < filling->rows; i++)
		log_forget_row(log, log_row(log, i));
	if (same)
		atomic_store_explicit(&log->is_whole, true, memory_order_release);
	return same;
}
