/* What may lie between two units: a cheap rejection test before the exact ones. */

#include "b2_moment.h"

static int64_t measured(const struct b2_strip *strip, pn_vec at, int axis)
{
	int64_t x = at.x - strip->from.x;
	int64_t y = at.y - strip->from.y;

	return axis == 0 ? x * strip->x + y * strip->y : x * strip->y - y * strip->x;
}

static void widen(struct b2_strip *strip, const struct pn_shape *shape)
{
	for (int axis = 0; axis < 2; axis++)
		for (uint8_t i = 0; i < shape->count; i++) {
			int64_t at = measured(strip, shape->point[i], axis);

			strip->low[axis] = at < strip->low[axis] ? at : strip->low[axis];
			strip->high[axis] = at > strip->high[axis] ? at : strip->high[axis];
		}
}

struct b2_strip b2_strip_between(const struct pn_shape *a, const struct pn_shape *b)
{
	struct b2_strip strip = {
		.from = a->point[0],
		.x = b->point[0].x - a->point[0].x,
		.y = b->point[0].y - a->point[0].y,
	};
	int64_t spare;

	widen(&strip, a);
	widen(&strip, b);
	spare = PN_TOUCH *
		((strip.x < 0 ? -strip.x : strip.x) + (strip.y < 0 ? -strip.y : strip.y));
	for (int axis = 0; axis < 2; axis++) {
		strip.low[axis] -= spare;
		strip.high[axis] += spare;
	}
	return strip;
}

bool b2_may_reach_into(const struct b2_strip *strip, struct pn_box box)
{
	for (int axis = 0; axis < 2; axis++) {
		const int64_t x = axis == 0 ? strip->x : strip->y;
		const int64_t y = axis == 0 ? strip->y : -strip->x;
		const pn_vec least = {x > 0 ? box.low.x : box.high.x,
				      y > 0 ? box.low.y : box.high.y};
		const pn_vec most = {x > 0 ? box.high.x : box.low.x,
				     y > 0 ? box.high.y : box.low.y};

		if (measured(strip, most, axis) < strip->low[axis] ||
		    measured(strip, least, axis) > strip->high[axis])
			return false;
	}
	return true;
}

bool b2_points_reach_into(const struct b2_strip *strip, const pn_vec *point, uint8_t count)
{
	for (int axis = 0; axis < 2; axis++) {
		bool below = true;
		bool above = true;

		for (uint8_t i = 0; i < count && (below || above); i++) {
			int64_t at = measured(strip, point[i], axis);

			below &= at < strip->low[axis];
			above &= at > strip->high[axis];
		}
		if (below || above)
			return false;
	}
	return true;
}

bool b2_reaches_into(const struct b2_strip *strip, const struct pn_shape *shape)
{
	return b2_points_reach_into(strip, shape->point, shape->count);
}

void b2_strip_widen(struct b2_strip *strip, const struct pn_shape *shape)
{
	int64_t low = INT64_MAX;
	int64_t high = INT64_MIN;

	for (uint8_t i = 0; i < shape->count; i++) {
		int64_t at = measured(strip, shape->point[i], 1);

		low = at < low ? at : low;
		high = at > high ? at : high;
	}
	strip->low[1] -= high - low;
	strip->high[1] += high - low;
}

/* ---- what a move covers ---- */

enum { SQUARE = 4, SWEPT_MAX = 2 * PN_SHAPE_POINTS_MAX * SQUARE };

static bool comes_before(pn_vec a, pn_vec b)
{
	return a.x < b.x || (a.x == b.x && a.y < b.y);
}

/* From west to east. */
static void sort(pn_vec *point, uint8_t count)
{
	for (uint8_t i = 1; i < count; i++) {
		const pn_vec at = point[i];
		uint8_t k = i;

		for (; k > 0 && comes_before(at, point[k - 1]); k--)
			point[k] = point[k - 1];
		point[k] = at;
	}
}

static struct pn_shape box(const pn_vec *point, uint8_t count)
{
	pn_vec low = point[0];
	pn_vec high = point[count - 1];

	for (uint8_t i = 0; i < count; i++) {
		low.y = point[i].y < low.y ? point[i].y : low.y;
		high.y = point[i].y > high.y ? point[i].y : high.y;
	}
	return (struct pn_shape){4, {low, {low.x, high.y}, high, {high.x, low.y}}};
}

/* The next corner of a hull that is gone round clockwise: no corner before it turns left. */
static void turn_right(pn_vec *hull, uint8_t *count, uint8_t least, pn_vec at)
{
	while (*count > least && pn_cross(hull[*count - 2], hull[*count - 1], at) >= 0)
		--*count;
	hull[(*count)++] = at;
}

/* A point, or the corners of a square about it. */
static uint8_t add_grown(pn_vec *point, uint8_t count, pn_vec at, pn_len grow)
{
	for (int i = 0; i < (grow > 0 ? SQUARE : 1); i++)
		point[count++] =
			(pn_vec){at.x + (i & 1 ? grow : -grow), at.y + (i & 2 ? grow : -grow)};
	return count;
}

struct pn_shape b2_swept(const struct pn_shape ends[2], pn_len grow)
{
	pn_vec point[SWEPT_MAX];
	pn_vec hull[SWEPT_MAX + 1];
	struct pn_shape out;
	uint8_t count = 0;
	uint8_t corners = 0;

	for (int end = 0; end < 2; end++)
		for (uint8_t i = 0; i < ends[end].count; i++)
			count = add_grown(point, count, ends[end].point[i], grow);
	sort(point, count);
	for (uint8_t i = 0; i < count; i++)
		turn_right(hull, &corners, 1, point[i]);
	for (uint8_t i = count - 1, north = corners; i-- > 0;)
		turn_right(hull, &corners, north, point[i]);
	corners--; /* the first again */
	if (corners > PN_SHAPE_POINTS_MAX)
		return box(point, count);
	out.count = corners;
	memcpy(out.point, hull, corners * sizeof hull[0]);
	return out;
}
