/* The fingerprint of a state: whatever all see of it changes it, what is left out of it does not, and it
 * is the same number on every machine. */

#include <criterion/criterion.h>
#include <string.h>

#include "loose.h"
#include "play.h"
#include "step.h"

static struct play play;
static struct pn_game game;

/* Something in each list that is hashed. */
static void fill(void)
{
	game.terrain_count = 1;
	game.terrain[0] = (struct pn_terrain){
		.height = 100, .shape = {4, {{10, 10}, {10, 20}, {20, 20}, {20, 10}}}};
	game.zone[PN_RED] = game.zone[PN_BLUE] = game.terrain[0].shape;
	game.announced.count = 1;
	game.announced_placed.of = UINT64_C(1) << (PN_LOOSE_MAX - 1) | 1;
	game.proposed.made = true;
	game.proposed.outcome.count = 1;
	game.agreed.made = game.coming.made = true;
	game.proposal[PN_RED] = (struct pn_proposal){.kind = PN_PROPOSAL_METHOD};
	game.proposal[PN_RED].method.made = true;
	game.rolled_count = 1;
	game.cups[PN_RED].rolls = 1;
	game.cups[PN_BLUE].dice = 1;
	game.cups_undone = 1;
	game.pending_count = 1;
	game.pending[0].queue_count = 1;
	game.unit[3].gap = 500;
	pn_loose_begin(&game, &game.unit[3]);
	for (pn_side side = 0; side < PN_SIDES; side++)
		game.secret[side].draft[1].verb = 1;
}

static void full_position(void)
{
	play_begin_melee(&play, 9);
	game = play.truth;
	fill();
}

