#!/usr/bin/env bash
# The bots of api-spec/README.md, as they stand there: each plays each other a whole game; and its app.
set -uo pipefail

source "$(dirname "${BASH_SOURCE[0]}")/lib_daemon.sh"

for kind in bash js python; do
	sed -n "/^\`\`\`$kind\$/,/^\`\`\`\$/{/^\`\`\`/d;p;}" "$root/api-spec/README.md" >"$work/bot.$kind"
	check "a bot in $kind" test -s "$work/bot.$kind"
	check "the bot in $kind has at most 30 lines" test "$(wc -l <"$work/bot.$kind")" -le 30
done
mv "$work/bot.js" "$work/bot.mjs"
bash_bot=(bash "$work/bot.bash")
js_bot=(node "$work/bot.mjs")
python_bot=(python3 "$work/bot.python")

post()
{
	curl -sS --fail-with-body "$address$1" -H 'Content-Type: application/json' \
		-H "Idempotency-Key: $(cat /proc/sys/kernel/random/uuid)" -d "$2"
}

# play SCENARIO RED BLUE: the names of two bots.
play()
{
	local -n red=$2_bot blue=$3_bot
	local made joined game first second
	made=$(post /v1/games "{\"scenario\":\"$1\",\"side\":\"red\"}")
	game=$(sed -n 's/.*#join=\([^.]*\)[.].*/\1/p' <<<"$made")
	# Red begins to wait before blue is there.
	timeout 120 "${red[@]}" "$address" "$game" "$(sed -n 's/.*"token":"\([^"]*\)".*/\1/p' <<<"$made")" \
		>"$work/red" 2>&1 &
	first=$!
	joined=$(post "/v1/games/$game/seats" "{\"code\":\"$(sed -n 's/.*#join=[^.]*[.]\([^"]*\)".*/\1/p' <<<"$made")\"}")
	timeout 120 "${blue[@]}" "$address" "$game" "$(sed -n 's/.*"token":"\([^"]*\)".*/\1/p' <<<"$joined")" \
		>"$work/blue" 2>&1
	second=$?
	wait $first
	first=$?
	((first || second)) && head -c 2000 "$work/red" "$work/blue"
	check "$2 plays $3 to the end" test "$first$second" = 00
	check "both say how it ended" bash -c "grep -q reason '$work/red' && grep -q reason '$work/blue'"
	curl -sS --fail-with-body "$address/v1/games/$game/record" >"$work/record.jsonl"
	check "their record verifies" "$build/pennon-verify" "$work/record.jsonl" >"$work/verified"
}

play first-charge bash js
play two-lines js python
play first-charge python bash

# No other signal than whose turn it is carries a bot through each rule book.
curl -sS --fail-with-body "$address/v1/scenarios" >"$work/scenarios.json"
mapfile -t smallest < <(python3 - "$work/scenarios.json" <<'END'
import json, sys
books = {}
for one in json.load(open(sys.argv[1]))["scenarios"]:
    books.setdefault(one["ruleset"], one["id"])
print("\n".join(books.values()))
END
)
check "each book has a scenario" test ${#smallest[@]} -ge 7
for scenario in "${smallest[@]}"; do
	play "$scenario" js js
done

# An app with what two players allowed it plays a game by itself.
sed -n '/^```mjs$/,/^```$/{/^```/d;p;}' "$root/api-spec/README.md" >"$work/app.mjs"
check "an app" test -s "$work/app.mjs"
check "the app has at most 40 lines" test "$(wc -l <"$work/app.mjs")" -le 40
timeout 120 node "$work/app.mjs" "$address" >"$work/app" 2>&1
check "the app plays both sides to the end" grep -q reason "$work/app" || head -c 2000 "$work/app"
check "no rule broke" test ! -e "$work/data/faults"/*.json
check "the log has no error" bash -c "! grep -q '\"level\":\"error\"' '$work/log'"
echo "$passed passed, $failed failed"
((failed == 0))
