/* What is in a unit's way. */

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
