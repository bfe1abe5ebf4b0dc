#pragma once
/* Standing on a hill, and being led up it. Which kinds of ground are hills, and what follows for a
 * unit, a book says itself. */

#include "pennon/rules.h"

/* Does all of the base stand on the hill, or on those as high that meet it? `hills` has a bit for each
 * kind of ground that is a hill. */
bool pn_is_wholly_up(const struct pn_game *view, const struct pn_shape *base,
		     const struct pn_terrain *hill, uint32_t hills);

/* Does the way lead inwards over an edge of the hill that the base stands across? */
bool pn_steps_up(const struct pn_shape *base, pn_vec way, const struct pn_shape *hill);
