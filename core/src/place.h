#pragma once
/* Where a unit can stand, by agreement or when it is deployed. */

#include "pennon/rules.h"

/* PN-10. Does the shape lie on the board, and on no impassable ground? */
struct pn_verdict pn_check_ground(const struct pn_game *view, const struct pn_shape *shape);

/* PN-12. Does some part of the body lie beyond the board's edge once it has gone so far? On the
 * edge it does not. */
bool pn_goes_over_edge(const struct pn_game *view, const struct pn_body *body, pn_vec by);
