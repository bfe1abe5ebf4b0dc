/* How a charger comes to lie: what it meets on its way, the turn about the point of contact
 * until the two lie flush (T9-86, T9-87), and how good that is (T9-88). */

#include "align.h"
#include "convex_parts.h"
#include "t9_search.h"

/* ---- coming to lie ---- */

/* Decides T9-87. What is left for the target to turn once the charger has turned as far as it can.
 * False: the two cannot lie flush. */
static bool turn_target(const struct t9_search *search, pn_vec about, int32_t left,
			struct t9_way *way)
{
	const struct pn_game *view = search->asked->view;
	const pn_pose pose = pn_pose_turned(search->target->pose, about, -left);
	struct pn_obstacles others;
	struct pn_turn_obstacles obstacles = {.shape = others.shape};
	struct pn_shape charger = t9_boundary_at(search->unit, way->lie);
	struct pn_shape turned = t9_boundary_at(search->target, pose);

	if (pn_engaged(view, search->asked->target))
		return false;
	t9_gather(&others, view, search->asked->target, T9_ALL, search->asked->unit);
	obstacles.count = others.count;
	if (pn_formation_turn(search->target->pose, t9_formation(search->target), about, -left,
			      &obstacles)
			    .by != -left ||
	    pn_shapes_overlap(&charger, &turned) || !pn_shapes_touch(&charger, &turned))
		return false;
	way->target = pose;
	return true;
}

/* Decides T9-86. About the point of contact, the shorter way round. False: not flush. */
static bool lie_flush(const struct t9_search *search, const struct pn_sweep_contact *contact,
		      uint8_t edge, struct t9_way *way, int32_t *turn)
{
	const struct pn_charged_edge charged =
		pn_charged_edge_of(search->target->pose, t9_formation(search->target), edge);
	const struct pn_alignment lie = pn_align(way->end, t9_formation(search->unit), charged,
						 contact->point, PN_DEGREES_90);

	way->lie = lie.pose;
	*turn = lie.turn;
	return lie.turn <= PN_DEGREES_90 && lie.turn >= -PN_DEGREES_90 && lie.flush;
}

/* Can it turn so among what is in the way? Else the target turns, if it can. */
static bool settle_flush(const struct t9_search *search, pn_vec about, int32_t turn,
			 struct t9_way *way)
{
	const struct pn_turn_obstacles walls = {
		.shape = search->walls.shape,
		.count = search->asked->flies ? 0 : search->walls.count};
	const struct pn_turned clear =
		pn_formation_turn(way->end, t9_formation(search->unit), about, turn, &walls);

	if (clear.by == turn && t9_overlaps(&search->walls, search->unit, way->lie) < 0)
		return true;
	if (search->asked->flies)
		return false;
	way->lie = pn_pose_turned(way->end, about, clear.by);
	return turn_target(search, about, turn - clear.by, way);
}

/* How far the corner of the front that comes first on the way round the target, or last, is from
 * that end of the facing; or, if the unit leans beyond it, the other corner. Going round, the right
 * corner of the front comes first. */
static pn_len distance_aside(const struct t9_search *search, const struct t9_way *way)
{
	const enum t9_lean lean = search->asked->lean;
	const struct pn_shape own = t9_boundary_at(search->unit, way->lie);
	const struct pn_shape other = t9_boundary_at(search->target, way->target);
	const uint8_t side = t9_side_of_facing(way->facing);
	const bool start = lean == T9_TO_ITS_START || lean == T9_OFF_ITS_START;
	const bool off = lean == T9_OFF_ITS_START || lean == T9_OFF_ITS_END;

	return pn_distance(own.point[start != off],
			   other.point[start ? side : (side + 1) % other.count]);
}

/* Decides T9-85. */
static uint8_t others_touched(const struct t9_search *search, const struct t9_way *way)
{
	const struct pn_shape own = t9_boundary_at(search->unit, way->lie);
	uint8_t count = 0;

	for (uint16_t i = 0; i < search->walls.count; i++) {
		const pn_unit_id other = search->walls.unit[i];

		if (other != PN_NO_UNIT &&
		    search->asked->view->unit[other].side != search->unit->side)
			count = (uint8_t)(count + pn_shapes_touch(&own, &search->walls.shape[i]));
	}
	return count;
}

/* ---- one wheel ---- */

bool t9_is_same_pose(pn_pose a, pn_pose b)
{
	return a.at.x == b.at.x && a.at.y == b.at.y && a.facing == b.facing;
}

