/* The charge sector: which figures and bases decide.
 *
 * What the rear ranks add. The figure r ranks behind a front-rank figure of the same
 * file has the same area shifted back by r base depths. That area contains the one
 * in front; but every point of the area in front is farther from the rear figure
 * than from the front one. So a rear figure never brings a base into range that lies
 * wholly in an area of the front rank: it only adds bases on the flank that stick
 * out across the outermost ray of the front rank, which no move of the front rank
 * within the half angle can strike squarely. Hence the front rank is the default
 * (A-B2-8), `rear_ranks` the letter of B2-21; a rear figure then applies its own
 * least distance to the base it reaches.
 *
 * Speed: most pairs are never looked at closely. Each base gets a box in the
 * charger's own directions, forward and right, and the gap between that box and a
 * figure's front edge is a lower bound of their distance. */

#include "b2_sector.h"

#include "b2_sector_area.h"
#include "convex_parts.h"

/* The boxes are rounded; no true distance is less than the gap by more than this. */
#define SLACK 4

/* A range of places ahead of the charger's front centre and to its right. */
struct box {
	pn_len forward[2];
	pn_len right[2];
};

static pn_vec find_ray(pn_angle heading)
{
	return (pn_vec){pn_sine(heading), pn_cosine(heading)};
}

/* Decides B2-20. */
static void find_areas(pn_pose pose, struct pn_formation formation, uint16_t figures,
		       pn_angle half_angle, struct b2_sector_area *areas)
{
	pn_vec ray_left = find_ray((pn_angle)(pose.facing - half_angle));
	pn_vec ray_right = find_ray((pn_angle)(pose.facing + half_angle));
	for (uint16_t figure = 0; figure < figures; figure++) {
		uint16_t rank = figure / formation.files;
		uint16_t file = figure % formation.files;
		pn_vec left = file > 0 && formation.gap == 0
				      ? areas[figure - 1].right
				      : pn_base_corner(pose, formation, 2 * rank, 2 * file);
		areas[figure] = (struct b2_sector_area){
			left, pn_base_corner(pose, formation, 2 * rank, 2 * file + 1), ray_left,
			ray_right};
	}
}

/* Bases that stand apart share no corners. */
static uint16_t find_loose_bases(pn_pose pose, struct pn_formation formation, struct pn_base *bases)
{
	for (uint16_t figure = 0; figure < formation.figures; figure++) {
		struct pn_shape base = pn_figure_base(pose, formation, figure);
		memcpy(bases[figure].corner, base.point, sizeof(bases[figure].corner));
	}
	return formation.figures;
}

uint16_t b2_sector_bases(pn_pose pose, struct pn_formation formation, struct pn_base *bases)
{
	/* The row of corners before a rank and the row behind it; each corner is
	 * worked out once, though up to four bases share it. */
	pn_vec row[2][PN_FIGURES_MAX + 1];
	pn_assert(formation.files >= 1 && formation.files <= formation.figures);
	pn_assert(formation.figures <= PN_FIGURES_MAX);
	if (formation.gap > 0)
		return find_loose_bases(pose, formation, bases);
	for (uint16_t file = 0; file <= formation.files; file++)
		row[0][file] = pn_base_corner(pose, formation, 0, 2 * file);
	for (uint16_t figure = 0; figure < formation.figures; figure++) {
		uint16_t rank = figure / formation.files;
		uint16_t file = figure % formation.files;
		pn_vec *front = row[rank % 2];
		pn_vec *rear = row[(rank + 1) % 2];
		if (file == 0)
			rear[0] = pn_base_corner(pose, formation, 2 * (rank + 1), 0);
		rear[file + 1] = pn_base_corner(pose, formation, 2 * (rank + 1), 2 * (file + 1));
		bases[figure] = (struct pn_base){
			{front[file], front[file + 1], rear[file + 1], rear[file]}};
	}
	return formation.figures;
}

/* At least the distance from the front centre of a formation to any of its points. */
static pn_len find_radius(struct pn_formation formation)
{
	int64_t half_width = ((int64_t)pn_frontage(formation) + 1) / 2;
	int64_t depth = pn_depth(formation);
	int64_t squared = half_width * half_width + depth * depth;
	return (pn_len)pn_square_root((uint64_t)squared) + SLACK;
}

bool b2_sector_may_reach(pn_pose charger, struct pn_formation charging, pn_pose target,
			 struct pn_formation targeted, pn_len most)
{
	charging.figures = charging.files;
	int64_t reach = (int64_t)most + find_radius(charging) + find_radius(targeted);
	return pn_distance_squared(charger.at, target.at) <= reach * reach;
}

