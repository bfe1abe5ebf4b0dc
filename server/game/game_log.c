/* Chunk k holds first << k items, so that 16 chunks are more than any game needs, an item
 * never moves, and its place follows from its number: with n = index / first + 1, the
 * chunk is the position of n's highest bit. */

#include "game/game_log_inside.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/crypto.h"
#include "codec/codec.h"

static const char *const viewer_names[PN_VIEWERS] = {"red", "blue", "public"};

/* ---- chunks ---- */

struct place {
	unsigned chunk;
	uint32_t at;
};

static struct place place_of(uint32_t index, uint32_t first)
{
	uint32_t n = index / first + 1;
	unsigned chunk = 31u - (unsigned)__builtin_clz(n);
	return (struct place){chunk, index - first * ((1u << chunk) - 1)};
}

struct entry *log_entry(const struct game_log *log, uint32_t index)
{
	struct place place = place_of(index, LOG_EVENTS_FIRST);
	return &log->entries[place.chunk][place.at];
}

struct log_row *log_row(const struct game_log *log, uint32_t index)
{
	struct place place = place_of(index, LOG_ROWS_FIRST);
	return &log->rows[place.chunk][place.at];
}

struct entry *log_make_entry(struct game_log *log, uint32_t index)
{
	struct place place = place_of(index, LOG_EVENTS_FIRST);
	if (!log->entries[place.chunk])
		log->entries[place.chunk] =
			allocate((size_t)LOG_EVENTS_FIRST << place.chunk, sizeof(struct entry));
	return &log->entries[place.chunk][place.at];
}

struct log_row *log_make_row(struct game_log *log, uint32_t index)
{
	struct place place = place_of(index, LOG_ROWS_FIRST);
	if (!log->rows[place.chunk])
		log->rows[place.chunk] =
			allocate((size_t)LOG_ROWS_FIRST << place.chunk, sizeof(struct log_row));
	return &log->rows[place.chunk][place.at];
}

bool row_seats(const struct log_row *row)
{
	return row->kind == ROW_CREATE || row->kind == ROW_JOIN;
}

/* ---- events as they are kept ---- */

_Static_assert(sizeof(struct pn_event) <= UINT8_MAX, "the size of what is kept is one byte");

void log_keep_event(struct entry *entry, const struct pn_event *given)
{
	struct pn_event event = *given;
	const uint8_t *bytes = (const uint8_t *)&event;
	size_t size = sizeof(event);

	entry->placed = NULL;
	if (pn_event_placed(&event)) {
		entry->placed = allocate(1, sizeof(*entry->placed));
		pn_event_keep(&event, entry->placed);
	}
	while (size > 1 && bytes[size - 1] == 0)
		size--;
	entry->kept = allocate(1, size);
	entry->kept_size = (uint8_t)size;
	memcpy(entry->kept, bytes, size);
}

struct pn_event log_event(const struct game_log *log, uint32_t index)
{
	const struct entry *entry = log_entry(log, index);
	struct pn_event event;

	memcpy(&event, entry->kept, entry->kept_size);
	memset((char *)&event + entry->kept_size, 0, sizeof(event) - entry->kept_size);
	/* What a side wrote ends its line. */
	if (event.kind == PN_EVENT_PLAN_SET || event.kind == PN_EVENT_STANDING_ORDERS_SET)
		event.written.text = log_row(log, entry->row)->bytes.bytes + entry->line_at +
				     entry->line_size - 1 - event.written.size;
	return event;
}

/* ---- life ---- */

struct game_log *log_create(const char *game)
{
	struct game_log *log = allocate(1, sizeof(*log));
	atomic_init(&log->references, 1);
	pthread_mutex_init(&log->mutex, NULL);
	for (int viewer = 0; viewer < PN_VIEWERS; viewer++)
		crypto_chain_first(log->chain_first[viewer], game, viewer_names[viewer]);
	memcpy(log->chain, log->chain_first, sizeof(log->chain));
	atomic_init(&log->is_whole, true);
	return log;
}

struct game_log *log_hold(struct game_log *log)
{
	atomic_fetch_add(&log->references, 1);
	return log;
}

