#include "rule_books.h"

#include <stdio.h>
#include <string.h>

#include "codec/codec_ruleset.h"
#include "pennon/rules_check.h"

bool rule_book_check(const struct pn_rules *rules, unsigned scenarios, char *detail, size_t size)
{
	const struct pn_rules_fault fault = pn_rules_check(rules);

	if (fault.what)
		snprintf(detail, size, "%s: %s: %s %s", rules->id ? rules->id : "", fault.table,
			 fault.name ? fault.name : "it", fault.what);
	else if (scenarios < RULE_BOOKS_SCENARIOS_LEAST)
		snprintf(detail, size, "%s: has %u scenarios, and needs %d", rules->id, scenarios,
			 RULE_BOOKS_SCENARIOS_LEAST);
	return !fault.what && scenarios >= RULE_BOOKS_SCENARIOS_LEAST;
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
