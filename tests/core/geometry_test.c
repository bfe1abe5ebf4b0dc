/* The primitives of geometry.h against floating point and against cases made by
 * hand. Where a comparison can fall exactly on a limit it is one made by hand. */

#include <criterion/criterion.h>
#include <math.h>

#include "brute.h"
#include "convex_parts.h"
#include "pennon/geometry.h"
#include "random_placement.h"

static const struct pn_formation square = {
	.figures = 4, .files = 2, .base_width = 1000, .base_depth = 1000};

static struct pn_shape stand(pn_len x, pn_len y, pn_angle facing, struct pn_formation formation)
{
	return pn_footprint((pn_pose){{x, y}, facing}, formation);
}

Test(geometry, sine_is_exact_to_two_units)
{
	for (int32_t angle = 0; angle <= UINT16_MAX; angle++) {
		double exact = ldexp(sin(angle * M_PI / PN_TURN_HALF), 30);
		cr_assert_leq(fabs(pn_sine((pn_angle)angle) - exact), 2, "%d", angle);
		exact = ldexp(cos(angle * M_PI / PN_TURN_HALF), 30);
		cr_assert_leq(fabs(pn_cosine((pn_angle)angle) - exact), 2, "%d", angle);
	}
}

Test(geometry, sine_mirrors_exactly)
{
	cr_assert_eq(pn_sine(0), 0);
	cr_assert_eq(pn_sine(PN_DEGREES_90), PN_SINE_ONE);
	cr_assert_eq(pn_sine(PN_TURN_HALF), 0);
	cr_assert_eq(pn_sine(PN_DEGREES_45), pn_cosine(PN_DEGREES_45));
	for (int32_t angle = 0; angle <= UINT16_MAX; angle++) {
		cr_assert_eq(pn_sine((pn_angle)-angle), -pn_sine((pn_angle)angle));
		cr_assert_eq(pn_sine((pn_angle)(PN_TURN_HALF - angle)), pn_sine((pn_angle)angle));
	}
}

Test(geometry, square_root_rounds_down)
{
	cr_assert_eq(pn_square_root(0), 0);
	cr_assert_eq(pn_square_root(UINT64_MAX), UINT32_MAX);
	struct random_source source = {1};
	for (int i = 0; i < 200000; i++) {
		uint64_t root = i < 100000 ? (uint64_t)i + 1 : random_next(&source) >> 32;
		root = root == 0 ? 1 : root;
		cr_assert_eq(pn_square_root(root * root), root);
		cr_assert_eq(pn_square_root(root * root - 1), root - 1);
		cr_assert_eq(pn_square_root(root * root + 2 * root), root);
	}
}

Test(geometry, bearing_of_the_eight_winds)
{
	static const struct {
		pn_vec direction;
		pn_angle bearing;
	} winds[] = {
		{{0, 0}, 0},         {{0, 7}, 0},       {{7, 7}, 8192},    {{7, 0}, 16384},
		{{7, -7}, 24576},    {{0, -7}, 32768},  {{-7, -7}, 40960}, {{-7, 0}, 49152},
		{{-7, 7}, 57344},    {{-1, 20000}, 0},  {{1, 20000}, 1},   {{-1, 20900}, 0},
		{{20000, 1}, 16383}, {{1, 2097152}, 0},
	};
	for (size_t i = 0; i < sizeof(winds) / sizeof(winds[0]); i++) {
		pn_angle expected = winds[i].bearing;
		/* One in 20,000 is 0.52 units from north, one in 20,900 is 0.499. */
		if (winds[i].direction.x == -1 && winds[i].direction.y == 20000)
			expected = UINT16_MAX;
		cr_assert_eq(pn_bearing(winds[i].direction), expected, "%zu", i);
	}
}

Test(geometry, bearing_is_the_nearest_unit)
{
	struct random_source source = {2};
	for (int i = 0; i < 200000; i++) {
		pn_len reach = i % 2 == 0 ? 1000 : PN_COORDINATE_MAX;
		pn_vec direction;
		direction.x = random_between(&source, -reach, reach);
		direction.y = random_between(&source, -reach, reach);
		if (direction.x == 0 && direction.y == 0)
			continue;
		double exact = atan2(direction.x, direction.y) * PN_TURN_HALF / M_PI;
		double off = remainder(exact - pn_bearing(direction), 2 * PN_TURN_HALF);
		/* The header allows 2^-29 radians past the midway. */
		cr_assert_leq(fabs(off), 0.5 + ldexp(PN_TURN_HALF / M_PI, -29));
	}
}

