#!/usr/bin/env bash
# run_fuzz.sh NAME SECONDS: fuzzes build/fuzz/tests/fuzz/NAME and says "N passed, N failed".
#
# It begins with the inputs of tests/fuzz/corpus/NAME and keeps what it finds in
# build/; an input that breaks something is written there and named.
set -uo pipefail
name=$1
seconds=$2
binary=build/fuzz/tests/fuzz/$name
found=build/fuzz-corpus/$name
mkdir -p "$found"
folders=("$found")
[[ -d tests/fuzz/corpus/$name ]] && folders+=("tests/fuzz/corpus/$name")

"$binary" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=16384 \
	-print_final_stats=1 -verbosity=1 -artifact_prefix="$found-" "${folders[@]}" 2>&1 |
	tee build/fuzz-corpus/"$name".log | tail -n 60
status=${PIPESTATUS[0]}
runs=$(sed -n 's/^stat::number_of_executed_units: *//p' build/fuzz-corpus/"$name".log)
if ((status == 0 && ${runs:-0} > 0)); then
	echo "1 passed, 0 failed"
else
	echo "0 passed, 1 failed"
	exit 1
fi
