#pragma once
/* What a batch has of players and their tokens. */

#include "game/batch.h"
#include "game/players.h"
#include "game/problem.h"

/* Does the batch change the player, or a token of theirs? Do they take a seat in it? */
bool account_is_under_way(const struct batch *batch, const char *player);
bool account_sits_down(const struct batch *batch, const char *player);

/* Put a token for the job's player into the batch, which is `job->token`; put the end of one. Is it
 * made in the batch already? */
void account_make_token(struct batch *batch, struct job *job, const char *id, const char *name,
			uint8_t may);
void account_end_token(struct batch *batch, const struct token_facts *token);
bool account_makes_token(const struct batch *batch, const char *token);

/* Write down in which hour tokens were last used, of those where it is not written yet. */
void account_note_used(struct batch *batch);

/* Has the player left, or are they leaving in this batch? False for "", who is no player. */
bool account_is_gone(const struct batch *batch, const char *player);

/* Change what a player keeps by `change`, and refuse the job as that says: busy while
 * (`is_busy`) another change of theirs is in the batch, no such player when they have left. */
void command_of_player(struct batch *batch, struct job *job, bool is_busy,
		       enum problem_code (*change)(struct batch *batch, struct job *job));
