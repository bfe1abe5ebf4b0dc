#!/usr/bin/env bash
# As many tests ran as were compiled, and all are counted. tests/support/run_criterion.sh counts; here it is
# given binaries that run fewer, and must say so each time. What fails is looked at again only where and as
# often as tests/support/counting.sh says.
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

# looked WHAT STAGE FUNCTION WANTED: what FUNCTION runs in a stage of that name, as ./dev test does; then its sums
# and what was unsteady.
looked()
{
	local said
	said=$(
		set -euo pipefail
		logs=$(mktemp -d "$scratch/looked.XXXXXX") times=()
		export FAILED=$logs
		source "$root/tests/support/counting.sh"
		run_stage() { begin_stage "$stage"; $1; count_rest; }
		spent() { echo 0; }
		stage=$2 second_look=true
		if [[ $stage == browser ]]; then
			run_aside "$3" >/dev/null
			join_aside >/dev/null
		else
			run_stage "$3" >/dev/null
		fi
		look_again >/dev/null
		echo "$passed passed, $failed failed,$(printf '%s\n' "${unsteady[@]}" | sed -n 's/, the first time.*//p' | sort | sed 's/^/ /' | tr -d '\n')"
	)
	[[ $said == "$4" ]]
	verdict $? "$1: $said"
}

# flaky NAME TIMES: a program that fails so many times, then passes.
flaky()
{
	# shellcheck disable=SC2016 # the program's own words
	run_beside "$1" bash -c 'echo x >>"$FAILED/$1"; (($(wc -l <"$FAILED/$1") > $2)) && echo "1 passed, 0 failed" ||
		{ echo "FAIL it is busy"; echo "0 passed, 1 failed"; exit 1; }' "it's a program" "$1" "$2"
}

# traced WHAT FUNCTION WANTED: as looked; which texts what is unsteady and what failed say they left, and what each holds.
traced()
{
	local said
	said=$(
		set -euo pipefail
		logs=$(mktemp -d "$scratch/traced.XXXXXX")
		export FAILED=$logs
		source "$root/tests/support/counting.sh"
		second_look=true
		begin_stage server
		{ $2; count_rest; look_again; } >/dev/null
		printf '%s\n' "${unsteady[@]}" "${failures[@]}" | sed -n 's/.*seen: \(.*\),.*/\1/p' |
			while read -r file; do echo "${file##*/} $(<"$file")"; done
	)
	[[ $said == "$3" ]]
	verdict $? "$1: $said"
}

# leaves NAME TIMES: as flaky, and each time that it fails it leaves a text that says how often it has run.
leaves()
{
	# shellcheck disable=SC2016 # the program's own words
	run_beside "$1" bash -c 'echo x >>"$FAILED/$1"; n=$(wc -l <"$FAILED/$1"); ((n > $2)) && echo "1 passed, 0 failed" ||
		{ echo "$n" >"$PENNON_TRACES.1.txt"; echo "0 passed, 1 failed"; exit 1; }' "it's a program" "$1" "$2"
}
stage_leaves_once() { leaves once 1; }
stage_leaves_twice() { leaves twice 2; }

# besides WHAT FILES WANTED: the stages that changes of these files ask for.
besides()
{
	local said
	said=$(source "$root/tests/support/stages.sh"; tr ' ' '\n' <<<"$2" | stages_besides)
	[[ $said == "$3" ]]
	verdict $? "$1: $said"
}
stage_once() { flaky once 1; flaky good 0; }
stage_twice() { flaky twice 2; }
stage_always() { flaky always 99; flaky good 0; }
stage_two() { flaky one 1; flaky two 1; }
stage_three() { flaky one 1; flaky two 1; flaky three 1; }
stage_seven() { local i; for i in {1..7}; do flaky "f$i" 99; done; }

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
	looked "a program that fails once is looked at again" server stage_once "2 passed, 0 failed, once"
	looked "and in the stage that runs beside the others" browser stage_once "2 passed, 0 failed, once"
	looked "but not one of the core" core stage_once "1 passed, 1 failed,"
	looked "nor one that is right or wrong by itself" twin stage_once "1 passed, 1 failed,"
	looked "one that fails twice has failed" contract stage_twice "0 passed, 1 failed,"
	looked "and one that always does" crash stage_always "1 passed, 1 failed,"
	looked "two may be unsteady in a run" node stage_two "2 passed, 0 failed, one two"
	looked "three may not" node stage_three "3 passed, 1 failed, one three two"
	traced "what it left when it failed is told" stage_leaves_once "once.first.trace.1.txt 1"
	traced "and of one that failed again what it left last" stage_leaves_twice "twice.trace.1.txt 2"
	besides "a document changes nothing" "README.md" ""
	besides "a rule book asks for its stages" "core/rulesets/chainmail/ch_path.c" "rulesets twin golden instructions fuzz "
	besides "the page and a test of its own" "web/home.js tests/browser/page.test.mjs" "browser "
	besides "what was run is not asked for" "tests/core/dice_test.c tests/cases/a.json" ""
	besides "what lies deeper asks for more" "server/codec/codec_told.c" "server contract twin crash fuzz "
	looked "where all is broken not all is looked at again" server stage_seven "0 passed, 7 failed,"
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
