/* Wheeling: the last clear angle against a slow reference, and by hand.
 *
 * The reference turns the shape by conservative advancement in long double. It and the
 * core may differ by the tolerance of a placement: the core looks at every 64th of an
 * angle and there changes edges, so a depth may be off by what the farthest corner goes
 * in one of them; the reference steps by as much; and sines of 30 bits and leeways of
 * whole numbers are worth less than 0.02 of a hundredth of a millimetre. */

#include "wheel.h"

#include <criterion/criterion.h>
#include <math.h>

#include "brute_wheel.h"
#include "convex_parts.h"
#include "random_placement.h"

#define RADIANS (3.14159265358979323846264338327950288L / 32768)

enum { OBSTACLES_MAX = 4, PLACEMENTS = 25000, COMPARED = 5000 };

/* One random question and all that the reference needs for it. */
struct placement {
	pn_pose pose;
	struct pn_formation formation;
	pn_vec centre;
	int32_t by;
	struct pn_shape footprint;
	struct pn_shape shape[OBSTACLES_MAX];
	struct pn_turn_obstacles obstacles;
	struct pn_parts own_parts;
	struct pn_parts parts[OBSTACLES_MAX + 1]; /* of the obstacles, then the table's */
	long double reach;
	long double tolerance;
};

static struct pn_shape rectangle(pn_len west, pn_len south, pn_len east, pn_len north)
{
	return (struct pn_shape){
		.count = 4, .point = {{west, south}, {west, north}, {east, north}, {east, south}}};
}

/* A thin stake, wall or ribbon between two points; `thick` is a few hundredths. */
static struct pn_shape random_stake(struct random_source *source, pn_vec at)
{
	pn_pose pose = {at, random_facing(source)};
	struct pn_formation one = {.figures = 1, .files = 1};

	one.base_width = random_between(source, 10, 60);
	one.base_depth = random_between(source, 10, 4000);
	return pn_footprint(pose, one);
}

/* A formation that stands beside, before or behind, flush or nearly so. */
static struct pn_shape random_neighbour(struct random_source *source, struct pn_formation mine,
					pn_pose pose)
{
	struct pn_formation other = random_formation(source);
	pn_len gap = random_between(source, -PN_TOUCH, 2 * PN_TOUCH);
	pn_len shift = random_one_in(source, 2) ? 0 : random_between(source, -5000, 5000);
	pn_len half = (pn_frontage(mine) + pn_frontage(other)) / 2;

	pn_len depth = mine.base_depth * ((mine.figures + mine.files - 1) / mine.files);
	pn_pose there = pose;

	switch (random_between(source, 0, 3)) {
	case 0:
		there.at = pn_ahead(pose, shift, half + gap);
		break;
	case 1:
		there.at = pn_ahead(pose, shift, -half - gap);
		break;
	case 2:
		there.at = pn_ahead(pose, gap, shift);
		there.facing = (pn_angle)(pose.facing + PN_TURN_HALF);
		break;
	default:
		there.at = pn_ahead(pose, -gap - depth, shift);
	}
	return pn_footprint(there, other);
}

static struct pn_shape random_thing(struct random_source *source, const struct placement *here)
{
	pn_len side = random_one_in(source, 2) ? 60000 : 24000;
	pn_vec corner = pn_subtract(here->centre, (pn_vec){side / 2, side / 2});
	pn_pose pose = {pn_add(corner, random_point(source, side)), 0};

	switch (random_between(source, 0, 5)) {
	case 0:
		return random_neighbour(source, here->formation, here->pose);
	case 1:
	case 2:
		return random_stake(source, pose.at);
	case 3:
		return random_terrain(source, pose.at, random_between(source, 1000, 10000));
	default:
		pose.facing = random_facing(source);
		return pn_footprint(pose, random_formation(source));
	}
}

static pn_vec random_centre(struct random_source *source, const struct placement *here)
{
	pn_len half = pn_frontage(here->formation) / 2;
	pn_len along = random_between(source, -half, half);
	pn_len forward = random_between(source, -20000, 20000);
	pn_len right = random_between(source, -20000, 20000);

	switch (random_between(source, 0, 7)) {
	case 0:
	case 1:
	case 2:
		return pn_wheel_centre(here->pose, here->formation, PN_CORNER_LEFT);
	case 3:
	case 4:
		return pn_wheel_centre(here->pose, here->formation, PN_CORNER_RIGHT);
	case 5:
		return pn_ahead(here->pose, 0, along);
	case 6:
		return here->pose.at;
	default:
		return pn_ahead(here->pose, forward, right);
	}
}

