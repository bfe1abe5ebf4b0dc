/* Ways to an enemy (AW-82): a wheel of at most 45 degrees about a front corner, made before
 * moving, and straight on. The wheel costs the way of the outer corner, or a wide unit would
 * reach farther by wheeling than by going straight.
 *
 * AW-G1. For each side of the enemy lanes.h finds the wheels, among those that can be paid for,
 * after which most figures reach it by going straight on; of the sides the one that most reach
 * wins, of equal ones the smaller wheel, then the front, the flanks, the rear. A charger that AW-70
 * sends to the flanks or the rear goes there if it can, however few reach, and to the front only if
 * it cannot. What may not be passed is in no lane; but whether all of the front passes is asked of
 * each wheel, and whether it ends clear of friends, and in woods no deeper than AW-19 lets it.
 * Where the best wheels are barred so, wheels by every fifth degree are tried as well. */

#include "aw.h"
#include "lanes.h"

/* The facing that the contact is on: the lowest edge that takes part. */
static uint8_t facing_met(uint16_t edges, uint8_t corners)
{
	for (uint8_t edge = 0; edge < corners; edge++)
		if (edges & 1u << edge)
			return pn_facing_of_edge(edge, corners);
	return PN_FACING_FRONT;
}

/* ---- what a wheel may do ---- */

static void limit_wheels(const struct pn_game *view, pn_unit_id id,
			 struct pn_lanes_wheel wheel[PN_CORNERS])
{
	const struct pn_unit *unit = &view->unit[id];
	const struct pn_formation formation = pn_unit_formation(unit);
	const int64_t size = pn_frontage(formation) + pn_depth(formation);
	struct pn_obstacles found;

	aw_gather(&found, view, id, AW_HARD | AW_FRIENDS, PN_NO_UNIT);
	pn_obstacles_keep_near(&found, unit->pose.at, 2 * size);
	for (enum pn_corner corner = PN_CORNER_LEFT; corner < PN_CORNERS; corner++) {
		wheel[corner].least =
			pn_obstacles_wheel(&found, unit->pose, formation, corner, -PN_DEGREES_45)
				.by;
		wheel[corner].most =
			pn_obstacles_wheel(&found, unit->pose, formation, corner, PN_DEGREES_45).by;
	}
}

/* ---- the way ---- */

static int32_t size_of(int32_t turn)
{
	return turn < 0 ? -turn : turn;
}

pn_len aw_wheel_cost(const struct pn_unit *unit, int32_t by)
{
	return pn_wheel_cost(pn_frontage(pn_unit_formation(unit)), size_of(by));
}

/* One question: whether `unit` reaches `target`. */
struct search {
	const struct pn_game *view;
	pn_unit_id id;
	pn_unit_id target;
	pn_len reach;
	struct pn_lanes_wheel wheel[PN_CORNERS];
	struct pn_obstacles hard; /* but for the target */
	bool not_front;           /* AW-70: to the flanks and the rear alone */
	uint16_t most;            /* figures that reach a side after some wheel, barred or not */
};

static bool looks_for(const struct search *search, uint8_t facing)
{
	return facing != PN_FACING_FRONT || !search->not_front;
}

/* Straight on after the wheel, into the target before anything else. */
static bool makes_contact(const struct search *search, struct aw_way *way)
{
	const struct pn_unit *unit = &search->view->unit[search->id];
	const struct pn_shape mover = aw_footprint_at(unit, way->wheeled);
	const struct pn_shape target = pn_unit_footprint(&search->view->unit[search->target]);
	const pn_angle heading = way->wheeled.facing;
	struct pn_sweep_contact contact;
	struct pn_obstacles friends;
	struct pn_shape end;

	way->cost = aw_wheel_cost(unit, way->by);
	if (way->cost >= search->reach ||
	    !pn_sweep(&mover, pn_along(heading, search->reach - way->cost), &target, 1, &contact))
		return false;
	way->length = pn_sweep_distance(search->reach - way->cost, contact.at);
	way->end = pn_sweep_end(way->wheeled, heading, search->reach - way->cost, contact.at);
	way->facing = facing_met(contact.obstacle_edges, target.count);
	if (!looks_for(search, way->facing) ||
	    aw_straight(&search->hard, &mover, heading, way->length, NULL) < way->length ||
	    aw_woods_limit(search->view, search->id, way->wheeled, way->length) < way->length ||
	    aw_wheels_into_woods(search->view, search->id, way->wheeled))
		return false;
	aw_gather(&friends, search->view, search->id, AW_FRIENDS, PN_NO_UNIT);
	end = aw_footprint_at(unit, way->end);
	return pn_obstacles_overlap(&friends, &end) < 0;
}

