/* The units that a Flee Move crossed: in the pivot about the unit's Centre, which follows the rules
 * of the move (T9-63), or straight ahead after it. */

#include "t9.h"
#include "wheel.h"

/* What a rectangle covers that goes straight on from its pose's front. */
static struct pn_shape covered(const struct pn_shape *from, pn_vec by)
{
	struct pn_shape all = *from;

	all.point[0] = pn_add(all.point[0], by);
	all.point[1] = pn_add(all.point[1], by);
	return all;
}

/* A rectangle that turns about a point and then goes straight on: does it cross the shape,
 * and when? Exactly (T9-65); but whom it stands against is not crossed by that. */
static unsigned meets(const struct pn_shape *from, const struct pn_shape *turned, pn_vec about,
		      const struct t9_flight *flight, const struct pn_shape *shape)
{
	const struct pn_turn_obstacles one = {
		.shape = shape, .count = 1, .exact = !pn_shapes_cross(from, shape)};
	const int32_t by = pn_turn_between(flight->start.facing, flight->pivoted.facing);
	const struct pn_shape straight =
		covered(turned, pn_along(flight->pivoted.facing, flight->length));
	unsigned when = 0;

	if (pn_shape_turn(from, about, by, &one).by != by)
		when |= T9_IN_THE_PIVOT;
	if (pn_shapes_cross(&straight, shape))
		when |= T9_STRAIGHT_ON;
	return when;
}

static pn_vec centre_of(const struct pn_unit *unit, pn_pose pose)
{
	return pn_ahead(pose, -pn_depth(t9_formation(unit)) / 2, 0);
}

/* Decides T9-63. */
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
