/* Automatic charges (AW-11 to AW-21): who charges of himself, at whom, and who may.
 *
 * They are worked once, at the very start of the Charge Phase. Each unit charges one enemy,
 * the nearest of those it must charge (AW-Q5); its owner chooses among equally near ones.
 * What it may charge of itself but need not is offered to him with the ordered charges. */

#include "aw.h"

bool aw_shuns_ground_of(const struct pn_game *view, pn_unit_id id, pn_unit_id target)
{
	const struct pn_shape shape = pn_unit_footprint(&view->unit[target]);

	return view->unit[id].class == AW_HEAVY_CAVALRY &&
	       aw_on_ground(view, &shape, 1u << AW_WOODS);
}

/* Does the unit stand at an obstacle? */
static bool lines_an_obstacle(const struct pn_game *view, const struct pn_shape *shape)
{
	for (uint8_t i = 0; i < view->terrain_count; i++)
		if (view->terrain[i].kind == AW_OBSTACLE &&
		    (pn_shapes_touch(shape, &view->terrain[i].shape) ||
		     pn_shapes_overlap(shape, &view->terrain[i].shape)))
			return true;
	return false;
}

bool aw_is_sheltered_from(const struct pn_game *view, pn_unit_id target, pn_unit_id id)
{
	const struct pn_unit *unit = &view->unit[id];
	const struct pn_shape shape = pn_unit_footprint(&view->unit[target]);

	if (unit->class != AW_SKIRMISH_INFANTRY ||
	    view->unit[target].class == AW_SKIRMISH_INFANTRY ||
	    aw_is_behind_front(view, id, unit->pose, target))
		return false;
	return aw_on_ground(view, &shape, 1u << AW_WOODS | 1u << AW_ROUGH) ||
	       lines_an_obstacle(view, &shape);
}

static bool is_held_back(const struct pn_game *view, const struct pn_unit *unit)
{
	return unit->order.verb == AW_VERB_RECOVER && view->readings[AW_READ_RECOVER_FANATICS] != 0;
}

static bool lance_charges(const struct pn_game *view, const struct pn_unit *unit)
{
	return view->readings[AW_READ_LANCE] != 0 && aw_trait(unit, AW_LANCE) &&
	       unit->class != AW_SKIRMISH_CAVALRY;
}

static bool fanatic_now(const struct pn_game *view, const struct pn_unit *unit)
{
	return aw_is_fanatic(unit) && !is_held_back(view, unit);
}

static bool is_impulsive(const struct pn_game *view, pn_unit_id id)
{
	const struct pn_unit *unit = &view->unit[id];

	return aw_is_steady(unit) && !pn_engaged(view, id) &&
	       (fanatic_now(view, unit) || aw_flag(unit, AW_FRENZIED) || lance_charges(view, unit));
}

static bool is_foot_against_mounted(const struct pn_unit *unit, const struct pn_unit *enemy)
{
	return !aw_is_mounted(unit) && aw_is_mounted(enemy);
}

/* Why it must. */
static pn_clause why(const struct pn_game *view, const struct pn_unit *unit,
		     const struct pn_unit *enemy)
{
	const bool half = is_foot_against_mounted(unit, enemy);

	if (fanatic_now(view, unit) && aw_is_mounted(unit) && aw_bristles(enemy))
		return PN_CLAUSE("AW-20");
	if (fanatic_now(view, unit))
		return half ? PN_CLAUSE("AW-15") : PN_CLAUSE("AW-18");
	if (aw_flag(unit, AW_FRENZIED))
		return half ? PN_CLAUSE("AW-14") : PN_CLAUSE("AW-13");
	return PN_CLAUSE("AW-16");
}

/* Is the enemy one that the unit has to do with, and can reach? */
static bool is_in_range(const struct pn_game *view, pn_unit_id id, pn_unit_id target)
{
	const struct pn_unit *unit = &view->unit[id];
	const struct pn_unit *enemy = &view->unit[target];
	const int64_t normal = unit->stats[AW_NORMAL];
	struct aw_way way;

	return enemy->on_table && enemy->side != unit->side &&
	       aw_within(view, id, target,
			 is_foot_against_mounted(unit, enemy) ? normal : 2 * normal) &&
	       !aw_is_sheltered_from(view, target, id) &&
	       aw_find_way(view, id, target, view->width + view->depth, &way);
}

