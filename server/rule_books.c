#include "rule_books.h"

#include <stdio.h>
#include <string.h>

#include "codec/codec_ruleset.h"
#include "pennon/rules_check.h"

/* What a fault is of: the row by its name or its number, or the whole table. */
static void write_fault(const struct pn_rules_fault *fault, char *out, size_t size)
{
	if (fault->name)
		snprintf(out, size, "%s: %s %s", fault->table, fault->name, fault->what);
	else if (strcmp(fault->table, "rules") == 0)
		snprintf(out, size, "it %s", fault->what);
	else
		snprintf(out, size, "%s: row %u %s", fault->table, fault->row, fault->what);
}

bool rule_book_check(const struct pn_rules *rules, unsigned scenarios, char *detail, size_t size)
{
	const struct pn_rules_fault fault = pn_rules_check(rules);
	char what[160] = "";

	if (fault.what)
		write_fault(&fault, what, sizeof(what));
	else if (scenarios < RULE_BOOKS_SCENARIOS_LEAST)
		snprintf(what, sizeof(what), "it has too few scenarios: %u of %d", scenarios,
			 RULE_BOOKS_SCENARIOS_LEAST);
	if (what[0])
		snprintf(detail, size, "%s: %s", rules->id ? rules->id : "", what);
	return !what[0];
}

bool rule_books_check(char *detail, size_t size)
{
	for (uint8_t i = 0; i < pn_rules_count(); i++) {
		const struct pn_rules *rules = pn_rules_at(i);

		if (!rule_book_check(rules, codec_scenarios_count(i), detail, size))
			return false;
		if (i > 0 && strcmp(pn_rules_at((uint8_t)(i - 1))->id, rules->id) >= 0) {
			snprintf(detail, size, "%s: is not in the order of the ids", rules->id);
			return false;
		}
	}
	return true;
}
