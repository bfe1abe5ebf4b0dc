/* Areas, bases and exact distances.
 *
 * The area of a figure is convex and unbounded, with two corners L and R:
 *
 *	\   .   .   .   .   /	left of the right ray, right of the left ray, and
 *	 \                 /	not behind the line through the front edge L R.
 *	  L ------------- R
 *
 * The nearest point of a base inside an area is one of these:
 *	- a corner of the base that lies in the area;
 *	- the foot of the perpendicular from L or R to an edge of the base, if the
 *	  foot lies in the area;
 *	- where an edge of the base crosses a ray;
 *	- any point of the front edge, at distance 0, if the base meets it.
 * (Distance to a segment is convex. Its least value on the part of an edge that lies
 * in the area is at an end of that part, or where it is level: opposite an end of the
 * segment, or along a whole parallel stretch, which ends at one of the others.)
 *
 * How the squared distances are kept: a corner or a foot gives a cross product
 * squared over the squared length of an edge. A crossing is k ray lengths away,
 * k = cross(A - L, AB) / cross(ray, AB), a quotient whose square needs 90 and 106
 * bits; the length of the ray is left out of it as a common factor, and comparing
 * takes products of 256 bits. */

#include "b2_sector_area.h"

__extension__ typedef unsigned __int128 unsigned_wide;

/* The low and high half of a product of two numbers below 2^127. */
struct product {
	unsigned_wide high;
	unsigned_wide low;
};

static struct product multiply(pn_wide a, pn_wide b)
{
	unsigned_wide a0 = (uint64_t)a;
	unsigned_wide a1 = (unsigned_wide)a >> 64;
	unsigned_wide b0 = (uint64_t)b;
	unsigned_wide b1 = (unsigned_wide)b >> 64;
	unsigned_wide middle = a1 * b0 + ((a0 * b0) >> 64);
	unsigned_wide cross = a0 * b1 + (uint64_t)middle;
	return (struct product){a1 * b1 + (middle >> 64) + (cross >> 64),
				(cross << 64) + (uint64_t)(a0 * b0)};
}

/* Is a * b less than, equal to or greater than c * d? None is negative. */
static int compare_products(pn_wide a, pn_wide b, pn_wide c, pn_wide d)
{
	struct product left = multiply(a, b);
	struct product right = multiply(c, d);
	if (left.high != right.high)
		return left.high < right.high ? -1 : 1;
	return (left.low > right.low) - (left.low < right.low);
}

int b2_sector_spots_compare(const struct b2_sector_spot *a, const struct b2_sector_spot *b)
{
	return compare_products(a->over, b->under, b->over, a->under);
}

int b2_sector_compare(const struct b2_sector_spot *spot, pn_len length)
{
	pn_assert(spot->under > 0);
	if (length < 0)
		return 1;
	return compare_products(spot->over, (pn_wide)1 << 60, (pn_wide)length * length,
				spot->under);
}

