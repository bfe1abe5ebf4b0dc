#!/usr/bin/env bash
# Every clause that the core cites is cited in the run of a case that claims it, and so
# is every clause of a RULES.md and of core/README.md; what cannot be tested stands, with
# its reason, in tests/cases/NOT_TESTABLE.md and nowhere else.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# "CLAUSE claimed N cited N", from the runner; a planted tree brings its own.
cited()
{
	if [[ -f $1/cited ]]; then
		cat "$1/cited"
	else
		"$build/pennon-cases" --cited
	fi
}

# Clauses in the code that an event or a refusal may carry.
in_code()
{
	tree_files "$1" | grep -E "^$1/core/.*\.c$" |
		xargs -r grep -ohE '(PN_CLAUSE\(|\{)"[A-Z][A-Z0-9]-[G0-9]+"' | grep -oE "[A-Z][A-Z0-9]-[G0-9]+"
}

# Clauses in the first cell of a table row.
in_tables()
{
	tree_files "$1" | grep -E "^$1/core/(rulesets/.*RULES|README)\.md$" |
		xargs -r grep -ohE '^\| *[A-Z0-9]+-[G0-9]+[^|]*\|' | grep -oE '[A-Z0-9]+-G?[0-9]+'
}

check()
{
	local clause
	cited "$1" | awk '$2 == "claimed" && $3 > 0 { print $1 }' | sort -u >"$scratch/claimed"
	grep -oE '^\| *[A-Z0-9]+-G?[0-9]+' "$1/tests/cases/NOT_TESTABLE.md" 2>/dev/null |
		grep -oE '[A-Z0-9]+-G?[0-9]+' | sort -u >"$scratch/excused"
	{ in_code "$1"; in_tables "$1"; } | sort -u >"$scratch/known"
	comm -23 "$scratch/known" <(sort -u "$scratch/claimed" "$scratch/excused") |
		sed 's/$/: no case claims it, and NOT_TESTABLE.md has no reason/'
	comm -12 "$scratch/claimed" "$scratch/excused" |
		sed 's/$/: has a case and a reason why it cannot have one/'
	comm -23 "$scratch/excused" "$scratch/known" | sed 's/$/: excused, but nobody knows it/'
}

self_test()
{
	must_find "a citation without a case" core/a.c <<<'return PN_CLAUSE("B2-999");'
	must_find "a rule without a case" core/rulesets/b/RULES.md <<<'| B2-998 | S | Something. |'
	must_find "a reason for nothing" tests/cases/NOT_TESTABLE.md <<<'| B2-997 | why |'
	must_accept "other numbers" core/a.c <<<'/* as B2-999 says */ int a;'
}

run_gate
