#pragma once
/* What follows the answer to an interaction of Discord's, by the interaction's own token: the answer
 * itself where that was promised only (promises.h), and a picture of the asker's own view, with what
 * they have chosen drawn into it. The picture is put to the answer that they have, which stays for their
 * eyes alone. Nothing of it is written down: a restart loses it. */

#include "game/snapshot.h"
#include "picture/picture.h"

enum {
	FOLLOW_UP_TOKEN_BYTES = 512, /* an interaction's token, with the NUL */
	FOLLOW_UPS_MAX = 64,         /* under way; past it the answer stays without */
};

struct courier;

/* Where a promised answer goes: in the place of what stands there until then; into a message of its
 * own; or, of what was promised to all and is for the asker's eyes alone, the same, and what
 * stands there is removed. */
enum follow_up_way { FOLLOW_EDITS, FOLLOW_POSTS, FOLLOW_ASIDE, FOLLOW_WAYS };

struct follow_up {
	const char *application, *token; /* of the interaction */
	const char *language;            /* of words_liked() */
	/* The picture. */
	struct snapshot *snapshot; /* is held by itself from here on; NULL: there is none */
	pn_side viewer;
	struct picture_ghost ghost;
	/* The answer; NULL: it was given at once. */
	const char *answer; /* a message as JSON, borrowed */
	size_t answer_size;
	enum follow_up_way way;
	int promise; /* its number */
};

/* Draw it and send it, later. From any thread. False: it is not sent, since the token is none, or too much
 * is under way, which is no reason for what was promised. Takes a courier that is NULL: then nothing
 * follows. */
bool courier_follow_up(struct courier *courier, const struct follow_up *from);

/* Promise an answer: its number. `updates`: the message that was pressed stands until then. -1: there
 * is no courier, the token is none, or too much is promised. From any thread. */
int courier_promise(struct courier *courier, const char *application, const char *token,
		    const char *language, bool updates);
