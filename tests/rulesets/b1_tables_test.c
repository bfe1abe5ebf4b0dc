/* The tables of the first edition, cell by cell, against a second writing of each. */

#include <criterion/criterion.h>

#include "battlesystem-1e/b1.h"
#include "play.h"

/* ---- damage (B1-74) ---- */

enum { ROWS = 37, COLUMNS = 11 };

/* One column a line, each value so many rows long: {value in tenths, rows}. */
static const struct {
	int die;
	struct {
		int tenths, rows;
	} run[ROWS];
} damage[COLUMNS] = {
	{2, {{50, 1}, {40, 1}, {30, 6}, {20, 7}, {10, 8}, {5, 3}, {2, 2}, {1, 3}, {0, 6}}},
	{3,
	 {{70, 1},
	  {60, 2},
	  {50, 2},
	  {40, 4},
	  {30, 5},
	  {20, 6},
	  {10, 5},
	  {5, 3},
	  {2, 1},
	  {1, 3},
	  {0, 5}}},
	{4,
	 {{90, 1},
	  {80, 1},
	  {70, 3},
	  {60, 3},
	  {50, 4},
	  {40, 4},
	  {30, 4},
	  {20, 3},
	  {10, 4},
	  {5, 2},
	  {2, 1},
	  {1, 2},
	  {0, 5}}},
	{6,
	 {{120, 1},
	  {110, 1},
	  {100, 2},
	  {90, 2},
	  {80, 3},
	  {70, 2},
	  {60, 3},
	  {50, 3},
	  {40, 3},
	  {30, 2},
	  {20, 3},
	  {10, 2},
	  {5, 2},
	  {2, 2},
	  {1, 2},
	  {0, 4}}},
	{8,
	 {{150, 1},
	  {140, 1},
	  {130, 2},
	  {120, 1},
	  {110, 3},
	  {100, 2},
	  {90, 1},
	  {80, 2},
	  {70, 2},
	  {60, 2},
	  {50, 3},
	  {40, 2},
	  {30, 2},
	  {20, 2},
	  {10, 2},
	  {5, 2},
	  {2, 2},
	  {1, 3},
	  {0, 2}}},
	{10, {{180, 1}, {170, 1}, {160, 1}, {150, 2}, {140, 2}, {130, 1}, {120, 2}, {110, 1},
	      {100, 2}, {90, 1},  {80, 2},  {70, 2},  {60, 2},  {50, 1},  {40, 2},  {30, 2},
	      {20, 1},  {10, 3},  {5, 2},   {2, 1},   {1, 4},   {0, 1}}},
	{12, {{200, 1}, {190, 1}, {180, 2}, {170, 2}, {160, 1}, {150, 2}, {140, 1}, {130, 1},
	      {120, 1}, {110, 2}, {100, 1}, {90, 2},  {80, 1},  {70, 1},  {60, 2},  {50, 1},
	      {40, 2},  {30, 1},  {20, 2},  {10, 3},  {5, 2},   {2, 2},   {1, 2},   {0, 1}}},
	{14, {{220, 1}, {210, 1}, {200, 2}, {190, 1}, {180, 1}, {170, 1}, {150, 2}, {140, 1},
	      {130, 1}, {120, 2}, {110, 2}, {100, 1}, {90, 1},  {80, 2},  {70, 1},  {60, 1},
	      {50, 2},  {40, 2},  {30, 3},  {20, 2},  {10, 2},  {5, 3},   {2, 1},   {0, 1}}},
	{16,
	 {{240, 1}, {230, 1}, {220, 2}, {200, 2}, {180, 1}, {170, 1}, {160, 1}, {150, 2}, {140, 1},
	  {130, 1}, {120, 1}, {110, 2}, {100, 1}, {90, 1},  {80, 2},  {70, 2},  {60, 1},  {50, 2},
	  {40, 1},  {30, 3},  {20, 2},  {10, 2},  {5, 2},   {2, 1},   {0, 1}}},
	{18, {{280, 1}, {260, 1}, {240, 1}, {230, 1}, {220, 1}, {210, 1}, {200, 1},
	      {190, 1}, {180, 1}, {170, 1}, {160, 1}, {150, 1}, {140, 1}, {130, 1},
	      {120, 2}, {110, 1}, {100, 1}, {90, 1},  {80, 3},  {70, 1},  {60, 3},
	      {50, 2},  {40, 1},  {30, 2},  {20, 2},  {10, 2},  {5, 1},   {0, 1}}},
	{20, {{320, 1}, {290, 1}, {260, 1}, {250, 1}, {240, 1}, {230, 1}, {220, 1},
	      {210, 1}, {200, 1}, {190, 1}, {180, 1}, {170, 1}, {160, 1}, {150, 1},
	      {130, 2}, {120, 1}, {110, 1}, {100, 1}, {90, 1},  {80, 3},  {70, 2},
	      {60, 1},  {50, 2},  {40, 2},  {30, 2},  {20, 2},  {10, 2},  {0, 1}}},
};

