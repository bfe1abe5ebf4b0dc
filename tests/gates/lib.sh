# What the gates share. A gate says what must be true of the tree, and proves each
# time that it would notice: it plants every fault it looks for in a tree of its own
# and must see it, then looks at the real tree.
#
# A gate defines
#	check TREE	prints each fault as a line, nothing when all is well
#	self_test	calls must_find and must_accept
# and ends with `run_gate`. Its last line is "N passed, N failed".

set -uo pipefail
root=${PENNON_ROOT:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
build=${PENNON_BUILD:-$root/build}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0
failed=0

verdict()
{
	if (($1)); then
		failed=$((failed + 1))
		echo "FAIL $2"
	else
		passed=$((passed + 1))
		echo "  ok $2"
	fi
}

# cited TREE: "CLAUSE claimed N cited N" and "CLAUSE shown N", from the runner of the rule cases; a
# planted tree brings its own.
cited()
{
	if [[ $1 == "$root" ]]; then
		"$build/pennon-cases" --cited
	elif [[ -f $1/cited ]]; then
		cat "$1/cited"
	fi
}

# The files of a tree, without what is built or installed.
tree_files()
{
	find "$1" \( -name .git -o -name node_modules -o -path "$1/build" -o -path "$1/data" \) \
		-prune -o -type f -print
}

# plant PATH: standard input becomes the only file of a new scratch tree.
plant()
{
	rm -rf "$scratch/tree"
	mkdir -p "$scratch/tree/$(dirname "$1")"
	cat >"$scratch/tree/$1"
}

# must_find WHAT PATH: the gate must complain about standard input at PATH.
must_find()
{
	plant "$2"
	[[ -n $(check "$scratch/tree" 2>&1) ]]
	verdict $? "finds $1"
}

# must_accept WHAT PATH: the gate must have nothing against standard input at PATH.
must_accept()
{
	local faults
	plant "$2"
	faults=$(check "$scratch/tree" 2>&1)
	[[ -z $faults ]]
	verdict $? "accepts $1${faults:+ ($faults)}"
}

# C files whose names come on standard input, without their comments, each line as
# FILE:LINE:TEXT: all in one go, for a process for each would take most of a gate's time.
numbered_without_comments()
{
	awk '{ print "# 1 \"" $0 "\""; while ((getline line < $0) > 0) print line; close($0) }' |
		gcc -fpreprocessed -dD -E -w -x c - 2>/dev/null | awk '
			/^# [0-9]+ "/ { line = $2 - 1; file = $3; gsub(/"/, "", file); next }
			{ line++; print file ":" line ":" $0 }'
}

run_gate()
{
	local faults
	self_test
	faults=$(check "$root" 2>&1)
	[[ -z $faults ]]
	verdict $? "the tree"
	[[ -z $faults ]] || printf '%s\n' "$faults" | sed "s#$root/##g" | head -n 100
	echo "$passed passed, $failed failed"
	exit $((failed > 0))
}
