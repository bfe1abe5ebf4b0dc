#!/usr/bin/env bash
# discord_bot.mjs says what is tested.
exec node "$(dirname "$0")/discord_bot.mjs"
