#include "place.h"

/* Is any corner of it beyond the board's edge when it is displaced? */
static bool is_beyond(const struct pn_game *view, const struct pn_shape *shape, pn_vec by)
{
	for (uint8_t i = 0; i < shape->count; i++) {
		const pn_vec at = pn_add(shape->point[i], by);

		if (at.x < 0 || at.y < 0 || at.x > view->width || at.y > view->depth)
			return true;
	}
	return false;
}

bool pn_goes_over_edge(const struct pn_game *view, const struct pn_body *body, pn_vec by)
{
	for (uint8_t i = 0; i < body->count; i++)
		if (is_beyond(view, &body->part[i], by))
			return true;
	return false;
}

struct pn_verdict pn_check_ground(const struct pn_game *view, const struct pn_shape *shape)
{
	const struct pn_rules *rules = pn_rules_of(view);

	if (is_beyond(view, shape, (pn_vec){0, 0}))
		return pn_refuse(PN_REFUSE_LEAVES_TABLE, PN_CLAUSE("PN-10"));
	for (uint8_t i = 0; i < view->terrain_count; i++)
		if (rules->terrain.row[view->terrain[i].kind].impassable &&
		    pn_shapes_overlap(shape, &view->terrain[i].shape))
			return pn_refuse(PN_REFUSE_BLOCKED, PN_CLAUSE("PN-10"));
	return pn_lawful();
}
