#pragma once
/* Links to a picture of a side's own view, for places that can send no token. What a link says is in
 * the link itself, encrypted: nothing of it is stored, and a restart changes nothing. Any thread may
 * ask. */

#include "base/crypto.h"
#include "game/limits.h"
#include "pennon/rules.h"

struct service;
struct caller;

enum {
	PICTURE_LINK_MS = 3600 * 1000, /* how long one is good */
	PICTURE_LINK_SIZE = 33,        /* bytes in it */
};

struct picture_link {
	char game[GAME_ID_BYTES];
	pn_side side;
	uint32_t seq;       /* the last event that it shows */
	int64_t until_ms;   /* whole seconds */
	uint64_t principal; /* of the token that made it */
};

enum { PICTURE_CODE_BYTES = CRYPTO_HIDDEN_CHARACTERS(PICTURE_LINK_SIZE) };

/* The code that stands for it from now on, and until when it does: another each time: 192 bits of it are random, and nobody can make one
 * without the server's secret. */
void service_picture_code(struct service *service, struct picture_link *link,
			  char out[PICTURE_CODE_BYTES]);

/* What a code stands for. False when it is none of ours, its hour is over, its token has ended or
 * the seat is no longer that token's. */
bool service_picture_link(struct service *service, const char *code, struct picture_link *out);