static bool try_wheel(const struct search *search, enum pn_corner corner, int32_t by,
		      struct aw_way *way)
{
	const struct pn_unit *unit = &search->view->unit[search->id];

	way->by = by;
	way->corner = corner;
	way->wheeled = pn_wheel_pose(unit->pose, pn_unit_formation(unit), corner, by);
	return makes_contact(search, way);
}

/* Can any of the front come before a side of the target, by a wheel about this corner? From
 * behind it none of it reaches that side. A little is granted for rounding. */
static bool may_see(const struct search *search, enum pn_corner corner, pn_vec from, pn_vec to)
{
	const struct pn_unit *unit = &search->view->unit[search->id];
	const struct pn_formation formation = pn_unit_formation(unit);
	const struct pn_lanes_wheel wheel = search->wheel[corner];
	const pn_vec centre = pn_wheel_centre(unit->pose, formation, corner);
	const pn_angle outward = (pn_angle)(pn_bearing(pn_subtract(to, from)) - PN_DEGREES_90);
	const pn_angle front =
		(pn_angle)(unit->pose.facing +
			   (corner == PN_CORNER_LEFT ? PN_DEGREES_90 : -PN_DEGREES_90));
	int32_t off = pn_turn_between(front, outward);
	int64_t swing;

	off = off < wheel.least ? wheel.least - off : off > wheel.most ? off - wheel.most : 0;
	swing = off < PN_DEGREES_90
			? (int64_t)pn_frontage(formation) * pn_cosine((pn_angle)off) / PN_SINE_ONE
			: 0;
	return pn_cross(from, to, centre) +
		       (swing + PN_INCH / 10) * ((int64_t)pn_distance(from, to) + PN_TOUCH) >
	       0;
}

/* The lanes onto one edge of the target, without wheels. */
static void set_lanes(struct pn_lanes *lanes, const struct search *search,
		      const struct pn_shape *target, uint8_t edge)
{
	const struct pn_unit *unit = &search->view->unit[search->id];

	*lanes = (struct pn_lanes){
		.pose = unit->pose,
		.formation = pn_unit_formation(unit),
		.from = target->point[edge],
		.to = target->point[(edge + 1) % target->count],
		.reach = search->reach,
		.pays = true,
		.blocker = search->hard.shape,
		.blockers = search->hard.count,
	};
}

/* Where more spans of wheels than that are as good, most are a few angles wide. */
enum { SPANS_TRIED = 4 };

/* The best wheel onto one edge of the target, if more than `known` figures reach it. */
static uint16_t try_edge(struct search *search, const struct pn_shape *target, uint8_t edge,
			 uint16_t known, struct aw_way *way)
{
	struct pn_lanes lanes;
	struct pn_lanes_best best;
	bool seen = false;

	set_lanes(&lanes, search, target, edge);
	lanes.known = known;
	for (enum pn_corner corner = PN_CORNER_LEFT; corner < PN_CORNERS; corner++) {
		if (!may_see(search, corner, lanes.from, lanes.to))
			continue;
		lanes.wheel[corner] = search->wheel[corner];
		seen = true;
	}
	best.stands = 0;
	if (seen)
		pn_lanes_find_best(&lanes, &best);
	if (best.stands == 0)
		return 0;
	if (best.stands > search->most)
		search->most = best.stands;
	if (try_wheel(search, best.corner, best.by, way))
		return best.stands;
	for (uint8_t i = 0; i < best.spans && i < SPANS_TRIED; i++) {
		const struct pn_lanes_span span = best.span[i];

		if (try_wheel(search, span.corner, (span.from + span.to) / 2, way) ||
		    try_wheel(search, span.corner, span.from, way) ||
		    try_wheel(search, span.corner, span.to, way))
			return best.stands;
	}
	return 0;
}

/* The best way so far, and how many figures it leads in. */
struct found {
	uint16_t figures;
	struct aw_way way;
};

static void consider(struct found *found, uint16_t figures, const struct aw_way *way)
{
	if (figures > found->figures ||
	    (figures > 0 && figures == found->figures && size_of(way->by) < size_of(found->way.by)))
		*found = (struct found){figures, *way};
}

/* Look only for ways that bring at least as many figures as were found already. */
static void try_all_sides(struct search *search, struct found *found)
{
	const struct pn_shape target = pn_unit_footprint(&search->view->unit[search->target]);

	for (uint8_t facing = PN_FACING_FRONT; facing <= PN_FACING_REAR; facing++)
		for (uint8_t edge = 0; edge < target.count; edge++) {
			struct aw_way way;
			uint16_t figures = 0;

			const uint16_t known =
				(uint16_t)(found->figures > 0 ? found->figures - 1 : 0);

			if (pn_facing_of_edge(edge, target.count) == facing &&
			    looks_for(search, facing))
				figures = try_edge(search, &target, edge, known, &way);
			if (figures > 0)
				consider(found, figures, &way);
		}
}

