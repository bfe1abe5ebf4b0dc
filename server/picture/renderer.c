/* One lock guards the queue and the cache; it is never held while drawing. The cache is a small
 * table that is searched from end to end; the one that nobody asked for longest goes first. */

#include "picture/renderer.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "base/log.h"
#include "codec/words.h"

struct kept {
	char game[GAME_ID_BYTES];
	pn_side viewer;
	enum picture_format format;
	const char *language; /* of words_liked(): compared as it is */
	uint32_t seq;
	uint64_t asked; /* when it was last asked for; 0 = an empty place */
	struct text picture;
};

struct renderer {
	pthread_t thread;
	pthread_mutex_t mutex; /* guards all below */
	pthread_cond_t work;
	bool stopping;
	uint32_t queued;
	struct render_job *first, **last;
	uint64_t now; /* counts what was asked for */
	size_t bytes;
	struct kept cache[RENDERER_CACHE];
};

/* ---- the cache ---- */

static bool is_of(const struct kept *kept, const struct render_job *render)
{
	return kept->asked && kept->viewer == render->viewer && kept->format == render->format &&
	       kept->language == render->language && kept->seq == render->seq &&
	       strcmp(kept->game, snapshot_header(render->snapshot)->id) == 0;
}

static bool find_in_cache(struct renderer *renderer, struct render_job *render)
{
	for (int i = 0; i < RENDERER_CACHE; i++) {
		struct kept *kept = &renderer->cache[i];

		if (!is_of(kept, render))
			continue;
		kept->asked = ++renderer->now;
		text_add(render->picture, kept->picture.bytes, kept->picture.size);
		return true;
	}
	return false;
}

static void clear_place(struct renderer *renderer, struct kept *kept)
{
	renderer->bytes -= kept->picture.size;
	text_free(&kept->picture);
	kept->asked = 0;
}

/* The place that is empty, or of what nobody asked for longest. */
static struct kept *oldest(struct renderer *renderer)
{
	struct kept *found = &renderer->cache[0];

	for (int i = 1; i < RENDERER_CACHE; i++) {
		if (renderer->cache[i].asked < found->asked)
			found = &renderer->cache[i];
	}
	return found;
}

static struct kept *oldest_kept(struct renderer *renderer)
{
	struct kept *found = NULL;

	for (int i = 0; i < RENDERER_CACHE; i++) {
		struct kept *kept = &renderer->cache[i];

		if (kept->asked && (!found || kept->asked < found->asked))
			found = kept;
	}
	return found;
}

static void put_in_cache(struct renderer *renderer, const struct render_job *render)
{
	struct kept *kept;

	if (render->picture->size > RENDERER_CACHE_BYTES / 4)
		return;
	while (renderer->bytes + render->picture->size > RENDERER_CACHE_BYTES)
		clear_place(renderer, oldest_kept(renderer));
	kept = oldest(renderer);
	clear_place(renderer, kept);
	memcpy(kept->game, snapshot_header(render->snapshot)->id, GAME_ID_BYTES);
	kept->viewer = render->viewer;
	kept->format = render->format;
	kept->language = render->language;
	kept->seq = render->seq;
	kept->asked = ++renderer->now;
	text_add(&kept->picture, render->picture->bytes, render->picture->size);
	renderer->bytes += kept->picture.size;
}

/* ---- drawing ---- */

/* What is chosen, drawn as a move is, but from its end back to where the unit stands. */
static void put_ghost(struct view_then *moment, const struct picture_ghost *ghost)
{
	struct last_move *last = &moment->last;

	moment->has_moved = ghost->count > 0;
	if (!moment->has_moved)
		return;
	last->before = moment->view;
	last->before.unit[ghost->unit].pose = ghost->leg[ghost->count - 1];
	last->count = ghost->count;
	for (uint8_t i = 0; i < ghost->count; i++) {
		const uint8_t before = (uint8_t)(ghost->count - 1 - i);

		last->step[i].unit = ghost->unit;
		last->step[i].to =
			before > 0 ? ghost->leg[before - 1] : moment->view.unit[ghost->unit].pose;
	}
}