static void widen(pn_len range[2], pn_len to)
{
	range[0] = to < range[0] ? to : range[0];
	range[1] = to > range[1] ? to : range[1];
}

/* The boxes of bases in the charger's own directions, rounded. */
static void find_boxes(pn_pose charger, const struct pn_base *bases, uint16_t count,
		       struct box *boxes)
{
	int64_t sine = pn_sine(charger.facing);
	int64_t cosine = pn_cosine(charger.facing);
	for (uint16_t i = 0; i < count; i++) {
		boxes[i] = (struct box){{INT32_MAX, INT32_MIN}, {INT32_MAX, INT32_MIN}};
		for (int k = 0; k < 4; k++) {
			pn_vec at = pn_subtract(bases[i].corner[k], charger.at);
			widen(boxes[i].forward,
			      (pn_len)((at.x * sine + at.y * cosine) / PN_SINE_ONE));
			widen(boxes[i].right,
			      (pn_len)((at.x * cosine - at.y * sine) / PN_SINE_ONE));
		}
	}
}

static int64_t gap_between(int64_t low, int64_t high, int64_t other_low, int64_t other_high)
{
	int64_t gap = 0;
	if (other_low > high)
		gap = other_low - high - SLACK;
	else if (other_high < low)
		gap = low - other_high - SLACK;
	return gap > 0 ? gap : 0;
}

/* One question to b2_sector_measure, and what is known of its answer. */
struct query {
	pn_pose charger;
	struct pn_formation charging;
	const struct pn_base *bases;
	uint16_t count;
	const struct b2_sector *sector;
	struct box box[PN_FIGURES_MAX];
};

/* A squared distance that a box is at least away from part of a rank: from so many figures to
 * the right of its left end, so many figures wide. To the near side of the box, or to
 * the far one. */
static int64_t bound_distance(const struct query *query, uint16_t figure, uint16_t wide,
			      const struct box *box, bool far)
{
	const struct pn_formation *charging = &query->charging;
	int64_t rank = figure / charging->files;
	int64_t file = figure % charging->files;
	int64_t pitch = (int64_t)charging->base_width + charging->gap;
	int64_t left = (2 * file * pitch - pn_frontage(*charging)) / 2;
	int64_t right = left + wide * pitch - charging->gap;
	int64_t ahead = -rank * ((int64_t)charging->base_depth + charging->gap);
	int64_t across = gap_between(left, right, box->right[0], box->right[1]);
	int64_t along = far ? box->forward[1] - SLACK - ahead
			    : gap_between(ahead, ahead, box->forward[0], box->forward[1]);
	if (along < 0)
		along = 0;
	return across * across + along * along;
}

/* Is the new spot to be told rather than the one held so far? */
static bool goes_before(const struct b2_sector_spot *new, const struct b2_sector_spot *held)
{
	if (held->under == 0)
		return true;
	int order = b2_sector_spots_compare(new, held);
	if (order != 0)
		return order < 0;
	if (new->charger != held->charger)
		return new->charger < held->charger;
	return new->target < held->target;
}

/* What is sought over all pairs: the nearest point, or the base within reach. */
struct search {
	const struct query *query;
	uint16_t figures;
	bool reach;      /* else nearest */
	bool far;        /* distances are to far edges */
	int64_t ceiling; /* the best is nearer than the root of this */
	struct b2_sector_spot *best;
};

/* The square of a length a little above the spot's, which is sought upwards from the
 * square of a length that is not. */
static int64_t find_ceiling(const struct b2_sector_spot *spot, int64_t bound)
{
	int64_t length = (int64_t)pn_square_root((uint64_t)bound);
	int64_t step = 16;
	while (b2_sector_compare(spot, (pn_len)(length + step)) >= 0)
		step *= 2;
	return (length + step) * (length + step);
}

/* The distance that decides over a base lying wholly between the rays of a figure, or
 * no distance when the base does not count for this figure. */
static void find_reach(const struct query *query, const struct b2_sector_area *area,
		       struct b2_sector_spot *spot)
{
	const struct pn_base *base = &query->bases[spot->target];
	bool rear = spot->charger >= query->charging.files;
	bool far = query->sector->range_edge == B2_RANGE_EDGE_FAR;
	if (!b2_sector_holds(area, base))
		return;
	if (rear || !far) {
		b2_sector_nearest(area, base, spot);
		if (rear && b2_sector_compare(spot, query->sector->least) <= 0) {
			spot->under = 0;
			return;
		}
	}
	if (far)
		b2_sector_farthest(area, base, spot);
}

