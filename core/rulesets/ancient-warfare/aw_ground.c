/* What is in a unit's way, and the ground it goes over. */

#include "aw.h"
#include "convex_parts.h"
#include "instant.h"

enum { EDGE_DEPTH = 10 * PN_INCH };

static void add(struct aw_obstacles *out, struct pn_shape shape, pn_unit_id unit)
{
	pn_assert(out->count < sizeof out->unit / sizeof out->unit[0]);
	out->shape[out->count] = shape;
	out->unit[out->count++] = unit;
}

static void add_strip(struct aw_obstacles *out, pn_len west, pn_len south, pn_len east,
		      pn_len north)
{
	add(out, (struct pn_shape){4, {{west, south}, {west, north}, {east, north}, {east, south}}},
	    PN_NO_UNIT);
}

void aw_gather(struct aw_obstacles *out, const struct pn_game *view, pn_unit_id id, unsigned kinds,
	       pn_unit_id except)
{
	pn_unit_id order[PN_UNITS_MAX];
	const uint8_t units = pn_meeting_order(view, id, PN_NO_UNIT, order);

	out->count = 0;
	for (uint8_t i = 0; i < units; i++)
		if (order[i] != except &&
		    (kinds &
		     (view->unit[order[i]].side == view->unit[id].side ? AW_FRIENDS : AW_ENEMIES)))
			add(out, pn_unit_footprint(&view->unit[order[i]]), order[i]);
	for (uint8_t i = 0; i < view->terrain_count; i++)
		if ((kinds & AW_GROUND) && view->terrain[i].kind == AW_IMPASSABLE)
			add(out, view->terrain[i].shape, PN_NO_UNIT);
	if (!(kinds & AW_EDGES))
		return;
	add_strip(out, -EDGE_DEPTH, -EDGE_DEPTH, 0, view->depth + EDGE_DEPTH);
	add_strip(out, view->width, -EDGE_DEPTH, view->width + EDGE_DEPTH,
		  view->depth + EDGE_DEPTH);
	add_strip(out, 0, -EDGE_DEPTH, view->width, 0);
	add_strip(out, 0, view->depth, view->width, view->depth + EDGE_DEPTH);
}

/* By the box about it: what is kept may be a little farther. */
static bool is_near(const struct pn_shape *shape, pn_vec at, int64_t radius)
{
	const struct pn_box box = pn_shape_box(shape);
	pn_vec near = at;

	near.x = near.x < box.low.x ? box.low.x : near.x > box.high.x ? box.high.x : near.x;
	near.y = near.y < box.low.y ? box.low.y : near.y > box.high.y ? box.high.y : near.y;
	return pn_distance_squared(at, near) <= radius * radius;
}

void aw_keep_near(struct aw_obstacles *obstacles, pn_vec at, int64_t radius)
{
	uint16_t kept = 0;

	for (uint16_t i = 0; i < obstacles->count; i++) {
		if (!is_near(&obstacles->shape[i], at, radius))
			continue;
		obstacles->shape[kept] = obstacles->shape[i];
		obstacles->unit[kept++] = obstacles->unit[i];
	}
	obstacles->count = kept;
}

int aw_overlaps(const struct aw_obstacles *obstacles, const struct pn_shape *shape)
{
	for (uint16_t i = 0; i < obstacles->count; i++)
		if (pn_shapes_overlap(shape, &obstacles->shape[i]))
			return i;
	return -1;
}

pn_len aw_straight(const struct aw_obstacles *obstacles, const struct pn_shape *mover,
		   pn_angle heading, pn_len length, int *met)
{
	struct pn_sweep_first first;

	if (met)
		*met = -1;
	if (length < 1 || !pn_sweep_first(mover, pn_along(heading, length), obstacles->shape,
					  obstacles->count, &first))
		return length;
	if (met)
		*met = first.obstacle;
	return pn_sweep_distance(length, first.at);
}

