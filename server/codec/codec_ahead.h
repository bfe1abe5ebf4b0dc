#pragma once
/* What a side will probably be asked next, as lookAhead answers it. */

#include "codec/codec_actions.h"
#include "model/ahead.h"

/* {"actions":[...],"decision":"movement"|null,"end":"asked","phase":"movement","places":[{"pose",
 * "unit"},...],"turn":2,"version":7}. `list` is of the position played on to, `now` the side's
 * view; "places" are where its units stand by then that move before. Only with the end "asked"
 * there are a decision and actions. */
void codec_ahead_encode(struct text *out, const struct codec_list *list, const struct pn_game *now,
			pn_side side, enum ahead_end end, uint32_t version);
