/* The wheels between which it changes who is ahead of the front (T9-G1).
 *
 * After a wheel about a front corner the front sweeps a strip, with that corner on one edge of
 * it. A corner of the target, or of what is in the way, comes into the strip at one wheel and
 * leaves it at another:
 *
 *	          . p            the corner p lies on the edge through C when the unit heads at p,
 *	      |  .   |           and on the other edge when asin(w / |Cp|) is left to that
 *	      | .    |
 *	      |______|
 *	      C   w
 *
 * Between two of these wheels the same corners are ahead, so halfway between is as good as any. */

#include "convex_parts.h"
#include "t9_search.h"

/* The turn, at most a right angle, at which something so far away lies that far aside; or
 * the first that is no less. */
static int32_t turn_aside(pn_wide squared, pn_len aside)
{
	int32_t less = -1;
	int32_t enough = PN_DEGREES_90;

	while (enough - less > 1) {
		const int32_t middle = (less + enough) / 2;
		const pn_wide sine = pn_axes_of((pn_angle)middle).sine;

		if (squared * sine * sine < (pn_wide)aside * aside * PN_SINE_ONE * PN_SINE_ONE)
			less = middle;
		else
			enough = middle;
	}
	return enough;
}

/* The wheels at which the corner of a shape lies on an edge of the strip. */
struct edges {
	int32_t near, far;
};

static struct edges edges_at(const struct t9_turn *turn, pn_vec point)
{
	const pn_vec to = pn_subtract(point, turn->about);
	const pn_wide squared = (pn_wide)to.x * to.x + (pn_wide)to.y * to.y;
	const int32_t by = to.x == 0 && to.y == 0 ? 0 : pn_turn_between(turn->from, pn_bearing(to));
	const int32_t aside = turn_aside(squared, turn->frontage);

	return (struct edges){by, turn->corner == PN_CORNER_LEFT ? by - aside : by + aside};
}

static int32_t clamp(int32_t by, const struct t9_wheel *wheel)
{
	return by < wheel->least ? wheel->least : by > wheel->most ? wheel->most : by;
}

/* Wheels, in order, none twice. */
static void add(struct t9_gaps *gaps, int32_t by, const struct t9_wheel *within)
{
	uint16_t at = 0;

	if (by < within->least || by > within->most)
		return;
	while (at < gaps->count && gaps->by[at] < by)
		at++;
	if ((at < gaps->count && gaps->by[at] == by) || gaps->count == T9_GAPS_MAX)
		return;
	for (uint16_t i = gaps->count++; i > at; i--)
		gaps->by[i] = gaps->by[i - 1];
	gaps->by[at] = by;
}

static void add_shape(struct t9_gaps *gaps, const struct t9_turn *turn,
		      const struct pn_shape *shape, const struct t9_wheel *within)
{
	for (uint8_t i = 0; i < shape->count; i++) {
		const struct edges edges = edges_at(turn, shape->point[i]);

		add(gaps, edges.near, within);
		add(gaps, edges.far, within);
	}
}

/* The wheels after which any of the target may be ahead. */
static struct t9_wheel facing_target(const struct t9_turn *turn, const struct pn_shape *target)
{
	struct t9_wheel within = {INT32_MAX, INT32_MIN};

	for (uint8_t i = 0; i < target->count; i++) {
		const struct edges edges = edges_at(turn, target->point[i]);
		const int32_t low = edges.near < edges.far ? edges.near : edges.far;
		const int32_t high = edges.near < edges.far ? edges.far : edges.near;

		within.least = low < within.least ? low : within.least;
		within.most = high > within.most ? high : within.most;
	}
	return (struct t9_wheel){clamp(within.least, &turn->wheel),
				 clamp(within.most, &turn->wheel)};
}

void t9_find_gaps(const struct t9_search *search, const struct t9_turn *turn, struct t9_gaps *out)
{
	const struct t9_wheel within = facing_target(turn, &search->all.shape[T9_TARGET]);

	out->count = 0;
	add(out, within.least, &within);
	add(out, within.most, &within);
	for (uint16_t i = 0; i < search->all.count; i++)
		add_shape(out, turn, &search->all.shape[i], &within);
}
