#include "notify/discord_limits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

enum { TOO_MANY = 429, DEFAULT_WAIT_MS = 1000, SECONDS_MAX = 24 * 3600 };

/* A bucket of one webhook or channel. */
struct lane {
	char bucket[DISCORD_BUCKET_BYTES], major[DISCORD_MAJOR_BYTES];
	uint32_t left;
	int64_t until_ms; /* when it is full again */
};

struct route {
	char name[DISCORD_ROUTE_BYTES], bucket[DISCORD_BUCKET_BYTES];
};

struct discord_limits {
	struct route route[DISCORD_ROUTES_MAX];
	size_t route_count;
	struct lane lane[DISCORD_LANES_MAX];
	size_t lane_count;
	int64_t all_until_ms; /* nobody may ask anything before */
};

struct discord_limits *discord_limits_create(void)
{
	return allocate(1, sizeof(struct discord_limits));
}

void discord_limits_destroy(struct discord_limits *limits)
{
	free(limits);
}

int64_t discord_seconds_ms(const char *text)
{
	char *end = NULL;
	const char *digits = text ? text : "";
	const size_t size = strspn(digits, "0123456789");

	if (size == 0 || size > 9)
		return 0;
	int64_t ms = strtol(digits, &end, 10);

	ms = (ms > SECONDS_MAX ? SECONDS_MAX : ms) * 1000;
	if (*end != '.')
		return ms;
	for (int unit = 100; unit > 0 && *++end >= '0' && *end <= '9'; unit /= 10)
		ms += (*end - '0') * unit;
	return *end ? ms + 1 : ms;
}

/* The bucket that a route was seen to have; before that it is taken to have one of its own. */
static const char *bucket_of(const struct discord_limits *limits, const char *route)
{
	for (size_t i = 0; i < limits->route_count; i++) {
		if (strcmp(limits->route[i].name, route) == 0)
			return limits->route[i].bucket;
	}
	return route;
}

static struct lane *find_lane(struct discord_limits *limits, const char *bucket, const char *major)
{
	for (size_t i = 0; i < limits->lane_count; i++) {
		struct lane *lane = &limits->lane[i];

		if (strcmp(lane->bucket, bucket) == 0 && strcmp(lane->major, major) == 0)
			return lane;
	}
	return NULL;
}

/* A new one, in the place of what has been full for the longest. */
static struct lane *add_lane(struct discord_limits *limits, const char *bucket, const char *major)
{
	struct lane *lane = &limits->lane[0];

	if (limits->lane_count < DISCORD_LANES_MAX) {
		lane = &limits->lane[limits->lane_count++];
	} else {
		for (size_t i = 1; i < DISCORD_LANES_MAX; i++) {
			if (limits->lane[i].until_ms < lane->until_ms)
				lane = &limits->lane[i];
		}
	}
	*lane = (struct lane){0};
	snprintf(lane->bucket, sizeof(lane->bucket), "%s", bucket);
	snprintf(lane->major, sizeof(lane->major), "%s", major);
	return lane;
}

int64_t discord_limits_wait(struct discord_limits *limits, const char *route, const char *major,
			    int64_t now_ms)
{
	struct lane *lane = find_lane(limits, bucket_of(limits, route), major);

	if (limits->all_until_ms > now_ms)
		return limits->all_until_ms - now_ms;
	if (!lane || lane->until_ms <= now_ms)
		return 0;
	if (lane->left == 0)
		return lane->until_ms - now_ms;
	lane->left--;
	return 0;
}

static void learn_route(struct discord_limits *limits, const char *route, const char *bucket)
{
	size_t at = 0;

	while (at < limits->route_count && strcmp(limits->route[at].name, route) != 0)
		at++;
	if (at == DISCORD_ROUTES_MAX)
		return;
	if (at == limits->route_count)
		limits->route_count++;
	snprintf(limits->route[at].name, DISCORD_ROUTE_BYTES, "%s", route);
	snprintf(limits->route[at].bucket, DISCORD_BUCKET_BYTES, "%s", bucket);
}

/* How long a 429 wants to be left alone: the longer of what it says. */
static int64_t wait_of(const struct discord_heard *heard)
{
	int64_t reset_ms = discord_seconds_ms(heard->reset_after);
	int64_t retry_ms = discord_seconds_ms(heard->retry_after);
	int64_t wait_ms = reset_ms > retry_ms ? reset_ms : retry_ms;

	if (wait_ms == 0)
		return DEFAULT_WAIT_MS;
	return wait_ms < DISCORD_HELD_MAX_MS ? wait_ms : DISCORD_HELD_MAX_MS;
}

void discord_limits_hear(struct discord_limits *limits, const char *route, const char *major,
			 const struct discord_heard *heard, int64_t now_ms)
{
	if (heard->status == TOO_MANY && heard->is_global) {
		limits->all_until_ms = now_ms + wait_of(heard);
		return;
	}
	if (heard->bucket && heard->bucket[0])
		learn_route(limits, route, heard->bucket);
	if (heard->status != TOO_MANY && (!heard->remaining || !heard->reset_after))
		return;
	const char *bucket = bucket_of(limits, route);
	struct lane *lane = find_lane(limits, bucket, major);

	if (!lane)
		lane = add_lane(limits, bucket, major);
	lane->left = heard->status == TOO_MANY ? 0 : (uint32_t)strtoul(heard->remaining, NULL, 10);
	lane->until_ms =
		now_ms + (heard->status == TOO_MANY ? wait_of(heard)
						    : discord_seconds_ms(heard->reset_after));
}
