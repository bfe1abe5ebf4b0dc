/* Ways to an enemy (AW-82): a wheel of at most 45 degrees about a front corner, made before
 * moving, and straight on. The wheel costs the way of the outer corner, or a wide unit would
 * reach farther by wheeling than by going straight.
 *
 * AW-G1. For each side of the enemy lanes.h finds the wheels after which most figures reach
 * it by going straight on; of the sides the one that most reach wins, of equal ones the
 * smaller wheel, then the front, the flanks, the rear. What a way may not pass is in no
 * lane; it ends clear of friends, and in woods no deeper than AW-19 lets it. If that way
 * costs too much, wheels of at most 30, 15, 5 degrees and none are tried in turn. */

#include "aw.h"
#include "lanes.h"

static uint8_t edge_of(uint8_t facing, uint8_t corners)
{
	static const uint8_t edge[] = {
		[PN_FACING_FRONT] = 0, [PN_FACING_RIGHT] = 1, [PN_FACING_REAR] = 2};

	return facing == PN_FACING_LEFT ? (uint8_t)(corners - 1) : edge[facing];
}

static uint8_t facing_of_edge(uint8_t edge, uint8_t corners)
{
	if (edge == 0)
		return PN_FACING_FRONT;
	if (edge == 1)
		return PN_FACING_RIGHT;
	return edge == corners - 1 ? PN_FACING_LEFT : PN_FACING_REAR;
}

/* The facing that the contact is on: the lowest edge that takes part. */
static uint8_t facing_met(uint16_t edges, uint8_t corners)
{
	for (uint8_t edge = 0; edge < corners; edge++)
		if (edges & 1u << edge)
			return facing_of_edge(edge, corners);
	return PN_FACING_FRONT;
}

/* ---- what a wheel may do ---- */

static void limit_wheels(const struct pn_game *view, pn_unit_id id,
			 struct pn_lanes_wheel wheel[PN_CORNERS])
{
	const struct pn_unit *unit = &view->unit[id];
	const struct pn_formation formation = pn_unit_formation(unit);
	struct aw_obstacles found;
	struct pn_obstacles obstacles = {.shape = found.shape};

	aw_gather(&found, view, id, AW_HARD | AW_FRIENDS, PN_NO_UNIT);
	obstacles.count = found.count;
	for (int corner = 0; corner < PN_CORNERS; corner++) {
		pn_vec centre = pn_wheel_centre(unit->pose, formation, (enum pn_corner)corner);

		wheel[corner].least =
			pn_formation_turn(unit->pose, formation, centre, -PN_DEGREES_45, &obstacles)
				.by;
		wheel[corner].most =
			pn_formation_turn(unit->pose, formation, centre, PN_DEGREES_45, &obstacles)
				.by;
	}
}

/* ---- the way ---- */

static int32_t size_of(int32_t turn)
{
	return turn < 0 ? -turn : turn;
}

static pn_len wheel_cost(const struct pn_unit *unit, int32_t by)
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
	struct aw_obstacles hard; /* but for the target */
	uint8_t hopeless;         /* facings that no wheel reaches, a bit each */
};

/* Straight on after the wheel, into the target before anything else. */
static bool makes_contact(const struct search *search, struct aw_way *way)
{
	const struct pn_unit *unit = &search->view->unit[search->id];
	const struct pn_shape mover = aw_footprint_at(unit, way->wheeled);
	const struct pn_shape target = pn_unit_footprint(&search->view->unit[search->target]);
	const pn_angle heading = way->wheeled.facing;
	struct pn_sweep_contact contact;
	struct aw_obstacles friends;
	struct pn_shape end;

	way->cost = wheel_cost(unit, way->by);
	if (way->cost >= search->reach ||
	    !pn_sweep(&mover, pn_along(heading, search->reach - way->cost), &target, 1, &contact))
		return false;
	way->length = pn_sweep_distance(search->reach - way->cost, contact.at);
	way->end = pn_sweep_end(way->wheeled, heading, search->reach - way->cost, contact.at);
	way->facing = facing_met(contact.obstacle_edges, target.count);
	if (aw_straight(&search->hard, &mover, heading, way->length, NULL) < way->length ||
	    aw_woods_limit(search->view, search->id, way->wheeled, way->length) < way->length)
		return false;
	aw_gather(&friends, search->view, search->id, AW_FRIENDS, PN_NO_UNIT);
	end = aw_footprint_at(unit, way->end);
	return aw_overlaps(&friends, &end) < 0;
}

static bool try_wheel(const struct search *search, enum pn_corner corner, int32_t by,
		      struct aw_way *way)
{
	const struct pn_unit *unit = &search->view->unit[search->id];

	way->by = by;
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
	const pn_angle outward =
		(pn_angle)(pn_bearing(pn_subtract(to, from)) - PN_DEGREES_90);
	const pn_angle front = (pn_angle)(unit->pose.facing + (corner == PN_CORNER_LEFT
								       ? PN_DEGREES_90
								       : -PN_DEGREES_90));
	int32_t off = pn_turn_between(front, outward);
	int64_t swing;

	off = off < wheel.least ? wheel.least - off : off > wheel.most ? off - wheel.most : 0;
	swing = off < PN_DEGREES_90 ? (int64_t)pn_frontage(formation) * pn_cosine((pn_angle)off) /
					      PN_SINE_ONE
				    : 0;
	return pn_cross(from, to, centre) +
		       (swing + PN_INCH / 10) * ((int64_t)pn_distance(from, to) + PN_TOUCH) >
	       0;
}

