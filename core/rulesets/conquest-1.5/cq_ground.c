/* What is in a regiment's way, and the inch that it keeps from it. */

#include "cq.h"
#include "crossing.h"
#include "instant.h"

/* Two shapes that go along each other come nearer by no more than their roundings. */
enum { ROUNDINGS = 2 };

static bool is_wanted(const struct pn_game *view, pn_unit_id id, pn_unit_id other, unsigned kinds)
{
	if (view->unit[other].side != view->unit[id].side)
		return kinds & CQ_ENEMIES;
	return kinds & (pn_engaged(view, other) ? CQ_ENGAGED_FRIENDS : CQ_FREE_FRIENDS);
}

static bool is_barred(const struct pn_terrain *piece, unsigned kinds)
{
	if (piece->kind == CQ_IMPASSABLE)
		return kinds & CQ_IMPASSABLE_GROUND;
	return piece->kind == CQ_GARRISON && kinds & CQ_GARRISONS;
}

void cq_gather(struct pn_obstacles *out, const struct pn_game *view, pn_unit_id id, unsigned kinds,
	       pn_unit_id except)
{
	const struct pn_wanted wanted = {
		id,        except,           kinds, (kinds & CQ_EDGES) != 0, is_wanted,
		is_barred, pn_unit_footprint};

	pn_obstacles_gather(out, view, &wanted);
}

int cq_overlaps(const struct pn_obstacles *obstacles, const struct pn_unit *unit, pn_pose pose)
{
	const struct pn_shape shape = pn_footprint(pose, pn_unit_formation(unit));

	return pn_obstacles_overlap(obstacles, &shape);
}

/* Does the unit stand in the obstacle, by however little? Where corners are rounded, on a slant or
 * where the width of the front is odd, nobody can tell. */
static bool stands_in(const struct pn_unit *unit, const struct pn_shape *shape,
		      const struct pn_shape *obstacle)
{
	return pn_frontage(pn_unit_formation(unit)) % 2 == 0 && pn_is_square(shape) &&
	       pn_is_square(obstacle) && pn_shapes_cross(shape, obstacle);
}

bool cq_is_in(const struct pn_unit *unit, pn_pose pose, const struct pn_shape *obstacle)
{
	const struct pn_shape shape = pn_footprint(pose, pn_unit_formation(unit));

	return pn_shapes_overlap(&shape, obstacle) || stands_in(unit, &shape, obstacle);
}

/* A friend that it stood in when it set out it may have been put against there. */
static bool has_come_into(const struct pn_unit *unit, const struct pn_shape *shape,
			  struct cq_came came, const struct pn_shape *obstacle)
{
	const struct pn_shape before = pn_shape_moved(
		shape, pn_along((pn_angle)(came.heading + PN_TURN_HALF), came.length));

	return came.length > 0 && stands_in(unit, shape, obstacle) &&
	       (came.marched || !pn_shapes_cross(&before, obstacle));
}

int cq_not_cleared(const struct pn_obstacles *obstacles, const struct pn_unit *unit, pn_pose pose,
		   struct cq_came came)
{
	const struct pn_shape shape = pn_footprint(pose, pn_unit_formation(unit));
	const struct pn_shape before = pn_shape_moved(
		&shape, pn_along((pn_angle)(came.heading + PN_TURN_HALF), 2 * PN_TOUCH));

	for (uint16_t i = 0; i < obstacles->count; i++)
		if (pn_shapes_overlap(&shape, &obstacles->shape[i]) ||
		    (pn_shapes_cross(&shape, &obstacles->shape[i]) &&
		     pn_shapes_overlap(&before, &obstacles->shape[i])) ||
		    has_come_into(unit, &shape, came, &obstacles->shape[i]))
			return i;
	return -1;
}

pn_len cq_until_in(const struct pn_obstacles *one, const struct pn_unit *unit, pn_pose pose,
		   pn_angle heading, pn_len length)
{
	const struct pn_shape shape = pn_footprint(pose, pn_unit_formation(unit));

	length = cq_straight(one, unit, pose, heading, length, NULL);
	return pn_is_square(&one->shape[0]) ? pn_clear_of(&shape, heading, length, &one->shape[0])
					    : length;
}

pn_len cq_straight(const struct pn_obstacles *obstacles, const struct pn_unit *unit, pn_pose pose,
		   pn_angle heading, pn_len length, int *met)
{
	const struct pn_shape mover = pn_footprint(pose, pn_unit_formation(unit));

	return pn_obstacles_straight(obstacles, &mover, heading, length, met);
}

/* ---- the inch ---- */

/* What an inch is kept from. */
static void gather_shunned(struct pn_obstacles *out, const struct pn_game *view, pn_unit_id id)
{
	cq_gather(out, view, id, CQ_ENEMIES | CQ_GROUND, PN_NO_UNIT);
}

/* An inch, or so much as there is between the two now, but for the roundings of a move. */
static pn_len gap_to_keep(const struct pn_shape *now, const struct pn_shape *shunned)
{
	pn_len is = 0;
	pn_len is_not = PN_INCH;

	if (!pn_nearer(now, shunned, PN_INCH))
		return PN_INCH;
	while (is_not - is > 1) {
		pn_len middle = (is + is_not) / 2;

		if (pn_nearer(now, shunned, middle))
			is_not = middle;
		else
			is = middle;
	}
	return is > ROUNDINGS ? is - ROUNDINGS : 0;
}

