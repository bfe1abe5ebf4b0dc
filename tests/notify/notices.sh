#!/usr/bin/env bash
# Mails and pushes as npm's own readers take them: notices.mjs.
set -euo pipefail
cd "${PENNON_ROOT:-$PWD}"
exec node tests/support/run_node.mjs tests/notify/notices.mjs
