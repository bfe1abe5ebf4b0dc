#pragma once
/* The search for a way to a target: straight from where the unit stands, or from a bend. */

#include "b2.h"
#include "slide.h"

/* What is searched for, and the best straight way found so far. */
struct b2_search {
	const struct b2_obstacles *obstacles;
	const struct pn_unit *unit;
	pn_unit_id target;
	pn_angle facing; /* no heading is farther than 45 degrees from it */
	pn_pose from;
	pn_vec off;             /* so far that is from where the unit stands */
	struct pn_shape mover;  /* as it stands there */
	struct pn_slide *slide; /* if both are in ranks: how it goes among the obstacles */
	struct pn_shape goal;
	int goal_number; /* of the obstacles, where both are in ranks; -1: out of reach */
	pn_len length;
	pn_len apart; /* no way to the target is shorter, that one knows of */
	bool blocks;  /* both are in ranks: mover and goal are all of them */
	bool any;     /* whatever way there is will do */
	bool blocked; /* the last heading was, by this obstacle */
	uint16_t blocked_by;
	bool found;
	struct b2_way best;
};

/* Try one heading. Of equal ways the one that turns less wins, then the first tried. */
void b2_try_heading(struct b2_search *search, pn_angle heading);

/* And the next angle on either side, since bearings are rounded. */
void b2_try_about(struct b2_search *search, pn_angle heading);

/* B2-G1: the best of the straight ways from there. True: and nothing can be shorter. */
bool b2_search_straight(struct b2_search *search);

/* A corner of the mover on one of another shape: how far the mover is displaced then, and
 * along which directions, clockwise, it may slide past (or along their opposites). */
struct b2_corner {
	pn_vec at;
	pn_angle from;
	pn_angle span;
};

enum { B2_SHAPE_CORNERS_MAX = PN_SHAPE_POINTS_MAX * PN_SHAPE_POINTS_MAX };

/* The directions of a shape's edges: taken once for many corners. */
struct b2_edges {
	pn_angle bearing[PN_SHAPE_POINTS_MAX];
};

/* Those of a shape, once for many contacts. */
void b2_edges_of(struct b2_edges *out, const struct pn_shape *shape);

/* Where a corner of the mover can lie on one of the other shape without the two
 * overlapping about it. Returns how many. */
size_t b2_corners(const struct pn_shape *mover, const struct b2_edges *edges,
		  const struct pn_shape *other, struct b2_corner out[B2_SHAPE_CORNERS_MAX]);

/* What bounds the displacements of a mover at which it overlaps a shape: side by side, a corner of
 * the one slides along an edge of the other. */
struct b2_outline {
	size_t count;
	struct {
		pn_vec from, to;
	} side[4 * PN_SHAPE_POINTS_MAX];
};

void b2_trace(struct b2_outline *out, const struct pn_shape *mover, const struct b2_edges *edges,
	      const struct pn_shape *other);

/* Where the mover can come to touch two shapes at once, of one of which that is the outline:
 * displacements. Returns how many. */
enum { B2_WEDGES_MAX = 16 };

size_t b2_wedges(const struct pn_shape *mover, const struct b2_edges *edges,
		 const struct b2_outline *one, const struct pn_shape *other,
		 pn_vec out[B2_WEDGES_MAX]);

/* Does a way on that heading graze the corner? Then the angle that passes it a little
 * farther off is stored. */
bool b2_grazes(const struct b2_corner *corner, pn_angle heading, pn_angle *outer);

/* B2-G2: the shortest way with one bend that is shorter than `limit`. False: there is
 * none. `straight` is the search as b2_search_straight() left it. */
bool b2_search_bent(const struct b2_search *straight, pn_len limit, struct b2_route *out);

/* ---- what is in the way, and which side of it is struck ---- */

/* In the order of ties (instant.h); `target` may be PN_NO_UNIT. */
void b2_obstacles_towards(struct b2_obstacles *out, const struct pn_game *view, pn_unit_id unit,
			  pn_unit_id target, enum b2_ignore ignore);

/* Which facing was struck: edge 0 of a footprint is the front, 1 the right flank, the last the
 * left flank. A corner counts for the facing the defender would choose. */

/* Which facing one struck who has come to a contact and stands there (`by`). */
struct pn_sweep_contact;
uint8_t b2_struck_facing(const struct pn_shape *struck, const struct pn_shape *by,
			 const struct pn_sweep_contact *contact);
