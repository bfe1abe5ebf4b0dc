/* What each kind of troops is: the tables of the book. RULES.md says where every number
 * comes from; tests/rulesets/chainmail_tables_test.c holds each cell against it. */

#include "ch.h"
#include "common.h"

/* CH-53. The rows of the Loss Table, by what they are called there. */
enum loss {
	LOSS_LIGHT,
	LOSS_HEAVY_FOOT,
	LOSS_ARMORED,
	LOSS_MEDIUM_HORSE,
	LOSS_SWISS,
	LOSS_HEAVY_HORSE,
	LOSS_KNIGHTS,
};

static const struct ch_loss_row losses[] = {
	[LOSS_LIGHT] = {1, 4, 8},   [LOSS_HEAVY_FOOT] = {1, 3, 7},
	[LOSS_ARMORED] = {1, 3, 6}, [LOSS_MEDIUM_HORSE] = {1, 3, 7},
	[LOSS_SWISS] = {1, 2, 5},   [LOSS_HEAVY_HORSE] = {1, 2, 6},
	[LOSS_KNIGHTS] = {1, 2, 4},
};

/* Decides CH-40 and CH-45; the ratings are those of CH-70. Move, road bonus and charge move in
 * inches. */
static const struct ch_troop troops[CH_CLASSES] = {
	[CH_PEASANTS] = {9, 0, 12, CH_FOOT, CH_ROW_PEASANTS, 3, LOSS_LIGHT},
	[CH_LEVIES] = {9, 0, 12, CH_FOOT, CH_ROW_LIGHT_FOOT, 4, LOSS_LIGHT},
	[CH_LIGHT_FOOT] = {9, 0, 12, CH_FOOT, CH_ROW_LIGHT_FOOT, 4, LOSS_LIGHT},
	[CH_ARCHERS] = {9, 0, 12, CH_FOOT, CH_ROW_LIGHT_FOOT, 4, LOSS_LIGHT},
	[CH_TURK_ARCHERS] = {9, 0, 12, CH_FOOT, CH_ROW_LIGHT_FOOT, 4, LOSS_LIGHT},
	[CH_CROSSBOWMEN] = {12, 0, 12, CH_FOOT, CH_ROW_LIGHT_FOOT, 4, LOSS_LIGHT},
	[CH_LONGBOWMEN] = {12, 0, 15, CH_FOOT, CH_ROW_LIGHT_FOOT, 4, LOSS_LIGHT},
	[CH_HEAVY_CROSSBOWMEN] = {9, 0, 9, CH_FOOT, CH_ROW_LIGHT_FOOT, 4, LOSS_LIGHT},
	[CH_HEAVY_FOOT] = {9, 0, 12, CH_FOOT, CH_ROW_HEAVY_FOOT, 5, LOSS_HEAVY_FOOT},
	[CH_ELITE_HEAVY_FOOT] = {9, 0, 12, CH_FOOT, CH_ROW_ARMORED_FOOT, 6, LOSS_ARMORED},
	[CH_ARMORED_FOOT] = {6, 0, 6, CH_FOOT, CH_ROW_ARMORED_FOOT, 7, LOSS_ARMORED},
	[CH_LANDSKNECHTE] = {12, 0, 15, CH_FOOT, CH_ROW_LIGHT_FOOT, 8, LOSS_SWISS},
	[CH_SWISS] = {12, 0, 15, CH_FOOT, CH_ROW_LIGHT_FOOT, 9, LOSS_SWISS},
	[CH_LIGHT_HORSE] = {24, 6, 30, CH_HORSE, CH_ROW_LIGHT_HORSE, 6, LOSS_LIGHT},
	[CH_MEDIUM_HORSE] = {18, 6, 24, CH_HORSE, CH_ROW_MEDIUM_HORSE, 8, LOSS_MEDIUM_HORSE},
	[CH_HEAVY_HORSE] = {12, 3, 18, CH_HORSE, CH_ROW_HEAVY_HORSE, 9, LOSS_HEAVY_HORSE},
	[CH_ARTILLERY] = {6, 3, 0, CH_TRAIN, CH_ROW_LIGHT_FOOT, 4, LOSS_LIGHT},
	[CH_WAGONS] = {6, 6, 0, CH_TRAIN, CH_ROW_LIGHT_FOOT, 4, LOSS_LIGHT},
};

enum { WEIGHTS = 3, JANISSARY_RATING = 7 };

/* Decides CH-30 to CH-37. What two dice must show to stand, against light, medium and heavy. */
static const uint8_t charge_score[CH_ROWS][WEIGHTS] = {
	[CH_ROW_PEASANTS] = {9, 10, 11},  [CH_ROW_LIGHT_FOOT] = {8, 9, 10},
	[CH_ROW_HEAVY_FOOT] = {7, 8, 9},  [CH_ROW_ARMORED_FOOT] = {6, 7, 8},
	[CH_ROW_LIGHT_HORSE] = {5, 6, 7}, [CH_ROW_MEDIUM_HORSE] = {4, 5, 6},
	[CH_ROW_HEAVY_HORSE] = {3, 4, 5},
};

