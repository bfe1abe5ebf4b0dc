#pragma once
/* What Discord's REST API answers to a message that was posted, edited or removed. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { POSTED_ID_BYTES = 24 }; /* a snowflake: up to 20 digits */

struct posted {
	char id[POSTED_ID_BYTES]; /* of the message; "" where the answer is none */
	uint32_t flags;           /* of the message, by Discord's own numbers */
	uint32_t code;            /* what is wrong, by Discord's own numbers; 0: nothing is said */
	bool is_global;           /* 429: nothing at all may be asked for a while */
};

/* Whatever is not there, or is not JSON, leaves its member empty. */
void codec_posted_decode(struct posted *out, const char *bytes, size_t size);
