#include "game/news.h"

#include <string.h>

#include "game/service_inside.h"

uint8_t news_turned(const struct snapshot *before, const struct snapshot *after)
{
	uint8_t viewers = 0;

	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
		struct turn was, is;

		snapshot_turn(after, viewer, true, &is);
		if (before)
			snapshot_turn(before, viewer, true, &was);
		if (!before || memcmp(&was, &is, sizeof(is)) != 0)
			viewers |= (uint8_t)(1u << viewer);
	}
	return viewers;
}

struct fed {
	struct service *service;
	const struct snapshot *before, *after;
	uint8_t turned; /* bits of viewers */
};

static void feed(void *context, const struct feed_to *to)
{
	const struct fed *fed = context;
	struct feeds *feeds = fed->service->feeds;
	struct feed_item item = {.side = to->side};

	memcpy(item.game, fed->after->header.id, sizeof(item.game));
	memcpy(item.grant, to->grant, strlen(to->grant) + 1);
	item.seq = (fed->before ? fed->before->tip[to->side].seq : 0) + 1;
	if (to->sees)
		feeds_add(feeds, to->follower, &item, fed->after->tip[to->side].seq);
	item.seq = FEED_TURN;
	if (to->is_told && fed->turned >> to->side & 1)
		feeds_add(feeds, to->follower, &item, FEED_TURN);
}

void news_feed(struct service *service, const struct snapshot *before, const struct snapshot *after,
	       uint8_t turned)
{
	struct seated seated[SEATED_MAX];

	if (!feeds_any(service->feeds))
		return;
	size_t count = roster_seated(service->roster, after->header.id, seated, SEATED_MAX);
	struct fed fed = {service, before, after, turned};

	for (size_t i = 0; i < count; i++)
		feed(&fed, &(struct feed_to){.follower = seated[i].player,
					     .grant = "",
					     .side = seated[i].side,
					     .sees = true,
					     .is_told = true});
	roster_each_app(service->roster, after->header.id, &fed, feed);
}

static void wake_app(void *context, const struct feed_to *to)
{
	struct service *service = context;

	hub_publish(service->hub, to->follower, PN_SEEN_BY_ALL);
}

void news_wake(struct service *service, const char *game, uint8_t viewers)
{
	struct seated seated[SEATED_MAX];

	hub_publish(service->hub, game, viewers);
	if (!feeds_any(service->feeds))
		return;
	size_t count = roster_seated(service->roster, game, seated, SEATED_MAX);
	for (size_t i = 0; i < count; i++)
		hub_publish(service->hub, seated[i].player, PN_SEEN_BY_ALL);
	roster_each_app(service->roster, game, service, wake_app);
}

struct asking {
	struct feeds *feeds;
	bool is_followed;
};

static void ask_app(void *context, const struct feed_to *to)
{
	struct asking *asking = context;

	asking->is_followed |= feeds_follow(asking->feeds, to->follower);
}

bool news_are_followed(struct service *service, const char *game)
{
	struct asking asking = {service->feeds, hub_follows(service->hub, game)};
	struct seated seated[SEATED_MAX];

	if (asking.is_followed || !feeds_any(service->feeds))
		return asking.is_followed;
	size_t count = roster_seated(service->roster, game, seated, SEATED_MAX);
	for (size_t i = 0; i < count; i++)
		asking.is_followed |= feeds_follow(service->feeds, seated[i].player);
	roster_each_app(service->roster, game, &asking, ask_app);
	return asking.is_followed;
}
