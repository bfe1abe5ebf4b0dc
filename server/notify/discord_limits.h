#pragma once
/* How much Discord lets itself be asked. It tells with each answer: routes share a bucket, of which
 * each webhook and each channel has one of its own, with so many requests left until it is filled
 * again; and now and then nobody may ask anything. One thread's. Times are a steady clock's. */

#include <stdbool.h>
#include <stdint.h>

enum {
	DISCORD_ROUTE_BYTES = 48,  /* "PATCH webhooks/messages" */
	DISCORD_MAJOR_BYTES = 160, /* "webhooks/ID/TOKEN", "channels/ID" */
	DISCORD_BUCKET_BYTES = 64,
	DISCORD_ROUTES_MAX = 32,
	DISCORD_LANES_MAX = 256,
	DISCORD_HELD_MAX_MS = 3600 * 1000, /* nothing is held up for longer than that at once */
};

/* What an answer says of it; texts as its headers have them, NULL where one is not there. */
struct discord_heard {
	long status;
	const char *bucket;      /* X-RateLimit-Bucket */
	const char *remaining;   /* X-RateLimit-Remaining */
	const char *reset_after; /* X-RateLimit-Reset-After: seconds, with a fraction */
	const char *retry_after; /* Retry-After: seconds */
	bool is_global;          /* of a 429: X-RateLimit-Global, or the body says so */
};

struct discord_limits;

/* Nothing is known yet. Never NULL. */
struct discord_limits *discord_limits_create(void);
void discord_limits_destroy(struct discord_limits *limits); /* takes NULL */

/* How many milliseconds a request has to wait; 0: it may go, and is counted. */
int64_t discord_limits_wait(struct discord_limits *limits, const char *route, const char *major,
			    int64_t now_ms);

/* Learn from an answer. */
void discord_limits_hear(struct discord_limits *limits, const char *route, const char *major,
			 const struct discord_heard *heard, int64_t now_ms);

/* "1.25" as milliseconds, rounded up; 0 of what is no number. */
int64_t discord_seconds_ms(const char *text);
