# A fresh daemon at $address for scripts that try the README of the API; sourced, not run.
# Gives $root, $build, $work (a folder that goes away), check NAME COMMAND..., $passed, $failed.

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
