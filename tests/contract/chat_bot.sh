#!/usr/bin/env bash
# chat_bot.mjs says what is tested.
exec node "$(dirname "$0")/chat_bot.mjs"
