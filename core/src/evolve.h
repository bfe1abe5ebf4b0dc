#pragma once
/* What folding a list of events shares with taking one in. */

#include "pennon/rules.h"

/* Count the mark. True when it is the first event of its command. */
bool pn_count_mark(struct pn_game *game, struct pn_mark mark);

/* Count its mark, and note what may be taken back from now on (PN-05, PN-32) and who has
 * played on (PN-30, PN-41). */
void pn_note_undo(struct pn_game *game, const struct pn_event *event);

/* ---- evolve_parley.c: what is settled between the players ---- */

/* Each takes in the event that its name says. */
void pn_take_umpire_seated(struct pn_game *game, const struct pn_event *event);
void pn_take_umpire_lost(struct pn_game *game, const struct pn_event *event);
void pn_take_question(struct pn_game *game, const struct pn_event *event);
void pn_take_question_answer(struct pn_game *game, const struct pn_event *event);
void pn_take_proposal(struct pn_game *game, const struct pn_event *event);
void pn_take_proposal_answer(struct pn_game *game, const struct pn_event *event);
void pn_take_method_withdrawn(struct pn_game *game, const struct pn_event *event);
void pn_take_outcome(struct pn_game *game, const struct pn_event *event);
void pn_take_outcome_answer(struct pn_game *game, const struct pn_event *event);

/* Likewise dice of the cup; and what is counted anew of them when a turn has begun. */
void pn_take_cup(struct pn_game *game, const struct pn_event *event);
void pn_begin_cups(struct pn_game *game);

/* The umpire is no longer asked about a proposal of this kind. */
void pn_forget_question(struct pn_game *game, uint8_t kind);
