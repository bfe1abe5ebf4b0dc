/* The 9th Age: every cell of its tables, and arcs asked all round a unit. */

#include <criterion/criterion.h>

#include "../../core/rulesets/t9a-2e/t9.h"
#include "play.h"

/* T9-119. Rows are Strength 1 to 10, columns Resilience 1 to 10. */
static const char *const wounds[] = {
	"4566666666", "3456666666", "2345666666", "2234566666", "2223456666",
	"2222345666", "2222234566", "2222223456", "2222222345", "2222222234",
};

Test(t9_tables, to_wound)
{
	for (int strength = 1; strength <= 10; strength++)
		for (int resilience = 1; resilience <= 10; resilience++)
			cr_expect_eq(t9_to_wound(strength, resilience),
				     wounds[strength - 1][resilience - 1] - '0',
				     "Strength %d, Resilience %d", strength, resilience);
}

/* T9-120. Rows are Armour 0 to 6, columns Armour Penetration 0 to 10; 7: no save. */
static const char *const saves[] = {
	"77777777777", "67777777777", "56777777777", "45677777777",
	"34567777777", "23456777777", "22345677777",
};

Test(t9_tables, to_save)
{
	for (int armour = 0; armour <= 6; armour++)
		for (int penetration = 0; penetration <= 10; penetration++)
			cr_expect_eq(t9_to_save(armour, penetration),
				     saves[armour][penetration] - '0', "Armour %d, AP %d", armour,
				     penetration);
}

/* T9-02. A unit of 100 by 40 mm at the origin, facing north: points a hundredth of a
 * millimetre to either side of each dividing line, and on it. */
Test(t9_tables, arcs)
{
	static const struct {
		pn_vec at;
		uint8_t facing;
	} rows[] = {
		{{0, 1}, PN_FACING_FRONT},        {{5000, 1}, PN_FACING_FRONT},
		{{6000, 1001}, PN_FACING_FRONT},  {{6000, 1000}, PN_FACING_RIGHT},
		{{6000, 999}, PN_FACING_RIGHT},   {{-6000, 1001}, PN_FACING_FRONT},
		{{-6000, 1000}, PN_FACING_LEFT},  {{5001, -2000}, PN_FACING_RIGHT},
		{{-5001, -2000}, PN_FACING_LEFT}, {{6000, -5000}, PN_FACING_RIGHT},
		{{6000, -5001}, PN_FACING_REAR},  {{-6000, -5000}, PN_FACING_LEFT},
		{{-6000, -5001}, PN_FACING_REAR}, {{0, -4001}, PN_FACING_REAR},
	};
	const struct pn_unit unit = {
		.figures = 9, .files = 5, .base_width = 2000, .base_depth = 2000};

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		cr_expect_eq(t9_arc_of(&unit, rows[i].at), rows[i].facing, "row %zu", i);
}

/* T9-67. Rows are standard, large, gigantic; columns a model, a chariot. */
Test(t9_tables, dangerous_ground)
{
	static const uint8_t dice[T9_CLASSES][2] = {{1, 2}, {2, 3}, {3, 4}};

	for (uint8_t class = 0; class < T9_CLASSES; class ++)
		for (int chariot = 0; chariot < 2; chariot++)
			cr_expect_eq(t9_danger_dice(class, chariot), dice[class][chariot],
				     "class %d, chariot %d", class, chariot);
}

/* T9-80, T9-81, T9-83: every Advance Rate in inches and every roll, at exactly the distance and
 * a hundredth of a millimetre beyond; a Champion counts 4 at least. */
Test(t9_tables, charge_range)
{
	static struct pn_game game;

	game.unit_count = 2;
	for (int i = 0; i < 2; i++)
		game.unit[i] = (struct pn_unit){.side = (pn_side)i,
						.on_board = true,
						.figures = 1,
						.files = 1,
						.base_width = 2000,
						.base_depth = 2000};
	game.unit[1].pose.facing = PN_TURN_HALF;
	for (int advance = 1; advance <= 12; advance++) {
		for (int16_t roll = 2; roll <= 12; roll++) {
			for (int champion = 0; champion < 2; champion++) {
				const int counted = champion && roll < 4 ? 4 : roll;

				game.unit[0].traits = champion ? 1u << T9_CHAMPION : 0;
				play_set_stat(&game.unit[0], "t9a-2e", T9_ADVANCE,
					      advance * PN_INCH);
				game.unit[1].pose.at.y = (advance + counted) * PN_INCH;
				cr_expect(t9_reaches(&game, 0, 1, roll), "%d and %d", advance,
					  roll);
				game.unit[1].pose.at.y++;
				cr_expect(!t9_reaches(&game, 0, 1, roll), "%d and %d", advance,
					  roll);
			}
		}
	}
}

/* T9-80: the lowest Advance Rate, whoever has it. */
Test(t9_tables, advance)
{
	struct pn_unit unit = {0};

	play_set_stat(&unit, "t9a-2e", T9_ADVANCE, 10160);
	cr_expect_eq(t9_advance(&unit), 10160);
	play_set_stat(&unit, "t9a-2e", T9_SECOND_ADVANCE, 10159);
	cr_expect_eq(t9_advance(&unit), 10159);
	play_set_stat(&unit, "t9a-2e", T9_SECOND_ADVANCE, 10161);
	cr_expect_eq(t9_advance(&unit), 10160);
	/* T9-105: in the air only whoever has said so. */
	unit.traits = 1u << T9_FLY;
	cr_expect_eq(t9_charge_rate(&unit), 10160);
	unit.flags = 1u << T9_FLYING;
	cr_expect_eq(t9_charge_rate(&unit), 10161);
	play_set_stat(&unit, "t9a-2e", T9_SECOND_ADVANCE, 10159);
	cr_expect_eq(t9_charge_rate(&unit), 10159);
	cr_expect_eq(t9_advance(&unit), 10160);
}

/* ---- one of 36 headings ---- */

/* The dice show these. */
struct shown {
	uint8_t face[2];
};

static void show(void *context, const char *label, uint32_t block, uint8_t out[PN_BLOCK_BYTES])
{
	const struct shown *shown = context;
	const bool first = label[strlen(label) - 1] == '1';

	memset(out, shown->face[first ? 0 : 1] - 1, PN_BLOCK_BYTES);
}

/* T9-Q11. Two units whose Centres are one point: each pair of faces is a heading of its own,
 * ten degrees after the one before it. */
Test(t9_tables, a_heading_for_each_pair_of_faces)
{
	static struct pn_game game;
	static struct pn_events out;
	struct shown shown;
	const struct pn_dice_source dice = {&shown, show, NULL};
	struct pn_step step = {.game = &game, .dice = &dice, .out = &out};

	game.ruleset = (uint8_t)pn_rules_find("t9a-2e");
	game.turn = 1;
	game.unit_count = 2;
	for (int i = 0; i < 2; i++)
		game.unit[i] = (struct pn_unit){.side = (pn_side)i,
						.on_board = true,
						.figures = 1,
						.files = 1,
						.base_width = 2000,
						.base_depth = 2000};
	for (int pair = 0; pair < 36; pair++) {
		out.count = game.rolled_count = 0;
		shown = (struct shown){{(uint8_t)(pair / 6 + 1), (uint8_t)(pair % 6 + 1)}};
		cr_expect_eq(t9_heading_away(&step, 0, 1), pair * 65536 / 36, "faces %d and %d",
			     shown.face[0], shown.face[1]);
		cr_expect_str_eq(out.event[0].clause.text, "T9-21");
	}
}
