#pragma once
/* Rows of seat administration, and codes for seats. */

#include "base/crypto.h"
#include "game/batch.h"

/* Append a row of seat administration, whose bytes say what it is. Borrowed: the batch's. */
struct snapshot *seat_admin_append(struct batch *batch, struct job *job, struct snapshot *latest,
				   struct log_row *row);

/* The code that a job gives out. */
void seat_code_text(const struct batch *batch, const struct job *job,
		    char out[CRYPTO_TOKEN_CHARACTERS + 1]);
