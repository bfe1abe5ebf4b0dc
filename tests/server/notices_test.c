/* What the outbox has of a game that is played: a row in the transaction of what it is about, none
 * of a turn that a plan takes, and nothing that anybody may read follows from what was written. */

#include <criterion/criterion.h>
#include <string.h>
#include <unistd.h>

#include "game/hooks.h"
#include "game/notices.h"
#include "plans_game.h"

#define HOST (&records_host)

static const char player[PN_SIDES][GAME_ID_BYTES] = {"0a234567-89ab-4def-8123-456789abcdef",
						     "0b234567-89ab-4def-8123-456789abcdef"};
static const char own_hook[] = "11234567-89ab-4def-8123-456789abcdef";
static const char open_hook[] = "21234567-89ab-4def-8123-456789abcdef";

enum { LATER_MS = 1000 * 1000 };

static struct job hook_job(pn_side side, const char *id, enum hook_act act, uint8_t format)
{
	struct job job = {.kind = JOB_HOOK, .side = side};

	memcpy(job.id, id, GAME_ID_BYTES);
	memcpy(job.player, player[side], GAME_ID_BYTES);
	job.hook.act = (uint8_t)act;
	job.hook.url = "https://example.org/x";
	job.hook.language = "en";
	job.hook.format = format;
	job.hook.kinds = 1 << NOTICE_TURN | 1 << NOTICE_ENDED | 1 << NOTICE_TEST;
	return job;
}

static enum problem_code change_hook(pn_side side, const char *id, enum hook_act act,
				     uint8_t format)
{
	struct job job = hook_job(side, id, act, format);

	cr_assert(host_run(HOST, &job));
	return job.problem;
}

/* Both sides are players, each with a hook of their own and a channel. */
static void open_game(void)
{
	records_open();
	plans_begin();
	plans_seat(player);
	for (pn_side side = 0; side < PN_SIDES; side++) {
		cr_assert_eq(change_hook(side, own_hook, HOOK_PUT, HOOK_STANDARD), PROBLEM_NONE);
		cr_assert_eq(change_hook(side, open_hook, HOOK_PUT, HOOK_DISCORD), PROBLEM_NONE);
	}
}

TestSuite(notices, .init = open_game, .fini = records_close);

struct outbox {
	int own[PN_SIDES], open[PN_SIDES]; /* how many of a turn there are to be told */
	int ended;
	struct store_notice last;
};

static void take(void *context, const struct store_notice *notice, const struct store_hook *hook)
{
	struct outbox *outbox = context;
	const pn_side side = strcmp(notice->player, player[PN_BLUE]) == 0;

	outbox->last = *notice;
	if (notice->kind == NOTICE_ENDED)
		outbox->ended++;
	else if (hook->format == HOOK_DISCORD)
		outbox->open[side]++;
	else
		outbox->own[side]++;
}

static struct outbox outbox_at(int64_t after_ms)
{
	struct outbox outbox = {0};
	const int64_t now_ms = service_now_ms(HOST->service);

	cr_assert(service_due_notices(HOST->service, now_ms + after_ms, 64, &outbox, take));
	return outbox;
}

/* Blue passes while it is asked. */
static void pass_by_hand(void)
{
	for (bool asked = true; asked;) {
		struct snapshot *state = host_state(HOST, &plans_game);

		asked = pn_owes(snapshot_view(state, PN_PUBLIC), PN_BLUE);
		snapshot_release(state);
		if (asked)
			plans_act(PN_BLUE, PN_COMMAND_PASS, PN_NO_UNIT);
	}
}

Test(notices, a_turn_is_told_when_it_comes_and_no_longer_when_it_is_taken)
{
	cr_expect_eq(outbox_at(LATER_MS).own[PN_BLUE], 0);
	plans_move(PN_RED, 0);
	struct outbox outbox = outbox_at(0);

	cr_expect_eq(outbox.own[PN_BLUE], 1, "a window");
	cr_expect_eq(outbox.own[PN_RED], 0);
	cr_expect_eq(outbox.last.version, plans_tip(PN_BLUE).version);
	pass_by_hand();
	outbox = outbox_at(LATER_MS);
	cr_expect_eq(outbox.own[PN_BLUE], 0);
	cr_expect_eq(outbox.open[PN_BLUE], 0);
	cr_expect_eq(outbox.own[PN_RED], 1);
}

