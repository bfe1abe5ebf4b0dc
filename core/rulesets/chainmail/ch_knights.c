/* Knights who will not wait (CH-43, CH-44). When their side's movement begins
 * and an enemy is within charging distance, they dice to obey; failing, or if they see friends
 * attack, they charge the enemy they like best. If no charge is open to them there is no die:
 * they go towards it. */

#include "ch.h"
#include "common.h"
#include "sight.h"

static bool is_missile(uint8_t class)
{
	return class == CH_ARCHERS || class == CH_TURK_ARCHERS || class == CH_CROSSBOWMEN ||
	       class == CH_LONGBOWMEN || class == CH_HEAVY_CROSSBOWMEN;
}

/* Decides CH-44. The lower, the better liked. */
static uint8_t rank_of(const struct pn_unit *unit)
{
	enum { KNIGHTS, MOUNTED, BAGGAGE, ARMORED, MISSILES, ENGINES, HEAVY, LIGHT, WITH_PIKES };

	if (ch_is_horse(unit))
		return pn_trait(unit, CH_KNIGHTS) ? KNIGHTS : MOUNTED;
	if (unit->class == CH_WAGONS)
		return BAGGAGE;
	if (unit->class == CH_ARTILLERY)
		return ENGINES;
	if (pn_trait(unit, CH_PIKES))
		return WITH_PIKES;
	if (unit->class == CH_ARMORED_FOOT)
		return ARMORED;
	if (is_missile(unit->class))
		return MISSILES;
	return unit->class == CH_HEAVY_FOOT || unit->class == CH_ELITE_HEAVY_FOOT ? HEAVY : LIGHT;
}

static bool is_enemy(const struct pn_game *game, pn_unit_id id, pn_unit_id other)
{
	return game->unit[other].on_board && game->unit[other].side != game->unit[id].side;
}

