#pragma once
/* Since when is what happened news to a side? For what is told of a game outside of it. */

#include <stdint.h>

#include "pennon/rules.h"

struct snapshot;

/* The number of the last event that a side saw when it did or said something last, by hand: what
 * comes after it has happened since. 0: it did nothing yet, or that is no longer in memory. */
uint32_t own_turn_seq(const struct snapshot *snapshot, pn_side side);
