/* One who is known elsewhere is a player of the page: codes, what is refused, how it ends. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "game/links.h"
#include "game/service.h"
#include "host.h"

enum { MINUTE_MS = 60 * 1000 };

static const char user[] = "discord 2100000000000000001";
static struct host host;
static struct pn_muster muster;
static struct job ann, own; /* of the page; of the user by themselves */

static struct job make_player(const char *name, const char *key)
{
	struct job job = {.kind = JOB_PLAYER, .if_match = -1, .account.name = name};

	host_key(&host, &job);
	if (key)
		snprintf(job.key, sizeof(job.key), "%s", key);
	cr_assert(host_run(&host, &job));
	cr_assert_eq(job.problem, PROBLEM_NONE);
	return job;
}

static void open_in(const char *directory)
{
	host_open(&host, directory);
	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	ann = make_player("Ann", NULL);
	own = make_player("Ann there", user);
}

static void begin(void)
{
	open_in(NULL);
}

static void end(void)
{
	host_close(&host);
}

TestSuite(links, .init = begin, .fini = end);

static enum problem_code run(struct job *job)
{
	cr_assert(host_run(&host, job));
	snapshot_release(job->snapshot);
	job->snapshot = NULL;
	return job->problem;
}

/* The job of typing `code`, which is the player's. */
static struct job typing(const struct job *player, const char *code)
{
	struct job job = {.kind = JOB_LINK,
			  .side = PN_PUBLIC,
			  .if_match = -1,
			  .link = {.key = user, .name = "Ann there", .code = code}};

	host_key(&host, &job);
	memcpy(job.player, player->player, sizeof(job.player));
	memcpy(job.link.own, own.player, sizeof(job.link.own));
	return job;
}

static const char *new_code(const struct job *player)
{
	static char code[USER_CODE_BYTES];

	cr_assert(service_make_link_code(host.service, player->player, code));
	return code;
}

static enum problem_code look(const char *typed)
{
	char player[GAME_ID_BYTES];

	return service_find_link_code(host.service, own.player, typed, player);
}

static enum problem_code join(const struct job *player)
{
	struct job job = typing(player, new_code(player));

	return run(&job);
}

static bool is(const struct job *player)
{
	struct caller caller = service_linked(host.service, user);

	return caller.known && strcmp(caller.player, player->player) == 0;
}

static enum problem_code undo(const struct job *player, const char *link)
{
	struct job job = {.kind = JOB_LINK_END, .side = PN_PUBLIC, .if_match = -1};

	host_key(&host, &job);
	memcpy(job.player, player->player, sizeof(job.player));
	snprintf(job.id, sizeof(job.id), "%s", link);
	return run(&job);
}

Test(links, a_code_joins_once)
{
	const char *code = new_code(&ann);
	struct job job = typing(&ann, code);
	char player[GAME_ID_BYTES];

	cr_assert_not(is(&ann));
	cr_assert_eq(service_find_link_code(host.service, own.player, code, player), PROBLEM_NONE);
	cr_expect_str_eq(player, ann.player);
	cr_assert_eq(run(&job), PROBLEM_NONE);
	cr_expect(is(&ann));
	cr_expect_str_eq(job.token, "", "nobody is told the token");
	cr_expect_eq(look(code), PROBLEM_NO_SUCH_CODE);
	struct job again = typing(&ann, code);
	cr_expect_eq(run(&again), PROBLEM_NO_SUCH_CODE);
	cr_expect_eq(join(&ann), PROBLEM_NO_SUCH_CODE, "who is joined joins nobody else");
}

Test(links, codes_end_by_time_tries_and_the_next)
{
	char first[USER_CODE_BYTES], wrong[USER_CODE_BYTES];

	snprintf(first, sizeof(first), "%s", new_code(&ann));
	cr_expect_eq(look(first), PROBLEM_NONE);
	const char *second = new_code(&ann);
	cr_expect_eq(look(first), PROBLEM_NO_SUCH_CODE);
	cr_expect_eq(look(second), PROBLEM_NONE);
	atomic_fetch_add(&host.world.now_ms, 10 * MINUTE_MS);
	cr_expect_eq(look(second), PROBLEM_NO_SUCH_CODE);
	snprintf(wrong, sizeof(wrong), "%s", new_code(&ann));
	wrong[8] = wrong[8] == 'B' ? 'C' : 'B';
	atomic_fetch_add(&host.world.now_ms, 10 * MINUTE_MS);
	for (int i = 0; i < DEVICE_TRIES; i++)
		cr_expect_eq(look(wrong), PROBLEM_NO_SUCH_CODE);
	cr_expect_eq(look(new_code(&ann)), PROBLEM_TOO_MANY);
}

