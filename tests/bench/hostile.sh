#!/usr/bin/env bash
# hostile.mjs says what is tried. As many files as may be open: each connection is one.
ulimit -n "$(ulimit -Hn)"
exec node "$(dirname "$0")/hostile.mjs"
