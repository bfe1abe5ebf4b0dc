#!/usr/bin/env bash
# run_criterion.sh SOURCE BINARY: runs one Criterion binary and says "N passed, N failed".
#
# A test that was compiled and did not run is a failed one, whatever the reason: a
# filter left on, `.disabled`, a missing /proc (criterion then runs nothing and exits
# 0), a source newer than its binary. So three numbers must agree: the tests the
# source has, those the binary lists, those the run reports.
set -uo pipefail
source=$1
binary=$2

if [[ ! -x $binary ]]; then
	echo "$binary was not built"
	echo "0 passed, 1 failed"
	exit 1
fi
written=$(grep -cE '^[[:space:]]*(Test|Theory|ParameterizedTest)[[:space:]]*\(' "$source")
listed=$("$binary" --list | grep -cE '^(├|└)' || true)
output=$("$binary" --color=never --timeout "${PENNON_TEST_TIMEOUT:-300}" 2>&1)
status=$?
printf '%s\n' "$output"

if [[ $output =~ Tested:\ ([0-9]+)\ \|\ Passing:\ ([0-9]+)\ \|\ Failing:\ ([0-9]+)\ \|\ Crashing:\ ([0-9]+) ]]; then
	tested=${BASH_REMATCH[1]} passed=${BASH_REMATCH[2]}
else
	tested=0 passed=0
fi
expected=$((listed > written ? listed : written))
failed=$((expected > tested ? expected - passed : tested - passed))
if ((written > listed || tested != listed)); then
	echo "$source has $written tests, $binary lists $listed and ran $tested"
	((failed)) || failed=1
fi
# Criterion may have the result of a test before a sanitizer ends its process.
if ((failed == 0)) && grep -qE '(ERROR|WARNING): [A-Za-z]*Sanitizer|runtime error:' <<<"$output"; then
	echo "a sanitizer complained"
	failed=1
fi
((status == 0 || failed)) || failed=1
echo "$passed passed, $failed failed"
((failed == 0 && passed > 0))