Test(notices, what_anybody_may_read_comes_a_while_later)
{
	plans_move(PN_RED, 0);
	cr_expect_eq(outbox_at(OPEN_WAIT_MS - 1000).open[PN_BLUE], 0);
	cr_expect_eq(outbox_at(OPEN_WAIT_MS).open[PN_BLUE], 1);
}

static void count_tables(void *context, const struct store_notice *notice,
			 const struct store_hook *hook)
{
	*(int *)context += notice->kind == NOTICE_TABLE && hook->format == HOOK_DISCORD;
}

static int tables(void)
{
	const int64_t now_ms = service_now_ms(HOST->service) + LATER_MS;
	int count = 0;

	cr_assert(service_due_notices(HOST->service, now_ms, 64, &count, count_tables));
	return count;
}

Test(notices, a_channel_that_shows_the_table_is_told_of_whatever_anybody_may_see)
{
	struct job job = hook_job(PN_RED, open_hook, HOOK_PUT, HOOK_DISCORD);

	job.hook.kinds = 1 << NOTICE_TABLE;
	cr_assert(host_run(HOST, &job));
	cr_assert_eq(plans_write(PN_BLUE, PN_EVENT_STANDING_ORDERS_SET, PLANS_ALL_PASS),
		     PROBLEM_NONE);
	cr_expect_eq(tables(), 0, "nobody may see that something is written ahead");
	plans_move(PN_RED, 0);
	cr_expect_eq(tables(), 1);
	plans_act(PN_RED, PN_COMMAND_RESIGN, PN_NO_UNIT);
	cr_expect_eq(tables(), 1, "one message");
}

static atomic_bool is_done;

static void done(struct job *job)
{
	snapshot_release(job->snapshot);
	atomic_store(&is_done, true);
}

/* Red's first unit is to move an inch. */
static struct job red_moves(struct text *text)
{
	struct snapshot *state = host_state(HOST, &plans_game);
	struct pn_command command = {.kind = PN_COMMAND_MOVE, .target = PN_NO_UNIT};

	command.path.count = 1;
	command.path.leg[0].heading = snapshot_view(state, PN_RED)->unit[0].pose.facing;
	command.path.leg[0].length = PN_INCH;
	snapshot_release(state);
	return host_act_job(HOST, &plans_game, PN_RED, &command, text);
}

/* The look is far off: until then nothing of it can be known. */
Test(notices, nobody_is_told_of_a_turn_that_a_plan_may_take)
{
	struct text text = TEXT_EMPTY;

	cr_assert_eq(plans_write(PN_BLUE, PN_EVENT_STANDING_ORDERS_SET, PLANS_ALL_PASS),
		     PROBLEM_NONE);
	struct job job = red_moves(&text);

	HOST->service->look_ms = 600 * 1000;
	job.done = done;
	cr_assert(service_submit(HOST->service, &job));
	while (!atomic_load(&is_done))
		usleep(1000);
	cr_assert_eq(job.problem, PROBLEM_NONE);
	const struct outbox outbox = outbox_at(LATER_MS);

	cr_expect_eq(outbox.own[PN_BLUE], 0);
	cr_expect_eq(outbox.open[PN_BLUE], 1, "as everybody sees it");
	text_free(&text);
}

Test(notices, of_a_turn_that_a_plan_took_nothing_stays)
{
	cr_assert_eq(plans_write(PN_BLUE, PN_EVENT_STANDING_ORDERS_SET, PLANS_ALL_PASS),
		     PROBLEM_NONE);
	plans_move(PN_RED, 0);
	const struct outbox outbox = outbox_at(LATER_MS);

	cr_expect_eq(outbox.own[PN_BLUE], 0);
	cr_expect_eq(outbox.open[PN_BLUE], 0);
	cr_expect_eq(outbox.own[PN_RED], 1);
}

Test(notices, who_has_written_something_is_told_when_nothing_comes_of_it)
{
	cr_assert_eq(plans_write(PN_BLUE, PN_EVENT_STANDING_ORDERS_SET,
				 "{\"orders\":[{\"answer\":\"ask\"}]}"),
		     PROBLEM_NONE);
	plans_move(PN_RED, 0);
	const struct outbox outbox = outbox_at(0);

	cr_expect_eq(outbox.own[PN_BLUE], 1);
	cr_expect_eq(outbox.last.version, plans_tip(PN_BLUE).version);
}

