/* What is reached at the same instant: in which order, and who else. */

#include "instant.h"

#include "flush.h"
#include "sweep.h"

uint8_t pn_meeting_order(const struct pn_game *view, pn_unit_id unit, pn_unit_id named,
			 pn_unit_id out[PN_UNITS_MAX])
{
	const pn_side side = view->unit[unit].side;
	uint8_t count = 0;

	if (named != PN_NO_UNIT && named != unit && view->unit[named].on_table)
		out[count++] = named;
	for (int friends = 0; friends < 2; friends++)
		for (pn_unit_id i = 0; i < view->unit_count; i++)
			if (i != unit && i != named && view->unit[i].on_table &&
			    (view->unit[i].side == side) == friends)
				out[count++] = i;
	return count;
}

/* When the first of its parts meets the first of the other's, and where. False: never. */
static bool find_first(const struct pn_game *view, const struct pn_straight_way *way,
		       pn_unit_id other, pn_fraction *at, struct pn_also_met *out)
{
	struct pn_sweep_contact contact;
	struct pn_body body;
	bool found = false;

	pn_unit_body(&body, view, &view->unit[other]);
	for (uint8_t i = 0; i < way->body->count; i++) {
		const struct pn_shape *part = &way->body->part[i];
		struct pn_shape there;

		if (!pn_sweep(part, way->displacement, body.part, body.count, &contact) ||
		    (found && pn_fraction_compare(contact.at, *at) >= 0))
			continue;
		found = true;
		*at = contact.at;
		there = pn_shape_moved(part, pn_sweep_stop(way->displacement, contact.at));
		*out = (struct pn_also_met){
			.unit = other,
			.corners = body.part[contact.obstacle].count,
			.edges = pn_edges_struck(&body.part[contact.obstacle], &there,
						 contact.obstacle_edges),
		};
	}
	return found;
}

uint8_t pn_also_met(const struct pn_game *view, const struct pn_straight_way *way,
		    struct pn_also_met out[PN_UNITS_MAX])
{
	const pn_side side = view->unit[way->unit].side;
	uint8_t count = 0;
	pn_fraction at;

	if (!find_first(view, way, way->met, &at, &out[0]))
		return 0;
	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		pn_fraction when;

		if (view->contact_count + count + 1 < PN_CONTACTS_MAX && i != way->met &&
		    view->unit[i].on_table && view->unit[i].side != side &&
		    find_first(view, way, i, &when, &out[count]) &&
		    pn_fraction_compare(when, at) == 0)
			count++;
	}
	return count;
}
