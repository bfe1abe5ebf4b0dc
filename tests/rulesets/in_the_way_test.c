/* A refused move names what is in its way: one's own unit by its number, an enemy only where
 * measuring is allowed. */

#include <criterion/criterion.h>

#include "battlesystem-2e/b2.h"
#include "play.h"

static struct pn_game game;

/* Red turns its front about, and a unit of `side` stands where the new one would. */
static void set_board(pn_side side)
{
	struct pn_muster muster;
	struct pn_event opened = {.kind = PN_EVENT_DECISION_OPENED};

	pn_muster_defaults(&muster, play_book());
	muster.width = 72 * PN_INCH;
	muster.depth = 48 * PN_INCH;
	muster.unit_count = 3;
	for (int i = 0; i < 3; i++) {
		muster.unit[i].side = i == 0 || (i == 1 && side == PN_RED) ? PN_RED : PN_BLUE;
		muster.unit[i].formation = (struct pn_formation){12, 6, 2000, 2000, 0};
		muster.unit[i].stats[B2_MOVEMENT_ALLOWANCE] = 12 * PN_INCH;
		muster.unit[i].stats[B2_MORALE_RATING] = 12;
		muster.unit[i].name[0] = (char)('A' + i);
	}
	muster.unit[0].formation = (struct pn_formation){12, 6, 2500, 5000, 0};
	muster.unit[0].pose = (pn_pose){{60000, 40000}, 0};
	muster.unit[1].pose = (pn_pose){{31506, 33000}, PN_TURN_HALF};
	muster.unit[2].pose = (pn_pose){{100000, 90000}, PN_TURN_HALF};
	cr_assert_eq((int)pn_setup(&game, play_book(), &muster).code, PN_MUSTER_NONE);
	game.turn = 2;
	game.active = PN_RED;
	game.phase = B2_FIRST_MOVEMENT;
	opened.decision_opened = (struct pn_pending){.decision = B2_MOVEMENT,
						     .owes = 1u << PN_RED,
						     .unit = PN_NO_UNIT,
						     .other = PN_NO_UNIT};
	pn_evolve(&game, &opened);
}

/* 1 + the unit that the preview names. */
static int named(void)
{
	struct pn_command turn = {.kind = PN_COMMAND_MOVE, .unit = 0, .target = PN_NO_UNIT};
	struct pn_preview preview;

	turn.path.count = 1;
	turn.path.leg[0] = (struct pn_leg){.kind = PN_LEG_FACE, .to = PN_FACING_RIGHT};
	pn_preview(&game, PN_RED, &turn, &preview);
	cr_assert_eq((int)preview.verdict.code, PN_REFUSE_BLOCKED);
	cr_assert_str_eq(preview.verdict.clause.text, "PN-11");
	return preview.verdict.by;
}

Test(in_the_way, a_friend_is_named)
{
	set_board(PN_RED);
	cr_expect_eq(named(), 2);
}

Test(in_the_way, an_enemy_is_named_where_measuring_is_allowed)
{
	set_board(PN_BLUE);
	cr_expect_eq(named(), 0);
	game.premeasure = true;
	cr_expect_eq(named(), 2);
}
