/* How far a shape can turn before it meets something.
 *
 * Two convex shapes are apart when along the normal of some edge of either every corner
 * of the other lies in front. Here "in front" reaches PN_TOUCH behind the edge. For one
 * edge and one corner that is the sign of a sinusoid of the angle turned, so for one edge
 * it holds up to a turn of sign that bisection finds exactly:
 *
 *	angle   0 ------------------------------------------------> asked
 *	edge 3  ======================|
 *	edge 0       ==|          ==================|
 *	edge 6                                   =============|  stop
 *
 * A turn goes along the edge that is clearest of the other shape as far as that edge
 * holds, changes there to another one that holds, and so on; where none holds, it stops.
 * Nothing is stepped over: at every angle passed some edge parts the shapes, so a thin
 * obstacle stops a corner that would be through it one angle later. An edge is changed
 * for another only where both hold, at the same 64th of an angle.
 *
 * Shapes that are not convex are taken in their convex parts, as pn_shapes_overlap()
 * takes them. What is farther from the centre than the shape's
 * farthest corner is not looked at: most obstacles are.
 *
 * Everything is relative to the centre of the turn. */

#include "turning.h"

/* Two convex parts, one turning. Edges are numbered through both: first the standing
 * one's, then the turning one's. */
struct pair {
	const struct pn_turning_part *standing;
	const struct pn_turning_part *turning;
	int32_t way;
	bool exact;
};

/* One edge at one angle: the corner deepest behind it. */
struct look {
	uint8_t edge;
	uint8_t corner;
	pn_wide clearance; /* times the edge's length; negative when too deep */
	int64_t leeway;    /* PN_TOUCH times the edge's length */
};

static int64_t cross_of(pn_vec a, pn_vec b)
{
	return (int64_t)a.x * b.y - (int64_t)a.y * b.x;
}

static int64_t dot_of(pn_vec a, pn_vec b)
{
	return (int64_t)a.x * b.x + (int64_t)a.y * b.y;
}

/* Edge by edge, with the leeway that a corner has behind each. */
static void prepare_part(const struct pn_shape *shape, pn_vec centre, struct pn_turning_part *part)
{
	part->count = shape->count;
	for (uint8_t i = 0; i < shape->count; i++) {
		pn_vec edge = pn_subtract(pn_shape_next(shape, i), shape->point[i]);
		int64_t leeway_squared = dot_of(edge, edge) * PN_TOUCH * PN_TOUCH;

		part->point[i] = pn_subtract(shape->point[i], centre);
		part->edge[i] = edge;
		part->leeway[i] = (int64_t)pn_square_root((uint64_t)leeway_squared);
	}
}

static uint8_t count_edges(const struct pair *pair)
{
	return (uint8_t)(pair->standing->count + pair->turning->count);
}

static bool is_standing_edge(const struct pair *pair, uint8_t edge)
{
	return edge < pair->standing->count;
}

static const struct pn_turning_part *find_other(const struct pair *pair, uint8_t edge)
{
	return is_standing_edge(pair, edge) ? pair->turning : pair->standing;
}

static int64_t find_leeway(const struct pair *pair, uint8_t edge)
{
	return is_standing_edge(pair, edge) ? pair->standing->leeway[edge]
					    : pair->turning->leeway[edge - pair->standing->count];
}

/* How far a corner of the other part lies in front of an edge, plus the leeway, times the
 * edge's length. A turning edge sees a standing corner turn the other way. */
static struct pn_sinusoid corner_before_edge(const struct pair *pair, uint8_t edge, uint8_t corner)
{
	bool standing = is_standing_edge(pair, edge);
	const struct pn_turning_part *owner = standing ? pair->standing : pair->turning;
	uint8_t index = (uint8_t)(standing ? edge : edge - pair->standing->count);
	pn_vec along = owner->edge[index];
	pn_vec at = find_other(pair, edge)->point[corner];

	return (struct pn_sinusoid){
		.constant = (pair->exact ? 0 : owner->leeway[index]) -
			    cross_of(along, owner->point[index]),
		.cosine = cross_of(along, at),
		.sine = (standing ? -pair->way : pair->way) * dot_of(along, at),
	};
}

/* The corner deepest behind an edge. */
static struct look look_along(const struct pair *pair, uint8_t edge, struct pn_direction direction)
{
	struct look look = {.edge = edge, .leeway = find_leeway(pair, edge)};

