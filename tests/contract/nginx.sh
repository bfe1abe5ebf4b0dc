#!/usr/bin/env bash
# nginx.mjs says what is tried. It needs an nginx, which ./dev does not install, because Debian's
# starts a server on port 80 when it is installed.
PATH=$PATH:/usr/sbin
if ! command -v nginx >/dev/null; then
	echo "skipped: there is no nginx, so nothing was tried through one"
	exit
fi
exec node "$(dirname "$0")/nginx.mjs"
