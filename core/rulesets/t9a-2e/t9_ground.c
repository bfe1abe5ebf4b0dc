/* What is in a unit's way, and the spacing that it keeps. */

#include "instant.h"
#include "t9.h"

static bool is_wanted(const struct pn_game *view, pn_unit_id id, pn_unit_id other, unsigned kinds)
{
	const struct pn_unit *unit = &view->unit[other];

	if (unit->side != view->unit[id].side)
		return kinds & (pn_engaged(view, other) ? T9_ENGAGED_ENEMIES : T9_FREE_ENEMIES);
	return kinds & (unit->order.verb == T9_VERB_CHARGE ? T9_CHARGERS : T9_FRIENDS);
}

static bool is_barred(const struct pn_terrain *piece, unsigned kinds)
{
	return (kinds & T9_GROUND) && piece->kind == T9_IMPASSABLE;
}

void t9_gather(struct pn_obstacles *out, const struct pn_game *view, pn_unit_id id, unsigned kinds,
	       pn_unit_id except)
{
	const struct pn_wanted wanted = {id,        except,    kinds,      (kinds & T9_EDGES) != 0,
					 is_wanted, is_barred, t9_boundary};

	pn_obstacles_gather(out, view, &wanted);
}

int t9_overlaps(const struct pn_obstacles *obstacles, const struct pn_unit *unit, pn_pose pose)
{
	const struct pn_shape shape = t9_boundary_at(unit, pose);

	return pn_obstacles_overlap(obstacles, &shape);
}

pn_len t9_straight(const struct pn_obstacles *obstacles, const struct pn_unit *unit, pn_pose pose,
		   pn_len length, int *met)
{
	const struct pn_shape mover = t9_boundary_at(unit, pose);

	return pn_obstacles_straight(obstacles, &mover, pose.facing, length, met);
}

/* ---- spacing ---- */

/* Is the unit, so far straight ahead, at most `gap` from the shape? */
static bool is_near(const struct pn_shape *shape, const struct pn_unit *unit, pn_pose pose,
		    pn_len length, pn_len gap)
{
	struct pn_shape there = t9_boundary_at(unit, pn_pose_ahead(pose, length));

	return pn_compare_distance(&there, shape, gap) <= 0;
}

/* From `near`, where it is true, to `far`, where it is not: the first length next to one at
 * which the unit is an inch from the shape or less. */
static pn_len last_near(const struct pn_shape *shape, const struct pn_unit *unit, pn_pose pose,
			pn_len near, pn_len far)
{
	while (far - near > 1 || near - far > 1) {
		pn_len middle = near + (far - near) / 2;

		if (is_near(shape, unit, pose, middle, T9_SPACING))
			near = middle;
		else
			far = middle;
	}
	return far;
}

pn_len t9_clear_from(const struct pn_obstacles *obstacles, const struct pn_unit *unit, pn_pose pose,
		     pn_len length, pn_len most)
{
	for (uint16_t i = 0; i < obstacles->count; i++) {
		if (!is_near(&obstacles->shape[i], unit, pose, length, T9_SPACING))
			continue;
		if (length >= most || is_near(&obstacles->shape[i], unit, pose, most, T9_SPACING))
			return -1;
		length = last_near(&obstacles->shape[i], unit, pose, length, most);
		i = UINT16_MAX; /* from the first again: it only grows */
	}
	return length;
}

/* Halving: the strip only grows. */
static pn_len keep_half_inch(const struct pn_shape *shape, const struct pn_unit *unit, pn_pose pose,
			     pn_len length)
{
	struct pn_shape strip = pn_strip_along(pose, t9_formation(unit), pose.facing, length);
	pn_len good = 0;
	pn_len bad = length;

	if (pn_compare_distance(&strip, shape, T9_SPACING_MOVING) >= 0)
		return length;
	while (bad - good > 1) {
		const pn_len middle = good + (bad - good) / 2;

		strip = pn_strip_along(pose, t9_formation(unit), pose.facing, middle);
		if (pn_compare_distance(&strip, shape, T9_SPACING_MOVING) < 0)
			bad = middle;
		else
			good = middle;
	}
	return good;
}

/* The farthest that is more than an inch from all that it was not within an inch of before; -1:
 * there is none. */
static pn_len apart_at(const struct pn_obstacles *obstacles, const struct pn_unit *unit,
		       pn_pose pose, pn_len end)
{
	for (uint16_t i = 0; i < obstacles->count; i++) {
		if (!is_near(&obstacles->shape[i], unit, pose, end, T9_SPACING) ||
		    is_near(&obstacles->shape[i], unit, unit->pose, 0, T9_SPACING))
			continue;
		if (is_near(&obstacles->shape[i], unit, pose, 0, T9_SPACING))
			return -1;
		end = last_near(&obstacles->shape[i], unit, pose, end, 0);
		i = UINT16_MAX; /* from the first again: it only shrinks */
	}
	return end;
}

pn_len t9_landing(const struct pn_obstacles *obstacles, const struct pn_unit *unit, pn_pose pose,
		  pn_len length)
{
	const pn_len end = apart_at(obstacles, unit, pose, length);

	return end >= 0 && t9_overlaps(obstacles, unit, pn_pose_ahead(pose, end)) < 0 ? end : -1;
}

pn_len t9_spaced(const struct pn_obstacles *obstacles, const struct pn_unit *unit, pn_pose pose,
		 pn_len length)
{
	pn_len end = t9_straight(obstacles, unit, pose, length, NULL);

	for (uint16_t i = 0; i < obstacles->count; i++)
		if (!is_near(&obstacles->shape[i], unit, unit->pose, 0, T9_SPACING_MOVING))
			end = keep_half_inch(&obstacles->shape[i], unit, pose, end);
	return apart_at(obstacles, unit, pose, end);
}
