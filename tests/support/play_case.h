#pragma once
/* Games played at random from where the cases of a rule book begin: places in which more of
 * its clauses come up than a random muster ever leads to. */

#include "play.h"

enum { PLAY_CASES_MAX = 2048 };

/* Load the cases of a folder of `root`, which is tests/cases; what was loaded before is given
 * back. How many there are. Ends the program when they cannot be read or are too many. */
size_t play_cases_load(const char *root, const char *folder);

/* Does the case of this number say that its run cites the clause? */
bool play_case_claims(size_t number, const char *clause);

/* Begin a game, under any ruleset whose musters look the same, where the case of this number
 * does. False: it begins nowhere, because its muster is to be refused, or with what one side
 * alone knows. */
bool play_begin_case(struct play *play, uint8_t ruleset, size_t number, uint64_t seed);
