#!/usr/bin/env bash
# latency.mjs says what is tried.
exec node "$(dirname "$0")/latency.mjs"