/* The rolls of a row: 0 and less, 1 to 34, 35 to 39, 40 and more. */
static void rolls_of(int row, int *first, int *last)
{
	*first = row == 0 ? -20 : row;
	*last = row;
	if (row == 35)
		*last = 39;
	if (row == 36) {
		*first = 40;
		*last = 70;
	}
}

static int check_column(int column)
{
	int row = 0;

	for (int i = 0; damage[column].run[i].rows > 0; i++)
		for (int k = 0; k < damage[column].run[i].rows; k++, row++) {
			int first;
			int last;

			rolls_of(row, &first, &last);
			for (int roll = first; roll <= last; roll++)
				cr_expect_eq(b1_damage(roll, damage[column].die),
					     damage[column].run[i].tenths, "D%d at %d",
					     damage[column].die, roll);
		}
	return row;
}

Test(b1_tables, damage)
{
	for (int column = 0; column < COLUMNS; column++)
		cr_expect_eq(check_column(column), ROWS, "D%d has not all its rows",
			     damage[column].die);
}

Test(b1_tables, a_die_that_is_missing_is_the_next_smaller_one)
{
	static const int read_as[] = {2,  3,  4,  4,  6,  6,  8,  8,  10, 10,
				      12, 12, 14, 14, 16, 16, 18, 18, 20};

	for (int die = 2; die <= 20; die++)
		for (int roll = 0; roll <= 40; roll++)
			cr_expect_eq(b1_damage(roll, die), b1_damage(roll, read_as[die - 2]),
				     "D%d at %d", die, roll);
}

Test(b1_tables, low_rolls_do_more)
{
	for (int die = 2; die <= 20; die++)
		for (int roll = 1; roll <= 40; roll++)
			cr_expect_leq(b1_damage(roll, die), b1_damage(roll - 1, die));
}

/* ---- attack ratings (B1-70 to B1-72) ---- */

Test(b1_tables, base_attack)
{
	static const int more[] = {15, 10, 10, 10, 5, 5, 5, 5, 5, 0};

	for (int thac0 = 1; thac0 <= 25; thac0++)
		for (int ratio = 1; ratio <= 10; ratio++)
			cr_expect_eq(b1_base_attack(thac0, ratio), thac0 + more[ratio - 1]);
}

Test(b1_tables, attack_modifiers_each_and_together)
{
	static const int of_facing[] = {
		[PN_FACING_FRONT] = 0,
		[PN_FACING_LEFT] = 0,
		[PN_FACING_RIGHT] = 0,
		[PN_FACING_REAR] = -2,
	};

	for (unsigned bits = 0; bits < 64; bits++)
		for (uint8_t facing = PN_FACING_FRONT; facing <= PN_FACING_REAR; facing++) {
			struct b1_attack attack = {
				.open = bits & 1,
				.out_of_command = bits & 2,
				.charge = bits & 4,
				.mounted = bits & 8,
				.shield = bits & 16,
				.commander = bits & 32,
				.facing = facing,
			};
			int sum = of_facing[facing];

			sum += bits & 1 ? 1 : 0;
			sum += bits & 2 ? 1 : 0;
			sum -= (bits & 12) == 12 ? 2 : bits & 4 ? 1 : 0;
			sum -= bits & 16 && facing == PN_FACING_RIGHT ? 1 : 0;
			sum -= bits & 32 ? 1 : 0;
			cr_expect_eq(b1_attack_modifier(&attack), sum);
		}
}

/* ---- morale and discipline (B1-41 to B1-43, B1-51) ---- */

static struct pn_unit average(void)
{
	struct pn_unit unit = {.class = B1_FOOT, .form = B1_MOB, .figures_at_start = 12};

	unit.figures = 12;
	play_set_stat(&unit, "battlesystem-1e", B1_HIT_DICE, 100);
	play_set_stat(&unit, "battlesystem-1e", B1_ARMOUR_CLASS, 5);
	return unit;
}

struct expected {
	int value, morale;
};

Test(b1_tables, morale_by_hit_dice)
{
	static const struct expected row[] = {{10, 9},   {50, 9},    {51, 10},   {99, 10},
					      {100, 11}, {399, 11},  {400, 12},  {899, 12},
					      {900, 13}, {1499, 13}, {1500, 14}, {3000, 14}};
	struct pn_unit unit = average();

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		play_set_stat(&unit, "battlesystem-1e", B1_HIT_DICE, row[i].value);
		cr_expect_eq(b1_base_morale(&unit), row[i].morale, "%d", row[i].value);
	}
}

Test(b1_tables, morale_by_armour)
{
	static const int morale[] = {13, 12, 12, 12, 12, 11, 11, 11, 10, 10, 10};
	struct pn_unit unit = average();

	for (int armour = -10; armour <= 10; armour++) {
		play_set_stat(&unit, "battlesystem-1e", B1_ARMOUR_CLASS, armour);
		cr_expect_eq(b1_base_morale(&unit), armour < 0 ? 13 : morale[armour]);
	}
}

Test(b1_tables, morale_by_figures)
{
	struct pn_unit unit = average();

	for (uint16_t figures = 1; figures <= 48; figures++) {
		unit.figures_at_start = figures;
		cr_expect_eq(b1_base_morale(&unit), figures <= 6 ? 9 : figures <= 11 ? 10 : 11);
	}
}

