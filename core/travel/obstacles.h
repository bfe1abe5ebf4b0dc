#pragma once
/* What stands in a unit's way: shapes that it may not enter, gathered once for many ways, in the
 * order of ties (instant.h): units, then ground, then the board's edges. Each book decides what
 * stops its units. */

#include "pennon/rules.h"
#include "wheel.h"

enum {
	PN_BOARD_EDGES = 4,
	/* ... and one more that a book adds. */
	PN_OBSTACLES_MAX = PN_UNITS_MAX + PN_TERRAIN_MAX + PN_BOARD_EDGES + 1,
};

/* One shape each, and which unit it is: PN_NO_UNIT for ground and edges. */
struct pn_obstacles {
	uint16_t count;
	struct pn_shape shape[PN_OBSTACLES_MAX];
	pn_unit_id unit[PN_OBSTACLES_MAX];
};

/* What is to be gathered, by the book's own bits. */
struct pn_wanted {
	pn_unit_id unit;   /* who goes: never in its own way */
	pn_unit_id except; /* is left out, too; PN_NO_UNIT: nobody */
	unsigned kinds;    /* handed to the functions below */
	bool edges;
	bool (*is_unit)(const struct pn_game *view, pn_unit_id unit, pn_unit_id other,
			unsigned kinds);
	bool (*is_ground)(const struct pn_terrain *piece, unsigned kinds);
	struct pn_shape (*body)(const struct pn_unit *unit); /* what of a unit is in the way */
};

void pn_obstacles_gather(struct pn_obstacles *out, const struct pn_game *view,
			 const struct pn_wanted *wanted);

/* One more, behind the others; at most PN_OBSTACLES_MAX. */
void pn_obstacles_add(struct pn_obstacles *out, struct pn_shape shape, pn_unit_id unit);

/* A strip that stands for what lies off the board beyond an edge: 0 to 3, the west, the east, the
 * south, the north; ten inches deep. */
struct pn_shape pn_board_edge(const struct pn_game *view, int edge);

/* Leave out those that lie farther from a point than `radius`, by the box about them: what is
 * kept may be a little farther. The others keep their order. */
void pn_obstacles_keep_near(struct pn_obstacles *obstacles, pn_vec at, int64_t radius);

/* Does the shape overlap any of them? The index of the first that it does, or -1. */
int pn_obstacles_overlap(const struct pn_obstacles *obstacles, const struct pn_shape *shape);

/* How far a shape gets along a heading, at most `length`, before it meets one of them, rounded
 * down; `met` (may be NULL) is its index, or -1. */
pn_len pn_obstacles_straight(const struct pn_obstacles *obstacles, const struct pn_shape *mover,
			     pn_angle heading, pn_len length, int *met);

/* How far a wheel of `by` about a front corner gets among them (pn_formation_turn()). */
struct pn_turned pn_obstacles_wheel(const struct pn_obstacles *obstacles, pn_pose pose,
				    struct pn_formation formation, enum pn_corner corner,
				    int32_t by);
