/* What may lie between two units: a quick question before the dear ones. */

#include "b2.h"

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

bool b2_reaches_into(const struct b2_strip *strip, const struct pn_shape *shape)
{
	for (int axis = 0; axis < 2; axis++) {
		bool below = true;
		bool above = true;

		for (uint8_t i = 0; i < shape->count && (below || above); i++) {
			int64_t at = measured(strip, shape->point[i], axis);

			below &= at < strip->low[axis];
			above &= at > strip->high[axis];
		}
		if (below || above)
			return false;
	}
	return true;
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