/* The table's four edges as walls far thicker than anything turns. */
static void wall_in(struct placement *here, struct random_source *source)
{
	struct pn_turn_obstacles *table = &here->obstacles;
	const pn_len far = 1 << 20;

	table->table = true;
	table->low = table->high = here->footprint.point[0];
	for (uint8_t i = 0; i < here->footprint.count; i++) {
		pn_vec at = here->footprint.point[i];

		table->low.x = at.x < table->low.x ? at.x : table->low.x;
		table->low.y = at.y < table->low.y ? at.y : table->low.y;
		table->high.x = at.x > table->high.x ? at.x : table->high.x;
		table->high.y = at.y > table->high.y ? at.y : table->high.y;
	}
	table->low.x -= random_between(source, -PN_TOUCH, 9000);
	table->low.y -= random_between(source, -PN_TOUCH, 9000);
	table->high.x += random_between(source, -PN_TOUCH, 9000);
	table->high.y += random_between(source, -PN_TOUCH, 9000);
	here->parts[OBSTACLES_MAX] =
		(struct pn_parts){.count = 4,
				  .part = {rectangle(-far, -far, table->low.x, far),
					   rectangle(-far, -far, far, table->low.y),
					   rectangle(table->high.x, -far, far, far),
					   rectangle(-far, table->high.y, far, far)}};
}

static void make_placement(struct random_source *source, struct placement *here)
{
	*here = (struct placement){.formation = random_formation(source)};
	here->pose = random_pose(source, 20000);
	here->centre = random_centre(source, here);
	here->by = random_one_in(source, 3) ? PN_DEGREES_45 * random_between(source, -4, 4)
					    : random_between(source, -PN_TURN_HALF, PN_TURN_HALF);
	here->footprint = pn_footprint(here->pose, here->formation);
	pn_shape_parts(&here->footprint, &here->own_parts);
	here->obstacles.shape = here->shape;
	here->obstacles.count = (uint16_t)random_between(source, 1, OBSTACLES_MAX);
	for (uint16_t i = 0; i < here->obstacles.count; i++) {
		here->shape[i] = random_thing(source, here);
		pn_shape_parts(&here->shape[i], &here->parts[i]);
	}
	if (random_one_in(source, 4))
		wall_in(here, source);

	here->reach = brute_reach((struct brute_body){here->own_parts.part, here->own_parts.count},
				  here->centre);
	here->tolerance = 0.02L + 2 * here->reach * RADIANS / 64;
}

static struct brute_body body_of(const struct pn_parts *parts)
{
	return (struct brute_body){parts->part, parts->count};
}

/* Index of the parts of what stopped a turn. */
static int32_t parts_of(int32_t stopped_by)
{
	return stopped_by == PN_TURN_BOARD_EDGE ? OBSTACLES_MAX : stopped_by;
}

static bool is_there(const struct placement *here, int32_t i)
{
	return i == OBSTACLES_MAX ? here->obstacles.table : i < here->obstacles.count;
}

static long double depth_at(const struct placement *here, int32_t i, long double size)
{
	return brute_depth(body_of(&here->own_parts), here->centre, here->by < 0 ? -size : size,
			   body_of(&here->parts[i]));
}

/* At no angle up to the result does the shape lie too deep in anything. */
static bool is_clear_up_to(const struct placement *here, int32_t by)
{
	int32_t size = by < 0 ? -by : by;
	/* A turn by nothing among what overlaps already is lawful: nothing moved. */
	if (size == 0)
		return true;
	for (int32_t i = 0; i <= OBSTACLES_MAX; i++) {
		if (!is_there(here, i))
			continue;
		if (brute_first_turn(body_of(&here->own_parts), here->centre, by,
				     body_of(&here->parts[i]), PN_TOUCH + here->tolerance,
				     1.0L / 64) <= size)
			return false;
	}
	return true;
}

/* The size of the turn at which what stopped the shape does so, to a 64th of an angle;
 * it must be less than one angle past the result. Negative when it does not. */
static long double find_stop(const struct placement *here, const struct pn_turned *turned)
{
	int32_t size = turned->by < 0 ? -turned->by : turned->by;

	for (int32_t part = 0; part <= 64; part++) {
		long double angle = size + part / 64.0L;

		if (depth_at(here, parts_of(turned->stopped_by), angle) >
		    PN_TOUCH - here->tolerance)
			return angle;
	}
	return -1;
}

