/* Hooks of seats on disk: told with their seat, gone with it and with the token that put them; and
 * what is told again. */

#include <criterion/criterion.h>
#include <string.h>

#include "engines.h"
#include "game/notice_kinds.h"
#include "store/store.h"

static const char owner[] = "0a234567-89ab-4def-8123-456789abcdef";
static const char game[] = "01234567-89ab-4def-8123-456789abcdef";
static const char id[] = "11234567-89ab-4def-8123-456789abcdef";

static const uint8_t token[32] = {1, 2, 3, 4, 5, 6, 7, 8};

struct seen {
	struct store_notice notice;
	struct store_hook hook;
	size_t count;
};

static void append(struct store *store, const struct store_batch *batch)
{
	cr_assert_eq(store->append(store, batch), STORE_OK);
}

static void put(struct store *store)
{
	struct store_hook hook = {.player = owner,
				  .id = id,
				  .game = game,
				  .side = 1,
				  .url = "https://example.org/x",
				  .language = "en",
				  .kinds = 1 << NOTICE_TURN,
				  .act = STORE_HOOK_PUT};

	memcpy(&hook.principal, token, sizeof(hook.principal));
	append(store, &(struct store_batch){.list[STORE_HOOK] = {&hook, 1}});
}

static void tell(struct store *store, struct store_notice notice)
{
	notice.game = game;
	notice.kind = NOTICE_TURN;
	append(store, &(struct store_batch){.list[STORE_NOTICE] = {&notice, 1}});
}

static void take(void *context, const struct store_notice *notice, const struct store_hook *hook)
{
	struct seen *seen = context;

	seen->notice = *notice;
	seen->hook = *hook;
	seen->count++;
}

static struct seen due(struct store *store)
{
	struct seen seen = {0};

	cr_assert_eq(store->load_due(store, 1000, 8, &seen, take), STORE_OK);
	return seen;
}

TEST_OF_ENGINES(store_seat_hooks, a_seat_is_told_and_its_foe_is_not)
{
	struct store *store = engines_must_open(place);

	put(store);
	tell(store, (struct store_notice){.player = "", .side = 0, .made_ms = 5, .due_ms = 6});
	cr_expect_eq(due(store).count, 0);
	tell(store, (struct store_notice){.player = "", .side = 1, .made_ms = 5, .due_ms = 6});
	const struct seen seen = due(store);
	cr_assert_eq(seen.count, 1);
	cr_expect_eq(seen.notice.side, 1);
	cr_expect_eq(seen.hook.side, 1);
	cr_expect_eq(memcmp(&seen.hook.principal, token, sizeof(seen.hook.principal)), 0);
	store_close(store);
}

TEST_OF_ENGINES(store_seat_hooks, what_was_told_is_told_again_beside_what_is_new)
{
	struct store *store = engines_must_open(place);

	put(store);
	tell(store, (struct store_notice){.player = owner,
					  .hook = id,
					  .side = 1,
					  .again = true,
					  .made_ms = 5,
					  .due_ms = 6});
	struct seen seen = due(store);
	cr_assert_eq(seen.count, 1);
	cr_expect(seen.notice.again);
	cr_expect_eq(seen.notice.kind, NOTICE_TURN);
	tell(store, (struct store_notice){.player = "", .side = 1, .made_ms = 7, .due_ms = 3});
	seen = due(store);
	cr_assert_eq(seen.count, 1, "one a hook");
	cr_expect(!seen.notice.again);
	store_close(store);
}

TEST_OF_ENGINES(store_seat_hooks, it_goes_with_its_seat_and_all_that_it_was_to_be_told)
{
	const struct store_seat end = {
		.game = game, .side = 1, .token_hash = {9}, .ends_others = true};
	struct store *store = engines_must_open(place);

	put(store);
	tell(store, (struct store_notice){.player = "", .side = 1, .made_ms = 5, .due_ms = 6});
	append(store, &(struct store_batch){.list[STORE_SEAT] = {&end, 1}});
	cr_expect_eq(due(store).count, 0);
	put(store);
	cr_expect_eq(due(store).count, 0, "what it was to be told is gone with it");
	store_close(store);
}

TEST_OF_ENGINES(store_seat_hooks, it_goes_with_its_token)
{
	struct store_token end = {.id = id, .player = owner, .name = "", .ended = true};
	struct store *store = engines_must_open(place);

	put(store);
	tell(store, (struct store_notice){.player = "", .side = 1, .made_ms = 5, .due_ms = 6});
	memcpy(end.token_hash, token, sizeof(token));
	append(store, &(struct store_batch){.list[STORE_TOKEN] = {&end, 1}});
	cr_expect_eq(due(store).count, 0);
	store_close(store);
}
