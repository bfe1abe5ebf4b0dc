/* Chainmail: every cell of the tables that core/rulesets/chainmail/RULES.md lists, and what
 * follows from them. The numbers stand here once more, as a reader would copy them. */

#include <criterion/criterion.h>

#include "chainmail/ch.h"

static struct pn_unit unit_of(enum ch_class class, uint32_t traits)
{
	return (struct pn_unit){
		.class = (uint8_t) class, .traits = traits, .figures = 20, .files = 10};
}

/* CH-45, CH-70, CH-53. Lengths in inches; a charge of 0: it has none. */
static const struct {
	enum ch_class class;
	int move, road, charge, rating, lost, of, score;
} troops[] = {
	{CH_PEASANTS, 9, 0, 12, 3, 1, 4, 8},      {CH_LEVIES, 9, 0, 12, 4, 1, 4, 8},
	{CH_LIGHT_FOOT, 9, 0, 12, 4, 1, 4, 8},    {CH_ARCHERS, 9, 0, 12, 4, 1, 4, 8},
	{CH_TURK_ARCHERS, 9, 0, 12, 4, 1, 4, 8},  {CH_CROSSBOWMEN, 12, 0, 12, 4, 1, 4, 8},
	{CH_LONGBOWMEN, 12, 0, 15, 4, 1, 4, 8},   {CH_HEAVY_CROSSBOWMEN, 9, 0, 9, 4, 1, 4, 8},
	{CH_HEAVY_FOOT, 9, 0, 12, 5, 1, 3, 7},    {CH_ELITE_HEAVY_FOOT, 9, 0, 12, 6, 1, 3, 6},
	{CH_ARMORED_FOOT, 6, 0, 6, 7, 1, 3, 6},   {CH_LANDSKNECHTE, 12, 0, 15, 8, 1, 2, 5},
	{CH_SWISS, 12, 0, 15, 9, 1, 2, 5},        {CH_LIGHT_HORSE, 24, 6, 30, 6, 1, 4, 8},
	{CH_MEDIUM_HORSE, 18, 6, 24, 8, 1, 3, 7}, {CH_HEAVY_HORSE, 12, 3, 18, 9, 1, 2, 6},
	{CH_ARTILLERY, 6, 3, 0, 4, 1, 4, 8},      {CH_WAGONS, 6, 6, 0, 4, 1, 4, 8},
};

Test(chainmail_tables, moves_ratings_and_losses)
{
	cr_assert_eq(sizeof troops / sizeof troops[0], CH_CLASSES);
	for (size_t i = 0; i < CH_CLASSES; i++) {
		const struct pn_unit unit = unit_of(troops[i].class, 0);
		const struct ch_loss_row row = ch_loss_row(&unit);

		cr_expect_eq(ch_move(&unit, false), troops[i].move * PN_INCH, "move of %zu", i);
		cr_expect_eq(ch_move(&unit, true), (troops[i].move + troops[i].road) * PN_INCH,
			     "road of %zu", i);
		cr_expect_eq(ch_charge_move(&unit), troops[i].charge * PN_INCH, "charge of %zu", i);
		cr_expect_eq(ch_rating(&unit), troops[i].rating, "rating of %zu", i);
		cr_expect_eq(row.num, troops[i].lost, "losses of %zu", i);
		cr_expect_eq(row.den, troops[i].of, "losses of %zu", i);
		cr_expect_eq(row.score, troops[i].score, "score of %zu", i);
	}
}

