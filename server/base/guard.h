#pragma once
/* A broken rule costs one command. The core's assert hook leaves by longjmp to the guard
 * that runs on this thread; without one the process aborts, as it does in every build
 * with PENNON_FAULTS_ABORT (debugging, fuzzing). */

#include <stdbool.h>

struct fault {
	const char *condition; /* text of the assertion, static */
	const char *file;
	int line;
};

/* Call run(context). False when it left by a failed assertion: then `fault` tells which,
 * and whatever `run` was changing must be dropped. Guards do not nest. */
bool fault_guard(void (*run)(void *context), void *context, struct fault *fault);
