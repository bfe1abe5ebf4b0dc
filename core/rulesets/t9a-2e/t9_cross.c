/* The units that a Flee Move crossed: in the pivot about the unit's Centre, which follows the rules
 * of the move (T9-63), or straight ahead after it. */

#include "t9.h"
#include "wheel.h"

/* A rectangle that turns about a point and then goes straight on: does it meet the shape,
 * and when? */
static unsigned meets(const struct pn_shape *from, const struct pn_shape *turned, pn_vec about,
		      const struct t9_flight *flight, const struct pn_shape *shape)
{
	const struct pn_turn_obstacles one = {.shape = shape, .count = 1};
	const int32_t by = pn_turn_between(flight->start.facing, flight->pivoted.facing);
	struct pn_sweep_contact contact;
	unsigned when = 0;

	if (pn_shape_turn(from, about, by, &one).by != by)
		when |= T9_IN_THE_PIVOT;
	if (pn_shapes_overlap(turned, shape) ||
	    pn_sweep(turned, pn_along(flight->pivoted.facing, flight->length), shape, 1, &contact))
		when |= T9_STRAIGHT_ON;
	return when;
}

static pn_vec centre_of(const struct pn_unit *unit, pn_pose pose)
{
	return pn_ahead(pose, -pn_depth(t9_formation(unit)) / 2, 0);
}

unsigned t9_crossed(const struct pn_unit *unit, const struct t9_flight *flight,
		    const struct pn_shape *shape)
{
	const struct pn_shape from = t9_boundary_at(unit, flight->start);
	const struct pn_shape turned = t9_boundary_at(unit, flight->pivoted);

	return meets(&from, &turned, centre_of(unit, flight->start), flight, shape);
}

uint16_t t9_models_crossed(const struct pn_unit *unit, const struct t9_flight *flight,
			   const struct pn_shape *shape)
{
	const pn_vec about = centre_of(unit, flight->start);
	uint16_t count = 0;

	for (uint16_t i = 0; i < unit->figures; i++) {
		const struct pn_shape from =
			pn_figure_base(flight->start, pn_unit_formation(unit), i);
		const struct pn_shape turned =
			pn_figure_base(flight->pivoted, pn_unit_formation(unit), i);

		count = (uint16_t)(count + (meets(&from, &turned, about, flight, shape) != 0));
	}
	return count;
}
