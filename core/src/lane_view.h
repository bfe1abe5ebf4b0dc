#pragma once
/* What a front rank sees when it has wheeled about one front corner to some heading.
 *
 * Coordinates are those of the front: u to the right along it, v ahead, from the corner.
 * As functions of the heading both are sinusoids, and so is everything asked of them. */

#include "geometry_parts.h"
#include "lanes.h"
#include "sinusoid.h"

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
	pn_len reach; /* its farthest point's distance from the corner, rounded up */
};

struct pn_lane_view {
	pn_vec from; /* of the facing, as all points, from the corner */
	pn_vec to;
	pn_len reach;
	pn_len left; /* of lane 0: 0, or minus the frontage when the corner is the right */
	pn_len width;
	uint16_t lanes;
	uint16_t parts;
	uint16_t points;
	struct pn_lane_part part[PN_LANE_PARTS_MAX];
	pn_vec point[PN_LANE_POINTS_MAX];
};

/* A range of lanes, last included; none when first > last. */
struct pn_lane_range {
	int32_t first;
	int32_t last;
};

void pn_lane_view_begin(struct pn_lane_view *view, const struct pn_lanes *lanes,
			enum pn_corner corner);

/* Where lane number `lane` begins: its left side; and lane number `lanes`, where the last
 * ends. */
pn_len pn_lane_left(const struct pn_lane_view *view, int32_t lane);

/* The heading after a turn, as a whole angle for sinusoid.h: never negative. */
int32_t pn_lane_heading(pn_pose pose, int32_t by);

/* u of a point minus `less`, and v of a point minus `less`. */
struct pn_sinusoid pn_lane_across(pn_vec point, pn_len less);
struct pn_sinusoid pn_lane_ahead(pn_vec point, pn_len less);

/* How far the point (u, v) lies to the left of the way from a to b, times its length. */
struct pn_sinusoid pn_lane_side(pn_vec a, pn_vec b, pn_len u, pn_len v);

/* The lanes that reach the facing, if nothing blocks. They are neighbours. */
struct pn_lane_range pn_lanes_open(const struct pn_lane_view *view, int32_t heading);

/* Is more than PN_TOUCH of the facing to be seen, from outside, and does the facing overlap
 * the front by as much, near or far, ahead or behind? Without that no lane is open. */
bool pn_lane_view_sees(const struct pn_lane_view *view, int32_t heading);

/* Fills `list`, PN_LANE_PARTS_MAX long, with the numbers of the parts that may cover some of
 * the facing at a heading from..to; those left out do not. Returns how many. */
uint16_t pn_lane_parts_near(const struct pn_lane_view *view, int32_t from, int32_t to,
			    uint16_t *list);

/* How many of the lanes `open` stay open past the parts numbered in `list`. */
uint16_t pn_lanes_unblocked(const struct pn_lane_view *view, struct pn_lane_range open,
			    const uint16_t *list, uint16_t count, int32_t heading);
