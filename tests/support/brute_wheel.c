/* Wheeling by stepping: conservative advancement on the depth of an overlap. */

#include "brute_wheel.h"

#include <math.h>

#define RADIANS (3.14159265358979323846264338327950288L / 32768)

struct point {
	long double x;
	long double y;
};

struct body {
	uint8_t count;
	struct point point[PN_SHAPE_POINTS_MAX];
};

static struct point turn(pn_vec at, pn_vec centre, long double angle)
{
	long double sine = sinl(angle * RADIANS);
	long double cosine = cosl(angle * RADIANS);
	long double x = at.x - centre.x;
	long double y = at.y - centre.y;

	return (struct point){centre.x + x * cosine + y * sine, centre.y + y * cosine - x * sine};
}

static void turn_all(const struct pn_shape *shape, pn_vec centre, long double angle,
		     struct body *body)
{
	body->count = shape->count;
	for (uint8_t i = 0; i < shape->count; i++)
		body->point[i] = turn(shape->point[i], centre, angle);
}

/* How deep b lies behind that edge of a behind which it lies least deep. */
static long double least_depth(const struct body *a, const struct body *b)
{
	long double least = INFINITY;

	for (uint8_t i = 0; i < a->count; i++) {
		struct point from = a->point[i];
		struct point to = a->point[(i + 1) % a->count];
		long double x = to.x - from.x;
		long double y = to.y - from.y;
		long double deepest = -INFINITY;

		for (uint8_t k = 0; k < b->count; k++) {
			long double right =
				(b->point[k].x - from.x) * y - (b->point[k].y - from.y) * x;

			deepest = fmaxl(deepest, right);
		}
		least = fminl(least, deepest / hypotl(x, y));
	}
	return least;
}

long double brute_depth(struct brute_body turning, pn_vec centre, long double angle,
			struct brute_body standing)
{
	long double depth = -INFINITY;
	struct body turned;
	struct body other;

	for (uint8_t i = 0; i < turning.count; i++) {
		turn_all(&turning.part[i], centre, angle, &turned);
		for (uint8_t k = 0; k < standing.count; k++) {
			turn_all(&standing.part[k], centre, 0, &other);
			depth = fmaxl(depth, fminl(least_depth(&turned, &other),
						   least_depth(&other, &turned)));
		}
	}
	return depth;
}

long double brute_reach(struct brute_body body, pn_vec centre)
{
	long double reach = 0;

	for (uint8_t i = 0; i < body.count; i++) {
		for (uint8_t k = 0; k < body.part[i].count; k++) {
			pn_vec at = body.part[i].point[k];

			reach = fmaxl(reach, hypotl(at.x - centre.x, at.y - centre.y));
		}
	}
	return reach;
}

long double brute_first_turn(struct brute_body turning, pn_vec centre, int32_t by,
			     struct brute_body standing, long double depth, long double least_step)
{
	long double asked = by < 0 ? -by : by;
	long double way = by < 0 ? -1 : 1;
	long double reach = fmaxl(brute_reach(turning, centre), 1);
	long double angle = 0;

	while (angle <= asked) {
		long double missing = depth - brute_depth(turning, centre, way * angle, standing);

		if (missing < 0)
			return angle;
		long double step = fmaxl(missing / reach / RADIANS, least_step);

		/* What was asked is itself looked at. */
		angle = angle < asked && angle + step > asked ? asked : angle + step;
	}
	return asked + 1;
}

long double brute_outside(const struct pn_shape *shape, long double x, long double y)
{
	long double least = INFINITY;
	bool inside = false;

	for (uint8_t i = 0; i < shape->count; i++) {
		pn_vec a = shape->point[i];
		pn_vec b = shape->point[(i + 1) % shape->count];
		long double along_x = b.x - a.x;
		long double along_y = b.y - a.y;
		long double part = ((x - a.x) * along_x + (y - a.y) * along_y) /
				   (along_x * along_x + along_y * along_y);

		part = fminl(fmaxl(part, 0), 1);
		least = fminl(least, hypotl(a.x + part * along_x - x, a.y + part * along_y - y));
		if ((a.y > y) != (b.y > y) && x < a.x + along_x * (y - a.y) / along_y)
			inside = !inside;
	}
	return inside ? -least : least;
}
