#pragma once
/* Places where the crash tests kill the process. A test build (PENNON_CRASH_POINTS) dies
 * by SIGKILL at the point that PENNON_CRASH_AT names, "point" or "point:n" for the nth
 * time it is passed; in the released binary this is nothing. */

#ifdef PENNON_CRASH_POINTS
/* Die here, if this is the point and the time. */
void crash_point(const char *point);
#else
#define crash_point(point) ((void)0)
#endif