static void search_figures(struct search *search, const struct b2_sector_area *areas, uint16_t i)
{
	const struct query *query = search->query;
	for (uint16_t figure = 0; figure < search->figures; figure++) {
		int64_t bound = bound_distance(query, figure, 1, &query->box[i], search->far);
		if (bound > search->ceiling)
			continue;
		struct b2_sector_spot spot = {.charger = figure, .target = i};
		if (search->reach)
			find_reach(query, &areas[figure], &spot);
		else
			b2_sector_nearest(&areas[figure], &query->bases[i], &spot);
		if (spot.under == 0 || !goes_before(&spot, search->best))
			continue;
		*search->best = spot;
		search->ceiling = find_ceiling(&spot, bound);
	}
}

static int64_t bound_base(const struct search *search, uint16_t i)
{
	uint16_t files = search->query->charging.files;
	uint16_t last = (uint16_t)((search->figures - 1) / files * files);
	const struct box *box = &search->query->box[i];
	int64_t bound = bound_distance(search->query, 0, files, box, search->far);
	for (uint16_t first = files; first <= last; first = (uint16_t)(first + files)) {
		int64_t rear = bound_distance(search->query, first, files, box, search->far);
		bound = rear < bound ? rear : bound;
	}
	return bound;
}

/* Try the most promising base first, then whatever might be better. */
static void search_pairs(struct search *search, const struct b2_sector_area *areas)
{
	int64_t bound[PN_FIGURES_MAX];
	uint16_t first = 0;
	for (uint16_t i = 0; i < search->query->count; i++) {
		bound[i] = bound_base(search, i);
		if (bound[i] < bound[first])
			first = i;
	}
	search_figures(search, areas, first);
	for (uint16_t i = 0; i < search->query->count; i++) {
		if (i != first && bound[i] <= search->ceiling)
			search_figures(search, areas, i);
	}
}

/* Decides B2-21, B2-23 and B2-24. */
static enum b2_sector_verdict judge(const struct query *query, const struct b2_sector_area *areas,
				    struct b2_sector_result *result)
{
	const struct b2_sector *sector = query->sector;
	struct search search = {
		.query = query,
		.figures = query->charging.files,
		.ceiling = INT64_MAX,
		.best = &result->nearest,
	};
	search_pairs(&search, areas);
	if (result->nearest.under == 0)
		return B2_SECTOR_OUTSIDE;
	if (b2_sector_compare(&result->nearest, sector->least) <= 0)
		return B2_SECTOR_TOO_NEAR;
	bool beyond = b2_sector_compare(&result->nearest, sector->most) > 0;
	if (beyond && !sector->rear_ranks)
		return B2_SECTOR_TOO_FAR;
	if (sector->rear_ranks)
		search.figures = query->charging.figures;
	search.reach = true;
	search.far = sector->range_edge == B2_RANGE_EDGE_FAR;
	search.ceiling = INT64_MAX;
	search.best = &result->reach;
	search_pairs(&search, areas);
	if (result->reach.under == 0)
		return beyond ? B2_SECTOR_TOO_FAR : B2_SECTOR_ASTRIDE;
	if (b2_sector_compare(&result->reach, sector->most) > 0)
		return B2_SECTOR_TOO_FAR;
	return B2_SECTOR_IN_RANGE;
}

void b2_sector_measure(pn_pose charger, struct pn_formation charging, const struct pn_base *bases,
		       uint16_t count, const struct b2_sector *sector,
		       struct b2_sector_result *result)
{
	pn_assert(count >= 1 && count <= PN_FIGURES_MAX);
	pn_assert(sector->most >= 0 && sector->least >= -1);
	pn_assert(sector->half_angle <= B2_SECTOR_ANGLE_MAX);
	struct b2_sector_area areas[PN_FIGURES_MAX];
	uint16_t figures = sector->rear_ranks ? charging.figures : charging.files;
	find_areas(charger, charging, figures, sector->half_angle, areas);
	struct query query;
	query.charger = charger;
	query.charging = charging;
	query.bases = bases;
	query.count = count;
	query.sector = sector;
	find_boxes(charger, bases, count, query.box);
	memset(result, 0, sizeof(*result));
	result->verdict = judge(&query, areas, result);
}

void b2_sector_measure_unit(pn_pose charger, struct pn_formation charging, pn_pose target,
			    struct pn_formation targeted, const struct b2_sector *sector,
			    struct b2_sector_result *result)
{
	struct pn_base bases[PN_FIGURES_MAX];
	uint16_t count = b2_sector_bases(target, targeted, bases);
	b2_sector_measure(charger, charging, bases, count, sector, result);
}
