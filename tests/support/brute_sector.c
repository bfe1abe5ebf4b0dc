/* The slow charge sector. */

#include "brute_sector.h"

#include <math.h>

#define GRID 12

struct real_vec {
	double x;
	double y;
};

struct real_shape {
	int count;
	struct real_vec point[16];
};

/* hypot() guards against numbers far larger than a table, at twenty times the cost. */
static double length_of(double x, double y)
{
	return sqrt(x * x + y * y);
}

static struct real_vec to_real(pn_vec a)
{
	return (struct real_vec){a.x, a.y};
}

static struct real_vec find_direction(pn_angle angle)
{
	double turn = (double)angle / 65536 * 2 * acos(-1);
	return (struct real_vec){sin(turn), cos(turn)};
}

/* How far a point lies to the left of the line through `at` in a direction. */
static double measure_left(struct real_vec at, struct real_vec direction, struct real_vec point)
{
	return direction.x * (point.y - at.y) - direction.y * (point.x - at.x);
}

/* The part of a convex shape that lies at least `least` to the left of a line. */
static struct real_shape clip(const struct real_shape *shape, struct real_vec at,
			      struct real_vec direction, double least)
{
	struct real_shape part = {0};
	for (int i = 0; i < shape->count; i++) {
		struct real_vec a = shape->point[i];
		struct real_vec b = shape->point[(i + 1) % shape->count];
		double left_a = measure_left(at, direction, a) - least;
		double left_b = measure_left(at, direction, b) - least;
		if (left_a >= 0)
			part.point[part.count++] = a;
		if ((left_a >= 0) != (left_b >= 0)) {
			double share = left_a / (left_a - left_b);
			part.point[part.count++] = (struct real_vec){a.x + share * (b.x - a.x),
								     a.y + share * (b.y - a.y)};
		}
	}
	return part;
}

static double measure_to_segment(struct real_vec point, struct real_vec a, struct real_vec b)
{
	struct real_vec way = {b.x - a.x, b.y - a.y};
	double share = ((point.x - a.x) * way.x + (point.y - a.y) * way.y) /
		       (way.x * way.x + way.y * way.y);
	share = fmin(1, fmax(0, share));
	return length_of(point.x - a.x - share * way.x, point.y - a.y - share * way.y);
}

static bool segments_cross(struct real_vec a, struct real_vec b, struct real_vec c,
			   struct real_vec d)
{
	struct real_vec ab = {b.x - a.x, b.y - a.y};
	struct real_vec cd = {d.x - c.x, d.y - c.y};
	return measure_left(a, ab, c) * measure_left(a, ab, d) <= 0 &&
	       measure_left(c, cd, a) * measure_left(c, cd, b) <= 0;
}

/* The least distance between a segment and a filled convex shape. */
static double measure_shape(const struct real_shape *shape, struct real_vec a, struct real_vec b)
{
	double least = INFINITY;
	int sides = 0;
	bool within = true;
	for (int i = 0; i < shape->count; i++) {
		struct real_vec c = shape->point[i];
		struct real_vec d = shape->point[(i + 1) % shape->count];
		least = fmin(least, measure_to_segment(c, a, b));
		if (length_of(d.x - c.x, d.y - c.y) < 1e-9)
			continue;
		sides++;
		least = fmin(least, measure_to_segment(a, c, d));
		least = fmin(least, measure_to_segment(b, c, d));
		if (segments_cross(a, b, c, d))
			least = 0;
		if (measure_left(c, (struct real_vec){d.x - c.x, d.y - c.y}, a) > 0)
			within = false;
	}
	return within && sides > 2 ? 0 : least;
}

struct real_area {
	struct real_vec left;
	struct real_vec right;
	struct real_vec ray_left;
	struct real_vec ray_right;
	struct real_vec front;
};

static struct real_area find_real_area(pn_pose charger, struct pn_formation charging,
				       uint16_t figure, pn_angle half_angle)
{
	struct pn_shape own = pn_figure_base(charger, charging, figure);
	struct real_area area = {
		.left = to_real(own.point[0]),
		.right = to_real(own.point[1]),
		.ray_left = find_direction((pn_angle)(charger.facing - half_angle)),
		.ray_right = find_direction((pn_angle)(charger.facing + half_angle)),
	};
	double width = length_of(area.right.x - area.left.x, area.right.y - area.left.y);
	area.front = (struct real_vec){(area.right.x - area.left.x) / width,
				       (area.right.y - area.left.y) / width};
	return area;
}

static struct real_shape to_real_shape(const struct pn_base *base)
{
	struct real_shape shape = {.count = 4};
	for (int i = 0; i < 4; i++)
		shape.point[i] = to_real(base->corner[i]);
	return shape;
}

