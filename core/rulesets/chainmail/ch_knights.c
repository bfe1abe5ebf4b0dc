/* Knights who will not wait (CH-43, CH-44, erratum 6). When their side's movement begins
 * and an enemy is within charging distance, they dice to obey; failing, or if friends are
 * attacking already, they charge the enemy they like best, or go towards him. */

#include "ch.h"

static bool is_missile(uint8_t class)
{
	return class == CH_ARCHERS || class == CH_TURK_ARCHERS || class == CH_CROSSBOWMEN ||
	       class == CH_LONGBOWMEN || class == CH_HEAVY_CROSSBOWMEN;
}

/* CH-44. The lower, the better liked. */
static uint8_t rank_of(const struct pn_unit *unit)
{
	enum { KNIGHTS, MOUNTED, BAGGAGE, ARMORED, MISSILES, ENGINES, HEAVY, LIGHT, WITH_PIKES };

	if (ch_is_horse(unit))
		return ch_trait(unit, CH_KNIGHTS) ? KNIGHTS : MOUNTED;
	if (unit->class == CH_WAGONS)
		return BAGGAGE;
	if (unit->class == CH_ARTILLERY)
		return ENGINES;
	if (ch_trait(unit, CH_PIKES))
		return WITH_PIKES;
	if (unit->class == CH_ARMORED_FOOT)
		return ARMORED;
	if (is_missile(unit->class))
		return MISSILES;
	return unit->class == CH_HEAVY_FOOT || unit->class == CH_ELITE_HEAVY_FOOT ? HEAVY : LIGHT;
}

static bool is_enemy(const struct pn_game *game, pn_unit_id id, pn_unit_id other)
{
	return game->unit[other].on_table && game->unit[other].side != game->unit[id].side;
}

static bool is_within_charge(const struct pn_game *game, pn_unit_id id, pn_unit_id other)
{
	const struct pn_shape from = pn_unit_footprint(&game->unit[id]);
	const struct pn_shape to = pn_unit_footprint(&game->unit[other]);
	const pn_len reach = ch_charge_move(&game->unit[id]);

	return pn_fraction_compare(pn_shape_distance_squared(&from, &to),
				   (pn_fraction){(pn_wide)reach * reach, 1}) <= 0;
}

static bool can_charge(const struct pn_game *game, pn_unit_id id, pn_unit_id other)
{
	struct ch_walk walk;

	ch_find_charge(game, id, other, &walk);
	return walk.verdict.code == PN_LAWFUL;
}

/* The best liked enemy of those that `may` say yes to; of equal ones the nearest, then the
 * lower. */
static pn_unit_id best_of(const struct pn_game *game, pn_unit_id id,
			  bool (*may)(const struct pn_game *, pn_unit_id, pn_unit_id))
{
	const struct pn_shape from = pn_unit_footprint(&game->unit[id]);
	pn_unit_id best = PN_NO_UNIT;
	pn_fraction nearest = {0, 1};

	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		struct pn_shape to;
		pn_fraction distance;
		int order;

		if (!is_enemy(game, id, i) || !may(game, id, i))
			continue;
		to = pn_unit_footprint(&game->unit[i]);
		distance = pn_shape_distance_squared(&from, &to);
		order = best == PN_NO_UNIT ? -1
					   : rank_of(&game->unit[i]) - rank_of(&game->unit[best]);
		if (order > 0 || (order == 0 && pn_fraction_compare(distance, nearest) >= 0))
			continue;
		best = i;
		nearest = distance;
	}
	return best;
}

pn_unit_id ch_find_prey(const struct pn_game *game, pn_unit_id id)
{
	return best_of(game, id, can_charge);
}

/* Are friends attacking already? */
static bool sees_attack(const struct pn_game *game, pn_unit_id id)
{
	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (i != id && game->unit[i].on_table &&
		    game->unit[i].side == game->unit[id].side &&
		    (pn_engaged(game, i) || ch_flag(&game->unit[i], CH_CHARGED)))
			return true;
	return false;
}

/* CH-43. A 6 keeps them back, unless they see friends attack. */
static bool obeys(struct pn_turn *turn, pn_unit_id id)
{
	enum { OBEYS = 6 };
	bool passed;

	if (sees_attack(turn->game, id))
		return false;
	pn_throw(turn,
		 (struct pn_roll){
			 .who = id,
			 .what = CH_ROLL_OBEDIENCE,
			 .test = PN_TEST_AT_LEAST,
			 .needed = OBEYS,
			 .clause = PN_CLAUSE("CH-43"),
		 },
		 &passed);
	if (passed)
		pn_set_flag(turn, id, CH_OBEYS, PN_CLAUSE("CH-43"));
	return passed;
}

