/* The tables of Conquest, cell by cell: sizes, the slower March, arcs, and whether a roll
 * reaches. */

#include <criterion/criterion.h>

#include "conquest-1.5/cq.h"
#include "play.h"

enum { MARCH = 5 * PN_INCH, SEEDS = 60, ROLLS = 6 };

static struct play play;

static struct pn_unit unit_at(pn_len x, pn_len y, pn_angle facing)
{
	return (struct pn_unit){.figures = 4,
				.files = 4,
				.base_width = 2500,
				.base_depth = 2500,
				.on_board = true,
				.pose = {{x, y}, facing}};
}

Test(conquest_tables, sizes)
{
	static const uint8_t size[CQ_CLASSES][2] = {
		[CQ_INFANTRY] = {1, 2},
		[CQ_CAVALRY] = {2, 3},
		[CQ_BRUTES] = {2, 3},
		[CQ_MONSTER] = {3, 4},
	};

	for (uint8_t class = 0; class < CQ_CLASSES; class ++)
		for (uint32_t flies = 0; flies < 2; flies++) {
			struct pn_unit unit = {.class = class, .traits = flies << CQ_FLY};

			cr_expect_eq(cq_size(&unit), size[class][flies], "class %d, flies %u",
				     class, flies);
		}
}

/* CQ-42. */
Test(conquest_tables, the_slower_march_counts)
{
	static const struct {
		pn_len own, character, march;
	} row[] = {
		{12700, 0, 12700},
		{12700, 12699, 12699},
		{12700, 12700, 12700},
		{12700, 12701, 12700},
	};

	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		struct pn_unit unit = {0};

		play_set_stat(&unit, "conquest-1.5", CQ_MARCH, row[i].own);
		play_set_stat(&unit, "conquest-1.5", CQ_CHARACTER_MARCH, row[i].character);
		cr_expect_eq(cq_march(&unit), row[i].march, "row %zu", i);
	}
}

/* CQ-31. Round a target 100 mm wide and 25 mm deep that faces north; its centre lies 12.5 mm
 * behind its front. */
Test(conquest_tables, the_arc_most_of_it_lies_in)
{
	static const struct {
		pn_len x, y;
		pn_angle facing;
		uint8_t arc;
	} row[] = {
		{50000, 70000, PN_TURN_HALF, PN_FACING_FRONT},
		{50000, 30000, 0, PN_FACING_REAR},
		{30000, 48750, PN_DEGREES_90, PN_FACING_LEFT},
		{70000, 48750, 3 * PN_DEGREES_90, PN_FACING_RIGHT},
		/* On the line of the front right corner, as much on one side of it as on the
		 * other: the front; a hundredth of a millimetre to the right: the flank. */
		{65000, 60000, 5 * PN_DEGREES_45, PN_FACING_FRONT},
		{65010, 59990, 5 * PN_DEGREES_45, PN_FACING_RIGHT},
		{35000, 60000, 3 * PN_DEGREES_45, PN_FACING_FRONT},
		{34990, 59990, 3 * PN_DEGREES_45, PN_FACING_LEFT},
		/* On the lines of the rear corners: the flank before the rear. */
		{65000, 37500, 7 * PN_DEGREES_45, PN_FACING_RIGHT},
		{64990, 37490, 7 * PN_DEGREES_45, PN_FACING_REAR},
		{35000, 37500, PN_DEGREES_45, PN_FACING_LEFT},
		{35010, 37490, PN_DEGREES_45, PN_FACING_REAR},
	};
	const struct pn_unit target = unit_at(50000, 50000, 0);

	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		struct pn_unit charger = unit_at(row[i].x, row[i].y, row[i].facing);

		cr_expect_eq(cq_facing_of(&charger, &target), row[i].arc, "row %zu: %d", i,
			     cq_facing_of(&charger, &target));
	}
}

