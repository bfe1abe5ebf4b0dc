#!/usr/bin/env bash
# How often the table in a channel is edited: pace.mjs.
set -euo pipefail
cd "${PENNON_ROOT:-$PWD}"
exec node tests/support/run_node.mjs tests/notify/pace.mjs