Test(notices, an_end_is_told_to_who_did_not_bring_it_about)
{
	plans_act(PN_RED, PN_COMMAND_RESIGN, PN_NO_UNIT);
	const struct outbox outbox = outbox_at(0);

	cr_expect_eq(outbox.ended, 1);
	cr_expect_eq(outbox.last.side, PN_BLUE);
}

Test(notices, of_what_could_not_be_written_nothing_is_told)
{
	struct pn_command command = host_actions(HOST, &plans_game, PN_RED, PN_COMMAND_RESIGN);

	store_faulty_fail(&HOST->faulty, STORE_FULL, 1);
	struct job job = host_act(HOST, &plans_game, PN_RED, &command);
	cr_expect_eq(job.problem, PROBLEM_STORE_FAILED);
	snapshot_release(job.snapshot);
	cr_expect_eq(outbox_at(LATER_MS).ended, 0);
}

Test(notices, a_hook_is_tried_alone_and_goes)
{
	cr_assert_eq(change_hook(PN_RED, own_hook, HOOK_TEST, 0), PROBLEM_NONE);
	cr_expect_eq(outbox_at(0).own[PN_RED], 1);
	cr_expect_eq(outbox_at(LATER_MS).open[PN_RED], 0);
	cr_assert_eq(change_hook(PN_RED, own_hook, HOOK_DROP, 0), PROBLEM_NONE);
	cr_expect_eq(outbox_at(0).own[PN_RED], 0);
	cr_expect_eq(change_hook(PN_RED, own_hook, HOOK_TEST, 0), PROBLEM_NO_SUCH_HOOK);
	cr_expect_eq(change_hook(PN_RED, own_hook, HOOK_DROP, 0), PROBLEM_NO_SUCH_HOOK);
}

Test(notices, a_player_has_eight_hooks_and_two_secrets_a_hook)
{
	char id[GAME_ID_BYTES] = "31234567-89ab-4def-8123-456789abcde0";
	struct hook_facts hook[HOOKS_MAX];
	uint8_t one[HOOK_SECRET_BYTES], two[HOOK_SECRET_BYTES];
	size_t count;

	for (char last = '0'; last < '0' + HOOKS_MAX - 2; last++) {
		id[35] = last;
		cr_assert_eq(change_hook(PN_RED, id, HOOK_PUT, 0), PROBLEM_NONE);
	}
	id[35] = 'f';
	cr_expect_eq(change_hook(PN_RED, id, HOOK_PUT, 0), PROBLEM_TOO_MANY_HOOKS);
	cr_expect_eq(change_hook(PN_RED, own_hook, HOOK_PUT, 0), PROBLEM_NONE);
	cr_expect_eq(change_hook(PN_RED, own_hook, HOOK_RENEW, 0), PROBLEM_NONE);
	cr_assert(service_hooks(HOST->service, player[PN_RED], hook, &count));
	cr_assert_eq(count, HOOKS_MAX);
	cr_expect_str_eq(hook[0].id, own_hook);
	cr_expect_eq(hook[0].secret, 2);
	service_hook_secret(HOST->service, player[PN_RED], own_hook, 1, one);
	service_hook_secret(HOST->service, player[PN_RED], own_hook, 2, two);
	cr_expect_neq(memcmp(one, two, sizeof(one)), 0);
	service_hook_secret(HOST->service, player[PN_BLUE], own_hook, 1, two);
	cr_expect_neq(memcmp(one, two, sizeof(one)), 0);
}

/* ---- kinds ---- */

enum { WIDE = 1 << NOTICE_TURN | 1 << NOTICE_REACTION | 1 << NOTICE_MESSAGE | 1 << NOTICE_CLOCK };

static const char wide_hook[] = "41234567-89ab-4def-8123-456789abcdef";

static void put_wide_hook(bool one_unread)
{
	struct job job = hook_job(PN_BLUE, wide_hook, HOOK_PUT, HOOK_STANDARD);

	job.hook.kinds = WIDE;
	job.hook.one_unread = one_unread;
	cr_assert(host_run(HOST, &job));
	cr_assert_eq(job.problem, PROBLEM_NONE);
}

