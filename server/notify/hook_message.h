#pragma once
/* What a hook is sent by Standard Webhooks 1.0, for the player alone, and where hooks may lead.
 * Nothing of a game stands in it but which one, whose turn, and a version. */

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "game/notice_kinds.h"

struct hook_message {
	const char *id; /* the same each time that it is sent */
	enum notice_kind kind;
	const char *game; /* id; TEST: the hook's */
	const char *side; /* "red", "blue", "umpire" */
	uint32_t version; /* as the receiver counts */
	int64_t made_ms;
	const char *public_url; /* without a slash at its end */
};

/* What signs a message: the hook's secret, the one before while that is good (NULL: not), and the
 * server's own key. `sign` makes Ed25519 of bytes. */
struct hook_signing {
	const uint8_t *secret, *before; /* HOOK_SECRET_BYTES each */
	void *context;
	void (*sign)(void *context, const void *bytes, size_t size, uint8_t out[64]);
};

/* Where the bot posts: behind it stands the id of a channel. */
#define HOOK_CHANNEL_URL "https://discord.com/api/v10/channels/"
/* Of a player who is to be named where the tables of their games stand. */
#define HOOK_NAMED_URL HOOK_CHANNEL_URL "0"
enum { HOOK_CHANNEL_URL_BYTES = sizeof(HOOK_CHANNEL_URL) + 24 };

/* May it be told there? http or https, no name and password, port 80, 443 or from 1024 up, at most
 * HOOK_URL_BYTES with the NUL; of HOOK_DISCORD only https://discord.com/api/webhooks/{id}/{token}, of HOOK_MAIL
 * "mailto:" and an address, of HOOK_PUSH https alone.
 * Where the name leads is seen when it is connected to. `host` gets the host, HOOK_URL_BYTES. */
bool hook_url_good(const char *url, enum hook_format format, char *host);

/* Add the body, canonical JSON. */
void hook_body(struct text *out, const struct hook_message *message);

/* Add what stands in webhook-signature: "v1," and "v1a,", signatures over id, time and body. */
void hook_signatures(struct text *out, const struct hook_message *message, int64_t now_s,
		     const struct text *body, const struct hook_signing *signing);

/* Add a secret as it is shown: "whsec_" and base64. */
void hook_secret_text(struct text *out, const uint8_t secret[HOOK_SECRET_BYTES]);
