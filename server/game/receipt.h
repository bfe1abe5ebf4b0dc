#pragma once
/* The receipts of a batch, one tree of which they are leaves (base/merkle.h). */

#include "game/batch.h"

/* Note that the batch's last row is a command of this job, which gets a receipt. */
void receipts_add(struct batch *batch, struct job *job);

/* When the rows are whole: give each receipt its place in the tree, which goes into its row, and begin to
 * sign the root. */
void receipts_begin(struct batch *batch);

/* After receipts_begin(), whatever became of the batch: wait for the signature, which the jobs
 * get. */
void receipts_end(struct batch *batch);