/* How many notices of each kind the wide hook is to be told. */
static void count_wide(void *context, const struct store_notice *notice,
		       const struct store_hook *hook)
{
	int *count = context;

	count[notice->kind] += strcmp(hook->id, wide_hook) == 0;
}

static int wide(enum notice_kind kind)
{
	int count[NOTICE_KINDS] = {0};
	const int64_t now_ms = service_now_ms(HOST->service);

	cr_assert(service_due_notices(HOST->service, now_ms + LATER_MS, 64, count, count_wide));
	return count[kind];
}

Test(notices, a_turn_that_is_a_reaction_is_told_as_one_to_who_wants_that)
{
	put_wide_hook(false);
	plans_move(PN_RED, 0);
	cr_expect_eq(wide(NOTICE_REACTION), 1);
	cr_expect_eq(wide(NOTICE_TURN), 0);
	cr_expect_eq(outbox_at(0).own[PN_BLUE], 2, "others are told of a turn");
	pass_by_hand();
	cr_expect_eq(wide(NOTICE_REACTION), 0, "it is taken");
}

/* ---- clocks ---- */

enum { HOUR_MS = 3600 * 1000, LOOKS_AN_HOUR = 6 };

static void open_timed(void)
{
	records_open();
	HOST->clock = (struct clock_rule){10 * 24 * 3600, 24 * 3600, 10 * 24 * 3600};
	plans_begin();
	plans_seat(player);
}

/* The server looks each ten minutes: time in which it did not would be given back. */
static void pass_hours(int hours)
{
	for (int i = 0; i < hours * LOOKS_AN_HOUR; i++) {
		atomic_fetch_add(&HOST->world.now_ms, HOUR_MS / LOOKS_AN_HOUR);
		service_look(HOST->service);
	}
}

Test(notices, a_clock_that_is_nearly_over_is_told_once_until_the_turn_is_taken, .init = open_timed)
{
	struct job job = hook_job(PN_BLUE, wide_hook, HOOK_PUT, HOOK_STANDARD);

	job.hook.kinds = 1 << NOTICE_CLOCK;
	cr_assert(host_run(HOST, &job) && job.problem == PROBLEM_NONE);
	plans_move(PN_RED, 0);
	pass_hours(9 * 24 - 1);
	cr_expect_eq(wide(NOTICE_CLOCK), 0);
	pass_hours(2);
	cr_expect_eq(wide(NOTICE_CLOCK), 1);
	pass_hours(20);
	cr_expect_eq(wide(NOTICE_CLOCK), 1);
	pass_by_hand();
	cr_expect_eq(wide(NOTICE_CLOCK), 0, "it is taken");
}

static enum problem_code talk(enum job_kind kind, pn_side side, bool blocks)
{
	struct job job = {.kind = kind, .side = side};

	if (kind == JOB_TALK)
		job.talk.text = "Well?";
	else
		job.talk.blocks = blocks;
	memcpy(job.game, plans_game.game, sizeof(job.game));
	if (kind == JOB_TALK)
		host_key(HOST, &job);
	cr_assert(host_run(HOST, &job));
	snapshot_release(job.snapshot);
	return job.problem;
}

Test(notices, what_was_written_is_told_once_and_not_of_who_is_blocked)
{
	put_wide_hook(false);
	cr_assert_eq(talk(JOB_TALK, PN_BLUE, false), PROBLEM_NONE);
	cr_expect_eq(wide(NOTICE_MESSAGE), 0, "one's own");
	cr_assert_eq(talk(JOB_TALK, PN_RED, false), PROBLEM_NONE);
	cr_assert_eq(talk(JOB_TALK, PN_RED, false), PROBLEM_NONE);
	cr_expect_eq(wide(NOTICE_MESSAGE), 1);
	cr_expect_eq(outbox_at(LATER_MS).open[PN_BLUE], 0, "no channel hears of it");
	cr_assert_eq(talk(JOB_TALK, PN_BLUE, false), PROBLEM_NONE);
	cr_expect_eq(wide(NOTICE_MESSAGE), 0, "it is answered");
	cr_assert_eq(talk(JOB_BLOCK, PN_BLUE, true), PROBLEM_NONE);
	cr_assert_eq(talk(JOB_TALK, PN_RED, false), PROBLEM_NONE);
	cr_expect_eq(wide(NOTICE_MESSAGE), 0, "blocked");
}