pn_len b2_sector_length(const struct b2_sector_spot *spot)
{
	pn_len low = 0;
	pn_len high = 4 * PN_COORDINATE_MAX;
	while (high - low > 1) {
		pn_len middle = (low + high) / 2;
		if (b2_sector_compare(spot, middle) >= 0)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* The cross product of two displacements: positive when b lies to the left of a. */
static int64_t cross_of(pn_vec a, pn_vec b)
{
	return (int64_t)a.x * b.y - (int64_t)a.y * b.x;
}

static int64_t dot_of(pn_vec a, pn_vec b)
{
	return (int64_t)a.x * b.x + (int64_t)a.y * b.y;
}

/* How a point lies to the three sides of an area; none is negative inside it. */
struct lie {
	int64_t left;
	int64_t right;
	int64_t ahead;
};

static struct lie find_lie(const struct b2_sector_area *area, pn_vec point)
{
	return (struct lie){-cross_of(area->ray_left, pn_subtract(point, area->left)),
			    cross_of(area->ray_right, pn_subtract(point, area->right)),
			    pn_cross(area->left, area->right, point)};
}

static bool is_inside(struct lie lie)
{
	return lie.left >= 0 && lie.right >= 0 && lie.ahead >= 0;
}

/* Does the point along / length_squared of the way from a to b lie in the area? */
static bool area_contains_foot(const struct b2_sector_area *area, pn_vec a, pn_vec b, int64_t along,
			       int64_t length_squared)
{
	pn_vec way = pn_subtract(b, a);
	pn_vec front = pn_subtract(area->right, area->left);
	pn_vec from_left = pn_subtract(a, area->left);
	pn_vec from_right = pn_subtract(a, area->right);
	pn_wide left = (pn_wide)cross_of(area->ray_left, from_left) * length_squared +
		       (pn_wide)cross_of(area->ray_left, way) * along;
	pn_wide right = (pn_wide)cross_of(area->ray_right, from_right) * length_squared +
			(pn_wide)cross_of(area->ray_right, way) * along;
	pn_wide ahead = (pn_wide)cross_of(front, from_left) * length_squared +
			(pn_wide)cross_of(front, way) * along;
	return left <= 0 && right >= 0 && ahead >= 0;
}

/* Take a squared distance over / under if it is less than the one held. */
static void take_less(struct b2_sector_spot *spot, pn_wide over, pn_wide under)
{
	if (spot->under > 0 && compare_products(over, spot->under, spot->over, under) >= 0)
		return;
	spot->over = over;
	spot->under = under;
}

static void take_less_fraction(struct b2_sector_spot *spot, pn_fraction squared)
{
	take_less(spot, squared.num, (pn_wide)squared.den << 60);
}

static void try_foot(struct b2_sector_spot *spot, const struct b2_sector_area *area, pn_vec corner,
		     pn_vec a, pn_vec b)
{
	pn_vec way = pn_subtract(b, a);
	int64_t along = dot_of(pn_subtract(corner, a), way);
	int64_t length_squared = dot_of(way, way);
	if (along <= 0 || along >= length_squared ||
	    !area_contains_foot(area, a, b, along, length_squared))
		return;
	pn_wide cross = pn_cross(a, b, corner);
	take_less(spot, cross * cross, (pn_wide)length_squared << 60);
}

/* An edge from a to b whose ends lie `side_a` and `side_b` to the same side of a ray. */
static void try_crossing(struct b2_sector_spot *spot, pn_vec corner, pn_vec a, pn_vec b,
			 int64_t side_a, int64_t side_b)
{
	if ((side_a < 0) == (side_b < 0) || side_a == 0 || side_b == 0)
		return;
	int64_t slope = side_b - side_a;
	int64_t steps = cross_of(pn_subtract(a, corner), pn_subtract(b, a));
	if (steps != 0 && (steps < 0) != (slope < 0))
		return;
	take_less(spot, (pn_wide)steps * steps, (pn_wide)slope * slope);
}

static bool base_contains(const struct pn_base *base, pn_vec point)
{
	for (int i = 0; i < 4; i++) {
		if (pn_cross(base->corner[i], base->corner[(i + 1) % 4], point) > 0)
			return false;
	}
	return true;
}

/* Does the base meet the front edge of the area's figure? */
static bool meets_front(const struct b2_sector_area *area, const struct pn_base *base)
{
	if (base_contains(base, area->left) || base_contains(base, area->right))
		return true;
	for (int i = 0; i < 4; i++) {
		pn_vec a = base->corner[i];
		pn_vec b = base->corner[(i + 1) % 4];
		int64_t side_a = pn_cross(area->left, area->right, a);
		int64_t side_b = pn_cross(area->left, area->right, b);
		int64_t side_left = pn_cross(a, b, area->left);
		int64_t side_right = pn_cross(a, b, area->right);
		if ((side_a < 0) != (side_b < 0) && (side_left < 0) != (side_right < 0))
			return true;
	}
	return false;
}

/* Do all corners lie beyond the same side of the area? */
static bool lies_beyond(const struct lie lie[4])
{
	int left = 0;
	int right = 0;
	int behind = 0;
	for (int i = 0; i < 4; i++) {
		left += lie[i].left < 0;
		right += lie[i].right < 0;
		behind += lie[i].ahead < 0;
	}
	return left == 4 || right == 4 || behind == 4;
}

void b2_sector_nearest(const struct b2_sector_area *area, const struct pn_base *base,
		       struct b2_sector_spot *spot)
{
	struct lie lie[4];
	spot->under = 0;
	for (int i = 0; i < 4; i++)
		lie[i] = find_lie(area, base->corner[i]);
	if (lies_beyond(lie))
		return;
	if (meets_front(area, base)) {
		take_less(spot, 0, 1);
		return;
	}
	for (int i = 0; i < 4; i++) {
		int next = (i + 1) % 4;
		pn_vec a = base->corner[i];
		pn_vec b = base->corner[next];
		if (is_inside(lie[i]))
			take_less_fraction(spot,
					   pn_segment_distance_squared(a, area->left, area->right));
		try_foot(spot, area, area->left, a, b);
		try_foot(spot, area, area->right, a, b);
		/* Along the left ray its left side shrinks forwards: turn the signs. */
		try_crossing(spot, area->left, a, b, -lie[i].left, -lie[next].left);
		try_crossing(spot, area->right, a, b, lie[i].right, lie[next].right);
	}
}

bool b2_sector_holds(const struct b2_sector_area *area, const struct pn_base *base)
{
	for (int i = 0; i < 4; i++) {
		if (!is_inside(find_lie(area, base->corner[i])))
			return false;
	}
	return true;
}

void b2_sector_farthest(const struct b2_sector_area *area, const struct pn_base *base,
			struct b2_sector_spot *spot)
{
	spot->under = 0;
	for (int i = 0; i < 4; i++) {
		pn_fraction squared =
			pn_segment_distance_squared(base->corner[i], area->left, area->right);
		struct b2_sector_spot corner = *spot;
		corner.over = squared.num;
		corner.under = (pn_wide)squared.den << 60;
		if (i == 0 || b2_sector_spots_compare(&corner, spot) > 0)
			*spot = corner;
	}
}
