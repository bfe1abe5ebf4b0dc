#pragma once
/* The musters that figures are measured on. */

#include "codec/codec_ruleset.h"

/* The ruleset they are for: Battlesystem 2e. */
uint8_t bench_book(void);

/* 20 units a side of 20 figures in two lines within charging distance, 10 pieces of
 * terrain; 99 turns. With `rating` 1 no check is ever passed, with 20 each. */
void muster_standard(struct pn_muster *muster, int32_t rating);
#define MUSTER_STANDARD "40 units of 20 figures, 10 pieces of terrain"

/* So many units a side, up to 40, in lines of 20 and otherwise as in the standard one. */
void muster_lines(struct pn_muster *muster, int units);
#define MUSTER_LINES "lines of 20 units of 20 figures, 10 pieces of terrain"

/* As much as the limits admit: 40 units a side of 200 figures, 24 pieces of terrain of 16
 * points. */
void muster_heaviest(struct pn_muster *muster, int32_t rating);
#define MUSTER_HEAVIEST "80 units of 200 figures, 24 pieces of terrain of 16 points"

/* The scenario of the ruleset with the most units. False: it has none. */
bool muster_largest(uint8_t ruleset, struct codec_scenario *out);