/* Red ends the game. */
static void resign(void)
{
	const struct pn_command command = {
		.kind = PN_COMMAND_RESIGN, .unit = PN_NO_UNIT, .target = PN_NO_UNIT};
	struct job job = host_act(HOST, &plans_game, PN_RED, &command);

	snapshot_release(job.snapshot);
}

Test(notices, who_is_asked_to_play_again_is_told_as_of_a_message)
{
	put_wide_hook(false);
	resign();
	cr_assert_eq(talk(JOB_REMATCH, PN_BLUE, false), PROBLEM_NONE);
	cr_expect_eq(wide(NOTICE_MESSAGE), 0, "one's own");
	cr_assert_eq(talk(JOB_DECLINE, PN_RED, false), PROBLEM_NONE);
	cr_assert_eq(talk(JOB_REMATCH, PN_RED, false), PROBLEM_NONE);
	cr_expect_eq(wide(NOTICE_MESSAGE), 1);
	cr_assert_eq(talk(JOB_DECLINE, PN_BLUE, false), PROBLEM_NONE);
	cr_expect_eq(wide(NOTICE_MESSAGE), 0, "it is answered");
}

Test(notices, who_is_blocked_asks_nobody_to_play_again)
{
	put_wide_hook(false);
	resign();
	cr_assert_eq(talk(JOB_BLOCK, PN_BLUE, true), PROBLEM_NONE);
	cr_assert_eq(talk(JOB_REMATCH, PN_RED, false), PROBLEM_NONE);
	cr_expect_eq(wide(NOTICE_MESSAGE), 0);
}

Test(notices, one_unread_is_enough_for_who_wants_no_more)
{
	put_wide_hook(true);
	plans_move(PN_RED, 0);
	cr_assert_eq(talk(JOB_TALK, PN_RED, false), PROBLEM_NONE);
	cr_expect_eq(wide(NOTICE_REACTION), 1);
	cr_expect_eq(wide(NOTICE_MESSAGE), 0);
}

/* ---- who comes meanwhile ---- */

static void open_bare(void)
{
	records_open();
	plans_begin();
}

struct waited {
	struct job job; /* first */
	atomic_bool is_done;
};

static void waited_done(struct job *job)
{
	atomic_store(&((struct waited *)(void *)job)->is_done, true);
}

static void ask(struct waited *waited, struct job job)
{
	waited->job = job;
	waited->job.done = waited_done;
	atomic_store(&waited->is_done, false);
	cr_assert(service_submit(HOST->service, &waited->job));
}

static void await(struct waited *waited)
{
	while (!atomic_load(&waited->is_done))
		usleep(1000);
	cr_assert_eq(waited->job.problem, PROBLEM_NONE);
	snapshot_release(waited->job.snapshot);
}

/* The first hook that there is comes in one batch with the turn. */
Test(notices, a_hook_that_comes_with_the_turn_is_told_of_it, .init = open_bare)
{
	struct text text = TEXT_EMPTY;
	struct roster *roster = HOST->service->roster;
	struct job opening = {.kind = JOB_TALK, .side = PN_BLUE};
	static struct waited first, hook, move;

	roster_put_player(roster, &(struct store_player){.id = player[PN_BLUE], .name = "x"});
	roster_add_seat(roster, &(struct store_seat){.game = plans_game.game,
						     .side = PN_BLUE,
						     .player = player[PN_BLUE]});
	opening.talk.text = "Well?";
	memcpy(opening.game, plans_game.game, sizeof(opening.game));
	host_key(HOST, &opening);
	const struct job moving = red_moves(&text);

	store_faulty_hold(&HOST->faulty);
	ask(&first, opening);
	store_faulty_await(&HOST->faulty);
	ask(&hook, hook_job(PN_BLUE, own_hook, HOOK_PUT, HOOK_STANDARD));
	ask(&move, moving);
	store_faulty_go_on(&HOST->faulty);
	await(&first);
	await(&hook);
	await(&move);
	cr_expect_eq(outbox_at(0).own[PN_BLUE], 1);
	text_free(&text);
}
