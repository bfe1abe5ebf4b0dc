/* The only calls of the allocator in game/. */

#include "base/allocate.h"

#include <stdio.h>
#include <stdlib.h>

static void *or_end(void *memory)
{
	if (!memory) {
		fputs("out of memory\n", stderr);
		abort();
	}
	return memory;
}

void *allocate(size_t count, size_t size)
{
	return or_end(calloc(count, size));
}

void *reallocate(void *old, size_t count, size_t size)
{
	return or_end(reallocarray(old, count, size));
}
