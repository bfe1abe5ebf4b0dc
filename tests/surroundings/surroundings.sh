#!/usr/bin/env bash
# Nothing outside the tree decides: the stages that start servers pass wherever a tree lies and whoever runs
# them. Each row of the table below runs `./dev test` in a clone of what is committed, and a table says what
# came of it. It needs root, for it becomes somebody else; what failed lies in build/surroundings/ROW/.
#
#	surroundings.sh [ROW...]     PENNON_STAGES names other stages
set -uo pipefail
root=${PENNON_ROOT:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
kept=${PENNON_BUILD:-$root/build}/surroundings
stages=${PENNON_STAGES:-server contract crash}

# Row, the folder of the tree, what it is run by, what that is. Rows of one folder share a clone; the last of
# them may give it away.
rows=(
	"temporary|plain|in_temporary|TMPDIR is another folder"
	"homeless|plain|without_home|HOME is not set"
	"few_files|plain|with_files 1024|1,024 open files allowed, and no more"
	"many_files|plain|with_files $(($(ulimit -Hn) * 3))|three times the open files allowed"
	"closed|plain|in_closed|in a folder that only its owner may enter"
	"somebody_else|plain|as_nobody|not root"
	"umask|umask|with_umask|with umask 077, and as if made with it"
	"path|a bösen Weg|as_it_is|in a path with a space and an umlaut"
)

((EUID == 0)) || { echo "skipped: it needs root"; exit 0; }
place=$(mktemp -d "${TMPDIR:-/var/tmp}/pennon-around-XXXXXX")
chmod 755 "$place"
trap 'rm -rf "$place"' EXIT
# What this run was given is not what those are given.
unset PENNON_ROOT PENNON_BUILD PENNON_CRASH_BUILD PENNON_TRACES PENNON_SOAK_MINUTES PENNON_TEST_TIMEOUT

as_it_is() { "$@"; }
without_home() { env --unset=HOME "$@"; }
with_umask() { chmod -R go= . && (umask 077 && "$@"); }

with_files()
{
	(
		ulimit -n "$1" 2>/dev/null || { echo "skipped: this machine does not allow $1 open files" && exit; }
		"${@:2}"
	)
}

in_temporary()
{
	mkdir -p "$place/elsewhere"
	TMPDIR=$place/elsewhere "$@"
}

in_closed()
{
	local status
	chmod 700 "$place"
	"$@"
	status=$?
	chmod 755 "$place"
	return $status
}

as_nobody()
{
	mkdir -p "$place/home"
	chown -R nobody: "$place"
	HOME=$place/home setpriv --reuid=nobody --regid=nogroup --clear-groups "$@"
}

# run_row NAME FOLDER WRAPPER WHAT: `good`, `bad` and a line of the table.
run_row()
{
	local name=$1 tree=$place/$2 what=$4 log=$kept/$1.log begun=$SECONDS status=0 wrapper last
	read -ra wrapper <<<"$3"
	[[ -d $tree ]] || git -c safe.directory='*' clone -q "$root" "$tree"
	# shellcheck disable=SC2086 # the stages are words
	(cd "$tree" && "${wrapper[@]}" ./dev test $stages) >"$log" 2>&1 || status=$?
	last=$(tail -n 1 "$log")
	good=0 bad=1
	if [[ $last == skipped:\ * ]]; then
		bad=0
		table+=("$(printf '%-14s %s' "$name" "$last")")
		return
	fi
	[[ $last =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]] && good=${BASH_REMATCH[1]} bad=${BASH_REMATCH[2]}
	((status == 0 || bad > 0)) || bad=1
	table+=("$(printf '%-14s %6d %6d %8d %7d %5d s  %s' "$name" "$good" "$bad" "$(listed skipped "$log")" \
		"$(listed unsteady "$log")" $((SECONDS - begun)) "$what")")
	sed -nE '/^== ([0-9]+ skipped|unsteady|what failed)/,$s/^/    /p' "$log"
	((bad == 0)) || { echo "FAIL $name: $log" && cp -r "$tree/build/test-logs" "$kept/$name"; }
}

# listed WHAT LOG: how many programs stand under that heading at the end of a run.
listed()
{
	awk -v what="$1" '/^== / { inside = index($0, what) } inside && !/^(==|  )/ && !/ passed, / { n++ } END { print n + 0 }' "$2"
}

passed=0 failed=0 table=()
rm -rf "$kept"
mkdir -p "$kept"
for row in "${rows[@]}"; do
	IFS='|' read -r name folder wrapper what <<<"$row"
	[[ $# -eq 0 || " $* " == *" $name "* ]] || continue
	echo "== $name: $what"
	run_row "$name" "$folder" "$wrapper" "$what"
	passed=$((passed + good)) failed=$((failed + bad))
done
printf '%-14s %6s %6s %8s %8s %6s\n' surroundings passed failed skipped unsteady time
printf '%s\n' "${table[@]}"
echo "$passed passed, $failed failed"
((failed == 0))
