#pragma once
/* Random boards of Conquest for tests of its reforms. */

#include "pennon/muster.h"
#include "random_placement.h"

void cq_add_regiment(struct pn_muster *muster, struct random_source *random, pn_side side,
		     pn_pose pose);
void cq_add_wall(struct pn_muster *muster, struct random_source *random);

/* A red regiment in the middle that acts, a friend perhaps, and enemies and walls round it. */
bool cq_set_board(struct pn_game *game, struct random_source *random, bool premeasure);
