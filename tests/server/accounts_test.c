/* Players' accounts and the writer: what one batch does to one account, a store that fails, the
 * hour of a token's last use. Over HTTP: http_tokens_test.c. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "game/players.h"
#include "game/roster.h"
#include "game/service.h"
#include "host.h"

enum { MINUTE_MS = 60 * 1000, HOUR_MS = 60 * MINUTE_MS };

static struct host host;
static struct pn_muster muster;

static void open_host(void)
{
	host_open(&host, NULL);
	host_muster(&muster, PN_METHOD_LOSER_FIRST);
}

static void close_host(void)
{
	host_close(&host);
}

TestSuite(accounts, .init = open_host, .fini = close_host);

/* ---- jobs ---- */

static struct job make_player(const char *name)
{
	struct job job = {.kind = JOB_PLAYER, .if_match = -1, .account.name = name};

	host_key(&host, &job);
	cr_assert(host_run(&host, &job));
	cr_assert_eq(job.problem, PROBLEM_NONE);
	return job;
}

/* What the player asks for, with a new key. */
static struct job of(const struct job *player, enum job_kind kind, const char *text)
{
	struct job job = {.kind = kind,
			  .side = PN_PUBLIC,
			  .if_match = -1,
			  .account.name = text,
			  .account.may = TOKEN_READ | TOKEN_PLAY};

	host_key(&host, &job);
	memcpy(job.player, player->player, sizeof(job.player));
	return job;
}

/* The end of their first token, whose id is their own. */
static struct job end_first(const struct job *player)
{
	struct job job = of(player, JOB_END_TOKEN, NULL);

	memcpy(job.id, player->player, sizeof(job.id));
	return job;
}

static enum problem_code run(struct job *job)
{
	cr_assert(host_run(&host, job));
	snapshot_release(job->snapshot);
	job->snapshot = NULL;
	return job->problem;
}

static bool is_good(const char *token)
{
	return service_authenticate(host.service, token).known;
}

static struct player_facts facts_of(const struct job *player)
{
	struct player_facts facts = {0};

	cr_assert(service_player(host.service, player->player, &facts));
	return facts;
}

/* ---- one batch ---- */

Test(accounts, a_batch_changes_an_account_once)
{
	struct job ann = make_player("Ann"), ben = make_player("Ben");
	struct job job[4] = {of(&ann, JOB_RENAME, "Anna"), of(&ann, JOB_TOKEN, "Phone"),
			     of(&ben, JOB_TOKEN, "Phone")};

	job[3] = job[2];
	host_run_all(&host, job, 4);
	cr_expect_eq(job[0].problem, PROBLEM_NONE);
	cr_expect_eq(job[1].problem, PROBLEM_BUSY);
	cr_expect_eq(job[2].problem, PROBLEM_NONE, "another's account");
	cr_expect_eq(job[3].problem, PROBLEM_KEY_IN_FLIGHT);
	cr_expect_str_eq(facts_of(&ann).name, "Anna");
	cr_expect_not(is_good(job[1].token));
	cr_expect_eq(run(&job[1]), PROBLEM_NONE);
	cr_expect(is_good(job[1].token));
}

/* The clock writes when tokens were used, and that is nobody's change. */
Test(accounts, noting_a_use_holds_no_change_up)
{
	struct job ann = make_player("Ann"), phone = of(&ann, JOB_TOKEN, "Phone");
	struct job job[2] = {{.kind = JOB_ALIVE, .alive_ms = 1}, end_first(&ann)};

	cr_assert_eq(run(&phone), PROBLEM_NONE);
	cr_assert(is_good(ann.token));
	host_run_all(&host, job, 2);
	cr_expect_eq(job[1].problem, PROBLEM_NONE, "%s", problem_wire(job[1].problem));
	cr_expect_not(is_good(ann.token));
	/* The other way round, the end is not undone. */
	struct job more = of(&ann, JOB_TOKEN, "Tablet");
	cr_assert_eq(run(&more), PROBLEM_NONE);
	cr_assert(is_good(phone.token));
	job[0] = of(&ann, JOB_END_TOKEN, NULL);
	memcpy(job[0].id, phone.id, sizeof(job[0].id));
	job[1] = (struct job){.kind = JOB_ALIVE, .alive_ms = 1};
	host_run_all(&host, job, 2);
	cr_expect_eq(job[0].problem, PROBLEM_NONE);
	cr_expect_not(is_good(phone.token));
	cr_expect(is_good(more.token));
}

/* A job that takes the open seat of a new game for the player. */
static struct job join_for(const struct job *player)
{
	struct job create = host_create_job(&host, &muster);
	struct hosted_game hosted = {0};

	cr_assert_eq(run(&create), PROBLEM_NONE);
	memcpy(hosted.game, create.game, sizeof(hosted.game));
	memcpy(hosted.invitation, create.seat.code, sizeof(hosted.invitation));
	struct job join = host_join_job(&host, &hosted);
	memcpy(join.player, player->player, sizeof(join.player));
	return join;
}

/* Leaving and taking a seat in one batch: the first of the two is done. */
Test(accounts, leaving_and_sitting_down_in_one_batch)
{
	struct job ann = make_player("Ann"), ben = make_player("Ben");
	struct job job[3] = {join_for(&ann), of(&ann, JOB_LEAVE, NULL)};

	host_run_all(&host, job, 2);
	snapshot_release(job[0].snapshot);
	cr_expect_eq(job[0].problem, PROBLEM_NONE);
	cr_expect_eq(job[1].problem, PROBLEM_SEATS_HELD);
	cr_expect(is_good(ann.token));
	job[0] = of(&ben, JOB_LEAVE, NULL);
	job[1] = join_for(&ben);
	job[2] = host_create_job(&host, &muster);
	memcpy(job[2].player, ben.player, sizeof(ben.player));
	host_run_all(&host, job, 3);
	snapshot_release(job[1].snapshot);
	cr_expect_eq(job[0].problem, PROBLEM_NONE);
	cr_expect_eq(job[1].problem, PROBLEM_TOKEN_ENDED);
	cr_expect_eq(job[2].problem, PROBLEM_TOKEN_ENDED);
	cr_expect(facts_of(&ben).has_left);
	cr_expect_not(is_good(ben.token));
}

