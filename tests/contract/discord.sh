#!/usr/bin/env bash
# discord.mjs says what is tested.
exec node "$(dirname "$0")/discord.mjs"
