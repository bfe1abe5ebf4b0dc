#!/usr/bin/env bash
# pennond --discord-register: register.mjs.
set -euo pipefail
cd "${PENNON_ROOT:-$PWD}"
exec node tests/support/run_node.mjs tests/notify/register.mjs
