/* The outbox on disk: who is to be told what, once, from when on, and until when. */

#include <criterion/criterion.h>
#include <string.h>

#include "earlier.h"
#include "engines.h"
#include "game/notice_kinds.h"
#include "host.h"
#include "store/store.h"

static const char ann[] = "0a234567-89ab-4def-8123-456789abcdef";
static const char ben[] = "0b234567-89ab-4def-8123-456789abcdef";
static const char game[] = "01234567-89ab-4def-8123-456789abcdef";
static const char other[] = "f1234567-89ab-4def-8123-456789abcdef";
static const char first[] = "11234567-89ab-4def-8123-456789abcdef";
static const char second[] = "21234567-89ab-4def-8123-456789abcdef";

enum { TURN, ENDED, OWN = 0, OPEN = 1 };

static struct store *open_store(const char *place)
{
	return engines_must_open(place);
}

static void put(struct store *store, const char *player, const char *id, uint8_t format,
		uint8_t kinds)
{
	const struct store_hook hook = {.player = player,
					.id = id,
					.url = "https://example.org/x",
					.language = "en",
					.format = format,
					.kinds = kinds,
					.created_ms = 7};
	const struct store_batch batch = {.list[STORE_HOOK] = {&hook, 1}};

	cr_assert_eq(store->append(store, &batch), STORE_OK);
}

static void write_notice(struct store *store, struct store_notice notice)
{
	const struct store_batch batch = {.list[STORE_NOTICE] = {&notice, 1}};

	cr_assert_eq(store->append(store, &batch), STORE_OK);
}

static void tell(struct store *store, const char *player, const char *of, uint8_t kind, bool open,
		 int64_t due_ms)
{
	write_notice(store, (struct store_notice){.player = player,
						  .game = of,
						  .kind = kind,
						  .open = open,
						  .version = 5,
						  .made_ms = due_ms,
						  .due_ms = due_ms});
}

struct seen {
	size_t count;
	char hook[8][STORE_GAME_BYTES], game[8][STORE_GAME_BYTES];
	struct store_notice notice[8];
	struct store_hook kept[8];
};

static void take(void *context, const struct store_notice *notice, const struct store_hook *hook)
{
	struct seen *seen = context;

	cr_assert_lt(seen->count, 8);
	seen->notice[seen->count] = *notice;
	seen->kept[seen->count] = *hook;
	memcpy(seen->hook[seen->count], hook->id, STORE_GAME_BYTES);
	memcpy(seen->game[seen->count++], notice->game, STORE_GAME_BYTES);
}

static struct seen due(struct store *store, int64_t now_ms)
{
	struct seen seen = {0};

	cr_assert_eq(store->load_due(store, now_ms, 8, &seen, take), STORE_OK);
	return seen;
}

static int64_t next_due(struct store *store, int64_t after_ms)
{
	int64_t next;

	cr_assert_eq(store->next_due(store, after_ms, &next), STORE_OK);
	return next;
}

static void take_hook(void *context, const void *piece)
{
	const struct store_hook *hook = piece;
	struct seen *seen = context;

	seen->kept[seen->count++] = *hook;
}

static struct seen hooks(struct store *store, const char *player)
{
	struct seen seen = {0};

	cr_assert_eq(store->load(store, STORE_HOOK, player, &seen, take_hook), STORE_OK);
	return seen;
}

TEST_OF_ENGINES(store_notices, a_hook_is_told_what_it_wants_once_until_that_is_over)
{
	struct store *store = open_store(place);

	put(store, ann, first, 0, 1 << TURN);
	put(store, ann, second, 0, 1 << ENDED);
	put(store, ben, first, 0, 1 << TURN);
	tell(store, ann, game, TURN, OWN, 100);
	tell(store, ann, game, TURN, OWN, 110);
	struct seen seen = due(store, 1000);

	cr_assert_eq(seen.count, 1);
	cr_expect_str_eq(seen.hook[0], first);
	cr_expect_str_eq(seen.game[0], game);
	cr_expect_eq(seen.notice[0].made_ms, 100, "the first one stays");
	cr_expect_eq(seen.notice[0].version, 5);

	seen.notice[0].act = STORE_NOTICE_TOLD;
	write_notice(store, seen.notice[0]);
	cr_expect_eq(due(store, 1000).count, 0);
	tell(store, ann, game, TURN, OWN, 200);
	cr_expect_eq(due(store, 1000).count, 0, "it was told already");

	write_notice(store,
		     (struct store_notice){.game = game, .kind = TURN, .act = STORE_NOTICE_TAKEN});
	tell(store, ann, game, TURN, OWN, 300);
	cr_expect_eq(due(store, 1000).count, 1, "another turn");
	write_notice(store,
		     (struct store_notice){
			     .game = game, .kind = TURN, .side = 1, .act = STORE_NOTICE_TAKEN});
	cr_expect_eq(due(store, 1000).count, 1, "the other side's turn was taken");
	store_close(store);
}

