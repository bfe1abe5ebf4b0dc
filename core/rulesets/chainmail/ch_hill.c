/* Standing on a hill, and being led up it (CH-75).
 *
 * A front stands on a hill when each figure of the front rank does with all of its base: on it, or
 * on one as high that meets it. */

#include "ch.h"

/* Is the point on the hill, or on one as high that meets it? */
static bool is_as_high(const struct pn_game *view, pn_vec at, const struct pn_terrain *hill)
{
	if (pn_shape_contains(&hill->shape, at))
		return true;
	for (uint8_t i = 0; i < view->terrain_count; i++) {
		const struct pn_terrain *other = &view->terrain[i];

		if (other->kind == CH_HILL && other->height >= hill->height &&
		    pn_shape_contains(&other->shape, at) &&
		    (pn_shapes_touch(&other->shape, &hill->shape) ||
		     pn_shapes_overlap(&other->shape, &hill->shape)))
			return true;
	}
	return false;
}

static bool is_wholly_on(const struct pn_game *view, const struct pn_shape *base,
			 const struct pn_terrain *hill)
{
	for (uint8_t i = 0; i < base->count; i++)
		if (!is_as_high(view, base->point[i], hill))
			return false;
	return true;
}

bool ch_front_is_on(const struct pn_game *view, const struct pn_stand *stand,
		    const struct pn_terrain *hill)
{
	for (uint16_t i = 0; i < stand->formation.files; i++) {
		const struct pn_shape base = pn_figure_base(stand->pose, stand->formation, i);

		if (!is_wholly_on(view, &base, hill))
			return false;
	}
	return true;
}

/* Does the way lead inwards over an edge of the hill that the base stands across? */
static bool steps_up(const struct pn_shape *base, pn_vec way, const struct pn_shape *hill)
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

pn_len ch_climbs_at(const struct pn_game *view, const struct pn_stand *stand, pn_angle heading,
		    pn_len length, const struct pn_terrain *hill)
{
	const pn_vec way = pn_along(heading, length);
	pn_len least = length;

	for (uint16_t i = 0; i < stand->formation.files; i++) {
		const struct pn_shape base = pn_figure_base(stand->pose, stand->formation, i);
		pn_len at = length;
		pn_fraction first;

		if (is_wholly_on(view, &base, hill))
			continue;
		if (pn_shapes_cross(&base, &hill->shape))
			at = steps_up(&base, way, &hill->shape) ? 0 : length;
		else if (pn_sweep_crosses(&base, way, &hill->shape, &first))
			at = pn_sweep_distance(length, first);
		least = at < least ? at : least;
	}
	return least;
}