/* What traits change of them. */
Test(chainmail_tables, knights_mongols_and_janissaries)
{
	static const struct {
		enum ch_class class;
		enum ch_trait trait;
		int lost, of, score;
	} rows[] = {
		{CH_HEAVY_HORSE, CH_KNIGHTS, 1, 2, 4}, {CH_MEDIUM_HORSE, CH_KNIGHTS, 1, 2, 6},
		{CH_LIGHT_HORSE, CH_MONGOLS, 1, 3, 6}, {CH_MEDIUM_HORSE, CH_MONGOLS, 1, 3, 6},
		{CH_HEAVY_FOOT, CH_MONGOLS, 1, 3, 7},  {CH_HEAVY_FOOT, CH_JANISSARIES, 1, 3, 7},
	};
	const struct pn_unit janissaries = unit_of(CH_HEAVY_FOOT, 1u << CH_JANISSARIES);

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		const struct pn_unit unit = unit_of(rows[i].class, 1u << rows[i].trait);
		const struct ch_loss_row row = ch_loss_row(&unit);

		cr_expect_eq(row.num, rows[i].lost, "row %zu", i);
		cr_expect_eq(row.den, rows[i].of, "row %zu", i);
		cr_expect_eq(row.score, rows[i].score, "row %zu", i);
	}
	cr_expect_eq(ch_rating(&janissaries), 7);
}

/* CH-30 to CH-36: rows by weight, and CH-40: which row each kind of troops has. */
static const int scores[CH_ROWS][3] = {
	{9, 10, 11}, {8, 9, 10}, {7, 8, 9}, {6, 7, 8}, {5, 6, 7}, {4, 5, 6}, {3, 4, 5},
};

Test(chainmail_tables, scores_against_horse)
{
	static const enum ch_row row_of[CH_CLASSES] = {
		[CH_PEASANTS] = CH_ROW_PEASANTS,
		[CH_LEVIES] = CH_ROW_LIGHT_FOOT,
		[CH_LIGHT_FOOT] = CH_ROW_LIGHT_FOOT,
		[CH_ARCHERS] = CH_ROW_LIGHT_FOOT,
		[CH_TURK_ARCHERS] = CH_ROW_LIGHT_FOOT,
		[CH_CROSSBOWMEN] = CH_ROW_LIGHT_FOOT,
		[CH_LONGBOWMEN] = CH_ROW_LIGHT_FOOT,
		[CH_HEAVY_CROSSBOWMEN] = CH_ROW_LIGHT_FOOT,
		[CH_HEAVY_FOOT] = CH_ROW_HEAVY_FOOT,
		[CH_ELITE_HEAVY_FOOT] = CH_ROW_ARMORED_FOOT,
		[CH_ARMORED_FOOT] = CH_ROW_ARMORED_FOOT,
		[CH_LANDSKNECHTE] = CH_ROW_LIGHT_FOOT,
		[CH_SWISS] = CH_ROW_LIGHT_FOOT,
		[CH_LIGHT_HORSE] = CH_ROW_LIGHT_HORSE,
		[CH_MEDIUM_HORSE] = CH_ROW_MEDIUM_HORSE,
		[CH_HEAVY_HORSE] = CH_ROW_HEAVY_HORSE,
		[CH_ARTILLERY] = CH_ROW_LIGHT_FOOT,
		[CH_WAGONS] = CH_ROW_LIGHT_FOOT,
	};
	static struct pn_game game;

	for (int row = 0; row < CH_ROWS; row++)
		for (uint8_t weight = 0; weight < 3; weight++)
			cr_expect_eq(ch_charge_score((enum ch_row)row, weight), scores[row][weight],
				     "row %d, weight %d", row, weight);
	for (int class = 0; class < CH_CLASSES; class ++) {
		const struct pn_unit unit = unit_of((enum ch_class) class, 0);

		cr_expect_eq(ch_row_of(&game, &unit), row_of[class], "class %d", class);
	}
}

/* CH-37. Each row one easier, each weight one harder; and how many of 36 throws stand. */
Test(chainmail_tables, the_table_is_regular)
{
	static const int stand[CH_ROWS][3] = {{10, 6, 3},   {15, 10, 6},  {21, 15, 10},
					      {26, 21, 15}, {30, 26, 21}, {33, 30, 26},
					      {35, 33, 30}};

	for (int row = 0; row < CH_ROWS; row++)
		for (int weight = 0; weight < 3; weight++) {
			int count = 0;

			cr_expect_eq(scores[row][weight], 9 - row + weight);
			for (int a = 1; a <= 6; a++)
				for (int b = 1; b <= 6; b++)
					count += a + b >=
						 ch_charge_score((enum ch_row)row, (uint8_t)weight);
			cr_expect_eq(count, stand[row][weight], "row %d, weight %d", row, weight);
		}
}

