#pragma once
/* What the server itself does to a game: clocks that ran out, reminders, and what it has to
 * tell (it was down, the rules were revised, it goes on from a copy, the operator acted).
 * Each is a row like a player's: in the queue, on disk, in the record. */

#include "game/batch.h"
#include "model/clock.h"

/* Before anything else is done to a playing game: tell what is to be told, and answer for
 * those whose time is over. */
void server_events_before(struct batch *batch, struct game *game);

/* JOB_OPERATE and JOB_FORGET: operate.c. */
void command_operate(struct batch *batch, struct job *job);
void command_forget(struct batch *batch, struct job *job);

/* JOB_CLOCK: the same, and remind who is to be reminded. */
void command_clock(struct batch *batch, struct job *job);

/* Tell events that no rule brings about, as one row. False when there is no room. */
bool server_events_tell(struct batch *batch, struct game *game, const struct pn_event *events,
			size_t count);

/* What a row that has just been appended to `next`'s log leaves besides its events;
 * written into the row. Called after the events were taken in. */
void server_events_follow(struct snapshot *next, const struct pn_events *events);
