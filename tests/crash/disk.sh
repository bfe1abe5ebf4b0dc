#!/usr/bin/env bash
# disk.mjs says what is tested.
exec node "$(dirname "$0")/disk.mjs"
