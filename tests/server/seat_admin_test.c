/* Seat administration of a game and its players, under the service: invitations, hand-overs, talk,
 * rematches; on a clock that is told what to say, on a disk that fails, after a restart. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "game/players.h"
#include "host.h"

enum { MINUTE = 60 * 1000, DAY = 24 * 60 * MINUTE };

static struct host host;
static struct pn_muster muster;

static void begin(void)
{
	host_open(&host, NULL);
	/* The clock stands still but for what a test adds. */
	atomic_store(&host.world.step_ms, 0);
	host_muster(&muster, PN_METHOD_LOSER_FIRST);
}

static void end(void)
{
	host_close(&host);
}

TestSuite(seat_admin, .init = begin, .fini = end);

static void pass_time(long long ms)
{
	atomic_fetch_add(&host.world.now_ms, ms);
}

/* Run a job and let go of its snapshot. */
static struct job run(struct job job)
{
	cr_assert(host_run(&host, &job));
	snapshot_release(job.snapshot);
	job.snapshot = NULL;
	return job;
}

static struct job seat_job(enum job_kind kind, const char *game, pn_side side)
{
	struct job job = {.kind = kind, .side = side, .if_match = -1};

	memcpy(job.game, game, GAME_ID_BYTES);
	host_key(&host, &job);
	return job;
}

static struct job created(enum game_access access, const char *player)
{
	struct job job = host_create_job(&host, &muster);

	job.seat.create.access = (uint8_t)access;
	if (player)
		memcpy(job.player, player, GAME_ID_BYTES);
	job = run(job);
	cr_assert_eq(job.problem, PROBLEM_NONE);
	return job;
}

/* Try to take a seat with a code. */
static struct job joined(const char *game, const char *code, const char *player)
{
	struct job job = seat_job(JOB_JOIN, game, PN_BLUE);

	snprintf(job.seat.code, sizeof(job.seat.code), "%s", code);
	if (player)
		memcpy(job.player, player, GAME_ID_BYTES);
	return run(job);
}

static struct job new_player(const char *name)
{
	struct job job = {.kind = JOB_PLAYER, .account.name = name, .if_match = -1};

	host_key(&host, &job);
	job = run(job);
	cr_assert_eq(job.problem, PROBLEM_NONE);
	return job;
}

/* ---- invitations ---- */

Test(seat_admin, an_invitation_is_good_for_14_days_to_the_millisecond)
{
	struct job game = created(ACCESS_UNLISTED, NULL), other = created(ACCESS_UNLISTED, NULL);

	cr_expect_eq(game.seat.expires_ms, host.world.now_ms + 14LL * DAY);
	pass_time(14LL * DAY);
	cr_expect_eq(joined(game.game, game.seat.code, NULL).problem, PROBLEM_NONE);
	pass_time(1);
	cr_expect_eq(joined(other.game, other.seat.code, NULL).problem, PROBLEM_INVITATION_EXPIRED);
}

Test(seat_admin, an_invitation_works_once)
{
	struct job game = created(ACCESS_UNLISTED, NULL);

	cr_expect_eq(joined(game.game, game.seat.code, NULL).problem, PROBLEM_NONE);
	cr_expect_eq(joined(game.game, game.seat.code, NULL).problem, PROBLEM_SEAT_TAKEN);
}

Test(seat_admin, of_two_who_use_an_invitation_at_once_one_gets_the_seat)
{
	struct job game = created(ACCESS_UNLISTED, NULL), job[2];

	for (int i = 0; i < 2; i++) {
		job[i] = seat_job(JOB_JOIN, game.game, PN_BLUE);
		memcpy(job[i].seat.code, game.seat.code, INVITATION_BYTES);
	}
	host_run_all(&host, job, 2);
	cr_expect_eq(job[0].problem, PROBLEM_NONE);
	cr_expect_eq(job[1].problem, PROBLEM_SEAT_TAKEN);
	for (int i = 0; i < 2; i++)
		snapshot_release(job[i].snapshot);
}

