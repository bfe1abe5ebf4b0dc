/* As many games as may wait for the practice opponent: no other one is begun, and nothing is lost. */

#include <criterion/criterion.h>

#include "game/opponent.h"
#include "game/service_inside.h"
#include "host.h"

static void hear(void *context, const struct snapshot *latest, const struct intent_answer *answer)
{
	(void)context;
	(void)latest;
	(void)answer;
}

static enum problem_code create(struct host *host, const struct pn_muster *muster, uint8_t strength)
{
	struct job job = host_create_job(host, muster);

	job.seat.create.machine = (struct machine_seat){strength, PN_BLUE};
	cr_assert(host_run(host, &job));
	snapshot_release(job.snapshot);
	return job.problem;
}

Test(opponent_queue, who_would_play_it_is_told_that_it_is_busy)
{
	struct host host = {0};
	struct pn_muster muster;

	host_muster(&muster, PN_METHOD_SEALED);
	host_open(&host, NULL);
	const struct hosted_game hosted = host_game(&host, &muster);
	struct snapshot *state = host_state(&host, &hosted);
	struct opponent *thinking = host.service->opponent;
	/* One that never begins to think. */
	struct opponent *idle = opponent_create(host.service, hear, NULL);

	host.service->opponent = idle;
	for (int i = 0; i < OPPONENT_QUEUE_MAX; i++) {
		cr_expect_not(opponent_is_full(idle));
		cr_expect(opponent_ask(idle, state));
	}
	cr_expect(opponent_is_full(idle));
	cr_expect_not(opponent_ask(idle, state));
	cr_expect_eq(create(&host, &muster, 1), PROBLEM_BUSY);
	cr_expect_eq(create(&host, &muster, 0), PROBLEM_NONE, "people play on");
	host.service->opponent = thinking;
	opponent_destroy(idle);
	cr_expect_eq(create(&host, &muster, 1), PROBLEM_NONE);
	snapshot_release(state);
	host_close(&host);
}
