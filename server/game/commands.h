#pragma once
/* What each kind of job does to its game, in memory. */

#include "base/crypto.h"
#include "game/batch.h"
#include "game/problem.h"

/* Each does one job of its kind: on copies of the games that the batch has changed, with rows for
 * the store, and the job's answer or problem. A job whose game is not in memory has none pinned
 * (`held` is NULL). */

/* Taking a seat, by an invitation, a hand-over or as umpire; making a game: creation.c. */
void command_join(struct batch *batch, struct job *job);
void command_create(struct batch *batch, struct job *job);

/* Players and their tokens: accounts.c. */
void command_account(struct batch *batch, struct job *job);
void command_battle(struct batch *batch, struct job *job);
void command_hook(struct batch *batch, struct job *job);

/* Apps and what they are allowed: app_jobs.c, apps.c. */
void command_app(struct batch *batch, struct job *job);
void command_grant(struct batch *batch, struct job *job);

/* Put an app into the batch as `facts` has it, whose token follows from its number; put a grant. */
void batch_add_app(struct batch *batch, const struct app_facts *facts, enum store_app_act act);
void batch_add_grant(struct batch *batch, const struct grant_facts *facts, bool ended);

/* Does the batch change an app or a grant of the player's? */
bool apps_are_under_way(const struct batch *batch, const char *player);

/* All that the player granted ends, and their apps need other tokens: whoever had a token of theirs
 * may have made them. */
void apps_end_for(struct batch *batch, struct job *job);

/* Take in an app or a grant as the store has it, and tell whom it concerns. */
void apps_take_app(struct service *service, const struct store_app *app);
void apps_take_grant(struct service *service, const struct store_grant *grant);

/* One who is known elsewhere and a player are the same, or no longer: links.c. */
void command_link(struct batch *batch, struct job *job);

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

/* Invitations, codes, talk, rematches: seat_admin_jobs.c. */
void command_seat_admin(struct batch *batch, struct job *job);

/* A player's command, with what follows from it for the server: commands.c. */
void command_act(struct batch *batch, struct job *job);

/* An army that is written in secret: army_jobs.c. */
void command_army(struct batch *batch, struct job *job);

/* A plan or standing orders; going on with what was written. */
void command_write(struct batch *batch, struct job *job);
void command_automation(struct batch *batch, struct job *job);

/* One command being given: by a job, or by what a side has written. */
struct acting {
	/* asked */
	struct batch *batch;
	pn_side side;
	const struct pn_command *command;
	const char *text; /* canonical */
	size_t text_size;
	struct snapshot *latest;
	struct log_row row; /* begun */
	/* answered */
	struct snapshot *next; /* the state after it, when it is done: the caller's */
	struct pn_verdict verdict;
	bool too_long, done;
	uint8_t stops[PN_SIDES]; /* enum pn_plan_stop, of the plans that it stops */
};

/* Check it on the side's own view, do it on a copy and append it to the log. False when a
 * rule broke; unless it is `done` nothing has happened. */
bool acting_try(struct acting *acting, struct fault *fault);

/* Is there room for a command of the side's? Room is kept for a last one, so that a game
 * that is too long can still end. Only what the side itself sees is counted: what the other
 * writes in secret takes up a room of its own, and can neither be felt nor stop the game. */
bool command_has_room(const struct snapshot *latest, pn_side side, enum pn_command_kind kind);

/* If the key was used before: answer from then, or why not. True when the job is answered. */
bool command_repeated(struct job *job);

/* Fill what the author of row `index` is told: the receipt. */
void command_answer_act(struct job *job, struct snapshot *state, uint32_t index);

/* Answer with a problem and the state it is about (NULL: none). */
void command_fail(struct job *job, enum problem_code problem, struct snapshot *state);

/* What identifies a job that broke a rule: whose, in which state of which game. */
struct fault_case command_case(const struct job *job);

/* Remember that this job broke a rule, and answer so. */
void command_fault(struct batch *batch, struct job *job, const struct fault *fault);

/* The time of a new row. What everybody sees never goes back in time; what only its side
 * sees holds nothing up, or a clock that is set back would tell when it was written. */
int64_t command_time(const struct batch *batch, const struct snapshot *latest);

/* Append a row of seat administration, whose bytes say what it is. Borrowed: the batch's. */
struct snapshot *seat_admin_append(struct batch *batch, struct job *job, struct snapshot *latest,
				   struct log_row *row);

/* The code that a job gives out. */
void seat_code_text(const struct batch *batch, const struct job *job,
		    char out[CRYPTO_TOKEN_CHARACTERS + 1]);

/* Begin a row for a job. */
struct log_row command_row(const struct job *job, enum row_kind kind, int64_t time_ms);
