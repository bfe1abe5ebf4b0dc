#!/usr/bin/env bash
# The clause stands at the line that decides. In a rule book whose code says so anywhere, each clause of
# its RULES.md is decided in one place, whose comment begins with "Decides CH-27", "Decides CH-27 and
# CH-28" or "Decides CH-30 to CH-37": grep finds that place among all that cite the clause. What a
# case only shows (a worked example) is decided nowhere. A book without any mark is left alone.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

id='[A-Z][A-Z0-9]-G?[0-9]+' # of a clause

# marks FOLDER: each clause that its code decides, as often as it does.
marks()
{
	grep -ohE "[Dd]ecides $id((,| and| to) $id)*" "$1"/*.[ch] 2>/dev/null | awk '{
		for (i = 2; i <= NF; i++) {
			if ($i == "to")
				for (n = substr(last, 4) + 1; n < substr($(i + 1), 4) + 0; n++)
					printf "%s%02d\n", substr(last, 1, 3), n
			else if ($i != "and") {
				last = $i
				sub(/,$/, "", last)
				print last
			}
		}
	}'
}

check()
{
	local folder
	cited "$1" | awk '$2 == "shown" && $3 > 0 { print $1 }' | sort -u >"$scratch/shown"
	for folder in "$1"/core/rulesets/*/; do
		marks "${folder%/}" | sort >"$scratch/marks"
		[[ -s $scratch/marks ]] || continue
		grep -oE "^\| $id(, $id)* " "$folder/RULES.md" | grep -oE "$id" | sort -u >"$scratch/rules"
		sort -u "$scratch/marks" >"$scratch/decided"
		comm -23 "$scratch/rules" <(sort -u "$scratch/decided" "$scratch/shown") |
			sed "s#\$#: no place of $folder decides it#"
		comm -13 "$scratch/rules" "$scratch/decided" | sed 's#$#: decided, but no rule of RULES.md#'
		uniq -d "$scratch/marks" | sed 's#$#: decided in two places#'
	done
}

# book CODE...: a planted book of two clauses whose code is this.
book()
{
	plant core/rulesets/chainmail/RULES.md <<<$'| CH-01 | S | a |\n| CH-G2 | A | b |'
	printf '%s\n' "$@" >"$scratch/tree/core/rulesets/chainmail/ch.c"
}

finds()
{
	[[ -n $(check "$scratch/tree" 2>&1) ]]
	verdict $? "finds $1"
}

accepts()
{
	[[ -z $(check "$scratch/tree" 2>&1) ]]
	verdict $? "accepts $1"
}

self_test()
{
	book '/* Decides CH-01. */'
	finds "a clause that nothing decides"
	echo 'CH-G2 shown 1' >"$scratch/tree/cited"
	accepts "a clause that cases only show"
	book '/* Decides CH-01 and CH-G2. */' '/* decides CH-G2 */'
	finds "a clause that two places decide"
	book '/* Decides CH-01, CH-02 and CH-G2. */'
	finds "a clause that no rule has"
	book '/* Decides CH-01. A charge. */' '/* CH-01. */' 'int a; /* decides CH-G2 */'
	accepts "one place for each, and others that cite"
	book '/* Decides CH-01 to CH-03 and CH-G2. */'
	printf '| CH-02, CH-03 | S | c |\n' >>"$scratch/tree/core/rulesets/chainmail/RULES.md"
	accepts "a row of clauses"
	book '/* CH-01. */'
	accepts "a book that marks nothing yet"
}

run_gate
