#pragma once
/* What the server takes from the world besides files and sockets: the time, random
 * ids, seeds, salts and the commitment function. Tests fill the struct with their
 * own; the released binary has only platform_real. */

#include <stddef.h>
#include <stdint.h>

enum { PLATFORM_ID_BYTES = 37 };

struct platform {
	void *context;

	/* Milliseconds since 1970 UTC, for records and answers. */
	int64_t (*now_ms)(void *context);

	/* Milliseconds on a clock that never steps, for timers. */
	int64_t (*steady_ms)(void *context);

	/* Write a new random id (UUID version 4), 36 lower-case characters and a NUL. */
	void (*new_id)(void *context, char out[PLATFORM_ID_BYTES]);

	/* Fill `size` bytes that nobody can predict: seeds, nonces, salts, keys. */
	void (*random)(void *context, void *out, size_t size);

	/* The same for what only hides something: where a receipt stands, and what stands beside
	 * it. Apart from `random`, since how much of it a batch takes depends on who came when. */
	void (*pad)(void *context, void *out, size_t size);

	/* Bytes that may still be written where a folder lies; INT64_MAX when nobody can say. */
	int64_t (*free_bytes)(void *context, const char *folder);

	/* SHA-256("pennon seal" LF game LF slot LF salt content LF): see game/README.md. */
	void (*commit)(void *context, const char *game, const char *slot, const uint8_t salt[32],
		       const char *content, uint8_t out[32]);
};

extern const struct platform platform_real;

/* Microseconds on the machine's own clock that never steps, whatever the platform: for how
 * long work takes and when a thread goes on, which nothing that is stored or sent depends on. */
int64_t platform_steady_us(void);
