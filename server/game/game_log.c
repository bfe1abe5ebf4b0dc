/* Chunk k holds first << k items, so that 16 chunks are more than any game needs, an item
 * never moves, and its place follows from its number: with n = index / first + 1, the
 * chunk is the position of n's highest bit. */

#include "game/game_log.h"

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

/* The same, made when it is not there yet. */
static struct entry *make_entry(struct game_log *log, uint32_t index)
{
	struct place place = place_of(index, LOG_EVENTS_FIRST);
	if (!log->entries[place.chunk])
		log->entries[place.chunk] =
			allocate((size_t)LOG_EVENTS_FIRST << place.chunk, sizeof(struct entry));
	return &log->entries[place.chunk][place.at];
}

static struct log_row *make_row(struct game_log *log, uint32_t index)
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

/* Copy what an event sends, too: so far it was borrowed. */
static void keep_event(struct entry *entry, const struct pn_event *given)
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
	log_truncate(log, 0);
	for (int i = 0; i < LOG_CHUNKS; i++) {
		free(log->entries[i]);
		free(log->rows[i]);
		for (int viewer = 0; viewer < PN_VIEWERS; viewer++)
			free(log->hashes[viewer][i]);
	}
	free(log->scopes);
	pthread_mutex_destroy(&log->mutex);
	free(log);
}

/* Free what a row and its events own. */
static void forget_row(const struct game_log *log, struct log_row *row)
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
	pthread_mutex_lock(&log->mutex);
	for (int viewer = 0; viewer < PN_VIEWERS; viewer++) {
		if (atomic_load_explicit(&log->hashed[viewer], memory_order_relaxed) <=
		    log->entry_count)
			continue;
		atomic_store_explicit(&log->hashed[viewer], log->entry_count, memory_order_relaxed);
		uint32_t last = log->entry_count;
		while (last && !log_entry(log, last - 1)->seq[viewer])
			last--;
		memcpy(log->chain[viewer],
		       last ? log_entry_hash(log, last - 1, (pn_side)viewer)
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
		forget_row(log, row);
	}
	cut_chains(log);
}

/* ---- idempotency ---- */

static uint64_t short_scope(const uint8_t scope[SCOPE_BYTES])
{
	uint64_t value;
	memcpy(&value, scope, sizeof(value));
	return value;
}

/* The number is the row's, so `scopes` needs no count of its own. */
static void remember_scope(struct game_log *log, uint32_t index, const uint8_t scope[SCOPE_BYTES])
{
	if (index >= log->scope_capacity) {
		log->scope_capacity = log->scope_capacity ? 2 * log->scope_capacity : 16;
		log->scopes = reallocate(log->scopes, log->scope_capacity, sizeof(log->scopes[0]));
	}
	log->scopes[index] = short_scope(scope);
}

int64_t log_find_scope(const struct game_log *log, const uint8_t scope[SCOPE_BYTES])
{
	uint64_t wanted = short_scope(scope);
	for (uint32_t i = 0; i < log->row_count; i++) {
		if (log->scopes[i] == wanted &&
		    memcmp(log_row(log, i)->scope, scope, SCOPE_BYTES) == 0)
			return i;
	}
	return -1;
}

/* ---- lines and numbers ---- */

/* Find the digits of the truth's number in a line: only they differ between viewers. No
 * text from outside is in a line, so the first "seq" is the event's own. */
static bool find_number(struct entry *entry, const char *line)
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

