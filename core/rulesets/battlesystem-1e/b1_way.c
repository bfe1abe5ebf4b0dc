/* The way of a charge: the path that its owner gives, or the best of the few that are tried
 * (B1-G1): straight on, after a wheel, after a face. */

#include "b1.h"

enum {
	ONE_DEGREE = 182,
	PREFIXES_MAX = 7,
	FAN = 32, /* headings of a fan over the 90 degrees ahead, less one */
	WHEEL_STEP = PN_DEGREES_45 / 9,
	GRAZE = 4, /* a bearing is rounded: so far beside it a corner is met, not passed */
};

/* ---- the shortest way ---- */

/* The point of the segment ab that is nearest to p, rounded. */
static pn_vec nearest_on(pn_vec p, pn_vec a, pn_vec b)
{
	int64_t x = b.x - a.x;
	int64_t y = b.y - a.y;
	int64_t whole = x * x + y * y;
	int64_t along = (p.x - a.x) * x + (p.y - a.y) * y;

	if (along <= 0 || whole == 0)
		return a;
	if (along >= whole)
		return b;
	return (pn_vec){(pn_len)(a.x + x * along / whole), (pn_len)(a.y + y * along / whole)};
}

/* From one shape to another, of corners to edges and edges to corners; `least` is the best
 * so far of the square of the distance, -1 to begin with. */
