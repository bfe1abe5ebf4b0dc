/* The newest games come first. Reading needs neither the writer nor memory: rows are
 * compared and dropped. */

#include "game/walk.h"

#include <string.h>

#include "game/room.h"

struct page {
	size_t count;
	uint32_t place[WALK_GAMES];
	char id[WALK_GAMES][GAME_ID_BYTES];
};

static void take_game(void *context, const struct store_kept *kept)
{
	struct page *page = context;

	page->place[page->count] = kept->place;
	memcpy(page->id[page->count++], kept->id, GAME_ID_BYTES);
}

static void drop_row(void *context, const struct store_row *row)
{
}

static int64_t steady_ms(const struct service *service)
{
	return service->platform->steady_ms(service->platform->context);
}

void walk_step(struct service *service, struct walk *walk)
{
	struct store *store = service->store;
	const int64_t began_ms = steady_ms(service);
	struct page page = {0};

	if (walk->rests && began_ms - walk->rests_since_ms < WALK_EVERY_MS)
		return;
	walk->rests = false;
	if (store->load_kept(store, walk->place ? walk->place : UINT32_MAX, WALK_GAMES, &page,
			     take_game) != STORE_OK)
		return;
	for (size_t i = 0; i < page.count; i++) {
		bool is_late = steady_ms(service) - began_ms > WALK_STEP_MS;
		if (i > 0 && (is_late || atomic_load(&service->inside)))
			return;
		if (store->load_rows(store, page.id[i], NULL, drop_row) == STORE_DAMAGED)
			service_note_damage(service, page.id[i]);
		walk->place = page.place[i];
	}
	if (page.count == WALK_GAMES)
		return;
	*walk = (struct walk){.rests = true, .rests_since_ms = steady_ms(service)};
}
