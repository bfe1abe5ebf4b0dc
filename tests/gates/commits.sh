#!/usr/bin/env bash
# The subject of a commit has at most 72 characters and says the area first. It holds for the
# commits since this gate came; where the history is cut short, for those that are there.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# The subjects that are looked at: the last commit's, and all since the gate came.
subjects()
{
	local since
	since=$(git -C "$1" log --diff-filter=A --format=%H -- tests/gates/commits.sh | tail -n 1)
	git -C "$1" log --no-merges --format=%s -n 1
	[[ -z $since ]] || git -C "$1" log --no-merges --format=%s "$since..HEAD"
}

check()
{
	local subject
	[[ -e $1/.git ]] || return 0
	subjects "$1" 2>/dev/null | sort -u | while IFS= read -r subject; do
		((${#subject} <= 72)) || echo "${#subject} characters: $subject"
		[[ $subject =~ ^[a-z0-9.,/\ -]+:\ . ]] || echo "no area before a colon: $subject"
	done
}

# plant_commit SUBJECT...: a scratch tree whose history has these commits, the first of them
# before the gate came.
plant_commit()
{
	local subject
	plant tests/gates/other.sh </dev/null
	git -C "$scratch/tree" init -q
	for subject in "$@"; do
		git -C "$scratch/tree" add -A
		git -C "$scratch/tree" -c user.name=a -c user.email=a@example.com \
			commit -q --allow-empty -m "$subject"
		: >"$scratch/tree/tests/gates/commits.sh"
	done
}

# expect WHAT FAULTS: so many faults must be found.
expect()
{
	local found
	found=$(check "$scratch/tree" | wc -l)
	((found == $2))
	verdict $? "$1 ($found)"
}

self_test()
{
	local long72 long73
	long73="area: $(printf 'x%.0s' {1..67})"
	long72=${long73%x}
	plant_commit "area: a" "area: the gate" "$long73" "area: b"
	expect "finds a subject of 73 characters" 1
	plant_commit "area: a" "area: the gate" "$long72" "area: b"
	expect "accepts one of 72" 0
	plant_commit "area: a" "area: the gate" "${long72%x}ü"
	expect "counts characters, not bytes" 0
	plant_commit "$long73" "area: the gate" "area: b"
	expect "lets rest what was there before" 0
	plant_commit "$long73"
	expect "looks at the last commit where that is all there is" 1
	plant_commit "area: a" "area: the gate" "did something"
	expect "finds a subject without an area" 1
	must_accept "a tree without a history" README.md <<<'x'
}

run_gate
