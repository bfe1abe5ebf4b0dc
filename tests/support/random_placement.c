/* Random placements. The numbers come from splitmix64. */

#include "random_placement.h"

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

pn_vec random_point(struct random_source *source, pn_len side)
{
	if (side >= PN_INCH && random_one_in(source, 3))
		return (pn_vec){random_between(source, 0, side / PN_INCH) * PN_INCH,
				random_between(source, 0, side / PN_INCH) * PN_INCH};
	return (pn_vec){random_between(source, 0, side), random_between(source, 0, side)};
}

struct pn_formation random_formation(struct random_source *source)
{
	int32_t files = random_between(source, 1, 12);
	int32_t ranks = random_between(source, 1, 5);
	int32_t figures = files * ranks;
	if (files > 1 && random_one_in(source, 3))
		figures += random_between(source, 1, files - 1);
	return (struct pn_formation){(uint16_t)figures, (uint16_t)files,
				     random_between(source, 20, 120) * 50,
				     random_between(source, 20, 120) * 50};
}

pn_pose random_pose(struct random_source *source, pn_len side)
{
	pn_vec at = random_point(source, side);
	return (pn_pose){at, random_facing(source)};
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
			pn_angle heading = (pn_angle)(start + i * sector +
						      random_between(source, 0, sector / 2));
			pn_len least = ragged ? reach / 4 : reach * 7 / 8;
			shape.point[i] = pn_add(
				centre, pn_along(heading, random_between(source, least, reach)));
		}
	} while (!pn_shape_is_simple(&shape));
	return shape;
}

struct pn_shape random_obstacle(struct random_source *source, pn_len side)
{
	if (random_one_in(source, 3))
		return random_terrain(source, random_point(source, side),
				      random_between(source, 2 * PN_INCH, 8 * PN_INCH));
	struct pn_formation formation = random_formation(source);
	return pn_footprint(random_pose(source, side), formation);
}
