/* What hooks have in channels, on disk; and a table that changes while it is being posted. */

#include <criterion/criterion.h>
#include <string.h>

#include "engines.h"
#include "game/notice_kinds.h"
#include "store/store.h"

static const char ann[] = "0a234567-89ab-4def-8123-456789abcdef";
static const char game[] = "01234567-89ab-4def-8123-456789abcdef";
static const char id[] = "11234567-89ab-4def-8123-456789abcdef";

enum { PUBLIC = 2 };

static struct store *store;

static void put_hook_at(const char *url, enum store_hook_act act)
{
	const struct store_hook hook = {.player = ann,
					.id = id,
					.url = url,
					.language = "en",
					.mentions = "12,34",
					.format = HOOK_DISCORD,
					.kinds = 1 << NOTICE_TABLE,
					.act = act};
	const struct store_batch batch = {.list[STORE_HOOK] = {&hook, 1}};

	cr_assert_eq(store->append(store, &batch), STORE_OK);
}

static void begin(const char *place)
{
	store = engines_must_open(place);
	put_hook_at("https://example.org/x", STORE_HOOK_PUT);
}

static void put_in(const char *channel, uint32_t hook, uint8_t side, const char *message,
		   int64_t edited_ms)
{
	struct store_post post = {
		.hook = hook, .game = game, .side = side, .posted_ms = 7, .edited_ms = edited_ms};
	const struct store_batch batch = {.list[STORE_POST] = {&post, 1}};

	memcpy(post.message, message, strlen(message) + 1);
	memcpy(post.channel, channel, strlen(channel) + 1);
	cr_assert_eq(store->append(store, &batch), STORE_OK);
}

static void put(uint32_t hook, uint8_t side, const char *message, int64_t edited_ms)
{
	put_in("", hook, side, message, edited_ms);
}

static void load(struct store_post out[STORE_POST_SIDES])
{
	cr_assert_eq(store->load_posts(store, 1, game, out), STORE_OK);
}

TEST_OF_ENGINES(store_posts, a_message_is_kept_changed_and_forgotten)
{
	struct store_post post[STORE_POST_SIDES];

	begin(place);
	load(post);
	cr_expect_str_eq(post[PUBLIC].message, "");
	put(1, PUBLIC, "12345678901234567890", 8);
	put(1, 0, "99", 8);
	put(1, PUBLIC, "12345678901234567890", 9);
	load(post);
	cr_expect_str_eq(post[PUBLIC].message, "12345678901234567890");
	cr_expect_eq(post[PUBLIC].posted_ms, 7);
	cr_expect_eq(post[PUBLIC].edited_ms, 9);
	cr_expect_str_eq(post[0].message, "99");
	cr_expect_str_eq(post[1].message, "");
	put(1, 0, "", 0);
	load(post);
	cr_expect_str_eq(post[0].message, "");
	store_close(store);
}

TEST_OF_ENGINES(store_posts, a_hook_that_is_gone_or_leads_elsewhere_has_none)
{
	struct store_post post[STORE_POST_SIDES];

	begin(place);
	put(1, PUBLIC, "5", 8);
	put_hook_at("https://example.org/x", STORE_HOOK_PUT);
	load(post);
	cr_expect_str_eq(post[PUBLIC].message, "5", "the same address");
	put_hook_at("https://example.org/y", STORE_HOOK_PUT);
	load(post);
	cr_expect_str_eq(post[PUBLIC].message, "");
	put(1, PUBLIC, "6", 8);
	put_hook_at("https://example.org/y", STORE_HOOK_GONE);
	load(post);
	cr_expect_str_eq(post[PUBLIC].message, "");
	put(1, PUBLIC, "7", 8);
	load(post);
	cr_expect_str_eq(post[PUBLIC].message, "", "what came too late");
	store_close(store);
}

