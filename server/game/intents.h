#pragma once
/* What both sides have written for themselves, as a snapshot keeps it: folded from the
 * rows of its log like everything else, so it survives a restart and an undo. What was
 * written last is shared by the snapshots that know it and never changes. */

#include "game/game_log.h"
#include "game/state_coder.h"
#include "model/plan.h"

enum {
	/* Of one side in one game, plans, orders and drafts together: half of a mebibyte each, for
	 * neither side may feel what the other writes. Past it, no more. */
	WRITTEN_BYTES_MAX = 512 * 1024,
};

struct kept_plan;
struct kept_orders;

/* What one side has written, and how far it has come. */
struct written {
	struct intent intent;
	struct kept_plan *plan; /* held; NULL: never one */
	struct kept_orders *orders;
	int64_t orders_ms;   /* when the orders were set */
	uint32_t orders_row; /* the number of their row */
	uint32_t bytes;      /* of all that it ever wrote for itself alone */
};

/* Take and drop a reference to what is shared. */
void written_hold(const struct written *written);
void written_release(struct written *written);

/* Take in the row number `index` of the log, both sides' shares. `names` is any state of
 * the game. */
void written_take_row(struct written written[PN_SIDES], const struct game_log *log, uint32_t index,
		      const struct pn_game *names);

/* A state row's part of what `side` has written: state_coder.h. `names` is any state of the game. */

void written_code(struct state_coder *coder, struct written *written, pn_side side,
		  const struct pn_game *names);

/* Did the side write this for itself alone, so that nobody else sees anything of it? */
bool written_is_draft(const struct game_log *log, const struct log_row *row);

/* The scope of a row that a plan or an order did: nobody's key makes it. */
void written_automatic_scope(uint8_t out[SCOPE_BYTES], uint32_t index);