Test(geometry, turn_between_two_angles)
{
	cr_assert_eq(pn_turn_between(100, 100), 0);
	cr_assert_eq(pn_turn_between(65535, 1), 2);
	cr_assert_eq(pn_turn_between(1, 65535), -2);
	cr_assert_eq(pn_turn_between(0, 32767), 32767);
	cr_assert_eq(pn_turn_between(0, 32768), -32768);
	cr_assert_eq(pn_turn_between(32768, 0), -32768);
}

static void check_near(pn_vec point, double x, double y)
{
	/* Half a unit of rounding; 4 units of 2^-30 of sine at 2^21 are 0.008. */
	cr_assert_leq(fabs(point.x - x), 0.51);
	cr_assert_leq(fabs(point.y - y), 0.51);
}

Test(geometry, points_ahead_along_and_rotated)
{
	struct random_source source = {3};
	for (int i = 0; i < 100000; i++) {
		pn_pose pose = random_pose(&source, PN_BOARD_MAX);
		pn_len forward = random_between(&source, -PN_BOARD_MAX, PN_BOARD_MAX);
		pn_len right = random_between(&source, -PN_BOARD_MAX, PN_BOARD_MAX);
		double sine = sin(pose.facing * M_PI / PN_TURN_HALF);
		double cosine = cos(pose.facing * M_PI / PN_TURN_HALF);
		check_near(pn_ahead(pose, forward, right),
			   pose.at.x + forward * sine + right * cosine,
			   pose.at.y + forward * cosine - right * sine);
		check_near(pn_along(pose.facing, forward), forward * sine, forward * cosine);
		struct pn_shape point = {.count = 1, .point = {{forward, right}}};
		struct brute_shape turned =
			brute_turned(&point, pose.at, pose.facing * M_PI / PN_TURN_HALF);
		check_near(pn_rotated(point.point[0], pose.at, pose.facing), turned.point[0].x,
			   turned.point[0].y);
	}
}

Test(geometry, rounding_halves_goes_away_from_zero)
{
	/* sin 30 degrees is not a whole angle, but a base of odd width has half units. */
	struct pn_formation odd = {1, 1, 1001, 1000, 0};
	struct pn_shape shape = stand(0, 0, 0, odd);
	cr_assert_eq(shape.point[0].x, -501);
	cr_assert_eq(shape.point[1].x, 501);
	shape = stand(10000, 0, PN_TURN_HALF, odd);
	cr_assert_eq(shape.point[0].x, 10501);
	cr_assert_eq(shape.point[1].x, 9499);
}

Test(geometry, a_quarter_turn_is_exact)
{
	pn_vec point = {12345, -678};
	pn_vec centre = {100, 200};
	pn_vec turned = pn_rotated(point, centre, PN_DEGREES_90);
	cr_assert_eq(turned.x, 100 + (-678 - 200));
	cr_assert_eq(turned.y, 200 - (12345 - 100));
	for (int i = 0; i < 3; i++)
		turned = pn_rotated(turned, centre, PN_DEGREES_90);
	cr_assert(turned.x == point.x && turned.y == point.y);
}

Test(geometry, cross_and_distances_at_the_bounds)
{
	pn_vec low = {-PN_COORDINATE_MAX, -PN_COORDINATE_MAX};
	pn_vec high = {PN_COORDINATE_MAX, PN_COORDINATE_MAX};
	pn_vec corner = {-PN_COORDINATE_MAX, PN_COORDINATE_MAX};
	int64_t side = 2 * (int64_t)PN_COORDINATE_MAX;
	cr_assert_eq(pn_cross(low, high, corner), side * side);
	cr_assert_eq(pn_distance_squared(low, high), 2 * side * side);
	cr_assert_eq(pn_distance(low, high), 5931641);
	pn_fraction distance = pn_segment_distance_squared(corner, low, high);
	cr_assert_eq(pn_fraction_compare(distance, (pn_fraction){side * side / 2, 1}), 0);
	cr_assert_eq(pn_fraction_compare(distance, (pn_fraction){side * side / 2 - 1, 1}), 1);
	cr_assert_eq(pn_fraction_compare(distance, (pn_fraction){side * side / 2 + 1, 1}), -1);
}

