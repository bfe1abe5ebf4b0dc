/* A feed is a ring of the last events, 8 bytes each: a number of a game in the feed's own
 * list, and the event's number there. Followers keep no queue: they pull by number. */

#include "game/feeds.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "game/games.h"

enum {
	FEED_ITEMS = 512, /* of history that can be asked for again */
	FEED_LISTS = 1024,
	IDLE_MAX = 1024, /* feeds that nobody follows */
};

struct feed_game {
	char game[GAME_ID_BYTES];
	char grant[GAME_ID_BYTES];
	pn_side side;
};

struct feed {
	char player[GAME_ID_BYTES];
	uint32_t followers;
	uint64_t left_at; /* a count of leavings, when the last one left */
	uint32_t count;   /* events ever; they are numbered from 1 */
	struct {
		uint32_t game, seq;
	} item[FEED_ITEMS];
	struct feed_game *game;
	uint32_t games, games_capacity;
	struct feed *next; /* in its list */
};

struct feeds {
	pthread_mutex_t mutex; /* guards what follows */
	uint64_t boot, leavings;
	uint32_t idle;
	atomic_uint count;
	struct feed *list[FEED_LISTS];
};

struct feeds *feeds_create(uint64_t boot)
{
	struct feeds *feeds = allocate(1, sizeof(*feeds));
	pthread_mutex_init(&feeds->mutex, NULL);
	feeds->boot = boot;
	return feeds;
}

static void free_feed(struct feed *feed)
{
	free(feed->game);
	free(feed);
}

void feeds_destroy(struct feeds *feeds)
{
	if (!feeds)
		return;
	for (int i = 0; i < FEED_LISTS; i++) {
		while (feeds->list[i]) {
			struct feed *feed = feeds->list[i];
			feeds->list[i] = feed->next;
			free_feed(feed);
		}
	}
	pthread_mutex_destroy(&feeds->mutex);
	free(feeds);
}

/* Where the player's feed hangs, or would. */
static struct feed **find(struct feeds *feeds, const char *player)
{
	struct feed **at = &feeds->list[game_id_hash(player) % FEED_LISTS];
	while (*at && strcmp((*at)->player, player) != 0)
		at = &(*at)->next;
	return at;
}

/* Of those that nobody follows, drop the one that was left first. */
static void drop_oldest(struct feeds *feeds)
{
	struct feed **oldest = NULL;

	for (int i = 0; i < FEED_LISTS; i++) {
		for (struct feed **at = &feeds->list[i]; *at; at = &(*at)->next) {
			bool is_idle = (*at)->followers == 0;
			if (is_idle && (!oldest || (*at)->left_at < (*oldest)->left_at))
				oldest = at;
		}
	}
	if (!oldest)
		return;
	struct feed *feed = *oldest;
	*oldest = feed->next;
	free_feed(feed);
	feeds->idle--;
	atomic_fetch_sub(&feeds->count, 1);
}

void feeds_open(struct feeds *feeds, const char *player)
{
	pthread_mutex_lock(&feeds->mutex);
	struct feed **at = find(feeds, player);
	if (!*at) {
		*at = allocate(1, sizeof(**at));
		memcpy((*at)->player, player, sizeof((*at)->player));
		atomic_fetch_add(&feeds->count, 1);
	} else if ((*at)->followers == 0) {
		feeds->idle--;
	}
	(*at)->followers++;
	pthread_mutex_unlock(&feeds->mutex);
}

void feeds_close(struct feeds *feeds, const char *player)
{
	pthread_mutex_lock(&feeds->mutex);
	struct feed *feed = *find(feeds, player);
	if (feed && --feed->followers == 0) {
		feed->left_at = ++feeds->leavings;
		if (++feeds->idle > IDLE_MAX)
			drop_oldest(feeds);
	}
	pthread_mutex_unlock(&feeds->mutex);
}

bool feeds_follow(struct feeds *feeds, const char *player)
{
	pthread_mutex_lock(&feeds->mutex);
	const bool is_there = *find(feeds, player) != NULL;
	pthread_mutex_unlock(&feeds->mutex);
	return is_there;
}

bool feeds_any(struct feeds *feeds)
{
	return atomic_load(&feeds->count) > 0;
}

/* The number of a game in the feed's list; it is added when it is new there. */
static uint32_t number_of(struct feed *feed, const struct feed_item *of)
{
	for (uint32_t i = feed->games; i-- > 0;) {
		if (feed->game[i].side == of->side && strcmp(feed->game[i].game, of->game) == 0 &&
		    strcmp(feed->game[i].grant, of->grant) == 0)
			return i;
	}
	if (feed->games == feed->games_capacity) {
		feed->games_capacity = feed->games_capacity ? 2 * feed->games_capacity : 8;
		feed->game = reallocate(feed->game, feed->games_capacity, sizeof(feed->game[0]));
	}
	memcpy(feed->game[feed->games].game, of->game, GAME_ID_BYTES);
	memcpy(feed->game[feed->games].grant, of->grant, GAME_ID_BYTES);
	feed->game[feed->games].side = of->side;
	return feed->games++;
}

bool feeds_add(struct feeds *feeds, const char *player, const struct feed_item *of, uint32_t last)
{
	pthread_mutex_lock(&feeds->mutex);
	struct feed *feed = *find(feeds, player);
	uint32_t number = feed && of->seq <= last ? number_of(feed, of) : 0;
	for (uint32_t seq = of->seq; feed && seq <= last; seq++) {
		feed->item[feed->count % FEED_ITEMS].game = number;
		feed->item[feed->count++ % FEED_ITEMS].seq = seq;
	}
	pthread_mutex_unlock(&feeds->mutex);
	return feed != NULL;
}

enum feed_next feeds_next(struct feeds *feeds, const char *player, struct feed_place after,
			  struct feed_item *out, struct feed_place *now)
{
	enum feed_next next = FEED_LOST;

	pthread_mutex_lock(&feeds->mutex);
	const struct feed *feed = *find(feeds, player);
	uint32_t count = feed ? feed->count : 0;
	bool is_here = feed && after.boot == feeds->boot && after.number <= count;
	if (is_here && after.number == count) {
		next = FEED_NOTHING;
	} else if (is_here && count - after.number <= FEED_ITEMS) {
		uint32_t at = after.number % FEED_ITEMS;
		const struct feed_game *game = &feed->game[feed->item[at].game];
		next = FEED_ITEM;
		memcpy(out->game, game->game, sizeof(out->game));
		memcpy(out->grant, game->grant, sizeof(out->grant));
		out->side = game->side;
		out->seq = feed->item[at].seq;
	}
	*now = (struct feed_place){feeds->boot, count};
	pthread_mutex_unlock(&feeds->mutex);
	return next;
}
