#pragma once
/* What blockers cover of the lanes, over a range of headings.
 *
 * A blocker is taken in its convex parts, each cut off at the line of the facing, so that
 * all that is left of it lies before the facing or beside it. It does not cross the front
 * either, which the wheel would have met. So at one heading a part that shares some u with
 * the front lies ahead of it there or behind it there, never both, and what it covers of
 * the lanes is all between its least and its greatest u: its shadow. */

#include "lane_view.h"

/* From a least u to a greatest. */
struct pn_lane_stretch {
	int64_t low;
	int64_t high;
};

/* A part's shadow. At the middle heading its ends are those two points. */
struct pn_lane_shadow {
	struct pn_lane_stretch stretch;
	pn_vec low_point;
	pn_vec high_point;
};

/* Ascending by low end. */
struct pn_lane_shadows {
	uint16_t count;
	struct pn_lane_shadow shadow[PN_LANE_PARTS_MAX];
};

struct pn_lane_covers {
	int64_t least;                   /* a strip at least so wide is enough */
	struct pn_lane_shadows certain;  /* what is covered at every heading of the range */
	struct pn_lane_shadows possible; /* what may be covered at some */
};

/* The shadows of those of the first *listed parts of a list that may cover some of a stretch;
 * their numbers come first then, and *listed counts them. */
void pn_lane_covers_cast(const struct pn_lane_view *view, const struct pn_lane_aim *aim,
			 struct pn_lane_stretch stretch, struct pn_lane_list *list,
			 uint16_t *listed, struct pn_lane_covers *covers);

/* Is a strip that is wide enough free, at every heading, of the stretch? */
bool pn_lane_is_free(const struct pn_lane_covers *covers, struct pn_lane_stretch stretch);

/* May one be free, at some heading? The facing lies within the stretch, or ends it: its ends
 * are the points `to` on the left and `from` on the right. */
bool pn_lane_may_be_free(const struct pn_lane_covers *covers, const struct pn_lane_aim *aim,
			 struct pn_lane_stretch stretch, pn_vec to, pn_vec from);
