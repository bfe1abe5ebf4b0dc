#pragma once
/* One look: what may hide, what is looked for, and the exact answer for one line.
 * sight.c prepares a look, sight_search.c thinks of lines, sight_line.c judges them.
 *
 * All points here are in sixteenths of a unit. Coordinates are then below 2^25, their
 * differences below 2^26, cross and dot products below 2^53, and a comparison of two
 * places on a line at a height below 2^126. */

#include "sight.h"

/* On which part of its way from the eye (0) to the target (1) a line is lower than
 * the top of a piece. */
enum pn_sight_below {
	PN_SIGHT_BELOW_ALL,
	PN_SIGHT_BELOW_BEFORE, /* before p / q: it rises */
	PN_SIGHT_BELOW_AFTER,  /* after p / q: it falls */
};

/* A piece that may hide the target. */
struct pn_sight_shade {
	const struct pn_sight_piece *piece;
	const pn_vec *point; /* not yet in sixteenths */
	enum pn_sight_below below;
	int32_t p; /* 0 < p < q */
	int32_t q;
	bool near_enough; /* cover: eye and target are within its depth of each other */
};

/* A convex part of the target, or what the observer's arc leaves of it; perhaps no
 * more than one or two points. */
struct pn_sight_part {
	uint8_t count;
	pn_vec point[PN_SIGHT_PART_POINTS_MAX];
};

enum { PN_SIGHT_HULL_MAX = PN_SIGHT_PARTS_MAX * PN_SIGHT_PART_POINTS_MAX + 3 };

struct pn_sight_look {
	pn_vec left; /* of the front edge */
	pn_vec right;
	bool all_round; /* no arc: the target may be behind the edge */
	bool falling;   /* the eye is higher than the target's top */
	uint16_t shades;
	uint16_t hint; /* the shade that hid the last line */
	uint8_t parts;
	uint16_t hull_count;
	pn_vec hull[PN_SIGHT_HULL_MAX]; /* round front edge and target, clockwise */
	struct pn_sight_part part[PN_SIGHT_PARTS_MAX];
	struct pn_sight_shade shade[PN_SIGHT_PIECES_MAX];
};

/* A line to be judged, through two different points. The eye is where it meets the
 * front edge and the point seen where it meets the outline of the target, unless one
 * is told to be the end itself (which then lies on the edge but for the grain). */
struct pn_sight_trial {
	pn_vec x;
	pn_vec y;
	bool from_x;
	bool to_y;
};

/* A point of the board in sixteenths. */
static inline pn_vec pn_sight_grain(pn_vec point)
{
	return (pn_vec){point.x * PN_SIGHT_GRAIN, point.y * PN_SIGHT_GRAIN};
}

/* Corner i of a shade in sixteenths. */
static inline pn_vec pn_sight_corner(const struct pn_sight_shade *shade, uint8_t i)
{
	return pn_sight_grain(shade->point[i]);
}

/* The displacement from a to b. Here and below because millions of them are needed. */
static inline pn_vec pn_sight_way(pn_vec a, pn_vec b)
{
	return (pn_vec){b.x - a.x, b.y - a.y};
}

/* The cross product of two displacements: positive when b lies to the left of a. */
static inline int64_t pn_sight_cross(pn_vec a, pn_vec b)
{
	return (int64_t)a.x * b.y - (int64_t)a.y * b.x;
}

static inline int64_t pn_sight_dot(pn_vec a, pn_vec b)
{
	return (int64_t)a.x * b.x + (int64_t)a.y * b.y;
}

/* Positive when c lies to the left of the way from a to b: pn_cross. */
static inline int64_t pn_sight_side(pn_vec a, pn_vec b, pn_vec c)
{
	return pn_sight_cross(pn_sight_way(a, b), pn_sight_way(a, c));
}

/* The length of a cover's depth behind its edge from a to b, times the edge's length,
 * in sixteenths each; rounded down. */
int64_t pn_sight_depth(const struct pn_sight_shade *shade, pn_vec a, pn_vec b);

/* Find the hull of some points, clockwise, and say of how many points it is. Sorts the
 * points. `hull` has room for one more than all of them. */
uint16_t pn_sight_hull(pn_vec *points, uint16_t count, pn_vec *hull);

/* Is the target seen along the line? If so, `line` says between which places. */
bool pn_sight_try(struct pn_sight_look *look, const struct pn_sight_trial *trial,
		  struct pn_sight_line *line);

/* Does this one shade, solid and convex, hide the end of a line from x to y from its
 * beginning? Grazing does not count. */
bool pn_sight_covers(const struct pn_sight_shade *shade, pn_vec x, pn_vec y);

/* Think of lines until one is clear: if the target can be seen at all, along one of
 * these. Fills `line` and says so. */
bool pn_sight_search(struct pn_sight_look *look, struct pn_sight_line *line);
