/* Games that are near to a viewer: a viewer finds a game in memory, or waits for it as if it were
 * not there, by their own looks and by what they have seen happen. `loads` counts how often
 * somebody waited. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "game/service.h"
#include "plans_game.h"

enum { NEAR_GAMES = 2, GAMES = 4, PATIENCE_MS = 5000 };

#define HOST (&records_host)

static char folder[64];
static struct hosted_game games[GAMES];

static void open_folder(void)
{
	host_make_folder(folder);
	host_open(HOST, folder);
	HOST->hot_games_max = NEAR_GAMES;
}

static void close_folder(void)
{
	host_close(HOST);
	host_remove_folder(folder);
}

TestSuite(near, .init = open_folder, .fini = close_folder);

/* Games that nobody has looked at since the start. */
static void make_games(void)
{
	static struct pn_muster muster;

	host_muster(&muster, PN_METHOD_SEALED);
	for (int i = 0; i < GAMES; i++)
		games[i] = host_game(HOST, &muster);
	host_reopen(HOST);
}

static void begin_plans(void)
{
	plans_begin();
	host_reopen(HOST);
}

static bool is_near(const struct hosted_game *game, pn_side viewer, bool newest)
{
	struct snapshot *snapshot = service_near(HOST->service, game->game, viewer, newest);

	snapshot_release(snapshot);
	return snapshot != NULL;
}

static bool is_in_memory(const struct hosted_game *game)
{
	struct snapshot *snapshot = service_peek(HOST->service, game->game);

	snapshot_release(snapshot);
	return snapshot != NULL;
}

/* A loader that has answered lets go of the game a moment later. */
static bool leaves_memory(const struct hosted_game *game)
{
	for (int i = 0; i < PATIENCE_MS && is_in_memory(game); i++)
		usleep(1000);
	return !is_in_memory(game);
}

static uint64_t loads(void)
{
	return service_figures(HOST->service).loads;
}

/* As a handler does: what is near is there, and what is not is asked for. */
static void look(const struct hosted_game *game, pn_side viewer, bool newest)
{
	struct job job = {.kind = JOB_OPEN, .side = viewer, .newest = newest};

	if (is_near(game, viewer, newest))
		return;
	memcpy(job.game, game->game, sizeof(job.game));
	cr_assert(host_run(HOST, &job));
	cr_expect_eq(job.problem, PROBLEM_NONE);
	snapshot_release(job.snapshot);
}

Test(near, what_one_side_has_looked_at_is_not_near_to_the_other)
{
	make_games();
	look(&games[0], PN_BLUE, false);
	cr_expect(is_in_memory(&games[0]));
	cr_expect(is_near(&games[0], PN_BLUE, false));
	cr_expect_not(is_near(&games[0], PN_RED, true));
	cr_expect_not(is_near(&games[0], PN_PUBLIC, true));
	cr_expect_eq(loads(), 1);
	look(&games[0], PN_RED, false);
	cr_expect(is_near(&games[0], PN_RED, false));
	cr_expect_eq(loads(), 2, "red has waited as well");
}

Test(near, the_one_looked_at_longest_ago_goes)
{
	make_games();
	for (int i = 0; i < NEAR_GAMES; i++)
		look(&games[i], PN_RED, false);
	cr_expect(is_near(&games[1], PN_RED, false));
	cr_expect(is_near(&games[0], PN_RED, false), "there is room for %d", NEAR_GAMES);
	look(&games[2], PN_RED, false);
	cr_expect_not(is_near(&games[1], PN_RED, false));
	cr_expect(is_near(&games[0], PN_RED, false));
	cr_expect(leaves_memory(&games[1]));
	cr_expect_eq(service_figures(HOST->service).games_hot, NEAR_GAMES);
}

Test(near, what_the_other_side_looks_at_takes_no_room)
{
	make_games();
	for (int i = 0; i < GAMES; i++)
		look(&games[i], i < NEAR_GAMES ? PN_RED : PN_BLUE, false);
	for (int i = 0; i < NEAR_GAMES; i++)
		cr_expect(is_near(&games[i], PN_RED, false));
	cr_expect_eq(service_figures(HOST->service).games_hot, GAMES);
}

Test(near, what_is_near_to_one_stays_in_memory)
{
	make_games();
	look(&games[0], PN_BLUE, false);
	for (int i = 0; i <= NEAR_GAMES; i++)
		look(&games[i], PN_RED, false);
	cr_expect_not(is_near(&games[0], PN_RED, false));
	cr_expect(is_near(&games[0], PN_BLUE, false));
	cr_expect(is_in_memory(&games[0]));
}

/* Of a log that is whole because the other side has asked for it a viewer finds the newest part. */
Test(near, all_of_a_log_is_near_to_who_has_asked_for_it)
{
	make_games();
	look(&games[0], PN_RED, true);
	look(&games[0], PN_BLUE, false);
	cr_expect(is_near(&games[0], PN_RED, true));
	cr_expect_not(is_near(&games[0], PN_RED, false));
	look(&games[0], PN_RED, false);
	cr_expect(is_near(&games[0], PN_RED, false));
	cr_expect_eq(loads(), 3);
}

/* Is the newest part of its log read without the rest? */
static bool goes_on_from_a_state_row(const struct hosted_game *game)
{
	struct snapshot *snapshot = NULL;

	cr_assert_eq(game_load(HOST->service, game->game, false, &snapshot), STORE_OK);
	const bool goes_on = !log_is_whole(snapshot->log);

	snapshot_release(snapshot);
	return goes_on;
}

/* A command and, a whole game later, the same again: how often its author waits then, whether or not
 * the other side has asked for all of the log. */
