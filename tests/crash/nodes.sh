#!/usr/bin/env bash
# nodes.mjs says what is tested.
exec node "$(dirname "$0")/nodes.mjs"
