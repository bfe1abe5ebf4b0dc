#pragma once
/* How jobs are answered, whatever their kind: a problem, the state they are about, and what was answered
 * to the same key before. */

#include "base/crypto.h"
#include "game/batch.h"
#include "game/problem.h"

/* If the key was used before: answer from then, or why not. True when the job is answered. */
bool command_repeated(struct job *job);

/* Fill what the author of row `index` is told: the receipt. */
void command_answer_act(struct job *job, struct snapshot *state, uint32_t index);

/* Answer with a problem and the state it is about (NULL: none). */
void command_fail(struct job *job, enum problem_code problem, struct snapshot *state);

/* What identifies a job that broke a rule: whose, in which state of which game. */
struct fault_case command_case(const struct job *job);

/* The time of a new row. What everybody sees never goes back in time; what only its side
 * sees holds nothing up, or a clock that is set back would tell when it was written. */
int64_t command_time(const struct batch *batch, const struct snapshot *latest);

/* Begin a row for a job. */
struct log_row command_row(const struct job *job, enum row_kind kind, int64_t time_ms);
