#pragma once
/* What a side has written (model/plan.h) is looked at here: on a thread of its own, in published
 * states, so no answer waits for it and the time of none tells of it. What comes of a look is a
 * job like a player's, for the state that was looked at; when the game has gone on meanwhile it
 * is dropped, and the newer state is looked at.
 *
 * That a look is owed is in the game's last row (server.look_owed), so it follows after a kill. */

#include "game/job.h"
#include "model/plan.h"

struct automation;

/* One whose thread does not run yet: what is owed is kept for it. */
struct automation *automation_create(struct service *service);

/* Start the thread, at the lowest priority that the system has. False when it has none to give. */
bool automation_start(struct automation *automation);

/* Stop it; what is owed is looked at after the next start. Takes NULL. */
void automation_stop(struct automation *automation);
void automation_destroy(struct automation *automation);

/* What the opponent does in a state that it was asked about (opponent.h). */
void automation_hear_opponent(void *automation, const struct snapshot *latest,
			      const struct intent_answer *answer);

/* A look is owed in this game. From any thread. */
void automation_note(struct automation *automation, const char *game);

/* The writer's: no look begins between the two, while it answers. */
void automation_hold(struct automation *automation);
void automation_release(struct automation *automation);

/* Wait until no look is owed and nothing that came of one is on its way: for tests, and for
 * whoever measures. Answers that come later are not waited for. */
void automation_settle(struct automation *automation);

/* How many looks there were, ever. */
uint64_t automation_looks(const struct automation *automation);