void log_release(struct game_log *log)
{
	if (!log || atomic_fetch_sub(&log->references, 1) != 1)
		return;
	log_truncate(log, log_is_whole(log) ? 0 : log->past.rows);
	for (int i = 0; i < LOG_CHUNKS; i++) {
		free(log->entries[i]);
		free(log->rows[i]);
		for (int viewer = 0; viewer < PN_VIEWERS; viewer++) {
			free(log->hashes[viewer][i]);
			free(log->seen[viewer][i]);
		}
	}
	free(log->scopes);
	free(log->past.scopes);
	pthread_mutex_destroy(&log->mutex);
	free(log);
}

void log_forget_row(const struct game_log *log, struct log_row *row)
{
	free(row->proof);
	row->proof = NULL;
	for (uint32_t i = row->first; i < row->first + row->count; i++) {
		free(log_entry(log, i)->placed);
		free(log_entry(log, i)->kept);
	}
	text_free(&row->bytes);
}

/* Of entries that are forgotten the chain knows nothing. */
static void cut_chains(struct game_log *log)
{
	static const struct tip none[PN_VIEWERS];
	const struct tip *tip = log->row_count ? log_tip_after(log, log->row_count) : none;

	pthread_mutex_lock(&log->mutex);
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
		const uint32_t last = tip[viewer].seq;

		if (atomic_load_explicit(&log->hashed[viewer], memory_order_relaxed) <= last)
			continue;
		atomic_store_explicit(&log->hashed[viewer], last, memory_order_relaxed);
		memcpy(log->chain[viewer],
		       last > log->past.tip[viewer].seq ? log_seen_hash(log, viewer, last)
		       : log->past.rows                 ? log->past.chain[viewer]
							: log->chain_first[viewer],
		       32);
	}
	pthread_mutex_unlock(&log->mutex);
}

void log_truncate(struct game_log *log, uint32_t rows)
{
	while (log->row_count > rows) {
		struct log_row *row = log_row(log, --log->row_count);
		log->entry_count = row->first;
		log_forget_row(log, row);
	}
	cut_chains(log);
}

/* ---- idempotency ---- */

uint32_t log_short_scope(const uint8_t scope[SCOPE_BYTES])
{
	uint32_t value;
	memcpy(&value, scope, sizeof(value));
	return value;
}

void log_remember_scope(struct game_log *log, uint32_t index, const uint8_t scope[SCOPE_BYTES])
{
	if (index - log->past.rows >= log->scope_capacity) {
		log->scope_capacity = log->scope_capacity ? 2 * log->scope_capacity : 16;
		log->scopes = reallocate(log->scopes, log->scope_capacity, sizeof(log->scopes[0]));
	}
	log->scopes[index - log->past.rows] = log_short_scope(scope);
}

static uint32_t kept_scope(const struct game_log *log, uint32_t index)
{
	return index < log->past.rows ? log->past.scopes[index]
				      : log->scopes[index - log->past.rows];
}

int64_t log_find_scope(const struct game_log *log, const uint8_t scope[SCOPE_BYTES])
{
	uint32_t wanted = log_short_scope(scope);
	for (uint32_t i = log_is_whole(log) ? 0 : log->past.rows; i < log->row_count; i++) {
		if (kept_scope(log, i) == wanted &&
		    memcmp(log_row(log, i)->scope, scope, SCOPE_BYTES) == 0)
			return i;
	}
	return -1;
}

bool log_may_have_had(const struct game_log *log, const uint8_t scope[SCOPE_BYTES])
{
	uint32_t wanted = log_short_scope(scope);

	for (uint32_t i = 0; !log_is_whole(log) && i < log->past.rows; i++)
		if (log->past.scopes[i] == wanted)
			return true;
	return false;
}

/* ---- lines and numbers ---- */

bool log_find_number(struct entry *entry, const char *line)
{
	static const char member[] = "\"seq\":";
	const char *found = memmem(line, entry->line_size, member, sizeof(member) - 1);
	if (!found)
		return false;
	const char *digits = found + sizeof(member) - 1;
	size_t size = strspn(digits, "0123456789");
	entry->number_at = (uint16_t)(digits - line);
	entry->number_size = (uint8_t)size;
	return size > 0 && size < 16 && digits - line < UINT16_MAX;
}

