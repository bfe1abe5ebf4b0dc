#pragma once
/* The umpire (PN-50 to PN-53): a third person whom both sides agreed to. An umpire has no side,
 * sees what the public sees, answers what a side asks, and does nothing else: an umpire never
 * decides, moves or rolls. A question stops nothing. */

#include "step.h"

/* Is the command one that asks the umpire, takes a question back, or is the umpire's? */
bool pn_is_for_umpire(enum pn_command_kind kind);

/* May a side ask this, or take its question back? */
struct pn_verdict pn_check_question(const struct pn_game *view, pn_side side,
				    const struct pn_command *command);

/* May the umpire, whose view is the public's, do this? */
struct pn_verdict pn_check_ruling(const struct pn_game *view, const struct pn_command *command);

/* Do it; `side` is PN_PUBLIC for the umpire. True: marks were taken back, and the game must
 * be folded again. */
bool pn_apply_question(struct pn_step *step, pn_side side, const struct pn_command *command);

/* Append what a side may ask, or the umpire answer. */
void pn_list_questions(const struct pn_game *view, pn_side side, struct pn_actions *out);
void pn_list_rulings(const struct pn_game *view, struct pn_actions *out);