static bool is_within_charge(const struct pn_game *game, pn_unit_id id, pn_unit_id other)
{
	return pn_units_within(game, id, other, ch_charge_move(&game->unit[id]));
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

/* CH-44. The enemy that they would charge, of those they can; or PN_NO_UNIT. */
static pn_unit_id ch_find_prey(const struct pn_game *game, pn_unit_id id)
{
	return best_of(game, id, can_charge);
}

/* Riders look about on all sides, over other units; woods and what nobody can pass hide. */
static bool sees(const struct pn_game *game, pn_unit_id id, pn_unit_id friend)
{
	enum { EYE = 200, TOP = 150 };
	const struct pn_unit *unit = &game->unit[id];
	const pn_len half = pn_frontage(pn_unit_formation(unit)) / 2;
	const struct pn_sight_observer observer = {
		.left = pn_ahead(unit->pose, 0, -half),
		.right = pn_ahead(unit->pose, 0, half),
		.eye = EYE,
		.facing = unit->pose.facing,
		.half_angle = PN_TURN_HALF,
		.owner = id,
	};
	const struct pn_sight_target target = {
		.shape = pn_unit_footprint(&game->unit[friend]), .top = TOP, .owner = friend};
	struct pn_sight_scene scene;
	struct pn_sight_result result;

	pn_sight_clear(&scene);
	for (uint8_t i = 0; i < game->terrain_count; i++)
		if (game->terrain[i].kind == CH_WOODS || game->terrain[i].kind == CH_IMPASSABLE)
			pn_sight_add(&scene, &(struct pn_sight_blocker){
						     .shape = game->terrain[i].shape,
						     .kind = PN_SIGHT_SOLID,
						     .height = PN_SIGHT_ENDLESS,
						     .owner = PN_SIGHT_NOBODY,
					     });
	pn_sight_look(&scene, &observer, &target, &result);
	return result.visible;
}

/* Does it fight, or go at the enemy: by a charge, by order or of itself? */
static bool is_attacking(const struct pn_game *game, pn_unit_id id)
{
	const struct pn_unit *unit = &game->unit[id];

	return pn_engaged(game, id) || pn_flag(unit, CH_CHARGED) ||
	       unit->order.verb == CH_VERB_CHARGE || (unit->state == CH_GOOD && ch_has_moved(unit));
}

/* Are friends attacking already, or moving on the enemy, and do they see it? */
static bool sees_attack(const struct pn_game *game, pn_unit_id id)
{
	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (i != id && game->unit[i].on_board &&
		    game->unit[i].side == game->unit[id].side && is_attacking(game, i) &&
		    sees(game, id, i))
			return true;
	return false;
}

/* CH-43. A 6 keeps them back, unless they see friends attack. */
static bool obeys(struct pn_step *step, pn_unit_id id)
{
	enum { OBEYS = 6 };
	bool passed;

	if (sees_attack(step->game, id))
		return false;
	pn_throw(step,
		 (struct pn_roll){
			 .who = id,
			 .what = CH_ROLL_OBEDIENCE,
			 .test = PN_TEST_AT_LEAST,
			 .needed = OBEYS,
			 .clause = PN_CLAUSE("CH-43"),
		 },
		 &passed);
	if (passed)
		pn_set_flag(step, id, CH_OBEYS, PN_CLAUSE("CH-43"));
	return passed;
}

pn_angle ch_heading_towards(const struct pn_game *game, pn_unit_id id, pn_vec at)
{
	const pn_pose from = game->unit[id].pose;
	int32_t aside = pn_turn_between(from.facing, pn_bearing(pn_subtract(at, from.at)));

	if (aside > PN_DEGREES_45)
		aside = PN_DEGREES_45;
	if (aside < -PN_DEGREES_45)
		aside = -PN_DEGREES_45;
	return (pn_angle)(from.facing + aside);
}

bool ch_turn_towards(struct pn_step *step, pn_unit_id id, pn_vec at)
{
	const struct pn_unit *unit = &step->game->unit[id];
	const struct pn_stand before = pn_stand_of(unit);
	const int32_t by =
		pn_turn_between(unit->pose.facing, pn_bearing(pn_subtract(at, unit->pose.at)));
	const uint8_t to = ch_side_towards(by);
	const struct pn_stand stand = ch_faced(before, to);

	if (to == PN_FACING_FRONT)
		return true;
	if (ch_has_room(step->game, id, &before, &stand).code != PN_LAWFUL)
		return false;
	ch_tell_face(step, id, &stand,
		     ch_turn_cost(unit, to == PN_FACING_REAR ? PN_TURN_HALF : PN_DEGREES_90),
		     PN_CLAUSE("CH-84"));
	return true;
}

static void go_towards(struct pn_step *step, pn_unit_id id, pn_unit_id target)
{
	const struct pn_game *game = step->game;
	const pn_vec at = game->unit[target].pose.at;
	struct ch_walk walk = {.count = 1, .met = PN_NO_UNIT};
	struct pn_stand stand;
	pn_len left;

	if (!ch_turn_towards(step, id, at)) {
		pn_set_flag(step, id, CH_MOVED, PN_CLAUSE("CH-43"));
		return;
	}
	stand = pn_stand_of(&game->unit[id]);
	left = ch_move(&game->unit[id], false) - game->unit[id].moved;
	walk.walked[0].way =
		ch_go(game, id, &stand, CH_MARCHING, ch_heading_towards(game, id, at), left, left);
	walk.walked[0].kind = PN_LEG_ADVANCE;
	if (walk.walked[0].way.stop == CH_ENEMY)
		walk.met = walk.walked[0].way.met;
	ch_march(step, id, &walk, PN_MANNER_FORCED, PN_CLAUSE("CH-43"));
}

static void charge(struct pn_step *step, pn_unit_id id, pn_unit_id target)
{
	struct ch_walk walk;

	pn_tell_charge_declared(step, id, target, PN_CLAUSE("CH-44"));
	ch_find_charge(step->game, id, target, &walk);
	ch_charge(step, id, target, &walk, PN_CLAUSE("CH-43"));
}

static bool is_restless(const struct pn_game *game, pn_unit_id id)
{
	const struct pn_unit *unit = &game->unit[id];

	return unit->on_board && pn_trait(unit, CH_FEUDAL) && ch_is_horse(unit) &&
	       !pn_flag(unit, CH_OBEYS) && ch_check_mover(game, id).code == PN_LAWFUL;
}

pn_unit_id ch_find_lure(const struct pn_game *game, pn_unit_id id)
{
	const struct pn_unit *unit = &game->unit[id];

	if (!is_restless(game, id) || unit->order.verb == CH_VERB_CHARGE)
		return PN_NO_UNIT;
	if (!pn_flag(unit, CH_CHARGED_LAST) && ch_find_prey(game, id) != PN_NO_UNIT)
		return PN_NO_UNIT;
	return best_of(game, id, is_within_charge);
}

/* Decides CH-43. */
static bool drive(struct pn_step *step, pn_unit_id id)
{
	const struct pn_game *game = step->game;
	const pn_unit_id lure = ch_find_lure(game, id);
	pn_unit_id prey;

	if (lure != PN_NO_UNIT) {
		go_towards(step, id, lure);
		return true;
	}
	prey = pn_flag(&game->unit[id], CH_CHARGED_LAST) ? PN_NO_UNIT : ch_find_prey(game, id);
	if (prey == PN_NO_UNIT)
		return false;
	if (obeys(step, id))
		return true;
	pn_set_flag(step, id, CH_COMPELLED, PN_CLAUSE("CH-43"));
	charge(step, id, prey);
	return true;
}

bool ch_drive_knights(struct pn_step *step, pn_side side)
{
	for (pn_unit_id i = 0; i < step->game->unit_count; i++)
		if (step->game->unit[i].side == side && is_restless(step->game, i) &&
		    drive(step, i))
			return true;
	return false;
}

static void order_charge(struct pn_step *step, pn_unit_id id, pn_unit_id prey)
{
	pn_set_flag(step, id, CH_COMPELLED, PN_CLAUSE("CH-43"));
	pn_tell_charge_declared(step, id, prey, PN_CLAUSE("CH-44"));
}

void ch_order_knights(struct pn_step *step, pn_side side)
{
	const struct pn_game *game = step->game;

	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		pn_unit_id prey;

		if (game->unit[i].side != side || !is_restless(game, i))
			continue;
		if (ch_check_charger(game, i).code != PN_LAWFUL)
			continue;
		prey = ch_find_prey(game, i);
		if (prey != PN_NO_UNIT && !obeys(step, i))
			order_charge(step, i, prey);
	}
}
