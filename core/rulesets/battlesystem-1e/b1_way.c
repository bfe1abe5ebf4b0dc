/* The way of a charge along a path: legs that lead to where it sets out for its enemy, and from
 * there straight on. Which path is taken when its owner gives none: b1_search.c. */

#include "b1.h"

enum { ONE_DEGREE = 182 };

/* ---- the shortest way ---- */

/* From one shape to another, of corners to edges and edges to corners; `least` is the best
 * so far of the square of the distance, -1 to begin with. */
void b1_try_parts(const struct pn_shape *from, const struct pn_shape *to, int64_t *least,
		  pn_vec *best)
{
	for (int turn = 0; turn < 2; turn++) {
		const struct pn_shape *corners = turn ? to : from;
		const struct pn_shape *edges = turn ? from : to;

		for (uint8_t i = 0; i < corners->count; i++)
			for (uint8_t k = 0; k < edges->count; k++) {
				pn_vec corner = corners->point[i];
				pn_vec near =
					pn_nearest_on_segment(corner, edges->point[k],
							      edges->point[(k + 1) % edges->count]);
				int64_t apart = pn_distance_squared(corner, near);

				if (*least >= 0 && apart >= *least)
					continue;
				*least = apart;
				*best = turn ? pn_subtract(corner, near)
					     : pn_subtract(near, corner);
			}
	}
}

pn_vec b1_shortest_way(const struct pn_game *view, const struct pn_stand *stand, pn_unit_id to)
{
	struct pn_body one;
	struct pn_body other;
	pn_vec best = {0, 0};
	int64_t least = -1;

	b1_body_of(&one, view, stand);
	pn_unit_body(&other, view, &view->unit[to]);
	for (uint8_t i = 0; i < one.count; i++)
		for (uint8_t k = 0; k < other.count; k++)
			b1_try_parts(&one.part[i], &other.part[k], &least, &best);
	return best;
}

pn_angle b1_bearing_of(const struct pn_game *view, const struct pn_stand *stand, pn_unit_id to,
		       pn_vec way)
{
	if (way.x == 0 && way.y == 0)
		way = pn_subtract(view->unit[to].pose.at, stand->pose.at);
	return pn_bearing(way);
}

pn_angle b1_bearing_to(const struct pn_game *view, const struct pn_stand *stand, pn_unit_id to)
{
	return b1_bearing_of(view, stand, to, b1_shortest_way(view, stand, to));
}

pn_angle b1_heading_to(const struct pn_game *view, pn_unit_id id, const struct pn_stand *stand,
		       pn_unit_id to)
{
	const pn_angle bearing = b1_bearing_to(view, stand, to);

	return b1_goes_any_way(&view->unit[id]) ? bearing
						: pn_heading_within_45(bearing, stand->pose.facing);
}

/* ---- one path ---- */

/* How much of the way is straight at its end, and how long all of it is (B1-08, B1-09). */
static void measure(struct b1_plan *plan)
{
	const struct b1_walk *walk = &plan->walk;
	bool straight = true;

	plan->run = 0;
	plan->straight = 0;
	for (uint8_t i = walk->leg_count; i-- > 0;) {
		const struct b1_walked *walked = &walk->leg[i];
		int32_t turn =
			pn_turn_between(walk->leg[walk->leg_count - 1].heading, walked->heading);

		straight = straight && walked->kind == PN_LEG_ADVANCE && turn <= ONE_DEGREE &&
			   turn >= -ONE_DEGREE;
		plan->run += walked->length;
		plan->straight += straight ? walked->length : 0;
	}
}

/* Decides B1-08. */
bool b1_has_run_up(const struct pn_game *view, pn_unit_id id, pn_len length)
{
	return view->switches[B1_SWITCH_RUN_UP] == B1_RUN_UP_ALLOWANCE ||
	       3 * length >= 2 * b1_movement(&view->unit[id]);
}

/* Decides B1-09. */
static void judge(struct b1_plan *plan, const struct pn_game *view, pn_unit_id id)
{
	const struct b1_walked *last;

	measure(plan);
	plan->reaches = false;
	plan->opens = false;
	for (uint8_t i = 0; i < plan->walk.leg_count; i++)
		plan->opens |= plan->walk.leg[i].closed_barred;
	if (plan->walk.leg_count > 0) {
		last = &plan->walk.leg[plan->walk.leg_count - 1];
		plan->reaches = last->met != PN_NO_UNIT;
	}
	plan->run_up = b1_has_run_up(view, id, plan->run);
	plan->is_straight = 3 * plan->straight >= plan->run;
}

/* Table 14. Straight on over a road with a third more, if it takes all of the way to an
 * enemy on it. */
static void take_road(struct b1_plan *plan, struct b1_scene *scene, const struct pn_stand *stand,
		      pn_angle heading)
{
	const pn_len most = b1_road_range(&scene->view->unit[scene->id]);
	struct pn_path path = {.count = 1};
	struct b1_walked walked;

	if (!scene->on_road)
		return;
	walked = b1_straight(scene, stand, heading, most, most);
	path.leg[0].heading = heading;
	path.leg[0].length = walked.length;
	if (walked.met == PN_NO_UNIT || b1_road(scene->view, scene->id, &path, most) == most)
		return;
	plan->walk.leg[0] = walked;
	plan->walk.spent = walked.spent;
	plan->left = most - walked.spent;
}

