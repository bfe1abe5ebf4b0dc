/* What is reached at the same instant: in which order, and who else. */

#include "instant.h"

#include "convex_parts.h"
#include "flush.h"
#include "sweep.h"

uint8_t pn_meeting_order(const struct pn_game *view, pn_unit_id unit, pn_unit_id named,
			 pn_unit_id out[PN_UNITS_MAX])
{
	const pn_side side = view->unit[unit].side;
	uint8_t count = 0;

	if (named != PN_NO_UNIT && named != unit && view->unit[named].on_board)
		out[count++] = named;
	for (int friends = 0; friends < 2; friends++)
		for (pn_unit_id i = 0; i < view->unit_count; i++)
			if (i != unit && i != named && view->unit[i].on_board &&
			    (view->unit[i].side == side) == friends)
				out[count++] = i;
	return count;
}

/* When the first of a way's parts meets the first of another body's. */
struct first {
	pn_fraction at;
	uint8_t part;
	uint16_t of; /* the other's part */
};

static bool find_first(const struct pn_straight_way *way, const struct pn_body *other,
		       struct first *out)
{
	bool found = false;

	for (uint8_t i = 0; i < way->body->count; i++) {
		struct pn_sweep_first first;

		if (!pn_sweep_first(&way->body->part[i], way->displacement, other->part,
				    other->count, &first) ||
		    (found && pn_fraction_compare(first.at, out->at) >= 0))
			continue;
		found = true;
		*out = (struct first){first.at, i, first.obstacle};
	}
	return found;
}

/* The box round the body after that much of its way. */
static struct pn_box box_at(const struct pn_straight_way *way, pn_fraction at)
{
	const pn_vec by = pn_sweep_stop(way->displacement, at);
	struct pn_box box = pn_shape_box(&way->body->part[0]);

	for (uint8_t i = 1; i < way->body->count; i++)
		box = pn_box_join(box, pn_shape_box(&way->body->part[i]));
	return (struct pn_box){pn_add(box.low, by), pn_add(box.high, by)};
}

/* Is it too far from the box to touch anything in it? Some that are far it does not call so;
 * never one that could touch. */
static bool is_far(const struct pn_unit *unit, struct pn_box box)
{
	const struct pn_formation formation = pn_unit_formation(unit);
	const pn_len reach = pn_frontage(formation) + pn_depth(formation) + 4 * PN_TOUCH;

	return unit->loose == 0 &&
	       pn_boxes_far((struct pn_box){unit->pose.at, unit->pose.at}, box, reach);
}

/* Does it touch the unit after exactly that much of its way? Where is looked at last. */
static bool meets_at(const struct pn_game *view, const struct pn_straight_way *way,
		     pn_unit_id other, pn_fraction at, struct pn_also_met *out)
{
	struct pn_sweep_contact contact;
	const struct pn_shape *struck;
	struct pn_shape there;
	struct pn_body body;
	struct first first;

	pn_unit_body(&body, view, &view->unit[other]);
	if (!find_first(way, &body, &first) || pn_fraction_compare(first.at, at) != 0)
		return false;
	struck = &body.part[first.of];
	there = way->body->part[first.part];
	pn_sweep(&there, way->displacement, struck, 1, &contact);
	there = pn_shape_moved(&there, pn_sweep_stop(way->displacement, at));
	*out = (struct pn_also_met){
		.unit = other,
		.corners = struck->count,
		.edges = pn_edges_struck(struck, &there, contact.obstacle_edges),
	};
	return true;
}

uint8_t pn_also_met(const struct pn_game *view, const struct pn_straight_way *way,
		    struct pn_also_met out[PN_UNITS_MAX])
{
	const pn_side side = view->unit[way->unit].side;
	struct pn_body met;
	struct first first;
	struct pn_box box;
	uint8_t count = 0;

	pn_unit_body(&met, view, &view->unit[way->met]);
	if (!find_first(way, &met, &first))
		return 0;
	box = box_at(way, first.at);
	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		const struct pn_unit *other = &view->unit[i];

		if (view->contact_count + count + 1 < PN_CONTACTS_MAX && i != way->met &&
		    other->on_board && other->side != side && !is_far(other, box) &&
		    meets_at(view, way, i, first.at, &out[count]))
			count++;
	}
	return count;
}