/* Figures that reach one side after a way's wheel: one at least, the one that touches. */
static uint16_t count_figures(const struct search *search, enum pn_corner corner, int32_t by)
{
	const struct pn_shape target = pn_unit_footprint(&search->view->unit[search->target]);
	uint16_t most = 1;

	for (uint8_t edge = 0; edge < target.count; edge++) {
		struct pn_lanes lanes;
		uint16_t figures;

		if (!looks_for(search, pn_facing_of_edge(edge, target.count)))
			continue;
		set_lanes(&lanes, search, &target, edge);
		figures = pn_lanes_count(&lanes, corner, by);
		most = figures > most ? figures : most;
	}
	return most;
}

/* The wheels by so many times five degrees, to either side, about either corner. False: none
 * of them leads there. `found` may be NULL: then the first will do. */
static bool try_step(const struct search *search, int stage, struct found *found)
{
	bool any = false;

	for (int i = 0; i < (stage > 0 ? 4 : 1) && (found || !any); i++) {
		const enum pn_corner corner = i & 1 ? PN_CORNER_RIGHT : PN_CORNER_LEFT;
		const int32_t by = (i & 2 ? -1 : 1) * (PN_DEGREES_90 * stage / 18);
		struct aw_way way;

		if (by < search->wheel[corner].least || by > search->wheel[corner].most ||
		    !try_wheel(search, corner, by, &way))
			continue;
		if (found)
			consider(found, count_figures(search, corner, by), &way);
		any = true;
	}
	return any;
}

enum { STEPS = 9 };

/* How far from the unit a way may lead: no farther than its reach, and to the target. */
static int64_t farthest(const struct search *search)
{
	const struct pn_unit *unit = &search->view->unit[search->id];
	const struct pn_formation formation = pn_unit_formation(unit);
	const struct pn_shape target = pn_unit_footprint(&search->view->unit[search->target]);
	const int64_t size = pn_frontage(formation) + pn_depth(formation);
	int64_t far = 0;

	for (uint8_t i = 0; i < target.count; i++) {
		const int64_t distance = pn_distance(unit->pose.at, target.point[i]);

		far = distance > far ? distance : far;
	}
	far += 2 * size;
	return (far < search->reach ? far : search->reach) + 2 * size;
}

static bool begin_search(struct search *search, const struct pn_game *view, pn_unit_id id,
			 pn_unit_id target, pn_len reach)
{
	search->view = view;
	search->id = id;
	search->target = target;
	search->reach = reach;
	search->not_front = false;
	search->most = 0;
	if (!aw_within(view, id, target, 2 * (int64_t)reach))
		return false;
	limit_wheels(view, id, search->wheel);
	aw_gather(&search->hard, view, id, AW_ENEMIES | AW_GROUND, target);
	pn_obstacles_keep_near(&search->hard, view->unit[id].pose.at, farthest(search));
	return true;
}

/* Decides AW-G1. */
static bool find_best(struct search *search, struct aw_way *out)
{
	struct found found = {.figures = 0};

	search->most = 0;
	try_all_sides(search, &found);
	for (int stage = 0; stage <= STEPS && (!found.figures || found.figures < search->most);
	     stage++)
		try_step(search, stage, &found);
	*out = found.way;
	return found.figures > 0;
}

bool aw_find_way(const struct pn_game *view, pn_unit_id id, pn_unit_id target, pn_len reach,
		 struct aw_way *out)
{
	struct search search;

	if (!begin_search(&search, view, id, target, reach))
		return false;
	search.not_front = aw_is_behind_front(view, id, view->unit[id].pose, target);
	if (search.not_front && find_best(&search, out))
		return true;
	search.not_front = false;
	return find_best(&search, out);
}

bool aw_has_way(const struct pn_game *view, pn_unit_id id, pn_unit_id target)
{
	struct search search;
	struct found found = {.figures = 0};

	if (!begin_search(&search, view, id, target, view->width + view->depth))
		return false;
	for (int stage = 0; stage <= STEPS; stage++)
		if (try_step(&search, stage, NULL))
			return true;
	try_all_sides(&search, &found);
	return found.figures > 0;
}

