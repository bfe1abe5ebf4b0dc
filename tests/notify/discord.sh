#!/usr/bin/env bash
# What the daemon posts in Discord's channels: discord.mjs.
set -euo pipefail
cd "${PENNON_ROOT:-$PWD}"
exec node tests/support/run_node.mjs tests/notify/discord.mjs
