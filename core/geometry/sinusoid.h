#pragma once
/* A signed distance as a function of the angle turned.
 *
 * Whatever turns rigidly about a centre, its distance from a fixed line, times the
 * length of the vector that spans the line, is
 *
 *	f(t) = constant + cosine * cos t + sine * sin t
 *
 * with three integers that are exact. Nothing is solved: signs are asked at angles
 * and turns of sign are found by bisection between the turning points, of which half
 * a turn holds one. Values stay below 2^78, in pn_wide.
 *
 * Angles here are fine: PN_FINE_ONE to one pn_angle, so that what happens between two
 * angles of the game is seen. Between two entries of the table of sines lies a chord
 * that is as exact as the entries are. */

#include "pennon/geometry.h"

#define PN_FINE_BITS 6
#define PN_FINE_ONE (1 << PN_FINE_BITS)
#define PN_FINE_HALF (PN_TURN_HALF << PN_FINE_BITS)

/* Each coefficient within +-2^46. */
struct pn_sinusoid {
	int64_t constant;
	int64_t cosine;
	int64_t sine;
};

/* The sine and cosine of one fine angle, scaled by PN_SINE_ONE. */
struct pn_direction {
	int32_t sine;
	int32_t cosine;
};

/* Of any fine angle from 0 up; whole turns drop out. */
struct pn_direction pn_direction_of(int32_t fine);

/* The value at a direction, times PN_SINE_ONE. */
pn_wide pn_sinusoid_at(const struct pn_sinusoid *f, struct pn_direction direction);

/* The last fine angle up to `to` such that f stays >= 0 from `from` to it. f must be
 * >= 0 at `from`, and `to` at most half a turn further. */
int32_t pn_sinusoid_holds_until(const struct pn_sinusoid *f, int32_t from, int32_t to);