Test(geometry, fractions_of_ninety_bits_compare_exactly)
{
	pn_wide wide = (pn_wide)1 << 90;
	int64_t den = (int64_t)1 << 45;
	cr_assert_eq(pn_fraction_compare((pn_fraction){wide, den}, (pn_fraction){wide, den}), 0);
	cr_assert_eq(pn_fraction_compare((pn_fraction){wide + 1, den}, (pn_fraction){wide, den}),
		     1);
	cr_assert_eq(pn_fraction_compare((pn_fraction){wide, den}, (pn_fraction){wide, den - 1}),
		     -1);
	/* n / d against (n + 1) / (d + 1) differs in the last of 135 bits. */
	cr_assert_eq(pn_fraction_compare((pn_fraction){wide - 2, den - 1},
					 (pn_fraction){wide - 2, den - 1}),
		     0);
	cr_assert_eq(pn_fraction_compare((pn_fraction){0, 1}, (pn_fraction){1, den}), -1);
	cr_assert_eq(pn_product_compare(INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX - 1), 1);
	cr_assert_eq(pn_product_compare(INT64_MIN, INT64_MAX, INT64_MAX, INT64_MIN), 0);
	cr_assert_eq(pn_product_compare(-1, 1, 0, 5), -1);
}

Test(geometry, segment_distance_agrees)
{
	struct random_source source = {4};
	for (int i = 0; i < 100000; i++) {
		pn_len side = i % 2 == 0 ? 500 : PN_BOARD_MAX;
		pn_vec p = random_point(&source, side);
		pn_vec a = random_point(&source, side);
		pn_vec b = random_point(&source, side);
		if (a.x == b.x && a.y == b.y)
			b.x++;
		pn_fraction squared = pn_segment_distance_squared(p, a, b);
		double exact = brute_segment_distance((struct brute_point){p.x, p.y},
						      (struct brute_point){a.x, a.y},
						      (struct brute_point){b.x, b.y});
		cr_assert_leq(fabs(sqrt((double)squared.num / (double)squared.den) - exact), 1e-6);
	}
}

/* As far from the segment as is right, to a hundredth of a millimetre of rounding and what a
 * segment across the largest board adds. */
Test(geometry, the_nearest_point_of_a_segment)
{
	struct random_source source = {5};
	for (int i = 0; i < 100000; i++) {
		pn_len side = i % 2 == 0 ? 500 : PN_BOARD_MAX;
		pn_vec p = random_point(&source, side);
		pn_vec a = random_point(&source, side);
		pn_vec b = random_point(&source, side);
		pn_vec near = pn_nearest_on_segment(p, a, b);
		double exact = brute_segment_distance((struct brute_point){p.x, p.y},
						      (struct brute_point){a.x, a.y},
						      (struct brute_point){b.x, b.y});
		pn_fraction off = pn_segment_distance_squared(near, a, b);

		cr_assert_leq(sqrt((double)pn_distance_squared(p, near)), exact + 2);
		cr_assert_leq(sqrt((double)off.num / (double)off.den), 1.5);
	}
}

Test(geometry, a_point_is_a_segment_too)
{
	pn_vec a = {5, 5};
	pn_fraction squared = pn_segment_distance_squared((pn_vec){8, 9}, a, a);
	cr_assert_eq(pn_fraction_compare(squared, (pn_fraction){25, 1}), 0);
	cr_assert_eq(pn_nearest_on_segment((pn_vec){8, 9}, a, a).x, 5);
}

Test(geometry, footprint_of_full_ranks)
{
	struct pn_shape shape =
		stand(100, 200, PN_DEGREES_90, (struct pn_formation){6, 3, 500, 700, 0});
	static const pn_vec expected[] = {{100, 950}, {100, -550}, {-1300, -550}, {-1300, 950}};
	cr_assert_eq(shape.count, 4);
	cr_assert_arr_eq(shape.point, expected, sizeof(expected));
}

