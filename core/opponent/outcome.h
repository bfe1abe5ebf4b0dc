#pragma once
/* How the practice opponent settles melees with the other side. The rule, which README.md here
 * tells players:
 *
 * It reckons what either side brings into the melee (pn_judge_melee()). A side that brings a tenth
 * more beats the other: the beaten lose figures and come into another state by the book's table,
 * and the winner loses half as many; else all lose that and nobody is beaten. That is what it
 * proposes, as often as it may (PN-24); and when it may not any more it leaves the melee open. It
 * accepts what is worth to it at least as much, and refuses what is not. */

#include "pennon/rules.h"

/* What it reckons the melee of `unit` comes to. */
void pn_outcome_fair(struct pn_outcome *out, const struct pn_game *view, pn_unit_id unit);

/* What `side`, which owes the melee on top, says to it. `then` is scratch. */
struct pn_command pn_outcome_answer(const struct pn_game *view, pn_side side, struct pn_game *then);
