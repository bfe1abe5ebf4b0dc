#pragma once
/* Seeded random formations, poses and terrain for the geometry tests. The same
 * seed gives the same placements on every machine.
 *
 * A third of the facings are multiples of 45 degrees and a third of the positions
 * fall on whole inches, so that parallel edges and shared lines, which chance alone
 * would never produce, come up often. */

#include "pennon/command.h"

enum { RANDOM_LONG_FORM = 5 };

/* A source of random numbers. Set `state` to the seed. */
struct random_source {
	uint64_t state;
};

uint64_t random_next(struct random_source *source);

/* low to high, both included. */
int32_t random_between(struct random_source *source, int32_t low, int32_t high);

/* True once in n. */
bool random_one_in(struct random_source *source, int32_t n);

pn_angle random_facing(struct random_source *source);

/* A point of the square from (0, 0) to (side, side). */
pn_vec random_point(struct random_source *source, pn_len side);

/* How many placements a slow reference looks at: so many, and in the long form
 * (PENNON_SOAK_MINUTES) RANDOM_LONG_FORM times as many. */
int random_placements(int in_the_short_form);

/* 1 to 60 figures on bases of 10 to 60 mm; one in three has a short last rank. */
struct pn_formation random_formation(struct random_source *source);

pn_pose random_pose(struct random_source *source, pn_len side);

/* A simple polygon of 3 to 12 points about a centre, each at most `reach` from it;
 * about half are not convex. */
struct pn_shape random_terrain(struct random_source *source, pn_vec centre, pn_len reach);

/* A footprint or, once in three, a piece of terrain, somewhere on the square. */
struct pn_shape random_obstacle(struct random_source *source, pn_len side);