Test(geometry, short_last_rank_fills_from_the_left)
{
	struct pn_shape shape = stand(0, 0, 0, (struct pn_formation){10, 4, 500, 700, 0});
	static const pn_vec expected[] = {{-1000, 0}, {1000, 0},  {1000, -1400},
					  {0, -1400}, {0, -2100}, {-1000, -2100}};
	cr_assert_eq(shape.count, 6);
	cr_assert_arr_eq(shape.point, expected, sizeof(expected));
}

Test(geometry, figures_fill_the_footprint)
{
	struct random_source source = {5};
	for (int i = 0; i < 5000; i++) {
		struct pn_formation formation = random_formation(&source);
		pn_pose pose = random_pose(&source, 100000);
		struct pn_shape shape = pn_footprint(pose, formation);
		cr_assert(pn_shape_is_simple(&shape));
		struct pn_shape first = pn_figure_base(pose, formation, 0);
		cr_assert_arr_eq(&first.point[0], &shape.point[0], sizeof(pn_vec));
		uint16_t last = (uint16_t)(formation.figures - 1);
		struct pn_shape base = pn_figure_base(pose, formation, last);
		cr_assert_arr_eq(&base.point[2], &shape.point[shape.count == 4 ? 2 : 4],
				 sizeof(pn_vec));
		double area = 0;
		for (uint16_t k = 0; k < formation.figures; k++) {
			base = pn_figure_base(pose, formation, k);
			cr_assert(pn_shapes_touch(&base, &shape) ||
				  pn_shapes_overlap(&base, &shape));
			struct brute_shape exact = brute_moved(&base, 0, 0);
			area += brute_area(&exact);
		}
		struct brute_shape outline = brute_moved(&shape, 0, 0);
		/* Neighbours share corners, so only the outer edges, one unit off at most
		 * between their ends, can make a difference. */
		cr_assert_leq(fabs(area - brute_area(&outline)), 500000.);
	}
}

Test(geometry, inside_outside_and_on_the_edge)
{
	struct pn_shape shape = stand(0, 0, 0, (struct pn_formation){10, 4, 500, 700, 0});
	static const struct {
		pn_vec point;
		bool inside;
	} table[] = {
		{{0, -1}, true},        {{0, 0}, true},         {{0, 1}, false},
		{{-1000, -2100}, true}, {{1, -1401}, false},    {{0, -1401}, true},
		{{1, -1400}, true},     {{1000, -1400}, true},  {{1001, -1400}, false},
		{{500, -1400}, true},   {{-500, -2000}, true},  {{-1001, -700}, false},
		{{-5000, 0}, false},    {{5000, -1400}, false}, {{-5000, -1400}, false},
	};
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
		cr_assert_eq(pn_shape_contains(&shape, table[i].point), table[i].inside, "%zu", i);
}

Test(geometry, contains_agrees)
{
	struct random_source source = {6};
	for (int i = 0; i < 100000; i++) {
		struct pn_shape shape = random_obstacle(&source, 20000);
		pn_vec point = random_point(&source, 20000);
		struct brute_shape exact = brute_moved(&shape, 0, 0);
		struct brute_point where = {point.x, point.y};
		double edge = INFINITY;
		for (int k = 0; k < exact.count; k++)
			edge = fmin(edge,
				    brute_segment_distance(where, exact.point[k],
							   exact.point[(k + 1) % exact.count]));
		if (edge < 1e-6)
			cr_assert(pn_shape_contains(&shape, point));
		else
			cr_assert_eq(pn_shape_contains(&shape, point),
				     brute_contains(&exact, where));
	}
}

Test(geometry, distance_between_shapes_agrees)
{
	struct random_source source = {7};
	int apart = 0;
	for (int i = 0; i < 100000; i++) {
		struct pn_shape a = random_obstacle(&source, 60000);
		struct pn_shape b = random_obstacle(&source, 60000);
		pn_fraction squared = pn_shape_distance_squared(&a, &b);
		struct brute_shape exact_a = brute_moved(&a, 0, 0);
		struct brute_shape exact_b = brute_moved(&b, 0, 0);
		double exact = brute_distance(&exact_a, &exact_b);
		double found = sqrt((double)squared.num / (double)squared.den);
		cr_assert_leq(fabs(found - exact), 1e-5);
		apart += found > 0;
	}
	cr_assert(apart > 10000 && apart < 90000, "%d", apart);
}

