#!/usr/bin/env bash
# points.mjs says what is tested.
exec node "$(dirname "$0")/points.mjs"
