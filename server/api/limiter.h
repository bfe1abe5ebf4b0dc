#pragma once
/* How often one may ask: a bucket for each principal (or, without one, each address) and
 * each kind of request. A full bucket holds what one minute (hour) allows; it fills evenly. */

#include <stdbool.h>
#include <stdint.h>

#include "http/limits.h"

struct limiter;

enum limited {
	LIMITED_REQUEST,           /* anything else */
	LIMITED_MOVE,              /* acting and trying to: nobody loses a game for having looked */
	LIMITED_MAKING,            /* players, games, reports: what stays */
	LIMITED_MAKING_BY_ADDRESS, /* the same, of all who ask from one address */
	LIMITED_WORK,              /* what a long body or a picture costs: see LIMIT_WORK_BYTES */
	LIMITED_WORK_BY_ADDRESS,   /* the same, of all who ask from one address */
	LIMITED_KINDS
};

/* Never NULL; `limits` is copied. The caller destroys it. */
struct limiter *limiter_create(const struct http_limits *limits);
void limiter_destroy(struct limiter *limiter);

/* Take `count` from the bucket of `who`, if there is one in it; what it then lacks it has to be filled
 * with first, so that nothing is too much for a bucket that is full. 0, or in how many seconds there
 * will be one. */
uint32_t limiter_take(struct limiter *limiter, uint64_t who, enum limited kind, uint32_t count,
		      int64_t steady_ms);
