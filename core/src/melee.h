#pragma once
/* Outcome by agreement: cells for the rulesets whose chapters leave melees to others.
 *
 * A melee is all the units that contacts join. Once a turn both sides owe a decision about
 * each: whoever likes proposes an outcome, and then the other owes an answer. It ends when an
 * outcome is accepted, when a side leaves it open, or when three proposals were refused. Of a
 * pending decision of this decision `unit` is the lowest unit of the melee and `value` counts
 * the proposals that were refused. */

#include "step.h"

/* The lowest unit of the next melee that was not decided on this turn, or PN_NO_UNIT. */
pn_unit_id pn_next_melee(const struct pn_game *game);

/* Open the decision on a melee, by the index that the ruleset gives it. */
void pn_open_melee(struct pn_step *step, uint8_t decision, pn_unit_id unit);

/* PN-24. Propose what came of the melee; the other side accepts it or not. */
struct pn_verdict pn_check_propose_outcome(const struct pn_game *view, pn_side side,
					   const struct pn_command *command);
void pn_apply_propose_outcome(struct pn_step *step, pn_side side, const struct pn_command *command);

/* Accepting and refusing: something must be proposed. */
struct pn_verdict pn_check_answer_outcome(const struct pn_game *view, pn_side side,
					  const struct pn_command *command);
void pn_apply_accept_outcome(struct pn_step *step, pn_side side, const struct pn_command *command);
void pn_apply_refuse_outcome(struct pn_step *step, pn_side side, const struct pn_command *command);

/* PN-24. The melee goes on, undecided; that ends the decision. */
struct pn_verdict pn_check_leave_open(const struct pn_game *view, pn_side side,
				      const struct pn_command *command);
void pn_apply_leave_open(struct pn_step *step, pn_side side, const struct pn_command *command);

/* What the side may do about the melee on top. */
void pn_list_melee(const struct pn_game *view, pn_side side, struct pn_actions *out);

/* Leaving it open is always lawful. */
struct pn_command pn_default_melee(const struct pn_game *view, pn_side side);
