#pragma once
/* Answers that Discord was promised and has not got: its users see "is thinking" until then. They stand
 * in a file, DIR/promises, until they are kept, so that after a kill somebody is told instead of
 * being left waiting. What they hold is good for a quarter of an hour.
 *
 * The file is mapped: a process that dies leaves what it had written, without a wait for the disk.
 * After a power cut a promise may be missing; then its user sees Discord's own words for an answer
 * that never came. Any thread may make and keep promises. */

#include <stdbool.h>
#include <stdint.h>

#include "notify/follow_up.h"

enum {
	PROMISES_MAX = 1024,
	PROMISE_MS = 15 * 60 * 1000, /* so long a token answers */
	PROMISE_LANGUAGE_BYTES = 8,
	PROMISE_APPLICATION_BYTES = 24,
};

struct promise {
	char application[PROMISE_APPLICATION_BYTES], token[FOLLOW_UP_TOKEN_BYTES];
	char language[PROMISE_LANGUAGE_BYTES]; /* of words_liked() */
	int64_t until_ms;
	bool updates;  /* the message that was pressed stands until then; else "is thinking" */
	bool is_begun; /* it has been sent, and may have arrived */
};

struct promises;

/* Open those of a folder; what is past, or of another version, is dropped. NULL: it cannot be
 * written there. */
struct promises *promises_open(const char *folder, int64_t now_ms);
void promises_close(struct promises *promises); /* takes NULL */

/* Make one: its number. -1: there is no room, or none can be made (NULL). */
int promises_make(struct promises *promises, const struct promise *promise);

/* It is being sent; it is kept, and forgotten. */
void promises_begin(struct promises *promises, int number);
void promises_keep(struct promises *promises, int number);

/* The next one from `*number` on that was left by the process before; false: there is none. */
bool promises_next(const struct promises *promises, int *number, struct promise *out);
