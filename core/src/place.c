#include "place.h"

struct pn_verdict pn_check_ground(const struct pn_game *view, const struct pn_shape *shape)
{
	const struct pn_rules *rules = pn_rules_of(view);

	for (uint8_t i = 0; i < shape->count; i++) {
		pn_vec at = shape->point[i];

		if (at.x < 0 || at.y < 0 || at.x > view->width || at.y > view->depth)
			return pn_refuse(PN_REFUSE_LEAVES_TABLE, PN_CLAUSE("PN-10"));
	}
	for (uint8_t i = 0; i < view->terrain_count; i++)
		if (rules->terrain.row[view->terrain[i].kind].impassable &&
		    pn_shapes_overlap(shape, &view->terrain[i].shape))
			return pn_refuse(PN_REFUSE_BLOCKED, PN_CLAUSE("PN-10"));
	return pn_lawful();
}