Test(seat_admin, a_renewed_invitation_takes_the_place_of_the_old_one)
{
	struct job game = created(ACCESS_UNLISTED, NULL);

	pass_time(13LL * DAY);
	struct job renewed = run(seat_job(JOB_INVITE, game.game, PN_RED));
	cr_expect_eq(renewed.problem, PROBLEM_NONE);
	cr_expect_str_neq(renewed.seat.code, game.seat.code);
	cr_expect_eq(renewed.seat.expires_ms, host.world.now_ms + 14LL * DAY);
	cr_expect_eq(joined(game.game, game.seat.code, NULL).problem, PROBLEM_BAD_INVITATION);
	pass_time(14LL * DAY);
	cr_expect_eq(joined(game.game, renewed.seat.code, NULL).problem, PROBLEM_NONE);
	cr_expect_eq(run(seat_job(JOB_INVITE, game.game, PN_RED)).problem, PROBLEM_SEAT_TAKEN);
	cr_expect_eq(run(seat_job(JOB_WITHDRAW, game.game, PN_RED)).problem, PROBLEM_SEAT_TAKEN);
}

Test(seat_admin, a_withdrawn_invitation_is_good_no_longer_until_it_is_renewed)
{
	struct job game = created(ACCESS_PUBLIC, NULL), job = seat_job(JOB_WITHDRAW, game.game, 0);

	job.key[0] = '\0';
	cr_expect_eq(run(job).problem, PROBLEM_NONE);
	cr_expect_eq(run(job).problem, PROBLEM_NONE, "again changes nothing");
	cr_expect_eq(joined(game.game, "", NULL).problem, PROBLEM_INVITATION_WITHDRAWN);
	cr_expect_eq(joined(game.game, game.seat.code, NULL).problem, PROBLEM_INVITATION_WITHDRAWN);
	struct job renewed = run(seat_job(JOB_INVITE, game.game, PN_RED));
	cr_expect_eq(joined(game.game, renewed.seat.code, NULL).problem, PROBLEM_NONE);
}

Test(seat_admin, only_a_public_game_is_joined_without_a_code)
{
	struct job open = created(ACCESS_PUBLIC, NULL), unlisted = created(ACCESS_UNLISTED, NULL);

	cr_expect_eq(joined(unlisted.game, "", NULL).problem, PROBLEM_BAD_INVITATION);
	cr_expect_eq(joined(open.game, "", NULL).problem, PROBLEM_NONE);
}

Test(seat_admin, renewing_twice_with_one_key_gives_one_code)
{
	struct job game = created(ACCESS_UNLISTED, NULL);
	struct job job = seat_job(JOB_INVITE, game.game, PN_RED);
	struct job first = run(job), between = run(seat_job(JOB_INVITE, game.game, PN_RED));
	struct job again = run(job);

	cr_expect_eq(again.problem, PROBLEM_NONE);
	cr_expect_str_eq(again.seat.code, first.seat.code);
	cr_expect_eq(again.seat.expires_ms, first.seat.expires_ms);
	cr_expect_eq(joined(game.game, first.seat.code, NULL).problem, PROBLEM_BAD_INVITATION);
	cr_expect_eq(joined(game.game, between.seat.code, NULL).problem, PROBLEM_NONE);
}

/* ---- handing over ---- */

static struct job handed_over(const struct hosted_game *hosted, pn_side side, bool moves)
{
	struct job job = seat_job(JOB_HANDOVER, hosted->game, side);

	job.seat.moves = moves;
	return run(job);
}

static bool is_good(const char *token)
{
	return service_authenticate(host.service, token).known;
}