enum aw_impulse aw_impulse(const struct pn_game *view, pn_unit_id id, pn_unit_id target,
			   pn_clause *clause)
{
	const struct pn_unit *unit = &view->unit[id];
	const struct pn_unit *enemy = &view->unit[target];

	if (!is_impulsive(view, id) || !is_in_range(view, id, target))
		return AW_FREE;
	if (aw_shuns_ground_of(view, id, target)) {
		*clause = PN_CLAUSE("AW-19");
		return AW_MAY;
	}
	if (aw_is_mounted(unit) && aw_bristles(enemy) && !fanatic_now(view, unit)) {
		*clause = PN_CLAUSE("AW-21");
		return AW_MAY;
	}
	*clause = why(view, unit, enemy);
	return AW_MUST;
}

/* ---- the nearest ---- */

/* Those that the unit must charge and that are nearest. */
struct nearest {
	uint8_t count;
	pn_unit_id of[PN_UNITS_MAX];
	pn_clause clause; /* of the first */
};

static void find_nearest(struct nearest *out, const struct pn_game *view, pn_unit_id id)
{
	const struct pn_shape from = pn_unit_footprint(&view->unit[id]);
	pn_fraction least = {0, 1};

	out->count = 0;
	if (!is_impulsive(view, id))
		return;
	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		struct pn_shape to;
		pn_fraction distance;
		pn_clause clause;
		int order;

		if (aw_impulse(view, id, i, &clause) != AW_MUST)
			continue;
		to = pn_unit_footprint(&view->unit[i]);
		distance = pn_shape_distance_squared(&from, &to);
		order = out->count ? pn_fraction_compare(distance, least) : -1;
		if (order > 0)
			continue;
		if (order < 0) {
			out->count = 0;
			out->clause = clause;
			least = distance;
		}
		out->of[out->count++] = i;
	}
}

bool aw_is_torn(const struct pn_game *view, pn_unit_id id, pn_clause *clause)
{
	struct nearest nearest;

	if (aw_charges(&view->unit[id]))
		return false;
	find_nearest(&nearest, view, id);
	*clause = fanatic_now(view, &view->unit[id]) ? PN_CLAUSE("AW-18") : PN_CLAUSE("AW-08");
	return nearest.count > 0;
}

bool aw_is_nearest(const struct pn_game *view, pn_unit_id id, pn_unit_id target)
{
	struct nearest nearest;

	find_nearest(&nearest, view, id);
	for (uint8_t i = 0; i < nearest.count; i++)
		if (nearest.of[i] == target)
			return true;
	return false;
}

/* ---- at the start of the Charge Phase ---- */

void aw_tell_charge(struct pn_turn *turn, pn_unit_id unit, pn_unit_id target, pn_clause clause)
{
	pn_emit(turn, (struct pn_event){
			      .kind = PN_EVENT_CHARGE_DECLARED,
			      .clause = clause,
			      .charge_declared = {unit, target},
		      });
}

static void set_recovers(struct pn_turn *turn, pn_unit_id unit, uint8_t count)
{
	pn_emit(turn, (struct pn_event){
			      .kind = PN_EVENT_TALLY_SET,
			      .clause = PN_CLAUSE("AW-69"),
			      .tally_set = {unit, AW_RECOVERS, count},
		      });
}

/* AW-69. A Recover order ends frenzy; mounted units take several. */
static void calm(struct pn_turn *turn)
{
	const struct pn_game *game = turn->game;

	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		const struct pn_unit *unit = &game->unit[i];
		const int32_t needed = aw_is_mounted(unit) ? game->params[AW_PARAM_RECOVERS] : 1;

		if (unit->order.verb != AW_VERB_RECOVER || !aw_flag(unit, AW_FRENZIED))
			continue;
		if (unit->tally[AW_RECOVERS] + 1 < needed) {
			set_recovers(turn, i, (uint8_t)(unit->tally[AW_RECOVERS] + 1));
			continue;
		}
		if (unit->tally[AW_RECOVERS] > 0)
			set_recovers(turn, i, 0);
		aw_clear_flag(turn, i, AW_FRENZIED, PN_CLAUSE("AW-69"));
	}
}

void aw_charge_of_itself(struct pn_turn *turn)
{
	const struct pn_game *game = turn->game;

	calm(turn);
	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		struct nearest nearest;

		find_nearest(&nearest, game, i);
		if (nearest.count != 1)
			continue;
		aw_tell_charge(turn, i, nearest.of[0], nearest.clause);
		pn_set_flag(turn, i, AW_OF_ITSELF, PN_CLAUSE("AW-11"));
	}
}
