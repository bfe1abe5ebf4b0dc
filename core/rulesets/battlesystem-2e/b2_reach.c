/* Range and headings between units.
 *
 * Positions are public and exact, so any of these may be asked of any view; what the
 * book forbids to measure is kept out of offers and previews, not out of the rules. */

#include "b2.h"
#include "sector.h"

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

/* To the nearest of all pairs of a corner and an edge; of equal ones the first counts. */
pn_vec b2_shortest_way(const struct pn_shape *a, const struct pn_shape *b)
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
				pn_fraction apart = pn_segment_distance_squared(corner, from, to);
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

pn_vec b2_nearest_way(const struct pn_game *view, pn_unit_id id, pn_unit_id target)
{
	struct pn_shape from = pn_unit_footprint(&view->unit[id]);
	struct pn_shape to = pn_unit_footprint(&view->unit[target]);

	return b2_shortest_way(&from, &to);
}

pn_angle b2_heading_to(const struct pn_game *view, pn_unit_id id, pn_unit_id target)
{
	pn_vec way = b2_nearest_way(view, id, target);

	if (way.x == 0 && way.y == 0)
		way = pn_subtract(view->unit[target].pose.at, view->unit[id].pose.at);
	return within_45(pn_bearing(way), view->unit[id].pose.facing);
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