Test(seat_admin, a_seat_is_moved_within_ten_minutes_and_the_old_token_ends)
{
	struct hosted_game hosted = host_game(&host, &muster);
	struct job code = handed_over(&hosted, PN_RED, true);

	pass_time(10LL * MINUTE);
	struct job taken = joined(hosted.game, code.seat.code, NULL);
	cr_expect_eq(taken.problem, PROBLEM_NONE);
	cr_expect_eq(taken.side, PN_RED);
	cr_expect_eq(service_authenticate(host.service, taken.token).side, PN_RED);
	struct caller old = service_authenticate(host.service, hosted.token[PN_RED]);
	cr_expect(old.ended && !old.known);
	cr_expect(is_good(hosted.token[PN_BLUE]));
	cr_expect_not(service_holds(host.service, &old, hosted.game, PN_RED));
	cr_expect_eq(joined(hosted.game, code.seat.code, NULL).problem, PROBLEM_BAD_INVITATION,
		     "a code works once");
}

Test(seat_admin, a_code_is_too_late_after_ten_minutes)
{
	struct hosted_game hosted = host_game(&host, &muster);
	struct job code = handed_over(&hosted, PN_BLUE, true);

	pass_time(10LL * MINUTE + 1);
	cr_expect_eq(joined(hosted.game, code.seat.code, NULL).problem, PROBLEM_INVITATION_EXPIRED);
	cr_expect(is_good(hosted.token[PN_BLUE]));
}

Test(seat_admin, a_shared_seat_has_two_good_tokens)
{
	struct hosted_game hosted = host_game(&host, &muster);
	struct job first = handed_over(&hosted, PN_RED, false);
	struct job code = handed_over(&hosted, PN_RED, false);

	cr_expect_eq(joined(hosted.game, first.seat.code, NULL).problem, PROBLEM_BAD_INVITATION,
		     "replaced by a new one");
	struct job taken = joined(hosted.game, code.seat.code, NULL);
	cr_expect(is_good(taken.token));
	cr_expect(is_good(hosted.token[PN_RED]));
	cr_expect_str_neq(taken.token, hosted.token[PN_RED]);
}

Test(seat_admin, taking_a_seat_twice_with_one_key_gives_one_token)
{
	struct hosted_game hosted = host_game(&host, &muster);
	struct job code = handed_over(&hosted, PN_RED, true);
	struct job job = seat_job(JOB_JOIN, hosted.game, PN_BLUE);

	memcpy(job.seat.code, code.seat.code, sizeof(job.seat.code));
	struct job first = run(job), again = run(job);
	cr_expect_eq(again.problem, PROBLEM_NONE);
	cr_expect_eq(again.side, PN_RED);
	cr_expect_str_eq(first.token, again.token);
}

/* ---- players ---- */

Test(seat_admin, a_player_collects_seats_and_holds_one_of_a_game)
{
	struct job ann = new_player("Ann"), ben = new_player("Ben");
	struct job game = created(ACCESS_UNLISTED, ann.player);
	struct held_seat seat[4];

	cr_expect_str_eq(game.token, "");
	cr_expect_eq(joined(game.game, game.seat.code, ann.player).problem, PROBLEM_ALREADY_SEATED);
	struct job taken = joined(game.game, game.seat.code, ben.player);
	cr_expect_eq(taken.problem, PROBLEM_NONE);
	cr_expect_str_eq(taken.token, "");
	struct caller caller = service_authenticate(host.service, ben.token);
	cr_expect_str_eq(caller.player, ben.player);
	cr_expect_eq(service_side(host.service, &caller, game.game), PN_BLUE);
	cr_assert_eq(service_seats(host.service, ann.player, UINT32_MAX, seat, 4), 1);
	cr_expect_str_eq(seat[0].game, game.game);
	cr_expect_eq(seat[0].side, PN_RED);
}

