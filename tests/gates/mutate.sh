#!/usr/bin/env bash
# What ./dev mutate says is true of changes made by hand, and each entry of tests/mutate/equal.txt still
# names something that can be changed.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
export PYTHONDONTWRITEBYTECODE=1

check()
{
	local list=$1/tests/mutate/equal.txt
	[[ -f $list ]] || return 0
	python3 "$root/tests/mutate/mutate.py" --check --equal "$list" 2>&1 | grep -vE ' 0 failed$'
}

self_test()
{
	local test outcome
	while IFS=$'\t' read -r test outcome; do
		[[ $outcome == ok ]]
		verdict $? "$test"
	done < <(cd "$root/tests/mutate" && python3 -m unittest -v mutate_test 2>&1 | tee "$scratch/unittest" |
		sed -nE 's/^(test_\w+) .*\.\.\. (\w+)$/\1\t\2/p')
	grep -qE '^OK$' "$scratch/unittest" || { verdict 1 "all of them"; tail -n 30 "$scratch/unittest"; }
	must_find "an entry that names nothing" tests/mutate/equal.txt <<<$'cq_activation.c draw CQ-93\n\tgone -> gone\nwhy'
	must_find "an entry without a reason" tests/mutate/equal.txt <<<$'cq_activation.c draw CQ-93\n\tgone -> gone'
	must_accept "an entry that names a change" tests/mutate/equal.txt <<-END
		cq_activation.c draw CQ-93
		$(printf '\tnever !cq_has_card(step->game, side, unit)')
		The code below says the same.
	END
}

run_gate
