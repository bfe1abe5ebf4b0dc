#pragma once
/* What twin worlds play with. */

#include "pennon/rules.h"
#include "random_placement.h"

/* Two to four companies a side that declare in secret; in a quarter of the games they are
 * deployed in secret, too. */
void twin_muster(struct pn_muster *muster, struct random_source *random);