Test(seat_admin, a_player_who_asks_twice_is_made_once)
{
	struct job job = {
		.kind = JOB_PLAYER, .account.name = "Ann", .if_match = -1, .body_hash = {1}};

	host_key(&host, &job);
	struct job first = run(job), again = run(job);
	cr_expect_eq(again.problem, PROBLEM_NONE);
	cr_expect_str_eq(first.token, again.token);
	cr_expect_str_eq(first.player, again.player);
	job.body_hash[0] = 2;
	cr_expect_eq(run(job).problem, PROBLEM_KEY_REUSED);
}

Test(seat_admin, of_two_who_make_one_player_at_once_one_waits)
{
	struct job job[2];

	job[0] = (struct job){.kind = JOB_PLAYER, .account.name = "Ann", .if_match = -1};
	host_key(&host, &job[0]);
	job[1] = job[0];
	host_run_all(&host, job, 2);
	cr_expect_eq(job[0].problem, PROBLEM_NONE);
	cr_expect_eq(job[1].problem, PROBLEM_KEY_IN_FLIGHT);
}

Test(seat_admin, two_players_may_use_one_key)
{
	struct job ann = new_player("Ann"), ben = new_player("Ben");
	struct job first = host_create_job(&host, &muster);

	memcpy(first.player, ann.player, sizeof(first.player));
	struct job second = first;
	memcpy(second.player, ben.player, sizeof(second.player));
	first = run(first);
	second = run(second);
	cr_expect_eq(second.problem, PROBLEM_NONE);
	cr_expect_str_neq(first.game, second.game);
}

Test(seat_admin, a_seat_goes_from_one_player_to_another)
{
	struct job ann = new_player("Ann"), ben = new_player("Ben"), eve = new_player("Eve");
	struct job game = created(ACCESS_UNLISTED, ann.player);
	struct hosted_game hosted;
	struct player_facts facts;

	memcpy(hosted.game, game.game, sizeof(hosted.game));
	joined(game.game, game.seat.code, ben.player);
	struct job code = handed_over(&hosted, PN_RED, true);
	cr_expect_eq(joined(game.game, code.seat.code, ben.player).problem, PROBLEM_ALREADY_SEATED,
		     "nobody plays both sides");
	cr_expect_eq(joined(game.game, code.seat.code, eve.player).problem, PROBLEM_NONE);
	struct caller caller = service_authenticate(host.service, ann.token);
	cr_expect_eq(service_side(host.service, &caller, game.game), PN_PUBLIC);
	cr_assert(service_holder(host.service, game.game, PN_RED, &facts));
	cr_expect_str_eq(facts.name, "Eve");
	cr_assert(service_player(host.service, ann.player, &facts));
	cr_expect_eq(facts.games, 0);
	/* And back again. */
	code = handed_over(&hosted, PN_RED, true);
	cr_expect_eq(joined(game.game, code.seat.code, ann.player).problem, PROBLEM_NONE);
	cr_expect_eq(service_side(host.service, &caller, game.game), PN_RED);
}

/* ---- talk ---- */

static struct job said(const struct hosted_game *hosted, pn_side side, const char *text)
{
	struct job job = seat_job(JOB_TALK, hosted->game, side);

	job.talk.text = text;
	return run(job);
}

static size_t heard(const struct hosted_game *hosted, pn_side side, struct message *out, size_t max)
{
	struct snapshot *snapshot = host_state(&host, hosted);
	size_t count = snapshot_messages(snapshot, side, 0, out, max);

	snapshot_release(snapshot);
	return count;
}

Test(seat_admin, talk_has_numbers_of_its_own_and_changes_nothing_of_the_game)
{
	struct hosted_game hosted = host_game(&host, &muster);
	struct snapshot *before = host_state(&host, &hosted);
	struct message message[4];

	cr_expect_eq(said(&hosted, PN_RED, "Good luck").talk.message, 1);
	cr_expect_eq(said(&hosted, PN_BLUE, "You too").talk.message, 2);
	struct snapshot *after = host_state(&host, &hosted);
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
		cr_expect_eq(snapshot_tip(after, viewer).seq, snapshot_tip(before, viewer).seq);
		cr_expect_eq(snapshot_tip(after, viewer).version,
			     snapshot_tip(before, viewer).version);
	}
	cr_assert_eq(heard(&hosted, PN_RED, message, 4), 2);
	cr_expect_eq(message[1].side, PN_BLUE);
	cr_expect_eq(strncmp(message[1].text, "You too", message[1].size), 0);
	snapshot_release(before);
	snapshot_release(after);
}

