#!/usr/bin/env bash
# On nothing but Debian 12's base packages: git clone, ./dev test green without a
# question, ./dev run prints two links and serves. Run it as root; it takes as long as
# the tests, and some minutes for the packages.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

make_root bare
bare=$place/bare
mount_in "$bare"

# A machine that clones has git. The tree comes over the file system, read only.
install_git()
{
	inside "$bare" sh -c 'apt-get -q update && DEBIAN_FRONTEND=noninteractive \
		apt-get -q install -y --no-install-recommends git' >"$place/git.log" 2>&1 ||
		{ tail -n 20 "$place/git.log" && return 1; }
}
check "git is installed" install_git
mkdir -p "$bare/mnt/source"
mount --bind -o ro "$source_tree" "$bare/mnt/source"
mounted+=("$bare/mnt/source")
check "git clone" inside "$bare" git -c safe.directory='*' clone -q /mnt/source /pennon

tests_pass()
{
	inside "$bare" /pennon/dev test >"$place/test.log" 2>&1
	local status=$?
	grep -E '^(FAIL|==)' "$place/test.log" || true
	tail -n 20 "$place/test.log"
	return $status
}

# run_serves: ./dev run as a person would, save for a port that is free.
run_serves()
{
	local server address='' links=0 second
	become_inside "$bare" /pennon/dev run --listen 127.0.0.1:0 >"$place/run.log" 2>&1 &
	server=$!
	for ((second = 0; second < 1200; second++)); do
		address=$(sed -nE 's#.*listening on (http://[0-9.:]+).*#\1#p' "$place/run.log" | head -n 1)
		links=$(grep -cE 'https?://[^ ]+#' "$place/run.log" || true)
		[[ -n $address && $links -ge 2 ]] && break
		kill -0 "$server" 2>/dev/null || break
		sleep 1
	done
	tail -n 12 "$place/run.log"
	curl --silent --show-error --fail --max-time 5 "$address/healthz" >/dev/null
	local answered=$?
	kill "$server"
	wait "$server"
	local status=$?
	echo "links: $links, /healthz: $answered, exit status after SIGTERM: $status"
	((links == 2 && answered == 0 && status == 0))
}

# Twice: the second time there is nothing to install, and apt is not asked.
check "./dev run prints two links and serves" run_serves
check "./dev test is green" tests_pass
no_apt()
{
	mv "$bare/usr/bin/apt-get" "$bare/usr/bin/apt-get.away"
	inside "$bare" /pennon/dev packages test
	local status=$?
	mv "$bare/usr/bin/apt-get.away" "$bare/usr/bin/apt-get"
	return $status
}
check "apt is not asked when everything is there" no_apt
finish