Test(near, what_was_done_before_is_not_told_sooner)
{
	enum { STEPS = 500 };
	static struct pn_muster muster;
	struct random_source random = {7};
	struct text text = TEXT_EMPTY;
	uint64_t waited[2];

	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	muster.turns = 90;
	HOST->plays_on = true;
	games[0] = host_game(HOST, &muster);
	struct snapshot *state = host_state(HOST, &games[0]);
	const pn_side side = pn_owes(&state->truth, PN_RED) ? PN_RED : PN_BLUE;
	const struct pn_command command = snapshot_actions(state, side)->action[0].command;

	snapshot_release(state);
	struct job first = host_act_job(HOST, &games[0], side, &command, &text);

	cr_assert(host_run(HOST, &first));
	cr_assert_eq(first.problem, PROBLEM_NONE);
	snapshot_release(first.snapshot);
	for (int i = 0; i < STEPS && !goes_on_from_a_state_row(&games[0]); i++)
		host_play(HOST, &games[0], &random, 1);
	cr_assert(goes_on_from_a_state_row(&games[0]));
	for (int looked = 0; looked < 2; looked++) {
		host_reopen(HOST);
		if (looked)
			look(&games[0], pn_opponent(side), false);
		const uint64_t before = loads();
		struct job again = first;

		cr_assert(host_run(HOST, &again));
		cr_expect_eq(again.problem, PROBLEM_NONE);
		waited[looked] = loads() - before;
		snapshot_release(again.snapshot);
	}
	cr_expect_eq(waited[0], 2, "for the newest part, and for the rest: %d", (int)waited[0]);
	cr_expect_eq(waited[1], waited[0], "%d", (int)waited[1]);
	text_free(&text);
}

/* What was computed and encoded for a viewer would be gone with the game. */
Test(near, who_comes_back_finds_nothing_done_already)
{
	static const char key[] = "an answer";
	struct text out = TEXT_EMPTY;

	make_games();
	look(&games[0], PN_BLUE, false);
	look(&games[0], PN_RED, false);
	struct snapshot *snapshot = service_peek(HOST->service, games[0].game);
	const struct pn_actions *actions = snapshot_actions(snapshot, PN_RED);

	cr_expect_not(snapshot->was_away[PN_RED]);
	for (pn_side side = 0; side < PN_SIDES; side++)
		snapshot_remember(snapshot, side, key, key, sizeof(key));
	cr_expect(snapshot_recall(snapshot, PN_RED, key, &out));
	for (int i = 1; i <= NEAR_GAMES; i++)
		look(&games[i], PN_RED, false);
	look(&games[0], PN_RED, false);
	cr_expect_not(snapshot_recall(snapshot, PN_RED, key, &out));
	cr_expect(snapshot_recall(snapshot, PN_BLUE, key, &out), "blue was not away");
	cr_expect(snapshot->was_away[PN_RED]);
	cr_expect_eq(snapshot_actions(snapshot, PN_RED), actions);
	cr_expect_not(snapshot->was_away[PN_RED]);
	snapshot_release(snapshot);
	text_free(&out);
}

Test(near, a_game_that_was_just_made_is_near_to_all)
{
	static struct pn_muster muster;

	host_muster(&muster, PN_METHOD_SEALED);
	games[0] = host_game(HOST, &muster);
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++)
		cr_expect(is_near(&games[0], viewer, false), "viewer %d", viewer);
	cr_expect_eq(loads(), 0);
}

Test(near, what_a_viewer_sees_happen_is_near)
{
	begin_plans();
	plans_move(PN_RED, 0);
	cr_expect_eq(loads(), 1, "red has waited with a command");
	cr_expect(is_near(&plans_game, PN_BLUE, true));
	cr_expect(is_near(&plans_game, PN_PUBLIC, true));
	cr_expect_not(is_near(&plans_game, PN_BLUE, false));
}

Test(near, what_is_written_in_secret_is_near_to_nobody_else)
{
	begin_plans();
	cr_assert_eq(plans_write(PN_BLUE, PN_EVENT_STANDING_ORDERS_SET, PLANS_ALL_PASS),
		     PROBLEM_NONE);
	cr_expect(is_near(&plans_game, PN_BLUE, false));
	cr_expect_not(is_near(&plans_game, PN_PUBLIC, true));
	/* host_write() has looked as red does. */
	const uint64_t before = loads();
	look(&plans_game, PN_PUBLIC, true);
	cr_expect_eq(loads(), before + 1);
}

/* Another process has written something: whoever looks next must not learn that by waiting. */
Test(near, what_is_read_again_stays_near)
{
	begin_plans();
	look(&plans_game, PN_BLUE, false);
	look(&plans_game, PN_PUBLIC, false);
	const uint64_t before = loads();
	store_faulty_fail(&HOST->faulty, STORE_CONFLICT, 1);
	cr_assert_eq(plans_write(PN_BLUE, PN_EVENT_STANDING_ORDERS_SET, PLANS_ALL_PASS),
		     PROBLEM_NONE);
	cr_expect_eq(store_faulty_appends(&HOST->faulty), 2, "it was asked again");
	cr_expect_eq(loads(), before);
	cr_expect(is_near(&plans_game, PN_PUBLIC, true));
	look(&plans_game, PN_PUBLIC, false);
	cr_expect_eq(loads(), before);
}

Test(near, what_the_server_reads_for_itself_is_near_to_nobody)
{
	struct job job = {.kind = JOB_OPEN, .by_server = true};

	make_games();
	memcpy(job.game, games[0].game, sizeof(job.game));
	cr_assert(host_run(HOST, &job));
	cr_expect_eq(job.problem, PROBLEM_NONE);
	snapshot_release(job.snapshot);
	cr_expect(leaves_memory(&games[0]));
	cr_expect_eq(loads(), 0);
}
