#pragma once
/* What a position is worth, by the table of its rule book. */

#include "pennon/judgement.h"
#include "pennon/opponent.h"

enum { PN_JUDGE_UNIT = 1000, PN_JUDGE_GAME = 1000000 };

/* What each side brings into the melee of a unit: figures, by what they are worth, the state they
 * are in and how they came into it. */
void pn_judge_melee(const struct pn_game *game, const bool in[PN_UNITS_MAX],
		    int64_t power[PN_SIDES]);

/* What `game` is worth to `side`: a unit in good order with all its figures is PN_JUDGE_UNIT, a
 * game won PN_JUDGE_GAME. `ways` is the chart of its board, or NULL: as if one could go anywhere. */
int32_t pn_judge(const struct pn_game *game, pn_side side, const struct pn_ways *ways);