const struct ch_troop *ch_troop(const struct pn_unit *unit)
{
	pn_assert(unit->class < CH_CLASSES);
	return &troops[unit->class];
}

pn_len ch_move(const struct pn_unit *unit, bool road)
{
	const struct ch_troop *troop = ch_troop(unit);

	return (troop->move + (road ? troop->road : 0)) * PN_INCH;
}

pn_len ch_charge_move(const struct pn_unit *unit)
{
	return ch_troop(unit)->charge * PN_INCH;
}

bool ch_is_horse(const struct pn_unit *unit)
{
	return ch_troop(unit)->arm == CH_HORSE;
}

bool ch_is_swiss(const struct pn_unit *unit)
{
	return unit->class == CH_SWISS || unit->class == CH_LANDSKNECHTE;
}

bool ch_is_pikes(const struct pn_unit *unit)
{
	return ch_is_swiss(unit) && pn_trait(unit, CH_PIKES);
}

bool ch_has_points(const struct pn_unit *unit)
{
	return ch_is_pikes(unit) || (ch_is_swiss(unit) && pn_trait(unit, CH_POLE_ARMS));
}

/* Decides CH-15. */
bool ch_is_eligible_array(const struct pn_unit *unit)
{
	enum { FILES = 5, RANKS = 2 };

	return unit->files >= FILES && unit->figures >= unit->files + FILES * (RANKS - 1);
}

/* Decides CH-27. */
enum ch_row ch_row_of(const struct pn_game *game, const struct pn_unit *unit)
{
	if (ch_is_swiss(unit) && game->switches[CH_SWITCH_SWISS_ROW] == CH_SWISS_HEAVY)
		return CH_ROW_HEAVY_FOOT;
	return (enum ch_row)ch_troop(unit)->row;
}

pn_clause ch_row_clause(const struct pn_unit *unit, enum ch_row row)
{
	static const pn_clause clause[CH_ROWS] = {{"CH-30"}, {"CH-31"}, {"CH-32"}, {"CH-33"},
						  {"CH-34"}, {"CH-35"}, {"CH-36"}};

	/* Missile troops, crews and the like are light foot by CH-40 alone. */
	if (row == CH_ROW_LIGHT_FOOT && unit->class != CH_LIGHT_FOOT && unit->class != CH_LEVIES)
		return PN_CLAUSE("CH-40");
	return clause[row];
}

int16_t ch_charge_score(enum ch_row row, uint8_t weight)
{
	pn_assert(row < CH_ROWS && weight < WEIGHTS);
	return charge_score[row][weight];
}

uint8_t ch_weight(const struct pn_unit *unit)
{
	pn_assert(ch_is_horse(unit));
	return (uint8_t)(unit->class - CH_LIGHT_HORSE);
}

/* CH-53. Norman knights (on medium horse) stand with heavy horse there, Mongols with armored
 * foot. */
struct ch_loss_row ch_loss_row(const struct pn_unit *unit)
{
	if (pn_trait(unit, CH_KNIGHTS) && unit->class == CH_HEAVY_HORSE)
		return losses[LOSS_KNIGHTS];
	if (pn_trait(unit, CH_KNIGHTS) && unit->class == CH_MEDIUM_HORSE)
		return losses[LOSS_HEAVY_HORSE];
	if (pn_trait(unit, CH_MONGOLS) && ch_is_horse(unit))
		return losses[LOSS_ARMORED];
	return losses[ch_troop(unit)->loss];
}

int32_t ch_rating(const struct pn_unit *unit)
{
	int32_t rating = ch_troop(unit)->rating;

	if (pn_trait(unit, CH_JANISSARIES) && ch_troop(unit)->arm == CH_FOOT)
		rating = JANISSARY_RATING;
	return pn_flag(unit, CH_FATIGUED) ? rating - 1 : rating;
}

/* Decides CH-42 and CH-81. Levies count as heavy foot where nothing else is said. */
bool ch_has_impetus(const struct pn_unit *unit)
{
	return ch_is_horse(unit) || unit->class == CH_LEVIES || unit->class == CH_HEAVY_FOOT ||
	       unit->class == CH_ELITE_HEAVY_FOOT || unit->class == CH_ARMORED_FOOT;
}

/* Decides CH-84. */
pn_len ch_turn_cost(const struct pn_unit *unit, int32_t angle)
{
	const pn_len move = ch_move(unit, false);
	const int32_t by = angle < 0 ? -angle : angle;
	pn_len cost;

	if (by == 0)
		return 0;
	cost = by <= PN_DEGREES_45 ? move / 4 : by <= PN_DEGREES_90 ? move / 2 : move;
	if (unit->class == CH_PEASANTS || unit->class == CH_LEVIES)
		return 2 * cost;
	return ch_is_swiss(unit) || ch_is_horse(unit) ? cost / 2 : cost;
}