	for (uint8_t corner = 0; corner < find_other(pair, edge)->count; corner++) {
		struct pn_sinusoid f = corner_before_edge(pair, edge, corner);
		pn_wide clearance = pn_sinusoid_at(&f, direction);

		if (corner == 0 || clearance < look.clearance) {
			look.corner = corner;
			look.clearance = clearance;
		}
	}
	return look;
}

/* Does the edge part the shapes? */
static bool is_parting(const struct pair *pair, uint8_t edge, struct pn_direction direction)
{
	for (uint8_t corner = 0; corner < find_other(pair, edge)->count; corner++) {
		struct pn_sinusoid f = corner_before_edge(pair, edge, corner);

		if (pn_sinusoid_at(&f, direction) < 0)
			return false;
	}
	return true;
}

/* Is a clearer than b, both divided by the lengths of their edges? */
static bool is_clearer(const struct look *a, const struct look *b)
{
	return a->clearance * b->leeway > b->clearance * a->leeway;
}

/* How far an edge goes on to part the shapes that it parts at `from`. */
static int32_t follow_edge(const struct pair *pair, uint8_t edge, int32_t from, int32_t to)
{
	for (uint8_t corner = 0; corner < find_other(pair, edge)->count; corner++) {
		struct pn_sinusoid f = corner_before_edge(pair, edge, corner);

		to = pn_sinusoid_holds_until(&f, from, to);
	}
	return to;
}

/* The edge that parts the shapes best of those that do here and one fine angle on. */
static bool find_parting_edge(const struct pair *pair, int32_t fine, uint8_t *edge)
{
	struct pn_direction here = pn_direction_of(fine);
	struct pn_direction next = pn_direction_of(fine + 1);
	struct look best;
	bool found = false;

	for (uint8_t i = 0; i < count_edges(pair); i++) {
		if (!is_parting(pair, i, next) || !is_parting(pair, i, here))
			continue;
		struct look look = look_along(pair, i, next);

		if (!found || is_clearer(&look, &best))
			best = look;
		found = true;
	}
	if (found)
		*edge = best.edge;
	return found;
}

static int32_t follow_pair(const struct pair *pair, int32_t to)
{
	int32_t fine = 0;
	uint8_t edge;

	while (fine < to && find_parting_edge(pair, fine, &edge)) {
		int32_t end = follow_edge(pair, edge, fine, to);

		if (end == fine)
			break;
		fine = end;
	}
	return fine;
}

void pn_turning_begin(struct pn_turning *turning, const struct pn_shape *shape, pn_vec centre,
		      bool clockwise)
{
	struct pn_parts parts;

	pn_shape_parts(shape, &parts);
	turning->exact = false;
	turning->centre = centre;
	turning->way = clockwise ? 1 : -1;
	turning->count = parts.count;
	turning->reach_squared = 0;
	for (uint8_t i = 0; i < parts.count; i++)
		prepare_part(&parts.part[i], centre, &turning->part[i]);
	for (uint8_t i = 0; i < shape->count; i++) {
		int64_t squared = pn_distance_squared(shape->point[i], centre);

		if (squared > turning->reach_squared)
			turning->reach_squared = squared;
	}
}

/* How far a number lies outside the range from low to high. */
static int64_t outside_range(pn_len value, pn_len low, pn_len high)
{
	return value < low ? low - value : value > high ? value - high : 0;
}

static bool is_out_of_reach(const struct pn_turning *turning, struct pn_box box)
{
	int64_t x = outside_range(turning->centre.x, box.low.x, box.high.x);
	int64_t y = outside_range(turning->centre.y, box.low.y, box.high.y);

	return x * x + y * y > turning->reach_squared;
}

int32_t pn_turning_clear(const struct pn_turning *turning, const struct pn_shape *obstacle,
			 const struct pn_cuts *cuts, size_t number, int32_t to)
{
	struct pn_parts parts;
	const struct pn_shape *part;
	uint8_t count;

	if (is_out_of_reach(turning, cuts ? cuts->of[number].box : pn_shape_box(obstacle)))
		return to;
	count = cuts ? cuts->of[number].count : 0;
	part = count > 0 ? pn_cut_parts(cuts, obstacle, number)
			 : pn_shape_convex(obstacle, &parts, &count);
	for (uint8_t i = 0; i < count; i++) {
		struct pn_turning_part standing;

		prepare_part(&part[i], turning->centre, &standing);
		for (uint8_t k = 0; k < turning->count; k++) {
			struct pair pair = {&standing, &turning->part[k], turning->way,
					    turning->exact};

			to = follow_pair(&pair, to);
		}
	}
	return to;
}

