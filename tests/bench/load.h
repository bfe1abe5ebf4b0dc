#pragma once
/* A load client: keep-alive connections to one port of this machine, in one thread. What
 * each connection asks, and when it has nothing more to ask, is the caller's to say. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

enum { LOAD_CONNECTIONS_MAX = 64 };

/* One answer, borrowed for the call. */
struct load_answer {
	int status;
	const char *body; /* ends in a NUL */
	size_t size;
	int64_t latency_us; /* since it was sent, or since it should have been */
};

struct load {
	int port;
	unsigned connections;
	double per_second; /* 0: as fast as answers come; else begun at this rate */
	void *context;

	/* Append the next request of a connection. False: none, now. */
	bool (*next)(void *context, unsigned connection, struct text *out);
	void (*answered)(void *context, unsigned connection, const struct load_answer *answer);
};

/* Run until no connection has anything to ask or to wait for. Returns the seconds it
 * took. A connection that breaks ends the program. */
double load_run(const struct load *load);

int64_t now_us(void);

/* Append a request. `token`, `key` and `body` may be NULL. */
void load_write(struct text *out, const char *method, const char *path, const char *token,
		const char *key, const char *body);

/* Latencies, and what they come to. */
struct latencies {
	int64_t *us;
	size_t count, capacity;
};

void latencies_add(struct latencies *latencies, int64_t us);

/* The latency that so many in a hundred do not pass, in ms. Sorts them. */
double latencies_percentile(struct latencies *latencies, double percent);
void latencies_free(struct latencies *latencies);