/* Decides T9-88. Fewer others touched, then the target left as it stands, then more models. */
static bool is_better(const struct t9_search *search, const struct t9_way *way)
{
	const bool turned = !t9_is_same_pose(way->target, search->target->pose);
	const bool best_turned = !t9_is_same_pose(search->best->target, search->target->pose);

	if (!search->found || way->touched != search->best->touched)
		return !search->found || way->touched < search->best->touched;
	if (turned != best_turned)
		return best_turned;
	if (search->asked->lean != T9_UPRIGHT)
		return way->aside < search->best->aside;
	return way->models > search->best->models;
}

bool t9_is_done(const struct t9_search *search)
{
	const struct t9_way *best = search->best;

	if (!search->found || search->any)
		return search->found;
	if (best->touched > 0 || !t9_is_same_pose(best->target, search->target->pose))
		return false;
	if (search->asked->any_models)
		return true;
	return search->asked->lean == T9_UPRIGHT ? best->models >= search->possible
						 : best->aside == 0;
}

/* Decides T9-04. The edge of the target that the front has met and may lie along, or -1. */
static int edge_met(const struct t9_search *search, const struct pn_sweep_contact *contact)
{
	if (contact->obstacle != T9_TARGET || !(contact->mover_edges & 1u))
		return -1;
	for (uint8_t edge = 0; edge < search->all.shape[T9_TARGET].count; edge++)
		if (contact->obstacle_edges & 1u << edge &&
		    (search->asked->facing == T9_ANY_FACING ||
		     pn_facing_of_edge(edge, search->all.shape[T9_TARGET].count) ==
			     search->asked->facing))
			return edge;
	return -1;
}

/* What T9-88 asks of where the two lie, besides who else is touched. */
static void measure(const struct t9_search *search, struct t9_way *way)
{
	if (search->asked->lean == T9_UPRIGHT)
		way->models = t9_models(search, way);
	else
		way->aside = distance_aside(search, way);
}

/* Could it be better than the best, if it touched nobody else and the target stayed as it
 * stands? Asked before anything dear is. */
static bool may_be_better(const struct t9_search *search, const struct t9_way *way)
{
	if (!search->found || search->best->touched > 0 ||
	    !t9_is_same_pose(search->best->target, search->target->pose))
		return true;
	if (search->asked->lean != T9_UPRIGHT)
		return distance_aside(search, way) < search->best->aside;
	return t9_most_models(search, way) > search->best->models;
}

/* The target's edge that the unit meets when it goes straight on from `wheeled`, with nobody
 * else there, or -1. */
static int meet(const struct t9_search *search, pn_pose wheeled, struct pn_sweep_contact *contact)
{
	const pn_len far = search->asked->view->width + search->asked->view->depth;
	const struct pn_shape mover = t9_boundary_at(search->unit, wheeled);

	return pn_sweep(&mover, pn_along(wheeled.facing, far), &search->all.shape[T9_TARGET], 1,
			contact)
		       ? edge_met(search, contact)
		       : -1;
}

/* Is the target what it meets first? */
static bool meets_target(const struct t9_search *search, pn_pose wheeled)
{
	const pn_len far = search->asked->view->width + search->asked->view->depth;
	const struct pn_shape mover = t9_boundary_at(search->unit, wheeled);
	struct pn_sweep_first first;

	return pn_sweep_first(&mover, pn_along(wheeled.facing, far), search->all.shape,
			      search->all.count, &first) &&
	       first.obstacle == T9_TARGET;
}

/* The target alone first: most ways miss it, or are no better than the best even with
 * nobody else there. */
void t9_try_wheel(struct t9_search *search, pn_len ahead, pn_pose wheeled, int32_t by)
{
	const pn_len far = search->asked->view->width + search->asked->view->depth;
	const bool flush = search->asked->facing != T9_ANY_FACING;
	struct t9_way way = {
		.ahead = ahead, .by = by, .wheeled = wheeled, .target = search->target->pose};
	struct pn_sweep_contact contact;
	int32_t turn = 0;
	int edge;

	if (search->any && !meets_target(search, wheeled))
		return;
	edge = meet(search, wheeled, &contact);
	if (edge < 0)
		return;
	way.length = pn_sweep_distance(far, contact.at);
	way.end = pn_sweep_end(wheeled, wheeled.facing, far, contact.at);
	way.lie = way.end;
	way.facing = pn_facing_of_edge((uint8_t)edge, search->all.shape[T9_TARGET].count);
	if (flush && !lie_flush(search, &contact, (uint8_t)edge, &way, &turn))
		return;
	if (!search->any && !may_be_better(search, &way))
		return;
	if ((!search->any && !meets_target(search, wheeled)) ||
	    (flush && !settle_flush(search, contact.point, turn, &way)) ||
	    (search->asked->flies && t9_overlaps(&search->walls, search->unit, way.lie) >= 0))
		return;
	if (!search->any) {
		way.touched = others_touched(search, &way);
		measure(search, &way);
		if (!is_better(search, &way))
			return;
	}
	*search->best = way;
	search->found = true;
}
