#!/usr/bin/env bash
# As many tests ran as were compiled. tests/support/run_criterion.sh counts; here it is
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
