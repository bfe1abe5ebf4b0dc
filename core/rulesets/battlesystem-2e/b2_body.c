/* What a unit covers as it stands: a block, or skirmishers figure by figure; and their spacing. */

#include "b2_formation.h"

enum {
	LEAST_APART = PN_INCH / 2,
	MOST_APART = PN_INCH,
};

void b2_body_of(struct pn_body *out, const struct pn_game *view, const struct pn_stand *stand)
{
	out->count = 1;
	if (stand->form != B2_SKIRMISH) {
		out->part[0] = pn_footprint(stand->pose, stand->formation);
		return;
	}
	pn_body_by_figures(out, view, stand);
}

struct pn_shape b2_hull_of(const struct pn_body *body)
{
	pn_vec low = body->part[0].point[0];
	pn_vec high = low;

	if (body->count == 1)
		return body->part[0];
	for (uint8_t i = 0; i < body->count; i++)
		for (uint8_t k = 0; k < body->part[i].count; k++) {
			pn_vec at = body->part[i].point[k];

			low = (pn_vec){at.x < low.x ? at.x : low.x, at.y < low.y ? at.y : low.y};
			high = (pn_vec){at.x > high.x ? at.x : high.x,
					at.y > high.y ? at.y : high.y};
		}
	return (struct pn_shape){4, {low, {low.x, high.y}, high, {high.x, low.y}}};
}

/* Decides B2-121. Is the figure no nearer than half an inch to any other, and within an inch of
 * one? */
static bool figure_is_spaced(const struct pn_body *body, uint8_t figure)
{
	const pn_fraction least = {(pn_wide)LEAST_APART * LEAST_APART, 1};
	const pn_fraction most = {(pn_wide)MOST_APART * MOST_APART, 1};
	bool near = false;

	for (uint8_t i = 0; i < body->count; i++) {
		pn_fraction apart;

		if (i == figure)
			continue;
		apart = pn_shape_distance_squared(&body->part[figure], &body->part[i]);
		if (pn_fraction_compare(apart, least) < 0)
			return false;
		near |= pn_fraction_compare(apart, most) <= 0;
	}
	return near;
}

bool b2_is_spaced(const struct pn_body *body)
{
	for (uint8_t i = 0; i < body->count && body->count > 1; i++)
		if (!figure_is_spaced(body, i))
			return false;
	return true;
}
