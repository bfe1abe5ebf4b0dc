/* Range and headings between units.
 *
 * Positions are public and exact, so any of these may be asked of any view; what the
 * book forbids to measure is kept out of actions and previews, not out of the rules. */

#include "b2.h"
#include "b2_sector.h"

/* ---- range ---- */

/* The bases of a unit, whether in a block or each by itself. */
static uint16_t bases_of(const struct pn_game *view, const struct pn_unit *unit,
			 struct pn_base bases[PN_FIGURES_MAX])
{
	struct pn_body body;

	if (unit->loose == 0)
		return b2_sector_bases(unit->pose, pn_unit_formation(unit), bases);
	pn_unit_body(&body, view, unit);
	for (uint8_t i = 0; i < body.count; i++)
		memcpy(bases[i].corner, body.part[i].point, sizeof bases[i].corner);
	return body.count;
}

/* Figure by figure. Of skirmishers that charge each has a range of its own; one that
 * finds the target too near makes it so for all, else one that has it in range. */
static enum b2_sector_verdict measure_loose(const struct pn_game *view, const struct pn_unit *unit,
					    const struct pn_unit *enemy,
					    const struct b2_sector *sector)
{
	static const uint8_t weight[] = {
		[B2_SECTOR_OUTSIDE] = 0,  [B2_SECTOR_TOO_FAR] = 1,  [B2_SECTOR_ASTRIDE] = 2,
		[B2_SECTOR_IN_RANGE] = 3, [B2_SECTOR_TOO_NEAR] = 4,
	};
	struct pn_base bases[PN_FIGURES_MAX];
	uint16_t count = bases_of(view, enemy, bases);
	struct pn_formation one = pn_unit_formation(unit);
	enum b2_sector_verdict found = B2_SECTOR_OUTSIDE;
	struct b2_sector_result result;

	if (unit->loose == 0) {
		b2_sector_measure(unit->pose, one, bases, count, sector, &result);
		return result.verdict;
	}
	one.figures = one.files = 1;
	one.gap = 0;
	for (uint16_t i = 0; i < unit->figures; i++) {
		b2_sector_measure(pn_figure_pose(view, unit, i), one, bases, count, sector,
				  &result);
		if (weight[result.verdict] > weight[found])
			found = result.verdict;
	}
	return found;
}

enum b2_range b2_lies(const struct pn_game *view, pn_unit_id id, pn_unit_id target)
{
	const struct pn_unit *unit = &view->unit[id];
	const struct pn_unit *enemy = &view->unit[target];
	const struct b2_sector sector = {
		.least = b2_minimum(unit),
		.most = b2_charge_allowance(unit),
		.half_angle = PN_DEGREES_45,
		.range_edge = view->switches[B2_SWITCH_RANGE_EDGE] == B2_FAR ? B2_RANGE_EDGE_FAR
									     : B2_RANGE_EDGE_NEAR,
	};
	static const enum b2_range range[] = {
		[B2_SECTOR_OUTSIDE] = B2_OUTSIDE,   [B2_SECTOR_TOO_NEAR] = B2_TOO_NEAR,
		[B2_SECTOR_IN_RANGE] = B2_IN_RANGE, [B2_SECTOR_TOO_FAR] = B2_TOO_FAR,
		[B2_SECTOR_ASTRIDE] = B2_ASTRIDE,
	};
	struct b2_sector_result result;

	if (unit->loose > 0 || enemy->loose > 0)
		return range[measure_loose(view, unit, enemy, &sector)];
	if (!b2_sector_may_reach(unit->pose, pn_unit_formation(unit), enemy->pose,
				 pn_unit_formation(enemy), sector.most))
		return B2_TOO_FAR;
	b2_sector_measure_unit(unit->pose, pn_unit_formation(unit), enemy->pose,
			       pn_unit_formation(enemy), &sector, &result);
	return range[result.verdict];
}

enum b2_range b2_range_of(const struct pn_game *view, pn_unit_id id, pn_unit_id target)
{
	return b2_sees(view, id, target) ? b2_lies(view, id, target) : B2_UNSEEN;
}

bool b2_is_in_range(const struct pn_game *view, pn_unit_id id, pn_unit_id target)
{
	return b2_lies(view, id, target) == B2_IN_RANGE && b2_sees(view, id, target);
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
				near = pn_nearest_on_segment(corner, from, to);
				best = turn ? pn_subtract(corner, near) : pn_subtract(near, corner);
			}
	}
	return best;
}

/* Of bodies with many parts the two that lie nearest to each other, by the middles of
 * their boxes; of equal ones the first. */
void b2_nearest_parts(const struct pn_body *from, const struct pn_body *to, uint8_t *a, uint8_t *b)
{
	int64_t least = INT64_MAX;

	for (uint8_t i = 0; i < from->count; i++)
		for (uint8_t k = 0; k < to->count; k++) {
			int64_t apart = pn_distance_squared(
				pn_add(from->part[i].point[0], from->part[i].point[2]),
				pn_add(to->part[k].point[0], to->part[k].point[2]));

			if (apart >= least)
				continue;
			least = apart;
			*a = i;
			*b = k;
		}
}

pn_vec b2_nearest_way(const struct pn_game *view, pn_unit_id id, pn_unit_id target)
{
	struct pn_body from;
	struct pn_body to;
	uint8_t a = 0;
	uint8_t b = 0;

	pn_unit_body(&from, view, &view->unit[id]);
	pn_unit_body(&to, view, &view->unit[target]);
	b2_nearest_parts(&from, &to, &a, &b);
	return b2_shortest_way(&from.part[a], &to.part[b]);
}

pn_angle b2_heading_to(const struct pn_game *view, pn_unit_id id, pn_unit_id target)
{
	pn_vec way = b2_nearest_way(view, id, target);

	if (way.x == 0 && way.y == 0)
		way = pn_subtract(view->unit[target].pose.at, view->unit[id].pose.at);
	return pn_heading_within_45(pn_bearing(way), view->unit[id].pose.facing);
}
