#pragma once
/* What the sentence of a roll says beyond its members: `event` is the JSON of a `rolled` event, as it is sent. */

#include <jansson.h>

/* The die that a roll leaves out, of three or more: the lowest, which its modifier takes off the sum (T9-69). 0: it
 * leaves none out. */
json_int_t codec_roll_left_out(const json_t *event);

/* The words that tell whether low or high passes a test: "roll.at_most" or "roll.at_least", of the catalogue's, with
 * the argument `needed`. The total shows it when it is not just what was needed. NULL: it does not, or this is no test,
 * or a pool, whose total is a number of dice. */
const char *codec_roll_bound(const json_t *event);
