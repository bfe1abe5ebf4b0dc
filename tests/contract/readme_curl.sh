#!/usr/bin/env bash
# The commands of api-spec/README.md, as they stand, against a fresh daemon: what a bot's
# author would paste must work, and play a whole game.
set -uo pipefail

source "$(dirname "${BASH_SOURCE[0]}")/lib_daemon.sh"

# The blocks, one after the other; a command that fails ends the script.
{
	echo 'set -eu'
	sed -n '/^```sh$/,/^```$/{/^```/d;p;}' "$root/api-spec/README.md"
	echo 'cp ./*.jsonl "$RECORDS"'
} >"$work/commands.sh"
mkdir "$work/records"
SERVER=$address RECORDS=$work/records TMPDIR=$work bash "$work/commands.sh" \
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
check "three games are played to their end" test "$(grep -c '"result":{"reason":"last_turn"' "$work/printed")" -eq 3
check "a battle under way is found good" grep -q '^"faults":\[\]$' "$work/printed"
check "a contact that is none is told" grep -q '"pointer":"/muster/position/contacts/0/with"' "$work/printed"
check "and a unit over the edge" grep -q '"pointer":"/muster/units/1/pose"' "$work/printed"
check "it begins at its turn" grep -q '^"turn":3$' "$work/printed"
check "with its contact" grep -q '^"contacts":\[{.*"unit":"r1","with":"b1"}\]$' "$work/printed"
check "and who is shaken" test "$(grep -c '^"state":"shaken"$' "$work/printed")" -eq 2
check "a link shows a battle" grep -q '^"name":"The bridge at dusk"$' "$work/printed"
check "armies are sealed" test "$(grep -c '^"commitment":"[0-9a-f]\{64\}"$' "$work/printed")" -eq 2
check "unseen" grep -q '^"units":{}$' "$work/printed"
check "and opened" bash -c "sed -n '/^\"units\":{}\$/,\$p' '$work/printed' | grep -q '^\"name\":\"Copper Shields\"\$'"
check "no rule broke" test ! -e "$work/data/faults"/*.json
check "the log has no error" bash -c "! grep -q '\"level\":\"error\"' '$work/log'"
if [[ -x $build/pennon-verify ]]; then
	for record in record armies; do
		check "the $record verifies" bash -c "'$build/pennon-verify' '$work/records/$record.jsonl' >'$work/verified' || { cat '$work/verified'; false; }"
	done
fi
echo "$passed passed, $failed failed"
((failed == 0))
