#!/usr/bin/env bash
# Every clause that the core cites is cited in the run of a case that claims it. Every other
# clause of a RULES.md and of core/clauses.md is shown by a case; what cannot be tested stands,
# with its reason, in tests/cases/NOT_TESTABLE.md and nowhere else: fewer than one in twenty.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# Clauses in the code that an event or a refusal may carry.
in_code()
{
	tree_files "$1" | grep -E "^$1/core/.*\.c$" |
		xargs -r grep -ohE '(PN_CLAUSE\(|\{)"[A-Z][A-Z0-9]-[G0-9]+"' | grep -oE "[A-Z][A-Z0-9]-[G0-9]+"
}

# Clauses of the books and of Pennon, as the page shows them; a planted tree brings its own.
in_tables()
{
	if [[ $1 == "$root" ]]; then
		"$build/pennon-tables" clauses || echo "NO-0 pennon-tables"
	elif [[ -f $1/tables ]]; then
		cat "$1/tables"
	fi
}

check()
{
	local clause
	cited "$1" >"$scratch/runs"
	awk '$2 == "shown" && $3 > 0 { print $1 }' "$scratch/runs" | sort -u >"$scratch/shown"
	awk '$2 != "blind" && $3 > 0 { print $1 }' "$scratch/runs" | sort -u >"$scratch/claimed"
	grep -oE '^\| *[A-Z0-9]+-G?[0-9]+' "$1/tests/cases/NOT_TESTABLE.md" 2>/dev/null |
		grep -oE '[A-Z0-9]+-G?[0-9]+' | sort -u >"$scratch/excused"
	in_code "$1" | sort -u >"$scratch/code"
	{ cat "$scratch/code"; in_tables "$1"; } | sort -u >"$scratch/known"
	comm -23 "$scratch/known" <(sort -u "$scratch/claimed" "$scratch/excused") |
		sed 's/$/: no case claims it, and NOT_TESTABLE.md has no reason/'
	comm -12 "$scratch/claimed" "$scratch/excused" |
		sed 's/$/: has a case and a reason why it cannot have one/'
	comm -23 "$scratch/excused" "$scratch/known" | sed 's/$/: excused, but nobody knows it/'
	comm -12 "$scratch/shown" "$scratch/code" |
		sed 's/$/: only shown, though the code cites it: a case must claim it/'
	comm -23 "$scratch/shown" "$scratch/known" | sed 's/$/: shown, but nobody knows it/'
	local excused known
	excused=$(wc -l <"$scratch/excused")
	known=$(wc -l <"$scratch/known")
	((excused == 0 || excused * 20 < known)) ||
		echo "NOT_TESTABLE.md lists $excused of $known clauses: one in twenty or more"
}

# must_find_two WHAT: the same of a tree of two files, planted before.
must_find_two()
{
	[[ -n $(check "$scratch/tree" 2>&1) ]]
	verdict $? "finds $1"
}

self_test()
{
	must_find "a citation without a case" core/a.c <<<'return PN_CLAUSE("B2-999");'
	must_find "a rule without a case" tables <<<'B2-998'
	must_find "a reason for nothing" tests/cases/NOT_TESTABLE.md <<<'| B2-997 | why |'
	must_find "a clause shown that nobody has" cited <<<'B2-996 shown 1'
	plant core/a.c <<<'return PN_CLAUSE("B2-995");'
	echo 'B2-995 shown 1' >"$scratch/tree/cited"
	must_find_two "a clause only shown that the code cites"
	plant tables <<<'B2-994'
	mkdir -p "$scratch/tree/tests/cases"
	echo '| B2-994 | why |' >"$scratch/tree/tests/cases/NOT_TESTABLE.md"
	must_find_two "too many clauses without a case"
	must_accept "other numbers" core/a.c <<<'/* as B2-999 says */ int a;'
}

run_gate