/* Nothing else is too deep before what stopped it. */
static bool is_first(const struct placement *here, int32_t stopped_by, long double size)
{
	for (int32_t i = 0; i <= OBSTACLES_MAX; i++) {
		if (is_there(here, i) && i != parts_of(stopped_by) && size > 0 &&
		    depth_at(here, i, size - 1 / 64.0L) > PN_TOUCH + here->tolerance)
			return false;
	}
	return true;
}

/* The contact lies on the outline of both shapes, to within the depth allowed. */
static bool is_on_both(const struct placement *here, const struct pn_turned *turned,
		       long double size)
{
	long double angle = (here->by < 0 ? size : -size) * RADIANS;
	long double x = turned->contact.x - here->centre.x;
	long double y = turned->contact.y - here->centre.y;
	long double back_x = here->centre.x + x * cosl(angle) + y * sinl(angle);
	long double back_y = here->centre.y + y * cosl(angle) - x * sinl(angle);
	long double mine = brute_outside(&here->footprint, back_x, back_y);
	long double most = 2 * PN_TOUCH + 2 + here->reach * RADIANS / 16;

	if (fabsl(mine) > most)
		return false;
	if (turned->stopped_by == PN_TURN_BOARD_EDGE)
		return true;
	return fabsl(brute_outside(&here->shape[turned->stopped_by], turned->contact.x,
				   turned->contact.y)) <= most;
}

static int starts_clear(const struct placement *here)
{
	for (int32_t i = 0; i <= OBSTACLES_MAX; i++) {
		if (is_there(here, i) && depth_at(here, i, 0) > PN_TOUCH + here->tolerance)
			return false;
	}
	return true;
}

static void compare_placements(uint64_t seed)
{
	struct random_source source = {seed};
	const int placements = random_placements(COMPARED);
	int stopped = 0;
	int turned_some = 0;

	for (int n = 0; n < placements; n++) {
		struct placement here;

		make_placement(&source, &here);
		struct pn_turned turned =
			pn_shape_turn(&here.footprint, here.centre, here.by, &here.obstacles);

		cr_assert(turned.by == 0 || (turned.by < 0) == (here.by < 0), "%d: way", n);
		cr_assert(abs(turned.by) <= abs(here.by), "%d: too far", n);
		cr_assert(is_clear_up_to(&here, turned.by), "%d: not clear", n);
		turned_some += turned.by != 0;
		if (turned.stopped_by == PN_TURN_FREE) {
			cr_assert(turned.by == here.by, "%d: stopped by nothing", n);
			continue;
		}
		long double size = find_stop(&here, &turned);

		cr_assert(size >= 0, "%d: stopped too early", n);
		stopped++;
		if (!starts_clear(&here))
			continue;
		cr_assert(is_first(&here, turned.stopped_by, size), "%d: not the first", n);
		cr_assert(is_on_both(&here, &turned, size), "%d: contact", n);
	}
	/* The placements are worth something. */
	cr_assert(stopped > placements / 3, "%d stopped", stopped);
	cr_assert(turned_some > placements / 3, "%d turned", turned_some);
}

Test(wheel, random_shapes_1_stop_where_the_reference_stops)
{
	compare_placements(1);
}

Test(wheel, random_shapes_2_stop_where_the_reference_stops)
{
	compare_placements(2);
}

Test(wheel, random_shapes_3_stop_where_the_reference_stops)
{
	compare_placements(3);
}

Test(wheel, random_shapes_4_stop_where_the_reference_stops)
{
	compare_placements(4);
}

