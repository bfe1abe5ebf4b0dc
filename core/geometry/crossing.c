/* Whether somebody was crossed, exactly. */

#include "crossing.h"

#include "convex_parts.h"

bool pn_is_square(const struct pn_shape *footprint)
{
	for (uint8_t i = 0; i < footprint->count; i++) {
		const pn_vec edge = pn_subtract(pn_shape_next(footprint, i), footprint->point[i]);

		if (edge.x != 0 && edge.y != 0)
			return false;
	}
	return true;
}

/* The rectangle that three of its corners span, with all that it covers when it is displaced along
 * an axis. */
static struct pn_shape strip_of(const pn_vec corner[3], pn_vec by)
{
	const struct pn_shape three = {3, {corner[0], corner[1], corner[2]}};
	const struct pn_shape moved = {
		3, {pn_add(corner[0], by), pn_add(corner[1], by), pn_add(corner[2], by)}};
	const struct pn_box box = pn_box_join(pn_shape_box(&three), pn_shape_box(&moved));

	return (struct pn_shape){
		4, {box.low, {box.low.x, box.high.y}, box.high, {box.high.x, box.low.y}}};
}

bool pn_comes_over(const struct pn_shape *footprint, pn_vec by, const struct pn_shape *other)
{
	const struct pn_shape ranks = strip_of(&footprint->point[0], by);
	struct pn_shape last;

	if (pn_shapes_cross(&ranks, other))
		return true;
	if (footprint->count == 4)
		return false;
	/* The short last rank, from the inner corner on. */
	last = strip_of(&footprint->point[3], by);
	return pn_shapes_cross(&last, other);
}

pn_len pn_clear_of(const struct pn_shape *footprint, pn_angle heading, pn_len length,
		   const struct pn_shape *other)
{
	pn_len clear = 0;
	pn_len over = length;

	if (heading % PN_DEGREES_90 != 0 || !pn_is_square(footprint) ||
	    !pn_comes_over(footprint, pn_along(heading, length), other) ||
	    pn_comes_over(footprint, (pn_vec){0, 0}, other))
		return length;
	while (over - clear > 1) {
		const pn_len middle = clear + (over - clear) / 2;

		if (pn_comes_over(footprint, pn_along(heading, middle), other))
			over = middle;
		else
			clear = middle;
	}
	return clear;
}
