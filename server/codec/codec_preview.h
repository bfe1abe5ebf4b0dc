#pragma once
/* What a command would do, as its side can know without dice. */

#include "codec/words.h"

/* Lawful: {"cost","lawful":true,"legs":[pose,...],"odds":[{"again"?,"clause"?,"dice","drop"?,
 * "each"?,"label","modifier"?,"needed"?,"of","sides","test"?,"ways","what","who","words"},...],
 * "rolls","touches":["b2",...]}; refused:
 * {"clause"?,"code","detail","in_the_way"?,"lawful":false}. */
void codec_preview_encode(struct text *out, const struct pn_game *names,
			  const struct pn_muster *muster, const struct pn_preview *preview);

/* Append a roll and its chance in words: "97 %: Coopers: 17 or less on 2d10 for a check". */
void codec_odds_label(struct text *out, const struct pn_game *names, const struct pn_muster *muster,
		      const struct pn_odds *odds);

/* The wire code of a refusal, and its English sentence. */
const char *codec_refusal_wire(enum pn_refusal code);
const char *codec_refusal_text(enum pn_refusal code);
