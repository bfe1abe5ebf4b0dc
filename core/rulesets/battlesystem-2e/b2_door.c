/* Closing the door: a house rule, off unless both players choose it.
 *
 * The book does not say whether a charger turns flush onto what it struck; by default it
 * stops at first touch and keeps its heading. With the switch `close_the_door` it turns
 * about the point of contact until its front lies along the edge it struck, if nothing at
 * all is in the way of that; else it stays as it is. */

#include "align.h"
#include "b2_run.h"
#include "sweep.h"
#include "tell.h"
#include "wheel.h"

/* Where the two touch, and by which edge of the other: looked for once more, from a little
 * way back. */
static bool find_touch(const struct pn_game *game, pn_unit_id id, const struct b2_way *way,
		       struct pn_sweep_contact *contact)
{
	const struct pn_shape other = pn_unit_footprint(&game->unit[way->met]);
	pn_vec back = pn_along(way->heading, PN_SWEEP_REACH);
	pn_vec there = pn_along(way->heading, 2 * PN_SWEEP_REACH);
	struct pn_shape mover = pn_unit_footprint(&game->unit[id]);

	mover = pn_shape_moved(&mover, (pn_vec){-back.x, -back.y});
	return pn_sweep(&mover, there, &other, 1, contact) && contact->obstacle_edges != 0;
}

static uint8_t lowest_edge(uint16_t edges)
{
	uint8_t edge = 0;

	while (!(edges & 1u << edge))
		edge++;
	return edge;
}

/* May it stand there: on the board, on no ground that it may not enter, over nobody? */
static bool has_room(const struct b2_obstacles *found, pn_pose pose, struct pn_formation formation)
{
	struct pn_shape shape = pn_footprint(pose, formation);

	for (size_t i = 0; i < found->count; i++)
		if (pn_shapes_overlap(&shape, &found->shape[i]))
			return false;
	return true;
}

/* What may be in the way of turning: all but the target, whom the front closes with. */
static void gather_others(struct b2_obstacles *out, const struct pn_game *game, pn_unit_id id,
			  pn_unit_id target)
{
	size_t kept = 0;

	b2_obstacles_gather(out, game, id, B2_IGNORE_NOBODY);
	for (size_t i = 0; i < out->count; i++) {
		if (out->unit[i] == target)
			continue;
		out->shape[kept] = out->shape[i];
		out->unit[kept] = out->unit[i];
		kept++;
	}
	out->count = kept;
}

void b2_close_the_door(struct pn_step *step, pn_unit_id id, const struct b2_way *way)
{
	const struct pn_game *game = step->game;
	const struct pn_unit *unit = &game->unit[id];
	const struct pn_formation formation = pn_unit_formation(unit);
	struct b2_obstacles found;
	struct pn_turn_obstacles others = {
		.shape = found.shape,
		.table = true,
		.low = {0, 0},
		.high = {game->width, game->depth},
	};
	struct pn_sweep_contact contact;
	struct pn_charged_edge edge;
	struct pn_alignment whole;
	struct pn_shape target;
	struct pn_shape end;

	/* Skirmishers have no front to lay along anything, nor an edge to lay one along. */
	if (unit->loose > 0 || game->unit[way->met].loose > 0)
		return;
	if (game->switches[B2_SWITCH_CLOSE_THE_DOOR] != B2_DOOR_CLOSED ||
	    !find_touch(game, id, way, &contact))
		return;
	gather_others(&found, game, id, way->met);
	others.count = (uint16_t)(found.count - B2_BOARD_EDGES);
	edge = pn_charged_edge_of(game->unit[way->met].pose,
				  pn_unit_formation(&game->unit[way->met]),
				  lowest_edge(contact.obstacle_edges));
	whole = pn_align(unit->pose, formation, edge, contact.point, PN_TURN_HALF);
	if (!whole.flush || whole.turn == 0 ||
	    pn_formation_turn(unit->pose, formation, contact.point, whole.turn, &others).by !=
		    whole.turn)
		return;
	target = pn_unit_footprint(&game->unit[way->met]);
	end = pn_footprint(whole.pose, formation);
	if (pn_shapes_overlap(&end, &target) || !has_room(&found, whole.pose, formation))
		return;
	pn_tell_moved(step, id, PN_MANNER_WHEEL, whole.pose, 0, PN_CLAUSE("B2-43"));
}