/* CH-84. In hundredths of a move of 9, 12 and 18 inches. */
Test(chainmail_tables, what_turning_costs)
{
	static const struct {
		enum ch_class class;
		int quarter; /* of its move, as a part of an oblique turn: 1 as it stands */
		int halves;  /* 2 as it stands, 4 doubled, 1 halved */
	} rows[] = {
		{CH_HEAVY_FOOT, 9, 2},   {CH_PEASANTS, 9, 4},      {CH_LEVIES, 9, 4},
		{CH_SWISS, 12, 1},       {CH_LANDSKNECHTE, 12, 1}, {CH_LIGHT_HORSE, 24, 1},
		{CH_HEAVY_HORSE, 12, 1}, {CH_MEDIUM_HORSE, 18, 1}, {CH_ARMORED_FOOT, 6, 2},
	};

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		const struct pn_unit unit = unit_of(rows[i].class, 0);
		const pn_len move = rows[i].quarter * PN_INCH;

		cr_expect_eq(ch_turn_cost(&unit, 0), 0);
		cr_expect_eq(ch_turn_cost(&unit, 1), move / 4 * rows[i].halves / 2);
		cr_expect_eq(ch_turn_cost(&unit, -PN_DEGREES_45), move / 4 * rows[i].halves / 2);
		cr_expect_eq(ch_turn_cost(&unit, PN_DEGREES_45 + 1), move / 2 * rows[i].halves / 2);
		cr_expect_eq(ch_turn_cost(&unit, PN_DEGREES_90), move / 2 * rows[i].halves / 2);
		cr_expect_eq(ch_turn_cost(&unit, PN_DEGREES_90 + 1), move * rows[i].halves / 2);
		cr_expect_eq(ch_turn_cost(&unit, PN_TURN_HALF), move * rows[i].halves / 2);
	}
}

/* CH-15. Five files, and five figures in each of two ranks. */
Test(chainmail_tables, what_array_frightens)
{
	static const struct {
		uint16_t figures, files;
		bool eligible;
	} rows[] = {{10, 5, true},  {9, 5, false},  {12, 4, false}, {11, 6, true},
		    {10, 6, false}, {20, 10, true}, {25, 5, true},  {14, 10, false}};

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct pn_unit unit = unit_of(CH_SWISS, 0);

		unit.figures = rows[i].figures;
		unit.files = rows[i].files;
		cr_expect_eq(ch_is_eligible_array(&unit), rows[i].eligible, "row %zu", i);
	}
}

/* CH-81. The classes with impetus. */
Test(chainmail_tables, who_has_impetus)
{
	for (int class = 0; class < CH_CLASSES; class ++) {
		const struct pn_unit unit = unit_of((enum ch_class) class, 0);
		const bool has = class == CH_LEVIES || class == CH_HEAVY_FOOT ||
				 class == CH_ELITE_HEAVY_FOOT || class == CH_ARMORED_FOOT ||
				 class == CH_LIGHT_HORSE || class == CH_MEDIUM_HORSE ||
				 class == CH_HEAVY_HORSE;

		cr_expect_eq(ch_has_impetus(&unit), has, "class %d", class);
	}
}

