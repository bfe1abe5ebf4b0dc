#pragma once
/* Whether somebody was crossed, exactly: the tolerance of touching (sweep.h) is for contact.
 *
 * A footprint whose sides lie along the axes has exact corners, and so has the strip that it
 * covers when it goes along an axis. On a slant corners are rounded to a hundredth of a
 * millimetre; there nobody can tell a graze from brushing past, and a sweep decides. */

#include "pennon/geometry.h"

/* Do all sides of the footprint lie along the axes? Of the footprints of formations only. */
bool pn_is_square(const struct pn_shape *footprint);

/* Would a footprint that is square, displaced along an axis, come over any of the shape on its way,
 * by however little? Where it stands at first and at last counts, too. */
bool pn_comes_over(const struct pn_shape *footprint, pn_vec by, const struct pn_shape *other);

/* How far a footprint goes along a heading, at most `length`, before it comes over the shape, by
 * however little. All of it, where the footprint is not square, the heading along no axis, or the
 * footprint over the shape to begin with. */
pn_len pn_clear_of(const struct pn_shape *footprint, pn_angle heading, pn_len length,
		   const struct pn_shape *other);
