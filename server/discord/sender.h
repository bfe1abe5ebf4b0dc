#pragma once
/* Is it Discord that asks, for our application, once? Everybody who knows the address of the route
 * can post to it; only Discord can sign. Any thread may ask. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	DISCORD_KEY_BYTES = 32,
	DISCORD_TOKEN_BYTES = 128, /* of a bot, with the NUL */
	DISCORD_ID_BYTES = 24,     /* a snowflake, with the NUL */
	DISCORD_GUILDS_MAX = 16,   /* servers that are let in */
	DISCORD_WINDOW_S = 60,     /* how far a timestamp may be from now */
	DISCORD_SEEN_MAX = 16384,  /* interactions that are remembered */
};

/* Constant after the start. */
struct discord_options {
	uint8_t public_key[DISCORD_KEY_BYTES];
	char application[DISCORD_ID_BYTES];
	char guild[DISCORD_GUILDS_MAX][DISCORD_ID_BYTES];
	size_t guild_count;
	char token[DISCORD_TOKEN_BYTES]; /* of the bot; "": it has none */
};

/* Take an id of a server; and, after those, the key in hex and the application's id. False: one is
 * not good, or missing (NULL). */
bool discord_add_guild(struct discord_options *options, const char *id);
bool discord_set_application(struct discord_options *options, const char *public_key,
			     const char *application);

/* Take the bot's token: the first line of a file. False: there is none, or it is no token. */
bool discord_read_token(struct discord_options *options, const char *file);

struct discord;

/* What Discord's requests are checked against; the caller destroys it. Never NULL. */
struct discord *discord_create(const struct discord_options *options);
void discord_destroy(struct discord *discord); /* takes NULL */

/* Has Discord signed timestamp and body (Ed25519; the signature in hex), and is the timestamp, in
 * seconds since 1970, within DISCORD_WINDOW_S of `now_ms`? A text that is NULL is not. */
bool discord_signed(const struct discord *discord, const char *signature, const char *timestamp,
		    const char *body, size_t size, int64_t now_ms);

/* Is it about this application? In one of the servers that are let in? */
bool discord_is_ours(const struct discord *discord, const char *application);
bool discord_lets_in(const struct discord *discord, const char *guild);

/* Is this the first time that the interaction with this id comes? It is remembered for longer than
 * its timestamp is good. True also when nothing more can be remembered, which takes more than a
 * hundred interactions a second: keys make sure then that nothing is done twice. */
bool discord_first(struct discord *discord, const char *id, int64_t now_ms);
