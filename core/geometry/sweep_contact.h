#pragma once
/* The second half of a sweep: what was found is described. */

#include "sweep.h"

/* Fill in all but `at` and `obstacle`, which are known: the mover meets that obstacle then. */
void pn_sweep_describe(struct pn_sweep_contact *contact, const struct pn_shape *mover,
		       pn_vec displacement, const struct pn_shape *obstacle);
