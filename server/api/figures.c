#include "api/figures.h"

#include "http/router.h"

const uint32_t latency_bucket_us[LATENCY_BUCKETS] = {
	500, 1000, 2500, 5000, 10000, 25000, 50000, 100000, 250000, 1000000, 5000000, 30000000,
};

static enum request_class class_of(const struct request *request)
{
	const struct route *route = request->route;

	if (!route)
		return CLASS_PAGE;
	if (request->watches)
		return CLASS_WATCH;
	if (route->flags & ROUTE_MAKES)
		return CLASS_MAKING;
	if (route->flags & ROUTE_MOVE)
		return CLASS_MOVE;
	return route->method == HTTP_GET ? CLASS_READ : CLASS_WRITE;
}

static void add(atomic_uint_fast64_t *figure, uint64_t value)
{
	atomic_fetch_add_explicit(figure, value, memory_order_relaxed);
}

void figures_count(struct http_figures *figures, const struct request *request, int status,
		   int64_t took_us)
{
	struct latency_histogram *latency = &figures->latency[class_of(request)];
	int bucket = 0;

	add(&figures->answers[status / 100 % STATUS_CLASSES], 1);
	if (status == 429)
		add(&figures->limited, 1);
	if (took_us < 0)
		return;
	while (bucket < LATENCY_BUCKETS && took_us > latency_bucket_us[bucket])
		bucket++;
	add(&latency->bucket[bucket], 1);
	add(&latency->sum_us, (uint64_t)took_us);
}
