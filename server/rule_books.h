#pragma once
/* Are the rule books of this build whole? Asked when pennond starts. */

#include <stdbool.h>
#include <stddef.h>

#include "pennon/rules.h"

enum { RULE_BOOKS_SCENARIOS_LEAST = 2 }; /* of each book */

/* Of one book, which has so many scenarios: nothing that pn_rules_check() finds, and scenarios
 * enough. If not, `detail` says what is wrong: "conquest-1.5: decisions: reroll does not go on". */
bool rule_book_check(const struct pn_rules *rules, unsigned scenarios, char *detail, size_t size);

/* Of all books, with the scenarios that are compiled in; and their ids are in order, each once. */
bool rule_books_check(char *detail, size_t size);
