#pragma once
/* Views for the tests of sight, built by hand: shapes, blockers, a plain view to change. */

#include "brute_sight.h"

/* A rectangle with sides along the axes. */
struct pn_shape shape_box(pn_len left, pn_len bottom, pn_len right, pn_len top);

/* The same outline the other way round, for one that was mirrored. */
struct pn_shape shape_reversed(struct pn_shape shape);

/* A solid blocker of no owner: endless, or with a height over the plain. */
struct pn_sight_blocker block_solid(struct pn_shape shape);
struct pn_sight_blocker block_high(struct pn_shape shape, pn_len height);

/* Endless cover of no owner. */
struct pn_sight_blocker block_wood(struct pn_shape shape, pn_len depth);

/* An observer of front edge (-1000, 0) to (1000, 0) that looks north, and a target
 * with its near edge 10,000 ahead, just as wide. All heights are 0, nothing hides. The
 * observer owns what owner 1 has, the target what owner 2 has. */
struct brute_view view_facing(void);

void view_add(struct brute_view *view, struct pn_sight_blocker blocker);

/* Mirror target and blockers: at the y axis if `across` is -1, at the x axis, so that
 * the target is behind, if `along` is -1. */
void view_mirror(struct brute_view *view, pn_len across, pn_len along);

/* What the core says of a view. */
struct pn_sight_result view_look(const struct brute_view *view);
