#pragma once
/* Two shapes that touch: along which edges do they lie flush?
 *
 * Two edges are flush where they face each other, are parallel but for what rounding does
 * to their ends, lie within PN_TOUCH of each other all along the stretch that they share,
 * and share more than PN_TOUCH of it. Where there is such a stretch it says which side of
 * the shape was struck; corners say it only where corners alone touch:
 *
 *	 +--------+
 *	 | struck |#######+      The corner of what came lies two hundredths of a
 *	 |        |#      |      millimetre past that of the other, so it touches the
 *	 +--------+#      |      edge above, too. The flank was struck, not the front.
 */

#include "pennon/geometry.h"

/* The edges of `struck` that an edge of `other` lies flush against: bit i for the edge from
 * corner i to the next; 0: none. */
uint16_t pn_flush_edges(const struct pn_shape *struck, const struct pn_shape *other);

/* The same, or `touched` where none does. */
uint16_t pn_edges_struck(const struct pn_shape *struck, const struct pn_shape *other,
			 uint16_t touched);