/* Has it come nearer than it may? `now` is where it stood, or NULL: it was not on the board. */
static bool is_too_near(const struct pn_shape *there, const struct pn_shape *now,
			const struct pn_shape *shunned)
{
	return pn_nearer(there, shunned, PN_INCH) &&
	       (!now || pn_nearer(there, shunned, gap_to_keep(now, shunned)));
}

static bool keeps_away(const struct pn_unit *unit, const struct pn_obstacles *shunned,
		       const struct pn_shape *there)
{
	const struct pn_shape now = pn_unit_footprint(unit);

	for (uint16_t i = 0; i < shunned->count; i++)
		if (is_too_near(there, unit->on_board ? &now : NULL, &shunned->shape[i]))
			return false;
	return true;
}

/* Does the regiment, covering that, keep an inch from all of those, or come no nearer? */
static bool cq_keeps_away(const struct pn_game *view, pn_unit_id id, const struct pn_shape *there)
{
	struct pn_obstacles shunned;

	gather_shunned(&shunned, view, id);
	return keeps_away(&view->unit[id], &shunned, there);
}

/* Nothing of a regiment that keeps its centre comes nearer to who is not in this box. */
static struct pn_box box_round(const struct pn_unit *unit)
{
	const pn_vec centre = cq_centre(unit);
	const pn_len most = unit->figures * (unit->base_width + unit->base_depth) / 2 + PN_INCH;

	return (struct pn_box){{centre.x - most, centre.y - most},
			       {centre.x + most, centre.y + most}};
}

static void box_near(struct cq_boxes *out, const struct pn_obstacles *obstacles, struct pn_box near)
{
	out->count = 0;
	for (uint16_t i = 0; i < obstacles->count; i++) {
		const struct pn_box box = pn_shape_box(&obstacles->shape[i]);

		if (pn_boxes_far(box, near, 0))
			continue;
		out->of[out->count] = i;
		out->box[out->count++] = box;
	}
}

void cq_look_round(struct cq_surroundings *out, const struct pn_game *view, pn_unit_id id)
{
	const struct pn_unit *unit = &view->unit[id];
	const struct pn_shape now = pn_unit_footprint(unit);

	out->view = view;
	out->unit = id;
	cq_gather(&out->all, view, id, CQ_ALL, PN_NO_UNIT);
	gather_shunned(&out->shunned, view, id);
	box_near(&out->all_near, &out->all, box_round(unit));
	box_near(&out->shunned_near, &out->shunned, box_round(unit));
	for (uint16_t i = 0; i < out->shunned_near.count; i++) {
		const struct pn_shape *shunned = &out->shunned.shape[out->shunned_near.of[i]];

		out->gap[i] = unit->on_board ? gap_to_keep(&now, shunned) : PN_INCH;
	}
}

int cq_overlaps_any(const struct cq_surroundings *round, const struct pn_shape *there)
{
	const struct pn_box box = pn_shape_box(there);

	for (uint16_t i = 0; i < round->all_near.count; i++)
		if (!pn_boxes_far(box, round->all_near.box[i], 0) &&
		    pn_shapes_overlap(there, &round->all.shape[round->all_near.of[i]]))
			return round->all_near.of[i];
	return -1;
}

bool cq_keeps_away_from(const struct cq_surroundings *round, const struct pn_shape *there)
{
	const struct pn_box box = pn_shape_box(there);

	for (uint16_t i = 0; i < round->shunned_near.count; i++)
		if (!pn_boxes_far(box, round->shunned_near.box[i], round->gap[i]) &&
		    pn_nearer(there, &round->shunned.shape[round->shunned_near.of[i]],
			      round->gap[i]))
			return false;
	return true;
}

bool cq_is_away(const struct pn_game *view, pn_unit_id id, pn_pose pose)
{
	const struct pn_shape there = pn_footprint(pose, pn_unit_formation(&view->unit[id]));

	return cq_keeps_away(view, id, &there);
}

/* What lies in the strip grows with its length, so the longest strip that keeps away is
 * found by halving. How near it may come is asked for only where it comes within an inch. */
pn_len cq_keeping_away(const struct pn_game *view, pn_unit_id id, pn_pose pose, pn_angle heading,
		       pn_len length)
{
	const struct pn_unit *unit = &view->unit[id];
	const struct pn_formation formation = pn_unit_formation(unit);
	const struct pn_shape now = pn_strip_along(unit->pose, formation, unit->pose.facing, 0);
	struct pn_shape strip = pn_strip_along(pose, formation, heading, length);
	struct pn_obstacles shunned;
	pn_len least = length;

	gather_shunned(&shunned, view, id);
	for (uint16_t i = 0; i < shunned.count; i++) {
		pn_len clear = 0;
		pn_len met = least;
		pn_len gap;

		if (!pn_nearer(&strip, &shunned.shape[i], PN_INCH))
			continue;
		gap = gap_to_keep(&now, &shunned.shape[i]);
		if (!pn_nearer(&strip, &shunned.shape[i], gap))
			continue;
		while (met - clear > 1) {
			pn_len middle = (clear + met) / 2;

			strip = pn_strip_along(pose, formation, heading, middle);
			if (pn_nearer(&strip, &shunned.shape[i], gap))
				met = middle;
			else
				clear = middle;
		}
		least = clear;
		strip = pn_strip_along(pose, formation, heading, least);
	}
	return least;
}
