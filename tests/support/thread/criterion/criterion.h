#pragma once
#pragma GCC system_header
/* Criterion's words for the thread sanitizer's build.
 *
 * Criterion shares memory with its workers at addresses that the sanitizer keeps for
 * itself, so a binary of both stops before its first test. This header understands
 * the part of Criterion that our tests use; run.c runs each test in a process of its
 * own, forked before there are threads, and reports in Criterion's form. */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct criterion_options {
	void (*init)(void);
	void (*fini)(void);
	const char *description;
	double timeout; /* seconds; 0 is the runner's */
	int signal;     /* the test must end by it */
	int exit_code;  /* the test must end with it */
	bool disabled;
};

struct criterion_test {
	const char *suite;
	const char *name; /* NULL: the options of a whole suite */
	void (*run)(void);
	struct criterion_options options;
	struct criterion_test *next;
};

/* Add a test to those that run.c runs, in the order of the source. */
void criterion_add(struct criterion_test *test);

/* Say that a condition does not hold; with `stop` end the test. The format may be empty. */
void criterion_failed(bool stop, const char *file, int line, const char *condition,
		      const char *format, ...);

#define CRITERION_ADD(suite_, name_, text, function, ...) \
	static struct criterion_test suite_##_##name_##_test = { \
		.suite = #suite_, \
		.name = text, \
		.run = function, \
		.options = {.description = NULL, __VA_ARGS__}}; \
	__attribute__((constructor)) static void suite_##_##name_##_add(void) \
	{ \
		criterion_add(&suite_##_##name_##_test); \
	}

#define Test(suite_, name_, ...) \
	static void suite_##_##name_##_impl(void); \
	CRITERION_ADD(suite_, name_, #name_, suite_##_##name_##_impl, __VA_ARGS__) \
	static void suite_##_##name_##_impl(void)

#define TestSuite(suite_, ...) \
	CRITERION_ADD(suite_, suite, NULL, NULL, __VA_ARGS__) \
	struct criterion_test /* takes the semicolon */

#define CRITERION_CHECK(stop, holds, text, ...) \
	((holds) ? (void)0 : criterion_failed(stop, __FILE__, __LINE__, text, "" __VA_ARGS__))
#define CRITERION_COMPARE(stop, a, sign, b, ...) \
	CRITERION_CHECK(stop, (a)sign(b), #a " " #sign " " #b, __VA_ARGS__)

#define cr_assert(holds, ...) CRITERION_CHECK(true, holds, #holds, __VA_ARGS__)
#define cr_assert_not(holds, ...) CRITERION_CHECK(true, !(holds), "not " #holds, __VA_ARGS__)
#define cr_assert_eq(a, b, ...) CRITERION_COMPARE(true, a, ==, b, __VA_ARGS__)
#define cr_assert_neq(a, b, ...) CRITERION_COMPARE(true, a, !=, b, __VA_ARGS__)
#define cr_assert_lt(a, b, ...) CRITERION_COMPARE(true, a, <, b, __VA_ARGS__)
#define cr_assert_leq(a, b, ...) CRITERION_COMPARE(true, a, <=, b, __VA_ARGS__)
#define cr_assert_gt(a, b, ...) CRITERION_COMPARE(true, a, >, b, __VA_ARGS__)
#define cr_assert_geq(a, b, ...) CRITERION_COMPARE(true, a, >=, b, __VA_ARGS__)
#define cr_assert_null(a, ...) CRITERION_CHECK(true, (a) == NULL, #a " is NULL", __VA_ARGS__)
#define cr_assert_not_null(a, ...) CRITERION_CHECK(true, (a) != NULL, #a " is set", __VA_ARGS__)
#define cr_assert_str_eq(a, b, ...) \
	CRITERION_CHECK(true, strcmp(a, b) == 0, #a " equals " #b, __VA_ARGS__)
#define cr_assert_str_neq(a, b, ...) \
	CRITERION_CHECK(true, strcmp(a, b) != 0, #a " differs from " #b, __VA_ARGS__)
#define cr_assert_arr_eq(a, b, size, ...) \
	CRITERION_CHECK(true, memcmp(a, b, size) == 0, #a " equals " #b, __VA_ARGS__)
#define cr_assert_arr_neq(a, b, size, ...) \
	CRITERION_CHECK(true, memcmp(a, b, size) != 0, #a " differs from " #b, __VA_ARGS__)
#define cr_assert_float_eq(a, b, epsilon, ...) \
	CRITERION_CHECK(true, (a) - (b) <= (epsilon) && (b) - (a) <= (epsilon), #a " is " #b, \
			__VA_ARGS__)
#define cr_assert_fail(...) CRITERION_CHECK(true, false, "the test gave up", __VA_ARGS__)

#define cr_expect(holds, ...) CRITERION_CHECK(false, holds, #holds, __VA_ARGS__)
#define cr_expect_not(holds, ...) CRITERION_CHECK(false, !(holds), "not " #holds, __VA_ARGS__)
#define cr_expect_eq(a, b, ...) CRITERION_COMPARE(false, a, ==, b, __VA_ARGS__)
#define cr_expect_neq(a, b, ...) CRITERION_COMPARE(false, a, !=, b, __VA_ARGS__)
#define cr_expect_lt(a, b, ...) CRITERION_COMPARE(false, a, <, b, __VA_ARGS__)
#define cr_expect_leq(a, b, ...) CRITERION_COMPARE(false, a, <=, b, __VA_ARGS__)
#define cr_expect_gt(a, b, ...) CRITERION_COMPARE(false, a, >, b, __VA_ARGS__)
#define cr_expect_geq(a, b, ...) CRITERION_COMPARE(false, a, >=, b, __VA_ARGS__)
#define cr_expect_null(a, ...) CRITERION_CHECK(false, (a) == NULL, #a " is NULL", __VA_ARGS__)
#define cr_expect_not_null(a, ...) CRITERION_CHECK(false, (a) != NULL, #a " is set", __VA_ARGS__)
#define cr_expect_str_eq(a, b, ...) \
	CRITERION_CHECK(false, strcmp(a, b) == 0, #a " equals " #b, __VA_ARGS__)
#define cr_expect_str_neq(a, b, ...) \
	CRITERION_CHECK(false, strcmp(a, b) != 0, #a " differs from " #b, __VA_ARGS__)
#define cr_expect_arr_eq(a, b, size, ...) \
	CRITERION_CHECK(false, memcmp(a, b, size) == 0, #a " equals " #b, __VA_ARGS__)
#define cr_expect_arr_neq(a, b, size, ...) \
	CRITERION_CHECK(false, memcmp(a, b, size) != 0, #a " differs from " #b, __VA_ARGS__)
#define cr_expect_float_eq(a, b, epsilon, ...) \
	CRITERION_CHECK(false, (a) - (b) <= (epsilon) && (b) - (a) <= (epsilon), #a " is " #b, \
			__VA_ARGS__)
#define cr_expect_fail(...) CRITERION_CHECK(false, false, "the test gave up", __VA_ARGS__)

#define cr_log_info(...) ((void)0)
#define cr_log_warn(...) criterion_log(__VA_ARGS__)
#define cr_log_error(...) criterion_log(__VA_ARGS__)
void criterion_log(const char *format, ...);
