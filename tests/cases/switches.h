#pragma once
/* Does a switch do anything? A case that sets one must come out otherwise without it. */

#include "case.h"

/* Play each case that sets a switch once more without it, and print each position of a switch
 * that no case of its book tells from the default. How many there are. */
size_t switches_without_effect(const struct rule_case *cases, size_t count, const json_t *defaults);
