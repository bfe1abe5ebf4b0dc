#pragma once
/* Twin worlds in which apps look on: one for the foe, one for both. What the foe's app can obtain, by the
 * foe's grant and on its stream, is the same in both worlds, like what the foe can. */

#include "twins.h"

/* Play a game of worlds that were opened. Counts in `app_events` what the foe's app was told of. */
void twin_apps_play(struct twins *twins);
