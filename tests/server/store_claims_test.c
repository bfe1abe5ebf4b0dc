/* Which of several processes tells a hook. */

#include <criterion/criterion.h>
#include <string.h>
#include <time.h>

#include "engines.h"
#include "store/store.h"

static const char ann[] = "0a234567-89ab-4def-8123-456789abcdef";
static const char game[] = "01234567-89ab-4def-8123-456789abcdef";
static const char hook[] = "11234567-89ab-4def-8123-456789abcdef";

enum { TURN, LONG_MS = 60000, SHORT_MS = 50, NOW_MS = 1000 };

static void write_one(struct store *store, enum store_kind kind, const void *piece)
{
	struct store_batch batch = {.conflict = NULL};

	batch.list[kind] = (struct store_list){piece, 1};
	cr_assert_eq(store->append(store, &batch), STORE_OK);
}

static void put_hook(struct store *store)
{
	write_one(store, STORE_HOOK,
		  &(struct store_hook){.player = ann,
				       .id = hook,
				       .url = "https://example.org/x",
				       .language = "en",
				       .kinds = 1 << TURN,
				       .created_ms = 7});
}

static void tell(struct store *store, int64_t due_ms)
{
	write_one(store, STORE_NOTICE,
		  &(struct store_notice){.player = ann,
					 .game = game,
					 .kind = TURN,
					 .version = 5,
					 .made_ms = due_ms,
					 .due_ms = due_ms});
}

struct due {
	size_t count;
	struct store_notice notice;
	uint32_t hook;
};

static void take(void *context, const struct store_notice *notice, const struct store_hook *of)
{
	struct due *due = context;

	due->count++;
	due->notice = *notice;
	due->notice.game = game;
	due->hook = of->place;
}

static struct due read_due(struct store *store)
{
	struct due due = {.count = 0};

	cr_assert_eq(store->load_due(store, NOW_MS, 8, &due, take), STORE_OK);
	cr_assert_eq(due.count, 1);
	return due;
}

static void wait_ms(int ms)
{
	const struct timespec pause = {.tv_nsec = ms * 1000000L};

	nanosleep(&pause, NULL);
}

TEST_OF_POSTGRES(store_claims, one_of_two_has_a_hook_until_it_leaves_it_or_its_time_is_over)
{
	struct store *one = engines_must_join(place), *two = engines_must_join(place);

	put_hook(one);
	tell(one, 100);
	const uint32_t of = read_due(two).hook;
	cr_expect_eq(one->claim_hook(one, of, LONG_MS), STORE_OK);
	cr_expect_eq(two->claim_hook(two, of, LONG_MS), STORE_CONFLICT);
	cr_expect_eq(one->claim_hook(one, of, LONG_MS), STORE_OK, "for longer");
	two->leave_hook(two, of);
	cr_expect_eq(two->claim_hook(two, of, LONG_MS), STORE_CONFLICT, "it is another's");

	cr_expect_eq(one->leave_hook(one, of), STORE_OK);
	cr_expect_eq(two->claim_hook(two, of, SHORT_MS), STORE_OK);
	wait_ms(2 * SHORT_MS);
	cr_expect_eq(one->claim_hook(one, of, LONG_MS), STORE_OK, "of one that is gone");
	cr_expect_eq(one->claim_hook(one, of + 1, LONG_MS), STORE_CONFLICT, "there is none");
	store_close(two);
	store_close(one);
}

TEST_OF_POSTGRES(store_claims, what_was_told_meanwhile_is_not_due_any_more)
{
	struct store *one = engines_must_join(place), *two = engines_must_join(place);

	put_hook(one);
	tell(one, 100);
	struct store_notice told = read_due(one).notice;
	const struct store_notice read = read_due(two).notice;
	cr_expect_eq(two->still_due(two, &read, NOW_MS), STORE_OK);
	cr_expect_eq(two->still_due(two, &read, 100), STORE_OK);
	cr_expect_eq(two->still_due(two, &read, 99), STORE_NOT_FOUND, "not yet");
	told.act = STORE_NOTICE_TOLD;
	write_one(one, STORE_NOTICE, &told);
	cr_expect_eq(two->still_due(two, &read, NOW_MS), STORE_NOT_FOUND);

	/* The next turn is another notice, also where it gets the number of the one before. */
	told.act = STORE_NOTICE_TAKEN;
	write_one(one, STORE_NOTICE, &told);
	tell(one, 200);
	cr_expect_eq(two->still_due(two, &read, NOW_MS), STORE_NOT_FOUND);
	const struct store_notice next = read_due(two).notice;
	cr_expect_eq(next.place, read.place);
	cr_expect_eq(two->still_due(two, &next, NOW_MS), STORE_OK);
	store_close(two);
	store_close(one);
}

TEST_OF_ENGINES(store_claims, whoever_has_the_database_alone_asks_nobody)
{
	struct store *store = engines_must_open(place);

	cr_expect_null(store->claim_hook);
	cr_expect_null(store->leave_hook);
	cr_expect_null(store->still_due);
	store_close(store);
}
