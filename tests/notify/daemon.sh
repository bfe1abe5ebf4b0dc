#!/usr/bin/env bash
# What the daemon mails and pushes, taken as the world takes it: daemon.mjs.
set -euo pipefail
cd "${PENNON_ROOT:-$PWD}"
exec node tests/support/run_node.mjs tests/notify/daemon.mjs
