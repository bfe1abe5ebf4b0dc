#pragma once
/* A world in which everything is known beforehand: a clock that moves when it is told to,
 * ids that count, bytes from a counter. Two of them made alike go alike. */

#include <stdatomic.h>
#include <stdbool.h>

#include "base/platform.h"

struct fake_platform {
	struct platform platform; /* hand out a pointer to this */
	atomic_llong now_ms;
	atomic_llong step_ms;    /* the clock moves so much whenever it is read */
	atomic_llong stepped_ms; /* how far it was set forward by hand: not the steady clock */
	atomic_uint ids;         /* made so far */
	atomic_uint draws;       /* of random bytes so far */
	atomic_uint pads;        /* of those that only hide something */
	bool pads_alike; /* those are always the same: who compares two worlds sees the rest */
	atomic_llong free_bytes; /* of the disk */
	atomic_bool broken;      /* asking for random bytes breaks a rule: for tests of faults */
	uint32_t seed;
};

/* 2026-11-21T10:00:00.000Z, one millisecond a look. */
void fake_platform_begin(struct fake_platform *fake, uint32_t seed);