/* Each facing's edge is that facing's, whatever the corners of a short last rank. */
Test(conquest_tables, edges_and_facings)
{
	static const uint8_t facing[] = {PN_FACING_FRONT, PN_FACING_LEFT, PN_FACING_RIGHT,
					 PN_FACING_REAR};

	for (uint8_t corners = 4; corners <= 8; corners++)
		for (size_t i = 0; i < sizeof(facing) / sizeof(facing[0]); i++)
			cr_expect_eq(pn_facing_of_edge(cq_edge_of(facing[i], corners), corners),
				     facing[i]);
}

/* A regiment of red's acts, an enemy straight ahead at a distance. */
static void begin(pn_len distance, uint64_t seed)
{
	static struct pn_muster muster;
	static struct pn_events out;
	struct pn_arrangement arrangement = {
		.has_turn = true,
		.turn = 1,
		.has_phase = true,
		.phase = CQ_ACTION,
		.has_decision = true,
		.decision = {.decision = CQ_ACTIVATION,
			     .owes = PN_SEEN_BY_RED,
			     .unit = 0,
			     .other = PN_NO_UNIT},
	};

	pn_muster_defaults(&muster, (uint8_t)pn_rules_find("conquest-1.5"));
	muster.width = muster.depth = 48 * PN_INCH;
	muster.turns = 2;
	muster.unit_count = 2;
	for (uint8_t i = 0; i < 2; i++) {
		struct pn_muster_unit *unit = &muster.unit[i];

		*unit = (struct pn_muster_unit){.side = i, .name = "Regiment"};
		unit->formation = (struct pn_formation){4, 4, 2500, 2500, 0};
		unit->pose =
			(pn_pose){{50000, 40000 + i * distance}, i ? PN_TURN_HALF : (pn_angle)0};
		unit->stats[CQ_MARCH] = MARCH;
		unit->stats[CQ_MODELS] = 1;
	}
	play_begin(&play, (uint8_t)pn_rules_find("conquest-1.5"), &muster, seed);
	out.count = 0;
	play.truth = play.start;
	pn_arrange(&play.truth, &arrangement, &play.dice, &out);
}

/* The face of the Charge Roll, and how the charge ended. */
static void charge(int *face, int *outcome)
{
	static struct pn_events out;
	const struct pn_command command = {.kind = PN_COMMAND_CHARGE, .unit = 0, .target = 1};

	cr_assert_eq((int)pn_check(&play.truth, PN_RED, &command).code, PN_LAWFUL);
	out.count = 0;
	pn_apply(&play.truth, PN_RED, &command, &play.dice, &out);
	for (uint16_t i = 0; i < out.count; i++) {
		if (out.event[i].kind == PN_EVENT_ROLLED)
			*face = out.event[i].rolled.face[0];
		if (out.event[i].kind == PN_EVENT_CHARGE_ENDED)
			*outcome = out.event[i].charge_ended.outcome;
	}
}

/* CQ-07 to CQ-09: March 5 and a roll of 1 to 6 against distances of 6 to 11 inches and one
 * hundredth of a millimetre more. */
Test(conquest_tables, a_roll_reaches_or_it_does_not, .timeout = 60)
{
	bool seen[ROLLS + 1][ROLLS + 1][2] = {{{false}}};

	for (int inches = 1; inches <= ROLLS; inches++)
		for (int more = 0; more < 2; more++)
			for (uint64_t seed = 1; seed <= SEEDS; seed++) {
				int face = 0;
				int outcome = -1;
				bool reaches;

				begin(MARCH + inches * PN_INCH + more, seed);
				charge(&face, &outcome);
				reaches = face > inches || (face == inches && !more);
				cr_expect_eq(
					outcome, reaches ? PN_CHARGE_CONTACT : PN_CHARGE_TOO_FAR,
					"%d inches and %d, a roll of %d", 5 + inches, more, face);
				seen[face][inches][more] = true;
			}
	for (int face = 1; face <= ROLLS; face++)
		for (int inches = 1; inches <= ROLLS; inches++)
			cr_expect(seen[face][inches][0] && seen[face][inches][1],
				  "no roll of %d at %d inches", face, 5 + inches);
}
