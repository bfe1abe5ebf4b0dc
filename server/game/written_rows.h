#pragma once
/* Rows of what a side writes for itself, plans and standing orders, and what they answer. Nothing tells
 * that nobody posted such a row. */

#include "game/batch.h"

/* Append one event of a side's own as a row. False when the game is too long. */
bool written_append(struct batch *batch, struct game *game, struct log_row *row,
		    const struct pn_event *event);

/* A row that no job asked for: its scope is nobody's key. */
struct log_row written_begin(const struct game *game, enum row_kind kind, pn_side side,
			     int64_t time_ms);

/* Tell a side that its plan has stopped; of PN_STOP_REFUSED `verdict` says why. False when the game is too
 * long even for that. */
bool written_stop_plan(struct batch *batch, struct game *game, pn_side side, int64_t time_ms,
		       enum pn_plan_stop reason, struct pn_verdict verdict);

/* The same for all that row_find_stops() found. */
void written_stop_plans(struct batch *batch, struct game *game, const uint8_t stops[PN_SIDES],
			int64_t time_ms);

/* What the side's passes and orders answer to the decision that it owes, whether or not it is
 * time. False: nothing. */
bool written_answer(struct batch *batch, const struct snapshot *latest, pn_side side,
		    struct pn_command *out);
