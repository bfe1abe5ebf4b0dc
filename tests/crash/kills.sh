#!/usr/bin/env bash
# kills.mjs says what is tested.
exec node "$(dirname "$0")/kills.mjs"
