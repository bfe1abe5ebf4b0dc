#pragma once
/* Does a rule book hold together? Asked when pennond starts, and by the tests. */

#include "pennon/rules.h"

/* What is wrong with a rule book. */
struct pn_rules_fault {
	const char *table; /* "decisions": the member of struct pn_rules; "rules": its head */
	uint8_t row;       /* of that table */
	const char *name;  /* of the row; NULL: it has none */
	const char *what;  /* "does not go on"; NULL: nothing is wrong */
};

/* The first thing that is wrong with a book's tables, whatever it holds: rows without a name
 * or with another's, cells that must not be empty, numbers out of range, clauses that are
 * neither the book's nor PN-, a decision that cannot be answered (no fallback, no list, a
 * command that the book has not) and a command that answers none. Calls none of its cells.
 * A table that is not empty must have its rows; `commands` must be there. */
struct pn_rules_fault pn_rules_check(const struct pn_rules *rules);
