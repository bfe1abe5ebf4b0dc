#pragma once
/* The wheel after which most stands reach a facing by going straight on: clause CQ-14,
 * candidate set CQ-G1.
 *
 * Each stand of the front rank has a lane: the strip as wide as its base, straight ahead
 * of its front edge. A stand reaches the facing when
 *
 *  - the front comes from outside;
 *  - at least pn_reach_least() of the facing lies in the lane, ahead of the front edge (or no
 *    more than 2 * PN_TOUCH behind it: a front in touch is ahead);
 *  - the nearest part of the facing in the lane is at most `reach` away, less what the wheel
 *    costs (pn_wheel_cost()) if it is paid for;
 *  - somewhere in the lane a strip at least as wide runs from the front edge to the
 *    facing and meets nothing that blocks. What lies beyond the line of the facing, or in
 *    front of it by no more than PN_TOUCH, blocks nothing. A stand half covered reaches:
 *    what it pushes aside on its way is another clause (CQ-22).
 *
 * Wheels are turns about a front corner (wheel.h): signed angles, positive clockwise, of
 * at most 90 degrees. The candidates are the angles at which some lane begins or ceases
 * to reach, and the ends of what is allowed. Between two candidates the count stays, so
 * no angle of the game, one 65536th of a turn, has a higher count than the result; but a
 * wheel that wins only stands that straight on touch the facing, with less than that or with a
 * corner, is as good as straight on, not better. */

#include "wheel.h"

enum {
	PN_LANES_BLOCKERS_MAX = PN_UNITS_MAX + PN_TERRAIN_MAX,
	PN_LANES_SPANS_MAX = 32,
};

/* What *reaches* means wherever stands are counted that come to an enemy: a stand reaches it that
 * lies along it over 1 mm at least, or over half of its own width if that is less. So a hair's
 * breadth, which is what a wheel of a few 65536ths of a turn wins, decides nothing. No book says
 * how much it takes: this is assumed. In hundredths of a millimetre, at least 1. */
#define PN_REACH 100
pn_len pn_reach_least(pn_len base_width);

/* Turns about one front corner that are allowed: -PN_DEGREES_90 <= least <= 0 <= most <=
 * PN_DEGREES_90. What else limits a wheel (pn_formation_turn) has been asked before. */
struct pn_lanes_wheel {
	int32_t least;
	int32_t most;
};

/* The question. */
struct pn_lanes {
	pn_pose pose;
	struct pn_formation formation;
	pn_vec from; /* the facing: an edge of the target, clockwise round it */
	pn_vec to;
	pn_len reach; /* 0 to 2 * PN_COORDINATE_MAX */
	bool pays;    /* for the wheel */
	struct pn_lanes_wheel wheel[PN_CORNERS];
	uint16_t known;  /* only wheels after which more reach are asked for */
	uint16_t enough; /* if so many reach it is no better that more do; 0: it always is */
	const struct pn_shape *blocker; /* the caller's; simple and clockwise */
	uint16_t blockers;              /* 0 to PN_LANES_BLOCKERS_MAX */
};

/* Wheels about one corner that are equally good: from <= by <= to. */
struct pn_lanes_span {
	enum pn_corner corner;
	int32_t from;
	int32_t to;
};

/* The answer. */
struct pn_lanes_best {
	/* How many reach, or `enough`; 0 if no more than `known`: then there are no spans, and
	 * by is 0. */
	uint16_t stands;
	/* The wheel by default: the smallest of the best, of equal ones that about the left
	 * corner, then that clockwise. */
	enum pn_corner corner;
	int32_t by;
	/* All of the best, about the left corner first, by angle: the owner may choose. */
	uint8_t spans;
	bool more; /* there are more than PN_LANES_SPANS_MAX; the last are left out */
	struct pn_lanes_span span[PN_LANES_SPANS_MAX];
};

/* The best wheels. A wheel by 0 is one about either corner. Needs some 200 KB of stack. */
void pn_lanes_find_best(const struct pn_lanes *lanes, struct pn_lanes_best *best);

/* How many stands reach the facing after one wheel, which need not be allowed. */
uint16_t pn_lanes_count(const struct pn_lanes *lanes, enum pn_corner corner, int32_t by);
