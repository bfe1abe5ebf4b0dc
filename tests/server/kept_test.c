/* What memory takes in that another process has stored. */

#include <criterion/criterion.h>

#include "game/kept.h"
#include "game/notice_kinds.h"
#include "host.h"

static const char ann[] = "01234567-89ab-4def-8123-456789abcdef";
static const char table[] = "11234567-89ab-4def-8123-456789abcdef";
static const char own[] = "21234567-89ab-4def-8123-456789abcdef";

static struct host host;

static void begin(void)
{
	host = (struct host){0};
	host_open(&host, NULL);
}

static void end(void)
{
	host_close(&host);
}

TestSuite(kept, .init = begin, .fini = end);

/* As another process does: the service knows nothing of it. */
static void store_it(enum store_kind kind, const void *piece)
{
	struct store *store = host.service->store;
	struct store_batch batch = {0};

	batch.list[kind] = (struct store_list){piece, 1};
	cr_assert_eq(store->append(store, &batch), STORE_OK);
}

Test(kept, a_player_and_their_token)
{
	const struct store_player player = {.id = ann, .name = "Ann"};
	const struct store_token token = {
		.id = own, .player = ann, .name = "first", .token_hash = {1}};
	struct player_facts facts;
	struct token_facts held;

	store_it(STORE_PLAYER, &player);
	store_it(STORE_TOKEN, &token);
	cr_expect_not(roster_player(host.service->roster, ann, &facts));
	cr_assert_eq(kept_renew(host.service, STORE_PLAYER, ann), STORE_OK);
	cr_assert_eq(kept_renew(host.service, STORE_TOKEN, ann), STORE_OK);
	cr_assert(roster_player(host.service->roster, ann, &facts));
	cr_expect_str_eq(facts.name, "Ann");
	cr_expect(roster_token(host.service->roster, ann, own, &held));
}

/* Else its games' tables would be shown by the other process alone. */
Test(kept, a_channel_that_another_process_was_given_shows_the_table)
{
	struct store_hook hook = {.player = table,
				  .id = own,
				  .url = "https://example.org/x",
				  .language = "en",
				  .format = HOOK_DISCORD};

	store_it(STORE_HOOK, &hook);
	cr_assert_eq(kept_renew(host.service, STORE_HOOK, table), STORE_OK);
	cr_expect_not(atomic_load(&host.service->shows_tables), "it is no bot's");
	hook.format = HOOK_CHANNEL;
	store_it(STORE_HOOK, &hook);
	cr_assert_eq(kept_renew(host.service, STORE_HOOK, table), STORE_OK);
	cr_expect(atomic_load(&host.service->shows_tables));
}

Test(kept, of_what_memory_keeps_nothing_of_nothing_is_read)
{
	cr_expect_eq(kept_renew(host.service, STORE_BATTLE, ann), STORE_OK);
	cr_expect_eq(host.service->store->load(host.service->store, STORE_BATTLE, NULL, NULL, NULL),
		     STORE_FAILED, "battles are not loaded like this");
	cr_expect_eq(host.service->store->load(host.service->store, STORE_FAULT, ann, NULL, NULL),
		     STORE_FAILED, "nor faults of one game");
}
