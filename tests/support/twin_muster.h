#pragma once
/* The musters of twin worlds. */

#include "pennon/rules.h"
#include "random_placement.h"

/* Two lines within reach of each other, so that there is something to declare; one in four
 * deployed in secret. */
void twin_muster_make(struct pn_muster *muster, uint8_t book, struct random_source *random);

/* The same units, to be deployed in secret: each side has its end of the table. */
void twin_muster_deploy(struct pn_muster *muster);
