/* Line of sight (section 2.1 of the clauses; CQ-05): from the centre of the front of a
 * front-rank stand to the centre of any facing of an enemy stand that lies in the front
 * arc. What is smaller than either of the two does not block; they themselves never do. */

#include "common.h"
#include "convex_parts.h"
#include "cq.h"
#include "passing.h"

enum { GROUND_SIZE = 3, HILL_SIZE = 2 };

/* What may block the lines from one regiment to another. */
struct screens {
	uint16_t count;
	struct pn_shape shape[PN_UNITS_MAX + PN_TERRAIN_MAX];
	struct pn_box box[PN_UNITS_MAX + PN_TERRAIN_MAX];
};

static uint8_t size_of_ground(uint8_t kind)
{
	static const uint8_t size[CQ_TERRAIN_KINDS] = {
		[CQ_CLEAR] = 0,
		[CQ_IMPASSABLE] = GROUND_SIZE,
		[CQ_GARRISON] = GROUND_SIZE,
		[CQ_FOREST] = GROUND_SIZE,
		[CQ_HILL] = HILL_SIZE,
	};

	return size[kind];
}

static void gather_screens(struct screens *out, const struct pn_game *view, pn_unit_id id,
			   pn_unit_id target)
{
	const struct pn_shape own = pn_unit_footprint(&view->unit[id]);
	const struct pn_shape other = pn_unit_footprint(&view->unit[target]);
	uint8_t least = cq_size(&view->unit[id]);

	if (cq_size(&view->unit[target]) > least)
		least = cq_size(&view->unit[target]);
	out->count = 0;
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (i != id && i != target && view->unit[i].on_board &&
		    cq_size(&view->unit[i]) >= least)
			out->shape[out->count++] = pn_unit_footprint(&view->unit[i]);
	for (uint8_t i = 0; i < view->terrain_count; i++) {
		const struct pn_terrain *piece = &view->terrain[i];

		/* A regiment that stands in a piece of ground sees, and is seen, past its edge. */
		if (size_of_ground(piece->kind) >= least &&
		    !pn_shapes_overlap(&piece->shape, &own) &&
		    !pn_shapes_overlap(&piece->shape, &other))
			out->shape[out->count++] = piece->shape;
	}
	for (uint16_t i = 0; i < out->count; i++)
		out->box[i] = pn_shape_box(&out->shape[i]);
}

static bool is_clear(const struct screens *screens, pn_vec from, pn_vec to)
{
	const struct pn_box box = {
		{from.x < to.x ? from.x : to.x, from.y < to.y ? from.y : to.y},
		{from.x > to.x ? from.x : to.x, from.y > to.y ? from.y : to.y},
	};

	for (uint16_t i = 0; i < screens->count; i++)
		if (!pn_boxes_far(box, screens->box[i], 0) &&
		    pn_passes_through(&screens->shape[i], from, to))
			return false;
	return true;
}

static pn_vec middle_of(pn_vec a, pn_vec b)
{
	return (pn_vec){(a.x + b.x) / 2, (a.y + b.y) / 2};
}

/* The centres of the fronts of the stands in the front rank. */
struct eyes {
	uint16_t count;
	pn_vec at[PN_FIGURES_MAX];
};

static void open_eyes(struct eyes *out, const struct pn_unit *unit)
{
	out->count = 0;
	for (uint16_t i = 0; i < unit->files && i < unit->figures; i++) {
		struct pn_shape base = pn_figure_base(unit->pose, pn_unit_formation(unit), i);

		out->at[out->count++] = middle_of(base.point[0], base.point[1]);
	}
}

static bool any_sees(const struct eyes *eyes, const struct screens *screens, pn_vec at)
{
	for (uint16_t i = 0; i < eyes->count; i++)
		if (is_clear(screens, eyes->at[i], at))
			return true;
	return false;
}

/* Decides CQ-05. */
bool cq_sees(const struct pn_game *view, pn_unit_id id, pn_unit_id target)
{
	const struct pn_unit *unit = &view->unit[id];
	const struct pn_unit *other = &view->unit[target];
	const bool all_round = pn_trait(unit, CQ_FLUID_FORMATION);
	struct screens screens;
	struct eyes eyes;

	gather_screens(&screens, view, id, target);
	open_eyes(&eyes, unit);
	for (uint16_t i = 0; i < other->figures; i++) {
		struct pn_shape base = pn_figure_base(other->pose, pn_unit_formation(other), i);

		for (uint8_t k = 0; k < base.count; k++) {
			pn_vec at = middle_of(base.point[k], base.point[(k + 1) % base.count]);

			if ((all_round || cq_in_front_arc(unit, at)) &&
			    any_sees(&eyes, &screens, at))
				return true;
		}
	}
	return false;
}
