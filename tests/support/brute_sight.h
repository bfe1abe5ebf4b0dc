#pragma once
/* Line of sight once more, one line at a time and in floating point. Knows the blockers
 * as they were given, not the pieces the core makes of them. */

#include "random_placement.h"
#include "sight.h"

enum { BRUTE_BLOCKERS_MAX = 32 };

/* One placement: who looks, at what, among what. */
struct brute_view {
	struct pn_sight_observer observer;
	struct pn_sight_target target;
	int count;
	struct pn_sight_blocker blocker[BRUTE_BLOCKERS_MAX];
};

struct brute_point {
	long double x;
	long double y;
};

/* How strict to be, in hundredths of a millimetre. */
struct brute_slack {
	long double aside; /* a line must pass solid things this far off, or more */
	long double below; /* tops count as so much lower */
	long double depth; /* depths of sight count as so much more */
};

/* Is the line clear of every blocker? Touching is not clear. */
bool brute_is_clear(const struct brute_view *view, struct brute_point eye, struct brute_point seen,
		    struct brute_slack slack);

/* Is the line clear, and everything within PN_TOUCH of it, and does it end inside the
 * observer's arc? */
bool brute_is_comfortable(const struct brute_view *view, struct brute_point eye,
			  struct brute_point seen);

/* Try so many lines. Does one see the target in comfort? */
bool brute_finds_sight(const struct brute_view *view, struct random_source *source, int lines);

/* Is a line that the core found what it says: from the front edge to the target, with a
 * line within a millionth of a unit of it that touches nothing? Also, in integers, not
 * through the inside of any convex part of what is solid and higher than both ends. */
bool brute_confirms(const struct brute_view *view, const struct pn_sight_line *line);