struct pn_shape aw_footprint_at(const struct pn_unit *unit, pn_pose pose)
{
	return pn_footprint(pose, pn_unit_formation(unit));
}

/* How far the shape gets before it meets one other; `length` when it does not. */
static pn_len to_shape(const struct pn_shape *other, const struct pn_shape *shape, pn_angle heading,
		       pn_len length)
{
	struct pn_sweep_first first;

	return length > 0 && pn_sweep_first(shape, pn_along(heading, length), other, 1, &first)
		       ? pn_sweep_distance(length, first.at)
		       : length;
}

static bool is_forest(const struct pn_terrain *ground)
{
	return AW_FOREST & 1u << ground->kind;
}

bool aw_wheels_into_woods(const struct pn_game *view, pn_unit_id id, pn_pose wheeled)
{
	const struct pn_unit *unit = &view->unit[id];
	const struct pn_shape before = pn_unit_footprint(unit);
	const struct pn_shape after = aw_footprint_at(unit, wheeled);

	for (uint8_t i = 0; i < view->terrain_count && unit->class == AW_HEAVY_CAVALRY; i++)
		if (is_forest(&view->terrain[i]) &&
		    pn_shapes_overlap(&after, &view->terrain[i].shape) &&
		    !pn_shapes_overlap(&before, &view->terrain[i].shape))
			return true;
	return false;
}

/* Measured from a base's depth further back, so that what it is in already counts. Woods that it
 * stands in deeper, having been placed there, do not stop it. */
pn_len aw_woods_limit(const struct pn_game *view, pn_unit_id id, pn_pose pose, pn_len length)
{
	const struct pn_unit *unit = &view->unit[id];
	const pn_pose back = {pn_subtract(pose.at, pn_along(pose.facing, unit->base_depth)),
			      pose.facing};
	const struct pn_shape shape = aw_footprint_at(unit, back);

	for (uint8_t i = 0; i < view->terrain_count && unit->class == AW_HEAVY_CAVALRY; i++) {
		pn_len at;

		if (!is_forest(&view->terrain[i]) ||
		    pn_shapes_overlap(&shape, &view->terrain[i].shape))
			continue;
		at = to_shape(&view->terrain[i].shape, &shape, pose.facing,
			      length + unit->base_depth);
		length = at < length ? at : length;
	}
	return length;
}

bool aw_on_ground(const struct pn_game *view, const struct pn_shape *shape, unsigned kinds)
{
	for (uint8_t i = 0; i < view->terrain_count; i++)
		if ((kinds & 1u << view->terrain[i].kind) &&
		    pn_shapes_overlap(shape, &view->terrain[i].shape))
			return true;
	return false;
}

bool aw_crosses(const struct pn_game *view, const struct pn_shape *shape, pn_angle heading,
		pn_len length, unsigned kinds)
{
	for (uint8_t i = 0; i < view->terrain_count; i++)
		if ((kinds & 1u << view->terrain[i].kind) &&
		    to_shape(&view->terrain[i].shape, shape, heading, length) < length)
			return true;
	return false;
}

void aw_pass_through(struct pn_step *step, pn_unit_id id, pn_pose from, pn_angle heading,
		     pn_len length)
{
	const struct pn_game *game = step->game;
	const struct pn_shape shape = aw_footprint_at(&game->unit[id], from);
	struct aw_obstacles friends;
	bool met = false;

	if (!aw_is_formed(&game->unit[id]))
		return;
	aw_gather(&friends, game, id, AW_FRIENDS, PN_NO_UNIT);
	for (uint16_t i = 0; i < friends.count; i++) {
		if (!aw_is_formed(&game->unit[friends.unit[i]]) ||
		    to_shape(&friends.shape[i], &shape, heading, length) == length)
			continue;
		aw_disorder(step, friends.unit[i], PN_CLAUSE("AW-68"));
		met = true;
	}
	if (met)
		aw_disorder(step, id, PN_CLAUSE("AW-68"));
}
