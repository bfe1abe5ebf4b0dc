/* The tables of the book that a charge asks: damage, attack ratings, morale, terrain. Each
 * is one table here, tested cell by cell; RULES.md says where its numbers come from. */

#include "b1.h"
#include "common.h"

/* ---- terrain (Table 14) ---- */

enum { OPEN_GROUND = 6, TWO_THIRDS = 9, HALF = 12, NOT_ENTERED = 0 };

/* Decides B1-69. */
struct b1_ground_row b1_ground_row(uint8_t kind)
{
	static const struct b1_ground_row row[B1_TERRAIN_KINDS] = {
		[B1_CLEAR] = {OPEN_GROUND, .charge = true, .closed = true},
		[B1_ROAD] = {OPEN_GROUND, .charge = true, .closed = true},
		[B1_WOODS] = {TWO_THIRDS, .charge = true, .closed = false},
		[B1_OBSTACLE] = {TWO_THIRDS, .charge = false, .closed = false},
		[B1_ELEVATION] = {OPEN_GROUND, .charge = false, .closed = true},
		[B1_ROUGH] = {HALF, .charge = true, .closed = false},
		[B1_SWAMP] = {HALF, .charge = true, .closed = false},
		[B1_WATER] = {NOT_ENTERED, .charge = false, .closed = false},
		[B1_IMPASSABLE] = {NOT_ENTERED, .charge = false, .closed = false},
	};

	pn_assert(kind < B1_TERRAIN_KINDS);
	return row[kind];
}

/* ---- damage (B1-74) ---- */

enum {
	SINGLE_ROWS = 34, /* 0 or less, and 1 to 34 */
	ROW_35_TO_39,
	ROW_FROM_40,
	DAMAGE_ROWS,
};

/* In tenths of a Hit Die. */
static const struct {
	uint8_t die;
	int16_t damage[DAMAGE_ROWS];
} damage_of[] = {
	{2, {50, 40, 30, 30, 30, 30, 30, 30, 20, 20, 20, 20, 20, 20, 20, 10, 10, 10, 10,
	     10, 10, 10, 10, 5,  5,  5,  2,  2,  1,  1,  1,  0,  0,  0,  0,  0,  0}},
	{3, {70, 60, 60, 50, 50, 40, 40, 40, 40, 30, 30, 30, 30, 30, 20, 20, 20, 20, 20,
	     20, 10, 10, 10, 10, 10, 5,  5,  5,  2,  1,  1,  1,  0,  0,  0,  0,  0}},
	{4, {90, 80, 70, 70, 70, 60, 60, 60, 50, 50, 50, 50, 40, 40, 40, 40, 30, 30, 30,
	     30, 20, 20, 20, 10, 10, 10, 10, 5,  5,  2,  1,  1,  0,  0,  0,  0,  0}},
	{6, {120, 110, 100, 100, 90, 90, 80, 80, 80, 70, 70, 60, 60, 60, 50, 50, 50, 40, 40,
	     40,  30,  30,  20,  20, 20, 10, 10, 5,  5,  2,  2,  1,  1,  0,  0,  0,  0}},
	{8, {150, 140, 130, 130, 120, 110, 110, 110, 100, 100, 90, 80, 80, 70, 70, 60, 60, 50, 50,
	     50,  40,  40,  30,  30,  20,  20,  10,  10,  5,   5,  2,  2,  1,  1,  1,  0,  0}},
	{10,
	 {180, 170, 160, 150, 150, 140, 140, 130, 120, 120, 110, 100, 100, 90, 80, 80, 70, 70, 60,
	  60,  50,  40,  40,  30,  30,  20,  10,  10,  10,  5,   5,   2,   1,  1,  1,  1,  0}},
	{12,
	 {200, 190, 180, 180, 170, 170, 160, 150, 150, 140, 130, 120, 110, 110, 100, 90, 90, 80, 70,
	  60,  60,  50,  40,  40,  30,  20,  20,  10,  10,  10,  5,   5,   2,   2,   1,  1,  0}},
	{14, {220, 210, 200, 200, 190, 180, 170, 150, 150, 140, 130, 120, 120,
	      110, 110, 100, 90,  80,  80,  70,  60,  50,  50,  40,  40,  30,
	      30,  30,  20,  20,  10,  10,  5,   5,   5,   2,   0}},
	{16, {240, 230, 220, 220, 200, 200, 180, 170, 160, 150, 150, 140, 130,
	      120, 110, 110, 100, 90,  80,  80,  70,  70,  60,  50,  50,  40,
	      30,  30,  30,  20,  20,  10,  10,  5,   5,   2,   0}},
	{18, {280, 260, 240, 230, 220, 210, 200, 190, 180, 170, 160, 150, 140,
	      130, 120, 120, 110, 100, 90,  80,  80,  80,  70,  60,  60,  60,
	      50,  50,  40,  30,  30,  20,  20,  10,  10,  5,   0}},
	{20, {320, 290, 260, 250, 240, 230, 220, 210, 200, 190, 180, 170, 160,
	      150, 130, 130, 120, 110, 100, 90,  80,  80,  80,  70,  70,  60,
	      50,  50,  40,  40,  30,  30,  20,  20,  10,  10,  0}},
};

static uint8_t damage_row(int32_t roll)
{
	if (roll <= 0)
		return 0;
	if (roll <= SINGLE_ROWS)
		return (uint8_t)roll;
	return roll < 40 ? ROW_35_TO_39 : ROW_FROM_40;
}

