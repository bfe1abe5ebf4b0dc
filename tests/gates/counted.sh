#!/usr/bin/env bash
# As many tests ran as were compiled, and all are counted. tests/support/run_criterion.sh counts; here it is
# given binaries that run fewer, and must say so each time.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
runner=$root/tests/support/run_criterion.sh

# compile NAME: standard input becomes a Criterion binary.
compile()
{
	{ echo '#include <criterion/criterion.h>'; cat; } >"$scratch/$1.c"
	gcc -o "$scratch/$1" "$scratch/$1.c" -lcriterion
}

# counts WHAT NAME WANTED: the runner's last line must be WANTED.
counts()
{
	local last
	last=$(bash "$runner" "$scratch/$2.c" "$scratch/$2" 2>&1 | tail -n 1)
	[[ $last == "$3" ]]
	verdict $? "$1: $last"
}

# aside WHAT STAGE WANTED: a stage beside the others that does this, in words of ./dev; then its sums.
aside()
{
	local said
	said=$(
		set -euo pipefail
		logs=$scratch times=()
		source "$root/tests/support/counting.sh"
		run_stage() { $1; times+=("$1"); }
		spent() { echo 0; }
		run_aside "$2" >/dev/null
		join_aside >/dev/null
		echo "$passed passed, $failed failed, ${failures[*]} ${times[*]}"
	)
	[[ $said == "$3" ]]
	verdict $? "$1: $said"
}
stage_good() { count 2 0 right; }
stage_bad() { count 1 1 wrong; }
stage_cut() { count 2 0 right; exit 0; }

self_test()
{
	compile good <<<$'Test(a, one) { cr_expect(1); }\nTest(a, two) { cr_expect(1); }'
	counts "two tests that pass" good "2 passed, 0 failed"
	compile bad <<<$'Test(a, one) { cr_expect(1); }\nTest(a, two) { cr_expect(0); }'
	counts "one that fails" bad "1 passed, 1 failed"
	compile crash <<<$'#include <stdlib.h>\nTest(a, one) { cr_expect(1); }\nTest(a, two) { abort(); }'
	counts "one that crashes" crash "1 passed, 1 failed"
	compile skipped <<<$'Test(a, one) { cr_expect(1); }\nTest(a, two, .disabled = true) { cr_expect(0); }'
	counts "one that is switched off" skipped "1 passed, 1 failed"
	compile stale <<<$'Test(a, one) { cr_expect(1); }'
	echo 'Test(a, two) { cr_expect(1); }' >>"$scratch/stale.c"
	counts "one that was not compiled" stale "1 passed, 1 failed"
	cp "$scratch/good.c" "$scratch/mute.c"
	printf '#!/bin/sh\nexit 0\n' >"$scratch/mute"
	chmod +x "$scratch/mute"
	counts "a binary that runs nothing and exits 0" mute "0 passed, 2 failed"
	cp "$scratch/good.c" "$scratch/leaky.c"
	printf '#!/bin/sh\n"%s" "$@"\necho "==1==ERROR: LeakSanitizer: detected memory leaks"\n' \
		"$scratch/good" >"$scratch/leaky"
	chmod +x "$scratch/leaky"
	counts "a sanitizer's complaint after the results" leaky "2 passed, 1 failed"
	cp "$scratch/good.c" "$scratch/missing.c"
	counts "a binary that was not built" missing "0 passed, 1 failed"
	aside "a stage beside the others" stage_good "2 passed, 0 failed,  stage_good"
	aside "one of them that fails" stage_bad "1 passed, 1 failed, wrong stage_bad"
	aside "one of them that ends too early" stage_cut \
		"0 passed, 1 failed, what ran beside the others did not come to its end "
}

# Of the tree itself: every test source has its binary.
check()
{
	local source
	for source in "$1"/tests/*/*_test.c; do
		[[ -f $source ]] || continue
		source=${source#"$1"/}
		[[ -x $build/${source%.c} ]] || echo "$source: was not built"
	done
}

run_gate
