#pragma once
/* Ground along a straight way, and what it costs.
 *
 *	        enters            leaves
 *	[unit] -->|=================|-->        The distance made while any part of the
 *	          [unit]      [unit]            body is in a piece is paid at that piece's
 *	             ( a wood )                 rate, in several at the dearest; a step is
 *	                                        paid once, when it is passed.
 *
 * Entering is rounded down and leaving up, so a piece is never cheaper than it is; a piece with
 * a bay counts as one from the first touch to the last. Which pieces count, and at what rate, a
 * book says itself. */

#include "pennon/rules.h"
#include "slide.h"

/* Rates are in parts of the distance, of which open ground costs `plain`: 6 for sixths, 100 for
 * hundredths. Lengths and costs are in hundredths of a millimetre. */
struct pn_ground {
	pn_len length; /* it was looked over that far */
	int32_t plain;
	uint8_t stretch_count;
	struct {
		pn_len from, to; /* some part of the body is in it */
		int32_t rate;
	} stretch[PN_TERRAIN_MAX];
	uint8_t step_count;
	struct {
		pn_len at;
		pn_len cost;
	} step[PN_TERRAIN_MAX]; /* nearest first */
};

/* Nothing but open ground so far. */
void pn_ground_begin(struct pn_ground *out, pn_len length, int32_t plain);

/* Add a stretch, unless it is of no length; a step, in its place. At most PN_TERRAIN_MAX each. */
void pn_ground_add_stretch(struct pn_ground *out, pn_len from, pn_len to, int32_t rate);
void pn_ground_add_step(struct pn_ground *out, pn_len at, pn_len cost);

/* What the first `length` costs, rounded up; a step at its end is not paid yet. */
pn_len pn_ground_cost(const struct pn_ground *ground, pn_len length);

/* The farthest length, of what was looked over, that costs no more than the allowance. */
pn_len pn_ground_reach(const struct pn_ground *ground, pn_len allowance);

/* How far a body goes, of a way of `length` that is `displacement`, before any part of it is in
 * the piece, rounded down. False: none comes in. */
bool pn_enters(const struct pn_body *body, pn_vec displacement, pn_len length,
	       const struct pn_shape *piece, pn_len *at);

/* How far it goes before all of it is out again, rounded up: all the way, if it is not out
 * then. */
pn_len pn_leaves(const struct pn_body *body, pn_vec displacement, pn_len length,
		 const struct pn_shape *piece);

/* Cut all pieces of ground, by their numbers, where many ways are tried over them. */
void pn_ground_cut(struct pn_cuts *out, const struct pn_game *view);

/* As the two above, of piece `number` of those (NULL: they were not cut). The answers are the
 * same. */
bool pn_enters_cut(const struct pn_body *body, pn_vec displacement, pn_len length,
		   const struct pn_shape *piece, const struct pn_cuts *cuts, size_t number,
		   pn_len *at);
pn_len pn_leaves_cut(const struct pn_body *body, pn_vec displacement, pn_len length,
		     const struct pn_shape *piece, const struct pn_cuts *cuts, size_t number);

/* And of a shape that sets out many times, among whose obstacles the piece is number `number`. */
bool pn_enters_sliding(struct pn_slide *slide, pn_vec displacement, pn_len length, size_t number,
		       pn_len *at);
pn_len pn_leaves_sliding(struct pn_slide *slide, pn_vec displacement, pn_len length, size_t number);

/* Is any part of the body in the piece? */
bool pn_body_overlaps(const struct pn_body *body, const struct pn_shape *piece);
