#pragma once
/* Random boards of The 9th Age for tests that hold its searches against slow ones. */

#include "random_placement.h"

/* Red chargers in the south, a blue target in the north, the last but for what stands between
 * or beside. False: the places were no good. */
bool t9_set_board(struct pn_game *game, struct random_source *random, int chargers);
pn_unit_id t9_board_target(const struct pn_game *game);
