#!/usr/bin/env bash
# The table in a Discord channel: channel.mjs.
set -euo pipefail
cd "${PENNON_ROOT:-$PWD}"
exec node tests/support/run_node.mjs tests/notify/channel.mjs
