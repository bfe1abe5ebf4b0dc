/* The daemon starts with whole rule books alone: what is wrong with one is said in one line. */

#include "rule_books.h"

#include <criterion/criterion.h>
#include <string.h>

#include "play.h"

static char detail[256];

Test(rule_books, those_of_this_build_are_whole)
{
	cr_expect(rule_books_check(detail, sizeof detail), "%s", detail);
}

Test(rule_books, a_fault_is_told_with_its_book_and_row)
{
	static struct pn_decision_rule decisions[64];
	struct pn_rules book = *pn_rules_at(play_book());

	memcpy(decisions, book.decisions.row, book.decisions.count * sizeof decisions[0]);
	decisions[0].resume = NULL;
	book.decisions.row = decisions;
	cr_assert(!rule_book_check(&book, RULE_BOOKS_SCENARIOS_LEAST, detail, sizeof detail));
	cr_expect_str_eq(detail, "battlesystem-2e: decisions: choose_declarer does not go on");
	memset(&decisions[1], 0, sizeof decisions[1]);
	cr_assert(!rule_book_check(&book, RULE_BOOKS_SCENARIOS_LEAST, detail, sizeof detail));
	cr_expect_str_eq(detail, "battlesystem-2e: decisions: row 1 is empty");
	book.id = NULL;
	cr_assert(!rule_book_check(&book, RULE_BOOKS_SCENARIOS_LEAST, detail, sizeof detail));
	cr_expect_str_eq(detail, ": it has no id of small letters, digits, . and -");
}

Test(rule_books, two_scenarios_are_needed)
{
	const struct pn_rules *book = pn_rules_at(play_book());

	cr_expect(rule_book_check(book, 2, detail, sizeof detail));
	cr_expect(!rule_book_check(book, 1, detail, sizeof detail));
	cr_expect_str_eq(detail, "battlesystem-2e: it has too few scenarios: 1 of 2");
}
