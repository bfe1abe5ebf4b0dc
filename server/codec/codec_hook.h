#pragma once
/* Where a player is told, as they choose it. */

#include "codec/codec.h"

enum {
	CODEC_HOOK_URL_BYTES = 1024,
	CODEC_HOOK_KINDS = 6,
	CODEC_HOOK_FORMATS = 4,
	CODEC_HOOK_KEY_BYTES = 65,
	CODEC_HOOK_AUTH_BYTES = 16,
	CODEC_HOOK_LANGUAGE_BYTES = 9,
	CODEC_HOOK_MENTIONS_MAX = 4,
	CODEC_HOOK_MENTIONS_BYTES = CODEC_HOOK_MENTIONS_MAX * 21,
};

/* "turn", "reaction", "clock", "message", "joined", "ended" */
extern const char *const codec_hook_kinds[CODEC_HOOK_KINDS];
/* A hook that chooses none is told of all, and of a reaction as of a turn. */
enum { CODEC_HOOK_KINDS_USUAL = ((1 << CODEC_HOOK_KINDS) - 1) & ~(1 << 1) };
/* "standard", "discord", "mail", "push" */
extern const char *const codec_hook_formats[CODEC_HOOK_FORMATS];

struct codec_hook {
	char url[CODEC_HOOK_URL_BYTES];
	uint8_t format; /* place in codec_hook_formats; the first without one */
	uint8_t kinds; /* bits of places in codec_hook_kinds; CODEC_HOOK_KINDS_USUAL without them */
	bool has_keys; /* a browser's: its point, and behind it its secret */
	uint8_t keys[CODEC_HOOK_KEY_BYTES + CODEC_HOOK_AUTH_BYTES];
	char language[CODEC_HOOK_LANGUAGE_BYTES]; /* "": it was left out */
	uint16_t quiet_from, quiet_until;         /* minutes of the day; equal: never */
	bool edits;                               /* one message a game, kept up to date */
	char mentions[CODEC_HOOK_MENTIONS_BYTES]; /* ids with commas between; "": none */
	bool one_unread; /* of mails and browsers also where it was left out */
};

/* PUT /v1/me/hooks/{hook}: {"edits"?,"format"?,"keys"?,"kinds"?,"language"?,
 * "mentions"?,"one_unread"?,"quiet"?,"url"}. */
bool codec_hook_decode(struct codec_hook *out, const char *bytes, size_t size,
		       struct codec_error *error);

/* A minute of the day as "22:30". */
enum { CODEC_MINUTE_BYTES = 6 };
void codec_minute_write(char out[CODEC_MINUTE_BYTES], uint16_t minute);
