#pragma once
/* A block of figures on its way: legs, headings, which side of it is which, what it covers as it
 * goes, and how near it comes to others. Lengths are in hundredths of a millimetre, angles in
 * 65536ths of a turn. Nothing here says what is allowed. */

#include "convex_parts.h"
#include "pennon/game.h"
#include "wheel.h"

/* ---- how a unit stands ---- */

/* Now or on its way. */
struct pn_stand {
	pn_pose pose;
	struct pn_formation formation;
	uint8_t form;
	/* Figures that stand by themselves: so many (0: none do), the first of them in
	 * pn_game.figure, and where the first stood when they stood as they do there. */
	uint8_t loose;
	uint16_t first_figure;
	pn_vec from;
};

struct pn_stand pn_stand_of(const struct pn_unit *unit);

/* What its figures cover each by itself: as they stand in the game, moved as the stand has moved;
 * or in ranks and files right of the first, if none stands by itself yet. */
void pn_body_by_figures(struct pn_body *out, const struct pn_game *view,
			const struct pn_stand *stand);

/* ---- legs ---- */

/* Of a wheel: the corner that it goes about, and its turn, positive clockwise. */
static inline enum pn_corner pn_leg_corner(const struct pn_leg *leg)
{
	return leg->left ? PN_CORNER_LEFT : PN_CORNER_RIGHT;
}

static inline int32_t pn_leg_turn(const struct pn_leg *leg)
{
	return leg->left ? -(int32_t)leg->angle : (int32_t)leg->angle;
}

/* A path of at most one change of files and one wheel, at least one of the two: what it leaves
 * out stays as it was before. False: it is no such path. */
bool pn_read_reform(const struct pn_path *path, uint16_t *files, int32_t *by);

/* So far along a heading, facing as before; and straight ahead. */
static inline pn_pose pn_pose_along(pn_pose pose, pn_angle heading, pn_len length)
{
	return (pn_pose){pn_add(pose.at, pn_along(heading, length)), pose.facing};
}

static inline pn_pose pn_pose_ahead(pn_pose pose, pn_len length)
{
	return pn_pose_along(pose, pose.facing, length);
}

/* A turn brought within 45 degrees to either side; the heading nearest to the one asked for that
 * is at most 45 degrees off the facing. */
int32_t pn_turn_within_45(int32_t turn);
pn_angle pn_heading_within_45(pn_angle heading, pn_angle facing);

/* Every figure turns on the spot towards `to` (enum pn_facing): that side of the block becomes
 * the front, a flank in as many files as there were ranks. */
void pn_turn_on_the_spot(pn_pose *pose, struct pn_formation *formation, uint8_t to);

/* ---- sides ---- */

/* The side (enum pn_facing) that an edge of a footprint of so many corners belongs to: the one it
 * faces. So the side of a short last rank is the right flank. */
uint8_t pn_facing_of_edge(uint8_t edge, uint8_t corners);

/* The same of several edges, bit i for edge i: the front before the left, the right, the rear. */
uint8_t pn_facing_of_edges(uint16_t edges, uint8_t corners);

/* ---- room ---- */

/* The rectangle round all that a block, short rear rank filled up, passes over on a way of
 * `length`, 0 or more: `heading` is its facing, a quarter turn off it, or half a turn. */
struct pn_shape pn_strip_along(pn_pose pose, struct pn_formation formation, pn_angle heading,
			       pn_len length);

/* ---- how near ---- */

static inline bool pn_within(const struct pn_shape *a, const struct pn_shape *b, pn_len length)
{
	return pn_compare_distance(a, b, length) <= 0;
}

static inline bool pn_nearer(const struct pn_shape *a, const struct pn_shape *b, pn_len length)
{
	return pn_compare_distance(a, b, length) < 0;
}

/* Does a body touch an enemy of the unit? */
bool pn_touches_enemy(const struct pn_game *view, pn_unit_id unit, const struct pn_body *body);

/* Is any part of the one at most `length` from any part of the other? */
bool pn_bodies_within(const struct pn_body *a, const struct pn_body *b, pn_len length);

/* The same of two units that are on the board. */
bool pn_units_within(const struct pn_game *view, pn_unit_id a, pn_unit_id b, pn_len length);
