/* Automatic charges (AW-11 to AW-21): who charges of itself, at whom, and who may.
 *
 * They are worked once, at the very start of the Charge Phase. Each unit charges one enemy,
 * the nearest of those it must charge; its owner chooses among equally near ones.
 * What it may charge of itself but need not is listed for its side with the ordered charges. */

#include "aw.h"
#include "common.h"

bool aw_shuns_ground_of(const struct pn_game *view, pn_unit_id id, pn_unit_id target)
{
	const struct pn_shape shape = pn_unit_footprint(&view->unit[target]);

	return view->unit[id].class == AW_HEAVY_CAVALRY && aw_on_ground(view, &shape, AW_FOREST);
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

/* Decides AW-66. */
bool aw_is_sheltered_from(const struct pn_game *view, pn_unit_id target, pn_unit_id id)
{
	const struct pn_unit *unit = &view->unit[id];
	const struct pn_shape shape = pn_unit_footprint(&view->unit[target]);

	if (unit->class != AW_SKIRMISH_INFANTRY ||
	    view->unit[target].class == AW_SKIRMISH_INFANTRY ||
	    aw_is_behind_front(view, id, unit->pose, target))
		return false;
	return aw_on_ground(view, &shape, AW_FOREST | 1u << AW_ROUGH) ||
	       lines_an_obstacle(view, &shape);
}

static bool is_held_back(const struct pn_game *view, const struct pn_unit *unit)
{
	return unit->order.verb == AW_VERB_RECOVER &&
	       view->switches[AW_SWITCH_RECOVER_FANATICS] != 0;
}

/* Decides AW-16 and AW-17. */
static bool lance_charges(const struct pn_game *view, const struct pn_unit *unit)
{
	return view->switches[AW_SWITCH_LANCE] != 0 && pn_trait(unit, AW_LANCE) &&
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
	       (fanatic_now(view, unit) || pn_flag(unit, AW_FRENZIED) || lance_charges(view, unit));
}

static bool is_foot_against_mounted(const struct pn_unit *unit, const struct pn_unit *enemy)
{
	return !aw_is_mounted(unit) && aw_is_mounted(enemy);
}

/* Decides AW-18 and AW-20. Why it must. */
static pn_clause why(const struct pn_game *view, const struct pn_unit *unit,
		     const struct pn_unit *enemy)
{
	const bool half = is_foot_against_mounted(unit, enemy);

	if (fanatic_now(view, unit) && aw_is_mounted(unit) && aw_bristles(enemy))
		return PN_CLAUSE("AW-20");
	if (fanatic_now(view, unit))
		return half ? PN_CLAUSE("AW-15") : PN_CLAUSE("AW-18");
	if (pn_flag(unit, AW_FRENZIED))
		return half ? PN_CLAUSE("AW-14") : PN_CLAUSE("AW-13");
	return PN_CLAUSE("AW-16");
}

/* Decides AW-13, AW-14 and AW-15. Is the enemy one that the unit has to do with? */
static bool is_in_range(const struct pn_game *view, pn_unit_id id, pn_unit_id target)
{
	const struct pn_unit *unit = &view->unit[id];
	const struct pn_unit *enemy = &view->unit[target];
	const int64_t normal = pn_stat(unit, AW_NORMAL);

	return enemy->on_board && enemy->side != unit->side &&
	       aw_within(view, id, target,
			 is_foot_against_mounted(unit, enemy) ? normal : 2 * normal) &&
	       !aw_is_sheltered_from(view, target, id);
}

/* Decides AW-21. The same of any impulsive unit, unless the enemy cannot be reached: what takes
 * longest to ask. */
static enum aw_impulse impulse_if_reached(const struct pn_game *view, pn_unit_id id,
					  pn_unit_id target, pn_clause *clause)
{
	const struct pn_unit *unit = &view->unit[id];
	const struct pn_unit *enemy = &view->unit[target];

	if (!is_in_range(view, id, target))
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

enum aw_impulse aw_impulse(const struct pn_game *view, pn_unit_id id, pn_unit_id target,
			   pn_clause *clause)
{
	pn_clause found;
	enum aw_impulse impulse;

	if (!is_impulsive(view, id))
		return AW_FREE;
	impulse = impulse_if_reached(view, id, target, &found);
	if (impulse == AW_FREE || !aw_has_way(view, id, target))
		return AW_FREE;
	*clause = found;
	return impulse;
}

bool aw_may_of_itself(const struct pn_game *view, pn_unit_id id, pn_unit_id target)
{
	pn_clause clause;

	return is_impulsive(view, id) && impulse_if_reached(view, id, target, &clause) == AW_MAY &&
	       aw_has_way(view, id, target);
}

/* ---- the nearest ---- */

/* One that it must charge, if it can be reached: is it nearer than those so far, or as near? */
static void add_enemy(struct aw_urge *out, pn_fraction *least, const struct pn_game *view,
		      pn_unit_id id, pn_unit_id target)
{
	const struct pn_shape from = pn_unit_footprint(&view->unit[id]);
	const struct pn_shape to = pn_unit_footprint(&view->unit[target]);
	pn_clause clause;
	pn_fraction distance;
	int order;

	if (impulse_if_reached(view, id, target, &clause) != AW_MUST)
		return;
	distance = pn_shape_distance_squared(&from, &to);
	order = out->count ? pn_fraction_compare(distance, *least) : -1;
	if (order > 0 || !aw_has_way(view, id, target))
		return;
	if (order < 0) {
		out->count = 0;
		out->clause = clause;
		*least = distance;
	}
	out->of[out->count++] = target;
}

static void find_urge(struct aw_urge *out, const struct pn_game *view, pn_unit_id id)
{
	pn_fraction least = {0, 1};

	out->count = 0;
	if (!is_impulsive(view, id))
		return;
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		add_enemy(out, &least, view, id, i);
}

const struct aw_urge *aw_urge_of(struct aw_urges *urges, const struct pn_game *view, pn_unit_id id)
{
	struct aw_urge *urge = &urges->of[id];

	if (!urge->known)
		find_urge(urge, view, id);
	urge->known = true;
	return urge;
}

bool aw_is_torn(struct aw_urges *urges, const struct pn_game *view, pn_unit_id id,
		pn_clause *clause)
{
	if (aw_charges(&view->unit[id]))
		return false;
	*clause = fanatic_now(view, &view->unit[id]) ? PN_CLAUSE("AW-18") : PN_CLAUSE("AW-08");
	return aw_urge_of(urges, view, id)->count > 0;
}

bool aw_is_nearest(struct aw_urges *urges, const struct pn_game *view, pn_unit_id id,
		   pn_unit_id target)
{
	const struct aw_urge *urge = aw_urge_of(urges, view, id);

	for (uint8_t i = 0; i < urge->count; i++)
		if (urge->of[i] == target)
			return true;
	return false;
}

/* ---- at the start of the Charge Phase ---- */

void aw_tell_charge(struct pn_step *step, pn_unit_id unit, pn_unit_id target, pn_clause clause)
{
	pn_tell_charge_declared(step, unit, target, clause);
}

/* Decides AW-69. A Recover order ends frenzy: what it takes for mounted is seen when it is
 * placed. */
static void calm(struct pn_step *step)
{
	const struct pn_game *game = step->game;

	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (game->unit[i].order.verb == AW_VERB_RECOVER)
			pn_clear_flag(step, i, AW_FRENZIED, PN_CLAUSE("AW-69"));
}

/* Decides AW-11. */
void aw_charge_of_itself(struct pn_step *step)
{
	const struct pn_game *game = step->game;

	calm(step);
	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		struct aw_urge urge;

		find_urge(&urge, game, i);
		if (urge.count != 1)
			continue;
		aw_tell_charge(step, i, urge.of[0], urge.clause);
		pn_set_flag(step, i, AW_OF_ITSELF, PN_CLAUSE("AW-11"));
	}
}
