#pragma once
/* Looking ahead over a range of headings at once.
 *
 * Coordinates are those of a front rank: u to the right along it, v ahead, from the corner
 * that it wheels about. At the heading in the middle of the range they are whole numbers of
 * pn_len / PN_SINE_ONE, in 64 bits and exact. Turning on by an angle t, in radians, changes
 * u by at most |v| t + r t t / 2 and v by |u| t + r t t / 2, where r is the distance from
 * the corner: the drift. What holds by more than the drift is certain, what fails by no
 * more than the drift is possible. A single heading has no drift. */

#include "pennon/geometry.h"
#include "sinusoid.h"

/* The middle of a range of headings. */
struct pn_lane_aim {
	struct pn_direction heading;
	int64_t turn;   /* to either end, in radians, times PN_SINE_ONE */
	int64_t square; /* of that, likewise */
};

/* A point seen at an aim. */
struct pn_lane_spot {
	int64_t across; /* u */
	int64_t across_drift;
	int64_t ahead; /* v */
	int64_t ahead_drift;
};

/* Does something hold at all headings of the range, may it at some? */
struct pn_maybe {
	bool certain;
	bool possible;
};

/* The turns from..to of a front that faced `facing`. */
struct pn_lane_aim pn_lane_aim_at(pn_angle facing, int32_t from, int32_t to);

/* A point, or the way from one to another: up to 2^23 in x and in y. */
struct pn_lane_spot pn_lane_look(const struct pn_lane_aim *aim, pn_vec point);

/* A length in units of u and v. */
static inline int64_t pn_lane_scaled(pn_len length)
{
	return (int64_t)length * PN_SINE_ONE;
}

/* Is the value, give or take the drift, at least or at most so much? */
static inline struct pn_maybe pn_at_least(int64_t value, int64_t drift, int64_t least)
{
	return (struct pn_maybe){value - drift >= least, value + drift >= least};
}

static inline struct pn_maybe pn_at_most(int64_t value, int64_t drift, int64_t most)
{
	return (struct pn_maybe){value + drift <= most, value - drift <= most};
}

/* A sinusoid of the heading, times PN_SINE_ONE, and its drift. */
struct pn_lane_value {
	pn_wide value;
	pn_wide drift;
};

/* What a sinusoid is worth at the aim's heading, and how far that may be off. */
struct pn_lane_value pn_lane_evaluate(const struct pn_lane_aim *aim, const struct pn_sinusoid *f);
