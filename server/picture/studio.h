#pragma once
/* Who draws pictures: one thread, so that neither the writer nor a connection ever waits for
 * one, a short queue, and a shelf of finished pictures. A picture depends on the game, the
 * viewer, his version and his language alone, so it is drawn once for all who ask. */

#include "picture/picture.h"

enum {
	STUDIO_QUEUE_MAX = 64,         /* waiting to be drawn; past it 503 */
	STUDIO_SHELF = 128,            /* finished pictures that are kept, ... */
	STUDIO_SHELF_BYTES = 16 << 20, /* ... and how much memory they may take */
};

struct studio;

/* One picture being asked for. The caller owns it and does not touch it between
 * studio_submit() and done(), which is called once, on the studio's thread. */
struct sitting {
	/* asked */
	struct snapshot *snapshot; /* held by the caller */
	pn_side viewer;
	enum picture_format format;
	const char *language; /* of words_liked() */
	void (*done)(struct sitting *sitting);
	void *owner;

	struct text *picture; /* asked: where to append it */

	/* answered */
	bool failed;

	struct sitting *next; /* the studio's */
};

/* Start the thread. 0, or a negative errno. */
int studio_create(struct studio **out);

/* Finish what is queued and stop. Takes NULL. */
void studio_destroy(struct studio *studio);

/* Is it on the shelf? Then sitting->picture is filled at once. */
bool studio_find(struct studio *studio, struct sitting *sitting);

/* Queue it. False when the queue is full: then done() is not called. */
bool studio_submit(struct studio *studio, struct sitting *sitting);
