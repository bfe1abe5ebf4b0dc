/* Distances, sight and straight ways between units.
 *
 * Positions are public and exact, so any of these may be asked of any view; what the
 * book forbids to measure is kept out of offers and previews, not out of the rules. */

#include "b2.h"
#include "sector.h"
#include "sweep.h"

enum {
	EDGE_DEPTH = 10 * PN_INCH,	/* of the strips that stand for what lies off the table */
};

/* ---- range ---- */

enum b2_range b2_range_of(const struct pn_game *view, pn_unit_id id, pn_unit_id target)
{
	const struct pn_unit *unit = &view->unit[id];
	const struct pn_unit *enemy = &view->unit[target];
	const struct pn_sector sector = {
		.least = b2_minimum(unit),
		.most = b2_charge_allowance(unit),
		.half_angle = PN_DEGREES_45,
		.range_edge = view->readings[B2_READ_RANGE_EDGE] == B2_FAR ? PN_RANGE_EDGE_FAR
									   : PN_RANGE_EDGE_NEAR,
	};
	static const enum b2_range range[] = {
		[PN_SECTOR_OUTSIDE] = B2_OUTSIDE,   [PN_SECTOR_TOO_NEAR] = B2_TOO_NEAR,
		[PN_SECTOR_IN_RANGE] = B2_IN_RANGE, [PN_SECTOR_TOO_FAR] = B2_TOO_FAR,
		[PN_SECTOR_ASTRIDE] = B2_ASTRIDE,
	};
	struct pn_sector_result result;

	if (!b2_sees(view, id, target))
		return B2_UNSEEN;
	if (!pn_sector_may_reach(unit->pose, pn_unit_formation(unit), enemy->pose,
				 pn_unit_formation(enemy), sector.most))
		return B2_TOO_FAR;
	pn_sector_measure_unit(unit->pose, pn_unit_formation(unit), enemy->pose,
			       pn_unit_formation(enemy), &sector, &result);
	return range[result.verdict];
}

bool b2_in_reach(enum b2_range range)
{
	return range == B2_IN_RANGE || range == B2_TOO_NEAR;
}

pn_clause b2_range_clause(enum b2_range range)
{
	static const pn_clause clause[B2_RANGES] = {
		[B2_IN_RANGE] = {"B2-21"}, [B2_TOO_NEAR] = {"B2-24"}, [B2_OUTSIDE] = {"B2-20"},
		[B2_ASTRIDE] = {"B2-21"},  [B2_TOO_FAR] = {"B2-23"},  [B2_UNSEEN] = {"B2-15"},
	};

	return clause[range];
}

/* ---- headings ---- */

/* The point of the segment ab nearest to p, rounded. */
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

/* The shortest way from shape a to shape b: to the nearest of all pairs of a corner and
 * an edge; of equal ones the first counts. */
static pn_vec shortest_way(const struct pn_shape *a, const struct pn_shape *b)
{
	pn_vec best = {0, 0};
	pn_fraction least = {0, 0};

	for (int turn = 0; turn < 2; turn++) {
		const struct pn_shape *corners = turn ? b : a;
		const struct pn_shape *edges = turn ? a : b;

		for (uint8_t i = 0; i < corners->count; i++)
			for (uint8_t k = 0; k < edges->count; k++) {
				pn_vec corner = corners->point[i];
				pn_vec from = edges->point[k];
				pn_vec to = edges->point[(k + 1) % edges->count];
				pn_fraction apart =
					pn_segment_distance_squared(corner, from, to);
				pn_vec near;

				if (least.den && pn_fraction_compare(apart, least) >= 0)
					continue;
				least = apart;
				near = nearest_on(corner, from, to);
				best = turn ? pn_subtract(corner, near) : pn_subtract(near, corner);
			}
	}
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

pn_angle b2_heading_to(const struct pn_game *view, pn_unit_id id, pn_unit_id target)
{
	struct pn_shape from = pn_unit_footprint(&view->unit[id]);
	struct pn_shape to = pn_unit_footprint(&view->unit[target]);
	pn_vec way = shortest_way(&from, &to);

	if (way.x == 0 && way.y == 0)
		way = pn_subtract(view->unit[target].pose.at, view->unit[id].pose.at);
	return within_45(pn_bearing(way), view->unit[id].pose.facing);
}

/* ---- straight ways ---- */

static void add_obstacle(struct b2_obstacles *out, struct pn_shape shape, pn_unit_id unit)
{
	pn_assert(out->count < sizeof out->unit);
	out->shape[out->count] = shape;
	out->unit[out->count] = unit;
	out->count++;
}

static void add_strip(struct b2_obstacles *out, pn_len west, pn_len south, pn_len east, pn_len north)
{
	add_obstacle(out,
		     (struct pn_shape){
			     4, {{west, south}, {west, north}, {east, north}, {east, south}}},
		     PN_NO_UNIT);
}

/* In the order of ties: units by id, then ground, then the table's edges. */
void b2_obstacles_gather(struct b2_obstacles *out, const struct pn_game *view, pn_unit_id id,
			 enum b2_ignore ignore)
{
	const struct pn_rules *rules = pn_rules_of(view);
	const pn_len east = view->width;
	const pn_len north = view->depth;

	out->count = 0;
	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		const struct pn_unit *other = &view->unit[i];
		bool enemy = other->side != view->unit[id].side;

		if (i == id || !other->on_table || (enemy && ignore == B2_IGNORE_ENEMIES))
			continue;
		add_obstacle(out, pn_unit_footprint(other), i);
	}
	for (uint8_t i = 0; i < view->terrain_count; i++)
		if (rules->terrain.row[view->terrain[i].kind].impassable)
			add_obstacle(out, view->terrain[i].shape, PN_NO_UNIT);
	add_strip(out, -EDGE_DEPTH, -EDGE_DEPTH, 0, north + EDGE_DEPTH);
	add_strip(out, east, -EDGE_DEPTH, east + EDGE_DEPTH, north + EDGE_DEPTH);
	add_strip(out, 0, -EDGE_DEPTH, east, 0);
	add_strip(out, 0, north, east, north + EDGE_DEPTH);
}

