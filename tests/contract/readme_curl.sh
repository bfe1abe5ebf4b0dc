#!/usr/bin/env bash
# The commands of api-spec/README.md, as they stand, against a fresh daemon: what a bot's
# author would paste must work, and play a whole game.
set -uo pipefail

root=${PENNON_ROOT:-$PWD}
build=${PENNON_BUILD:-$root/build}
work=$(mktemp -d)
passed=0
failed=0
daemon=

finish()
{
	[[ -z $daemon ]] || { kill "$daemon" && wait "$daemon"; } 2>/dev/null
	rm -rf "$work"
}
trap finish EXIT

# check NAME COMMAND...
check()
{
	local name=$1
	shift
	if "$@"; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAIL $name"
	fi
}

"$build/pennond" --listen 127.0.0.1:0 --data "$work/data" >"$work/out" 2>"$work/log" &
daemon=$!
for _ in $(seq 100); do
	address=$(sed -n 's/^listening on //p' "$work/out" 2>/dev/null)
	[[ -z $address ]] || break
	sleep 0.1
done
check "the daemon starts" test -n "$address"

# The blocks, one after the other; a command that fails ends the script.
{
	echo 'set -eu'
	sed -n '/^```sh$/,/^```$/{/^```/d;p;}' "$root/api-spec/README.md"
	echo 'cp record.jsonl "$RECORD"'
} >"$work/commands.sh"
SERVER=$address RECORD=$work/record.jsonl TMPDIR=$work bash "$work/commands.sh" \
	>"$work/printed" 2>"$work/errors"
status=$?
if ((status)); then
	tail -n 20 "$work/printed" "$work/errors"
fi
check "every command succeeds" test $status -eq 0
check "nothing is complained about" test ! -s "$work/errors"
check "the stream gives events" grep -q '^id: [0-9]' "$work/printed"
check "a receipt is shown" grep -q '"signature":"[0-9a-f]\{128\}"' "$work/printed"
check "a refusal names what is lawful" grep -q '"code":"refused".*"lawful":\[{' "$work/printed"
check "charges are declared" grep -q ' charge_declared ' "$work/printed"
check "a charge begins" grep -q ' charge_began ' "$work/printed"
check "a charge ends" grep -q ' charge_ended ' "$work/printed"
check "dice are rolled" grep -q ' rolled ' "$work/printed"
check "the game ends" grep -q '"result":{"reason":"last_turn"' "$work/printed"
check "no rule broke" test ! -e "$work/data/faults"/*.json
check "the log has no error" bash -c "! grep -q '\"level\":\"error\"' '$work/log'"
if [[ -x $build/pennon-verify ]]; then
	check "the record verifies" bash -c "'$build/pennon-verify' '$work/record.jsonl' >'$work/verified' || { cat '$work/verified'; false; }"
fi
echo "$passed passed, $failed failed"
((failed == 0))
