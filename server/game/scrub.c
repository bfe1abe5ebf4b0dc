/* The newest games come first. Reading needs neither the writer nor memory: rows are
 * compared and dropped. */

#include "game/scrub.h"

#include <string.h>

#include "game/service_inside.h"

struct page {
	size_t count;
	uint32_t place[SCRUB_GAMES];
	char id[SCRUB_GAMES][GAME_ID_BYTES];
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

void scrub_step(struct service *service, struct scrub *scrub)
{
	struct store *store = service->store;
	const int64_t began_ms = steady_ms(service);
	struct page page = {0};

	if (scrub->rests && began_ms - scrub->rests_since_ms < SCRUB_EVERY_MS)
		return;
	scrub->rests = false;
	if (store->load_kept(store, scrub->place ? scrub->place : UINT32_MAX, SCRUB_GAMES, &page,
			     take_game) != STORE_OK)
		return;
	for (size_t i = 0; i < page.count; i++) {
		bool is_late = steady_ms(service) - began_ms > SCRUB_STEP_MS;
		if (i > 0 && (is_late || atomic_load(&service->inside)))
			return;
		if (store->load_rows(store, page.id[i], NULL, drop_row) == STORE_DAMAGED)
			service_note_damage(service, page.id[i]);
		scrub->place = page.place[i];
	}
	if (page.count == SCRUB_GAMES)
		return;
	*scrub = (struct scrub){.rests = true, .rests_since_ms = steady_ms(service)};
}
