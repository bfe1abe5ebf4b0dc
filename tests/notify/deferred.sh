#!/usr/bin/env bash
# What is promised to Discord and answered later: deferred.mjs.
set -euo pipefail
cd "${PENNON_ROOT:-$PWD}"
exec node tests/support/run_node.mjs tests/notify/deferred.mjs
