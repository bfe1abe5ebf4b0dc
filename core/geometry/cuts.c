/* Shapes cut beforehand. */

#include "cuts.h"

void pn_cuts_begin(struct pn_cuts *out)
{
	out->count = 0;
	out->part_count = 0;
}

void pn_cuts_add(struct pn_cuts *out, const struct pn_shape *shape)
{
	struct pn_parts parts;
	struct pn_cut *cut = &out->of[out->count];
	const struct pn_shape *part;

	pn_assert(out->count < PN_CUTS_MAX);
	out->count++;
	part = pn_shape_convex(shape, &parts, &cut->count);
	cut->box = pn_shape_box(shape);
	cut->aside = false;
	cut->first = out->part_count;
	if (cut->count == 1)
		return;
	if (out->part_count + cut->count > PN_CUT_PARTS_MAX) {
		cut->count = 0;
		return;
	}
	memcpy(&out->part[out->part_count], part, cut->count * sizeof(out->part[0]));
	out->part_count = (uint16_t)(out->part_count + cut->count);
}

void pn_cuts_make(struct pn_cuts *out, const struct pn_shape *shapes, size_t count)
{
	pn_cuts_begin(out);
	for (size_t i = 0; i < count; i++)
		pn_cuts_add(out, &shapes[i]);
}
