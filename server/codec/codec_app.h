#pragma once
/* Bodies about apps and what they are allowed. */

#include "codec/codec.h"

enum {
	CODEC_ID_BYTES = 37, /* 36 characters of a UUID in lower case, with the NUL */
	CODEC_APP_MAY = 5,
	CODEC_USER_CODE_BYTES = 17,   /* 8 letters, and a dash or space behind each, with the NUL */
	CODEC_DEVICE_CODE_BYTES = 65, /* 32 bytes in hex, with the NUL */
};

/* What may be allowed, in the order of its bits: "look", "act", "notify", "resign", "propose". */
extern const char *const codec_app_may[CODEC_APP_MAY];

/* POST /v1/apps: {"asks"?,"name"}. PATCH: each as it is without it, and one of them there. */
struct codec_app {
	char name[CODEC_NAME_BYTES]; /* "" without one */
	uint8_t asks;                /* bits of places in codec_app_may; 0 without any */
};
bool codec_app_decode(struct codec_app *out, bool is_new, const char *bytes, size_t size,
		      struct codec_error *error);

/* POST /v1/me/grants: {"app","code"?,"game"?,"may"}. To act is to look, and to resign or propose is to act:
 * who says the one says the other. */
struct codec_grant {
	char app[CODEC_ID_BYTES];
	char game[CODEC_ID_BYTES];        /* "" without one */
	uint8_t may;                      /* bits of places in codec_app_may */
	char code[CODEC_USER_CODE_BYTES]; /* as it was typed; "" without one */
};
bool codec_grant_decode(struct codec_grant *out, const char *bytes, size_t size,
			struct codec_error *error);

/* POST /v1/app/codes/poll: {"device_code"}. */
bool codec_device_code_decode(char out[CODEC_DEVICE_CODE_BYTES], const char *bytes, size_t size,
			      struct codec_error *error);
