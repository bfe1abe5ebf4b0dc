/* Standing on a hill, and being led up it. */

#include "rise.h"

/* Is the point on the hill, or on one as high that meets it? */
static bool is_as_high(const struct pn_game *view, pn_vec at, const struct pn_terrain *hill,
		       uint32_t hills)
{
	if (pn_shape_contains(&hill->shape, at))
		return true;
	for (uint8_t i = 0; i < view->terrain_count; i++) {
		const struct pn_terrain *other = &view->terrain[i];

		if ((hills >> other->kind & 1) && other->height >= hill->height &&
		    pn_shape_contains(&other->shape, at) &&
		    (pn_shapes_touch(&other->shape, &hill->shape) ||
		     pn_shapes_overlap(&other->shape, &hill->shape)))
			return true;
	}
	return false;
}

bool pn_is_wholly_up(const struct pn_game *view, const struct pn_shape *base,
		     const struct pn_terrain *hill, uint32_t hills)
{
	for (uint8_t i = 0; i < base->count; i++)
		if (!is_as_high(view, base->point[i], hill, hills))
			return false;
	return true;
}

bool pn_steps_up(const struct pn_shape *base, pn_vec way, const struct pn_shape *hill)
{
	for (uint8_t i = 0; i < hill->count; i++) {
		const pn_vec a = hill->point[i];
		const pn_vec b = hill->point[(i + 1) % hill->count];
		bool outside = false;
		bool inside = false;

		for (uint8_t k = 0; k < base->count; k++) {
			const int64_t cross = pn_cross(a, b, base->point[k]);

			outside |= cross > 0;
			inside |= cross < 0;
		}
		if (outside && inside &&
		    (int64_t)(b.y - a.y) * way.x - (int64_t)(b.x - a.x) * way.y > 0)
			return true;
	}
	return false;
}
