#!/usr/bin/env bash
# The commands of api-spec/README.md, as they stand, against a fresh daemon: what a bot's
# author would paste must work, and play a whole game.
set -uo pipefail

source "$(dirname "${BASH_SOURCE[0]}")/lib_daemon.sh"

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
