/* Runs tests one after the other, each in a forked process, and reports as Criterion
 * does: criterion.h beside this file says why. */

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "criterion/criterion.h"
#include "criterion/hooks.h"

/* Far beyond any test, the sanitizer's slowness included. */
enum { TIMEOUT_S = 600 };

static struct criterion_test *first, **last = &first;
void (*criterion_hook_PRE_ALL)(struct criterion_test_set *tests);
void (*criterion_hook_POST_ALL)(struct criterion_global_stats *stats);

static int failures; /* in the process of one test */

void criterion_add(struct criterion_test *test)
{
	*last = test;
	last = &test->next;
}

void criterion_failed(bool stop, const char *file, int line, const char *condition,
		      const char *format, ...)
{
	va_list arguments;

	fprintf(stderr, "%s:%d: does not hold: %s: ", file, line, condition);
	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	fputc('\n', stderr);
	__atomic_fetch_add(&failures, 1, __ATOMIC_RELAXED);
	if (stop)
		_exit(1);
}

void criterion_log(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	fputc('\n', stderr);
}

/* The options of the test's suite, or none. */
static const struct criterion_options *find_suite(const struct criterion_test *test)
{
	static const struct criterion_options none;

	for (const struct criterion_test *suite = first; suite != NULL; suite = suite->next) {
		if (suite->name == NULL && strcmp(suite->suite, test->suite) == 0)
			return &suite->options;
	}
	return &none;
}

static _Noreturn void run_here(const struct criterion_test *test)
{
	const struct criterion_options *suite = find_suite(test);
	void (*init)(void) = test->options.init != NULL ? test->options.init : suite->init;
	void (*fini)(void) = test->options.fini != NULL ? test->options.fini : suite->fini;

	alarm(TIMEOUT_S);
	if (init != NULL)
		init();
	test->run();
	if (fini != NULL)
		fini();
	exit(failures != 0);
}

/* Did the test end as it should? Says how when it did not. */
static bool run(const struct criterion_test *test)
{
	const struct criterion_options *suite = find_suite(test);
	int signal = test->options.signal != 0 ? test->options.signal : suite->signal;
	int exit_code = test->options.exit_code != 0 ? test->options.exit_code : suite->exit_code;
	int status = 0;
	pid_t child = fork();

	if (child == 0)
		run_here(test);
	while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	if (child > 0 && signal != 0 && WIFSIGNALED(status) && WTERMSIG(status) == signal)
		return true;
	if (child > 0 && signal == 0 && WIFEXITED(status) && WEXITSTATUS(status) == exit_code)
		return true;
	fprintf(stderr, "[FAIL] %s::%s: %s %d\n", test->suite, test->name,
		WIFSIGNALED(status) ? "signal" : "exit status",
		WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
	return false;
}

int main(int argc, char **argv)
{
	bool list = argc > 1 && strcmp(argv[1], "--list") == 0;
	int tested = 0, passed = 0;

	if (!list && criterion_hook_PRE_ALL)
		criterion_hook_PRE_ALL(NULL);
	for (const struct criterion_test *test = first; test != NULL; test = test->next) {
		if (test->name == NULL)
			continue;
		if (list) {
			printf("├── %s\n", test->name);
		} else if (!test->options.disabled) {
			tested++;
			passed += run(test);
		}
	}
	if (!list && criterion_hook_POST_ALL)
		criterion_hook_POST_ALL(NULL);
	if (!list)
		fprintf(stderr,
			"[====] Synthesis: Tested: %d | Passing: %d | Failing: %d | Crashing: 0\n",
			tested, passed, tested - passed);
	return tested != passed;
}
