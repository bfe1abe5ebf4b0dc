#pragma once
/* Hooks and notices, as far as other pieces of a batch take them with them. */

#include "store/stored_kind.h"

enum { HOOK_TOKEN_BYTES = 8 /* how much of a token's hash a hook has */ };

/* The hooks of seats go that were put by a token. */
enum store_error drop_token_hooks(struct connection *writer, const uint8_t token_hash[32]);

/* Remember what a hook answered, with what it was told before. */
enum store_error put_delivery(struct connection *writer, const struct store_notice *notice);