/* An app's token that is made anew in the batch of the operator's end would outlive it. */
Test(accounts, no_apps_token_outlives_the_end_of_all)
{
	struct job ann = make_player("Ann"), make = of(&ann, JOB_APP, NULL);
	struct job job[2] = {of(&ann, JOB_APP_CHANGE, NULL), of(&ann, JOB_END_ALL, NULL)};

	make.app = (struct job_app){.name = "Table bot"};
	cr_assert_eq(run(&make), PROBLEM_NONE);
	cr_assert(is_good(make.token));
	memcpy(job[0].id, make.id, sizeof(job[0].id));
	job[0].app = (struct job_app){.act = APP_RENEW};
	host_run_all(&host, job, 2);
	cr_expect_eq(job[0].problem, PROBLEM_NONE);
	cr_expect_eq(job[1].problem, PROBLEM_BUSY);
	cr_expect(is_good(job[0].token));
	cr_expect_eq(run(&job[1]), PROBLEM_NONE);
	cr_expect_not(is_good(job[0].token));
	cr_expect_not(is_good(ann.token));
}

/* ---- keys ---- */

/* The operator's keys are their own: a player's with the same text are others. */
Test(accounts, the_operators_keys_are_his_own)
{
	struct job ann = make_player("Ann"), phone = of(&ann, JOB_TOKEN, "Phone");
	struct job all = of(&ann, JOB_END_ALL, NULL);

	cr_assert_eq(run(&phone), PROBLEM_NONE);
	memcpy(all.key, phone.key, sizeof(all.key));
	cr_expect_eq(run(&all), PROBLEM_NONE, "%s", problem_wire(all.problem));
	cr_expect_str_neq(all.token, phone.token);
	cr_expect(is_good(all.token));
	cr_expect_not(is_good(phone.token));
	cr_expect_not(is_good(ann.token));
	/* Asked again it ends nothing more. */
	cr_expect_eq(run(&all), PROBLEM_NONE);
	cr_expect(is_good(all.token));
}

/* ---- a store that fails ---- */

Test(accounts, a_store_that_fails_changes_nothing)
{
	struct job ann = make_player("Ann"), phone = of(&ann, JOB_TOKEN, "Phone");
	struct job ways[] = {of(&ann, JOB_RENAME, "Anna"), of(&ann, JOB_TOKEN, "Tablet"),
			     end_first(&ann), of(&ann, JOB_END_ALL, NULL),
			     of(&ann, JOB_LEAVE, NULL)};
	struct token_facts token[TOKENS_MAX];

	cr_assert_eq(run(&phone), PROBLEM_NONE);
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		struct player_facts before = facts_of(&ann);
		size_t count = service_tokens(host.service, ann.player, token, TOKENS_MAX);

		store_faulty_fail(&host.faulty, STORE_FULL, 1);
		cr_expect_eq(run(&ways[i]), PROBLEM_STORE_FAILED, "%zu", i);
		cr_expect_str_eq(facts_of(&ann).name, before.name, "%zu", i);
		cr_expect_not(facts_of(&ann).has_left);
		cr_expect_eq(service_tokens(host.service, ann.player, token, TOKENS_MAX), count,
			     "%zu", i);
		cr_expect_eq(run(&ways[i]), PROBLEM_NONE, "%zu: %s", i,
			     problem_wire(ways[i].problem));
	}
	cr_expect(facts_of(&ann).has_left);
	cr_expect_str_eq(facts_of(&ann).name, "");
	cr_expect_eq(service_tokens(host.service, ann.player, token, TOKENS_MAX), 0);
	/* What the tokens were called goes with the name. */
	cr_assert(service_token(host.service, ann.player, phone.id, &token[0]));
	cr_expect_str_eq(token[0].name, "");
}

/* ---- the last use ---- */

/* A token that is used all the time is written once an hour, and its hour is that of its use. */
Test(accounts, a_use_is_written_once_an_hour)
{
	static struct token_facts used[4];
	struct job ann = make_player("Ann");
	struct roster *roster = host.service->roster;
	const int64_t first = atomic_load(&host.world.now_ms);

	cr_expect_eq(roster_used(roster, used, 4), 0, "never");
	cr_expect(is_good(ann.token));
	cr_assert_eq(roster_used(roster, used, 4), 1);
	cr_expect_eq(used[0].used_ms, first - first % HOUR_MS);
	service_look(host.service);
	for (int i = 0; i < 3; i++) {
		atomic_fetch_add(&host.world.now_ms, 10 * MINUTE_MS);
		cr_expect(is_good(ann.token));
		cr_expect_eq(roster_used(roster, used, 4), 0, "noted already");
	}
	/* Looked at in a later hour, it was still used in that one. */
	atomic_fetch_add(&host.world.now_ms, 2 * HOUR_MS);
	service_look(host.service);
	cr_assert(service_token(host.service, ann.player, ann.player, &used[0]));
	cr_expect_eq(used[0].used_ms, first - first % HOUR_MS);
	cr_expect(is_good(ann.token));
	cr_expect_eq(roster_used(roster, used, 4), 1);
	cr_expect_eq(used[0].used_ms, first - first % HOUR_MS + 2 * HOUR_MS);
}