/* The depth of the deepest pair of parts. */
static double find_depth(const struct pn_shape *a, const struct pn_shape *b)
{
	struct pn_parts one;
	struct pn_parts two;
	pn_shape_parts(a, &one);
	pn_shape_parts(b, &two);
	double deepest = -INFINITY;
	for (int i = 0; i < one.count; i++) {
		for (int k = 0; k < two.count; k++) {
			struct brute_shape p = brute_moved(&one.part[i], 0, 0);
			struct brute_shape q = brute_moved(&two.part[k], 0, 0);
			deepest = fmax(deepest, brute_convex_depth(&p, &q));
		}
	}
	return deepest;
}

/* Put b so that it nearly touches a: anywhere, then towards a by the distance. */
static struct pn_shape bring_near(struct random_source *source, const struct pn_shape *a,
				  const struct pn_shape *b)
{
	pn_fraction squared = pn_shape_distance_squared(a, b);
	pn_len distance = (pn_len)sqrt((double)squared.num / (double)squared.den);
	pn_vec way = pn_subtract(a->point[0], b->point[0]);
	pn_vec step = pn_along(pn_bearing(way), distance);
	struct pn_shape near = *b;
	for (int round = 0; round < 40 && distance > 12; round++) {
		for (int i = 0; i < near.count; i++)
			near.point[i] = pn_add(near.point[i], step);
		squared = pn_shape_distance_squared(a, &near);
		distance = (pn_len)sqrt((double)squared.num / (double)squared.den);
		step = pn_along(pn_bearing(pn_subtract(a->point[0], near.point[0])), distance);
	}
	pn_vec jitter;
	jitter.x = random_between(source, -8, 8);
	jitter.y = random_between(source, -8, 8);
	for (int i = 0; i < near.count; i++)
		near.point[i] = pn_add(near.point[i], jitter);
	return near;
}

Test(geometry, apart_or_touching_or_overlapping)
{
	struct random_source source = {8};
	int apart = 0;
	int touching = 0;
	int overlapping = 0;
	for (int i = 0; i < 100000; i++) {
		struct pn_shape a = random_obstacle(&source, 40000);
		struct pn_shape far = random_obstacle(&source, 40000);
		struct pn_shape b = bring_near(&source, &a, &far);
		bool touch = pn_shapes_touch(&a, &b);
		bool overlap = pn_shapes_overlap(&a, &b);
		cr_assert_eq(touch, pn_shapes_touch(&b, &a));
		cr_assert_eq(overlap, pn_shapes_overlap(&b, &a));
		pn_fraction squared = pn_shape_distance_squared(&a, &b);
		bool far_apart =
			pn_fraction_compare(squared, (pn_fraction){PN_TOUCH * PN_TOUCH, 1}) > 0;
		cr_assert_eq(touch + overlap + far_apart, 1);
		double depth = find_depth(&a, &b);
		if (fabs(depth - PN_TOUCH) > 1e-6)
			cr_assert_eq(overlap, depth > PN_TOUCH);
		apart += far_apart;
		touching += touch;
		overlapping += overlap;
	}
	cr_assert(apart > 5000 && touching > 5000 && overlapping > 5000, "%d %d %d", apart,
		  touching, overlapping);
}

/* Exactly at the limits, square on and by a corner at 3-4-5. */
Test(geometry, the_limits_of_a_touch)
{
	struct pn_shape a = stand(0, 0, 0, square);
	for (pn_len gap = -20; gap <= 20; gap++) {
		struct pn_shape b = stand(0, gap, PN_TURN_HALF, square);
		cr_assert_eq(pn_shapes_touch(&a, &b), gap >= -5 && gap <= 5, "%d", gap);
		cr_assert_eq(pn_shapes_overlap(&a, &b), gap < -5, "%d", gap);
	}
	struct pn_shape corner = stand(2003, 4, PN_TURN_HALF, square);
	cr_assert(pn_shapes_touch(&a, &corner));
	corner = stand(2003, 5, PN_TURN_HALF, square);
	cr_assert_not(pn_shapes_touch(&a, &corner));
	cr_assert_not(pn_shapes_overlap(&a, &corner));
	/* By the corner, 100 deep one way and 5 the other: a shift of 5 parts them. */
	corner = stand(1900, -5, PN_TURN_HALF, square);
	cr_assert(pn_shapes_touch(&a, &corner));
	corner = stand(1900, -6, PN_TURN_HALF, square);
	cr_assert(pn_shapes_overlap(&a, &corner));
}

