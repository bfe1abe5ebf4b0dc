#!/usr/bin/env bash
# told_once.mjs says what is tested.
exec node "$(dirname "$0")/told_once.mjs"
