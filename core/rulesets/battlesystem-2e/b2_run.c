/* The run of a charge over the ground it finds (B2-50 to B2-58).
 *
 * The way is chosen for its shortness alone, except that the foot of a rise stops a
 * charge as a wall would; the ground is judged on the way found. Open ground from start
 * to contact asks nothing more. */

#include "b2_run.h"

/* The check for an obstacle is made as the charge's own was: 2 less in answer to a move,
 * for who had declared nothing. */
static int16_t lowered_by(const struct pn_game *game, pn_unit_id id)
{
	enum { WITHOUT_DECLARATION = 2 };
	const struct pn_unit *unit = &game->unit[id];

	return unit->side != game->active && unit->order.verb != PN_VERB_CHARGE
		       ? WITHOUT_DECLARATION
		       : 0;
}

/* B2-53. Does the target lie nearer than the minimum to the front edge, where the unit
 * has all special ground behind it? Exactly the minimum is enough. */
static bool emerges_too_near(const struct pn_game *view, pn_unit_id id, const struct b2_way *way)
{
	const struct pn_unit *unit = &view->unit[id];
	const int64_t minimum = b2_minimum(unit);
	struct pn_formation rank = pn_unit_formation(unit);
	struct pn_shape target = pn_unit_footprint(&view->unit[way->met]);
	struct pn_shape front;
	pn_pose pose = unit->pose;

	pose.at = pn_add(pose.at, pn_along(way->heading, b2_emerges_at(view, id, way)));
	rank.figures = rank.files;
	front = pn_footprint(pose, rank);
	return pn_fraction_compare(pn_shape_distance_squared(&front, &target),
				   (pn_fraction){minimum * minimum, 1}) < 0;
}

/* What the ground on a way to the target forbids, if anything. */
static pn_clause ground_forbids(const struct pn_game *view, pn_unit_id id, pn_unit_id target,
				const struct b2_run *run)
{
	if (b2_flag(&view->unit[id], B2_UPHILL))
		return PN_CLAUSE("B2-57");
	if (view->readings[B2_READ_DOWNHILL] == B2_DOWNHILL_FORBIDDEN &&
	    b2_goes_down(view, id, &run->way))
		return PN_CLAUSE("B2-58");
	if (!b2_ground_is_special(&run->ground, run->way.length))
		return (pn_clause){""};
	if (b2_in_special_ground(view, target))
		return PN_CLAUSE("B2-51");
	if (run->way.spent > b2_charge_allowance(&view->unit[id]))
		return PN_CLAUSE("B2-52");
	return (pn_clause){""};
}

static void look_over(const struct pn_game *view, pn_unit_id id, struct b2_run *run)
{
	const struct pn_unit *unit = &view->unit[id];
	const struct b2_stand stand = {unit->pose, pn_unit_formation(unit)};

	b2_ground_survey(&run->ground, view, &stand, run->way.heading, run->way.length);
	run->way.spent = b2_ground_cost(&run->ground, run->way.length);
}

bool b2_find_run(const struct pn_game *view, pn_unit_id id, pn_unit_id target, struct b2_run *out)
{
	pn_len most = b2_charge_allowance(&view->unit[id]);

	if (!b2_way_to(view, id, target, most, &out->way)) {
		out->forbidden_by = b2_way_over(view, id, target, most, &out->way)
					    ? PN_CLAUSE("B2-57")
					    : PN_CLAUSE("B2-39");
		return false;
	}
	look_over(view, id, out);
	out->forbidden_by = ground_forbids(view, id, target, out);
	if (out->forbidden_by.text[0] != '\0')
		return false;
	out->too_near = b2_ground_is_special(&out->ground, out->way.length) &&
			emerges_too_near(view, id, &out->way);
	return true;
}

bool b2_is_open_way(const struct pn_game *view, pn_unit_id id, const struct b2_way *way)
{
	struct b2_run run = {.way = *way};

	if (view->terrain_count == 0)
		return true;
	look_over(view, id, &run);
	return !b2_ground_is_special(&run.ground, way->length) &&
	       ground_forbids(view, id, way->met, &run).text[0] == '\0';
}

struct b2_run b2_forced_run(const struct pn_game *view, pn_unit_id id, pn_unit_id target)
{
	struct b2_run run = {.too_near = false};
	struct b2_obstacles obstacles;

	b2_obstacles_gather(&obstacles, view, id, B2_STOP_AT_RISES);
	run.way = b2_march(&obstacles, view, id, b2_heading_to(view, id, target),
			   b2_charge_allowance(&view->unit[id]), &run.ground);
	return run;
}

bool b2_cross_obstacles(struct pn_turn *turn, pn_unit_id id, struct b2_run *run)
{
	const pn_pose from = turn->game->unit[id].pose;
	int16_t lowered = lowered_by(turn->game, id);

	for (uint8_t i = 0; i < run->ground.crossing_count; i++) {
		pn_len at = run->ground.crossing[i];

		if (at >= run->way.length)
			break;
		if (b2_check_initiation(turn, id, lowered, PN_CLAUSE("B2-56")))
			continue;
		run->way.length = at;
		run->way.spent = b2_ground_cost(&run->ground, at);
		run->way.end.at = pn_add(from.at, pn_along(run->way.heading, at));
		run->way.met = PN_NO_UNIT;
		return false;
	}
	return true;
}
