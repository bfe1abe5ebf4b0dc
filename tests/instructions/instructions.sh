#!/usr/bin/env bash
# What a command and a list cost in instructions, against recorded.txt: a tenth more fails. Times
# on these machines tell nothing so small; instructions are the same beside any load.
#
# What libcrypto and libsodium do is left out: callgrind has none of the processor's instructions
# for hashing. Hashes are counted as calls instead.
#
#	instructions.sh [--record]     writes recorded.txt anew; why it may cost more goes into the commit
set -euo pipefail
root=${PENNON_ROOT:-$(cd "$(dirname "$0")/../.." && pwd)}
build=${PENNON_BUILD:-$root/build}
recorded=$root/tests/instructions/recorded.txt
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Sums of one dump, in which a name stands once, with a number, wherever it comes first: instructions outside the libraries for hashing, and hashes begun.
sum='
/^ob=/      { id = $1; sub(/^ob=/, "", id); if (NF > 1) object[id] = $2; inside = object[id] ~ /libcrypto|libsodium/; next }
/^cob=/     { id = $1; sub(/^cob=/, "", id); if (NF > 1) object[id] = $2; next }
/^cfn=/     { id = $1; sub(/^cfn=/, "", id); if (NF > 1) name[id] = $2; hashes = name[id] == "crypto_hash_begin"; next }
/^fn=/      { id = $1; sub(/^fn=/, "", id); if (NF > 1) name[id] = $2; next }
/^calls=/   { if (hashes) { split($1, part, "="); calls += part[2] } hashes = 0; callee = 1; next }
/^[+*0-9-]/ { if (!callee && !inside) own += $NF; callee = 0 }
END         { printf "%d %d\n", own, calls }'

valgrind --tool=callgrind --callgrind-out-file="$work/out" --zero-before=count_begin \
	--dump-before=count_end "$build/pennon-count" >"$work/measures" 2>"$work/said" ||
	{ cat "$work/said"; exit 1; }
number=0
while read -r measure times; do
	number=$((number + 1))
	read -r own calls < <(awk "$sum" "$work/out.$number")
	echo "$measure $((own / times))"
	[[ $measure == command ]] && echo "hashes.$measure $((calls / times))"
done <"$work/measures" >"$work/found"

if [[ ${1:-} == --record ]]; then
	cp "$work/found" "$recorded"
	exit
fi
# judge COST WAS: a tenth more is the most.
judge()
{
	[[ -n $2 ]] && (($1 * 10 <= $2 * 11))
}

passed=0 failed=0
# verdict STATUS WHAT
verdict()
{
	if (($1 == 0)); then
		echo "  ok $2"
		passed=$((passed + 1))
	else
		echo "FAIL $2"
		failed=$((failed + 1))
	fi
}

judge 110 100 && ! judge 111 100 && ! judge 1 "" && status=0 || status=1
verdict $status "a tenth more is taken, a hair beyond is not, nor what was never recorded"
while read -r measure cost; do
	was=$(awk -v measure="$measure" '$1 == measure { print $2 }' "$recorded")
	judge "$cost" "$was" && status=0 || status=1
	verdict $status "$measure: $cost, recorded ${was:-nothing}"
done <"$work/found"
# What the other side has written costs a reader nothing: not a hundredth more.
cost_of() { awk -v measure="$1" '$1 == measure { print $2 }' "$work/found"; }
alone=$(cost_of reader.alone) beside=$(cost_of reader.beside)
((beside * 100 <= alone * 101)) && status=0 || status=1
verdict $status "a reader steps over nothing: $beside beside what is hidden, $alone alone"
echo "$passed passed, $failed failed"
((failed == 0))
