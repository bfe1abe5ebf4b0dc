#!/usr/bin/env bash
# dearest.mjs says what is measured.
exec node "$(dirname "$0")/dearest.mjs"
