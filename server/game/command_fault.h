#pragma once
/* A rule broke while a job was done. */

#include "game/batch.h"

/* Remember that this job broke a rule, and answer so. */
void command_fault(struct batch *batch, struct job *job, const struct fault *fault);
