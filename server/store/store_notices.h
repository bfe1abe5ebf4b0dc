#pragma once
/* Hooks and notices: the part of the batch. sql_store.h has what reads. */

#include "store/connection.h"

enum { HOOK_TOKEN_BYTES = 8 /* how much of a token's hash a hook has */ };

/* Write what a batch has of one. */
enum store_error put_hook(struct connection *writer, const struct store_hook *hook);
enum store_error put_notice(struct connection *writer, const struct store_notice *notice);

enum store_error put_mailed(struct connection *writer, const struct store_mailed *mailed);
enum store_error put_post(struct connection *writer, const struct store_post *post);

/* All of a player's hooks go, with what they were to be told. */
enum store_error drop_hooks(struct connection *writer, const uint8_t player[STORE_NAME_BYTES]);

/* The hooks of seats go that were put by a token. */
enum store_error drop_token_hooks(struct connection *writer, const uint8_t token_hash[32]);

/* Remember what a hook answered, with what it was told before. */
enum store_error put_delivery(struct connection *writer, const struct store_notice *notice);
