/* Buckets lie in a table of fixed size; where all places of a bucket are taken, the one that was
 * used longest ago makes room, and its owner begins with a full one. A caller with thousands of
 * addresses gains no more than those addresses have anyway.
 *
 * Contents are counted in thousandths of a request, so that slow buckets fill evenly. */

#include "api/limiter.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
	BUCKETS = 1 << 14,
	PLACES = 8,
	UNIT = 1000,
	MINUTE_MS = 60 * 1000,
	HOUR_MS = 60 * MINUTE_MS
};

struct bucket {
	uint64_t who;
	enum limited kind;
	int64_t used_ms; /* 0 = free */
	int64_t content; /* thousandths; below 0 after a request that was dearer */
};

struct rate {
	int64_t count; /* so many ... 0: without limit */
	int64_t period_ms;
};

struct limiter {
	pthread_mutex_t mutex; /* guards the buckets */
	struct rate rate[LIMITED_KINDS];
	struct bucket bucket[BUCKETS];
};

struct limiter *limiter_create(const struct http_limits *limits)
{
	struct limiter *limiter = calloc(1, sizeof(*limiter));

	if (!limiter)
		abort();
	pthread_mutex_init(&limiter->mutex, NULL);
	limiter->rate[LIMITED_REQUEST] = (struct rate){limits->requests_per_minute, MINUTE_MS};
	limiter->rate[LIMITED_MOVE] = (struct rate){limits->moves_per_minute, MINUTE_MS};
	limiter->rate[LIMITED_MAKING] = (struct rate){limits->makings_per_hour, HOUR_MS};
	limiter->rate[LIMITED_MAKING_BY_ADDRESS] =
		(struct rate){limits->makings_per_hour_by_address, HOUR_MS};
	limiter->rate[LIMITED_WORK] = (struct rate){limits->work_per_minute, MINUTE_MS};
	limiter->rate[LIMITED_WORK_BY_ADDRESS] =
		(struct rate){limits->work_per_minute_by_address, MINUTE_MS};
	return limiter;
}

void limiter_destroy(struct limiter *limiter)
{
	if (!limiter)
		return;
	pthread_mutex_destroy(&limiter->mutex);
	free(limiter);
}

/* The bucket, filled up to now. */
static struct bucket *find(struct limiter *limiter, uint64_t who, enum limited kind, int64_t now_ms)
{
	const struct rate *rate = &limiter->rate[kind];
	uint64_t place = (who ^ who >> 29) * 0x9e3779b97f4a7c15u + kind;
	struct bucket *found = &limiter->bucket[place % BUCKETS];

	for (uint64_t i = 0; i < PLACES; i++) {
		struct bucket *bucket = &limiter->bucket[(place + i) % BUCKETS];

		if (bucket->used_ms && bucket->who == who && bucket->kind == kind) {
			int64_t passed = now_ms - bucket->used_ms, full = rate->count * UNIT;

			if (passed > rate->period_ms)
				passed = rate->period_ms;
			bucket->content += passed * full / rate->period_ms;
			if (bucket->content > full)
				bucket->content = full;
			bucket->used_ms = now_ms;
			return bucket;
		}
		if (bucket->used_ms < found->used_ms)
			found = bucket;
	}
	*found = (struct bucket){who, kind, now_ms, rate->count * UNIT};
	return found;
}

uint32_t limiter_take(struct limiter *limiter, uint64_t who, enum limited kind, uint32_t count,
		      int64_t steady_ms)
{
	const struct rate *rate = &limiter->rate[kind];
	uint32_t wait_s = 0;

	if (rate->count == 0)
		return 0;
	pthread_mutex_lock(&limiter->mutex);
	struct bucket *bucket = find(limiter, who, kind, steady_ms > 0 ? steady_ms : 1);

	if (bucket->content >= UNIT) {
		bucket->content -= (int64_t)count * UNIT;
	} else {
		int64_t full = rate->count * UNIT, lacks = UNIT - bucket->content;
		int64_t wait_ms = (lacks * rate->period_ms + full - 1) / full;

		wait_s = (uint32_t)((wait_ms + 999) / 1000);
	}
	pthread_mutex_unlock(&limiter->mutex);
	return wait_s;
}
