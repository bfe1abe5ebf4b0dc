/* What a view is: the events that its viewer saw, and one state with the truth while nothing is
 * hidden. */

#include <criterion/criterion.h>
#include <stdlib.h>

#include "host.h"

static struct host host;
static struct pn_muster muster;

static void open_host(void)
{
	host_open(&host, NULL);
}

static void close_host(void)
{
	host_close(&host);
}

TestSuite(snapshot, .init = open_host, .fini = close_host);

struct counted {
	uint32_t whole, parted, joined; /* views: the truth; others; the truth again */
};

/* Every view against all that its viewer saw, folded from the beginning. */
static void expect_folded(const struct snapshot *state)
{
	struct pn_event *list = log_copy_events(state->log, state->entries);
	struct pn_game start, folded;

	cr_assert_eq(pn_setup(&start, state->base->ruleset, &state->base->muster).code,
		     PN_MUSTER_NONE);
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
		const struct pn_game *view = snapshot_view(state, viewer);

		pn_fold(&folded, &start, list, state->entries, viewer);
		cr_expect_eq(pn_view_hash(view, PN_RED), pn_view_hash(&folded, PN_RED));
		cr_expect_eq(pn_view_hash(view, PN_BLUE), pn_view_hash(&folded, PN_BLUE));
		if (view == &state->truth)
			cr_expect_eq(pn_view_hash(view, PN_PUBLIC),
				     pn_view_hash(&folded, PN_PUBLIC));
	}
	free(list);
}

static void count(struct counted *counted, const struct snapshot *state, bool parted[PN_VIEWERS])
{
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
		bool is_parted = snapshot_view(state, viewer) != &state->truth;

		counted->whole += !is_parted;
		counted->parted += is_parted;
		counted->joined += parted[viewer] && !is_parted;
		parted[viewer] = is_parted;
	}
}

static void play(struct counted *counted, uint8_t method, uint64_t seed)
{
	struct random_source random = {seed};
	bool parted[PN_VIEWERS] = {false};

	host_muster(&muster, method);
	struct hosted_game hosted = host_game(&host, &muster);
	for (int i = 0; i < 150 && host_step(&host, &hosted, &random); i++) {
		struct snapshot *state = host_state(&host, &hosted);

		expect_folded(state);
		count(counted, state, parted);
		snapshot_release(state);
	}
}

Test(snapshot, views_that_miss_nothing_are_the_truth)
{
	struct counted counted = {0};

	play(&counted, PN_METHOD_LOSER_FIRST, 3);
	cr_expect_gt(counted.whole, 0);
	cr_expect_eq(counted.parted, 0);
}

Test(snapshot, a_view_parts_with_a_secret_and_joins_when_it_is_out)
{
	struct counted counted = {0};

	for (uint64_t seed = 1; seed <= 4; seed++)
		play(&counted, PN_METHOD_SEALED, seed);
	cr_expect_gt(counted.whole, 0);
	cr_expect_gt(counted.parted, 0);
	cr_expect_gt(counted.joined, 0);
}
