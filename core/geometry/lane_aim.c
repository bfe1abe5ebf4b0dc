/* Values at the middle of a range of headings, and how far they drift in it. */

#include "lane_aim.h"

/* One unit of pn_angle in radians, times PN_SINE_ONE, rounded up. */
#define RADIAN_SCALED 102944

/* What a sine is rounded by, for both coordinates of a point, twice over. */
#define ROUNDING 8

static int64_t size_of(int64_t n)
{
	return n < 0 ? -n : n;
}

struct pn_lane_aim pn_lane_aim_at(pn_angle facing, int32_t from, int32_t to)
{
	int32_t middle = from + (to - from) / 2;
	int64_t turn = (int64_t)(to - middle) * RADIAN_SCALED;
	int64_t root = turn == 0 ? 0 : turn / (1 << 15) + 1;

	return (struct pn_lane_aim){
		.heading = {pn_sine((pn_angle)(facing + middle)),
			    pn_cosine((pn_angle)(facing + middle))},
		.turn = turn,
		.square = root * root,
	};
}

/* Of a coordinate whose rate is the other one. Rounded up. */
static int64_t find_drift(const struct pn_lane_aim *aim, int64_t rate, int64_t distance)
{
	if (aim->turn == 0)
		return 0;
	return (size_of(rate) / (1 << 22) + 1) * aim->turn / (1 << 8) +
	       distance * (aim->square / 2 + ROUNDING) + 1;
}

struct pn_lane_spot pn_lane_look(const struct pn_lane_aim *aim, pn_vec point)
{
	int64_t distance = size_of(point.x) + size_of(point.y);
	struct pn_lane_spot spot = {
		.across = (int64_t)point.x * aim->heading.cosine -
			  (int64_t)point.y * aim->heading.sine,
		.ahead = (int64_t)point.x * aim->heading.sine +
			 (int64_t)point.y * aim->heading.cosine,
	};

	spot.across_drift = find_drift(aim, spot.ahead, distance);
	spot.ahead_drift = find_drift(aim, spot.across, distance);
	return spot;
}

struct pn_lane_value pn_lane_evaluate(const struct pn_lane_aim *aim, const struct pn_sinusoid *f)
{
	struct pn_sinusoid derivative = {.cosine = f->sine, .sine = -f->cosine};
	struct pn_lane_value here = {.value = pn_sinusoid_at(f, aim->heading)};

	if (aim->turn == 0)
		return here;

	pn_wide rate = pn_sinusoid_at(&derivative, aim->heading);
	pn_wide amplitude = size_of(f->cosine) + size_of(f->sine);

	here.drift = (((rate < 0 ? -rate : rate) >> 30) + 1) * aim->turn +
		     amplitude * (aim->square / 2 + ROUNDING) + 1;
	return here;
}
