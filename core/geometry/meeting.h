#pragma once
/* When two convex parts meet, one of which moves straight on: what sweep.h has to say of whole
 * shapes is put together of it. */

#include "convex_parts.h"

/* An instant of a way, or one after it: num / den of the whole, with 0 <= num and 0 < den < 2^62. */
struct pn_instant {
	int64_t num;
	int64_t den;
};

static inline bool pn_is_earlier(struct pn_instant a, struct pn_instant b)
{
	return (pn_wide)a.num * b.den < (pn_wide)b.num * a.den;
}

/* The first contact so far. */
struct pn_earliest {
	bool found;
	struct pn_instant at;
};

/* Do two convex parts come to a contact earlier than that? If so it is noted. */
bool pn_parts_meet(const struct pn_shape *mover, const struct pn_shape *obstacle, pn_vec way,
		   struct pn_earliest *earliest);

/* Do two convex parts come to overlap on the way, by anything at all, earlier than that? If so it is
 * noted. Flush beside each other they do not. */
bool pn_parts_cross(const struct pn_shape *mover, const struct pn_shape *obstacle, pn_vec way,
		    struct pn_earliest *earliest);

/* An edge of either of two parts, and how deep the other lies behind it, times its length. As the
 * mover goes by some displacement, the depth becomes less by the cross product of the two. */
struct pn_seen {
	int64_t depth;
	pn_vec side; /* the obstacle's as it goes round, the mover's turned about */
};

/* All edges of two parts, obstacle first: as many as both have corners. */
void pn_parts_see(const struct pn_shape *mover, const struct pn_shape *obstacle,
		  struct pn_seen *out);

/* As pn_parts_meet(), of the mover displaced by `from` first. */
bool pn_seen_meet(const struct pn_seen *seen, uint8_t count, pn_vec from, pn_vec way,
		  struct pn_earliest *earliest);

/* Do the two, the mover displaced by `from` first, overlap at some instant before `until` by more
 * than `depth`, whichever way one looks? No false yes. */
bool pn_seen_overlap(const struct pn_seen *seen, uint8_t count, pn_vec from, pn_vec way,
		     struct pn_instant until, pn_len depth);
