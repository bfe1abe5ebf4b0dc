#include "base/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/crypto.h"

enum { BLOCK_BYTES = 64 * 1024 };

struct arena_block {
	struct arena_block *next;
	size_t used, size; /* of `bytes` */
	_Alignas(max_align_t) uint8_t bytes[];
};

static struct arena_block *add_block(struct arena_block **list, size_t size)
{
	struct arena_block *block = allocate(1, sizeof(*block) + size);

	block->size = size;
	block->next = *list;
	*list = block;
	return block;
}

void *arena_take(struct arena *arena, size_t size)
{
	const size_t step = _Alignof(max_align_t);
	struct arena_block *block = arena->now;

	size = (size + step - 1) / step * step;
	if (size > BLOCK_BYTES) {
		block = add_block(&arena->full, size);
	} else if (!block || block->size - block->used < size) {
		if (block) {
			block->next = arena->full;
			arena->full = block;
			arena->now = NULL;
		}
		block = add_block(&arena->now, BLOCK_BYTES);
	}
	void *out = block->bytes + block->used;
	block->used += size;
	return out;
}

void *arena_copy(struct arena *arena, const void *bytes, size_t size)
{
	void *out = arena_take(arena, size);

	if (size)
		memcpy(out, bytes, size);
	return out;
}

void arena_clear(struct arena *arena)
{
	for (struct arena_block *next, *block = arena->full; block; block = next) {
		next = block->next;
		crypto_forget(block->bytes, block->used);
		free(block);
	}
	arena->full = NULL;
	if (arena->now) {
		crypto_forget(arena->now->bytes, arena->now->used);
		arena->now->used = 0;
	}
}

void arena_free(struct arena *arena)
{
	arena_clear(arena);
	free(arena->now);
	arena->now = NULL;
}