/* Where rounding leaves no room the result steps back, and one angle on fails. */
Test(wheel, random_formations_can_stand_where_they_stop)
{
	struct random_source source = {5};
	const int placements = random_placements(COMPARED);
	int stepped_back = 0;

	for (int n = 0; n < placements; n++) {
		struct placement here;

		make_placement(&source, &here);
		struct pn_turned exact =
			pn_shape_turn(&here.footprint, here.centre, here.by, &here.obstacles);
		struct pn_turned turned = pn_formation_turn(here.pose, here.formation, here.centre,
							    here.by, &here.obstacles);
		struct pn_shape there = pn_footprint(
			pn_pose_turned(here.pose, here.centre, turned.by), here.formation);

		cr_assert(abs(turned.by) <= abs(exact.by), "%d: farther than clear", n);
		for (uint16_t i = 0; i < here.obstacles.count && turned.by != 0; i++)
			cr_assert(!pn_shapes_overlap(&there, &here.shape[i]), "%d: overlaps", n);
		if (turned.by == exact.by)
			continue;
		stepped_back++;
		int32_t next = turned.by + (here.by < 0 ? -1 : 1);

		there = pn_footprint(pn_pose_turned(here.pose, here.centre, next), here.formation);
		bool fails = turned.stopped_by == PN_TURN_BOARD_EDGE ||
			     pn_shapes_overlap(&there, &here.shape[turned.stopped_by]);
		cr_assert(fails, "%d: stepped back too far", n);
	}
	cr_assert(stepped_back > 100, "%d stepped back", stepped_back);
}

/* Among what was cut, some of which is put aside, a turn ends where it does among the others. */
Test(wheel, turns_alike_among_shapes_that_were_cut)
{
	static struct pn_cuts cuts;
	struct random_source source = {6};
	const int placements = random_placements(COMPARED);
	int stopped = 0;

	for (int n = 0; n < placements; n++) {
		struct placement here, left;
		uint16_t number[OBSTACLES_MAX];
		struct pn_turned plain, cut;
		uint16_t *count = &left.obstacles.count;

		make_placement(&source, &here);
		left = here;
		left.obstacles.shape = left.shape;
		*count = 0;
		pn_cuts_make(&cuts, here.shape, here.obstacles.count);
		here.obstacles.cuts = &cuts;
		for (uint16_t i = 0; i < here.obstacles.count; i++) {
			cuts.of[i].aside = random_one_in(&source, 3);
			left.shape[*count] = here.shape[i];
			number[*count] = i;
			*count = (uint16_t)(*count + !cuts.of[i].aside);
		}
		plain = pn_formation_turn(here.pose, here.formation, here.centre, here.by,
					  &left.obstacles);
		cut = pn_formation_turn(here.pose, here.formation, here.centre, here.by,
					&here.obstacles);
		if (plain.stopped_by >= 0)
			plain.stopped_by = number[plain.stopped_by];
		cr_assert(cut.by == plain.by && cut.stopped_by == plain.stopped_by, "%d", n);
		cr_assert(pn_distance_squared(cut.contact, plain.contact) == 0, "%d", n);
		stopped += plain.stopped_by >= 0;
	}
	cr_assert(stopped > placements / 10, "%d stopped", stopped);
}

/* 100 mm wide and 40 mm deep, facing north, its front from (-5000, 0) to (5000, 0). */
static const struct pn_formation line = {8, 4, 2500, 2000, 0};
static const pn_pose north = {{0, 0}, 0};

static struct pn_turned wheel_line(enum pn_corner corner, int32_t by, const struct pn_shape *shape,
				   uint16_t count)
{
	struct pn_turn_obstacles obstacles = {.shape = shape, .count = count};
	struct pn_shape footprint = pn_footprint(north, line);

	return pn_shape_turn(&footprint, pn_wheel_centre(north, line, corner), by, &obstacles);
}

/* The front comes flush against the wall at exactly a quarter turn; the wall's corner,
 * 9500 from the centre, gets PN_TOUCH deep 5.49 angles later. */
Test(wheel, a_wall_met_flush_at_90_degrees_lets_90_degrees_pass)
{
	struct pn_shape wall = rectangle(5000, 500, 9000, 9500);
	struct pn_turned turned = wheel_line(PN_CORNER_RIGHT, PN_DEGREES_90, &wall, 1);

	cr_assert(turned.by == PN_DEGREES_90 && turned.stopped_by == PN_TURN_FREE);
	turned = wheel_line(PN_CORNER_RIGHT, PN_DEGREES_90 + 1000, &wall, 1);
	cr_assert(turned.by == PN_DEGREES_90 + 5, "%d", turned.by);
	cr_assert(turned.stopped_by == 0);
	cr_assert(turned.contact.x == 5000 && turned.contact.y == 9500, "%d %d", turned.contact.x,
		  turned.contact.y);
}

/* The rear corner, sqrt(100^2 + 40^2) = 107.703 mm out, swings through a stake of 0.01 mm
 * that points at the centre, and is through it long before the turn ends. */
