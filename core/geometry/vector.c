/* Numbers, points and displacements.
 *
 * Every rounding of a position happens in pn_place_by(): one sum of products, rounded
 * once. Displacements are rounded before they are added to a point, so a shape
 * that is moved without turning keeps its form to the last unit. */

#include "convex_parts.h"
#include "pennon/geometry.h"

__extension__ typedef unsigned __int128 unsigned_wide;

/* Newton's step doubles the binary digits of a root that are right: from the d first ones,
 * a, of the root of n come 2d as (a 2^d + n' / (a 2^d)) / 2, where n' is what n begins with.
 * What comes out is the root or one more. */
uint64_t pn_square_root(uint64_t n)
{
	if (n == 0)
		return 0;
	int shift = __builtin_clzll(n) & ~1;
	uint64_t filled = n << shift;
	uint64_t root = 1 + (filled >> 62);

	for (int digits = 2; digits < 32; digits *= 2)
		root = (root << (digits - 1)) + (filled >> (65 - 3 * digits)) / root;
	root >>= shift / 2;
	return root * root - 1 >= n ? root - 1 : root;
}

struct pn_axes pn_axes_of(pn_angle facing)
{
	return (struct pn_axes){pn_sine(facing), pn_cosine(facing)};
}

static pn_vec place(pn_angle facing, int64_t forward, int64_t right, int bits)
{
	return pn_place_by(pn_axes_of(facing), forward, right, bits);
}

pn_vec pn_ahead(pn_pose pose, pn_len forward, pn_len right)
{
	return pn_add(pose.at, place(pose.facing, forward, right, 30));
}

pn_vec pn_ahead_halves(pn_pose pose, int64_t forward, int64_t right)
{
	return pn_add(pose.at, place(pose.facing, forward, right, 31));
}

pn_vec pn_along(pn_angle heading, pn_len length)
{
	return place(heading, length, 0, 30);
}

pn_vec pn_rotated(pn_vec point, pn_vec centre, pn_angle by)
{
	pn_vec arm = pn_subtract(point, centre);
	return pn_add(centre, place(by, arm.y, arm.x, 30));
}

pn_len pn_distance(pn_vec a, pn_vec b)
{
	return (pn_len)pn_square_root((uint64_t)pn_distance_squared(a, b));
}

pn_fraction pn_segment_distance_squared(pn_vec point, pn_vec a, pn_vec b)
{
	int64_t length_squared = pn_distance_squared(a, b);
	int64_t along =
		(int64_t)(b.x - a.x) * (point.x - a.x) + (int64_t)(b.y - a.y) * (point.y - a.y);
	if (along <= 0)
		return (pn_fraction){pn_distance_squared(point, a), 1};
	if (along >= length_squared)
		return (pn_fraction){pn_distance_squared(point, b), 1};
	int64_t cross = pn_cross(a, b, point);
	return (pn_fraction){(pn_wide)cross * cross, length_squared};
}

pn_vec pn_nearest_on_segment(pn_vec point, pn_vec a, pn_vec b)
{
	enum { BITS = 40 }; /* so that a product with a coordinate has 63 */
	const int64_t x = b.x - a.x;
	const int64_t y = b.y - a.y;
	int64_t whole = x * x + y * y;
	int64_t along = (point.x - a.x) * x + (point.y - a.y) * y;

	if (along <= 0 || whole == 0)
		return a;
	if (along >= whole)
		return b;
	for (; whole >> BITS; whole >>= 1)
		along >>= 1;
	return (pn_vec){(pn_len)(a.x + x * along / whole), (pn_len)(a.y + y * along / whole)};
}

/* One of these factors has up to 90 bits and the other 45, so the product is kept
 * as its lowest 64 bits and the rest. */
struct product {
	unsigned_wide high;
	uint64_t low;
};

static struct product multiply(pn_wide num, int64_t den)
{
	unsigned_wide low = (unsigned_wide)(uint64_t)num * (uint64_t)den;
	unsigned_wide high = (unsigned_wide)(num >> 64) * (uint64_t)den;
	return (struct product){high + (low >> 64), (uint64_t)low};
}

static bool fits_64_bits(pn_wide num)
{
	return num >> 63 == 0;
}

int pn_fraction_compare(pn_fraction a, pn_fraction b)
{
	if (fits_64_bits(a.num) && fits_64_bits(b.num))
		return pn_product_compare((int64_t)a.num, b.den, (int64_t)b.num, a.den);

	struct product left = multiply(a.num, b.den);
	struct product right = multiply(b.num, a.den);

	if (left.high != right.high)
		return left.high < right.high ? -1 : 1;
	return (left.low > right.low) - (left.low < right.low);
}

int pn_product_compare(int64_t a, int64_t b, int64_t c, int64_t d)
{
	pn_wide left = (pn_wide)a * b;
	pn_wide right = (pn_wide)c * d;
	return (left > right) - (left < right);
}
