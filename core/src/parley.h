#pragma once
/* What the players propose to one another at any time, whoever is to decide: a draw, a result,
 * to take back what is no longer free, another method of declaring, an umpire (PN-30 to PN-33).
 * Nothing of it touches the stack of decisions. */

#include "step.h"

/* Is the command one of these? */
bool pn_is_proposal(enum pn_command_kind kind);

/* Is it lawful now for this side? Asked of the side's own view. */
struct pn_verdict pn_check_proposal(const struct pn_game *view, pn_side side,
				    const struct pn_command *command);

/* Do it. True: marks were taken back, and the game must be folded again. */
bool pn_apply_proposal(struct pn_step *step, pn_side side, const struct pn_command *command);

/* PN-32. May what a side did last be taken back, if that is granted? Its mark, when it may;
 * and taking back that command and all that followed. */
struct pn_verdict pn_check_undoing(const struct pn_game *view, pn_side side);
uint16_t pn_undoing_mark(const struct pn_game *game, pn_side side);
void pn_undo_from(struct pn_step *step, uint16_t mark);

/* Do the players agree, under this method, which side begins to declare? */
bool pn_can_agree_who_begins(uint8_t method);

/* Append what a side may do of it. */
void pn_list_proposals(const struct pn_game *view, pn_side side, struct pn_actions *out);
