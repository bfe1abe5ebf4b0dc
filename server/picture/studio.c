/* One lock guards the queue and the shelf; it is never held while drawing. The shelf is a
 * small table that is searched from end to end; the one longest unasked for goes first. */

#include "picture/studio.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "codec/words.h"
#include "game/faults.h"

struct kept {
	char game[GAME_ID_BYTES];
	pn_side viewer;
	enum picture_format format;
	const char *language; /* of words_liked(): compared as it is */
	uint32_t version;
	uint64_t asked; /* when it was last asked for; 0 = an empty place */
	struct text picture;
};

struct studio {
	pthread_t thread;
	pthread_mutex_t mutex; /* guards all below */
	pthread_cond_t work;
	bool stopping;
	uint32_t queued;
	struct sitting *first, **last;
	uint64_t now; /* counts what was asked for */
	size_t bytes;
	struct kept shelf[STUDIO_SHELF];
};

/* ---- the shelf ---- */

static bool is_of(const struct kept *kept, const struct sitting *sitting)
{
	return kept->asked && kept->viewer == sitting->viewer && kept->format == sitting->format &&
	       kept->language == sitting->language &&
	       kept->version == snapshot_tip(sitting->snapshot, sitting->viewer).version &&
	       strcmp(kept->game, snapshot_header(sitting->snapshot)->id) == 0;
}

static bool take_from_shelf(struct studio *studio, struct sitting *sitting)
{
	for (int i = 0; i < STUDIO_SHELF; i++) {
		struct kept *kept = &studio->shelf[i];

		if (!is_of(kept, sitting))
			continue;
		kept->asked = ++studio->now;
		text_add(sitting->picture, kept->picture.bytes, kept->picture.size);
		return true;
	}
	return false;
}

static void clear_place(struct studio *studio, struct kept *kept)
{
	studio->bytes -= kept->picture.size;
	text_free(&kept->picture);
	kept->asked = 0;
}

/* The place that is empty or was longest unasked for. */
static struct kept *oldest(struct studio *studio)
{
	struct kept *found = &studio->shelf[0];

	for (int i = 1; i < STUDIO_SHELF; i++) {
		if (studio->shelf[i].asked < found->asked)
			found = &studio->shelf[i];
	}
	return found;
}

static struct kept *oldest_kept(struct studio *studio)
{
	struct kept *found = NULL;

	for (int i = 0; i < STUDIO_SHELF; i++) {
		struct kept *kept = &studio->shelf[i];

		if (kept->asked && (!found || kept->asked < found->asked))
			found = kept;
	}
	return found;
}

static void put_on_shelf(struct studio *studio, const struct sitting *sitting)
{
	struct kept *kept;

	if (sitting->picture->size > STUDIO_SHELF_BYTES / 4)
		return;
	while (studio->bytes + sitting->picture->size > STUDIO_SHELF_BYTES)
		clear_place(studio, oldest_kept(studio));
	kept = oldest(studio);
	clear_place(studio, kept);
	memcpy(kept->game, snapshot_header(sitting->snapshot)->id, GAME_ID_BYTES);
	kept->viewer = sitting->viewer;
	kept->format = sitting->format;
	kept->language = sitting->language;
	kept->version = snapshot_tip(sitting->snapshot, sitting->viewer).version;
	kept->asked = ++studio->now;
	text_add(&kept->picture, sitting->picture->bytes, sitting->picture->size);
	studio->bytes += kept->picture.size;
}

/* ---- drawing ---- */

static void find_last_move(struct sitting *sitting, struct picture_subject *subject,
			   struct last_move *last)
{
	if (snapshot_last_move(sitting->snapshot, sitting->viewer, last))
		subject->last = last;
}

static void draw_guarded(void *context)
{
	struct sitting *sitting = context;
	const struct game_header *header = snapshot_header(sitting->snapshot);
	static struct last_move last; /* whose turn it is at the easel */
	struct picture_subject subject = {
		.game = snapshot_view(sitting->snapshot, sitting->viewer),
		.viewer = sitting->viewer,
		.is_open = header->status == GAME_OPEN,
	};

	words_speak(sitting->language);
	find_last_move(sitting, &subject, &last);
	sitting->failed = !picture_draw(sitting->picture, &subject, sitting->format);
}

/* Two studios in one process (tests have them) take turns: cairo's font backend draws
 * wrongly, and now and then fails, when two threads ask it for new sizes at once. */
static pthread_mutex_t easel = PTHREAD_MUTEX_INITIALIZER;

/* A broken rule costs one picture. */
static void draw(struct sitting *sitting)
{
	struct fault fault;

	pthread_mutex_lock(&easel);
	if (!fault_guard(draw_guarded, sitting, &fault))
		sitting->failed = true;
	pthread_mutex_unlock(&easel);
}

static struct sitting *next_sitting(struct studio *studio)
{
	struct sitting *sitting;

	while (!studio->first && !studio->stopping)
		pthread_cond_wait(&studio->work, &studio->mutex);
	sitting = studio->first;
	if (!sitting)
		return NULL;
	studio->first = sitting->next;
	studio->queued--;
	if (!studio->first)
		studio->last = &studio->first;
	return sitting;
}

static void *run(void *context)
{
	struct studio *studio = context;
	struct sitting *sitting;

	pthread_mutex_lock(&studio->mutex);
	while ((sitting = next_sitting(studio))) {
		/* Somebody may have wanted the same a moment before. */
		if (!take_from_shelf(studio, sitting)) {
			pthread_mutex_unlock(&studio->mutex);
			draw(sitting);
			pthread_mutex_lock(&studio->mutex);
			if (!sitting->failed)
				put_on_shelf(studio, sitting);
		}
		pthread_mutex_unlock(&studio->mutex);
		sitting->done(sitting);
		pthread_mutex_lock(&studio->mutex);
	}
	pthread_mutex_unlock(&studio->mutex);
	return NULL;
}

/* ---- what others call ---- */

int studio_create(struct studio **out)
{
	struct studio *studio = calloc(1, sizeof(*studio));

	if (!studio)
		return -ENOMEM;
	studio->last = &studio->first;
	pthread_mutex_init(&studio->mutex, NULL);
	pthread_cond_init(&studio->work, NULL);
	int error = pthread_create(&studio->thread, NULL, run, studio);

	if (error) {
		free(studio);
		return -error;
	}
	*out = studio;
	return 0;
}

void studio_destroy(struct studio *studio)
{
	if (!studio)
		return;
	pthread_mutex_lock(&studio->mutex);
	studio->stopping = true;
	pthread_cond_signal(&studio->work);
	pthread_mutex_unlock(&studio->mutex);
	pthread_join(studio->thread, NULL);
	for (int i = 0; i < STUDIO_SHELF; i++)
		text_free(&studio->shelf[i].picture);
	pthread_mutex_destroy(&studio->mutex);
	pthread_cond_destroy(&studio->work);
	free(studio);
}

bool studio_find(struct studio *studio, struct sitting *sitting)
{
	pthread_mutex_lock(&studio->mutex);
	bool found = take_from_shelf(studio, sitting);
	pthread_mutex_unlock(&studio->mutex);
	return found;
}

bool studio_submit(struct studio *studio, struct sitting *sitting)
{
	bool taken;

	pthread_mutex_lock(&studio->mutex);
	taken = studio->queued < STUDIO_QUEUE_MAX && !studio->stopping;
	if (taken) {
		sitting->next = NULL;
		*studio->last = sitting;
		studio->last = &sitting->next;
		studio->queued++;
		pthread_cond_signal(&studio->work);
	}
	pthread_mutex_unlock(&studio->mutex);
	return taken;
}
