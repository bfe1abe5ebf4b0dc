#pragma once
/* Line of sight, over units and terrain with heights.
 *
 * The rule in one sentence: the observer sees the target if from some point of its front edge a
 * straight line at eye height rises or falls to the top of some point of the target, and is not
 * hidden on the way.
 *
 *	eye .                          A blocker is its outline from the ground up to
 *	     ` .      ____             its top. It hides what lies beyond if the line
 *	________`_.__|____|___ top     passes through its inside, seen from above, where
 *	 front      `. |__|__ |target  it is lower than the top. At the top's own height
 *	         blocker               it passes.
 *
 * Grazing. A line may touch corners and edges, if a line a hair away from it (however
 * thin the hair, and its ends moved with it) touches nothing. So one sees along a wall
 * and past a corner, but not through the crack between two blocks side by side; and a
 * crack of up to PN_TOUCH, which is what touching means, is no gap either.
 *
 * Cover (a wood, say) has a depth of sight: one sees neither through it nor farther
 * into it or out of it than that, measured from the point in the wood square to the
 * edge through which the line leaves it. Two within the same cover see each other if
 * they are at most that far apart. With a depth of 0 cover blocks whatever is not at
 * its very edge. Height counts as for any blocker: what the line passes over does
 * not hide, but one sees no deeper into cover from above.
 *
 * Of Battlesystem's own line of sight no number is known (B2-131): heights and depths
 * come from the muster, and the caller says what blocks. Under a book where troops
 * hide troops of their own size, give an eye a height less than the top of a figure.
 *
 * Everything is exact, in integers, except where an end of the line must stand on the
 * edge of something it must not enter: such ends are tried to an eighth of a unit. */

#include "pennon/geometry.h"

enum {
	PN_SIGHT_PIECES_MAX = 1024,    /* convex parts of blockers, cover, and cracks */
	PN_SIGHT_POINTS_MAX = 4096,    /* their corners */
	PN_SIGHT_PARTS_MAX = 14,       /* convex parts of one target */
	PN_SIGHT_PART_POINTS_MAX = 20, /* corners of one, cut down to the front arc */
	PN_SIGHT_LIMITS_MAX = 512,     /* see sight_search.c: of one edge of the target */
	PN_SIGHT_NOBODY = 65535,
};

/* Eyes and tops are from -PN_SIGHT_HEIGHT_MAX to PN_SIGHT_HEIGHT_MAX, 1.3 m. */
#define PN_SIGHT_HEIGHT_MAX (1 << 17)

/* The height of what no line passes over. */
#define PN_SIGHT_ENDLESS INT32_MAX

/* Coordinates of sight lines are in sixteenths of a hundredth of a millimetre. */
#define PN_SIGHT_GRAIN 16

enum pn_sight_kind {
	PN_SIGHT_OPEN, /* hides nothing; may raise what stands on it */
	PN_SIGHT_SOLID,
	PN_SIGHT_COVER,
};

/* One thing on the board: a unit's footprint, a figure's base, a piece of terrain. */
struct pn_sight_blocker {
	struct pn_shape shape;
	enum pn_sight_kind kind;
	pn_len ground;  /* the height it stands on */
	pn_len height;  /* its own, or PN_SIGHT_ENDLESS */
	pn_len depth;   /* cover only: the depth of sight, 0 or more */
	bool raises;    /* a hill: what stands on it stands at its top */
	uint16_t owner; /* the caller's number: neither the observer nor the target
				 * is hidden by what is its own; or PN_SIGHT_NOBODY */
};

/* A blocker may be kept in more than one form. A look takes the one that fits. */
enum pn_sight_form {
	PN_SIGHT_PLAIN, /* there is no other: convex and solid, or a bar */
	PN_SIGHT_WHOLE, /* cover with its own outline */
	PN_SIGHT_HULL,  /* the hull round what is not convex */
	PN_SIGHT_PART,  /* one convex part of it; or convex cover as if solid */
};

/* One convex part of a blocker, one whole cover, or (two points) the bar of a crack. */
struct pn_sight_piece {
	uint16_t first; /* of its points */
	uint8_t count;
	uint8_t kind;
	bool raises;
	uint8_t form;      /* enum pn_sight_form */
	bool of_cover;     /* as if it were solid */
	uint16_t body[2];  /* which blocker, by the order in which they were added; of one no
			    * cracks are closed, and a crack lies between two */
	uint16_t owner[2]; /* theirs */
	pn_len top;
	pn_len depth;
	pn_vec low; /* the box round it */
	pn_vec high;
};