/* Does the hash of what all see change, and that of what each side knows besides? */
#define EXPECT(field, all, red, blue) \
	do { \
		uint64_t before[] = {pn_game_hash(&game), pn_view_hash(&game, PN_RED), \
				     pn_view_hash(&game, PN_BLUE), \
				     pn_view_hash(&game, PN_PUBLIC)}; \
		field ^= 1; \
		cr_expect_eq(pn_game_hash(&game) != before[0], all, #field); \
		cr_expect_eq(pn_view_hash(&game, PN_RED) != before[1], red, #field); \
		cr_expect_eq(pn_view_hash(&game, PN_BLUE) != before[2], blue, #field); \
		cr_expect_eq(pn_view_hash(&game, PN_PUBLIC) != before[3], red || blue, #field); \
		field ^= 1; \
	} while (0)

#define SEEN(field) EXPECT(field, true, true, true)
#define LEFT_OUT(field) EXPECT(field, false, false, false)

Test(hash, whatever_all_see)
{
	struct pn_pending *top;
	struct pn_unit *unit = &game.unit[3];

	full_position();
	top = &game.pending[game.pending_count - 1];
	SEEN(game.ruleset);
	SEEN(game.turn);
	SEEN(game.phase);
	SEEN(game.active);
	SEEN(game.winner);
	SEEN(game.ending);
	SEEN(game.ready);
	SEEN(game.strikes[PN_RED]);
	SEEN(game.strikes[PN_BLUE]);
	SEEN(game.width);
	SEEN(game.depth);
	SEEN(game.terrain[0].kind);
	SEEN(game.terrain[0].height);
	SEEN(game.terrain[0].shape.point[0].x);
	SEEN(game.terrain[0].shape.point[3].y);
	SEEN(game.switches[0]);
	SEEN(game.switches[PN_SWITCHES_MAX - 1]);
	SEEN(game.params[0]);
	SEEN(game.params[PN_PARAMS_MAX - 1]);
	SEEN(game.turns);
	SEEN(game.count);
	SEEN(game.method);
	SEEN(game.deployment);
	SEEN(game.deploys_first);
	SEEN(game.zone[PN_RED].point[0].x);
	SEEN(game.zone[PN_BLUE].point[3].y);
	SEEN(game.facts[0]);
	SEEN(game.facts[PN_FACTS_MAX - 1]);
	SEEN(game.announced.leg[0].kind);
	SEEN(game.announced.leg[0].length);
	SEEN(game.announced_placed.of);
	SEEN(game.announced_placed.to[0].part[0]);
	SEEN(game.announced_placed.to[PN_LOOSE_MAX - 1].part[3]);
	SEEN(game.proposed.by);
	SEEN(game.proposed.outcome.fate[0].lost);
	SEEN(game.proposal[PN_RED].kind);
	SEEN(game.proposal[PN_RED].method.most[PN_BLUE]);
	SEEN(game.proposal[PN_BLUE].winner);
	SEEN(game.question[PN_RED].kind);
	SEEN(game.question[PN_BLUE].winner);
	SEEN(game.umpire);
	SEEN(game.agreed.method);
	SEEN(game.coming.begins);
	SEEN(top->owes);
	SEEN(top->value);
	SEEN(top->queue[0]);
	SEEN(game.contact[0].facing);
	SEEN(game.rolled[0].who);
	SEEN(game.rolled[0].what);
	SEEN(game.rolled[0].count);
	SEEN(game.cups[PN_RED].turn);
	SEEN(game.cups[PN_RED].dice);
	SEEN(game.cups[PN_BLUE].phase);
	SEEN(game.cups[PN_BLUE].rolls);
	SEEN(game.cups_undone);
	SEEN(unit->state);
	SEEN(unit->small_stat[0]);
	SEEN(unit->wide_stat[0]);
	SEEN(unit->pose.at.x);
	SEEN(unit->bend);
	SEEN(unit->melee_turn);
	SEEN(unit->order.target);
	SEEN(unit->tally[0]);
	SEEN(unit->tally[PN_TALLIES_MAX - 1]);
	SEEN(game.figure[0].part[0]);
	SEEN(game.figure[game.figure_count - 1].part[3]);
}

/* Slots that are not in use, marks, and what may be taken back. */
Test(hash, what_is_left_out)
{
	full_position();
	game.cups[PN_RED] = (struct pn_cups){0};
	LEFT_OUT(game.cups[PN_RED].turn);
	LEFT_OUT(game.cups[PN_RED].phase);
	LEFT_OUT(game.marks);
	LEFT_OUT(game.past[0].mark);
	LEFT_OUT(game.secret[PN_RED].undo[0].number);
	LEFT_OUT(game.secret[PN_RED].private_marks);
	LEFT_OUT(game.terrain[1].height);
	LEFT_OUT(game.terrain[0].shape.point[4].x);
	LEFT_OUT(game.zone[PN_RED].point[4].x);
	LEFT_OUT(game.announced.leg[1].length);
	LEFT_OUT(game.announced_placed.to[1].part[0]);
	LEFT_OUT(game.proposed.outcome.fate[1].lost);
	LEFT_OUT(game.pending[game.pending_count].value);
	LEFT_OUT(game.pending[game.pending_count - 1].queue[1]);
	LEFT_OUT(game.contact[1].facing);
	LEFT_OUT(game.rolled[1].count);
	LEFT_OUT(game.unit[4].state);
	LEFT_OUT(game.figure[game.figure_count].part[0]);
	game.agreed.made = false;
	LEFT_OUT(game.agreed.method);
}

/* A side's secrets are in the hash of its own view, and both in that of the truth. */
Test(hash, what_one_side_knows)
{
	full_position();
	for (pn_side side = 0; side < PN_SIDES; side++) {
		struct pn_secret *secret = &game.secret[side];
		const bool red = side == PN_RED;

		EXPECT(secret->draft[0].verb, false, red, !red);
		EXPECT(secret->draft[1].target, false, red, !red);
		EXPECT(secret->sealed[1].number, false, red, !red);
		EXPECT(secret->place[PN_SIDE_UNITS_MAX - 1].part[0], false, red, !red);
		EXPECT(secret->placed, false, red, !red);
		EXPECT(secret->salt[0][0], false, red, !red);
		EXPECT(secret->salt[PN_SIDE_UNITS_MAX][31], false, red, !red);
		LEFT_OUT(secret->draft[2].verb);
	}
}

/* Of a position that no book has to do with. */
Test(hash, is_the_same_number_everywhere)
{
	memset(&game, 0, sizeof game);
	game.width = game.depth = 100000;
	game.unit_count = 4;
	game.red_count = 2;
	for (uint8_t i = 0; i < 4; i++)
		game.unit[i] = (struct pn_unit){
			.side = i < 2 ? PN_RED : PN_BLUE,
			.figures_at_start = 12,
			.figures = 12,
			.files = 6,
			.base_width = 2000,
			.base_depth = 2000,
			.on_board = true,
			.pose = {{20000 * (i + 1), 50000}, (pn_angle)(i * PN_DEGREES_45)},
			.wide = 4,
			.wide_stat = {40000},
			.small_stat = {-1, 7},
			.tally = {0, i},
			.bend = (int16_t)(i - 1),
		};
	fill();
	cr_expect_eq(pn_game_hash(&game), UINT64_C(0x97485ce72718bdd3), "%#lx",
		     (unsigned long)pn_game_hash(&game));
	cr_expect_eq(pn_view_hash(&game, PN_PUBLIC), UINT64_C(0xba5e93b5e236b92f), "%#lx",
		     (unsigned long)pn_view_hash(&game, PN_PUBLIC));
}
