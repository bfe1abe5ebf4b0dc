#!/usr/bin/env bash
# The operator's part of server/README.md, as it stands: the unit, the line for cron, the
# copy and its restoring, the operator's requests. Only where things lie is another place.
set -uo pipefail

source "$(dirname "${BASH_SOURCE[0]}")/lib_daemon.sh"

part=$work/part.md
sed -n '/^## For years$/,$p' "$root/server/README.md" >"$part"

# blocks LANGUAGE: its blocks of code, with this test's places in them.
blocks()
{
	sed -n '/^```'"$1"'$/,/^```$/{/^```/d;p;}' "$part" |
		sed -e "s|/var/lib/pennon|$work/data|g" -e "s|/backup|$work/backup|g" \
			-e "s|/usr/local/bin/|$work/bin/|g" \
			-e "s|http://127.0.0.1:8080|$address|g" -e "s|-o pennon -g pennon ||g" \
			-e '/^useradd\|^chown\|^mkdir/d'
}

not() { ! "$@"; }

# The commands are typed where the programs lie in build/, and a tree may lie in a path that needs quotes.
mkdir -p "$work/bin" "$work/tree"
ln -s "$build" "$work/tree/build"
cd "$work/tree" || exit
PATH=$work/bin:$PATH
blocks sh >"$work/commands.sh"
# To restore is a block of its own: it wants the daemon stopped.
sed -n '/^mv /,/--check/p' "$work/commands.sh" >"$work/restore.sh"
sed -n '/^install.*pennond/p;/^install.*backup/p' "$work/commands.sh" >"$work/place.sh"
sed -n '/^operator() {/,$p' "$work/commands.sh" >"$work/operate.sh"
check "the program goes into its place" bash -eu "$work/place.sh"
check "there is a folder for copies, for nobody else" test "$(stat -c %a "$work/backup")" = 700

# ---- the unit ----

blocks ini >"$work/pennon.service"
sed -i 's/^User=pennon$/User=daemon/' "$work/pennon.service"
if command -v systemd-analyze >/dev/null; then
	check "systemd takes the unit" systemd-analyze verify "$work/pennon.service"
	# In tenths: below 2.0.
	check "the unit is exposed little" systemd-analyze security --offline=true --threshold=19 \
		"$work/pennon.service" >"$work/exposure"
	sed -i '/^CapabilityBoundingSet=\|^System\|^Protect\|^Restrict/d' "$work/pennon.service"
	check "a unit without that would be found" not systemd-analyze security --offline=true \
		--threshold=19 "$work/pennon.service" >"$work/exposure"
else
	echo "skipped: systemd-analyze is not there, nobody looks at the unit"
fi
for flag in $(sed -n 's/^ExecStart=//p' "$work/pennon.service" | grep -o -- '--[a-z-]*'); do
	check "pennond knows $flag" bash -c "pennond --help | grep -q -- '$flag '"
done

# ---- an upgrade, while it runs ----

printf '#!/bin/sh\necho "$@" >>"%s"\n' "$work/systemctl" >"$work/bin/systemctl"
chmod +x "$work/bin/systemctl"
blocks bash >"$work/upgrade.sh"
bash -eu "$work/upgrade.sh" >"$work/printed" 2>&1
status=$?
((status == 0)) || tail -n 5 "$work/printed"
check "an upgrade goes through" test $status -eq 0
check "its last step restarts the server" test "$(cat "$work/systemctl")" = "restart pennon"
check "the program of before is kept" test -x "$work/bin/pennond.before"
check "the copy of before is kept, and nothing else" \
	test "$(ls "$work/backup")" = before.db

# ---- the operator's requests ----

ask()
{
	curl -sS --fail-with-body "$address/v1/games$1" -H 'Content-Type: application/json' \
		-H "Idempotency-Key: $(cat /proc/sys/kernel/random/uuid)" "${@:2}"
}
token_of() { sed -n 's/.*"token":"\([^"]*\)".*/\1/p'; }
made=$(ask "" -d '{"scenario":"first-charge","side":"red"}')
game=$(sed -n 's/.*#join=\([^.]*\)[.].*/\1/p' <<<"$made")
code=$(sed -n 's/.*#join=[^.]*[.]\([^"]*\)".*/\1/p' <<<"$made")
red=$(token_of <<<"$made")
blue=$(ask "/$game/seats" -d "{\"code\":\"$code\"}" | token_of)
ask "/$game/messages" -H "Authorization: Bearer $red" -d '{"text":"Oaf!"}' >/dev/null
ask "/$game/messages/1/report" -H "Authorization: Bearer $blue" -d '{"reason":"Rude."}' >/dev/null
player=$(curl -sS --fail-with-body "$address/v1/players" -H 'Content-Type: application/json' \
	-H "Idempotency-Key: $(cat /proc/sys/kernel/random/uuid)" -d '{"name":"Ann"}' |
	sed -n 's/.*"id":"\([^"]*\)".*/\1/p')
sed -i "s|GAME|$game|g; s|PLAYER|$player|g" "$work/operate.sh"
bash -eu "$work/operate.sh" >"$work/printed" 2>"$work/errors"
status=$?
((status == 0)) || tail -n 5 "$work/printed" "$work/errors"
check "every request is answered" test $status -eq 0
check "the game is in the list" grep -q "\"id\":\"$game\"" "$work/printed"
check "it was paused" grep -q '"paused":true' "$work/printed"
check "a player has a new token" grep -q '"token":"pn_player_' "$work/printed"
check "the report is there" grep -q '"text":"Oaf!"' "$work/printed"
check "it is settled" grep -q '"settled":true' "$work/printed"

# ---- a copy each night, and the day it is needed ----

line=$(blocks crontab | sed -e 's/^[0-9* ]* //' -e 's/\\%/%/g')
for night in 1 2; do
	check "night $night leaves a copy" env -i PATH=/usr/bin:/bin sh -c "$line"
done
copy=$work/backup/pennon-$(date +%u).db
check "it is the copy of today, for nobody else" test "$(stat -c %a "$copy")" = 600
check "the keys are beside it, once" test -e "$work/backup/keys" -a ! -e "$work/backup/keys/keys"
kill "$daemon" && wait "$daemon"
daemon=
sed -i "s|pennon-1.db|$(basename "$copy")|" "$work/restore.sh"
check "the copy is put back, and whole" bash -eu "$work/restore.sh"
rm "$work/out" # what the one before said: this one listens elsewhere
"$build/pennond" --listen 127.0.0.1:0 --data "$work/data" >"$work/out" 2>>"$work/log" &
daemon=$!
for _ in $(seq 100); do
	address=$(sed -n 's/^listening on //p' "$work/out" 2>/dev/null)
	[[ -z $address ]] || break
	sleep 0.1
done
told() { ask "/$game/events" -X GET | grep -q '"type":"restored"'; }
for _ in $(seq 50); do
	told && break
	sleep 0.1
done
check "the game says that it was restored, before anybody moves" told
check "an old token is good" bash -c \
	"curl -sS --fail-with-body '$address/v1/games/$game/actions' -H 'Authorization: Bearer $blue' >/dev/null"
check "the log has no error" bash -c "! grep -q '\"level\":\"error\"' '$work/log'"
echo "$passed passed, $failed failed"
((failed == 0))
