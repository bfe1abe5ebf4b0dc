#pragma once
/* The boxes and convex parts of shapes, made once for all that is asked of these shapes.
 *
 * It is a scratch area: whoever asks much owns one beside its shapes, fills it when they are
 * gathered, and throws it away with them. Nothing is kept elsewhere, and no answer depends on
 * whether there is one. */

#include "convex_parts.h"
#include "pennon/muster.h"

enum {
	PN_CUTS_MAX = PN_UNITS_MAX + PN_FIGURE_POSES_MAX + PN_TERRAIN_MAX + 5,
	PN_CUT_PARTS_MAX = 96, /* of more than so many the last are cut when they are asked for */
};

struct pn_cut {
	struct pn_box box;
	uint16_t first; /* of its parts, where it has several */
	uint8_t count;  /* 0: not cut; 1: the shape itself is convex */
	bool aside;     /* for now passed over by what looks for the first of all */
};

struct pn_cuts {
	uint16_t count;
	uint16_t part_count;
	struct pn_cut of[PN_CUTS_MAX];
	struct pn_shape part[PN_CUT_PARTS_MAX];
};

/* One shape after another, at most PN_CUTS_MAX, numbered from 0. */
void pn_cuts_begin(struct pn_cuts *out);
void pn_cuts_add(struct pn_cuts *out, const struct pn_shape *shape);

/* All of an array. */
void pn_cuts_make(struct pn_cuts *out, const struct pn_shape *shapes, size_t count);

/* The convex parts of shape `number`, which was cut. */
static inline const struct pn_shape *pn_cut_parts(const struct pn_cuts *cuts,
						  const struct pn_shape *shape, size_t number)
{
	return cuts->of[number].count == 1 ? shape : &cuts->part[cuts->of[number].first];
}