/* A unit that stands in the notch behind a short last rank touches on two sides. */
Test(geometry, in_the_notch_of_a_short_rank)
{
	struct pn_shape notched = stand(0, 0, 0, (struct pn_formation){3, 2, 1000, 1000, 0});
	struct pn_formation one = {1, 1, 1000, 1000, 0};
	struct pn_shape inside = stand(500, -1000, 0, one);
	cr_assert(pn_shapes_touch(&notched, &inside));
	inside = stand(495, -995, 0, one);
	cr_assert(pn_shapes_touch(&notched, &inside));
	inside = stand(494, -1000, 0, one);
	cr_assert(pn_shapes_overlap(&notched, &inside));
	inside = stand(500, -994, 0, one);
	cr_assert(pn_shapes_overlap(&notched, &inside));
	inside = stand(506, -1006, 0, one);
	cr_assert_not(pn_shapes_touch(&notched, &inside));
	cr_assert_not(pn_shapes_overlap(&notched, &inside));
	inside = stand(-500, -1000, 0, one);
	cr_assert(pn_shapes_overlap(&notched, &inside));
}

Test(geometry, one_inside_the_other_overlaps)
{
	struct pn_shape large = stand(0, 0, 0, (struct pn_formation){100, 10, 2500, 2500, 0});
	struct pn_shape small = stand(100, -9000, 1234, square);
	cr_assert(pn_shapes_overlap(&large, &small));
	cr_assert(pn_shapes_overlap(&small, &large));
	cr_assert(pn_shapes_overlap(&small, &small));
	cr_assert_eq(pn_shape_distance_squared(&large, &small).num, 0);
}

/* The shift that parts the whole shapes, by trying all of them on a fine grid, is
 * never less than the depth, and for rectangular corners at most the square root of
 * two times as much. */
Test(geometry, depth_is_within_the_shift_that_parts)
{
	struct random_source source = {9};
	int tried = 0;
	for (int i = 0; i < 40000; i++) {
		struct pn_formation formation = random_formation(&source);
		struct pn_shape a = pn_footprint(random_pose(&source, 30000), formation);
		formation = random_formation(&source);
		struct pn_shape far = pn_footprint(random_pose(&source, 30000), formation);
		struct pn_shape b = bring_near(&source, &a, &far);
		double depth = find_depth(&a, &b);
		if ((a.count == 4 && b.count == 4) || depth < 1 || depth > 12)
			continue;
		tried++;
		double least = INFINITY;
		for (int x = -20; x <= 20; x++) {
			for (int y = -20; y <= 20; y++) {
				struct pn_shape shifted = b;
				for (int k = 0; k < b.count; k++)
					shifted.point[k] = pn_add(b.point[k], (pn_vec){x, y});
				if (hypot(x, y) < least && find_depth(&a, &shifted) <= 0)
					least = hypot(x, y);
			}
		}
		cr_assert_geq(least, depth - 1e-6);
		/* The grid is one unit fine, so it may miss the best shift by that. */
		cr_assert_leq(least, depth * sqrt(2) + sqrt(2), "%d", i);
	}
	cr_assert_gt(tried, 100);
}

Test(geometry, parts_are_convex_and_fill_the_shape)
{
	struct random_source source = {10};
	int most = 0;
	for (int i = 0; i < 50000; i++) {
		struct pn_shape shape = random_obstacle(&source, 50000);
		struct pn_parts parts;
		pn_shape_parts(&shape, &parts);
		double area = 0;
		for (int k = 0; k < parts.count; k++) {
			const struct pn_shape *part = &parts.part[k];
			struct brute_shape exact = brute_moved(part, 0, 0);
			area += brute_area(&exact);
			cr_assert(pn_shape_is_simple(part));
			for (uint8_t c = 0; c < part->count; c++)
				cr_assert_leq(pn_cross(part->point[c], pn_shape_next(part, c),
						       pn_shape_next(part, (uint8_t)((c + 1) %
										     part->count))),
					      0);
		}
		struct brute_shape exact = brute_moved(&shape, 0, 0);
		cr_assert_leq(fabs(area - brute_area(&exact)), 1);
		most = parts.count > most ? parts.count : most;
	}
	cr_assert_geq(most, 4);
}

