#pragma once
/* What the server itself does to a game: clocks that ran out, reminders, and what it has to
 * tell (it was down, the rules were revised, it goes on from a copy, the operator acted).
 * Each is a row like a player's: in the queue, on disk, in the record. */

#include "game/batch.h"
#include "model/clock.h"

/* Before anything else is done to a playing game: tell what is to be told, and answer for
 * those whose time is over. */
void server_events_before(struct batch *batch, struct game *game);

/* Tell events that no rule brings about, as one row. False when there is no room. */
bool server_events_tell(struct batch *batch, struct game *game, const struct pn_event *events,
			size_t count);