/* Towards the enemy, at normal speed and at most 45 degrees off its front. */
static void go_towards(struct pn_turn *turn, pn_unit_id id, pn_unit_id target)
{
	const struct pn_game *game = turn->game;
	const struct pn_unit *unit = &game->unit[id];
	const pn_len move = ch_move(unit, false);
	const struct ch_stand stand = ch_stand_of(unit);
	const pn_vec to = pn_subtract(game->unit[target].pose.at, unit->pose.at);
	struct ch_walk walk = {.count = 1, .met = PN_NO_UNIT};
	int32_t aside = pn_turn_between(unit->pose.facing, pn_bearing(to));

	if (aside > PN_DEGREES_45)
		aside = PN_DEGREES_45;
	if (aside < -PN_DEGREES_45)
		aside = -PN_DEGREES_45;
	walk.step[0].way = ch_go(game, id, &stand, CH_MARCHING,
				 (pn_angle)(unit->pose.facing + aside), move, move);
	walk.step[0].kind = PN_LEG_ADVANCE;
	if (walk.step[0].way.stop == CH_ENEMY)
		walk.met = walk.step[0].way.met;
	ch_march(turn, id, &walk, PN_MANNER_FORCED, PN_CLAUSE("CH-43"));
}

static void charge(struct pn_turn *turn, pn_unit_id id, pn_unit_id target)
{
	struct ch_walk walk;

	pn_emit(turn, (struct pn_event){
			      .kind = PN_EVENT_CHARGE_DECLARED,
			      .clause = PN_CLAUSE("CH-44"),
			      .charge_declared = {id, target},
		      });
	ch_find_charge(turn->game, id, target, &walk);
	ch_charge(turn, id, target, &walk, PN_CLAUSE("CH-43"));
}

static bool is_restless(const struct pn_game *game, pn_unit_id id)
{
	const struct pn_unit *unit = &game->unit[id];

	return unit->on_table && ch_trait(unit, CH_FEUDAL) && ch_is_horse(unit) &&
	       !ch_flag(unit, CH_OBEYS) && ch_check_mover(game, id).code == PN_LAWFUL;
}

static bool drive(struct pn_turn *turn, pn_unit_id id)
{
	const struct pn_game *game = turn->game;
	const bool charged = ch_flag(&game->unit[id], CH_CHARGED_LAST);
	const pn_unit_id prey =
		charged ? best_of(game, id, is_within_charge) : ch_find_prey(game, id);

	if (prey == PN_NO_UNIT)
		return false;
	if (charged) {
		go_towards(turn, id, prey);
		return true;
	}
	if (obeys(turn, id))
		return true;
	pn_set_flag(turn, id, CH_COMPELLED, PN_CLAUSE("CH-43"));
	charge(turn, id, prey);
	return true;
}

bool ch_drive_knights(struct pn_turn *turn, pn_side side)
{
	for (pn_unit_id i = 0; i < turn->game->unit_count; i++)
		if (turn->game->unit[i].side == side && is_restless(turn->game, i) &&
		    drive(turn, i))
			return true;
	return false;
}

static void order_charge(struct pn_turn *turn, pn_unit_id id, pn_unit_id prey)
{
	pn_set_flag(turn, id, CH_COMPELLED, PN_CLAUSE("CH-43"));
	pn_emit(turn, (struct pn_event){
			      .kind = PN_EVENT_CHARGE_DECLARED,
			      .clause = PN_CLAUSE("CH-44"),
			      .charge_declared = {id, prey},
		      });
}

void ch_order_knights(struct pn_turn *turn, pn_side side)
{
	const struct pn_game *game = turn->game;

	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		pn_unit_id prey;

		if (game->unit[i].side != side || !is_restless(game, i))
			continue;
		if (ch_flag(&game->unit[i], CH_CHARGED_LAST)) {
			drive(turn, i);
			continue;
		}
		prey = ch_find_prey(game, i);
		if (prey != PN_NO_UNIT && !obeys(turn, i))
			order_charge(turn, i, prey);
	}
}
