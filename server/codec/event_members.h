#pragma once
/* The table of events: kind x member -> name, form, place in the struct. Writing and
 * reading walk the same rows. */

#include "codec/member.h"

/* Walks the members of a kind and the common ones as one ascending list. */
struct scrub {
	const struct member *own, *shared;
	size_t own_left;
};

/* At the first member of an event of this kind. */
struct scrub walk_begin(uint8_t kind);

/* The next member, or NULL after the last. */
const struct member *walk_next(struct scrub *walk);
