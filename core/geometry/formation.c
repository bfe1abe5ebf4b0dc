/* Where the figures of a formation stand, and the outline they make.
 *
 *	      front                           front
 *	  0 ---------- 1                  0 ---------- 1
 *	  |  facing ^  |                  |  facing ^  |
 *	  |            |                  |            |
 *	  3 ---------- 2                  |     3 ---- 2
 *	                                  5 --- 4    a short last rank
 *
 * The middle of a front of an odd width falls between two units of length, so
 * everything is laid out in half units and rounded once. A corner is the same
 * number however it is reached: those of the outline are those of the figures. */

#include "convex_parts.h"
#include "pennon/geometry.h"

static void check_formation(struct pn_formation formation)
{
	pn_assert(formation.figures >= 1 && formation.figures <= PN_FIGURES_MAX);
	pn_assert(formation.files >= 1 && formation.files <= formation.figures);
	pn_assert(formation.base_width > 0 && formation.base_depth > 0);
	pn_assert(formation.gap >= 0 && formation.gap <= PN_BOARD_MAX);
	pn_assert((int64_t)formation.files * (formation.base_width + formation.gap) <=
		  PN_COORDINATE_MAX);
	pn_assert((int64_t)formation.figures * (formation.base_depth + formation.gap) <=
		  (int64_t)formation.files * PN_COORDINATE_MAX);
}

/* How far a side of a base lies from the first base's near side. */
static int64_t find_side(int64_t side, pn_len base, pn_len gap)
{
	return side / 2 * ((int64_t)base + gap) + side % 2 * base;
}

pn_len pn_frontage(struct pn_formation formation)
{
	return formation.files * (formation.base_width + formation.gap) - formation.gap;
}

pn_len pn_depth(struct pn_formation formation)
{
	pn_len ranks = (formation.figures + formation.files - 1) / formation.files;

	return ranks * (formation.base_depth + formation.gap) - formation.gap;
}

static pn_vec find_corner(pn_vec at, struct pn_axes ahead, struct pn_formation formation,
			  int64_t rank_side, int64_t file_side)
{
	return pn_halves_from(at, ahead,
			      -2 * find_side(rank_side, formation.base_depth, formation.gap),
			      2 * find_side(file_side, formation.base_width, formation.gap) -
				      pn_frontage(formation));
}

pn_vec pn_base_corner(pn_pose pose, struct pn_formation formation, int64_t rank_side,
		      int64_t file_side)
{
	return find_corner(pose.at, pn_axes_of(pose.facing), formation, rank_side, file_side);
}

struct pn_shape pn_footprint(pn_pose pose, struct pn_formation formation)
{
	check_formation(formation);
	int64_t right = 2 * formation.files - 1;
	int64_t full = 2 * (formation.figures / formation.files) - 1;
	uint16_t rest = formation.figures % formation.files;
	struct pn_axes ahead = pn_axes_of(pose.facing);
	struct pn_shape shape = {.count = 4};
	shape.point[0] = find_corner(pose.at, ahead, formation, 0, 0);
	shape.point[1] = find_corner(pose.at, ahead, formation, 0, right);
	shape.point[2] = find_corner(pose.at, ahead, formation, full, right);
	if (rest == 0) {
		shape.point[3] = find_corner(pose.at, ahead, formation, full, 0);
		return shape;
	}
	shape.count = 6;
	shape.point[3] = find_corner(pose.at, ahead, formation, full, 2 * rest - 1);
	shape.point[4] = find_corner(pose.at, ahead, formation, full + 2, 2 * rest - 1);
	shape.point[5] = find_corner(pose.at, ahead, formation, full + 2, 0);
	return shape;
}

struct pn_shape pn_figure_base(pn_pose pose, struct pn_formation formation, uint16_t figure)
{
	check_formation(formation);
	pn_assert(figure < formation.figures);
	int64_t front = 2 * (figure / formation.files);
	int64_t left = 2 * (figure % formation.files);
	struct pn_axes ahead = pn_axes_of(pose.facing);
	return (struct pn_shape){
		.count = 4,
		.point = {find_corner(pose.at, ahead, formation, front, left),
			  find_corner(pose.at, ahead, formation, front, left + 1),
			  find_corner(pose.at, ahead, formation, front + 1, left + 1),
			  find_corner(pose.at, ahead, formation, front + 1, left)}};
}
