/* Standing on a hill, and being led up it (CH-75).
 *
 * A front stands on a hill when each figure of the front rank does with all of its base: on it, or
 * on one as high that meets it. */

#include "ch.h"
#include "rise.h"

enum { HILLS = 1 << CH_HILL };

bool ch_front_is_on(const struct pn_game *view, const struct pn_stand *stand,
		    const struct pn_terrain *hill)
{
	for (uint16_t i = 0; i < stand->formation.files; i++) {
		const struct pn_shape base = pn_figure_base(stand->pose, stand->formation, i);

		if (!pn_is_wholly_up(view, &base, hill, HILLS))
			return false;
	}
	return true;
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

		if (pn_is_wholly_up(view, &base, hill, HILLS))
			continue;
		if (pn_shapes_cross(&base, &hill->shape))
			at = pn_steps_up(&base, way, &hill->shape) ? 0 : length;
		else if (pn_sweep_crosses(&base, way, &hill->shape, &first))
			at = pn_sweep_distance(length, first);
		least = at < least ? at : least;
	}
	return least;
}