static void draw_guarded(void *context)
{
	struct render_job *render = context;
	static struct view_then moment; /* guarded by `drawing` */

	snapshot_moment(render->snapshot, render->viewer, render->seq, &moment);
	if (render->ghost)
		put_ghost(&moment, render->ghost);
	const struct picture_subject subject = {
		.game = &moment.view,
		.muster = moment.muster,
		.viewer = render->viewer,
		.is_open = moment.is_open,
		.last = moment.has_moved ? &moment.last : NULL,
		.is_chosen = render->ghost != NULL,
	};

	words_speak(render->language);
	render->failed = !picture_draw(render->picture, &subject, render->format);
}

/* Two renderers in one process (tests have them) take turns: cairo's font backend draws
 * wrongly, and now and then fails, when two threads ask it for new sizes at once. */
static pthread_mutex_t drawing = PTHREAD_MUTEX_INITIALIZER;

static bool has_looked_for_font; /* guarded by `drawing` */

static void look_for_font(void)
{
	if (!has_looked_for_font && !picture_has_font())
		log_line("warning", "no font is installed: pictures have no letters", NULL);
	has_looked_for_font = true;
}

/* A broken rule costs one picture. */
static void draw(struct render_job *render)
{
	struct fault fault;

	pthread_mutex_lock(&drawing);
	look_for_font();
	if (!fault_guard(draw_guarded, render, &fault))
		render->failed = true;
	pthread_mutex_unlock(&drawing);
}

static struct render_job *next_render(struct renderer *renderer)
{
	struct render_job *render;

	while (!renderer->first && !renderer->stopping)
		pthread_cond_wait(&renderer->work, &renderer->mutex);
	render = renderer->first;
	if (!render)
		return NULL;
	renderer->first = render->next;
	renderer->queued--;
	if (!renderer->first)
		renderer->last = &renderer->first;
	return render;
}

static void *run(void *context)
{
	struct renderer *renderer = context;
	struct render_job *render;

	pthread_mutex_lock(&renderer->mutex);
	while ((render = next_render(renderer))) {
		/* Somebody may have wanted the same a moment before. */
		if (render->ghost || !find_in_cache(renderer, render)) {
			pthread_mutex_unlock(&renderer->mutex);
			draw(render);
			pthread_mutex_lock(&renderer->mutex);
			if (!render->failed && !render->ghost)
				put_in_cache(renderer, render);
		}
		pthread_mutex_unlock(&renderer->mutex);
		render->done(render);
		pthread_mutex_lock(&renderer->mutex);
	}
	pthread_mutex_unlock(&renderer->mutex);
	return NULL;
}

/* ---- what others call ---- */

int renderer_create(struct renderer **out)
{
	struct renderer *renderer = calloc(1, sizeof(*renderer));

	if (!renderer)
		return -ENOMEM;
	renderer->last = &renderer->first;
	pthread_mutex_init(&renderer->mutex, NULL);
	pthread_cond_init(&renderer->work, NULL);
	int error = pthread_create(&renderer->thread, NULL, run, renderer);

	if (error) {
		free(renderer);
		return -error;
	}
	*out = renderer;
	return 0;
}

void renderer_destroy(struct renderer *renderer)
{
	if (!renderer)
		return;
	pthread_mutex_lock(&renderer->mutex);
	renderer->stopping = true;
	pthread_cond_signal(&renderer->work);
	pthread_mutex_unlock(&renderer->mutex);
	pthread_join(renderer->thread, NULL);
	for (int i = 0; i < RENDERER_CACHE; i++)
		text_free(&renderer->cache[i].picture);
	pthread_mutex_destroy(&renderer->mutex);
	pthread_cond_destroy(&renderer->work);
	free(renderer);
}

bool renderer_find(struct renderer *renderer, struct render_job *render)
{
	pthread_mutex_lock(&renderer->mutex);
	bool found = find_in_cache(renderer, render);
	pthread_mutex_unlock(&renderer->mutex);
	return found;
}

bool renderer_submit(struct renderer *renderer, struct render_job *render)
{
	bool taken;

	pthread_mutex_lock(&renderer->mutex);
	taken = renderer->queued < RENDERER_QUEUE_MAX && !renderer->stopping;
	if (taken) {
		render->next = NULL;
		*renderer->last = render;
		renderer->last = &render->next;
		renderer->queued++;
		pthread_cond_signal(&renderer->work);
	}
	pthread_mutex_unlock(&renderer->mutex);
	return taken;
}