static struct real_shape clip_to_area(const struct real_area *area, const struct real_shape *shape,
				      double grow)
{
	struct real_vec back = {-area->ray_left.x, -area->ray_left.y};
	struct real_shape part = clip(shape, area->left, back, -grow);
	part = clip(&part, area->right, area->ray_right, -grow);
	return clip(&part, area->left, area->front, -grow);
}

static bool holds(const struct real_area *area, const struct real_shape *shape, double grow)
{
	struct real_vec back = {-area->ray_left.x, -area->ray_left.y};
	for (int i = 0; i < shape->count; i++) {
		struct real_vec point = shape->point[i];
		if (measure_left(area->left, back, point) < -grow ||
		    measure_left(area->right, area->ray_right, point) < -grow ||
		    measure_left(area->left, area->front, point) < -grow)
			return false;
	}
	return true;
}

static double measure_reach(const struct real_area *area, const struct real_shape *shape,
			    enum pn_range_edge edge)
{
	if (edge == B2_RANGE_EDGE_NEAR)
		return measure_shape(shape, area->left, area->right);
	double most = 0;
	for (int i = 0; i < shape->count; i++)
		most = fmax(most, measure_to_segment(shape->point[i], area->left, area->right));
	return most;
}

struct brute_sector brute_sector_measure(pn_pose charger, struct pn_formation charging,
					 const struct pn_base *bases, uint16_t count,
					 const struct b2_sector *sector, double grow)
{
	struct brute_sector found = {false, INFINITY, false, INFINITY};
	uint16_t figures = sector->rear_ranks ? charging.figures : charging.files;
	for (uint16_t figure = 0; figure < figures; figure++) {
		struct real_area area =
			find_real_area(charger, charging, figure, sector->half_angle);
		for (uint16_t i = 0; i < count; i++) {
			struct real_shape shape = to_real_shape(&bases[i]);
			struct real_shape part = clip_to_area(&area, &shape, grow);
			double near = part.count > 0 ? measure_shape(&part, area.left, area.right)
						     : INFINITY;
			if (figure < charging.files && part.count > 0) {
				found.inside = true;
				found.nearest = fmin(found.nearest, near);
			}
			if (!holds(&area, &shape, grow) ||
			    (figure >= charging.files && near <= sector->least))
				continue;
			double reach = measure_reach(&area, &shape, sector->range_edge);
			if (sector->range_edge == B2_RANGE_EDGE_NEAR && reach <= sector->least)
				continue;
			found.held = true;
			found.reach = fmin(found.reach, reach);
		}
	}
	return found;
}

/* Is the point ahead of the front edge and between the rays, told by angles? */
static bool lies_in_area(const struct real_area *area, struct real_vec point, pn_angle facing,
			 pn_angle half_angle)
{
	double half = (double)half_angle / 65536 * 2 * acos(-1);
	struct real_vec ahead = find_direction(facing);
	struct real_vec end = area->left;
	double across = area->front.x * (point.x - end.x) + area->front.y * (point.y - end.y);
	double width = length_of(area->right.x - end.x, area->right.y - end.y);
	if (measure_left(area->left, area->front, point) < 0)
		return false;
	if (across >= 0 && across <= width)
		return true;
	if (across > width)
		end = area->right;
	double far = length_of(point.x - end.x, point.y - end.y);
	double along = ahead.x * (point.x - end.x) + ahead.y * (point.y - end.y);
	return far > 0 && acos(fmin(1, along / far)) <= half;
}

double brute_sector_sample(pn_pose charger, struct pn_formation charging,
			   const struct pn_base *bases, uint16_t count,
			   const struct b2_sector *sector)
{
	double least = -1;
	for (uint16_t figure = 0; figure < charging.files; figure++) {
		struct real_area area =
			find_real_area(charger, charging, figure, sector->half_angle);
		for (int i = 0; i < count * (GRID + 1) * (GRID + 1); i++) {
			const pn_vec *corner = bases[i / ((GRID + 1) * (GRID + 1))].corner;
			double u = (double)(i % (GRID + 1)) / GRID;
			double v = (double)(i / (GRID + 1) % (GRID + 1)) / GRID;
			double w[4] = {(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v};
			struct real_vec point = {0, 0};
			for (int k = 0; k < 4; k++) {
				point.x += w[k] * corner[k].x;
				point.y += w[k] * corner[k].y;
			}
			if (!lies_in_area(&area, point, charger.facing, sector->half_angle))
				continue;
			double far = measure_to_segment(point, area.left, area.right);
			if (least < 0 || far < least)
				least = far;
		}
	}
	return least;
}
