/* How a shape that slides without turning lies against another: the displacements at which
 * a corner of the one is on a corner of the other, or an edge along an edge.
 *
 * Together they bound all the displacements at which the two overlap. Which corner goes
 * with which follows from the directions of the edges about them; all of it is exact but
 * for these directions, which are rounded to an angle. */

#include "b2_way.h"

void b2_edges_of(struct b2_edges *out, const struct pn_shape *shape)
{
	for (uint8_t i = 0; i < shape->count; i++)
		out->bearing[i] = pn_bearing(
			pn_subtract(shape->point[(i + 1) % shape->count], shape->point[i]));
}

enum { SLACK = 2 }; /* bearings are rounded */

/* The directions that keep clear of both corners: of the one's edges, and of the other's
 * from within. False: there is none, the shapes would overlap. */
static bool arcs_meet(const struct b2_edges *mover, uint8_t i, uint8_t before_i,
		      const struct b2_edges *other, uint8_t k, uint8_t before_k,
		      struct b2_corner *out)
{
	pn_angle from = other->bearing[before_k];
	int32_t span = pn_turn_between(from, other->bearing[k]);
	pn_angle from_within = (pn_angle)(mover->bearing[before_i] + PN_TURN_HALF);
	int32_t span_within = pn_turn_between(mover->bearing[before_i], mover->bearing[i]);
	int32_t offset = pn_turn_between(from, from_within);
	int32_t low = offset > 0 ? offset : 0;
	int32_t high = offset + span_within < span ? offset + span_within : span;

	if (span <= 0 || span_within <= 0 || low > high + SLACK)
		return false;
	out->from = (pn_angle)(from + low);
	out->span = (pn_angle)(high > low ? high - low : 0);
	return true;
}

size_t b2_corners(const struct pn_shape *mover, const struct b2_edges *edges,
		  const struct pn_shape *other, struct b2_corner out[B2_SHAPE_CORNERS_MAX])
{
	struct b2_edges others;
	size_t count = 0;

	b2_edges_of(&others, other);
	for (uint8_t i = 0; i < mover->count; i++)
		for (uint8_t k = 0; k < other->count; k++) {
			uint8_t before_i = (uint8_t)((i + mover->count - 1) % mover->count);
			uint8_t before_k = (uint8_t)((k + other->count - 1) % other->count);

			if (!arcs_meet(edges, i, before_i, &others, k, before_k, &out[count]))
				continue;
			out[count++].at = pn_subtract(other->point[k], mover->point[i]);
		}
	return count;
}

/* Shapes are clockwise, so who slides along with their edges has them on the right. */
bool b2_grazes(const struct b2_corner *corner, pn_angle heading, pn_angle *outer)
{
	pn_angle along = (pn_angle)(heading - corner->from + SLACK);

	if (along <= corner->span + 2 * SLACK) {
		*outer = (pn_angle)(heading - 1);
		return true;
	}
	if ((pn_angle)(along + PN_TURN_HALF) <= corner->span + 2 * SLACK) {
		*outer = (pn_angle)(heading + 1);
		return true;
	}
	return false;
}

/* ---- wedges ---- */

static void add_side(struct b2_outline *out, pn_vec from, pn_vec to)
{
	if (out->count == sizeof out->side / sizeof out->side[0])
		return;
	out->side[out->count].from = from;
	out->side[out->count].to = to;
	out->count++;
}

/* Is the direction, a half turn on, one between those of the edges about the corner? */
static bool is_opposite(const struct b2_edges *edges, uint8_t before, uint8_t corner,
			pn_angle direction)
{
	int32_t span = pn_turn_between(edges->bearing[before], edges->bearing[corner]);
	int32_t turn =
		pn_turn_between(edges->bearing[before], (pn_angle)(direction + PN_TURN_HALF));

	return span > 0 && turn >= -SLACK && turn <= span + SLACK;
}

void b2_trace(struct b2_outline *out, const struct pn_shape *mover, const struct b2_edges *edges,
	      const struct pn_shape *other)
{
	struct b2_edges others;

	out->count = 0;
	b2_edges_of(&others, other);
	for (uint8_t i = 0; i < mover->count; i++)
		for (uint8_t k = 0; k < other->count; k++) {
			uint8_t before_i = (uint8_t)((i + mover->count - 1) % mover->count);
			uint8_t before_k = (uint8_t)((k + other->count - 1) % other->count);
			pn_vec at = pn_subtract(other->point[k], mover->point[i]);

			if (is_opposite(edges, before_i, i, others.bearing[k]))
				add_side(out, at,
					 pn_subtract(other->point[(k + 1) % other->count],
						     mover->point[i]));
			if (is_opposite(&others, before_k, k, edges->bearing[i]))
				add_side(out, at,
					 pn_subtract(other->point[k],
						     mover->point[(i + 1) % mover->count]));
		}
}

static int64_t across(pn_vec a, pn_vec b)
{
	return (int64_t)a.x * b.y - (int64_t)a.y * b.x;
}

/* Do the ends of one side lie beyond the other? Then the two do not cross. */
static bool are_apart(pn_vec a, pn_vec b, pn_vec c, pn_vec d)
{
	return (a.x < c.x && a.x < d.x && b.x < c.x && b.x < d.x) ||
	       (a.x > c.x && a.x > d.x && b.x > c.x && b.x > d.x) ||
	       (a.y < c.y && a.y < d.y && b.y < c.y && b.y < d.y) ||
	       (a.y > c.y && a.y > d.y && b.y > c.y && b.y > d.y);
}

/* Where two sides cross, rounded. */
static bool cross(pn_vec a, pn_vec b, pn_vec c, pn_vec d, pn_vec *out)
{
	const pn_vec ab = pn_subtract(b, a);
	const pn_vec cd = pn_subtract(d, c);
	const pn_vec ac = pn_subtract(c, a);
	int64_t den = across(ab, cd);
	int64_t along = across(ac, cd);
	int64_t other = across(ac, ab);

	if (den < 0) {
		den = -den;
		along = -along;
		other = -other;
	}
	if (den == 0 || along < 0 || along > den || other < 0 || other > den)
		return false;
	*out = (pn_vec){(pn_len)(a.x + ab.x * along / den), (pn_len)(a.y + ab.y * along / den)};
	return true;
}

size_t b2_wedges(const struct pn_shape *mover, const struct b2_edges *edges,
		 const struct b2_outline *one, const struct pn_shape *other,
		 pn_vec out[B2_WEDGES_MAX])
{
	struct b2_outline two;
	size_t count = 0;

	b2_trace(&two, mover, edges, other);
	for (size_t i = 0; i < one->count; i++)
		for (size_t k = 0; k < two.count && count < B2_WEDGES_MAX; k++)
			if (!are_apart(one->side[i].from, one->side[i].to, two.side[k].from,
				       two.side[k].to) &&
			    cross(one->side[i].from, one->side[i].to, two.side[k].from,
				  two.side[k].to, &out[count]))
				count++;
	return count;
}