void log_number_entry(struct game_log *log, uint32_t index, const struct pn_event *event,
		      struct tip tip[PN_VIEWERS])
{
	struct entry *entry = log_entry(log, index);

	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
		const bool seen = pn_event_seen(event, viewer);

		entry->seq[viewer] = seen ? ++tip[viewer].seq : 0;
		if (seen)
			log_note_seen(log, viewer, tip[viewer].seq, index);
	}
}

/* ---- what viewers see, by their own numbers ---- */

uint32_t log_seen(const struct game_log *log, pn_side viewer, uint32_t seq)
{
	struct place place = place_of(seq - 1, LOG_EVENTS_FIRST);
	return log->seen[viewer][place.chunk][place.at];
}

void log_note_seen(struct game_log *log, pn_side viewer, uint32_t seq, uint32_t index)
{
	struct place place = place_of(seq - 1, LOG_EVENTS_FIRST);
	uint32_t **chunk = &log->seen[viewer][place.chunk];

	if (!*chunk)
		*chunk = allocate((size_t)LOG_EVENTS_FIRST << place.chunk, sizeof(**chunk));
	(*chunk)[place.at] = index;
}

/* The digits of a number; returns how many. */
static size_t write_digits(char out[12], uint32_t number)
{
	size_t size = 0;
	for (uint32_t rest = number; size == 0 || rest; rest /= 10)
		size++;
	for (size_t i = size; i-- > 0; number /= 10)
		out[i] = (char)('0' + number % 10);
	return size;
}

static const char *line_of(const struct game_log *log, const struct entry *entry)
{
	return log_row(log, entry->row)->bytes.bytes + entry->line_at;
}

void log_add_line(const struct game_log *log, uint32_t index, pn_side viewer, struct text *out)
{
	const struct entry *entry = log_entry(log, index);
	const char *line = line_of(log, entry);
	size_t after = (size_t)entry->number_at + entry->number_size;
	char digits[12];

	text_add(out, line, entry->number_at);
	text_add(out, digits, write_digits(digits, entry->seq[viewer]));
	text_add(out, line + after, entry->line_size - after);
}

/* ---- the chain ---- */

const uint8_t *log_seen_hash(const struct game_log *log, pn_side viewer, uint32_t seq)
{
	struct place place = place_of(seq - 1, LOG_EVENTS_FIRST);
	return log->hashes[viewer][place.chunk][place.at];
}

void log_keep_hash(struct game_log *log, pn_side viewer, uint32_t seq, const uint8_t hash[32])
{
	struct place place = place_of(seq - 1, LOG_EVENTS_FIRST);
	uint8_t(**chunk)[32] = &log->hashes[viewer][place.chunk];

	if (!*chunk)
		*chunk = allocate((size_t)LOG_EVENTS_FIRST << place.chunk, sizeof(**chunk));
	memcpy((*chunk)[place.at], hash, 32);
}

void log_chain_entry(const struct game_log *log, const struct entry *entry, int viewer,
		     uint8_t chain[32])
{
	const char *line = line_of(log, entry);
	size_t after = (size_t)entry->number_at + entry->number_size;
	char digits[12];
	struct crypto_hash hash;

	crypto_hash_begin(&hash);
	crypto_hash_add(&hash, chain, 32);
	crypto_hash_add(&hash, line, entry->number_at);
	crypto_hash_add(&hash, digits, write_digits(digits, entry->seq[viewer]));
	/* The LF that the chain wants stands behind the line already. */
	crypto_hash_add(&hash, line + after, entry->line_size - after + 1);
	crypto_hash_end(&hash, chain);
}

