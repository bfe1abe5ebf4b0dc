#pragma once
/* What folding a list of events shares with taking one in. */

#include "pennon/rules.h"

/* Count the mark. True when it is the first event of its command. */
bool pn_count_mark(struct pn_game *game, struct pn_mark mark);
