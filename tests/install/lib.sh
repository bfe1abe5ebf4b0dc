# Roots with nothing but Debian 12's base packages, for the tests of installing.
#
# debootstrap makes one from the mirror that this machine's own apt uses; this
# machine's way to the outside (resolver, certificates, proxies of apt and npm) is
# copied in, as a person's machine would have its own. PENNON_BASE_ROOT names a root
# made before, to save the minute. Needs root, debootstrap and mount.

set -euo pipefail
source_tree=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
place=$(mktemp -d "${PENNON_ROOTS:-${TMPDIR:-/var/tmp}}/pennon-root-XXXXXX")
mounted=()
passed=0
failed=0

# unmount_all: also at every exit, or removing the place would remove what is mounted.
unmount_all()
{
	local i
	for ((i = ${#mounted[@]} - 1; i >= 0; i--)); do
		umount "${mounted[i]}" || umount --lazy "${mounted[i]}"
	done
	mounted=()
}

leave()
{
	unmount_all
	if [[ -n ${PENNON_KEEP_ROOTS:-} ]]; then
		echo "kept: $place"
	else
		rm -rf --one-file-system "$place"
	fi
}
trap leave EXIT

# check WHAT COMMAND...: one test.
check()
{
	local what=$1
	shift
	if "$@"; then
		passed=$((passed + 1))
		echo "  ok $what"
	else
		failed=$((failed + 1))
		echo "FAIL $what"
	fi
}

finish()
{
	echo "$passed passed, $failed failed"
	exit $((failed > 0))
}

# The mirror of Debian 12 that this machine is set up with.
mirror()
{
	apt-get indextargets --format '$(SITE) $(RELEASE)' 2>/dev/null |
		awk '$2 == "bookworm" && !found { print $1; found = 1 }'
}

# make_root NAME: a fresh root at $place/NAME.
make_root()
{
	local new=$place/$1 base=${PENNON_BASE_ROOT:-$place/base}
	[[ -d $base/etc ]] ||
		debootstrap --variant=minbase bookworm "$base" "$(mirror)" </dev/null >"$place/base.log"
	cp -a --reflink=auto "$base" "$new"
	cp -L /etc/resolv.conf /etc/hosts "$new/etc/"
	[[ ! -f /etc/npmrc ]] || cp /etc/npmrc "$new/etc/"
	mkdir -p "$new/usr/local/share/ca-certificates"
	cp /usr/local/share/ca-certificates/*.crt "$new/usr/local/share/ca-certificates/" 2>/dev/null || true
	grep -lE '^Acquire::(http|https)::' /etc/apt/apt.conf.d/* 2>/dev/null |
		xargs -r cp -t "$new/etc/apt/apt.conf.d/" || true
}

# mount_in ROOT: /proc, /dev/shm and /dev/pts, which the tests stand on.
mount_in()
{
	mount -t proc proc "$1/proc"
	mounted+=("$1/proc")
	mkdir -p "$1/dev/shm" "$1/dev/pts"
	mount -t tmpfs tmpfs "$1/dev/shm"
	mounted+=("$1/dev/shm")
	mount -t devpts devpts "$1/dev/pts"
	mounted+=("$1/dev/pts")
}

# become_inside ROOT COMMAND...: with an environment as bare as the root and nothing to
# read. The process becomes the command, so with & its id is the command's.
become_inside()
{
	local where=$1
	shift
	exec chroot "$where" env -i HOME="${home_inside:-/}" TERM=dumb \
		PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@" </dev/null
}

inside()
{
	(become_inside "$@")
}
