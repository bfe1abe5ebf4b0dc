/* An entry for each: its kind, a side, 16 bytes of an id, and two numbers, big-endian. A kind that is
 * not known is of a later version, and none of ours. */

#include "store/postgres_changes.h"

#include <string.h>

#include "store/stored_kind.h"

enum { HEAD = 2, FROM_AT = HEAD + STORE_NAME_BYTES, ROWS_AT = FROM_AT + 4, ENTRY = ROWS_AT + 4 };

static void put_number(uint8_t *at, uint32_t value)
{
	for (int i = 0; i < 4; i++)
		at[i] = (uint8_t)(value >> (24 - 8 * i));
}

static uint32_t get_number(const uint8_t *at)
{
	return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static uint8_t *find(struct text *out, const uint8_t head[FROM_AT])
{
	for (size_t at = 0; at < out->size; at += ENTRY) {
		if (memcmp(out->bytes + at, head, FROM_AT) == 0)
			return (uint8_t *)out->bytes + at;
	}
	return NULL;
}

/* A game whose rows are several batches' comes once, with all of them. False when it is about no id. */
static bool add(struct text *out, const struct store_change *change)
{
	uint8_t entry[ENTRY] = {(uint8_t)change->kind, change->side};

	if (!name_of_id(entry + HEAD, change->id))
		return false;
	uint8_t *old = find(out, entry);
	put_number(entry + FROM_AT, change->from);
	put_number(entry + ROWS_AT, change->rows);
	if (!old)
		text_add(out, (const char *)entry, ENTRY);
	else if (get_number(old + ROWS_AT) < change->rows)
		put_number(old + ROWS_AT, change->rows);
	return true;
}

bool changes_write(struct text *out, const struct store_batch *batch)
{
	struct store_change change[ANNOUNCED_MAX];
	bool is_good = true;

	text_clear(out);
	for (enum store_kind kind = 0; kind < STORE_KINDS; kind++) {
		const struct stored_kind *stored = stored_kind(kind);

		for (size_t i = 0; stored->announce && i < batch->list[kind].count; i++) {
			const size_t count = stored->announce(store_piece(batch, kind, i), change);

			for (size_t c = 0; c < count; c++)
				is_good &= add(out, &change[c]);
		}
	}
	return is_good;
}

bool changes_read(const struct store_bytes *bytes, void *context, store_change_taker *take)
{
	const uint8_t *end = (const uint8_t *)bytes->bytes + bytes->size;

	if (bytes->size % ENTRY)
		return false;
	for (const uint8_t *at = bytes->bytes; at < end; at += ENTRY) {
		struct store_change change = {.kind = at[0],
					      .side = at[1],
					      .from = get_number(at + FROM_AT),
					      .rows = get_number(at + ROWS_AT)};

		if (change.kind >= STORE_CHANGE_KINDS)
			continue;
		id_of_name(change.id, at + HEAD);
		take(context, &change);
	}
	return true;
}