/* Give an entry the next number of each viewer who sees it. */
static void number_entry(struct entry *entry, const struct pn_event *event,
			 struct tip tip[PN_VIEWERS])
{
	for (int viewer = 0; viewer < PN_VIEWERS; viewer++) {
		bool seen = pn_event_seen(event, (pn_side)viewer);
		entry->seq[viewer] = seen ? ++tip[viewer].seq : 0;
	}
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

const uint8_t *log_entry_hash(const struct game_log *log, uint32_t index, pn_side viewer)
{
	struct place place = place_of(index, LOG_EVENTS_FIRST);
	return log->hashes[viewer][place.chunk][place.at];
}

static void keep_hash(struct game_log *log, uint32_t index, int viewer, const uint8_t hash[32])
{
	struct place place = place_of(index, LOG_EVENTS_FIRST);
	uint8_t(**chunk)[32] = &log->hashes[viewer][place.chunk];

	if (!*chunk)
		*chunk = allocate((size_t)LOG_EVENTS_FIRST << place.chunk, sizeof(**chunk));
	memcpy((*chunk)[place.at], hash, 32);
}

/* hash = SHA-256(previous, the viewer's line, LF); `chain` is taken and replaced. */
static void chain_entry(const struct game_log *log, const struct entry *entry, int viewer,
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

void log_hash(struct game_log *log, pn_side viewer, uint32_t count)
{
	if (atomic_load_explicit(&log->hashed[viewer], memory_order_acquire) >= count)
		return;
	pthread_mutex_lock(&log->mutex);
	uint32_t i = atomic_load_explicit(&log->hashed[viewer], memory_order_relaxed);
	for (; i < count; i++) {
		const struct entry *entry = log_entry(log, i);
		if (entry->seq[viewer]) {
			chain_entry(log, entry, viewer, log->chain[viewer]);
			keep_hash(log, i, viewer, log->chain[viewer]);
		}
		atomic_store_explicit(&log->hashed[viewer], i + 1, memory_order_release);
	}
	pthread_mutex_unlock(&log->mutex);
}

void log_chain(struct game_log *log, pn_side viewer, uint32_t seq, uint32_t count, uint8_t out[32])
{
	log_hash(log, viewer, count);
	memcpy(out, log->chain_first[viewer], 32);
	for (uint32_t i = count; seq && i-- > 0;) {
		const struct entry *entry = log_entry(log, i);
		if (entry->seq[viewer] == seq) {
			memcpy(out, log_entry_hash(log, i, viewer), 32);
			return;
		}
	}
}

/* ---- appending ---- */

/* Write the lines of `events` behind the row's command. */
static void write_lines(struct game_log *log, struct log_row *row, const struct pn_events *events,
			const struct pn_game *names, struct tip tip[PN_VIEWERS])
{
	for (uint32_t i = 0; i < events->count; i++) {
		uint32_t index = row->first + i;
		struct entry *entry = make_entry(log, index);

		keep_event(entry, &events->event[i]);
		entry->row = log->row_count;
		entry->line_at = (uint32_t)row->bytes.size;
		codec_event_line(&row->bytes, names, &events->event[i], index + 1, row->time_ms);
		entry->line_size = (uint32_t)row->bytes.size - entry->line_at;
		pn_assert(find_number(entry, row->bytes.bytes + entry->line_at));
		text_add(&row->bytes, "\n", 1);
		number_entry(entry, &events->event[i], tip);
	}
}

/* Both texts, in as much memory as they need. */
static struct text keep_text(const char *first, size_t first_size, const char *then,
			     size_t then_size)
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

	struct log_row *kept = make_row(log, log->row_count);
	remember_scope(log, log->row_count, row->scope);
	*kept = *row;
	kept->bytes = keep_text(row->bytes.bytes, row->bytes.size, NULL, 0);
	log->row_count++;
	log->entry_count += kept->count;
	for (int viewer = 0; viewer < PN_VIEWERS && row->kind != ROW_WRITE; viewer++) {
		tip[viewer].version += tip[viewer].seq != before[viewer].seq;
	}
	memcpy(kept->tip, tip, sizeof(kept->tip));
	if (log->row_count > 1)
		kept->server = log_row(log, log->row_count - 2)->server;
	return true;
}

/* ---- loading ---- */

/* Read one stored line into an entry, and number it. */
static bool read_entry(struct entry *entry, const char *line, uint32_t index,
		       const struct pn_game *names, struct tip tip[PN_VIEWERS])
{
	struct pn_event event;
	struct pn_placed placed;
	uint32_t seq;
	int64_t time_ms;
	struct codec_error error;
	if (!codec_event_decode(&event, &placed, names, line, entry->line_size, &seq, &time_ms,
				&error) ||
	    seq != index + 1 || !find_number(entry, line))
		return false;
	keep_event(entry, &event);
	number_entry(entry, &event, tip);
	return true;
}

/* Read the lines of a stored row, numbering on from `tip`. */
static bool read_lines(struct game_log *log, struct log_row *row, const struct pn_game *names,
		       struct tip tip[PN_VIEWERS])
{
	size_t at = row->command_size;

	while (at < row->bytes.size) {
		const char *line = row->bytes.bytes + at;
		const char *end = memchr(line, '\n', row->bytes.size - at);
		uint32_t index = row->first + row->count;
		if (!end || index >= LOG_EVENTS_MAX)
			return false;
		struct entry *entry = make_entry(log, index);
		entry->row = log->row_count;
		entry->line_at = (uint32_t)at;
		entry->line_size = (uint32_t)(end - line);
		if (!read_entry(entry, line, index, names, tip))
			return false;
		row->count++;
		at += (size_t)entry->line_size + 1;
	}
	return true;
}

bool log_append_stored(struct game_log *log, const struct store_row *stored,
		       const struct pn_game *names)
{
	struct tip tip[PN_VIEWERS] = {0};
	struct log_row *row = make_row(log, log->row_count);

	*row = (struct log_row){.time_ms = stored->time_ms, .first = log->entry_count};
	row->command_size = stored->command.size;
	memcpy(row->scope, stored->scope, sizeof(row->scope));
	memcpy(row->body_hash, stored->body_hash, sizeof(row->body_hash));
	if (stored->expected != log->row_count ||
	    !log_read_tips(row, stored->tips.bytes, stored->tips.size))
		return false;
	if (log->row_count)
		memcpy(tip, log_row(log, log->row_count - 1)->tip, sizeof(tip));
	row->bytes = keep_text(stored->command.bytes, stored->command.size, stored->events.bytes,
			       stored->events.size);
	bool good = read_lines(log, row, names, tip);
	for (int viewer = 0; viewer < PN_VIEWERS; viewer++)
		good = good && tip[viewer].seq == row->tip[viewer].seq;
	if (!good) {
		forget_row(log, row);
		return false;
	}
	remember_scope(log, log->row_count, row->scope);
	log->row_count++;
	log->entry_count += row->count;
	return true;
}

struct pn_event *log_copy_events(const struct game_log *log, uint32_t count)
{
	struct pn_event *list = allocate(count ? count : 1, sizeof(*list));
	for (uint32_t i = 0; i < count; i++)
		list[i] = log_event(log, i);
	return list;
}
