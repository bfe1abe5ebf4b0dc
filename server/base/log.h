#pragma once
/* The log: one JSON object a line, on standard error. Tokens, codes, keys, bodies and ids of
 * games are never written to it. */

#include <stdint.h>

/* X(name, wire name), the worst first. */
#define LOG_LEVELS(X) \
	X(ERROR, "error") \
	X(WARNING, "warning") \
	X(INFO, "info") \
	X(DEBUG, "debug")

enum log_level {
#define X(name, wire) LOG_##name,
	LOG_LEVELS(X)
#undef X
		LOG_LEVEL_COUNT
};

/* The level with this name, LOG_LEVEL_COUNT without one. */
enum log_level log_level_find(const char *name);

/* What is less bad than this is not written; at first LOG_INFO. Before threads are started. */
void log_set_level(enum log_level level);

/* `level` is one of the names; `detail` may be NULL. From any thread. */
void log_line(const char *level, const char *message, const char *detail);

/* One request and its answer. Texts are names of ours. */
struct log_request {
	enum log_level level;
	const char *id;        /* that the problem's `instance` names */
	const char *operation; /* "" for a path without a route */
	const char *problem;   /* its code, or "" */
	int status;
	int64_t took_us; /* negative: it was not read to its end */
};

enum { LOG_REQUESTS_PER_SECOND = 50 };

/* Write a line of it. Of warnings below 500, which anybody can cause without end, so many a
 * second at most: the next line says how many were left out. From any thread. */
void log_request(const struct log_request *request);
