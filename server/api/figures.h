#pragma once
/* What the shell counts, for /metrics and /readyz. Each figure is an atomic of its own: counting
 * takes no lock. */

#include <stdatomic.h>
#include <stdint.h>

struct request;

/* What is asked, as far as time goes. X(name, wire name) */
#define REQUEST_CLASSES(X) \
	X(READ, "read")     /* states, lists, records, pictures */ \
	X(MOVE, "move")     /* commands, previews, plans, standing orders */ \
	X(MAKING, "making") /* players, games and what else stays */ \
	X(WRITE, "write")   /* all other changes */ \
	X(WATCH, "watch")   /* streams until they begin, long polls until they end */ \
	X(PAGE, "page")     /* the page's files, and what has no route */

enum request_class {
#define X(name, wire) CLASS_##name,
	REQUEST_CLASSES(X)
#undef X
		CLASS_COUNT
};

enum { LATENCY_BUCKETS = 12, STATUS_CLASSES = 6 };

/* The upper ends of the buckets, in microseconds. */
extern const uint32_t latency_bucket_us[LATENCY_BUCKETS];

/* From the last byte of a request to its answer. */
struct latency_histogram {
	atomic_uint_fast64_t bucket[LATENCY_BUCKETS + 1]; /* the last: longer than all */
	atomic_uint_fast64_t sum_us;
};

struct http_figures {
	atomic_uint_fast64_t requests, problems, faults;
	atomic_uint_fast64_t limited; /* answers 429 */
	atomic_uint_fast64_t answers[STATUS_CLASSES];
	struct latency_histogram latency[CLASS_COUNT];
	atomic_uint_fast32_t connections, streams, anonymous_streams;
	uint32_t connections_max, streams_max, anonymous_max;
};

/* Count an answer. `took_us` is negative when the request was not read to its end. */
void figures_count(struct http_figures *figures, const struct request *request, int status,
		   int64_t took_us);