bool aw_comes_up_to(const struct pn_game *view, pn_unit_id id, pn_unit_id target, uint8_t *facing)
{
	const struct pn_unit *unit = &view->unit[id];
	const struct pn_shape mover = pn_unit_footprint(unit);
	const struct pn_shape enemy = pn_unit_footprint(&view->unit[target]);
	struct pn_sweep_contact contact;

	if (!pn_sweep(&mover, pn_along(unit->pose.facing, PN_INCH), &enemy, 1, &contact))
		return false;
	*facing = facing_met(contact.obstacle_edges, enemy.count);
	return true;
}

uint8_t aw_facing_ahead(const struct pn_game *view, pn_unit_id id, pn_unit_id target)
{
	uint8_t facing;

	return aw_comes_up_to(view, id, target, &facing) ? facing : (uint8_t)PN_FACING_FRONT;
}

/* ---- where there is none ---- */

pn_vec aw_middle(const struct pn_unit *unit)
{
	return pn_ahead(unit->pose, -pn_depth(pn_unit_formation(unit)) / 2, 0);
}

/* Towards the middle of the enemy. */
static void aim_at_middle(const struct pn_game *view, pn_unit_id id, pn_unit_id target,
			  pn_len allowance, struct aw_way *out)
{
	const struct pn_unit *unit = &view->unit[id];
	const struct pn_formation formation = pn_unit_formation(unit);
	struct pn_lanes_wheel wheel[PN_CORNERS];
	const pn_vec to = pn_subtract(aw_middle(&view->unit[target]), unit->pose.at);
	int32_t by = pn_turn_between(unit->pose.facing, pn_bearing(to));
	enum pn_corner corner = by < 0 ? PN_CORNER_LEFT : PN_CORNER_RIGHT;
	const int32_t afforded = pn_wheel_afforded(pn_frontage(formation), allowance);

	limit_wheels(view, id, wheel);
	if (by < -afforded)
		by = -afforded;
	if (by > afforded)
		by = afforded;
	if (by < wheel[corner].least)
		by = wheel[corner].least;
	if (by > wheel[corner].most)
		by = wheel[corner].most;
	if (aw_wheels_into_woods(view, id, pn_wheel_pose(unit->pose, formation, corner, by)))
		by = 0;
	out->by = by;
	out->corner = corner;
	out->cost = aw_wheel_cost(unit, by);
	out->wheeled = pn_wheel_pose(unit->pose, formation, corner, by);
}

pn_pose aw_aimed(const struct pn_game *view, pn_unit_id id, pn_unit_id target, pn_len allowance,
		 pn_len *cost)
{
	struct aw_way way;

	aim_at_middle(view, id, target, allowance, &way);
	*cost = way.cost;
	return way.wheeled;
}

void aw_aim(const struct pn_game *view, pn_unit_id id, pn_unit_id target, pn_len allowance,
	    struct aw_way *out)
{
	if (!aw_find_way(view, id, target, view->width + view->depth, out) ||
	    out->cost >= allowance)
		aim_at_middle(view, id, target, allowance, out);
}

/* A point as seen from a pose, scaled by PN_SINE_ONE: how far to the right, how far ahead. */
static void seen_from(pn_pose pose, pn_vec point, int64_t *right, int64_t *ahead)
{
	const int64_t x = point.x - pose.at.x;
	const int64_t y = point.y - pose.at.y;

	*right = x * pn_cosine(pose.facing) - y * pn_sine(pose.facing);
	*ahead = x * pn_sine(pose.facing) + y * pn_cosine(pose.facing);
}

bool aw_is_ahead(const struct pn_game *view, pn_unit_id id, pn_unit_id target)
{
	const struct pn_unit *unit = &view->unit[id];
	const struct pn_shape shape = pn_unit_footprint(&view->unit[target]);
	const int64_t half = (int64_t)pn_frontage(pn_unit_formation(unit)) * PN_SINE_ONE / 2;

	for (uint8_t i = 0; i < shape.count; i++) {
		int64_t right, ahead;

		seen_from(unit->pose, shape.point[i], &right, &ahead);
		if (ahead >= 0 && (right < 0 ? -right : right) - half <= ahead)
			return true;
	}
	return false;
}

/* Decides AW-70. */
bool aw_is_behind_front(const struct pn_game *view, pn_unit_id id, pn_pose pose, pn_unit_id other)
{
	const struct pn_unit *unit = &view->unit[id];
	const struct pn_formation formation = pn_unit_formation(unit);

	for (uint16_t figure = 0; figure < unit->figures; figure++) {
		const struct pn_shape base = pn_figure_base(pose, formation, figure);
		bool behind = true;

		for (uint8_t i = 0; i < base.count && behind; i++) {
			int64_t right, ahead;

			seen_from(view->unit[other].pose, base.point[i], &right, &ahead);
			behind = ahead <= 0;
		}
		if (behind)
			return true;
	}
	return false;
}
