#pragma once
/* Two worlds whose games have secret armies: what the owner writes differs, when both are there
 * and when it is sealed does not. */

#include "twins.h"

/* Play one game of armies from the writing to its end before turn 1, or to the reveal, after
 * which the worlds are apart. `reopens`: both are stopped and started again on the way. */
void twin_armies_play(struct twins *twins, bool reopens);
