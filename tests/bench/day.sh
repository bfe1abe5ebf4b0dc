#!/usr/bin/env bash
# day.mjs says what is tried. As many files as may be open: each connection is one.
ulimit -n "$(ulimit -Hn)"
exec node "$(dirname "$0")/day.mjs"
