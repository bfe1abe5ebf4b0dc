#pragma once
/* Whether a straight line from a point to a point passes through a shape, exactly. */

#include "pennon/geometry.h"

/* Does the line from a to b pass through the inside of the shape? Along an edge and through
 * a corner it does not. The shape is simple and clockwise. */
bool pn_passes_through(const struct pn_shape *shape, pn_vec a, pn_vec b);
