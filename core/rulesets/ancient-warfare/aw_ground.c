/* What is in a unit's way, and the ground it goes over. */

#include "aw.h"
#include "convex_parts.h"
#include "crossing.h"
#include "instant.h"

static bool is_wanted(const struct pn_game *view, pn_unit_id id, pn_unit_id other, unsigned kinds)
{
	return kinds & (view->unit[other].side == view->unit[id].side ? AW_FRIENDS : AW_ENEMIES);
}

static bool is_barred(const struct pn_terrain *piece, unsigned kinds)
{
	return (kinds & AW_GROUND) && piece->kind == AW_IMPASSABLE;
}

void aw_gather(struct pn_obstacles *out, const struct pn_game *view, pn_unit_id id, unsigned kinds,
	       pn_unit_id except)
{
	const struct pn_wanted wanted = {
		id,        except,           kinds, (kinds & AW_EDGES) != 0, is_wanted,
		is_barred, pn_unit_footprint};

	pn_obstacles_gather(out, view, &wanted);
}

pn_len aw_straight(const struct pn_obstacles *obstacles, const struct pn_shape *mover,
		   pn_angle heading, pn_len length, int *met)
{
	if (length > 0)
		return pn_obstacles_straight(obstacles, mover, heading, length, met);
	if (met)
		*met = -1;
	return length;
}

struct pn_shape aw_footprint_at(const struct pn_unit *unit, pn_pose pose)
{
	return pn_footprint(pose, pn_unit_formation(unit));
}

/* How far the shape gets before it meets another; `length` when it does not. */
static pn_len to_contact(const struct pn_shape *other, const struct pn_shape *shape,
			 pn_angle heading, pn_len length)
{
	struct pn_sweep_first first;

	return length > 0 && pn_sweep_first(shape, pn_along(heading, length), other, 1, &first)
		       ? pn_sweep_distance(length, first.at)
		       : length;
}

/* The same, of which it comes over nothing, by however little. */
static pn_len to_shape(const struct pn_shape *other, const struct pn_shape *shape, pn_angle heading,
		       pn_len length)
{
	return pn_clear_of(shape, heading, to_contact(other, shape, heading, length), other);
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

/* Decides AW-19. Measured from a base's depth further back, so that what it is in already counts.
 * Woods that it stands in deeper, having been placed there, do not stop it. */
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

/* Does it pass over the ground? Nobody is put against such ground: where the shape stands at first
 * is exact, too. */
static bool passes_over(const struct pn_shape *ground, const struct pn_shape *shape,
			pn_angle heading, pn_len length)
{
	if (length > 0 && heading % PN_DEGREES_90 == 0 && pn_is_square(shape))
		return pn_comes_over(shape, pn_along(heading, length), ground);
	return to_shape(ground, shape, heading, length) < length;
}

bool aw_crosses(const struct pn_game *view, const struct pn_shape *shape, pn_angle heading,
		pn_len length, unsigned kinds)
{
	for (uint8_t i = 0; i < view->terrain_count; i++)
		if ((kinds & 1u << view->terrain[i].kind) &&
		    passes_over(&view->terrain[i].shape, shape, heading, length))
			return true;
	return false;
}

/* A front whose width is odd has its corners on halves: flush beside another such, they round into
 * each other. */
static bool passes_friend(const struct pn_unit *unit, const struct pn_shape *friend,
			  const struct aw_lane *lane)
{
	struct pn_formation formation = pn_unit_formation(unit);

	formation.files = lane->files;
	return pn_frontage(formation) % 2 == 0
		       ? to_shape(friend, &lane->shape, lane->heading, lane->length) < lane->length
		       : to_contact(friend, &lane->shape, lane->heading, lane->length) <
				 lane->length;
}

bool aw_passes_friends(const struct pn_game *view, pn_unit_id id, const struct aw_lane *lane)
{
	struct pn_obstacles friends;

	aw_gather(&friends, view, id, AW_FRIENDS, PN_NO_UNIT);
	for (uint16_t i = 0; i < friends.count; i++)
		if (passes_friend(&view->unit[id], &friends.shape[i], lane))
			return true;
	return false;
}

/* Decides AW-68. */
void aw_pass_through(struct pn_step *step, pn_unit_id id, pn_pose from, pn_angle heading,
		     pn_len length)
{
	const struct pn_game *game = step->game;
	const struct aw_lane lane = {aw_footprint_at(&game->unit[id], from), heading, length,
				     game->unit[id].files};
	struct pn_obstacles friends;
	bool met = false;

	if (!aw_is_formed(&game->unit[id]))
		return;
	aw_gather(&friends, game, id, AW_FRIENDS, PN_NO_UNIT);
	for (uint16_t i = 0; i < friends.count; i++) {
		if (!aw_is_formed(&game->unit[friends.unit[i]]) ||
		    !passes_friend(&game->unit[id], &friends.shape[i], &lane))
			continue;
		aw_disorder(step, friends.unit[i], PN_CLAUSE("AW-68"));
		met = true;
	}
	if (met)
		aw_disorder(step, id, PN_CLAUSE("AW-68"));
}