Test(geometry, six_corners_make_two_parts)
{
	struct pn_shape shape = stand(0, 0, 777, (struct pn_formation){7, 5, 2000, 4000, 0});
	struct pn_parts parts;
	pn_shape_parts(&shape, &parts);
	cr_assert_eq(parts.count, 2);
	for (int i = 0; i < 2; i++)
		cr_assert_eq(parts.part[i].count, 4);
}

/* A comb of 16 points, whose inner corners see little of each other. */
Test(geometry, a_comb_is_cut_too)
{
	struct pn_shape comb = {.count = 16,
				.point = {{0, 0},
					  {0, 1000},
					  {100, 1000},
					  {100, 100},
					  {200, 100},
					  {200, 1000},
					  {300, 1000},
					  {300, 100},
					  {400, 100},
					  {400, 1000},
					  {500, 1000},
					  {500, 100},
					  {600, 100},
					  {600, 1000},
					  {700, 1000},
					  {700, 0}}};
	cr_assert(pn_shape_is_simple(&comb));
	struct pn_parts parts;
	pn_shape_parts(&comb, &parts);
	double area = 0;
	for (int i = 0; i < parts.count; i++) {
		struct brute_shape exact = brute_moved(&parts.part[i], 0, 0);
		area += brute_area(&exact);
	}
	cr_assert_eq((int)area, 70000 + 4 * 90000);
	struct pn_shape tooth = {.count = 4,
				 .point = {{110, 110}, {110, 900}, {190, 900}, {190, 110}}};
	cr_assert_not(pn_shapes_overlap(&comb, &tooth));
	cr_assert_not(pn_shapes_touch(&comb, &tooth));
	cr_assert_eq(pn_fraction_compare(pn_shape_distance_squared(&comb, &tooth),
					 (pn_fraction){100, 1}),
		     0);
}

Test(geometry, what_is_no_shape)
{
	static const struct {
		const char *why;
		struct pn_shape shape;
		bool simple;
	} table[] = {
		{"a triangle", {3, {{0, 0}, {0, 9}, {9, 0}}}, true},
		{"counterclockwise", {3, {{0, 0}, {9, 0}, {0, 9}}}, false},
		{"two points", {2, {{0, 0}, {0, 9}}}, false},
		{"too many points", {17, {{0, 0}, {0, 9}, {9, 0}}}, false},
		{"no area", {3, {{0, 0}, {0, 9}, {0, 18}}}, false},
		{"a point twice", {4, {{0, 0}, {0, 9}, {0, 9}, {9, 0}}}, false},
		{"the first again", {4, {{0, 0}, {0, 9}, {9, 0}, {0, 0}}}, false},
		{"a bow tie", {4, {{0, 0}, {0, 99}, {90, 0}, {80, 99}}}, false},
		{"folds back", {4, {{0, 0}, {0, 99}, {0, 50}, {90, 0}}}, false},
		{"touches itself", {6, {{0, 0}, {0, 9}, {5, 0}, {9, 9}, {9, -5}, {0, -5}}}, true},
		{"a corner on an edge", {5, {{0, 0}, {0, 9}, {5, 0}, {9, 9}, {9, 0}}}, false},
		{"a straight corner", {4, {{0, 0}, {0, 5}, {0, 9}, {9, 0}}}, true},
		{"out of bounds", {3, {{0, 0}, {0, 9}, {PN_COORDINATE_MAX + 1, 0}}}, false},
		{"at the bounds", {3, {{0, 0}, {0, 9}, {PN_COORDINATE_MAX, 0}}}, true},
	};
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
		cr_assert_eq(pn_shape_is_simple(&table[i].shape), table[i].simple, "%s",
			     table[i].why);
}
