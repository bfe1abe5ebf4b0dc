/* What the module has of the world: memory until there is none, files that the page hands in,
 * and a way to say that it cannot go on. What it cannot go on with ends it: the page starts
 * another. */

#include <stdlib.h>

#include "base/allocate.h"
#include "module.h"

_Noreturn void pn_assert_failed(const char *condition, const char *file, int line)
{
	(void)file;
	(void)line;
	module_broken(condition);
	__builtin_trap();
}

static void *or_end(void *memory)
{
	if (!memory) {
		module_broken("out of memory");
		__builtin_trap();
	}
	return memory;
}

void *allocate(size_t count, size_t size)
{
	return or_end(calloc(count, size));
}

void *reallocate(void *old, size_t count, size_t size)
{
	if (size && count > SIZE_MAX / size)
		return or_end(NULL);
	return or_end(realloc(old, count * size));
}
