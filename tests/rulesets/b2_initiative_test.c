/* B2-81: what declaring more charges than the enemy is worth, counted over all hundred
 * pairs of dice, played through the rules. */

#include <criterion/criterion.h>
#include <stdio.h>

#include "play.h"

enum { SIDES = 10, LEADS = 6 };

static struct play play;
static uint8_t red_face, blue_face;

/* The first die of each side as given; should they tie, red rolls low next. */
static void two_faces(void *context, const char *label, uint32_t block, uint8_t out[PN_BLOCK_BYTES])
{
	bool red = strstr(label, "/red/") != NULL;
	bool first = label[strlen(label) - 2] == '/' && label[strlen(label) - 1] == '1';

	memset(out, first ? (red ? red_face : blue_face) - 1 : red ? 0 : 9, PN_BLOCK_BYTES);
}

/* Eight red units, one blue, far apart; turn 2, blue won before: red declares first. */
static void begin_declaring(void)
{
	struct pn_arrangement given = {
		.has_turn = true,
		.turn = 2,
		.has_phase = true,
		.phase = 0,
		.facts_given = 1,
	};
	struct pn_muster muster;

	given.facts[0] = PN_BLUE;
	pn_muster_defaults(&muster, play_book());
	muster.width = muster.depth = 96 * PN_INCH;
	muster.turns = 3;
	for (int i = 0; i < 9; i++) {
		struct pn_muster_unit *unit = &muster.unit[muster.unit_count++];

		snprintf(unit->name, sizeof unit->name, "Unit %d", i + 1);
		unit->side = i < 8 ? PN_RED : PN_BLUE;
		unit->formation = (struct pn_formation){4, 4, 2000, 2000, 0};
		unit->stats[0] = 8 * PN_INCH;
		unit->stats[1] = 12;
		unit->pose.at = i < 8 ? (pn_vec){(6 + 10 * i) * PN_INCH, 10 * PN_INCH}
				      : (pn_vec){40 * PN_INCH, 60 * PN_INCH};
		unit->pose.facing = i < 8 ? 0 : PN_TURN_HALF;
	}
	play_begin(&play, play_book(), &muster, 1);
	play.dice.bytes = two_faces;
	play.out.count = 0;
	cr_assert_eq(pn_arrange(&play.truth, &given, &play.dice, &play.out).code, PN_MUSTER_NONE);
}

/* Does red, with `lead` declarations to none, win without a second roll? -1: a tie. */
static int red_wins(int lead)
{
	struct pn_command pass = {
		.kind = PN_COMMAND_PASS, .unit = PN_NO_UNIT, .target = PN_NO_UNIT};

	begin_declaring();
	for (int i = 0; i < lead; i++) {
		struct pn_command declare = {
			.kind = PN_COMMAND_DECLARE_CHARGE, .unit = (pn_unit_id)i, .target = 8};

		play.out.count = 0;
		pn_apply(&play.truth, PN_RED, &declare, &play.dice, &play.out);
	}
	play.out.count = 0;
	pn_apply(&play.truth, PN_RED, &pass, &play.dice, &play.out);
	play.out.count = 0;
	pn_apply(&play.truth, PN_BLUE, &pass, &play.dice, &play.out);
	for (uint16_t i = 0; i < play.out.count; i++)
		if (play.out.event[i].kind == PN_EVENT_INITIATIVE_DECIDED)
			return play.out.event[i].initiative_decided.winner == PN_NO_SIDE
				       ? -1
				       : play.out.event[i].initiative_decided.winner == PN_RED;
	cr_assert_fail("no initiative");
	return -1;
}

Test(b2_initiative, declaring_is_a_benefit)
{
	static const double percent[LEADS] = {50, 69.6, 84.0, 93.8, 99.0, 100};

	for (int lead = 0; lead < LEADS; lead++) {
		int wins = 0, ties = 0;

		for (red_face = 1; red_face <= SIDES; red_face++)
			for (blue_face = 1; blue_face <= SIDES; blue_face++) {
				int result = red_wins(lead);

				wins += result == 1;
				ties += result == -1;
			}
		double dice = 100.0 * wins / (SIDES * SIDES - ties);
		cr_expect_float_eq(dice, percent[lead], 0.05, "lead %d: %f", lead, dice);
	}
}
