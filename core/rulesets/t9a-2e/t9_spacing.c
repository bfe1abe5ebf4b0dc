/* The spacing that units keep (T9-103, T9-152): half an inch from others on the way, more than an
 * inch at the end. From those that were as near to where the move began it is enough to keep apart. */

#include "t9.h"
#include "wheel.h"

enum { RADIAN = 10430, WHEEL_STEP_MOST = 1024, WHEEL_STEP_LEAST = 15 };

/* Decides T9-103. */
int t9_too_near(const struct pn_obstacles *others, const struct pn_unit *unit, pn_pose pose,
		pn_len gap, pn_len near)
{
	const struct pn_shape before = t9_boundary(unit);
	const struct pn_shape there = t9_boundary_at(unit, pose);

	for (uint16_t i = 0; i < others->count; i++)
		if (pn_compare_distance(&there, &others->shape[i], gap) <= 0 &&
		    pn_compare_distance(&before, &others->shape[i], near) > 0)
			return i;
	return -1;
}

/* ---- straight ahead ---- */

/* Is the unit, so far straight ahead, at most `gap` from the shape? */
static bool is_near(const struct pn_shape *shape, const struct pn_unit *unit, pn_pose pose,
		    pn_len length, pn_len gap)
{
	struct pn_shape there = t9_boundary_at(unit, pn_pose_ahead(pose, length));

	return pn_compare_distance(&there, shape, gap) <= 0;
}

/* From `near`, where it is true, to `far`, where it is not: the first length next to one at
 * which the unit is an inch from the shape or less. */
static pn_len last_near(const struct pn_shape *shape, const struct pn_unit *unit, pn_pose pose,
			pn_len near, pn_len far)
{
	while (far - near > 1 || near - far > 1) {
		pn_len middle = near + (far - near) / 2;

		if (is_near(shape, unit, pose, middle, T9_SPACING))
			near = middle;
		else
			far = middle;
	}
	return far;
}

pn_len t9_clear_from(const struct pn_obstacles *obstacles, const struct pn_unit *unit, pn_pose pose,
		     pn_len length, pn_len most)
{
	for (uint16_t i = 0; i < obstacles->count; i++) {
		if (!is_near(&obstacles->shape[i], unit, pose, length, T9_SPACING))
			continue;
		if (length >= most || is_near(&obstacles->shape[i], unit, pose, most, T9_SPACING))
			return -1;
		length = last_near(&obstacles->shape[i], unit, pose, length, most);
		i = UINT16_MAX; /* from the first again: it only grows */
	}
	return length;
}

/* Halving: the strip only grows. */
static pn_len keep_half_inch(const struct pn_shape *shape, const struct pn_unit *unit, pn_pose pose,
			     pn_len length)
{
	struct pn_shape strip = pn_strip_along(pose, t9_formation(unit), pose.facing, length);
	pn_len good = 0;
	pn_len bad = length;

	if (pn_compare_distance(&strip, shape, T9_SPACING_MOVING) >= 0)
		return length;
	while (bad - good > 1) {
		const pn_len middle = good + (bad - good) / 2;

		strip = pn_strip_along(pose, t9_formation(unit), pose.facing, middle);
		if (pn_compare_distance(&strip, shape, T9_SPACING_MOVING) < 0)
			bad = middle;
		else
			good = middle;
	}
	return good;
}

/* The farthest that is more than an inch from all that it was not within an inch of before; -1:
 * there is none. */
static pn_len apart_at(const struct pn_obstacles *obstacles, const struct pn_unit *unit,
		       pn_pose pose, pn_len end)
{
	for (uint16_t i = 0; i < obstacles->count; i++) {
		if (!is_near(&obstacles->shape[i], unit, pose, end, T9_SPACING) ||
		    is_near(&obstacles->shape[i], unit, unit->pose, 0, T9_SPACING))
			continue;
		if (is_near(&obstacles->shape[i], unit, pose, 0, T9_SPACING))
			return -1;
		end = last_near(&obstacles->shape[i], unit, pose, end, 0);
		i = UINT16_MAX; /* from the first again: it only shrinks */
	}
	return end;
}

pn_len t9_landing(const struct pn_obstacles *obstacles, const struct pn_unit *unit, pn_pose pose,
		  pn_len length)
{
	const pn_len end = apart_at(obstacles, unit, pose, length);

	return end >= 0 && t9_overlaps(obstacles, unit, pn_pose_ahead(pose, end)) < 0 ? end : -1;
}

pn_len t9_straight_spaced(const struct pn_obstacles *others, const struct pn_unit *unit,
			  pn_pose pose, pn_len length, int *met)
{
	*met = -1;
	for (uint16_t i = 0; i < others->count; i++) {
		pn_len free = length;

		if (!is_near(&others->shape[i], unit, unit->pose, 0, T9_SPACING_MOVING))
			free = keep_half_inch(&others->shape[i], unit, pose, length);
		if (free < length)
			*met = i;
		length = free;
	}
	return length;
}

pn_len t9_spaced(const struct pn_obstacles *obstacles, const struct pn_unit *unit, pn_pose pose,
		 pn_len length)
{
	pn_len end = t9_straight(obstacles, unit, pose, length, NULL);
	int met;

	end = t9_straight_spaced(obstacles, unit, pose, end, &met);
	return apart_at(obstacles, unit, pose, end);
}

/* ---- a wheel ---- */

/* T9-103. A step is safe when the others are farther away than the outermost corner goes in it;
 * the least is a twelfth of a degree. */
int32_t t9_wheel_spaced(const struct pn_obstacles *others, const struct pn_unit *unit, pn_pose pose,
			enum pn_corner corner, int32_t by, int *met)
{
	const struct pn_formation formation = t9_formation(unit);
	const pn_len across = pn_frontage(formation) + pn_depth(formation);
	const int32_t sign = by < 0 ? -1 : 1;
	int32_t good = 0;

	*met = -1;
	for (int32_t step = WHEEL_STEP_MOST; step > 0 && good < sign * by;) {
		const int32_t next = good + step < sign * by ? good + step : sign * by;
		const pn_len arc =
			step > WHEEL_STEP_LEAST ? across * (next - good) / RADIAN + 1 : 0;

		*met = t9_too_near(others, unit,
				   pn_wheel_pose(pose, formation, corner, sign * next),
				   T9_SPACING_MOVING - 1, T9_SPACING_MOVING);
		if (*met < 0)
			*met = t9_too_near(others, unit,
					   pn_wheel_pose(pose, formation, corner, sign * good),
					   T9_SPACING_MOVING - 1 + arc, T9_SPACING_MOVING);
		if (*met >= 0) {
			step /= 2;
			continue;
		}
		good = next;
		step = step < WHEEL_STEP_MOST ? 2 * step : step;
	}
	return sign * good;
}
