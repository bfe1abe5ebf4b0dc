/* Counting is by one atomic for the one point that is watched, so threads agree. */

#include "base/crash_point.h"

#ifdef PENNON_CRASH_POINTS

#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void crash_point(const char *point)
{
	static atomic_long passed;
	const char *watched = getenv("PENNON_CRASH_AT");
	size_t size = strlen(point);

	if (!watched || strncmp(watched, point, size) != 0)
		return;
	if (watched[size] != '\0' && watched[size] != ':')
		return;
	long wanted = watched[size] == ':' ? strtol(watched + size + 1, NULL, 10) : 1;
	if (atomic_fetch_add(&passed, 1) + 1 == wanted)
		kill(getpid(), SIGKILL);
}

#else

typedef int crash_points_are_compiled_out;

#endif
