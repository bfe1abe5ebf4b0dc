#!/usr/bin/env bash
# Plants leaks and wants the twin worlds to find them. Each leaks/*.patch is applied to a
# copy of the tree, which is built and must fail by saying what the patch expects; a
# patch that no longer applies fails, and the copy without any must pass.
#
# Named patches alone are planted: leaks.sh 29-reactions-said-in-advance-are-later ...
#
# A patch begins with what it leaks, a line "Test: " with the name of the test of twin_test
# that is to find it, and a line "Expect: " with an extended regular expression that the
# test's output, as one line, must match.
set -uo pipefail

root=${PENNON_ROOT:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
tree=$scratch/tree
passed=0
failed=0

# Enough for each leak, so that a copy without one is done with soon.
export PENNON_TWIN_GAMES=${PENNON_TWIN_GAMES:-40}
unset PENNON_SOAK_MINUTES

# verdict STATUS WHAT: with the log's end when it failed.
verdict()
{
	if (($1)); then
		failed=$((failed + 1))
		echo "FAIL $2"
		tail -n 25 "$scratch/log" | cut -c1-300
	else
		passed=$((passed + 1))
		echo "  ok $2"
	fi
}

copy_tree()
{
	mkdir "$tree"
	tar -C "$root" -cf - --exclude=./build --exclude=./data --exclude=./.git \
		--exclude=node_modules . | tar -C "$tree" -xf -
	# Without debugging data and with little optimizing: it is built once for each leak.
	cmake -S "$tree" -B "$scratch/build" -G Ninja -DCMAKE_BUILD_TYPE=None \
		-DCMAKE_C_FLAGS=-O1 >"$scratch/log" 2>&1
}

build()
{
	nice ninja -C "$scratch/build" -j "${PENNON_JOBS:-$(nproc)}" twin-twin_test \
		>"$scratch/log" 2>&1
}

# run [NAME]: all the tests, or the one of that name.
run()
{
	timeout 300 nice "$scratch/build/tests/twin/twin_test" --verbose -j2 \
		--filter "twin/${1:-*}" >"$scratch/log" 2>&1
}

# header NAME PATCH: what the patch says after "NAME: ".
header()
{
	sed -n "s/^$1: //p" "$2"
}

# try PATCH: is this leak found by the test that is to find it?
try()
{
	local expected name
	expected=$(header Expect "$1")
	name=$(header Test "$1")
	if [[ -z $expected || -z $name ]]; then
		echo "the patch does not say what it expects, and of which test" >"$scratch/log"
		return 1
	fi
	patch -d "$tree" -p1 --forward --batch --no-backup-if-mismatch <"$1" >"$scratch/log" 2>&1 ||
		return 1
	build || return 1
	if run "$name"; then
		echo "nothing was found" >>"$scratch/log"
		return 1
	fi
	tr -s '\n' ' ' <"$scratch/log" | grep -qE -e "$expected"
}

# Put back what the patch changed, as of now: file times must grow for ninja.
restore()
{
	local file
	sed -n 's#^+++ b/\([^[:space:]]*\).*#\1#p' "$1" | while read -r file; do
		cp "$root/$file" "$tree/$file"
		touch "$tree/$file"
		rm -f "$tree/$file.rej" "$tree/$file.orig"
	done
}

# That the worlds stay the same without one, twin_test has just shown of more games.
copy_tree && build && PENNON_TWIN_GAMES=12 run
verdict $? "without a leak"
patches=("$root"/tests/twin/leaks/*.patch)
if (($#)); then
	patches=("${@/#/$root/tests/twin/leaks/}")
	patches=("${patches[@]/%/.patch}")
fi
for patch in "${patches[@]}"; do
	try "$patch"
	verdict $? "$(basename "$patch" .patch): $(head -n 1 "$patch")"
	restore "$patch"
done
echo "$passed passed, $failed failed"
exit $((failed > 0))
