#include "base/guard.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include "pennon/base.h"

struct guard {
	jmp_buf back;
	struct fault *fault;
};

static _Thread_local struct guard *armed;

bool fault_guard(void (*run)(void *context), void *context, struct fault *fault)
{
	struct guard guard = {.fault = fault};
	if (setjmp(guard.back)) {
		armed = NULL;
		return false;
	}
	armed = &guard;
	run(context);
	armed = NULL;
	return true;
}

_Noreturn void pn_assert_failed(const char *condition, const char *file, int line)
{
#ifndef PENNON_FAULTS_ABORT
	if (armed) {
		*armed->fault = (struct fault){condition, file, line};
		longjmp(armed->back, 1);
	}
#endif
	fprintf(stderr, "%s:%d: this must hold and does not: %s\n", file, line, condition);
	abort();
}
