#pragma once
/* Possible charges, and why not. */

#include "base/text.h"
#include "pennon/rules.h"

/* A list of {"do","says","target","unit"}: for each unit of the side and each enemy, in order,
 * what the rules say (a preview) to the charge that could be asked for now, or, where none can
 * be, to one of another moment. What is offered stands as it is offered, with its way; all else is
 * asked for without one. `actions` are those of the side; `preview` is room for one. */
void charges_write(struct text *out, const struct pn_game *view, const struct pn_muster *muster,
		   pn_side side, const struct pn_actions *actions, struct pn_preview *preview);
