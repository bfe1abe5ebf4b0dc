/* Discord's limits: what its answers teach, and how long is waited. */

#include <criterion/criterion.h>

#include "notify/delivery.h"
#include "notify/discord_limits.h"

static struct discord_limits *limits;

static void begin(void)
{
	limits = discord_limits_create();
}

static void end(void)
{
	discord_limits_destroy(limits);
}

TestSuite(discord_limits, .init = begin, .fini = end);

static int64_t wait_at(const char *route, const char *major, int64_t now_ms)
{
	return discord_limits_wait(limits, route, major, now_ms);
}

Test(discord_limits, seconds_are_read_to_the_millisecond_and_rounded_up)
{
	cr_expect_eq(discord_seconds_ms("1"), 1000);
	cr_expect_eq(discord_seconds_ms("0.25"), 250);
	cr_expect_eq(discord_seconds_ms("1.2301"), 1231);
	cr_expect_eq(discord_seconds_ms(NULL), 0);
	cr_expect_eq(discord_seconds_ms("soon"), 0);
	cr_expect_eq(discord_seconds_ms("99999999999999999999"), 0);
	cr_expect_eq(discord_seconds_ms("999999999"), 24 * 3600 * 1000);
}

Test(discord_limits, what_is_left_may_be_asked_and_then_it_is_waited)
{
	const struct discord_heard heard = {
		.status = 200, .bucket = "b", .remaining = "2", .reset_after = "1.5"};

	cr_expect_eq(wait_at("POST", "one", 0), 0, "nothing is known");
	discord_limits_hear(limits, "POST", "one", &heard, 0);
	cr_expect_eq(wait_at("POST", "one", 10), 0);
	cr_expect_eq(wait_at("POST", "one", 20), 0);
	cr_expect_eq(wait_at("POST", "one", 30), 1470);
	cr_expect_eq(wait_at("POST", "other", 30), 0, "each channel has its own");
	cr_expect_eq(wait_at("POST", "one", 1500), 0, "it is full again");
}

Test(discord_limits, routes_with_one_bucket_share_it)
{
	const struct discord_heard none = {
		.status = 200, .bucket = "b", .remaining = "0", .reset_after = "2"};
	const struct discord_heard plenty = {
		.status = 200, .bucket = "b", .remaining = "4", .reset_after = "2"};

	discord_limits_hear(limits, "PATCH", "other", &plenty, 0);
	discord_limits_hear(limits, "POST", "one", &none, 0);
	cr_expect_eq(wait_at("PATCH", "one", 500), 1500);
	cr_expect_eq(wait_at("DELETE", "one", 500), 0, "which bucket it has is not known");
}

Test(discord_limits, a_429_is_waited_for_as_long_as_it_says)
{
	const struct discord_heard heard = {
		.status = 429, .retry_after = "1", .reset_after = "0.3"};
	const struct discord_heard bare = {.status = 429};

	discord_limits_hear(limits, "POST", "one", &heard, 0);
	cr_expect_eq(wait_at("POST", "one", 0), 1000);
	cr_expect_eq(wait_at("POST", "one", 1000), 0);
	discord_limits_hear(limits, "POST", "two", &bare, 0);
	cr_expect_gt(wait_at("POST", "two", 0), 0);
	cr_expect_eq(wait_at("PATCH", "one", 0), 0);
}

Test(discord_limits, a_global_one_holds_everything_up)
{
	const struct discord_heard heard = {.status = 429, .retry_after = "7", .is_global = true};

	discord_limits_hear(limits, "POST", "one", &heard, 100);
	cr_expect_eq(wait_at("DELETE", "another", 100), 7000);
	cr_expect_eq(wait_at("DELETE", "another", 7100), 0);
}

Test(discord_limits, more_channels_than_it_remembers_forget_those_that_are_full)
{
	const struct discord_heard heard = {
		.status = 200, .bucket = "b", .remaining = "0", .reset_after = "1"};
	char major[16];

	for (int i = 0; i < 2 * DISCORD_LANES_MAX; i++) {
		snprintf(major, sizeof(major), "%d", i);
		discord_limits_hear(limits, "POST", major, &heard, i * 1000);
	}
	cr_expect_gt(wait_at("POST", major, (2 * DISCORD_LANES_MAX - 1) * 1000), 0);
}

Test(discord_limits, a_message_is_edited_once_a_minute_after_its_first_hour)
{
	const int64_t hour_ms = 3600 * 1000;
	const struct courier_options pace = {.aged_ms = DISCORD_AGED_MS,
					     .aged_pace_ms = DISCORD_AGED_PACE_MS};
	struct store_post post = {.posted_ms = 0, .edited_ms = hour_ms - 1000};

	cr_expect_eq(discord_edit_due(&post, &pace, hour_ms), hour_ms, "there is none");
	post.message[0] = '1';
	cr_expect_eq(discord_edit_due(&post, &pace, hour_ms - 500), hour_ms - 500);
	cr_expect_eq(discord_edit_due(&post, &pace, hour_ms), hour_ms + 59000);
	cr_expect_eq(discord_edit_due(&post, &pace, hour_ms + 70000), hour_ms + 70000);
}
