#pragma once
/* The cup (PN-60): dice that a side names itself, for what the book leaves to other chapters.
 * Nothing of it touches a decision, a clock or any other die, and nobody takes it back. */

#include "step.h"

/* May a side roll these dice? Asked of the side's own view. */
struct pn_verdict pn_check_cup(const struct pn_game *view, pn_side side,
			       const struct pn_command *command);

/* Roll them before everybody. */
void pn_apply_cup(struct pn_step *step, pn_side side, const struct pn_command *command);
