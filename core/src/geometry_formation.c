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

#include "geometry_parts.h"
#include "pennon/geometry.h"

static void check_formation(struct pn_formation formation)
{
	pn_assert(formation.figures >= 1 && formation.figures <= PN_FIGURES_MAX);
	pn_assert(formation.files >= 1 && formation.files <= formation.figures);
	pn_assert(formation.base_width > 0 && formation.base_depth > 0);
	pn_assert((int64_t)formation.files * formation.base_width <= PN_COORDINATE_MAX);
	pn_assert((int64_t)formation.figures * formation.base_depth <=
		  (int64_t)formation.files * PN_COORDINATE_MAX);
}

/* The corner that has `file` figures to its left and `rank` ranks before it. */
static pn_vec find_corner(pn_pose pose, struct pn_formation formation, int64_t rank, int64_t file)
{
	return pn_ahead_halves(pose, -2 * rank * formation.base_depth,
			       (2 * file - formation.files) * formation.base_width);
}

struct pn_shape pn_footprint(pn_pose pose, struct pn_formation formation)
{
	check_formation(formation);
	uint16_t files = formation.files;
	uint16_t full = formation.figures / files;
	uint16_t rest = formation.figures % files;
	struct pn_shape shape = {.count = 4};
	shape.point[0] = find_corner(pose, formation, 0, 0);
	shape.point[1] = find_corner(pose, formation, 0, files);
	shape.point[2] = find_corner(pose, formation, full, files);
	if (rest == 0) {
		shape.point[3] = find_corner(pose, formation, full, 0);
		return shape;
	}
	shape.count = 6;
	shape.point[3] = find_corner(pose, formation, full, rest);
	shape.point[4] = find_corner(pose, formation, full + 1, rest);
	shape.point[5] = find_corner(pose, formation, full + 1, 0);
	return shape;
}

struct pn_shape pn_figure_base(pn_pose pose, struct pn_formation formation, uint16_t figure)
{
	check_formation(formation);
	pn_assert(figure < formation.figures);
	int64_t rank = figure / formation.files;
	int64_t file = figure % formation.files;
	return (struct pn_shape){.count = 4,
				 .point = {find_corner(pose, formation, rank, file),
					   find_corner(pose, formation, rank, file + 1),
					   find_corner(pose, formation, rank + 1, file + 1),
					   find_corner(pose, formation, rank + 1, file)}};
}