/* One piece across the way of a block that faces north. */
static void lay_out(struct pn_game *game, enum ch_class class, enum ch_terrain kind)
{
	struct pn_muster muster;

	pn_muster_defaults(&muster, (uint8_t)pn_rules_find("chainmail"));
	muster.width = muster.depth = 48 * PN_INCH;
	muster.unit_count = 2;
	for (uint8_t i = 0; i < muster.unit_count; i++) {
		struct pn_muster_unit *unit = &muster.unit[i];

		unit->name[0] = 'U';
		unit->side = i;
		unit->class = (uint8_t) class;
		unit->formation = (struct pn_formation){20, 10, 2000, 2000, 0};
		unit->pose = (pn_pose){{60000, i == 0 ? 40000 : 110000}, 0};
	}
	muster.terrain_count = 1;
	muster.terrain[0].kind = (uint8_t)kind;
	muster.terrain[0].shape = (struct pn_shape){
		4, {{20000, 50000}, {20000, 54000}, {100000, 54000}, {100000, 50000}}};
	cr_assert_eq((int)pn_setup(game, (uint8_t)pn_rules_find("chainmail"), &muster).code,
		     PN_MUSTER_NONE);
}

/* CH-75, CH-76, CH-77: each kind of ground against a charge, a march and a retreat of foot, and a
 * march of engines; what they pay for, and what counts as uphill. */
Test(chainmail_tables, ground_cell_by_cell)
{
	enum { AT = 10000, WAY = 25000, COST = 6 * PN_INCH, PURSE = 60000 };
	static const struct {
		enum ch_terrain kind;
		enum ch_stop charge, march, flee, train;
		pn_len cost;
		bool uphill;
	} rows[] = {
		{CH_CLEAR, CH_FREE, CH_FREE, CH_FREE, CH_FREE, 0, false},
		{CH_IMPASSABLE, CH_GROUND, CH_GROUND, CH_GROUND, CH_GROUND, 0, false},
		{CH_HILL, CH_GROUND, CH_FREE, CH_FREE, CH_FREE, 0, true},
		{CH_WOODS, CH_GROUND, CH_GROUND, CH_GROUND, CH_GROUND, 0, false},
		{CH_MARSH, CH_GROUND, CH_FREE, CH_FREE, CH_GROUND, 0, false},
		{CH_ROUGH, CH_GROUND, CH_FREE, CH_FREE, CH_FREE, 0, false},
		{CH_DITCH, CH_GROUND, CH_FREE, CH_FREE, CH_FREE, 0, false},
		{CH_RAMPART, CH_GROUND, CH_FREE, CH_FREE, CH_FREE, 0, false},
		{CH_STREAM, CH_FREE, CH_FREE, CH_FREE, CH_FREE, COST, false},
		{CH_RIVER, CH_BANK, CH_BANK, CH_BANK, CH_BANK, 0, false},
		{CH_ROAD, CH_FREE, CH_FREE, CH_FREE, CH_FREE, 0, false},
	};
	static struct pn_game game;

	cr_assert_eq(sizeof rows / sizeof rows[0], (size_t)CH_TERRAIN_KINDS);
	for (int i = 0; i < CH_TERRAIN_KINDS; i++) {
		const enum ch_stop wanted[] = {rows[i].charge, rows[i].march, rows[i].flee,
					       rows[i].train};

		for (int k = 0; k < 4; k++) {
			static const enum ch_gait gait[] = {CH_CHARGING, CH_MARCHING, CH_FLEEING,
							    CH_MARCHING};
			struct pn_stand stand;
			struct ch_way way;

			lay_out(&game, k < 3 ? CH_HEAVY_FOOT : CH_ARTILLERY, rows[i].kind);
			stand = pn_stand_of(&game.unit[0]);
			way = ch_go(&game, 0, &stand, gait[k], 0, WAY, PURSE);
			cr_expect_eq((int)way.stop, (int)wanted[k], "kind %d, way %d", i, k);
			cr_expect_eq(way.length, wanted[k] == CH_FREE ? WAY : AT, "kind %d, way %d",
				     i, k);
			cr_expect_eq(way.spent, way.length + rows[i].cost, "kind %d, way %d", i, k);
			cr_expect_eq(way.uphill, rows[i].uphill && wanted[k] == CH_FREE,
				     "kind %d, way %d", i, k);
		}
	}
}