/* Decides B1-74. */
int32_t b1_damage(int32_t attack_roll, int32_t die)
{
	size_t column = 0;

	while (column + 1 < sizeof damage_of / sizeof damage_of[0] &&
	       damage_of[column + 1].die <= die)
		column++;
	return damage_of[column].damage[damage_row(attack_roll)];
}

/* ---- attack ratings ---- */

/* Decides B1-70. */
int32_t b1_base_attack(int32_t thac0, int32_t ratio)
{
	if (ratio >= 10)
		return thac0;
	if (ratio >= 5)
		return thac0 + 5;
	return thac0 + (ratio >= 2 ? 10 : 15);
}

/* Decides B1-71 and B1-72. A shield covers front and left; a unit struck on the right has none. */
int32_t b1_attack_modifier(const struct b1_attack *attack)
{
	int32_t sum = 0;

	if (attack->open)
		sum += 1;
	if (attack->out_of_command)
		sum += 1;
	if (attack->commander)
		sum -= 1;
	if (attack->charge)
		sum -= attack->mounted ? 2 : 1;
	if (attack->facing == PN_FACING_REAR)
		sum -= 2;
	if (attack->facing == PN_FACING_RIGHT && attack->shield)
		sum -= 1;
	return sum;
}

/* ---- morale and discipline ---- */

enum { AVERAGE_MORALE = 11 };

/* A modifier for what is at most `most`; the last row holds for all beyond. */
struct band {
	int32_t most;
	int32_t modifier;
};

static int32_t band_of(const struct band *band, int32_t value)
{
	while (value > band->most)
		band++;
	return band->modifier;
}

/* Hit Dice in hundredths: what is over a whole number belongs to it, so 8 and a bit is 8. */
static const struct band hit_dice[] = {{50, -2}, {99, -1},  {399, 0},
				       {899, 1}, {1499, 2}, {INT32_MAX, 3}};
static const struct band figures[] = {{6, -2}, {11, -1}, {INT32_MAX, 0}};
static const struct band armour[] = {{0, 2}, {4, 1}, {7, 0}, {INT32_MAX, -1}};

/* Decides B1-43. */
int32_t b1_base_morale(const struct pn_unit *unit)
{
	int32_t morale = AVERAGE_MORALE;

	morale += band_of(hit_dice, pn_stat(unit, B1_HIT_DICE));
	morale += band_of(figures, unit->figures_at_start);
	morale += band_of(armour, pn_stat(unit, B1_ARMOUR_CLASS));
	morale += pn_stat(unit, B1_ABILITIES);
	morale += pn_trait(unit, B1_DEMIHUMAN);
	morale += pn_trait(unit, B1_MAGIC_EQUIPMENT);
	morale += unit->class == B1_CAVALRY;
	morale += b1_is_regular(unit);
	return morale;
}

/* Decides B1-41. */
int32_t b1_discipline(const struct pn_unit *unit)
{
	int32_t rating = b1_base_morale(unit);

	if (pn_trait(unit, B1_BERSERK))
		return 0;
	rating += pn_trait(unit, B1_HIGH_INTELLIGENCE);
	rating -= pn_trait(unit, B1_LOW_INTELLIGENCE);
	rating += pn_trait(unit, B1_LAWFUL);
	rating -= pn_trait(unit, B1_CHAOTIC);
	return rating;
}

static bool has_enemy_at_rear(const struct pn_game *view, pn_unit_id id)
{
	for (uint8_t i = 0; i < view->contact_count; i++)
		if (view->contact[i].with == id && view->contact[i].facing == PN_FACING_REAR)
			return true;
	return false;
}

static bool is_commander_dead(const struct pn_game *view, pn_unit_id id)
{
	const pn_unit_id commander = b1_commander_of(view, &view->unit[id]);

	return commander != PN_NO_UNIT && !view->unit[commander].on_board;
}

/* A friend in good order stands by, and is no mob itself. */
static bool has_support(const struct pn_game *view, pn_unit_id id)
{
	const pn_len reach = view->params[B1_PARAM_MOB_SUPPORT];

	for (pn_unit_id i = 0; reach > 0 && i < view->unit_count; i++) {
		const struct pn_unit *other = &view->unit[i];

		if (i != id && other->on_board && other->side == view->unit[id].side &&
		    other->state == B1_GOOD && !b1_is_mob(other) &&
		    pn_units_within(view, id, i, reach))
			return true;
	}
	return false;
}

uint8_t b1_loss_band(const struct pn_unit *unit)
{
	const int32_t lost = unit->figures_at_start - unit->figures;

	if (4 * lost >= 3 * unit->figures_at_start)
		return 2;
	return 2 * lost >= unit->figures_at_start;
}

/* Decides B1-51. */
int32_t b1_morale_modifier(const struct pn_game *view, pn_unit_id id)
{
	const struct pn_unit *unit = &view->unit[id];
	int32_t sum = -2 * b1_loss_band(unit);

	if (has_enemy_at_rear(view, id))
		sum -= 2;
	if (b1_is_out_of_command(unit))
		sum -= 2;
	if (is_commander_dead(view, id))
		sum -= 1;
	if (pn_flag(unit, B1_FAILED_CHARGE))
		sum -= 3;
	if (b1_is_regular(unit) && b1_formation(unit) == B1_CLOSED)
		sum += 1;
	if (b1_is_mob(unit) && has_support(view, id))
		sum += 2;
	return sum;
}
