/* On which day a player was here: off at first, on disk before it is told, and told of nobody who
 * plays. That it tells nothing of standing orders: tests/twin. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "game/players.h"
#include "game/service.h"
#include "host.h"

enum { HOUR_MS = 3600 * 1000 };

static struct host host;
static struct pn_muster muster;
static char folder[64];

static void open_host(void)
{
	host_make_folder(folder);
	host_open(&host, folder);
	host_muster(&muster, PN_METHOD_LOSER_FIRST);
}

static void close_host(void)
{
	host_close(&host);
	host_remove_folder(folder);
}

TestSuite(presence, .init = open_host, .fini = close_host);

static void run(struct job *job)
{
	cr_assert(host_run(&host, job));
	cr_assert_eq(job->problem, PROBLEM_NONE);
	snapshot_release(job->snapshot);
	job->snapshot = NULL;
}

/* A player who has asked for something. */
static struct job somebody(void)
{
	struct job job = {.kind = JOB_PLAYER, .if_match = -1, .account.name = "Ann"};

	host_key(&host, &job);
	run(&job);
	cr_assert(service_authenticate(host.service, job.token).known);
	return job;
}

static void change(const struct job *player, enum job_kind kind, const char *name, bool shows_day)
{
	struct job job = {.kind = kind,
			  .side = PN_PUBLIC,
			  .if_match = -1,
			  .account.name = name,
			  .account.shows_day = shows_day};

	host_key(&host, &job);
	memcpy(job.player, player->player, sizeof(job.player));
	run(&job);
}

static void write_down(void)
{
	struct job job = {
		.kind = JOB_ALIVE, .if_match = -1, .alive_ms = atomic_load(&host.world.now_ms)};

	run(&job);
}

static struct player_facts facts_of(const struct job *player)
{
	struct player_facts facts = {0};

	cr_assert(service_player(host.service, player->player, &facts));
	return facts;
}

static bool may_show(const struct job *player)
{
	const struct player_facts facts = facts_of(player);

	return service_may_show_day(host.service, &facts);
}

Test(presence, is_off_at_first_and_stays_as_it_was_chosen)
{
	struct job ann = somebody();

	write_down();
	cr_expect_not(facts_of(&ann).shows_day);
	cr_expect_not(may_show(&ann));
	change(&ann, JOB_PRESENCE, NULL, true);
	cr_expect(may_show(&ann));
	cr_expect_str_eq(facts_of(&ann).name, "Ann");
	change(&ann, JOB_RENAME, "Anna", false);
	cr_expect(may_show(&ann), "another name changes nothing else");
	host_reopen(&host);
	cr_expect(may_show(&ann));
	cr_expect_str_eq(facts_of(&ann).name, "Anna");
	change(&ann, JOB_PRESENCE, NULL, false);
	host_reopen(&host);
	cr_expect_not(may_show(&ann));
	change(&ann, JOB_PRESENCE, NULL, true);
	change(&ann, JOB_LEAVE, NULL, false);
	cr_expect_not(may_show(&ann));
}

Test(presence, is_told_when_it_is_on_disk)
{
	struct job ann = somebody();
	const int64_t first = atomic_load(&host.world.now_ms) / HOUR_MS * HOUR_MS;

	change(&ann, JOB_PRESENCE, NULL, true);
	cr_expect_eq(facts_of(&ann).here_ms, 0);
	cr_expect_not(may_show(&ann));
	write_down();
	cr_expect_eq(facts_of(&ann).here_ms, first);
	atomic_fetch_add(&host.world.now_ms, 24 * HOUR_MS);
	cr_expect(service_authenticate(host.service, ann.token).known);
	cr_expect_eq(facts_of(&ann).here_ms, first, "nobody is told what a crash would undo");
	store_faulty_fail(&host.faulty, STORE_FAILED, 1);
	struct job alive = {.kind = JOB_ALIVE, .if_match = -1, .alive_ms = 1};
	cr_assert(host_run(&host, &alive));
	cr_expect_eq(facts_of(&ann).here_ms, first, "the disk has not taken it");
	write_down();
	cr_expect_eq(facts_of(&ann).here_ms, first + 24 * HOUR_MS);
	host_reopen(&host);
	cr_expect_eq(facts_of(&ann).here_ms, first + 24 * HOUR_MS);
}

Test(presence, is_told_of_nobody_who_plays)
{
	const struct pn_command resign = {
		.kind = PN_COMMAND_RESIGN, .unit = PN_NO_UNIT, .target = PN_NO_UNIT};
	struct job ann = somebody(), create = host_create_job(&host, &muster);
	struct hosted_game hosted = {0};

	write_down();
	change(&ann, JOB_PRESENCE, NULL, true);
	memcpy(create.player, ann.player, sizeof(create.player));
	run(&create);
	cr_expect(may_show(&ann), "a game that nobody has joined keeps nobody waiting");
	memcpy(hosted.game, create.game, sizeof(hosted.game));
	memcpy(hosted.invitation, create.seat.code, sizeof(hosted.invitation));
	struct job join = host_join_job(&host, &hosted);
	run(&join);
	cr_expect_not(may_show(&ann));
	host_reopen(&host);
	cr_expect_not(may_show(&ann), "of a game that is on disk alone, too");
	struct job job = host_act(&host, &hosted, PN_BLUE, &resign);
	cr_expect_eq(job.problem, PROBLEM_NONE);
	snapshot_release(job.snapshot);
	cr_expect(may_show(&ann));
}
