/* Games in which a look is owed: a table by their ids, and a queue by when it is due. */

#include "game/owed.h"

#include <string.h>

#include "base/allocate.h"
#include "game/service_inside.h"

enum { LOOK_SPREAD = 3 }; /* a look comes after look_ms, or up to so many times it */

struct owed **owed_find(struct automation *automation, const char *game)
{
	struct owed **at = &automation->list[game_id_hash(game) % OWED_LISTS];

	while (*at && strcmp((*at)->game, game) != 0)
		at = &(*at)->beside;
	return at;
}

/* A look keeps a processor and its caches busy, which a caller who asks something meanwhile could
 * measure. So it comes a while after the answer that it is owed for, and nobody knows when. */
static int64_t draw_due(const struct service *service)
{
	uint32_t drawn = 0, look_us = service->look_ms * 1000;

	if (!look_us)
		return 0;
	service->platform->random(service->platform->context, &drawn, sizeof(drawn));
	return platform_steady_us() + look_us + drawn % ((LOOK_SPREAD - 1) * look_us);
}

static void put_in_queue(struct automation *automation, struct owed *owed)
{
	struct owed **at = &automation->first;

	while (*at && (*at)->due_us <= owed->due_us)
		at = &(*at)->next;
	owed->next = *at;
	*at = owed;
}

void owed_add(struct automation *automation, const char *game, struct snapshot *snapshot)
{
	pthread_mutex_lock(&automation->mutex);
	struct owed **place = owed_find(automation, game);

	if (!*place) {
		struct owed *owed = *place = allocate(1, sizeof(*owed));

		memcpy(owed->game, game, GAME_ID_BYTES);
		owed->due_us = draw_due(automation->service);
		put_in_queue(automation, owed);
		pthread_cond_broadcast(&automation->wake);
	}
	snapshot_release((*place)->snapshot);
	(*place)->snapshot = snapshot;
	pthread_mutex_unlock(&automation->mutex);
}

void automation_note(struct automation *automation, const char *game)
{
	owed_add(automation, game, NULL);
}

static void set_held(struct automation *automation, bool held)
{
	pthread_mutex_lock(&automation->mutex);
	automation->held = held;
	pthread_cond_broadcast(&automation->wake);
	pthread_mutex_unlock(&automation->mutex);
}

void automation_hold(struct automation *automation)
{
	set_held(automation, true);
}

void automation_release(struct automation *automation)
{
	set_held(automation, false);
}