/* Actions are computed once a version of a side's view, whatever else happens meanwhile. */
Test(seat_admin, actions_are_kept_as_long_as_the_view_is_the_same)
{
	struct hosted_game hosted = host_game(&host, &muster);
	struct snapshot *before = host_state(&host, &hosted);
	const struct pn_actions *red = snapshot_actions(before, PN_RED);

	said(&hosted, PN_RED, "Good luck");
	struct snapshot *after = host_state(&host, &hosted);
	cr_expect_neq(before, after);
	cr_expect_eq(snapshot_actions(after, PN_RED), red);
	snapshot_release(after);
	static struct random_source random = {1};
	host_play(&host, &hosted, &random, 1);
	after = host_state(&host, &hosted);
	cr_expect_neq(snapshot_actions(after, PN_RED), red);
	snapshot_release(before);
	snapshot_release(after);
}

Test(seat_admin, who_blocks_reads_what_was_said_before_and_after)
{
	struct hosted_game hosted = host_game(&host, &muster);
	struct job block = seat_job(JOB_BLOCK, hosted.game, PN_RED);
	struct message message[8];

	block.key[0] = '\0';
	said(&hosted, PN_BLUE, "one");
	block.talk.blocks = true;
	cr_expect_eq(run(block).problem, PROBLEM_NONE);
	cr_expect_eq(run(block).problem, PROBLEM_NONE);
	said(&hosted, PN_BLUE, "two");
	said(&hosted, PN_RED, "three");
	block.talk.blocks = false;
	run(block);
	said(&hosted, PN_BLUE, "four");
	cr_assert_eq(heard(&hosted, PN_RED, message, 8), 3);
	cr_expect_eq(message[0].number, 1);
	cr_expect_eq(message[1].number, 3);
	cr_expect_eq(message[2].number, 4);
	cr_expect_eq(heard(&hosted, PN_BLUE, message, 8), 4);
}

Test(seat_admin, one_reports_what_the_other_wrote_and_nothing_else)
{
	struct hosted_game hosted = host_game(&host, &muster);
	struct job job = seat_job(JOB_REPORT, hosted.game, PN_RED);
	struct message message[2];

	said(&hosted, PN_BLUE, "rude");
	said(&hosted, PN_RED, "well");
	job.talk.text = "rude";
	for (uint32_t number = 0; number < 4; number++) {
		host_key(&host, &job);
		job.talk.message = number;
		cr_expect_eq(run(job).problem, number == 1 ? PROBLEM_NONE : PROBLEM_NO_SUCH_MESSAGE,
			     "%u", number);
	}
	heard(&hosted, PN_RED, message, 2);
	cr_expect(message[0].reported);
	heard(&hosted, PN_BLUE, message, 2);
	cr_expect_not(message[0].reported, "the other side is not told");
}

Test(seat_admin, a_game_has_so_many_messages_and_no_more)
{
	struct hosted_game hosted = host_game(&host, &muster);

	for (int i = 0; i < MESSAGES_MAX; i++)
		cr_assert_eq(said(&hosted, PN_RED, "x").problem, PROBLEM_NONE);
	cr_expect_eq(said(&hosted, PN_RED, "x").problem, PROBLEM_GAME_TOO_LONG);
}

/* ---- playing again ---- */

static void resign(const struct hosted_game *hosted)
{
	const struct pn_command command = {
		.kind = PN_COMMAND_RESIGN, .unit = PN_NO_UNIT, .target = PN_NO_UNIT};
	struct job job = host_act(&host, hosted, PN_RED, &command);

	snapshot_release(job.snapshot);
}

