#pragma once
/* Random boards of Battlesystem 1e for tests that hold its walks and searches against slow ones. */

#include "random_placement.h"

/* Unit 0, red, in the middle of a board of 48 inches; unit 1, blue, near it; others of both sides,
 * ground of all kinds, now and then a road to go along, or figures that stand by themselves. False:
 * the places were no good. */
bool b1_set_board(struct pn_game *game, struct random_source *random);