Test(wheel, a_stake_stops_a_corner_that_would_be_past_it)
{
	const pn_angle heading = 10000;
	const pn_vec left = {-5000, 0};
	struct pn_shape stake = {.count = 4};
	const struct {
		pn_len short_of_corner;
		bool stops;
	} rows[] = {{-100, false}, {4, false}, {40, true}, {300, true}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		pn_pose tip = {pn_add(left, pn_along(heading, 10770 - rows[i].short_of_corner)),
			       heading};

		stake.point[0] = pn_ahead(tip, 3000, 0);
		stake.point[1] = pn_ahead(tip, 3000, 1);
		stake.point[2] = pn_ahead(tip, 0, 1);
		stake.point[3] = tip.at;
		struct pn_turned turned = wheel_line(PN_CORNER_LEFT, -PN_DEGREES_90, &stake, 1);
		struct pn_shape there = pn_footprint(
			pn_wheel_pose(north, line, PN_CORNER_LEFT, -PN_DEGREES_90), line);

		cr_expect(!pn_shapes_overlap(&there, &stake), "row %zu: not past it", i);
		cr_expect((turned.stopped_by == 0) == rows[i].stops, "row %zu", i);
		cr_expect(rows[i].stops || turned.by == -PN_DEGREES_90, "row %zu", i);
	}
}

/* A flush neighbour on the right is in the way of the rear corner when the line wheels to
 * the left, and not when it wheels to the right. */
Test(wheel, a_turn_that_starts_in_touch_may_part_and_may_not_push)
{
	const struct pn_shape right = rectangle(5000, -4000, 9000, 0);
	const struct pn_shape ahead = rectangle(-5000, 0, 5000, 4000);
	struct pn_turned turned = wheel_line(PN_CORNER_LEFT, -PN_DEGREES_90, &right, 1);

	/* The rear corner goes 0.05 mm to the right on 40 mm: 13.04 angles. */
	cr_assert(turned.by == -13 && turned.stopped_by == 0, "%d", turned.by);
	turned = wheel_line(PN_CORNER_RIGHT, PN_DEGREES_90, &right, 1);
	cr_assert(turned.by == PN_DEGREES_90 && turned.stopped_by == PN_TURN_FREE);

	turned = wheel_line(PN_CORNER_LEFT, -PN_DEGREES_90, &ahead, 1);
	cr_assert(turned.by == -5 && turned.stopped_by == 0, "%d", turned.by);
	turned = wheel_line(PN_CORNER_LEFT, PN_DEGREES_90, &ahead, 1);
	cr_assert(turned.by == PN_DEGREES_90 && turned.stopped_by == PN_TURN_FREE);
}

Test(wheel, a_shape_that_overlaps_does_not_turn)
{
	const struct pn_shape within = rectangle(-100, -200, 100, -100);
	struct pn_turned turned = wheel_line(PN_CORNER_LEFT, 500, &within, 1);

	cr_assert(turned.by == 0 && turned.stopped_by == 0);
}

/* The front sweeps over something that no corner ever meets. */
Test(wheel, the_front_meets_what_lies_between_its_corners)
{
	const struct pn_shape post = rectangle(-100, 2000, 100, 2200);
	struct pn_turned turned = wheel_line(PN_CORNER_LEFT, -PN_DEGREES_90, &post, 1);

	/* Its near corner bears atan(2000 / 5100) = 3898.11 angles from the front, and is
	 * 0.05 mm deep 5 / 5478 of a radian later, 9.52 angles. */
	cr_assert(turned.stopped_by == 0);
	cr_assert(turned.by == -3907, "%d", turned.by);
	cr_assert(turned.contact.x == 100 && turned.contact.y == 2000);
}

/* A wood with a bay open to the south-west: the corner swings into the bay. */
Test(wheel, a_corner_swings_into_a_bay_as_far_as_its_end)
{
	const struct pn_shape wood = {.count = 6,
				      .point = {{-4000, 12000},
						{9000, 12000},
						{9000, 3000},
						{6000, 3000},
						{6000, 9000},
						{-4000, 9000}}};
	struct pn_turned turned = wheel_line(PN_CORNER_LEFT, -PN_DEGREES_90, &wood, 1);

	/* The right front corner reaches y = 9005: asin(9005 / 10000) = 11691.6 angles. */
	cr_assert(turned.by == -11691, "%d", turned.by);
	cr_assert(turned.stopped_by == 0);
	cr_assert(abs(turned.contact.y - 9005) <= 1, "%d", turned.contact.y);
}

