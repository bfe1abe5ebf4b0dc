#pragma once
/* What a front rank sees when it has wheeled about one front corner.
 *
 * Coordinates are those of lane_aim.h. Everything is asked for all headings of a range at
 * once: how many lanes reach the facing at every one of them, and how many may at some. */

#include "convex_parts.h"
#include "lane_aim.h"
#include "lanes.h"

enum {
	/* A shape of n points has parts with n + 2 (parts - 1) points, and the line of the
	 * facing adds one to each. */
	PN_LANE_PARTS_MAX = PN_LANES_BLOCKERS_MAX * PN_PARTS_MAX,
	PN_LANE_POINTS_MAX = PN_LANES_BLOCKERS_MAX * (PN_SHAPE_POINTS_MAX + 3 * PN_PARTS_MAX - 2),
	/* How far behind the front something may lie and still be ahead of it. */
	PN_LANE_BEHIND = 2 * PN_TOUCH,
};

/* A convex part of a blocker, cut off at the line of the facing. */
struct pn_lane_part {
	uint16_t first; /* of its points */
	uint16_t count;
};

struct pn_lane_view {
	pn_vec from; /* of the facing, as all points, from the corner */
	pn_vec to;
	pn_len reach;
	bool pays;   /* for the turn, out of its reach */
	pn_len left; /* of lane 0: 0, or minus the frontage when the corner is the right */
	pn_len width;
	pn_len least; /* pn_reach_least() of it */
	uint16_t lanes;
	uint16_t parts;
	uint16_t points;
	struct pn_lane_part part[PN_LANE_PARTS_MAX];
	pn_vec point[PN_LANE_POINTS_MAX];
};

/* Lanes that reach the facing: at each heading of a range not fewer than `certain`, at none
 * more than `possible`. At a single heading both are the count. */
struct pn_lane_bounds {
	uint16_t certain;
	uint16_t possible;
};

/* Numbers of parts, those that may be in the way first. */
struct pn_lane_list {
	uint16_t number[PN_LANE_PARTS_MAX];
};

/* The view about a front corner, and the numbers of all its parts. */
void pn_lane_view_begin(struct pn_lane_view *view, const struct pn_lanes *lanes,
			enum pn_corner corner, struct pn_lane_list *list);

/* The bounds for the turns `from` to `to` of a front that faced `facing`. Of the first
 * *listed numbers in the list those that may be in the way in this range are moved to the
 * front and counted in *listed: no others can be in a narrower one. */
struct pn_lane_bounds pn_lane_view_count(const struct pn_lane_view *view, pn_angle facing,
					 int32_t from, int32_t to, struct pn_lane_list *list,
					 uint16_t *listed);
