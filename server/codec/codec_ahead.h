#pragma once
/* What a side will probably be asked next, as lookAhead answers it. */

#include "codec/codec_actions.h"
#include "model/ahead.h"

/* What is told besides the list. */
struct codec_ahead {
	const struct pn_game *now; /* the side's view; the list is of the position played on to */
	pn_side side;
	enum ahead_end end;
	uint8_t carried_out;
	const struct pn_preview *refused; /* the plan's next command; NULL: none is */
	const struct pn_preview
		*then; /* what was looked at in the position come to; NULL: nothing */
	uint32_t version;
};

/* {"actions":[...],"carried_out":1,"decision":"movement"|null,"end":"asked","phase":"movement",
 * "places":[{"pose","unit"},...],"preview"?,"refusal"?,"turn":2,"version":7}. "places" are where the
 * side's units stand by then that move before. Only with the end "asked" there are a decision and
 * actions. */
void codec_ahead_encode(struct text *out, const struct codec_list *list,
			const struct codec_ahead *ahead);
