#pragma once
/* The server's own secrets, made at the first start and kept in DIR/keys (0600): one that
 * tokens are derived from, and the Ed25519 keys that sign. Old keys stay, so that what
 * they signed can still be checked; the newest signs. */

#include "base/crypto.h"
#include "base/platform.h"

enum { KEYS_MAX = 16, OPERATOR_TOKEN_BYTES = 64 };

struct keys {
	uint8_t secret[32]; /* seat tokens, invitations and game ids come of it */
	char operator_token[OPERATOR_TOKEN_BYTES]; /* DIR/operator.token */
	size_t count;
	struct crypto_key key[KEYS_MAX]; /* newest first */
};

/* Read DIR/keys, making what is missing; with `directory` NULL the keys live in memory
 * alone. 0 or a negative errno. */
int keys_open(struct keys *keys, const char *directory, const struct platform *platform);

/* Read DIR/keys and make nothing: -ENOENT when a key is missing. The operator's token is one that
 * nobody knows. */
int keys_read(struct keys *keys, const char *directory, const struct platform *platform);

void keys_forget(struct keys *keys);
