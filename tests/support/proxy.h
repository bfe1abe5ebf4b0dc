#pragma once
/* A bad network in a thread: what is asked through it is lost, cut short, held back,
 * answered to nobody, asked twice at once, or asked again long after. It never makes
 * anything up. */

#include <pthread.h>
#include <stdatomic.h>

#include "base/text.h"
#include "random_placement.h"

/* What becomes of a request. X(name) */
#define PROXY_FATES(X) \
	X(PASSED) /* to the server and back */ \
	X(LOST)   /* the server hears nothing */ \
	X(CUT)    /* the server hears half of it */ \
	X(LEFT)   /* the server hears it, and nobody waits for its answer */ \
	X(DEAF)   /* the server answers, and the answer is lost */ \
	X(LATE)   /* as PASSED, after a while */ \
	X(TWICE)  /* over two connections at once; either answer */

enum proxy_fate {
#define X(name) PROXY_##name,
	PROXY_FATES(X)
#undef X
		PROXY_FATE_COUNT
};

enum { PROXY_KEPT = 8 };

struct proxy {
	int fd, port, server_port;
	pthread_t thread;
	atomic_bool stopping;
	struct random_source random;
	struct text kept[PROXY_KEPT]; /* requests to be asked again */
	atomic_uint fates[PROXY_FATE_COUNT], repeated;
};

/* Listen on a port of this machine; aborts when it cannot. */
void proxy_open(struct proxy *proxy, int server_port, uint64_t seed);
void proxy_close(struct proxy *proxy);
