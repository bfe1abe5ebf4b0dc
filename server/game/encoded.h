#pragma once
/* Answers that were encoded of a snapshot and are kept with it: the same question again
 * costs a copy. They are found by viewer and by a key of who encodes, which names all that
 * they show besides the snapshot: language, names. A snapshot that follows takes over those
 * of each viewer who sees no difference, so that what one side writes for itself makes no
 * answer to the other slower.
 *
 * How many are kept is bounded for each viewer of a snapshot, so that nobody's questions
 * drive out another's, and all together by ENCODED_BYTES_MAX: past it nothing is kept. */

#include <pthread.h>

#include "base/text.h"
#include "pennon/event.h"

enum {
	ENCODED_OF_VIEWER = 4,
	ENCODED_BYTES_MAX = 64 << 20, /* of all games */
};

struct encoded;

/* Those of one viewer, the newest at `next` - 1. All zero: none. */
struct encoded_list {
	struct encoded *of[ENCODED_OF_VIEWER];
	uint8_t next;
};

/* Append what is kept under the key. False when nothing is. */
bool encoded_find(const struct encoded_list *list, const char *key, struct text *out);

/* Keep a copy of what was encoded in the place of the oldest. */
void encoded_keep(struct encoded_list *list, const char *key, const char *bytes, size_t size);

/* Let `to`, which has none, have the same. */
void encoded_share(const struct encoded_list *from, struct encoded_list *to);
void encoded_release(struct encoded_list *list);