Test(seat_admin, a_rematch_wants_a_game_that_has_ended)
{
	struct hosted_game hosted = host_game(&host, &muster);

	cr_expect_eq(run(seat_job(JOB_REMATCH, hosted.game, PN_RED)).problem, PROBLEM_NOT_FINISHED);
	resign(&hosted);
	cr_expect_eq(run(seat_job(JOB_REMATCH, hosted.game, PN_RED)).problem, PROBLEM_NONE);
	cr_expect_eq(run(seat_job(JOB_REMATCH, hosted.game, PN_RED)).problem, PROBLEM_NONE);
	struct snapshot *snapshot = host_state(&host, &hosted);
	cr_expect_eq(snapshot_rematch(snapshot), 1u << PN_RED);
	cr_expect_eq(snapshot_message_count(snapshot), 1, "asking again is said once");
	snapshot_release(snapshot);
}

/* ---- the list ---- */

Test(seat_admin, public_games_are_listed_with_how_far_they_are)
{
	struct listed_game listed[4];
	struct job first = created(ACCESS_PUBLIC, NULL);

	created(ACCESS_UNLISTED, NULL);
	created(ACCESS_PRIVATE, NULL);
	struct job second = created(ACCESS_PUBLIC, NULL);
	cr_assert_eq(service_list(host.service, -1, UINT32_MAX, listed, 4), 2);
	cr_expect_str_eq(listed[0].id, second.game, "the newest first");
	cr_expect_eq(service_list(host.service, -1, listed[0].place, listed, 4), 1);
	joined(first.game, first.seat.code, NULL);
	cr_assert_eq(service_list(host.service, GAME_PLAYING, UINT32_MAX, listed, 4), 1);
	cr_expect_str_eq(listed[0].id, first.game);
	cr_assert_eq(service_list(host.service, GAME_OPEN, UINT32_MAX, listed, 4), 1);
	cr_expect_str_eq(listed[0].id, second.game);
}

/* ---- on disk ---- */

/* Everything above is there again after a restart. */
Test(seat_admin, all_of_it_outlives_the_server)
{
	char folder[64];
	struct listed_game listed[2];
	struct player_facts facts;
	struct message message[4];
	int64_t expires_ms;

	host_close(&host);
	host_make_folder(folder);
	host_open(&host, folder);
	atomic_store(&host.world.step_ms, 0);
	struct job ann = new_player("Ann"), ben = new_player("Ben");
	struct job open = created(ACCESS_PUBLIC, ann.player);
	struct job renewed = run(seat_job(JOB_INVITE, open.game, PN_RED));
	struct job game = created(ACCESS_PRIVATE, ann.player);
	struct hosted_game hosted = {0}, waits = {0};

	memcpy(hosted.game, game.game, sizeof(hosted.game));
	memcpy(waits.game, open.game, sizeof(waits.game));
	struct job taken = joined(game.game, game.seat.code, NULL);
	said(&hosted, PN_BLUE, "Hello");
	struct job moved = handed_over(&hosted, PN_BLUE, true);
	struct job over = joined(game.game, moved.seat.code, ben.player);
	struct job code = handed_over(&hosted, PN_RED, false);
	host_reopen(&host);

	cr_expect_eq(over.problem, PROBLEM_NONE);
	cr_expect(service_authenticate(host.service, taken.token).ended);
	cr_assert(service_holder(host.service, game.game, PN_BLUE, &facts));
	cr_expect_str_eq(facts.name, "Ben");
	cr_expect_eq(facts.games, 1);
	cr_assert_eq(service_list(host.service, -1, UINT32_MAX, listed, 2), 1);
	cr_expect_str_eq(listed[0].id, open.game);
	struct job cold = {.kind = JOB_OPEN};
	memcpy(cold.game, game.game, sizeof(cold.game));
	run(cold);
	cr_expect_eq(heard(&hosted, PN_RED, message, 4), 1);
	struct snapshot *snapshot = host_state(&host, &hosted);
	cr_expect_eq(snapshot_header(snapshot)->access, ACCESS_PRIVATE);
	snapshot_release(snapshot);
	cr_expect_eq(joined(game.game, code.seat.code, NULL).problem, PROBLEM_NONE);
	cr_expect_eq(joined(open.game, open.seat.code, NULL).problem, PROBLEM_BAD_INVITATION);
	snapshot = host_state(&host, &waits);
	cr_expect_eq(snapshot_invitation(snapshot, host.world.now_ms, &expires_ms),
		     INVITATION_OPEN);
	cr_expect_eq(expires_ms, renewed.seat.expires_ms);
	snapshot_release(snapshot);
	cr_expect_eq(joined(open.game, renewed.seat.code, ben.player).problem, PROBLEM_NONE);
	host_close(&host);
	host_remove_folder(folder);
	host_open(&host, NULL);
}