TEST_OF_ENGINES(store_notices, what_anybody_may_read_is_told_apart)
{
	struct store *store = open_store(place);

	put(store, ann, first, 0, 1 << TURN);
	put(store, ann, second, 1, 1 << TURN);
	tell(store, ann, game, TURN, OPEN, 100);
	struct seen seen = due(store, 1000);

	cr_assert_eq(seen.count, 1);
	cr_expect_str_eq(seen.hook[0], second);
	tell(store, ann, game, TURN, OWN, 100);
	cr_expect_eq(due(store, 1000).count, 2);
	write_notice(store,
		     (struct store_notice){.game = game, .kind = TURN, .act = STORE_NOTICE_TAKEN});
	seen = due(store, 1000);
	cr_assert_eq(seen.count, 1);
	cr_expect_str_eq(seen.hook[0], second, "that its own view has it taken says nothing");
	store_close(store);
}

TEST_OF_ENGINES(store_notices, one_a_hook_is_due_the_longest_first)
{
	struct store *store = open_store(place);

	put(store, ann, first, 0, 1 << TURN);
	put(store, ben, second, 0, 1 << TURN);
	tell(store, ann, game, TURN, OWN, 120);
	tell(store, ann, other, TURN, OWN, 110);
	tell(store, ben, game, TURN, OWN, 100);
	cr_expect_eq(due(store, 99).count, 0);
	cr_expect_eq(next_due(store, 99), 100);
	cr_expect_eq(next_due(store, 110), 120);
	cr_expect_eq(next_due(store, 120), INT64_MAX);
	struct seen seen = due(store, 1000);

	cr_assert_eq(seen.count, 2);
	cr_expect_str_eq(seen.hook[0], second);
	cr_expect_str_eq(seen.game[1], other);

	seen.notice[1].act = STORE_NOTICE_AGAIN;
	seen.notice[1].attempts = 3;
	seen.notice[1].due_ms = 5000;
	write_notice(store, seen.notice[1]);
	cr_expect_eq(next_due(store, 4000), 5000);
	seen = due(store, 1000);
	cr_expect_str_eq(seen.game[1], game, "another game's meanwhile");
	seen.notice[1].act = STORE_NOTICE_GONE;
	write_notice(store, seen.notice[1]);
	seen = due(store, 6000);
	cr_assert_eq(seen.count, 2);
	cr_expect_eq(seen.notice[1].attempts, 3);
	store_close(store);
}

/* Numbers are given again; what came of an earlier row is not said of a later one. */
TEST_OF_ENGINES(store_notices, what_came_of_one_that_went_is_said_of_no_other)
{
	struct store *store = open_store(place);

	put(store, ann, first, 0, 1 << TURN);
	tell(store, ann, game, TURN, OWN, 100);
	struct seen old = due(store, 1000);

	write_notice(store,
		     (struct store_notice){.game = game, .kind = TURN, .act = STORE_NOTICE_TAKEN});
	tell(store, ann, game, TURN, OWN, 200);
	struct seen seen = due(store, 1000);

	cr_assert_eq(seen.notice[0].place, old.notice[0].place);
	old.notice[0].act = STORE_NOTICE_TOLD;
	write_notice(store, old.notice[0]);
	cr_expect_eq(due(store, 1000).count, 1);
	store_close(store);
}

