#pragma once
/* The limits of the HTTP shell, each with its name. What is past one gets a clear
 * answer or, where HTTP leaves no room for an answer, a closed connection. */

#include <stdint.h>

enum {
	/* A connection's memory in libmicrohttpd: request line and headers must fit
	 * (it answers 414 or 431 itself). Small, because each stream keeps one. */
	LIMIT_CONNECTION_BYTES = 8 * 1024,

	LIMIT_PATH_BYTES = 256,      /* a longer path belongs to no route */
	LIMIT_PARAMETER_BYTES = 128, /* one {parameter} of a path, with its NUL */
	LIMIT_BODY_DROP = 4,         /* a body up to so many times its limit is read, dropped
					 * and answered; beyond it the connection is closed */
	LIMIT_BODY_DROP_MIN = 64 * 1024,
	LIMIT_BODY_BYTES = 128 * 1024, /* the largest body any route takes */
	LIMIT_LIST_ITEMS = 500,        /* of one page of a list */
	LIMIT_WAIT_SECONDS = 60,       /* of one long poll */
	LIMIT_RESET_EVENTS = 500,      /* a stream that would begin with more history resets */
	LIMIT_PULL_EVENTS = 16,        /* of one piece of a stream */

	LIMIT_STREAMS_PERCENT = 80,      /* of the connections may be streams and long polls */
	LIMIT_ANONYMOUS_PERCENT = 20,    /* of the connections may be such without a token */
	LIMIT_FIGURES_CONNECTIONS = 512, /* of the address that has /metrics and nothing else */
	LIMIT_KEPT_CONNECTIONS = 256,    /* so many may go before their memory is given back */
	LIMIT_FILES_RESERVED = 64,       /* files that are not connections: database, logs */
	LIMIT_THREADS_MAX = 16,

	LIMIT_ADDRESS_CONNECTIONS = 256, /* of one address, unless it is a proxy's or our own */
	LIMIT_WORK_BYTES =
		4 * 1024,        /* of a body are one piece of work, beside the request itself */
	LIMIT_WORK_PICTURE = 32, /* pieces of work that drawing a picture is */
	LIMIT_NO_ROOM_SECONDS = 600, /* Retry-After where the disk is nearly full */
};

/* The limits that tests make small. http_limits_default has what a daemon runs with. */
struct http_limits {
	uint32_t connections;  /* 0: as many as files may be opened, at most 16384 */
	uint32_t threads;      /* 0: one a processor, at least 2 */
	uint32_t request_ms;   /* to send a whole request, idle time before it included */
	uint32_t answer_ms;    /* to take a whole answer that is not a stream */
	uint32_t heartbeat_ms; /* between two comments of a stream, whole seconds */
	uint64_t bodies;       /* bytes of bodies held at once, all connections together */
	/* Of one principal or address; 0: without limit. See api/limiter.h. */
	uint32_t requests_per_minute, moves_per_minute, makings_per_hour;
	uint32_t makings_per_hour_by_address;                 /* whoever asks from there */
	uint32_t work_per_minute, work_per_minute_by_address; /* pieces of it */
	uint32_t
		address_connections; /* of one address, 0: without limit; see connection_counts.h */
};

extern const struct http_limits http_limits_default;