static pn_len round_scaled(int64_t value)
{
	int64_t half = PN_SINE_ONE / 2;

	return (pn_len)((value + (value < 0 ? -half : half)) / PN_SINE_ONE);
}

/* Where a corner stands after the turn. */
static pn_vec turn_corner(const struct pn_turning *turning, pn_vec arm, int32_t fine)
{
	struct pn_direction direction = pn_direction_of(fine);
	int64_t sine = turning->way * (int64_t)direction.sine;
	int64_t cosine = direction.cosine;
	pn_vec turned = {round_scaled(arm.x * cosine + arm.y * sine),
			 round_scaled(arm.y * cosine - arm.x * sine)};

	return pn_add(turning->centre, turned);
}

/* The edge that parts two convex parts best, or behind which they overlap least. */
static struct look find_clearest(const struct pair *pair, int32_t fine)
{
	struct pn_direction direction = pn_direction_of(fine);
	struct look best = look_along(pair, 0, direction);

	for (uint8_t edge = 1; edge < count_edges(pair); edge++) {
		struct look look = look_along(pair, edge, direction);

		if (is_clearer(&look, &best))
			best = look;
	}
	return best;
}

pn_vec pn_turning_contact(const struct pn_turning *turning, const struct pn_shape *obstacle,
			  int32_t fine)
{
	struct pn_parts parts;
	struct look deepest = {.leeway = 0};
	pn_vec contact = turning->centre;

	pn_shape_parts(obstacle, &parts);
	for (uint8_t i = 0; i < parts.count; i++) {
		struct pn_turning_part standing;

		prepare_part(&parts.part[i], turning->centre, &standing);
		for (uint8_t k = 0; k < turning->count; k++) {
			struct pair pair = {&standing, &turning->part[k], turning->way,
					    turning->exact};
			struct look look = find_clearest(&pair, fine);
			pn_vec corner = find_other(&pair, look.edge)->point[look.corner];

			if (deepest.leeway != 0 && !is_clearer(&deepest, &look))
				continue;
			deepest = look;
			contact = is_standing_edge(&pair, look.edge)
					  ? turn_corner(turning, corner, fine)
					  : pn_add(turning->centre, corner);
		}
	}
	return contact;
}

/* How far a corner lies inside the four sides of a rectangle, plus PN_TOUCH. */
static void corner_inside_sides(const struct pn_turning *turning, pn_vec arm, pn_vec low,
				pn_vec high, struct pn_sinusoid side[4])
{
	pn_vec centre = turning->centre;
	int32_t way = turning->way;

	side[0] = (struct pn_sinusoid){centre.x - low.x + PN_TOUCH, arm.x, way * arm.y};
	side[1] = (struct pn_sinusoid){centre.y - low.y + PN_TOUCH, arm.y, -way * arm.x};
	side[2] = (struct pn_sinusoid){high.x - centre.x + PN_TOUCH, -arm.x, -way * arm.y};
	side[3] = (struct pn_sinusoid){high.y - centre.y + PN_TOUCH, -arm.y, way * arm.x};
}

int32_t pn_turning_inside(const struct pn_turning *turning, pn_vec low, pn_vec high, int32_t to,
			  pn_vec *contact)
{
	/* Parts share the shape's corners and have no others. */
	for (uint8_t i = 0; i < turning->count; i++) {
		for (uint8_t k = 0; k < turning->part[i].count; k++) {
			pn_vec arm = turning->part[i].point[k];
			struct pn_sinusoid side[4];

			corner_inside_sides(turning, arm, low, high, side);
			for (int n = 0; n < 4; n++) {
				bool off = pn_sinusoid_at(&side[n], pn_direction_of(0)) < 0;
				int32_t end = off ? 0 : pn_sinusoid_holds_until(&side[n], 0, to);

				if (end == to)
					continue;
				to = end;
				*contact = turn_corner(turning, arm, to);
			}
		}
	}
	return to;
}