/* What of it was sent is dropped without the one that was asked for meanwhile. */
TEST_OF_ENGINES(store_notices, a_test_that_is_asked_for_while_one_is_sent_is_sent_after_it)
{
	struct store *store = open_store(place);

	put(store, ann, first, 0, 1 << TURN | 1 << NOTICE_TEST);
	tell(store, ann, first, NOTICE_TEST, OWN, 100);
	struct seen sent = due(store, 1000);

	cr_assert_eq(sent.count, 1);
	tell(store, ann, first, NOTICE_TEST, OWN, 100);
	sent.notice[0].act = STORE_NOTICE_GONE;
	write_notice(store, sent.notice[0]);
	struct seen next = due(store, 1000);

	cr_assert_eq(next.count, 1);
	next.notice[0].act = STORE_NOTICE_GONE;
	write_notice(store, next.notice[0]);
	cr_expect_eq(due(store, 1000).count, 0);
	store_close(store);
}

TEST_OF_ENGINES(store_notices, a_hook_that_is_off_is_told_nothing_until_it_is_put_again)
{
	struct store *store = open_store(place);

	put(store, ann, first, 0, 1 << TURN);
	tell(store, ann, game, TURN, OWN, 100);
	struct store_hook heard = due(store, 1000).kept[0];
	const struct store_batch batch = {.list[STORE_HOOK] = {&heard, 1}};

	heard.act = STORE_HOOK_HEARD;
	heard.url = "https://example.org/another";
	heard.state = STORE_HOOK_OFF;
	heard.status = 410;
	heard.heard_ms = 1000;
	heard.failing_ms = 900;
	cr_assert_eq(store->append(store, &batch), STORE_OK);
	cr_expect_eq(due(store, 1000).count, 1, "what another address answered");
	heard.url = "https://example.org/x";
	cr_assert_eq(store->append(store, &batch), STORE_OK);
	cr_expect_eq(due(store, 1000).count, 0);
	tell(store, ann, game, TURN, OWN, 200);
	cr_expect_eq(due(store, 1000).count, 0);
	struct seen seen = hooks(store, ann);

	cr_assert_eq(seen.count, 1);
	cr_expect_eq(seen.kept[0].state, STORE_HOOK_OFF);
	cr_expect_eq(seen.kept[0].status, 410);
	cr_expect_eq(seen.kept[0].heard_ms, 1000);
	cr_expect_eq(seen.kept[0].secret, 1);
	put(store, ann, first, 0, 1 << TURN);
	seen = hooks(store, ann);
	cr_expect_eq(seen.kept[0].state, STORE_HOOK_GOOD);
	cr_expect_eq(seen.kept[0].failing_ms, 0);
	tell(store, ann, game, TURN, OWN, 300);
	cr_expect_eq(due(store, 1000).count, 1);
	store_close(store);
}

/* Write one change of the first hook. */
static void change(struct store *store, enum store_hook_act act, uint8_t state, const char *url)
{
	const struct store_hook hook = {.player = ann,
					.id = first,
					.url = url,
					.language = "en",
					.kinds = 1 << TURN | 1 << NOTICE_CONFIRM,
					.format = HOOK_MAIL,
					.state = state,
					.act = act};
	const struct store_batch batch = {.list[STORE_HOOK] = {&hook, 1}};

	cr_assert_eq(store->append(store, &batch), STORE_OK);
}

