#!/usr/bin/env bash
# due_elsewhere.mjs says what is tested.
exec node "$(dirname "$0")/due_elsewhere.mjs"
