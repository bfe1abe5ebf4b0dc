#pragma once
/* What each kind of job does to its game, in memory. */

#include "game/batch.h"
#include "game/crypto.h"

void command_act(struct batch *batch, struct job *job);
void command_join(struct batch *batch, struct job *job);
void command_create(struct batch *batch, struct job *job);
void command_player(struct batch *batch, struct job *job);

/* Invitations, codes, talk, rematches: desk_jobs.c. */
void command_desk(struct batch *batch, struct job *job);

/* If the key was used before: answer from then, or why not. True when the job is answered. */
bool command_repeated(struct job *job);

/* Answer with a problem and the state it is about (NULL: none). */
void command_fail(struct job *job, enum problem_code problem, struct snapshot *state);

/* What identifies a job that broke a rule: whose, in which state of which game. */
struct fault_case command_case(const struct job *job);

/* Remember that this job broke a rule, and answer so. */
void command_fault(struct batch *batch, struct job *job, const struct fault *fault);

/* The time of a new deed. What everybody sees never goes back in time; what only its side
 * sees holds nothing up, or a clock that is set back would tell when it was written. */
int64_t command_time(const struct batch *batch, const struct snapshot *latest);

/* Append a deed of the desk, whose bytes say what it is. Borrowed: the batch's. */
struct snapshot *desk_append(struct batch *batch, struct job *job, struct snapshot *latest,
			     struct deed *deed);

/* The code that a job gives out. */
void desk_code_text(const struct batch *batch, const struct job *job,
		    char out[CRYPTO_TOKEN_CHARACTERS + 1]);

/* Begin a deed for a job. */
struct deed command_deed(const struct job *job, enum deed_kind kind, int64_t time_ms);