/* All that may hide something. Build it once for many looks. The caller owns it. */
struct pn_sight_scene {
	uint16_t bodies;
	uint16_t pieces;
	uint16_t points;
	struct pn_sight_piece piece[PN_SIGHT_PIECES_MAX];
	pn_vec point[PN_SIGHT_POINTS_MAX];
};

/* The observer: a front edge, or with left = right a point. */
struct pn_sight_observer {
	pn_vec left; /* of the front edge */
	pn_vec right;
	pn_len eye; /* ground and all */
	pn_angle facing;
	pn_angle half_angle; /* what it sees lies between rays at this angle to its facing
				 * from the ends of the edge, and not behind the edge: 0 to
				 * PN_DEGREES_90; or PN_TURN_HALF, it sees all round */
	uint16_t owner;
};

/* Pieces of a scene, by number, lower ones first: those that may hide one unit from another, where
 * a scene is built once for many looks. What is left out hides nothing. */
struct pn_sight_chosen {
	uint16_t count;
	uint16_t piece[PN_SIGHT_PIECES_MAX];
};

/* What is looked for. */
struct pn_sight_target {
	struct pn_shape shape;
	pn_len top; /* ground and all */
	uint16_t owner;
	const struct pn_sight_chosen *among; /* what may hide it; NULL: the whole scene */
};

/* A place along a sight line: num / den of the way from its first point to its
 * second. den > 0; num may be negative, or larger than den. */
struct pn_sight_place {
	int64_t num;
	int64_t den;
};

/* A line along which the target is seen, exactly. */
struct pn_sight_line {
	pn_vec through[2];          /* in 1/PN_SIGHT_GRAIN units */
	struct pn_sight_place from; /* the eye */
	struct pn_sight_place to;   /* the point seen */
};

struct pn_sight_result {
	bool visible;
	bool arc; /* some of the target lies in the observer's arc */
	/* If visible: */
	struct pn_sight_line line;
	uint16_t share; /* how far along the front edge the eye is, in 1/65536 of
				 * it, rounded down, at most 65535 */
	/* If not: the number of a piece that hides all of it by itself, or PN_SIGHT_NOBODY. */
	uint16_t covered_by;
};

/* Empty a scene. */
void pn_sight_clear(struct pn_sight_scene *scene);

/* Add a blocker. False, and nothing changed, if the scene is full; then the muster is
 * beyond the limits above. Asserts heights in range and a simple shape. */
bool pn_sight_add(struct pn_sight_scene *scene, const struct pn_sight_blocker *blocker);

/* The height of the ground at a point: the highest top of the blockers added so far
 * that raise what stands on them, the edge included; 0 on the plain. */
pn_len pn_sight_ground(const struct pn_sight_scene *scene, pn_vec at);

/* Does the observer see any point of the target? Needs some 200 KB of stack. Most looks
 * take a microsecond or two; a crowd with slits between many heights takes a
 * thousand times that, so ask only what is to be known. */
void pn_sight_look(const struct pn_sight_scene *scene, const struct pn_sight_observer *observer,
		   const struct pn_sight_target *target, struct pn_sight_result *result);

/* Does one of these pieces of the scene hide all of the target by itself? Cheap; what has hidden
 * one target likely hides its neighbour. True: pn_sight_look() sees nothing either, so long as the
 * piece is among what may hide the target. False says nothing. Pieces of the observer or the
 * target are passed over. */
bool pn_sight_is_covered(const struct pn_sight_scene *scene, const uint16_t *piece, uint16_t count,
			 const struct pn_sight_observer *observer,
			 const struct pn_sight_target *target);

/* The front edge of a unit in ranks and files, which sees whatever is not behind it. */
struct pn_sight_observer pn_sight_front(pn_pose pose, struct pn_formation formation, pn_len eye,
					uint16_t owner);

/* Does the front rank of a unit in ranks and files see the target (B2-15)? Half angle
 * 90 degrees: whatever is not behind its front edge. `figure` may be NULL; else it is
 * set to the figure that sees, if one does. */
bool pn_sight_from_front(const struct pn_sight_scene *scene, pn_pose pose,
			 struct pn_formation formation, pn_len eye, uint16_t owner,
			 const struct pn_sight_target *target, uint16_t *figure);
