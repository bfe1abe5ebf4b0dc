#pragma once
/* Battles as somebody makes them in the editor: ground of any outline anywhere, units moved,
 * turned, thinned and put in contact, a battle under way or not, and now and then a mistake. */

#include "play.h"

/* Make one. It is what a muster's own check took, change by change, but in one of six, whose
 * last change stands whatever it is. */
void play_random_battle(struct pn_muster *muster, uint8_t ruleset, struct random_source *random);
