/* What stands in a unit's way. */

#include "obstacles.h"

#include "convex_parts.h"
#include "instant.h"
#include "sweep.h"

enum { EDGE_DEPTH = 10 * PN_INCH };

void pn_obstacles_add(struct pn_obstacles *out, struct pn_shape shape, pn_unit_id unit)
{
	pn_assert(out->count < PN_OBSTACLES_MAX);
	out->shape[out->count] = shape;
	out->unit[out->count++] = unit;
}

struct pn_shape pn_board_edge(const struct pn_game *view, int edge)
{
	const pn_len low = -EDGE_DEPTH;
	const pn_len east = view->width, north = view->depth;
	const struct {
		pn_len west, south, east, north;
	} strip[PN_BOARD_EDGES] = {
		{low, low, 0, north + EDGE_DEPTH},
		{east, low, east + EDGE_DEPTH, north + EDGE_DEPTH},
		{0, low, east, 0},
		{0, north, east, north + EDGE_DEPTH},
	};

	pn_assert(edge >= 0 && edge < PN_BOARD_EDGES);
	return (struct pn_shape){4,
				 {{strip[edge].west, strip[edge].south},
				  {strip[edge].west, strip[edge].north},
				  {strip[edge].east, strip[edge].north},
				  {strip[edge].east, strip[edge].south}}};
}

void pn_obstacles_gather(struct pn_obstacles *out, const struct pn_game *view,
			 const struct pn_wanted *wanted)
{
	pn_unit_id order[PN_UNITS_MAX];
	const uint8_t units = pn_meeting_order(view, wanted->unit, PN_NO_UNIT, order);

	out->count = 0;
	for (uint8_t i = 0; i < units; i++)
		if (order[i] != wanted->except &&
		    wanted->is_unit(view, wanted->unit, order[i], wanted->kinds))
			pn_obstacles_add(out, wanted->body(&view->unit[order[i]]), order[i]);
	for (uint8_t i = 0; i < view->terrain_count; i++)
		if (wanted->is_ground(&view->terrain[i], wanted->kinds))
			pn_obstacles_add(out, view->terrain[i].shape, PN_NO_UNIT);
	for (int edge = 0; wanted->edges && edge < PN_BOARD_EDGES; edge++)
		pn_obstacles_add(out, pn_board_edge(view, edge), PN_NO_UNIT);
}

static bool is_near(const struct pn_shape *shape, pn_vec at, int64_t radius)
{
	const struct pn_box box = pn_shape_box(shape);
	pn_vec near = at;

	near.x = near.x < box.low.x ? box.low.x : near.x > box.high.x ? box.high.x : near.x;
	near.y = near.y < box.low.y ? box.low.y : near.y > box.high.y ? box.high.y : near.y;
	return pn_distance_squared(at, near) <= radius * radius;
}

void pn_obstacles_keep_near(struct pn_obstacles *obstacles, pn_vec at, int64_t radius)
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

int pn_obstacles_overlap(const struct pn_obstacles *obstacles, const struct pn_shape *shape)
{
	for (uint16_t i = 0; i < obstacles->count; i++)
		if (pn_shapes_overlap(shape, &obstacles->shape[i]))
			return i;
	return -1;
}

pn_len pn_obstacles_straight(const struct pn_obstacles *obstacles, const struct pn_shape *mover,
			     pn_angle heading, pn_len length, int *met)
{
	struct pn_sweep_first first;

	if (met)
		*met = -1;
	if (!pn_sweep_first(mover, pn_along(heading, length), obstacles->shape, obstacles->count,
			    &first))
		return length;
	if (met)
		*met = first.obstacle;
	return pn_sweep_distance(length, first.at);
}

struct pn_turned pn_obstacles_wheel(const struct pn_obstacles *obstacles, pn_pose pose,
				    struct pn_formation formation, enum pn_corner corner,
				    int32_t by)
{
	const struct pn_turn_obstacles among = {.shape = obstacles->shape,
						.count = obstacles->count};

	return pn_formation_turn(pose, formation, pn_wheel_centre(pose, formation, corner), by,
				 &among);
}