static void try_parts(const struct pn_shape *from, const struct pn_shape *to, int64_t *least,
		      pn_vec *best)
{
	for (int turn = 0; turn < 2; turn++) {
		const struct pn_shape *corners = turn ? to : from;
		const struct pn_shape *edges = turn ? from : to;

		for (uint8_t i = 0; i < corners->count; i++)
			for (uint8_t k = 0; k < edges->count; k++) {
				pn_vec corner = corners->point[i];
				pn_vec near = nearest_on(corner, edges->point[k],
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

pn_vec b1_shortest_way(const struct pn_game *view, const struct b1_stand *stand, pn_unit_id to)
{
	struct pn_body one;
	struct pn_body other;
	pn_vec best = {0, 0};
	int64_t least = -1;

	b1_body_of(&one, view, stand);
	pn_unit_body(&other, view, &view->unit[to]);
	for (uint8_t i = 0; i < one.count; i++)
		for (uint8_t k = 0; k < other.count; k++)
			try_parts(&one.part[i], &other.part[k], &least, &best);
	return best;
}

static pn_angle within_45(pn_angle heading, pn_angle facing)
{
	int32_t turn = pn_turn_between(facing, heading);

	if (turn > PN_DEGREES_45)
		turn = PN_DEGREES_45;
	if (turn < -PN_DEGREES_45)
		turn = -PN_DEGREES_45;
	return (pn_angle)(facing + turn);
}

static pn_angle bearing_to(const struct pn_game *view, const struct b1_stand *stand, pn_unit_id to)
{
	pn_vec way = b1_shortest_way(view, stand, to);

	if (way.x == 0 && way.y == 0)
		way = pn_subtract(view->unit[to].pose.at, stand->pose.at);
	return pn_bearing(way);
}

pn_angle b1_heading_to(const struct pn_game *view, const struct b1_stand *stand, pn_unit_id to)
{
	return within_45(bearing_to(view, stand, to), stand->pose.facing);
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
		const struct b1_step *step = &walk->leg[i];
		int32_t turn =
			pn_turn_between(walk->leg[walk->leg_count - 1].heading, step->heading);

		straight = straight && step->kind == PN_LEG_ADVANCE && turn <= ONE_DEGREE &&
			   turn >= -ONE_DEGREE;
		plan->run += step->length;
		plan->straight += straight ? step->length : 0;
	}
}

static void judge(struct b1_plan *plan, const struct pn_game *view, pn_unit_id id)
{
	const struct b1_step *last;

	measure(plan);
	plan->reaches = false;
	plan->opens = false;
	for (uint8_t i = 0; i < plan->walk.leg_count; i++)
		plan->opens |= plan->walk.leg[i].closed_barred;
	if (plan->walk.leg_count > 0) {
		last = &plan->walk.leg[plan->walk.leg_count - 1];
		plan->reaches = last->met != PN_NO_UNIT;
	}
	plan->run_up = view->readings[B1_READ_RUN_UP] == B1_RUN_UP_ALLOWANCE ||
		       3 * plan->run >= 2 * b1_movement(&view->unit[id]);
	plan->is_straight = 3 * plan->straight >= plan->run;
}

/* Table 14. Straight on over a road with a third more, if it takes all of the way to an
 * enemy on it. */
static void take_road(struct b1_plan *plan, const struct pn_game *view, pn_unit_id id,
		      const struct b1_stand *stand, pn_angle heading)
{
	const pn_len most = (pn_len)((int64_t)b1_charge_range(&view->unit[id]) * 4 / 3);
	struct pn_path path = {.count = 1};
	struct b1_step step = b1_straight(view, id, stand, heading, most, most, B1_WALLS_CHARGE);

	path.leg[0].heading = heading;
	path.leg[0].length = step.length;
	if (step.met == PN_NO_UNIT || b1_road(view, id, &path, most) == most)
		return;
	plan->walk.leg[0] = step;
	plan->walk.spent = step.spent;
	plan->left = most - step.spent;
}

/* The end of a charge: into an enemy, or short of one as far as the parameter says. */
static struct b1_step last_stretch(const struct pn_game *view, pn_unit_id id,
				   const struct b1_stand *stand, pn_angle heading, pn_len left)
{
	const struct b1_step step =
		b1_straight(view, id, stand, heading, left, left, B1_WALLS_CHARGE);
	const pn_len kept = b1_charge_range(&view->unit[id]) -
			    (pn_len)((int64_t)b1_movement(&view->unit[id]) *
				     view->params[B1_PARAM_SHORT_CHARGE] / 100);

	if (step.met != PN_NO_UNIT || step.spent + kept <= left)
		return step;
	left = left > kept ? left - kept : 0;
	return b1_straight(view, id, stand, heading, left, left, B1_WALLS_CHARGE);
}

/* The legs but the last, and then straight on along its heading as far as the charge goes;
 * without one, straight ahead. */
static void follow_path(struct b1_plan *plan, const struct pn_game *view, pn_unit_id id,
			struct b1_stand stand, const struct pn_path *path)
{
	const pn_len range = b1_charge_range(&view->unit[id]);
	struct pn_path before = *path;
	bool has_heading = path->count > 0 && path->leg[path->count - 1].kind == PN_LEG_ADVANCE;
	struct b1_walk *walk = &plan->walk;
	pn_angle heading;
	int32_t turn;

	before.count = (uint8_t)(path->count - has_heading);
	*walk = b1_walk_path(view, id, stand, &before, range, B1_WALLS_CHARGE);
	plan->left = range - walk->spent;
	if (walk->verdict.code == PN_LAWFUL &&
	    (walk->leg_count == 0 || !walk->leg[walk->leg_count - 1].stopped)) {
		if (walk->leg_count > 0)
			stand = walk->leg[walk->leg_count - 1].end;
		heading = has_heading ? path->leg[path->count - 1].heading : stand.pose.facing;
		turn = pn_turn_between(stand.pose.facing, heading);
		if (walk->leg_count == PN_PATH_MAX) {
			walk->verdict = pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("B1-09"));
		} else if (turn > PN_DEGREES_45 || turn < -PN_DEGREES_45) {
			walk->verdict = pn_refuse(PN_REFUSE_OUT_OF_ARC, PN_CLAUSE("B1-66"));
		} else {
			walk->leg[walk->leg_count++] =
				last_stretch(view, id, &stand, heading, plan->left);
			walk->spent += walk->leg[walk->leg_count - 1].spent;
			plan->left = range - walk->spent;
			if (walk->leg_count == 1)
				take_road(plan, view, id, &stand, heading);
		}
	}
	judge(plan, view, id);
}

/* ---- the best of several ---- */

struct search {
	const struct pn_game *view;
	pn_unit_id id;
	pn_unit_id target;
	struct b1_stand stand;
	struct b1_plan *best;
	uint8_t merit; /* of the best: 0 nothing was tried */
};

static uint8_t merit_of(const struct b1_plan *plan, pn_unit_id target)
{
	if (plan->walk.verdict.code != PN_LAWFUL)
		return 1;
	if (!plan->reaches || plan->walk.leg[plan->walk.leg_count - 1].met != target)
		return 2;
	return plan->run_up && plan->is_straight ? 4 : 3;
}

static void try_path(struct search *search, const struct pn_path *path)
{
	struct b1_plan plan;
	uint8_t merit;

	follow_path(&plan, search->view, search->id, search->stand, path);
	merit = merit_of(&plan, search->target);
	if (merit < search->merit ||
	    (merit == search->merit && (merit < 3 || plan.walk.spent >= search->best->walk.spent)))
		return;
	search->merit = merit;
	*search->best = plan;
}

/* After those legs, straight on: by the shortest way, straight ahead, towards the middle of
 * the target and towards each of its corners. */
static void try_headings(struct search *search, struct pn_path path)
{
	const struct b1_walk walk =
		b1_walk_path(search->view, search->id, search->stand, &path,
			     b1_charge_range(&search->view->unit[search->id]), B1_WALLS_CHARGE);
	const struct b1_stand stand =
		walk.leg_count > 0 ? walk.leg[walk.leg_count - 1].end : search->stand;
	struct pn_leg *last = &path.leg[path.count++];
	struct pn_body body;

	if (walk.verdict.code != PN_LAWFUL)
		return;
	*last = (struct pn_leg){.kind = PN_LEG_ADVANCE};
	last->heading = b1_heading_to(search->view, &stand, search->target);
	try_path(search, &path);
	if (search->merit == 4 && path.count == 1)
		return;
	last->heading = stand.pose.facing;
	try_path(search, &path);
	pn_unit_body(&body, search->view, &search->view->unit[search->target]);
	for (uint8_t i = 0; i < body.part[0].count; i++) {
		last->heading =
			within_45(pn_bearing(pn_subtract(body.part[0].point[i], stand.pose.at)),
				  stand.pose.facing);
		try_path(search, &path);
	}
}

/* The headings on which a corner of the unit just meets one of the target: there the way is
 * longest, which is what a charge too near its target needs (B1-08). */
static void try_grazing(struct search *search)
{
	struct pn_path path = {.count = 1};
	struct pn_body target;
	struct pn_body own;

	b1_body_of(&own, search->view, &search->stand);
	pn_unit_body(&target, search->view, &search->view->unit[search->target]);
	for (uint8_t i = 0; i < own.part[0].count; i++)
		for (uint8_t k = 0; k < target.part[0].count && search->merit < 4; k++)
			for (int beside = -GRAZE; beside <= GRAZE; beside += 2 * GRAZE) {
				pn_angle bearing = pn_bearing(
					pn_subtract(target.part[0].point[k], own.part[0].point[i]));

				path.leg[0] = (struct pn_leg){.kind = PN_LEG_ADVANCE};
				path.leg[0].heading = within_45((pn_angle)(bearing + beside),
								search->stand.pose.facing);
				try_path(search, &path);
			}
}

/* As it stands on any heading of a fan; after a wheel to either side by any of some sizes,
 * straight ahead. */
static void try_more(struct search *search)
{
	struct pn_path path = {.count = 1};

	for (int i = 0; i <= FAN && search->merit < 4; i++) {
		path.leg[0] = (struct pn_leg){.kind = PN_LEG_ADVANCE};
		path.leg[0].heading = (pn_angle)(search->stand.pose.facing - PN_DEGREES_45 +
						 i * (2 * PN_DEGREES_45) / FAN);
		try_path(search, &path);
	}
	try_grazing(search);
	for (int side = 0; side < 2 && search->stand.loose == 0; side++)
		for (int32_t by = WHEEL_STEP; by < PN_TURN_HALF && search->merit < 4;
		     by += WHEEL_STEP) {
			path.leg[0] = (struct pn_leg){
				.kind = PN_LEG_WHEEL, .left = side == 0, .angle = (pn_angle)by};
			try_path(search, &path);
		}
}

/* Nothing; a wheel until it faces the target, until the target is 45 degrees off, and half
 * of the first; the faces. */
static uint8_t list_prefixes(const struct search *search, struct pn_path out[PREFIXES_MAX])
{
	const pn_angle facing = search->stand.pose.facing;
	int32_t turn =
		pn_turn_between(facing, bearing_to(search->view, &search->stand, search->target));
	const bool left = turn < 0;
	const int32_t size = left ? -turn : turn;
	const int32_t wheel[] = {size, size - PN_DEGREES_45, size / 2};
	uint8_t count = 0;

	out[count++] = (struct pn_path){.count = 0};
	if (search->stand.loose > 0)
		return count;
	for (int i = 0; i < 3; i++)
		if (wheel[i] > 0)
			out[count++] = (struct pn_path){
				.count = 1,
				.leg = {{.kind = PN_LEG_WHEEL,
					 .left = left,
					 .angle = (pn_angle)wheel[i]}},
			};
	for (uint8_t to = PN_FACING_LEFT; to <= PN_FACING_REAR; to++)
		out[count++] =
			(struct pn_path){.count = 1, .leg = {{.kind = PN_LEG_FACE, .to = to}}};
	return count;
}

static void find_best(struct b1_plan *out, const struct pn_game *view, pn_unit_id id,
		      pn_unit_id target, struct b1_stand stand)
{
	struct search search = {view, id, target, stand, out, 0};
	struct pn_path prefix[PREFIXES_MAX];
	uint8_t count = list_prefixes(&search, prefix);

	for (uint8_t i = 0; i < count && !(i > 0 && search.merit == 4); i++)
		try_headings(&search, prefix[i]);
	if (search.merit < 4)
		try_more(&search);
	pn_assert(search.merit > 0);
}

static void plan_from(struct b1_plan *out, const struct pn_game *view, pn_unit_id id,
		      pn_unit_id target, const struct pn_path *given, struct b1_stand stand)
{
	if (given)
		follow_path(out, view, id, stand, given);
	else
		find_best(out, view, id, target, stand);
}

void b1_plan_charge(struct b1_plan *out, const struct pn_game *view, pn_unit_id id,
		    pn_unit_id target, const struct pn_path *given)
{
	struct b1_stand stand = b1_stand_of(&view->unit[id]);

	plan_from(out, view, id, target, given, stand);
	if (!out->opens || !b1_opened(view, id, &stand))
		return;
	plan_from(out, view, id, target, given, stand);
	out->opens = true;
}