void log_hash(struct game_log *log, pn_side viewer, uint32_t seq)
{
	if (atomic_load_explicit(&log->hashed[viewer], memory_order_acquire) >= seq)
		return;
	pthread_mutex_lock(&log->mutex);
	uint32_t i = atomic_load_explicit(&log->hashed[viewer], memory_order_relaxed);
	while (i++ < seq) {
		const struct entry *entry = log_entry(log, log_seen(log, viewer, i));

		log_chain_entry(log, entry, viewer, log->chain[viewer]);
		log_keep_hash(log, viewer, i, log->chain[viewer]);
		atomic_store_explicit(&log->hashed[viewer], i, memory_order_release);
	}
	pthread_mutex_unlock(&log->mutex);
}

void log_chain(struct game_log *log, pn_side viewer, uint32_t seq, uint8_t out[32])
{
	const uint8_t *chain = log->chain_first[viewer];

	if (seq && log->past.rows && seq == log->past.tip[viewer].seq) {
		chain = log->past.chain[viewer];
	} else if (seq) {
		log_hash(log, viewer, seq);
		chain = log_seen_hash(log, viewer, seq);
	}
	memcpy(out, chain, 32);
}

/* ---- appending ---- */

/* Write the lines of `events` behind the row's command. */
static void write_lines(struct game_log *log, struct log_row *row, const struct pn_events *events,
			const struct pn_game *names, struct tip tip[PN_VIEWERS])
{
	for (uint32_t i = 0; i < events->count; i++) {
		uint32_t index = row->first + i;
		struct entry *entry = log_make_entry(log, index);

		log_keep_event(entry, &events->event[i]);
		entry->row = log->row_count;
		entry->line_at = (uint32_t)row->bytes.size;
		codec_event_line(&row->bytes, names, &events->event[i], index + 1, row->time_ms);
		entry->line_size = (uint32_t)row->bytes.size - entry->line_at;
		pn_assert(log_find_number(entry, row->bytes.bytes + entry->line_at));
		text_add(&row->bytes, "\n", 1);
		log_number_entry(log, index, &events->event[i], tip);
	}
}

struct text log_keep_text(const char *first, size_t first_size, const char *then, size_t then_size)
{
	const size_t size = first_size + then_size;
	struct text text = {allocate(1, size + 1), size, size + 1};

	if (first_size)
		memcpy(text.bytes, first, first_size);
	if (then_size)
		memcpy(text.bytes + first_size, then, then_size);
	return text;
}

bool log_append(struct game_log *log, struct log_row *row, const struct pn_events *events,
		const struct pn_game *names, struct tip tip[PN_VIEWERS])
{
	if (log->entry_count + events->count > LOG_EVENTS_MAX)
		return false;
	row->first = log->entry_count;
	row->count = events->count;
	struct tip before[PN_VIEWERS];
	memcpy(before, tip, sizeof(before));
	write_lines(log, row, events, names, tip);

	struct log_row *kept = log_make_row(log, log->row_count);
	log_remember_scope(log, log->row_count, row->scope);
	*kept = *row;
	kept->bytes = log_keep_text(row->bytes.bytes, row->bytes.size, NULL, 0);
	log->row_count++;
	log->entry_count += kept->count;
	for (int viewer = 0; viewer < PN_VIEWERS && row->kind != ROW_WRITE; viewer++) {
		tip[viewer].version += tip[viewer].seq != before[viewer].seq;
	}
	memcpy(kept->tip, tip, sizeof(kept->tip));
	if (log->row_count > 1)
		kept->server = *log_server_after(log, log->row_count - 1);
	return true;
}

/* ---- copies ---- */

struct pn_event *log_copy_events(const struct game_log *log, uint32_t count)
{
	/* Before the allocation: a fault that is caught frees nothing. */
	pn_assert(log_is_whole(log));
	struct pn_event *list = allocate(count ? count : 1, sizeof(*list));
	for (uint32_t i = 0; i < count; i++)
		list[i] = log_event(log, i);
	return list;
}

struct pn_event *log_copy_seen(const struct game_log *log, pn_side viewer, uint32_t seq)
{
	pn_assert(log_is_whole(log));
	struct pn_event *list = allocate(seq ? seq : 1, sizeof(*list));
	for (uint32_t i = 0; i < seq; i++)
		list[i] = log_event(log, log_seen(log, viewer, i + 1));
	return list;
}