Test(links, two_codes_in_one_batch_join_one)
{
	struct job ben = make_player("Ben", NULL);
	char code[USER_CODE_BYTES];
	struct job job[2] = {typing(&ann, NULL), typing(&ben, NULL)};

	snprintf(code, sizeof(code), "%s", new_code(&ann));
	job[0].link.code = code;
	job[1].link.code = new_code(&ben);
	host_run_all(&host, job, 2);
	cr_expect_eq(job[0].problem, PROBLEM_NONE);
	cr_expect_eq(job[1].problem, PROBLEM_NO_SUCH_CODE);
	cr_expect(is(&ann));
}

static struct token_facts only_link(const struct job *player)
{
	struct token_facts link[2] = {0};

	cr_assert_eq(service_links(host.service, player->player, link, 2), 1);
	return link[0];
}

Test(links, it_is_undone_and_made_anew_over_a_restart)
{
	char folder[64];

	host_close(&host);
	host_make_folder(folder);
	open_in(folder);
	struct job ben = make_player("Ben", NULL);

	cr_assert_eq(join(&ann), PROBLEM_NONE);
	struct token_facts link = only_link(&ann);
	cr_expect_str_eq(link.name, "Ann there");
	cr_expect_eq(undo(&ben, link.id), PROBLEM_NO_SUCH_LINK, "another's");
	cr_expect_eq(undo(&ann, ann.player), PROBLEM_NO_SUCH_LINK, "a token that is no link");
	host_reopen(&host);
	cr_expect(is(&ann));
	cr_expect_eq(undo(&ann, link.id), PROBLEM_NONE);
	cr_expect_not(is(&ann));
	cr_expect_eq(undo(&ann, link.id), PROBLEM_NONE, "once more");
	host_reopen(&host);
	cr_expect_not(is(&ann));
	cr_expect_eq(join(&ben), PROBLEM_NONE);
	cr_expect(is(&ben));
	cr_expect_eq(service_links(host.service, ann.player, &link, 1), 0);
	host_remove_folder(folder);
}

Test(links, one_is_no_token_that_plays)
{
	struct job job = {.kind = JOB_END_TOKEN, .side = PN_PUBLIC, .if_match = -1};

	cr_assert_eq(join(&ann), PROBLEM_NONE);
	struct token_facts link = only_link(&ann);
	memcpy(job.player, ann.player, sizeof(job.player));
	memcpy(job.id, link.id, sizeof(job.id));
	host_key(&host, &job);
	cr_expect_eq(run(&job), PROBLEM_NO_SUCH_TOKEN, "undone as a link alone");
	memcpy(job.id, ann.player, sizeof(job.id));
	host_key(&host, &job);
	cr_expect_eq(run(&job), PROBLEM_LAST_TOKEN);
}

Test(links, it_ends_with_the_player)
{
	struct job job = {.kind = JOB_LEAVE, .side = PN_PUBLIC, .if_match = -1};

	cr_assert_eq(join(&ann), PROBLEM_NONE);
	memcpy(job.player, ann.player, sizeof(job.player));
	host_key(&host, &job);
	cr_assert_eq(run(&job), PROBLEM_NONE);
	cr_expect_not(service_linked(host.service, user).known);
	cr_expect(service_made_with(host.service, user).known, "the user is who they were");
}

/* A game of Ann's, in which the user takes the other seat by themselves. */
Test(links, who_sit_in_one_game_are_not_joined)
{
	struct job create = host_create_job(&host, &muster), join_it = {.kind = JOB_JOIN};

	memcpy(create.player, ann.player, sizeof(create.player));
	cr_assert(host_run(&host, &create));
	cr_assert_eq(create.problem, PROBLEM_NONE);
	host_key(&host, &join_it);
	join_it.if_match = -1;
	memcpy(join_it.game, create.game, sizeof(join_it.game));
	memcpy(join_it.player, own.player, sizeof(join_it.player));
	memcpy(join_it.seat.code, create.seat.code, sizeof(join_it.seat.code));
	snapshot_release(create.snapshot);
	cr_assert_eq(run(&join_it), PROBLEM_NONE, "%s", problem_wire(join_it.problem));
	cr_expect_eq(join(&ann), PROBLEM_ALREADY_SEATED);
	cr_expect_not(is(&ann));
	struct job ben = make_player("Ben", NULL);
	cr_expect_eq(join(&ben), PROBLEM_NONE);
}
