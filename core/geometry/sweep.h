#pragma once
/* The first contact of a shape that moves straight on without turning.
 *
 * The mover goes by `displacement`; the contact is the fraction of it after which
 * it meets an obstacle. The fraction is exact and two of them are compared as
 * fractions; the nearest obstacle wins, of equal ones that with the lower index.
 * Only then is anything rounded: pn_sweep_distance and pn_sweep_end round down.
 *
 * Meeting is not enough to be a contact, or a unit that stands flush beside another
 * could not march past it: poses and corners are rounded, so two flush edges cross
 * by a few hundredths of a millimetre. A contact leads in. Each convex part of the
 * mover is held against each convex part of the obstacle:
 *
 * - Apart by more than PN_TOUCH at the start: it is a contact where they meet if,
 *   going on for PN_SWEEP_REACH past the end of the move at most, they would come
 *   to overlap by more than a slide. A move that ends exactly where they
 *   meet is a contact at 1 / 1. One that only grazes goes on.
 * - Touching at the start: moving away and sliding along are no contact. Moving in
 *   is, if the move itself would overlap them by more than a slide (if they
 *   overlap by more than that already, by more than PN_TOUCH): at 0 where they meet
 *   already, else where the last gap closes.
 * - Overlapping at the start by more than PN_TOUCH: contact at 0, whatever the
 *   direction. This includes an obstacle inside the mover and a mover inside an
 *   obstacle. Leave out of the array what may be moved through.
 *
 * What follows: a mover that goes the whole displacement when nothing is found, or
 * to pn_sweep_end, never overlaps an obstacle by more than PN_TOUCH there nor on
 * its way, unless it did at the start; and at pn_sweep_end pn_shapes_touch holds
 * for the obstacle found. The slide is less than PN_TOUCH by more than the two
 * roundings of the end of a move can shift it sideways, so this also holds for an
 * obstacle slid along. (Who starts between a slide and PN_TOUCH deep in one
 * obstacle and is stopped by another may end a rounding beyond; that takes five
 * roundings at their worst, all to one side.) */

#include "pennon/geometry.h"

/* Twice the depth of a slide, which is 3.5 hundredths of a millimetre. */
#define PN_SWEEP_SLIDE_TWICE 7

/* How far past the end of a move one looks whether a contact leads in: 1 mm. */
#define PN_SWEEP_REACH 100

/* From this length on two edges that lie within PN_TOUCH of each other at both ends
 * make a stretch: 0.8 mm, so they are at less than 4 degrees. */
#define PN_SWEEP_STRETCH 80

enum pn_contact_kind {
	/* A corner of the mover on an edge of the obstacle; on an edge of the mover a
	 * corner of the obstacle; a corner of each, within PN_TOUCH of each other. */
	PN_CONTACT_CORNER_ON_EDGE,
	PN_CONTACT_EDGE_ON_CORNER,
	PN_CONTACT_CORNER_ON_CORNER,
	/* Two edges along each other. */
	PN_CONTACT_STRETCH,
	/* Overlapping from the start: no corner of one lies near an edge of the other
	 * that the move leads into. The point is the mover's first corner and the edges
	 * are none, for there is nothing sensible to say. */
	PN_CONTACT_OVERLAP,
};

struct pn_sweep_contact {
	pn_fraction at;    /* of the displacement; 0 to 1 */
	uint16_t obstacle; /* its index */
	enum pn_contact_kind kind;
	/* Where: the middle of the longest stretch; else the corner that is nearest to
	 * what it meets, of equal ones the obstacle's; the mover's as it stands at
	 * pn_sweep_stop. Within PN_TOUCH of an edge of each that takes part. */
	pn_vec point;
	/* The edges that take part, bit i for the edge from corner i to the next:
	 * those that come within PN_TOUCH of the other shape's corners, or end in a
	 * corner that comes within PN_TOUCH of the other's edges, and move into it. */
	uint16_t mover_edges;
	uint16_t obstacle_edges;
};

/* The first contact of `mover`, moved by `displacement`, with any of `count`
 * obstacles (0 to UINT16_MAX). False: there is none, *contact is untouched. Shapes
 * are simple (pn_shape_is_simple); mover and obstacles stay within
 * PN_COORDINATE_MAX all the way. */
bool pn_sweep(const struct pn_shape *mover, pn_vec displacement, const struct pn_shape *obstacles,
	      size_t count, struct pn_sweep_contact *contact);

/* When it is, and with which; what the contact is like is not looked at, which is most of the
 * work. False: there is none, *first says nothing. */
struct pn_sweep_first {
	pn_fraction at;
	uint16_t obstacle;
};

bool pn_sweep_first(const struct pn_shape *mover, pn_vec displacement,
		    const struct pn_shape *obstacles, size_t count, struct pn_sweep_first *first);

/* The same two of obstacles that were cut before (cuts.h), for many sweeps among them; NULL: they
 * were not. The answers are the same. */
struct pn_cuts;

bool pn_sweep_cut(const struct pn_shape *mover, pn_vec displacement,
		  const struct pn_shape *obstacles, size_t count, const struct pn_cuts *cuts,
		  struct pn_sweep_contact *contact);
bool pn_sweep_first_cut(const struct pn_shape *mover, pn_vec displacement,
			const struct pn_shape *obstacles, size_t count, const struct pn_cuts *cuts,
			struct pn_sweep_first *first);

/* The first contact with one obstacle alone, shape `number` of those that were cut (NULL: of
 * none). */
bool pn_sweep_onto(const struct pn_shape *mover, pn_vec displacement,
		   const struct pn_shape *obstacle, const struct pn_cuts *cuts, size_t number,
		   pn_fraction *at);

/* Does the mover come to cross the obstacle on its way, exactly, and when? Where a contact has room
 * for rounding, this has none: an overlap by the least there is counts, one that begins where the way
 * ends does not. A mover that stands in the obstacle crosses it at 0. */
bool pn_sweep_crosses(const struct pn_shape *mover, pn_vec displacement,
		      const struct pn_shape *obstacle, pn_fraction *at);

/* How far a move of `length` (not negative) gets by the fraction `at` (at most 1),
 * rounded down. */
pn_len pn_sweep_distance(pn_len length, pn_fraction at);

/* Where a unit stands that was to go `length` along `heading`, hence was swept by
 * pn_along(heading, length), and was stopped at `at`: the distance rounded down, in
 * that heading. */
pn_pose pn_sweep_end(pn_pose pose, pn_angle heading, pn_len length, pn_fraction at);

/* The same for a displacement that was not made from a heading: each coordinate
 * rounded towards 0. */
pn_vec pn_sweep_stop(pn_vec displacement, pn_fraction at);

/* A shape displaced. */
struct pn_shape pn_shape_moved(const struct pn_shape *shape, pn_vec by);
