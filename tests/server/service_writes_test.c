/* Each way in which something is written, against a store that reports a conflict, an error and
 * a full disk: a clear problem and nothing changed, or done once after all; and the same
 * request again is answered as if nothing had been. (Playing, creating: service_disk_test.c;
 * seat administration: seat_admin_test.c; clocks: clock_test.c; the operator: years_test.c; the
 * umpire: umpire_test.c.) */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "host.h"

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

TestSuite(service_writes, .init = open_host, .fini = close_host);

/* ---- the ways ---- */

/* Makes a game that is far enough, and the request that will be tried. */
typedef struct job prepare(struct hosted_game *hosted);

static struct job request(enum job_kind kind, const struct hosted_game *hosted, pn_side side)
{
	struct job job = {.kind = kind, .side = side, .if_match = -1};

	memcpy(job.game, hosted->game, sizeof(job.game));
	host_key(&host, &job);
	return job;
}

static void run(struct job *job)
{
	cr_assert(host_run(&host, job));
	snapshot_release(job->snapshot);
	job->snapshot = NULL;
}

static struct job join(struct hosted_game *hosted)
{
	struct job create = host_create_job(&host, &muster);

	run(&create);
	memcpy(hosted->game, create.game, sizeof(hosted->game));
	memcpy(hosted->invitation, create.seat.code, sizeof(hosted->invitation));
	return host_join_job(&host, hosted);
}

static struct job take_over(struct hosted_game *hosted)
{
	*hosted = host_game(&host, &muster);
	struct job code = request(JOB_HANDOVER, hosted, PN_RED);
	struct job take = host_join_job(&host, hosted);

	code.seat.moves = true;
	run(&code);
	snprintf(take.seat.code, sizeof(take.seat.code), "%s", code.seat.code);
	return take;
}

static struct job written(struct hosted_game *hosted, uint8_t kind, const char *canonical)
{
	*hosted = host_game(&host, &muster);
	struct job job = request(JOB_WRITE, hosted, PN_BLUE);

	job.write.kind = kind;
	job.write.text = canonical;
	job.write.size = strlen(canonical);
	return job;
}

static struct job write_plan(struct hosted_game *hosted)
{
	return written(hosted, PN_EVENT_PLAN_SET,
		       "{\"commands\":[{\"do\":{\"type\":\"pass\"},\"turn\":3}]}");
}

static struct job write_orders(struct hosted_game *hosted)
{
	return written(hosted, PN_EVENT_STANDING_ORDERS_SET,
		       "{\"orders\":[{\"answer\":\"pass\"}]}");
}

static pn_side who_owes(const struct hosted_game *hosted)
{
	struct snapshot *state = host_state(&host, hosted);
	pn_side side = pn_owes(snapshot_view(state, PN_PUBLIC), PN_RED) ? PN_RED : PN_BLUE;

	snapshot_release(state);
	return side;
}

/* Choose who goes first, if that is asked: then somebody moves. */
static void begin_moving(const struct hosted_game *hosted)
{
	struct snapshot *state = host_state(&host, hosted);
	const pn_side side = who_owes(hosted);
	const struct pn_command first = snapshot_actions(state, side)->action[0].command;
	const bool chooses = first.kind == PN_COMMAND_GO_FIRST;

	snapshot_release(state);
	if (chooses)
		snapshot_release(host_act(&host, hosted, side, &first).snapshot);
}

/* A command with what follows from the other side's plan: two rows at once. */
static struct job act_with_a_plan(struct hosted_game *hosted)
{
	*hosted = host_game(&host, &muster);
	begin_moving(hosted);
	const pn_side side = who_owes(hosted);
	struct job plan = host_write(&host, hosted, pn_opponent(side), PN_EVENT_PLAN_SET,
				     "{\"commands\":[{\"do\":{\"type\":\"pass\"}}]}");
	snapshot_release(plan.snapshot);
	struct job job = request(JOB_ACT, hosted, side);
	job.action.command = host_actions(&host, hosted, side, PN_COMMAND_PASS);
	job.action.text = "{\"type\":\"pass\"}";
	job.action.size = strlen(job.action.text);
	return job;
}

static const struct {
	const char *name;
	prepare *prepare;
} ways[] = {
	{"joining", join},
	{"taking a seat over", take_over},
	{"a plan", write_plan},
	{"standing orders", write_orders},
	{"what follows", act_with_a_plan},
};

/* ---- what is there ---- */

/* All that anybody has seen, and who may sit where. */
struct seen {
	struct tip tip[PN_VIEWERS];
	uint64_t hash;
	bool red, blue;
};

static struct seen look(const struct hosted_game *hosted)
{
	struct snapshot *state = host_state(&host, hosted);
	struct seen seen = {.hash = pn_game_hash(snapshot_view(state, PN_PUBLIC))};

	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++)
		seen.tip[viewer] = snapshot_tip(state, viewer);
	snapshot_release(state);
	seen.red = service_authenticate(host.service, hosted->token[PN_RED]).known;
	seen.blue = service_authenticate(host.service, hosted->token[PN_BLUE]).known;
	return seen;
}

static bool same(const struct seen *a, const struct seen *b)
{
	return memcmp(a->tip, b->tip, sizeof(a->tip)) == 0 && a->hash == b->hash &&
	       a->red == b->red && a->blue == b->blue;
}

Test(service_writes, a_store_that_fails_changes_nothing)
{
	static const enum store_error errors[] = {STORE_FULL, STORE_FAILED, STORE_READ_ONLY};

	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		for (size_t k = 0; k < sizeof(errors) / sizeof(errors[0]); k++) {
			struct hosted_game hosted = {0};
			struct job job = ways[i].prepare(&hosted);
			struct seen before = look(&hosted), after;

			store_faulty_fail(&host.faulty, errors[k], 1);
			run(&job);
			cr_expect_eq(job.problem, PROBLEM_STORE_FAILED, "%s", ways[i].name);
			after = look(&hosted);
			cr_expect(same(&before, &after), "%s", ways[i].name);
			cr_expect_not(job.token[0] &&
				      service_authenticate(host.service, job.token).known);
			run(&job);
			cr_expect_eq(job.problem, PROBLEM_NONE, "%s: %s", ways[i].name,
				     problem_wire(job.problem));
			after = look(&hosted);
			cr_expect_not(same(&before, &after), "%s", ways[i].name);
		}
	}
}

/* Done after all, and once: the same request again finds it done. */
Test(service_writes, a_conflict_is_asked_again_and_done_once)
{
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		struct hosted_game hosted = {0};
		struct job job = ways[i].prepare(&hosted);
		struct seen once, twice;

		store_faulty_fail(&host.faulty, STORE_CONFLICT, 1);
		run(&job);
		cr_expect_eq(job.problem, PROBLEM_NONE, "%s: %s", ways[i].name,
			     problem_wire(job.problem));
		once = look(&hosted);
		run(&job);
		cr_expect_eq(job.problem, PROBLEM_NONE, "%s", ways[i].name);
		twice = look(&hosted);
		cr_expect(same(&once, &twice), "%s", ways[i].name);
	}
}
