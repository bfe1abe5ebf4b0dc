#!/usr/bin/env bash
# Plants leaks and wants the twin worlds to find them. Each leaks/*.patch is applied to
# copies of the files that it changes; these alone are compiled, and linked before the
# archives of $PENNON_BUILD, so they stand in for what is in there. The program must fail by
# saying what the patch expects; a patch that no longer applies fails, and a program linked
# in this way without any must pass.
#
# Named patches alone are planted: leaks.sh 29-reactions-said-in-advance-are-later ...
#
# A patch begins with what it leaks, a line "Test: " with the name of the test of twin_test
# that is to find it, and a line "Expect: " with an extended regular expression that the
# test's output, as one line, must match; VIEWS in it stands for all that shows the position,
# for what is asked first is drawn anew whenever a question is added. It changes C files, not headers.
set -uo pipefail

root=${PENNON_ROOT:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
build=${PENNON_BUILD:-$root/build}
program=tests/twin/twin_test
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
views='(a stream|a long poll|some events|a question|getGame|getRecord|getBoard|list(Events|Actions)|lookAhead|tryPlan|the foe|the game)'
passed=0
failed=0

# As many games as the test itself plays in ./dev test: what finds a leak here finds it there.
unset PENNON_SOAK_MINUTES PENNON_TWIN_GAMES

# compile FOLDER FILE: FOLDER/FILE as $root/FILE is compiled, into FOLDER/object. Its headers
# are those of the tree.
compile()
{
	local part=${2%%/*} object command
	object=$part/CMakeFiles/pn_$part.dir/${2#*/}.o
	command=$(ninja -C "$build" -t commands -s "$object") || return 1
	command=${command//"$root/$2"/"$1/$2"}
	command=${command//"$object"/"$1/object/${2//\//_}.o"}
	(cd "$build" && eval "$command -w -O1 -g0 -iquote $root/$(dirname "$2")")
}

# link FOLDER: FOLDER/object and all that the program has, into FOLDER/twin_test.
link()
{
	local command
	command=$(ninja -C "$build" -t commands -s $program) || return 1
	command=${command/-o $program/-o $1/twin_test $1/object/*.o}
	(cd "$build" && eval "$command")
}

# run FOLDER NAME: the test of that name.
run()
{
	timeout 300 nice "$1/twin_test" --verbose -j1 --filter "twin/$2"
}

# header NAME PATCH: what the patch says after "NAME: ".
header()
{
	sed -n "s/^$1: //p" "$2"
}

# changed PATCH: the files that it changes.
changed()
{
	sed -n 's#^+++ b/\([^[:space:]]*\).*#\1#p' "$1"
}

# take FOLDER FILE...: copies of those.
take()
{
	local folder=$1
	shift
	mkdir -p "$folder/object"
	tar -C "$root" -cf - "$@" | tar -C "$folder" -xf -
}

# try PATCH FOLDER: is this leak found by the test that is to find it?
try()
{
	local expected name files file
	expected=$(header Expect "$1")
	expected=${expected//VIEWS/$views}
	name=$(header Test "$1")
	mapfile -t files < <(changed "$1")
	if [[ -z $expected || -z $name || -z ${files[*]} ]]; then
		echo "the patch does not say what it expects, of which test, or changes nothing"
		return 1
	fi
	take "$2" "${files[@]}" || return 1
	patch -d "$2" -p1 --forward --batch --no-backup-if-mismatch <"$1" || return 1
	for file in "${files[@]}"; do
		compile "$2" "$file" || return 1
	done
	link "$2" || return 1
	if run "$2" "$name" >"$2/said" 2>&1; then
		echo "nothing was found"
		return 1
	fi
	tail -n 25 "$2/said"
	tr -s '\n' ' ' <"$2/said" | grep -qE -e "$expected"
}

# without_leak FOLDER: that what is linked so passes. A few games of one test: that the worlds
# stay the same without a leak is what twin_test itself shows.
without_leak()
{
	take "$1" server/game/snapshot.c && compile "$1" server/game/snapshot.c && link "$1" &&
		PENNON_TWIN_GAMES=12 run "$1" red_writes_in_secret
}

# begin WHAT FOLDER COMMAND...: runs it beside the others, as many as there are processors.
begin()
{
	local what=$1 folder=$2
	shift 2
	while (($(jobs -rp | wc -l) >= ${PENNON_JOBS:-$(nproc)})); do
		wait -n
	done
	mkdir "$folder"
	echo "$what" >"$folder/what"
	{
		"$@" >"$folder/log" 2>&1
		echo $? >"$folder/status"
		rm -rf "$folder/twin_test" "$folder/object"
	} &
}

# verdict FOLDER: with the log's end when it failed.
verdict()
{
	if (($(cat "$1/status" || echo 1))); then
		failed=$((failed + 1))
		echo "FAIL $(cat "$1/what")"
		tail -n 25 "$1/log" | cut -c1-300
	else
		passed=$((passed + 1))
		echo "  ok $(cat "$1/what")"
	fi
}

if ! ninja -C "$build" twin-twin_test >"$scratch/log" 2>&1; then
	tail -n 25 "$scratch/log"
	echo "0 passed, 1 failed"
	exit 1
fi
patches=("$root"/tests/twin/leaks/*.patch)
if (($#)); then
	patches=("${@/#/$root/tests/twin/leaks/}")
	patches=("${patches[@]/%/.patch}")
fi
begin "without a leak" "$scratch/00" without_leak "$scratch/00"
for patch in "${patches[@]}"; do
	name=$(basename "$patch" .patch)
	begin "$name: $(head -n 1 "$patch")" "$scratch/$name" try "$patch" "$scratch/$name"
done
wait
for folder in "$scratch"/*/; do
	verdict "${folder%/}"
done
echo "$passed passed, $failed failed"
exit $((failed > 0))