/* Which facing a charger struck: edge 0 of a footprint is the front, 1 the right flank,
 * the last the left flank. A corner counts for the facing the defender would choose. */
static uint8_t struck_facing(uint16_t edges, uint8_t corners)
{
	if (edges & 1u)
		return PN_FACING_FRONT;
	if (edges & 1u << (corners - 1))
		return PN_FACING_LEFT;
	if (edges & 1u << 1)
		return PN_FACING_RIGHT;
	return PN_FACING_REAR;
}

struct b2_way b2_straight_among(const struct b2_obstacles *obstacles, const struct pn_unit *unit,
				pn_pose pose, pn_angle heading, pn_len length)
{
	struct pn_shape mover = pn_footprint(pose, pn_unit_formation(unit));
	struct b2_way way = {.heading = heading, .length = length, .met = PN_NO_UNIT};
	struct pn_sweep_contact contact = {.at = {1, 1}};

	if (pn_sweep(&mover, pn_along(heading, length), obstacles->shape, obstacles->count,
		     &contact)) {
		way.length = pn_sweep_distance(length, contact.at);
		way.met = obstacles->unit[contact.obstacle];
		way.blocked = way.met == PN_NO_UNIT;
		way.off_table = contact.obstacle >= obstacles->count - B2_TABLE_EDGES;
		way.facing = struck_facing(contact.obstacle_edges,
					   obstacles->shape[contact.obstacle].count);
	}
	way.end = pn_sweep_end(pose, heading, length, contact.at);
	return way;
}

struct b2_way b2_straight(const struct pn_game *view, pn_unit_id id, pn_pose pose,
			  pn_angle heading, pn_len length, enum b2_ignore ignore)
{
	struct b2_obstacles obstacles;

	b2_obstacles_gather(&obstacles, view, id, ignore);
	return b2_straight_among(&obstacles, &view->unit[id], pose, heading, length);
}

bool b2_way_to(const struct pn_game *view, pn_unit_id id, pn_unit_id target, pn_len length,
	       struct b2_way *out)
{
	const struct pn_unit *unit = &view->unit[id];
	const pn_angle facing = unit->pose.facing;
	const pn_angle candidate[] = {
		b2_heading_to(view, id, target),
		facing,
		(pn_angle)(facing + PN_DEGREES_45),
		(pn_angle)(facing - PN_DEGREES_45),
	};
	struct b2_obstacles obstacles;
	bool found = false;

	b2_obstacles_gather(&obstacles, view, id, B2_IGNORE_NOBODY);
	for (size_t i = 0; i < sizeof candidate / sizeof candidate[0]; i++) {
		struct b2_way way =
			b2_straight_among(&obstacles, unit, unit->pose, candidate[i], length);

		if (way.met != target || (found && way.length >= out->length))
			continue;
		*out = way;
		found = true;
	}
	return found;
}

bool b2_on_table(const struct pn_game *view, pn_unit_id id, pn_pose pose)
{
	struct pn_shape shape = pn_footprint(pose, pn_unit_formation(&view->unit[id]));

	for (uint8_t i = 0; i < shape.count; i++) {
		pn_vec at = shape.point[i];

		if (at.x < -PN_TOUCH || at.y < -PN_TOUCH || at.x > view->width + PN_TOUCH ||
		    at.y > view->depth + PN_TOUCH)
			return false;
	}
	return true;
}