/* The best wheel onto one side of the target. */
static uint16_t try_side(struct search *search, uint8_t facing, struct aw_way *way)
{
	const struct pn_unit *unit = &search->view->unit[search->id];
	const struct pn_shape target = pn_unit_footprint(&search->view->unit[search->target]);
	const uint8_t edge = edge_of(facing, target.count);
	struct pn_lanes lanes = {
		.pose = unit->pose,
		.formation = pn_unit_formation(unit),
		.from = target.point[edge],
		.to = target.point[(edge + 1) % target.count],
		.reach = search->reach,
		.blocker = search->hard.shape,
		.blockers = search->hard.count,
	};
	struct pn_lanes_best best;
	bool seen = false;

	for (enum pn_corner corner = PN_CORNER_LEFT; corner < PN_CORNERS; corner++) {
		if (!may_see(search, corner, lanes.from, lanes.to))
			continue;
		lanes.wheel[corner] = search->wheel[corner];
		seen = true;
	}
	best.stands = 0;
	if (seen)
		pn_lanes_find_best(&lanes, &best);
	if (best.stands == 0) {
		search->hopeless |= (uint8_t)(1u << facing);
		return 0;
	}
	if (try_wheel(search, best.corner, best.by, way))
		return best.stands;
	for (uint8_t i = 0; i < best.spans; i++)
		if (try_wheel(search, best.span[i].corner, best.span[i].from, way) ||
		    try_wheel(search, best.span[i].corner, best.span[i].to, way))
			return best.stands;
	return 0;
}

/* The best way onto any side, with wheels as limited. */
static bool try_all_sides(struct search *search, struct aw_way *out)
{
	uint16_t most = 0;

	for (uint8_t facing = PN_FACING_FRONT; facing <= PN_FACING_REAR; facing++) {
		struct aw_way way;
		uint16_t figures = 0;

		if (!(search->hopeless & 1u << facing))
			figures = try_side(search, facing, &way);
		if (figures > most ||
		    (figures > 0 && figures == most && size_of(way.by) < size_of(out->by))) {
			most = figures;
			*out = way;
		}
	}
	return most > 0;
}

static void narrow_wheels(struct search *search, int32_t to)
{
	for (int corner = 0; corner < PN_CORNERS; corner++) {
		struct pn_lanes_wheel *wheel = &search->wheel[corner];

		wheel->least = wheel->least < -to ? -to : wheel->least;
		wheel->most = wheel->most > to ? to : wheel->most;
	}
}

static bool begin_search(struct search *search, const struct pn_game *view, pn_unit_id id,
			 pn_unit_id target, pn_len reach)
{
	search->view = view;
	search->id = id;
	search->target = target;
	search->reach = reach;
	search->hopeless = 0;
	if (!aw_within(view, id, target, 2 * (int64_t)reach))
		return false;
	limit_wheels(view, id, search->wheel);
	aw_gather(&search->hard, view, id, AW_ENEMIES | AW_GROUND, target);
	return true;
}

static bool search_on(struct search *search, struct aw_way *out)
{
	static const int32_t limit[] = {PN_DEGREES_45, PN_DEGREES_90 / 3, PN_DEGREES_90 / 6,
					PN_DEGREES_90 / 18, 0};

	for (size_t i = 0; i < sizeof limit / sizeof limit[0]; i++) {
		narrow_wheels(search, limit[i]); /* what none reached, none does now */
		if (try_all_sides(search, out))
			return true;
	}
	return false;
}

bool aw_find_way(const struct pn_game *view, pn_unit_id id, pn_unit_id target, pn_len reach,
		 struct aw_way *out)
{
	struct search search;

	return begin_search(&search, view, id, target, reach) && search_on(&search, out);
}

bool aw_has_way(const struct pn_game *view, pn_unit_id id, pn_unit_id target)
{
	struct search search;
	struct aw_way way;

	return begin_search(&search, view, id, target, view->width + view->depth) &&
	       search_on(&search, &way);
}

/* ---- where there is none ---- */

pn_vec aw_middle(const struct pn_unit *unit)
{
	return pn_ahead(unit->pose, -pn_depth(pn_unit_formation(unit)) / 2, 0);
}

pn_pose aw_aimed(const struct pn_game *view, pn_unit_id id, pn_unit_id target, pn_len allowance,
		 pn_len *cost)
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
	*cost = wheel_cost(unit, by);
	return pn_wheel_pose(unit->pose, formation, corner, by);
}

/* A point in the frame of a pose, scaled by PN_SINE_ONE: how far to the right, how far ahead. */
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

bool aw_is_behind_front(const struct pn_game *view, pn_unit_id id, pn_pose pose, pn_unit_id other)
{
	const struct pn_unit *unit = &view->unit[id];
	const struct pn_formation formation = pn_unit_formation(unit);
	const int64_t slack = (int64_t)PN_TOUCH * PN_SINE_ONE;

	for (uint16_t figure = 0; figure < unit->figures; figure++) {
		const struct pn_shape base = pn_figure_base(pose, formation, figure);
		bool behind = true;

		for (uint8_t i = 0; i < base.count && behind; i++) {
			int64_t right, ahead;

			seen_from(view->unit[other].pose, base.point[i], &right, &ahead);
			behind = ahead <= slack;
		}
		if (behind)
			return true;
	}
	return false;
}