TEST_OF_ENGINES(store_notices, an_address_is_told_when_it_is_confirmed_and_until_it_stops_that)
{
	static const char url[] = "mailto:ann@club.example";
	struct store *store = open_store(place);

	change(store, STORE_HOOK_PUT, STORE_HOOK_UNCONFIRMED, url);
	tell(store, ann, game, TURN, OWN, 100);
	cr_expect_eq(due(store, 1000).count, 0);
	tell(store, ann, first, NOTICE_CONFIRM, OWN, 100);
	cr_expect_eq(due(store, 1000).count, 1);
	change(store, STORE_HOOK_CONFIRMED, 0, "mailto:another@club.example");
	cr_expect_eq(hooks(store, ann).kept[0].state, STORE_HOOK_UNCONFIRMED);
	change(store, STORE_HOOK_CONFIRMED, 0, url);
	cr_expect_eq(hooks(store, ann).kept[0].state, STORE_HOOK_GOOD);
	change(store, STORE_HOOK_PUT, STORE_HOOK_UNCONFIRMED, url);
	cr_expect_eq(hooks(store, ann).kept[0].state, STORE_HOOK_GOOD, "it is confirmed still");

	struct store_hook heard = due(store, 1000).kept[0];
	const struct store_batch batch = {.list[STORE_HOOK] = {&heard, 1}};

	change(store, STORE_HOOK_STOPPED, 0, url);
	cr_expect_eq(due(store, 1000).count, 0);
	heard.act = STORE_HOOK_HEARD;
	heard.url = url;
	heard.state = STORE_HOOK_GOOD;
	cr_assert_eq(store->append(store, &batch), STORE_OK);
	cr_expect_eq(hooks(store, ann).kept[0].state, STORE_HOOK_OFF, "what was under way");
	change(store, STORE_HOOK_PUT, STORE_HOOK_UNCONFIRMED, url);
	cr_expect_eq(hooks(store, ann).kept[0].state, STORE_HOOK_UNCONFIRMED);
	store_close(store);
}

static void put_mail(struct store *store, const char *of, int64_t sent_ms, bool undone)
{
	const struct store_mailed mailed = {
		.address = "a", .game = of, .sent_ms = sent_ms, .undone = undone};
	const struct store_batch batch = {.list[STORE_MAILED] = {&mailed, 1}};

	cr_assert_eq(store->append(store, &batch), STORE_OK);
}

TEST_OF_ENGINES(store_notices, mails_are_remembered_for_a_day)
{
	const int64_t day_ms = 24 * 3600 * 1000;
	const uint8_t address[STORE_ADDRESS_BYTES] = "a", another[STORE_ADDRESS_BYTES] = "b";
	int64_t sent_ms[STORE_MAILED_MAX];
	struct store *store = open_store(place);

	put_mail(store, NULL, 10, false);
	put_mail(store, NULL, 20, false);
	put_mail(store, game, 30, false);
	cr_assert_eq(store->load_mailed(store, address, NULL, sent_ms), STORE_OK);
	cr_expect_eq(sent_ms[0], 20);
	cr_expect_eq(sent_ms[1], 10);
	cr_expect_eq(sent_ms[2], 0);
	cr_assert_eq(store->load_mailed(store, address, game, sent_ms), STORE_OK);
	cr_expect_eq(sent_ms[0], 30);
	put_mail(store, game, 30, true);
	cr_assert_eq(store->load_mailed(store, address, game, sent_ms), STORE_OK);
	cr_expect_eq(sent_ms[0], 0, "it was not sent after all");
	cr_assert_eq(store->load_mailed(store, another, NULL, sent_ms), STORE_OK);
	cr_expect_eq(sent_ms[0], 0);
	put_mail(store, NULL, 15 + day_ms, false);
	cr_assert_eq(store->load_mailed(store, address, NULL, sent_ms), STORE_OK);
	cr_expect_eq(sent_ms[1], 20);
	cr_expect_eq(sent_ms[2], 0);
	store_close(store);
}

TEST_OF_ENGINES(store_notices, who_goes_is_told_nothing)
{
	struct store *store = open_store(place);
	const struct store_hook gone = {.player = ann, .id = first, .act = STORE_HOOK_GONE};
	const struct store_batch drop = {.list[STORE_HOOK] = {&gone, 1}};
	const struct store_player left = {.id = ben, .name = "", .ended = true, .changes = true};
	const struct store_batch leave = {.list[STORE_PLAYER] = {&left, 1}};

	put(store, ann, first, 0, 1 << TURN);
	put(store, ben, first, 0, 1 << TURN);
	tell(store, ann, game, TURN, OWN, 100);
	tell(store, ben, game, TURN, OWN, 100);
	cr_assert_eq(store->append(store, &drop), STORE_OK);
	cr_expect_eq(due(store, 1000).count, 1);
	cr_expect_eq(hooks(store, NULL).count, 1);
	cr_assert_eq(store->append(store, &leave), STORE_OK);
	cr_expect_eq(due(store, 1000).count, 0);
	cr_expect_eq(hooks(store, NULL).count, 0);
	store_close(store);
}

