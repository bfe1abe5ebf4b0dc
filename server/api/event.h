#pragma once
/* Events on the wire, for the handlers that show some. */

#include "game/snapshot.h"

/* Append the viewer's events with after < seq <= last as items of a list that has been
 * begun. Returns the number of the last one written, `after` when there was none. */
uint32_t events_write(struct text *out, const struct snapshot *snapshot, pn_side viewer,
		      uint32_t after, uint32_t last);
