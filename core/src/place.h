#pragma once
/* Where a unit can stand, by agreement or when it is deployed. */

#include "pennon/rules.h"

/* PN-10. Does the shape lie on the table, and on no impassable ground? */
struct pn_verdict pn_check_ground(const struct pn_game *view, const struct pn_shape *shape);
