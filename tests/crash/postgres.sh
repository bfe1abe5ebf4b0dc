#!/usr/bin/env bash
# postgres.mjs says what is tested.
exec node "$(dirname "$0")/postgres.mjs"