Test(wheel, of_equal_obstacles_the_lower_index_stops)
{
	const struct pn_shape posts[] = {rectangle(20000, 0, 21000, 100),
					 rectangle(-100, 2000, 100, 2200),
					 rectangle(-100, 2000, 100, 2200)};

	cr_assert(wheel_line(PN_CORNER_LEFT, -PN_DEGREES_90, posts, 3).stopped_by == 1);
	cr_assert(wheel_line(PN_CORNER_LEFT, -PN_DEGREES_90, posts + 1, 2).stopped_by == 0);
}

/* The right front corner may go 0.05 mm off the table: asin(3005 / 10000) = 3183.0. */
Test(wheel, the_table_s_edge_stops)
{
	struct pn_turn_obstacles table = {
		.table = true, .low = {-20000, -20000}, .high = {20000, 3000}};
	struct pn_shape footprint = pn_footprint(north, line);
	struct pn_turned turned = pn_shape_turn(&footprint, (pn_vec){-5000, 0}, -9000, &table);

	cr_assert(turned.by == -3183 || turned.by == -3182, "%d", turned.by);
	cr_assert(turned.stopped_by == PN_TURN_BOARD_EDGE);
	cr_assert(abs(turned.contact.y - 3005) <= 1 && turned.contact.x > 4500);
	table.high.y = -10;
	cr_assert(pn_shape_turn(&footprint, (pn_vec){-5000, 0}, -9000, &table).by == 0);
}

Test(wheel, the_corner_stays_where_it_is)
{
	struct random_source source = {6};

	for (int n = 0; n < PLACEMENTS; n++) {
		struct pn_formation formation = random_formation(&source);
		pn_pose pose = random_pose(&source, 180000);
		enum pn_corner corner =
			random_one_in(&source, 2) ? PN_CORNER_LEFT : PN_CORNER_RIGHT;
		int32_t by = random_between(&source, -PN_TURN_HALF, PN_TURN_HALF);
		pn_vec before = pn_wheel_centre(pose, formation, corner);
		pn_pose there = pn_wheel_pose(pose, formation, corner, by);
		pn_vec after = pn_wheel_centre(there, formation, corner);
		struct pn_shape footprint = pn_footprint(pose, formation);

		cr_assert(footprint.point[corner].x == before.x);
		cr_assert(footprint.point[corner].y == before.y);
		cr_assert(abs(after.x - before.x) <= 1 && abs(after.y - before.y) <= 1, "%d", n);
		cr_assert(there.facing == (pn_angle)(pose.facing + by));
	}
}

Test(wheel, an_arc_costs_its_length_rounded_up)
{
	struct random_source source = {7};

	cr_assert(pn_wheel_cost(25400, 0) == 0);
	cr_assert(pn_wheel_cost(0, 1000) == 0);
	/* 10 inches through 90 degrees: 15.70796 inches. */
	cr_assert(pn_wheel_cost(25400, PN_DEGREES_90) == 39899);
	for (int n = 0; n < PLACEMENTS; n++) {
		pn_len frontage = random_between(&source, 1, PN_COORDINATE_MAX);
		int32_t angle = random_between(&source, 0, PN_TURN_HALF);
		pn_len cost = (pn_len)ceill(RADIANS * frontage * angle);

		cr_assert(pn_wheel_cost(frontage, angle) == cost, "%d by %d", frontage, angle);
	}
}

Test(wheel, an_allowance_buys_what_it_pays_for_and_no_more)
{
	struct random_source source = {8};

	cr_assert(pn_wheel_afforded(25400, -1) == 0);
	cr_assert(pn_wheel_afforded(25400, 0) == 0);
	cr_assert(pn_wheel_afforded(0, 0) == PN_TURN_HALF);
	cr_assert(pn_wheel_afforded(2500, 1000000) == PN_TURN_HALF);
	for (int n = 0; n < PLACEMENTS; n++) {
		pn_len frontage = random_between(&source, 100, 100000);
		pn_len allowance = random_between(&source, 0, 100000);
		int32_t angle = pn_wheel_afforded(frontage, allowance);

		cr_assert(pn_wheel_cost(frontage, angle) <= allowance);
		cr_assert(angle == PN_TURN_HALF || pn_wheel_cost(frontage, angle + 1) > allowance);
	}
}
