#pragma once
/* Codes by which a device without a browser is allowed something, as RFC 8628 has it: the device shows
 * eight letters, its player types them into the page, and the device asks what came of it. In memory
 * alone: ten minutes, and none lasts over a restart.
 *
 * The first four letters say which code is meant; whoever gets the others wrong has used up one of its
 * five tries, and one of their own five in ten minutes. */

#include <stdbool.h>

#include "base/platform.h"
#include "game/limits.h"
#include "game/problem.h"

struct device_codes;

enum {
	DEVICE_LETTERS = 8,
	USER_CODE_BYTES = DEVICE_LETTERS + 2, /* "BCDF-GHJK", with the NUL */
	DEVICE_CODE_BYTES = 65,               /* 32 bytes in hex, with the NUL */
	DEVICE_CODE_S = 600,
	DEVICE_TRIES = 5,
	DEVICE_POLL_S =
		5, /* how often one may ask what came of it; each time too soon adds as much */
};

/* Without a code. Destroying takes NULL. From any thread. */
struct device_codes *device_codes_create(const struct platform *platform);
void device_codes_destroy(struct device_codes *codes);

/* A new one of an app's; false when there are too many. */
bool device_codes_make(struct device_codes *codes, const char *app, char user[USER_CODE_BYTES],
		       char device[DEVICE_CODE_BYTES]);

/* Codes of an app's that nobody has answered end. */
void device_codes_drop(struct device_codes *codes, const char *app);

/* What came of an app's. PROBLEM_NONE: it was granted `grant`; PROBLEM_AUTHORIZATION_PENDING,
 * PROBLEM_SLOW_DOWN, PROBLEM_ACCESS_DENIED; PROBLEM_EXPIRED_TOKEN, also when it never was. */
enum problem_code device_codes_poll(struct device_codes *codes, const char *app, const char *device,
				    char grant[GAME_ID_BYTES]);

/* Whose is the code that a player typed, with or without its dash, in whatever case? PROBLEM_NONE and
 * the app; PROBLEM_NO_SUCH_CODE, which costs a try; PROBLEM_TOO_MANY when the player has none left. */
enum problem_code device_codes_find(struct device_codes *codes, const char *player,
				    const char *typed, char app[GAME_ID_BYTES]);

/* The same, and the player answers it: with a grant that is being made, which nobody else may then, or
 * NULL: no. With a grant it must be of this app. */
enum problem_code device_codes_answer(struct device_codes *codes, const char *player,
				      const char *typed, const char *app, const char *grant);

/* The grant is made. */
void device_codes_granted(struct device_codes *codes, const char *grant);
