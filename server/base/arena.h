#pragma once
/* Memory for many small things that are given back all at once. */

#include <stddef.h>

/* All zero: empty. From one thread at a time. */
struct arena {
	struct arena_block *now;  /* with room at its end */
	struct arena_block *full; /* the others */
};

/* `size` bytes, all zero, aligned for anything. They stay where they are until arena_clear(). */
void *arena_take(struct arena *arena, size_t size);

/* The same, with a copy of `bytes` in them. */
void *arena_copy(struct arena *arena, const void *bytes, size_t size);

/* Give all of it back, wiped: secrets do not stay. A block is kept for what comes next. */
void arena_clear(struct arena *arena);

/* The same; no block is kept. */
void arena_free(struct arena *arena);
