/* Tests that link the core without the server: a broken rule ends the program. */

#include <stdio.h>
#include <stdlib.h>

#include "pennon/base.h"

/* Weak: the server brings its own. */
__attribute__((weak)) _Noreturn void pn_assert_failed(const char *condition, const char *file,
						      int line)
{
	fprintf(stderr, "%s:%d: assertion failed: %s\n", file, line, condition);
	abort();
}
