#pragma once
/* Memory for long-lived things. Running out of it ends the process: no command is lost,
 * for none was acknowledged that is not on disk. */

#include <stddef.h>

/* `count` items of `size` bytes, all zero. */
void *allocate(size_t count, size_t size);

/* Grow or shrink to `count` items; new ones are not cleared. */
void *reallocate(void *old, size_t count, size_t size);
