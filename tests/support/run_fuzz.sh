#!/usr/bin/env bash
# run_fuzz.sh NAME SECONDS: fuzzes build/fuzz/tests/fuzz/NAME, twice at a time with other
# seeds, and says "N passed, N failed".
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

# fuzz LOG: is nothing broken, and has it run at all?
fuzz()
{
	"$binary" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=16384 \
		-print_final_stats=1 -verbosity=1 -artifact_prefix="$found-" "${folders[@]}" >"$1" 2>&1 ||
		return 1
	grep -q '^stat::number_of_executed_units: *[1-9]' "$1"
}

fuzz "$found.1.log" &
first=$!
fuzz "$found.2.log" &
failed=0
for process in $first $!; do
	wait "$process" || failed=$((failed + 1))
done
tail -q -n 60 "$found".[12].log
echo "$((2 - failed)) passed, $failed failed"
((failed == 0))
