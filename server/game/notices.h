#pragma once
/* What players are told outside their streams: rows of an outbox, in the transaction of what they
 * are about. notify/courier.h delivers them.
 *
 * A turn is told when it comes. A player who has written something that may answer is told after
 * the look at it (automation.h), and only if nothing comes of it; so nobody is told of a turn that
 * their plan takes. What anybody may read, as in a channel, follows from the public view alone: it
 * comes OPEN_WAIT_MS after the turn, unless that was taken by then. One is told of a turn until it
 * is taken, and not again. */

#include "game/batch.h"
#include "game/notice_kinds.h"

enum { OPEN_WAIT_MS = 5000 };

/* A game goes from what the batch has of it to `next`, by `row`: add what is to be told. */
void notices_add(struct batch *batch, struct game *game, const struct snapshot *next,
		 const struct log_row *row);

/* Is what the side is asked about a unit of the other side's, on its way? */
bool notices_reacts(const struct snapshot *state, pn_side side);

/* One more notice of the batch, for a player; "": for seats. The id is copied. */
struct store_notice *notices_next(struct batch *batch, const char *player);
