#!/usr/bin/env bash
# notices.mjs says what is tested.
exec node "$(dirname "$0")/notices.mjs"