/* The end of a charge: into an enemy, or short of one as far as the parameter says. */
static struct b1_walked last_stretch(struct b1_scene *scene, const struct pn_stand *stand,
				     pn_angle heading, pn_len left)
{
	const struct pn_unit *unit = &scene->view->unit[scene->id];
	const struct b1_walked walked = b1_straight(scene, stand, heading, left, left);
	const pn_len kept =
		b1_charge_range(unit) - (pn_len)((int64_t)b1_movement(unit) *
						 scene->view->params[B1_PARAM_SHORT_CHARGE] / 100);

	if (walked.met != PN_NO_UNIT || walked.spent + kept <= left)
		return walked;
	left = left > kept ? left - kept : 0;
	return b1_straight(scene, stand, heading, left, left);
}

void b1_lead(struct b1_lead *out, struct b1_scene *scene, const struct pn_stand *stand,
	     const struct pn_path *path)
{
	const pn_len range = b1_charge_range(&scene->view->unit[scene->id]);
	const struct b1_walk *walk = &out->walk;

	out->walk = b1_walk_path(scene, stand, path, range);
	out->left = range - walk->spent;
	out->stand = walk->leg_count > 0 ? walk->leg[walk->leg_count - 1].end : *stand;
	out->ends = walk->verdict.code != PN_LAWFUL ||
		    (walk->leg_count > 0 && walk->leg[walk->leg_count - 1].stopped);
}

void b1_finish(struct b1_plan *plan, struct b1_scene *scene, const struct b1_lead *lead,
	       pn_angle heading)
{
	const struct pn_unit *unit = &scene->view->unit[scene->id];
	const int32_t turn = pn_turn_between(lead->stand.pose.facing, heading);
	struct b1_walk *walk = &plan->walk;

	*walk = lead->walk;
	plan->left = lead->left;
	if (!lead->ends) {
		if (walk->leg_count == PN_PATH_MAX) {
			walk->verdict = pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("B1-09"));
		} else if (turn > PN_DEGREES_45 || turn < -PN_DEGREES_45) {
			walk->verdict = pn_refuse(PN_REFUSE_OUT_OF_ARC, PN_CLAUSE("B1-66"));
		} else {
			walk->leg[walk->leg_count++] =
				last_stretch(scene, &lead->stand, heading, plan->left);
			walk->spent += walk->leg[walk->leg_count - 1].spent;
			plan->left = b1_charge_range(unit) - walk->spent;
			if (walk->leg_count == 1)
				take_road(plan, scene, &lead->stand, heading);
		}
	}
	judge(plan, scene->view, scene->id);
}

/* The legs but the last, and then straight on along its heading as far as the charge goes;
 * without one, straight ahead. */
static void follow_path(struct b1_plan *plan, struct b1_scene *scene, const struct pn_stand *stand,
			const struct pn_path *path)
{
	const bool has_heading =
		path->count > 0 && path->leg[path->count - 1].kind == PN_LEG_ADVANCE;
	struct pn_path before = *path;
	struct b1_lead lead;

	before.count = (uint8_t)(path->count - has_heading);
	b1_lead(&lead, scene, stand, &before);
	b1_finish(plan, scene, &lead,
		  has_heading ? path->leg[path->count - 1].heading : lead.stand.pose.facing);
}

static void plan_from(struct b1_plan *out, struct b1_scene *scene, pn_unit_id target,
		      const struct pn_path *given, const struct pn_stand *stand)
{
	if (given)
		follow_path(out, scene, stand, given);
	else
		b1_find_way(out, scene, target, stand);
}

void b1_plan_charge(struct b1_plan *out, const struct pn_game *view, pn_unit_id id,
		    pn_unit_id target, const struct pn_path *given)
{
	struct pn_stand stand = pn_stand_of(&view->unit[id]);
	const pn_len way = b1_road_range(&view->unit[id]);
	struct b1_scene scene;
	bool opened;

	b1_look_for(&scene, view, id, target, B1_WALLS_CHARGE,
		    way + (given ? b1_more_way_on(view, id, given) : 0));
	plan_from(out, &scene, target, given, &stand);
	if (!out->opens)
		return;
	opened = b1_opened(view, id, &stand);
	if (opened) {
		b1_look_for(&scene, view, id, target, B1_WALLS_CHARGE, B1_ANYWHERE);
		plan_from(out, &scene, target, given, &stand);
	}
	/* The player chose closed formation in this path, so do not open it. */
	if (out->opens && (opened || b1_formation(&view->unit[id]) != B1_CLOSED))
		out->walk.verdict = pn_refuse(PN_REFUSE_WRONG_FORMATION, PN_CLAUSE("B1-69"));
	out->opens = true;
}
