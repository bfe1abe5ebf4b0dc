/* Lists by a hash of the game's id: publishing looks at the followers of one game and at
 * the few that share its list, not at ten thousand streams. */

#include "game/hub.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "game/games.h"

enum { HUB_LISTS = 4096 };

struct hub {
	pthread_mutex_t mutex;
	uint32_t count;
	struct subscription *list[HUB_LISTS];
};

struct hub *hub_create(void)
{
	struct hub *hub = allocate(1, sizeof(*hub));
	pthread_mutex_init(&hub->mutex, NULL);
	return hub;
}

void hub_destroy(struct hub *hub)
{
	if (!hub)
		return;
	pthread_mutex_destroy(&hub->mutex);
	free(hub);
}

static struct subscription **list_of(struct hub *hub, const char *game)
{
	return &hub->list[game_id_hash(game) % HUB_LISTS];
}

void hub_add(struct hub *hub, struct subscription *subscription)
{
	pthread_mutex_lock(&hub->mutex);
	struct subscription **list = list_of(hub, subscription->game);
	subscription->previous = NULL;
	subscription->next = *list;
	if (*list)
		(*list)->previous = subscription;
	*list = subscription;
	hub->count++;
	pthread_mutex_unlock(&hub->mutex);
}

void hub_remove(struct hub *hub, struct subscription *subscription)
{
	pthread_mutex_lock(&hub->mutex);
	if (subscription->previous)
		subscription->previous->next = subscription->next;
	else
		*list_of(hub, subscription->game) = subscription->next;
	if (subscription->next)
		subscription->next->previous = subscription->previous;
	subscription->next = subscription->previous = NULL;
	hub->count--;
	pthread_mutex_unlock(&hub->mutex);
}

void hub_publish(struct hub *hub, const char *game, uint8_t viewers)
{
	pthread_mutex_lock(&hub->mutex);
	struct subscription *next;
	for (struct subscription *each = *list_of(hub, game); each; each = next) {
		next = each->next;
		if ((viewers & 1u << each->viewer) && strcmp(each->game, game) == 0)
			each->wake(each);
	}
	pthread_mutex_unlock(&hub->mutex);
}

bool hub_follows(struct hub *hub, const char *game)
{
	pthread_mutex_lock(&hub->mutex);
	const struct subscription *each = *list_of(hub, game);
	while (each && strcmp(each->game, game) != 0)
		each = each->next;
	pthread_mutex_unlock(&hub->mutex);
	return each != NULL;
}

void hub_wake_token(struct hub *hub, uint64_t principal)
{
	pthread_mutex_lock(&hub->mutex);
	struct subscription *next;
	for (size_t i = 0; i < HUB_LISTS; i++) {
		for (struct subscription *each = hub->list[i]; each; each = next) {
			next = each->next;
			if (each->principal == principal)
				each->wake(each);
		}
	}
	pthread_mutex_unlock(&hub->mutex);
}

uint32_t hub_count(struct hub *hub)
{
	pthread_mutex_lock(&hub->mutex);
	uint32_t count = hub->count;
	pthread_mutex_unlock(&hub->mutex);
	return count;
}