/* A game that is far enough for such a job of red's. */
static struct hosted_game table_for(enum job_kind kind)
{
	struct hosted_game hosted = host_game(&host, &muster);

	if (kind == JOB_REMATCH || kind == JOB_DECLINE)
		resign(&hosted);
	if (kind == JOB_DECLINE)
		run(seat_job(JOB_REMATCH, hosted.game, PN_BLUE));
	if (kind == JOB_REPORT)
		said(&hosted, PN_BLUE, "x");
	else if (kind != JOB_UMPIRE && kind != JOB_REMATCH && kind != JOB_DECLINE)
		memcpy(hosted.game, created(ACCESS_UNLISTED, NULL).game, sizeof(hosted.game));
	return hosted;
}

/* Each kind of job, on a disk that fails, then on one that works: nothing of the first try
 * is left, and the second goes as if there had been none. */
Test(seat_admin, a_disk_that_fails_changes_nothing)
{
	static const enum store_error errors[] = {STORE_FULL, STORE_FAILED};
	static const enum job_kind kinds[] = {JOB_PLAYER,  JOB_INVITE, JOB_WITHDRAW, JOB_HANDOVER,
					      JOB_TALK,    JOB_BLOCK,  JOB_UMPIRE,   JOB_REMATCH,
					      JOB_DECLINE, JOB_REPORT};

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		for (size_t k = 0; k < 2; k++) {
			struct hosted_game hosted = table_for(kinds[i]);
			struct job job = seat_job(kinds[i], hosted.game, PN_RED);

			if (kinds[i] == JOB_PLAYER)
				job.account.name = "x";
			else if (kinds[i] != JOB_HANDOVER)
				job.talk = (struct job_talk){"x", .message = 1, .blocks = true};
			struct snapshot *before = host_state(&host, &hosted);
			store_faulty_fail(&host.faulty, errors[k], 1);
			cr_expect_eq(run(job).problem, PROBLEM_STORE_FAILED);
			struct snapshot *after = host_state(&host, &hosted);
			cr_expect_eq(before, after, "kind %d", kinds[i]);
			struct job good = run(job);
			cr_expect_eq(good.problem, PROBLEM_NONE, "kind %d", kinds[i]);
			cr_expect(kinds[i] != JOB_TALK || good.talk.message == 1);
			snapshot_release(before);
			snapshot_release(after);
		}
	}
}

Test(seat_admin, a_conflict_is_tried_again)
{
	struct hosted_game hosted = host_game(&host, &muster);

	store_faulty_fail(&host.faulty, STORE_CONFLICT, 1);
	cr_expect_eq(said(&hosted, PN_RED, "x").problem, PROBLEM_NONE);
	cr_expect_eq(handed_over(&hosted, PN_RED, true).problem, PROBLEM_NONE);
}