TEST_OF_ENGINES(store_posts, where_a_message_stands_is_known_when_its_table_moves)
{
	struct store_post post[STORE_POST_SIDES];

	begin(place);
	put_in("31", 1, PUBLIC, "5", 8);
	put_hook_at("https://example.org/y", STORE_HOOK_PUT);
	load(post);
	cr_expect_str_eq(post[PUBLIC].message, "5");
	cr_expect_str_eq(post[PUBLIC].channel, "31");
	put_in("32", 1, PUBLIC, "6", 9);
	load(post);
	cr_expect_str_eq(post[PUBLIC].message, "6");
	cr_expect_str_eq(post[PUBLIC].channel, "32");
	put_in("", 1, PUBLIC, "", 0);
	load(post);
	cr_expect_str_eq(post[PUBLIC].message, "");
	store_close(store);
}

static struct store_notice seen;
static char mentions[32];
static size_t count;

static void take(void *context, const struct store_notice *notice, const struct store_hook *hook)
{
	(void)context;
	seen = *notice;
	strcpy(mentions, hook->mentions);
	count++;
}

static size_t due(int64_t now_ms)
{
	count = 0;
	cr_assert_eq(store->load_due(store, now_ms, 8, NULL, take), STORE_OK);
	return count;
}

static void write_notice(struct store_notice notice)
{
	const struct store_batch batch = {.list[STORE_NOTICE] = {&notice, 1}};

	cr_assert_eq(store->append(store, &batch), STORE_OK);
}

static void tell(int64_t made_ms)
{
	write_notice((struct store_notice){.player = ann,
					   .game = game,
					   .kind = NOTICE_TABLE,
					   .open = true,
					   .made_ms = made_ms,
					   .due_ms = made_ms + 5});
}

TEST_OF_ENGINES(store_posts, a_table_that_changes_while_it_is_posted_is_posted_again)
{
	begin(place);
	tell(100);
	tell(102);
	cr_assert_eq(due(105), 1, "changes within a while are one");
	cr_expect_str_eq(mentions, "12,34");
	struct store_notice under_way = seen;

	tell(102);
	under_way.act = STORE_NOTICE_GONE;
	write_notice(under_way);
	cr_assert_eq(due(105), 1, "it has changed since, in the same millisecond");
	seen.act = STORE_NOTICE_GONE;
	write_notice(seen);
	cr_expect_eq(due(INT64_MAX), 0);
	store_close(store);
}

TEST_OF_ENGINES(store_posts, a_table_that_is_put_off_waits_although_it_changes)
{
	begin(place);
	tell(100);
	cr_assert_eq(due(105), 1);
	struct store_notice under_way = seen;

	tell(103);
	under_way.act = STORE_NOTICE_AGAIN;
	under_way.due_ms = 900;
	write_notice(under_way);
	cr_expect_eq(due(899), 0);
	cr_expect_eq(due(900), 1);
	store_close(store);
}

static void turn(enum store_notice_act act, int64_t made_ms)
{
	write_notice((struct store_notice){.player = ann,
					   .game = game,
					   .kind = NOTICE_TURN,
					   .act = act,
					   .open = true,
					   .made_ms = made_ms,
					   .due_ms = made_ms + 5});
}

TEST_OF_ENGINES(store_posts, who_is_named_by_a_bot_is_so_until_the_turn_is_taken)
{
	const struct store_hook hook = {.player = ann,
					.id = id,
					.url = "https://example.org/x",
					.language = "en",
					.mentions = "12",
					.format = HOOK_CHANNEL,
					.kinds = 1 << NOTICE_TURN};
	const struct store_batch batch = {.list[STORE_HOOK] = {&hook, 1}};

	begin(place);
	cr_assert_eq(store->append(store, &batch), STORE_OK);
	turn(STORE_NOTICE_TELL, 100);
	cr_assert_eq(due(105), 1);
	struct store_notice under_way = seen;

	turn(STORE_NOTICE_TAKEN, 0);
	under_way.act = STORE_NOTICE_TOLD;
	write_notice(under_way);
	cr_assert_eq(due(105), 1, "taken while it was being told");
	turn(STORE_NOTICE_TELL, 200);
	cr_expect_eq(due(204), 0, "the next turn waits as the first did");
	cr_assert_eq(due(205), 1);
	seen.act = STORE_NOTICE_TOLD;
	write_notice(seen);
	cr_expect_eq(due(INT64_MAX), 0);
	turn(STORE_NOTICE_TAKEN, 0);
	cr_assert_eq(due(300), 1, "who was told is to be named no more");
	store_close(store);
}
