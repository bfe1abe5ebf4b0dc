/* What is in a unit's way, and the spacing that it keeps. */

#include "instant.h"
#include "t9.h"

enum { EDGE_DEPTH = 10 * PN_INCH };

static void add(struct t9_obstacles *out, struct pn_shape shape, pn_unit_id unit)
{
	pn_assert(out->count < T9_OBSTACLES_MAX);
	out->shape[out->count] = shape;
	out->unit[out->count++] = unit;
}

static void add_strip(struct t9_obstacles *out, pn_len west, pn_len south, pn_len east,
		      pn_len north)
{
	add(out, (struct pn_shape){4, {{west, south}, {west, north}, {east, north}, {east, south}}},
	    PN_NO_UNIT);
}

static bool is_wanted(const struct pn_game *view, pn_unit_id id, pn_unit_id other, unsigned kinds)
{
	const struct pn_unit *unit = &view->unit[other];

	if (unit->side != view->unit[id].side)
		return kinds & (pn_engaged(view, other) ? T9_ENGAGED_ENEMIES : T9_FREE_ENEMIES);
	return kinds & (unit->order.verb == T9_VERB_CHARGE ? T9_CHARGERS : T9_FRIENDS);
}

void t9_gather(struct t9_obstacles *out, const struct pn_game *view, pn_unit_id id, unsigned kinds,
	       pn_unit_id except)
{
	pn_unit_id order[PN_UNITS_MAX];
	const uint8_t units = pn_meeting_order(view, id, PN_NO_UNIT, order);

	out->count = 0;
	for (uint8_t i = 0; i < units; i++)
		if (order[i] != except && is_wanted(view, id, order[i], kinds))
			add(out, t9_boundary(&view->unit[order[i]]), order[i]);
	for (uint8_t i = 0; i < view->terrain_count; i++)
		if ((kinds & T9_GROUND) && view->terrain[i].kind == T9_IMPASSABLE)
			add(out, view->terrain[i].shape, PN_NO_UNIT);
	if (!(kinds & T9_EDGES))
		return;
	add_strip(out, -EDGE_DEPTH, -EDGE_DEPTH, 0, view->depth + EDGE_DEPTH);
	add_strip(out, view->width, -EDGE_DEPTH, view->width + EDGE_DEPTH,
		  view->depth + EDGE_DEPTH);
	add_strip(out, 0, -EDGE_DEPTH, view->width, 0);
	add_strip(out, 0, view->depth, view->width, view->depth + EDGE_DEPTH);
}

int t9_overlaps(const struct t9_obstacles *obstacles, const struct pn_unit *unit, pn_pose pose)
{
	struct pn_shape shape = t9_boundary_at(unit, pose);

	for (uint16_t i = 0; i < obstacles->count; i++)
		if (pn_shapes_overlap(&shape, &obstacles->shape[i]))
			return i;
	return -1;
}

pn_pose t9_ahead(pn_pose pose, pn_len length)
{
	return (pn_pose){pn_add(pose.at, pn_along(pose.facing, length)), pose.facing};
}

pn_len t9_straight(const struct t9_obstacles *obstacles, const struct pn_unit *unit, pn_pose pose,
		   pn_len length, int *met)
{
	struct pn_shape mover = t9_boundary_at(unit, pose);
	struct pn_sweep_first first;

	if (met)
		*met = -1;
	if (!pn_sweep_first(&mover, pn_along(pose.facing, length), obstacles->shape,
			    obstacles->count, &first))
		return length;
	if (met)
		*met = first.obstacle;
	return pn_sweep_distance(length, first.at);
}

/* ---- spacing ---- */

/* Is the unit, so far straight ahead, at most `gap` from the shape? */
static bool is_near(const struct pn_shape *shape, const struct pn_unit *unit, pn_pose pose,
		    pn_len length, pn_len gap)
{
	struct pn_shape there = t9_boundary_at(unit, t9_ahead(pose, length));

	return t9_compare_distance(&there, shape, gap) <= 0;
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

pn_len t9_clear_from(const struct t9_obstacles *obstacles, const struct pn_unit *unit, pn_pose pose,
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

/* The rectangle that a unit passes over, straight ahead. */
static struct pn_shape strip_of(const struct pn_unit *unit, pn_pose pose, pn_len length)
{
	const struct pn_formation formation = t9_formation(unit);
	const pn_len half = pn_frontage(formation) / 2;
	const pn_len deep = pn_depth(formation);

	return (struct pn_shape){4,
				 {
					 pn_ahead(pose, length, -half),
					 pn_ahead(pose, length, half),
					 pn_ahead(pose, -deep, half),
					 pn_ahead(pose, -deep, -half),
				 }};
}

/* Halving: the strip only grows. */
static pn_len keep_half_inch(const struct pn_shape *shape, const struct pn_unit *unit, pn_pose pose,
			     pn_len length)
{
	struct pn_shape strip = strip_of(unit, pose, length);
	pn_len good = 0;
	pn_len bad = length;

	if (t9_compare_distance(&strip, shape, T9_SPACING_MOVING) >= 0)
		return length;
	while (bad - good > 1) {
		const pn_len middle = good + (bad - good) / 2;

		strip = strip_of(unit, pose, middle);
		if (t9_compare_distance(&strip, shape, T9_SPACING_MOVING) < 0)
			bad = middle;
		else
			good = middle;
	}
	return good;
}

pn_len t9_landing(const struct t9_obstacles *obstacles, const struct pn_unit *unit, pn_pose pose,
		  pn_len length)
{
	pn_len end = length;

	for (uint16_t i = 0; i < obstacles->count; i++) {
		if (!is_near(&obstacles->shape[i], unit, pose, end, T9_SPACING) ||
		    is_near(&obstacles->shape[i], unit, unit->pose, 0, T9_SPACING))
			continue;
		if (is_near(&obstacles->shape[i], unit, pose, 0, T9_SPACING))
			return -1;
		end = last_near(&obstacles->shape[i], unit, pose, end, 0);
		i = UINT16_MAX; /* from the first again: it only shrinks */
	}
	return t9_overlaps(obstacles, unit, t9_ahead(pose, end)) < 0 ? end : -1;
}

pn_len t9_spaced(const struct t9_obstacles *obstacles, const struct pn_unit *unit, pn_pose pose,
		 pn_len length)
{
	pn_len end = t9_straight(obstacles, unit, pose, length, NULL);

	for (uint16_t i = 0; i < obstacles->count; i++)
		if (!is_near(&obstacles->shape[i], unit, unit->pose, 0, T9_SPACING_MOVING))
			end = keep_half_inch(&obstacles->shape[i], unit, pose, end);
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
