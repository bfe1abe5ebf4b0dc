#pragma once
/* Receivers of notices on loopback, of which each path does something else. */

#include <stdint.h>

enum receiver {
	RECEIVER_GOOD,
	RECEIVER_SLOW,      /* answers after two seconds */
	RECEIVER_HANGS,     /* answers nothing */
	RECEIVER_DRIPS,     /* a byte a second, without an end */
	RECEIVER_FLOODS,    /* a good answer that is far too long */
	RECEIVER_REDIRECTS, /* to a good one */
	RECEIVER_BREAKS,    /* 500, until receivers_mend() */
	RECEIVER_BROKEN,    /* 500 */
	RECEIVER_GONE,      /* 410 */
	RECEIVER_INSIDE,    /* what nobody may reach */
	RECEIVER_KINDS
};

/* Listen on 127.0.0.1; the port. Aborts when it cannot. */
uint16_t receivers_open(void);

/* End them; what hangs is cut off. */
void receivers_close(void);

/* RECEIVER_BREAKS answers well from now on. */
void receivers_mend(void);

/* The path of a receiver, without a slash; how often it was asked. */
const char *receiver_path(enum receiver receiver);
unsigned receiver_asked(enum receiver receiver);