Test(b1_tables, morale_by_what_it_is)
{
	struct pn_unit unit = average();

	unit.traits = 1u << B1_DEMIHUMAN;
	cr_expect_eq(b1_base_morale(&unit), 12);
	unit.traits |= 1u << B1_MAGIC_EQUIPMENT;
	cr_expect_eq(b1_base_morale(&unit), 13);
	play_set_stat(&unit, "battlesystem-1e", B1_ABILITIES, 2);
	cr_expect_eq(b1_base_morale(&unit), 15);
	unit.class = B1_CAVALRY;
	cr_expect_eq(b1_base_morale(&unit), 16);
	unit.form = B1_OPEN;
	cr_expect_eq(b1_base_morale(&unit), 17);
	unit.form = B1_CLOSED;
	cr_expect_eq(b1_base_morale(&unit), 17);
	unit.form = B1_SKIRMISH;
	cr_expect_eq(b1_base_morale(&unit), 16);
	unit.class = B1_CHARIOT;
	cr_expect_eq(b1_base_morale(&unit), 15);
}

Test(b1_tables, discipline)
{
	static const struct {
		uint32_t traits;
		int rating;
	} row[] = {
		{0, 11},
		{1u << B1_HIGH_INTELLIGENCE, 12},
		{1u << B1_LOW_INTELLIGENCE, 10},
		{1u << B1_LAWFUL, 12},
		{1u << B1_CHAOTIC, 10},
		{1u << B1_HIGH_INTELLIGENCE | 1u << B1_LAWFUL, 13},
		{1u << B1_LOW_INTELLIGENCE | 1u << B1_CHAOTIC, 9},
		{1u << B1_BERSERK | 1u << B1_LAWFUL, 0},
	};
	struct pn_unit unit = average();

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		unit.traits = row[i].traits;
		cr_expect_eq(b1_discipline(&unit), row[i].rating);
	}
}

/* Red's unit 0, its commander 1, and blue's unit 2 against it. */
Test(b1_tables, current_morale)
{
	static struct pn_game game;
	struct pn_unit *unit = &game.unit[0];

	game.ruleset = (uint8_t)pn_rules_find("battlesystem-1e");
	game.unit_count = 3;
	*unit = average();
	game.unit[2].side = PN_BLUE;
	game.unit[0].on_board = game.unit[1].on_board = game.unit[2].on_board = true;
	for (uint16_t left = 1; left <= 12; left++) {
		unit->figures = left;
		cr_expect_eq(b1_morale_modifier(&game, 0), -2 + (left <= 3   ? -4
								 : left <= 6 ? -2
									     : 0));
	}
	unit->form = B1_OPEN;
	cr_expect_eq(b1_morale_modifier(&game, 0), 0);
	unit->form = B1_CLOSED;
	cr_expect_eq(b1_morale_modifier(&game, 0), 1);
	unit->flags = 1u << B1_OUT_OF_COMMAND;
	cr_expect_eq(b1_morale_modifier(&game, 0), -1);
	unit->flags = 1u << B1_FAILED_CHARGE;
	cr_expect_eq(b1_morale_modifier(&game, 0), -2);
	unit->flags = 0;
	play_set_stat(unit, "battlesystem-1e", B1_COMMANDER, 2);
	cr_expect_eq(b1_morale_modifier(&game, 0), 1);
	game.unit[1].on_board = false;
	cr_expect_eq(b1_morale_modifier(&game, 0), 0);
	play_set_stat(unit, "battlesystem-1e", B1_COMMANDER, 0);
	game.contact_count = 1;
	game.contact[0] = (struct pn_contact){2, 0, PN_FACING_REAR, false};
	cr_expect_eq(b1_morale_modifier(&game, 0), -1);
	game.contact[0].facing = PN_FACING_LEFT;
	cr_expect_eq(b1_morale_modifier(&game, 0), 1);
}

/* ---- terrain (Table 14) ---- */

Test(b1_tables, terrain)
{
	static const struct {
		const char *name;
		int sixths;
		bool charge, closed, impassable;
	} row[B1_TERRAIN_KINDS] = {
		{"clear", 6, true, true, false},       {"road", 6, true, true, false},
		{"woods", 9, true, false, false},      {"obstacle", 9, false, false, false},
		{"hill", 6, false, true, false},       {"rough", 12, true, false, false},
		{"swamp", 12, true, false, false},     {"water", 0, false, false, false},
		{"impassable", 0, false, false, true},
	};

	for (uint8_t kind = 0; kind < B1_TERRAIN_KINDS; kind++) {
		struct b1_ground_row found = b1_ground_row(kind);

		cr_expect_str_eq(battlesystem_1e_rules.terrain.row[kind].name, row[kind].name);
		cr_expect_eq(battlesystem_1e_rules.terrain.row[kind].impassable,
			     row[kind].impassable);
		cr_expect_eq(found.sixths, row[kind].sixths);
		cr_expect_eq(found.charge, row[kind].charge);
		cr_expect_eq(found.closed, row[kind].closed);
	}
}
