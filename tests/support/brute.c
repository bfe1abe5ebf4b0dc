/* Slow references: the definitions, taken at their word. */

#include "brute.h"

#include <math.h>

struct brute_shape brute_moved(const struct pn_shape *shape, double x, double y)
{
	struct brute_shape moved = {.count = shape->count};
	for (int i = 0; i < moved.count; i++)
		moved.point[i] = (struct brute_point){shape->point[i].x + x, shape->point[i].y + y};
	return moved;
}

struct brute_shape brute_turned(const struct pn_shape *shape, pn_vec centre, double by)
{
	struct brute_shape turned = {.count = shape->count};
	for (int i = 0; i < turned.count; i++) {
		double x = shape->point[i].x - centre.x;
		double y = shape->point[i].y - centre.y;
		turned.point[i].x = centre.x + x * cos(by) + y * sin(by);
		turned.point[i].y = centre.y + y * cos(by) - x * sin(by);
	}
	return turned;
}

static struct brute_point corner(const struct brute_shape *shape, int i)
{
	return shape->point[i % shape->count];
}

bool brute_contains(const struct brute_shape *shape, struct brute_point point)
{
	double sum = 0;
	for (int i = 0; i < shape->count; i++) {
		struct brute_point a = corner(shape, i);
		struct brute_point b = corner(shape, i + 1);
		double from = atan2(a.y - point.y, a.x - point.x);
		double to = atan2(b.y - point.y, b.x - point.x);
		sum += remainder(to - from, 2 * M_PI);
	}
	return fabs(sum) > 1;
}

double brute_segment_distance(struct brute_point point, struct brute_point a, struct brute_point b)
{
	double x = b.x - a.x;
	double y = b.y - a.y;
	double along = ((point.x - a.x) * x + (point.y - a.y) * y) / (x * x + y * y);
	along = fmin(fmax(along, 0), 1);
	return hypot(point.x - a.x - along * x, point.y - a.y - along * y);
}

static bool cross_over(struct brute_point a, struct brute_point b, struct brute_point c,
		       struct brute_point d)
{
	double den = (b.x - a.x) * (d.y - c.y) - (b.y - a.y) * (d.x - c.x);
	double s = ((c.x - a.x) * (d.y - c.y) - (c.y - a.y) * (d.x - c.x)) / den;
	double t = ((c.x - a.x) * (b.y - a.y) - (c.y - a.y) * (b.x - a.x)) / den;
	return fabs(den) > 0 && s >= 0 && s <= 1 && t >= 0 && t <= 1;
}

double brute_distance(const struct brute_shape *a, const struct brute_shape *b)
{
	if (brute_contains(a, b->point[0]) || brute_contains(b, a->point[0]))
		return 0;
	double least = INFINITY;
	for (int i = 0; i < a->count; i++) {
		for (int k = 0; k < b->count; k++) {
			struct brute_point c = corner(b, k);
			struct brute_point d = corner(b, k + 1);
			if (cross_over(a->point[i], corner(a, i + 1), c, d))
				return 0;
			least = fmin(least, brute_segment_distance(a->point[i], c, d));
			least = fmin(least,
				     brute_segment_distance(c, a->point[i], corner(a, i + 1)));
		}
	}
	return least;
}

/* Where a shape ends in the direction (x, y). */
static double extent(const struct brute_shape *shape, double x, double y)
{
	double most = -INFINITY;
	for (int i = 0; i < shape->count; i++)
		most = fmax(most, shape->point[i].x * x + shape->point[i].y * y);
	return most;
}

int brute_edge_depths(const struct brute_shape *a, const struct brute_shape *b,
		      double depths[BRUTE_EDGES_MAX])
{
	int count = 0;
	for (int pass = 0; pass < 2; pass++) {
		const struct brute_shape *shape = pass == 0 ? a : b;
		const struct brute_shape *other = pass == 0 ? b : a;
		for (int i = 0; i < shape->count; i++) {
			struct brute_point from = shape->point[i];
			struct brute_point to = corner(shape, i + 1);
			double length = hypot(to.x - from.x, to.y - from.y);
			double x = (from.y - to.y) / length;
			double y = (to.x - from.x) / length;
			double edge = from.x * x + from.y * y;
			depths[count++] = edge + extent(other, -x, -y);
		}
	}
	return count;
}

double brute_convex_depth(const struct brute_shape *a, const struct brute_shape *b)
{
	double depths[BRUTE_EDGES_MAX];
	int count = brute_edge_depths(a, b, depths);
	double least = INFINITY;
	for (int i = 0; i < count; i++)
		least = fmin(least, depths[i]);
	return least;
}

double brute_area(const struct brute_shape *shape)
{
	double twice = 0;
	for (int i = 0; i < shape->count; i++) {
		struct brute_point a = shape->point[i];
		struct brute_point b = corner(shape, i + 1);
		twice += a.x * b.y - a.y * b.x;
	}
	return fabs(twice) / 2;
}
