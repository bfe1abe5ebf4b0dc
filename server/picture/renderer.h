#pragma once
/* The thread that draws pictures: one, so that neither the writer nor a connection ever waits for
 * one, a short queue, and a cache of finished pictures. A picture depends on the game, the
 * viewer, their last event and their language alone, so it is drawn once for all who ask. */

#include "picture/picture.h"

enum {
	RENDERER_QUEUE_MAX = 64,         /* waiting to be drawn; past it 503 */
	RENDERER_CACHE = 128,            /* finished pictures that are kept, ... */
	RENDERER_CACHE_BYTES = 16 << 20, /* ... and how much memory they may take */
};

struct renderer;

/* One picture being asked for. The caller owns it and does not touch it between
 * renderer_submit() and done(), which is called once, on the renderer's thread. */
struct render_job {
	/* asked */
	struct snapshot *snapshot; /* held by the caller */
	pn_side viewer;
	uint32_t seq; /* the last event of the viewer's that it shows */
	enum picture_format format;
	const char *language;              /* of words_liked() */
	const struct picture_ghost *ghost; /* drawn into it instead of the last move, or NULL */
	void (*done)(struct render_job *render);
	void *owner;

	struct text *picture; /* asked: where to append it */

	/* answered */
	bool failed;

	struct render_job *next; /* the renderer's */
};

/* Start the thread. 0, or a negative errno. */
int renderer_create(struct renderer **out);

/* Finish what is queued and stop. Takes NULL. */
void renderer_destroy(struct renderer *renderer);

/* Is it in the cache? Then render->picture is filled at once. */
bool renderer_find(struct renderer *renderer, struct render_job *render);

/* Queue it. False when the queue is full: then done() is not called. */
bool renderer_submit(struct renderer *renderer, struct render_job *render);