/* What is told and what it is told of are on disk together, or neither is. */
static void take_delivery(void *context, const struct store_notice *notice)
{
	struct seen *seen = context;

	if (seen->count < 8)
		seen->notice[seen->count] = *notice;
	seen->count++;
}

static struct seen deliveries(struct store *store, const char *id)
{
	struct seen seen = {0};

	cr_assert_eq(store->load_deliveries(store, ann, id, &seen, take_delivery), STORE_OK);
	return seen;
}

TEST_OF_ENGINES(store_notices, what_was_answered_is_remembered_of_the_last)
{
	struct store *store = open_store(place);

	put(store, ann, first, 0, 1 << TURN);
	for (int64_t made_ms = 1; made_ms <= STORE_DELIVERIES_MAX + 2; made_ms++) {
		tell(store, ann, game, TURN, OWN, made_ms);
		const struct seen waits = due(store, made_ms);
		struct store_notice heard = waits.notice[0];

		heard.game = game;
		heard.heard = (struct store_heard){waits.kept[0].place, 204, true, made_ms + 9};
		heard.act = STORE_NOTICE_GONE;
		write_notice(store, heard);
	}
	const struct seen last = deliveries(store, first);
	cr_assert_eq(last.count, STORE_DELIVERIES_MAX);
	cr_expect_eq(last.notice[0].made_ms, STORE_DELIVERIES_MAX + 2, "the newest first");
	cr_expect_eq(last.notice[0].heard.status, 204);
	cr_expect_eq(last.notice[0].heard.time_ms, STORE_DELIVERIES_MAX + 11);
	cr_expect_eq(deliveries(store, second).count, 0);
	store_close(store);
}

TEST_OF_ENGINES(store_notices, nothing_is_told_of_what_was_not_written)
{
	struct store *store = open_store(place);
	const struct store_row row = {.game = game, .expected = 4};
	const struct store_notice notice = {
		.player = ann, .game = game, .made_ms = 100, .due_ms = 100};
	const struct store_batch batch = {.list[STORE_ROW] = {&row, 1},
					  .list[STORE_NOTICE] = {&notice, 1}};

	put(store, ann, first, 0, 1 << TURN);
	cr_expect_neq(store->append(store, &batch), STORE_OK);
	cr_expect_eq(due(store, 1000).count, 0);
	store_close(store);
}

TEST_OF_ENGINES(store_notices, a_game_that_is_forgotten_takes_its_notices_along)
{
	struct store *store = open_store(place);
	const struct store_game made = {.id = game, .header = {"{}", 2}, .secret = {"s", 1}};
	const struct store_batch create = {.list[STORE_GAME] = {&made, 1}};
	const struct store_forgotten gone = {game, STORE_ANY_STATUS};
	const struct store_batch forget = {.list[STORE_FORGOTTEN] = {&gone, 1}};

	put(store, ann, first, 0, 1 << TURN);
	cr_assert_eq(store->append(store, &create), STORE_OK);
	tell(store, ann, game, TURN, OWN, 100);
	cr_assert_eq(store->append(store, &forget), STORE_OK);
	cr_expect_eq(due(store, 1000).count, 0);
	store_close(store);
}

Test(store_notices, a_folder_of_before_there_were_any_is_brought_over)
{
	char folder[64];

	host_make_folder(folder);
	store_close(open_store(folder));
	earlier_back_to_18(folder);
	earlier_sql(
		folder,
		"ALTER TABLE player DROP COLUMN shows_day;"
		"DROP TABLE mailed; DROP TABLE post; DROP TABLE hook; DROP TABLE delivery; DROP TABLE notice; DROP TABLE app; DROP TABLE app_grant;"
		"PRAGMA user_version = 11");

	struct store *store = open_store(folder);
	put(store, ann, first, 0, 1 << TURN);
	tell(store, ann, game, TURN, OWN, 100);
	store_close(store);
	store = open_store(folder);
	cr_expect_eq(due(store, 1000).count, 1);
	store_close(store);
	host_remove_folder(folder);
}
