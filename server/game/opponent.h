#pragma once
/* The practice opponent (pennon/opponent.h) as the player of a seat: on a thread of its own, of the
 * lowest priority, from its side's view in the published state. What it does goes the way of what
 * automation finds (automation.h), which hands it the games in which something is asked of it.
 *
 * How many it plays, and whose they are, is kept here for as long as they run. */

#include "game/limits.h"
#include "game/snapshot.h"
#include "pennon/rules.h"

struct opponent;

enum {
	OPPONENT_GAMES_MAX = 4,  /* that one may play against it at a time */
	OPPONENT_QUEUE_MAX = 64, /* games in which it is asked at a time; others come later */
};

/* Called once for each state that it was asked about, with what it does there; NULL: nothing, or it
 * was stopped. */
typedef void opponent_hearer(void *context, const struct snapshot *latest,
			     const struct intent_answer *answer);

/* One whose thread does not run yet. */
struct opponent *opponent_create(struct service *service, opponent_hearer *hear, void *context);

/* Start the thread. False when the system has none to give. */
bool opponent_start(struct opponent *opponent);

/* Stop it, in the middle of a thought if need be; what it was asked it is asked after the next
 * start. Take NULL. */
void opponent_stop(struct opponent *opponent);
void opponent_destroy(struct opponent *opponent);

/* Is the side its own in this game, and something asked of it? */
bool opponent_owes(const struct snapshot *snapshot, pn_side side);

/* Think about this state, which is held meanwhile. False when too many wait for that. */
bool opponent_ask(struct opponent *opponent, struct snapshot *snapshot);

/* Do as many wait as may? */
bool opponent_is_full(struct opponent *opponent);

/* It plays in this game, that `origin` made (struct job; 0: a player, or nobody knows), or no
 * longer. */
void opponent_note(struct opponent *opponent, const char *game, uint32_t origin, bool plays);

/* How many of its games the player is in; "": who has no player, and asks from `origin`. */
size_t opponent_games(struct opponent *opponent, const char *player, uint32_t origin);
