/* What has happened since a side did or said something. */

#include <criterion/criterion.h>
#include <string.h>

#include "game/own_turn.h"
#include "plans_game.h"

static void open_game(void)
{
	records_open();
	plans_begin();
}

TestSuite(own_turn, .init = open_game, .fini = records_close);

static uint32_t since(pn_side side)
{
	struct snapshot *state = host_state(&records_host, &plans_game);
	const uint32_t seq = own_turn_seq(state, side);

	snapshot_release(state);
	return seq;
}

static void say(pn_side side)
{
	struct job job = {.kind = JOB_TALK, .side = side};

	job.talk.text = "Well.";
	memcpy(job.game, plans_game.game, sizeof(job.game));
	host_key(&records_host, &job);
	cr_assert(host_run(&records_host, &job));
	snapshot_release(job.snapshot);
}

Test(own_turn, what_others_do_is_news_and_ones_own_is_not)
{
	plans_move(PN_RED, 0);
	cr_expect_eq(since(PN_RED), plans_tip(PN_RED).seq);
	cr_expect_lt(since(PN_BLUE), plans_tip(PN_BLUE).seq, "blue has yet to hear of it");
	say(PN_BLUE);
	cr_expect_eq(since(PN_BLUE), plans_tip(PN_BLUE).seq, "who writes has looked");
}
