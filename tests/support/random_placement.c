/* Random placements. The numbers come from splitmix64. */

#include "random_placement.h"

#include <stdlib.h>

uint64_t random_next(struct random_source *source)
{
	uint64_t z = source->state += 0x9e3779b97f4a7c15;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

int32_t random_between(struct random_source *source, int32_t low, int32_t high)
{
	uint64_t range = (uint64_t)((int64_t)high - low + 1);
	return (int32_t)(low + (int64_t)(random_next(source) % range));
}

bool random_one_in(struct random_source *source, int32_t n)
{
	return random_between(source, 1, n) == 1;
}

pn_angle random_facing(struct random_source *source)
{
	if (random_one_in(source, 3))
		return (pn_angle)(random_between(source, 0, 7) * PN_DEGREES_45);
	return (pn_angle)random_between(source, 0, UINT16_MAX);
}

/* The order in which C evaluates the members of a braced list, or the arguments of a
 * call, is the compiler's choice; so each number is drawn in a statement of its own. */
pn_vec random_point(struct random_source *source, pn_len side)
{
	pn_len step = side >= PN_INCH && random_one_in(source, 3) ? PN_INCH : 1;
	pn_vec point;
	point.x = random_between(source, 0, side / step) * step;
	point.y = random_between(source, 0, side / step) * step;
	return point;
}

struct pn_formation random_formation(struct random_source *source)
{
	int32_t files = random_between(source, 1, 12);
	int32_t ranks = random_between(source, 1, 5);
	int32_t figures = files * ranks;
	if (files > 1 && random_one_in(source, 3))
		figures += random_between(source, 1, files - 1);
	struct pn_formation formation = {.figures = (uint16_t)figures, .files = (uint16_t)files};
	formation.base_width = random_between(source, 20, 120) * 50;
	formation.base_depth = random_between(source, 20, 120) * 50;
	return formation;
}

pn_pose random_pose(struct random_source *source, pn_len side)
{
	pn_pose pose;
	pose.at = random_point(source, side);
	pose.facing = random_facing(source);
	return pose;
}

struct pn_shape random_terrain(struct random_source *source, pn_vec centre, pn_len reach)
{
	bool ragged = random_one_in(source, 2);
	struct pn_shape shape;
	do {
		shape.count = (uint8_t)random_between(source, 3, 12);
		int32_t sector = 2 * PN_TURN_HALF / shape.count;
		pn_angle start = random_facing(source);
		for (uint8_t i = 0; i < shape.count; i++) {
			int32_t turn = i * sector + random_between(source, 0, sector / 2);
			pn_len least = ragged ? reach / 4 : reach * 7 / 8;
			pn_len length = random_between(source, least, reach);
			shape.point[i] = pn_add(centre, pn_along((pn_angle)(start + turn), length));
		}
	} while (!pn_shape_is_simple(&shape));
	return shape;
}

struct pn_shape random_obstacle(struct random_source *source, pn_len side)
{
	if (random_one_in(source, 3)) {
		pn_vec centre = random_point(source, side);
		pn_len reach = random_between(source, 2 * PN_INCH, 8 * PN_INCH);
		return random_terrain(source, centre, reach);
	}
	struct pn_formation formation = random_formation(source);
	pn_pose pose = random_pose(source, side);
	return pn_footprint(pose, formation);
}

int random_placements(int in_the_short_form)
{
	return in_the_short_form * (getenv("PENNON_SOAK_MINUTES") ? RANDOM_LONG_FORM : 1);
}
