/* What a batch holds: its pieces, and what they borrow. */

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "game/batch.h"

struct snapshot *batch_latest(const struct game *game)
{
	return game->uncommitted ? game->uncommitted : game->current;
}

bool batch_has_room(const struct batch *batch)
{
	return batch->job_count < BATCH_MAX && batch->piece_count < BATCH_PIECES_MAX;
}

void *batch_put(struct batch *batch, enum store_kind kind)
{
	struct store_list *list = &batch->stored.list[kind];
	const size_t size = store_piece_size(kind);

	if (list->count == batch->capacity[kind]) {
		batch->capacity[kind] = 2 * list->count + 16;
		batch->room[kind] = reallocate(batch->room[kind], batch->capacity[kind], size);
		list->pieces = batch->room[kind];
	}
	batch->piece_count++;
	return memset((char *)batch->room[kind] + size * list->count++, 0, size);
}

void *batch_keep(struct batch *batch, const void *bytes, size_t size)
{
	return arena_copy(&batch->kept, bytes, size);
}

const char *batch_keep_text(struct batch *batch, const char *text)
{
	return batch_keep(batch, text, strlen(text) + 1);
}

void batch_write_tips(struct batch *batch, struct store_row *stored, const struct log_row *row)
{
	uint8_t *tips = arena_take(&batch->kept, LOG_TIPS_BYTES);

	stored->tips = (struct store_bytes){tips, log_write_tips(row, tips)};
}

bool batch_writes(const struct batch *batch)
{
	return batch->piece_count > 0;
}

void batch_clear(struct batch *batch)
{
	/* Lists and texts keep their memory. */
	for (enum store_kind kind = 0; kind < STORE_KINDS; kind++)
		batch->stored.list[kind].count = 0;
	batch->piece_count = 0;
	batch->job_count = batch->game_count = batch->receipt_count = 0;
	arena_clear(&batch->kept);
}

void batch_free(struct batch *batch)
{
	batch_clear(batch);
	for (enum store_kind kind = 0; kind < STORE_KINDS; kind++)
		free(batch->room[kind]);
	arena_free(&batch->kept);
	text_free(&batch->lines);
	text_free(&batch->command);
	*batch = (struct batch){.service = batch->service};
}
