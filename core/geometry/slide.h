#pragma once
/* A shape that sets out again and again among the same obstacles, from other places and on other
 * headings, and never turns: a search for a way. How its edges and theirs lie to each other is
 * looked at once, for each obstacle when it is first asked about; then a displacement changes each
 * depth by one cross product.
 *
 * It is a scratch area of the search, as cuts.h is. The answers are those of sweep.h for the mover
 * displaced. */

#include "cuts.h"
#include "meeting.h"
#include "sweep.h"

enum { PN_SLIDE_EDGES_MAX = 2048 }; /* obstacles beyond are swept each time */

struct pn_slide {
	const struct pn_shape *obstacles; /* borrowed */
	const struct pn_cuts *cuts;       /* borrowed: of all of them */
	struct pn_shape mover;            /* where it stood at the beginning */
	struct pn_parts parts;
	struct pn_box box;
	uint16_t used;
	struct {
		uint16_t first; /* of its edges, part by part */
		bool looked, seen;
	} of[PN_CUTS_MAX];
	struct pn_seen seen[PN_SLIDE_EDGES_MAX];
};

void pn_slide_begin(struct pn_slide *out, const struct pn_shape *mover,
		    const struct pn_shape *obstacles, const struct pn_cuts *cuts);

/* pn_sweep_onto(), of the mover displaced by `from`. */
bool pn_slide_onto(struct pn_slide *slide, pn_vec from, pn_vec way, size_t number, pn_fraction *at);

/* Is the obstacle surely met before the mover, displaced by `from`, has gone `within` of the
 * `length` of its way: on this way, and on any that ends at most `spread` from its end? False says
 * nothing. */
bool pn_slide_bars(struct pn_slide *slide, pn_vec from, pn_vec way, size_t number, pn_len within,
		   pn_len length, pn_len spread);

/* pn_sweep_first_cut(), of the mover displaced by `from`. */
bool pn_slide_first(struct pn_slide *slide, pn_vec from, pn_vec way, struct pn_sweep_first *first);
