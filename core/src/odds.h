#pragma once
/* How the dice of one roll count, whether they are thrown or only reckoned with. */

#include "step.h"

/* The face that does not count, 0 when all do. */
uint8_t pn_dropped(const uint8_t *face, uint16_t count, enum pn_drop drop);

/* Does a total, the modifier in it, make the roll? */
bool pn_roll_makes_it(const struct pn_roll *roll, int16_t total);
