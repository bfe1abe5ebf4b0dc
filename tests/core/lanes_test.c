/* The wheel after which most stands reach a facing: against a sampler, against every
 * angle there is, and by hand.
 *
 * The sampler looks at every quarter of a degree in long double. It may differ from the
 * core by the slack: without blockers sines of 30 bits are worth less than 0.02 of a
 * hundredth of a millimetre; a blocker is cut off at the line of the facing and the cut is
 * rounded, by at most 0.71. So a condition that is met with the slack to spare must be met
 * in the core, and one that the core meets must be met with as much forgiven. */

#include "lanes.h"

#include <criterion/criterion.h>
#include <math.h>

#include "brute_lanes.h"
#include "random_placement.h"

#define SLACK_FREE 0.02L
#define SLACK_BLOCKED 1.0L

enum { BLOCKERS_MAX = 4, COMPARED = 5000, QUARTER_DEGREES = 360 };

struct placement {
	struct pn_lanes lanes;
	struct pn_shape target;
	struct pn_shape blocker[BLOCKERS_MAX + 1]; /* the target last */
};

static bool overlaps_any(const struct pn_shape *shape, const struct pn_shape *others,
			 uint16_t count)
{
	for (uint16_t i = 0; i < count; i++) {
		if (pn_shapes_overlap(shape, &others[i]))
			return true;
	}
	return false;
}

/* Most blockers stand between the two, where they matter. */
static struct pn_shape random_blocker(struct random_source *source, pn_vec a, pn_vec b)
{
	int32_t part = random_between(source, 0, 100);
	pn_vec at = {a.x + (pn_len)((int64_t)(b.x - a.x) * part / 100),
		     a.y + (pn_len)((int64_t)(b.y - a.y) * part / 100)};

	at.x += random_between(source, -8000, 8000);
	at.y += random_between(source, -8000, 8000);
	if (random_one_in(source, 3))
		return random_terrain(source, at, random_between(source, 1000, 6000));
	struct pn_formation formation = random_formation(source);

	formation.base_width = random_between(source, 100, 2500);
	formation.base_depth = random_between(source, 100, 2500);
	return pn_footprint((pn_pose){at, random_facing(source)}, formation);
}

/* As far as each corner's wheel is clear of target and blockers. */
static void allow_clear_wheels(struct placement *here)
{
	struct pn_lanes *lanes = &here->lanes;
	struct pn_turn_obstacles obstacles = {.shape = here->blocker,
					      .count = (uint16_t)(lanes->blockers + 1)};
	struct pn_shape footprint = pn_footprint(lanes->pose, lanes->formation);

	here->blocker[lanes->blockers] = here->target;
	for (enum pn_corner corner = PN_CORNER_LEFT; corner < PN_CORNERS; corner++) {
		pn_vec centre = pn_wheel_centre(lanes->pose, lanes->formation, corner);

		lanes->wheel[corner].least =
			pn_shape_turn(&footprint, centre, -PN_DEGREES_90, &obstacles).by;
		lanes->wheel[corner].most =
			pn_shape_turn(&footprint, centre, PN_DEGREES_90, &obstacles).by;
	}
}

static void make_placement(struct random_source *source, struct placement *here)
{
	struct pn_lanes *lanes = &here->lanes;
	struct pn_shape footprint;

	do {
		struct pn_formation formation = random_formation(source);
		pn_angle way = random_facing(source);
		pn_angle facing = random_facing(source);

		*lanes = (struct pn_lanes){.formation = random_formation(source)};
		lanes->pose = (pn_pose){{0, 0}, random_facing(source)};
		/* Mostly ahead, and face to face. */
		if (!random_one_in(source, 4)) {
			way = (pn_angle)(lanes->pose.facing +
					 random_between(source, -10000, 10000));
			facing = (pn_angle)(lanes->pose.facing + PN_TURN_HALF +
					    random_between(source, -6000, 6000));
		}
		footprint = pn_footprint(lanes->pose, lanes->formation);
		here->target = pn_footprint(
			(pn_pose){pn_along(way, random_between(source, 2000, 45000)), facing},
			formation);
	} while (pn_shapes_overlap(&footprint, &here->target));

	uint8_t edge = random_one_in(source, 2)
			       ? 0
			       : (uint8_t)random_between(source, 0, here->target.count - 1);

	lanes->from = here->target.point[edge];
	lanes->to = here->target.point[(edge + 1) % here->target.count];
	lanes->reach =
		random_one_in(source, 3) ? PN_COORDINATE_MAX : random_between(source, 0, 60000);
	lanes->blocker = here->blocker;
	for (int32_t i = random_between(source, 0, BLOCKERS_MAX); i > 0; i--) {
		struct pn_shape *next = &here->blocker[lanes->blockers];

		*next = random_blocker(source, lanes->pose.at, lanes->from);
		if (!pn_shapes_overlap(next, &footprint) &&
		    !pn_shapes_overlap(next, &here->target) &&
		    !overlaps_any(next, here->blocker, lanes->blockers))
			lanes->blockers++;
	}
	lanes->pays = random_one_in(source, 3);
	allow_clear_wheels(here);
}

/* What it may still go after a wheel. */
static pn_len reach_after(const struct pn_lanes *lanes, int32_t by)
{
	return lanes->pays ? lanes->reach -
				     pn_wheel_cost(pn_frontage(lanes->formation), by < 0 ? -by : by)
			   : lanes->reach;
}

static struct brute_lanes brute_of(const struct pn_lanes *lanes, enum pn_corner corner, int32_t by)
{
	return (struct brute_lanes){
		.centre = pn_wheel_centre(lanes->pose, lanes->formation, corner),
		.left = corner == PN_CORNER_LEFT ? 0 : -pn_frontage(lanes->formation),
		.width = lanes->formation.base_width,
		.least = pn_reach_least(lanes->formation.base_width),
		.lanes = lanes->formation.files,
		.from = lanes->from,
		.to = lanes->to,
		.reach = reach_after(lanes, by),
		.blocker = lanes->blocker,
		.blockers = lanes->blockers,
	};
}

static long double slack_of(const struct pn_lanes *lanes)
{
	return lanes->blockers > 0 ? SLACK_BLOCKED : SLACK_FREE;
}

/* If straight on is the best, so many lanes may reach it after a wheel that is no better: all that
 * straight on touch the facing, give or take the slack. */
static int most_of_the_best(const struct pn_lanes *lanes, const struct pn_lanes_best *best)
{
	const int touched = best->stands > 0 && best->by == 0
				    ? brute_lanes_touched(lanes, -slack_of(lanes))
				    : 0;

	return touched > best->stands ? touched : best->stands;
}

/* No quarter of a degree that is allowed has more lanes, with the slack to spare. */
static bool is_best_of_samples(const struct pn_lanes *lanes, enum pn_corner corner, int stands)
{
	long double slack = slack_of(lanes);

	for (int sample = -QUARTER_DEGREES; sample <= QUARTER_DEGREES; sample++) {
		int32_t by = sample * 65536 / 1440;
		struct brute_lanes brute = brute_of(lanes, corner, by);
		pn_angle heading = (pn_angle)(lanes->pose.facing + by);

		if (by < lanes->wheel[corner].least || by > lanes->wheel[corner].most)
			continue;
		if (brute_lanes_count(&brute, heading, slack, false) > stands &&
		    brute_lanes_count(&brute, heading, slack, true) > stands)
			return false;
	}
	return true;
}

/* At one wheel: between what is met with the slack to spare and with it forgiven. */
static bool agrees_at(const struct pn_lanes *lanes, enum pn_corner corner, int32_t by,
		      int *different)
{
	struct brute_lanes brute = brute_of(lanes, corner, by);
	long double slack = slack_of(lanes);
	pn_angle heading = (pn_angle)(lanes->pose.facing + by);
	int count = pn_lanes_count(lanes, corner, by);

	*different += count != brute_lanes_count(&brute, heading, 0, true);
	return brute_lanes_count(&brute, heading, slack, true) <= count &&
	       count <= brute_lanes_count(&brute, heading, -slack, true);
}

/* With fewer stands known the best are the same, with as many there is none better; and if one
 * stand is enough, the best have one. */
static void expect_bounds(struct pn_lanes lanes, const struct pn_lanes_best *best)
{
	struct pn_lanes_best other;

	if (best->stands == 0)
		return;
	lanes.known = (uint16_t)(best->stands - 1);
	pn_lanes_find_best(&lanes, &other);
	cr_assert_eq(other.stands, best->stands);
	cr_assert_eq(other.spans, best->spans);
	lanes.known = best->stands;
	pn_lanes_find_best(&lanes, &other);
	cr_assert_eq(other.stands, 0);
	lanes.known = 0;
	lanes.enough = 1;
	pn_lanes_find_best(&lanes, &other);
	cr_assert_eq(other.stands, 1);
	cr_assert_geq(best->by < 0 ? -best->by : best->by, other.by < 0 ? -other.by : other.by);
}

static void compare_placements(uint64_t seed)
{
	struct random_source source = {seed};
	const int placements = random_placements(COMPARED);
	int reached = 0;
	int hindered = 0;
	int different = 0;

	for (int n = 0; n < placements; n++) {
		struct placement here;
		struct pn_lanes_best best;

		make_placement(&source, &here);
		pn_lanes_find_best(&here.lanes, &best);
		expect_bounds(here.lanes, &best);
		for (enum pn_corner corner = PN_CORNER_LEFT; corner < PN_CORNERS; corner++) {
			struct pn_lanes_wheel wheel = here.lanes.wheel[corner];
			int32_t by = random_between(&source, wheel.least, wheel.most);

			cr_assert(is_best_of_samples(&here.lanes, corner,
						     most_of_the_best(&here.lanes, &best)),
				  "%d: a sample is better", n);
			cr_assert(agrees_at(&here.lanes, corner, by, &different), "%d: %d", n, by);
		}
		cr_assert(pn_lanes_count(&here.lanes, best.corner, best.by) == best.stands,
			  "%d: not so many", n);
		cr_assert(agrees_at(&here.lanes, best.corner, best.by, &different), "%d", n);
		reached += best.stands > 0;
		here.lanes.blockers = 0;
		int stands = best.stands;
		pn_lanes_find_best(&here.lanes, &best);
		hindered += stands < best.stands;
	}
	cr_assert(hindered > placements / 20, "%d hindered", hindered);
	cr_assert(reached > placements / 2, "%d reached", reached);
	cr_assert(different < placements / 200, "%d different", different);
}

Test(lanes, random_placements_1_agree_with_the_sampler)
{
	compare_placements(1);
}

Test(lanes, random_placements_2_agree_with_the_sampler)
{
	compare_placements(2);
}

Test(lanes, random_placements_3_agree_with_the_sampler)
{
	compare_placements(3);
}

Test(lanes, random_placements_4_agree_with_the_sampler)
{
	compare_placements(4);
}

/* Is the wheel in one of the spans? */
static bool is_in_spans(const struct pn_lanes_best *best, enum pn_corner corner, int32_t by)
{
	for (uint8_t i = 0; i < best->spans; i++) {
		if (best->span[i].corner == corner && best->span[i].from <= by &&
		    by <= best->span[i].to)
			return true;
	}
	return false;
}

/* What no sampling could show: of all angles there are, the best and only the best are in
 * the spans, and the wheel by default is the smallest of them. */
Test(lanes, the_spans_are_all_the_angles_with_the_best_count)
{
	struct random_source source = {5};

	for (int n = 0; n < 150; n++) {
		struct placement here;
		struct pn_lanes_best best;
		int smallest = PN_TURN_HALF;

		make_placement(&source, &here);
		pn_lanes_find_best(&here.lanes, &best);
		for (enum pn_corner corner = PN_CORNER_LEFT; corner < PN_CORNERS; corner++) {
			struct pn_lanes_wheel wheel = here.lanes.wheel[corner];

			for (int32_t by = wheel.least; by <= wheel.most; by++) {
				int count = pn_lanes_count(&here.lanes, corner, by);
				bool listed = is_in_spans(&best, corner, by);

				cr_assert(count <= most_of_the_best(&here.lanes, &best),
					  "%d: %d is better", n, by);
				cr_assert(listed == (count > 0 && count >= best.stands) ||
						  best.more,
					  "%d: %d about %d", n, by, corner);
				if (count >= best.stands && abs(by) < smallest)
					smallest = abs(by);
			}
		}
		cr_assert(best.stands == 0 || abs(best.by) == smallest, "%d", n);
	}
}

/* Four stands of 25 mm in one rank, facing north, and what stands 200 mm before them. */
static struct pn_lanes make_line(pn_len west, pn_len east)
{
	return (struct pn_lanes){
		.pose = {{0, 0}, 0},
		.formation = {4, 4, 2500, 2500, 0},
		.from = {east, 20000},
		.to = {west, 20000},
		.reach = 20000,
	};
}

static uint16_t count_at_rest(const struct pn_lanes *lanes)
{
	return pn_lanes_count(lanes, PN_CORNER_LEFT, 0);
}

Test(lanes, CQ_14_a_stand_reaches_what_is_in_its_lane)
{
	static const struct {
		pn_len west;
		pn_len east;
		int stands;
	} rows[] = {
		{-5000, 5000, 4},  {-2500, 2500, 2}, /* corner beside corner does not count */
		{-2599, 2599, 2},  {-2600, 2599, 3}, {-2600, 2600, 4}, {-1000, 1000, 2},
		{-1000, -901, 0},  {-1000, -900, 1}, {6000, 9000, 0},  {-9000, -5000, 0},
		{-9000, -4900, 1}, {4900, 9000, 1},  {4901, 9000, 0},  {-90000, 90000, 4},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct pn_lanes lanes = make_line(rows[i].west, rows[i].east);

		cr_expect(count_at_rest(&lanes) == rows[i].stands, "row %zu", i);
		cr_expect(pn_lanes_count(&lanes, PN_CORNER_RIGHT, 0) == rows[i].stands, "row %zu",
			  i);
	}
}

Test(lanes, CQ_14_a_facing_seen_from_within_is_not_reached)
{
	struct pn_lanes lanes = make_line(5000, -5000);
	struct pn_lanes_best best;

	lanes.wheel[PN_CORNER_LEFT] = (struct pn_lanes_wheel){-PN_DEGREES_45, PN_DEGREES_45};
	cr_assert(count_at_rest(&lanes) == 0);
	pn_lanes_find_best(&lanes, &best);
	cr_assert(best.stands == 0 && best.spans == 0 && best.by == 0 && !best.more);
}

Test(lanes, CQ_14_a_stand_goes_no_farther_than_its_reach)
{
	struct pn_lanes lanes = make_line(-5000, 5000);

	lanes.reach = 19999;
	cr_assert(count_at_rest(&lanes) == 0);
	/* A slanting facing: lanes meet its near parts 175, 150, 125 and 100 mm ahead. */
	lanes.from.y = 10000;
	for (int stands = 0; stands <= 4; stands++) {
		lanes.reach = 7500 + 2500 * stands;
		cr_expect(count_at_rest(&lanes) == stands, "%d", stands);
		lanes.reach--;
		cr_expect(count_at_rest(&lanes) == (stands > 0 ? stands - 1 : 0), "%d", stands);
	}
}

Test(lanes, CQ_14_a_front_in_touch_reaches)
{
	struct pn_lanes lanes = make_line(-5000, 5000);

	lanes.reach = 0;
	for (pn_len y = -20; y <= 10; y++) {
		lanes.from.y = y;
		lanes.to.y = y;
		cr_expect(count_at_rest(&lanes) == (y >= -2 * PN_TOUCH && y <= 0 ? 4 : 0), "%d", y);
	}
}

Test(lanes, CQ_14_a_lane_is_closed_when_no_strip_is_free)
{
	static const struct {
		struct pn_shape shape[2];
		int stands;
	} rows[] = {
		/* All but a strip of 0.99 mm of the lane on the left; of 1 mm. */
		{{{4, {{-9000, 5000}, {-9000, 6000}, {-2599, 6000}, {-2599, 5000}}}, {0}}, 3},
		{{{4, {{-9000, 5000}, {-9000, 6000}, {-2600, 6000}, {-2600, 5000}}}, {0}}, 4},
		/* Half of one lane. */
		{{{4, {{-5000, 5000}, {-5000, 6000}, {-3750, 6000}, {-3750, 5000}}}, {0}}, 4},
		/* Across everything, before the facing, behind it and behind the front. */
		{{{4, {{-9000, 5000}, {-9000, 6000}, {9000, 6000}, {9000, 5000}}}, {0}}, 0},
		{{{4, {{-9000, 20000}, {-9000, 21000}, {9000, 21000}, {9000, 20000}}}, {0}}, 4},
		{{{4, {{-9000, 19995}, {-9000, 21000}, {9000, 21000}, {9000, 19995}}}, {0}}, 4},
		{{{4, {{-9000, 19994}, {-9000, 21000}, {9000, 21000}, {9000, 19994}}}, {0}}, 0},
		{{{4, {{-9000, -9000}, {-9000, -4000}, {9000, -4000}, {9000, -9000}}}, {0}}, 4},
		/* Two side by side, 0.99 mm apart in the second lane; 1 mm. */
		{{{4, {{-9000, 5000}, {-9000, 6000}, {-1000, 6000}, {-1000, 5000}}},
		  {4, {{-901, 9000}, {-901, 9900}, {9000, 9900}, {9000, 9000}}}},
		 0},
		{{{4, {{-9000, 5000}, {-9000, 6000}, {-1000, 6000}, {-1000, 5000}}},
		  {4, {{-900, 9000}, {-900, 9900}, {9000, 9900}, {9000, 9000}}}},
		 1},
		/* Flush against the front. */
		{{{4, {{-9000, 0}, {-9000, 1000}, {0, 1000}, {0, 0}}}, {0}}, 2},
		/* A bay: open to the west, closed where the lanes are. */
		{{{8,
		   {{-4000, 8000},
		    {4000, 8000},
		    {4000, 5000},
		    {-4000, 5000},
		    {-4000, 6000},
		    {3000, 6000},
		    {3000, 7000},
		    {-4000, 7000}}},
		  {0}},
		 2},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct pn_lanes lanes = make_line(-5000, 5000);

		lanes.blocker = rows[i].shape;
		lanes.blockers = rows[i].shape[1].count == 0 ? 1 : 2;
		cr_expect(count_at_rest(&lanes) == rows[i].stands, "row %zu: %d", i,
			  count_at_rest(&lanes));
	}
}

/* A facing of 100 mm on the left flank: the line must turn to see it, and all four stands
 * reach it only from -86.4 degrees on, about the left corner. */
Test(lanes, CQ_14_the_wheel_is_as_small_as_it_may_be)
{
	struct pn_lanes lanes = make_line(0, 0);
	struct pn_lanes_best best;

	lanes.from = (pn_vec){-30000, 10000};
	lanes.to = (pn_vec){-30000, 0};
	lanes.reach = PN_BOARD_MAX;
	lanes.wheel[PN_CORNER_LEFT] = (struct pn_lanes_wheel){-PN_DEGREES_90, PN_DEGREES_90};
	pn_lanes_find_best(&lanes, &best);
	cr_assert(best.stands == 4 && best.corner == PN_CORNER_LEFT);
	cr_assert(best.by < 0 && best.by > -PN_DEGREES_90, "%d", best.by);
	cr_assert(pn_lanes_count(&lanes, PN_CORNER_LEFT, best.by) == 4);
	cr_assert(pn_lanes_count(&lanes, PN_CORNER_LEFT, best.by + 1) < 4);

	/* Stopped one angle short of it, the best is what reaches there. */
	lanes.wheel[PN_CORNER_LEFT].least = best.by + 1;
	pn_lanes_find_best(&lanes, &best);
	cr_assert(best.stands == 3, "%d", best.stands);
}

/* Everything is its own mirror image, so each wheel about one corner has its like about the
 * other; the left corner goes first. At rest two stands reach, and three may. */
Test(lanes, CQ_14_of_equal_wheels_that_about_the_left_corner_goes_first)
{
	struct pn_lanes lanes = make_line(-2450, 2450);
	struct pn_lanes_best best;

	lanes.reach = PN_BOARD_MAX;
	for (enum pn_corner corner = PN_CORNER_LEFT; corner < PN_CORNERS; corner++)
		lanes.wheel[corner] = (struct pn_lanes_wheel){-PN_DEGREES_45, PN_DEGREES_45};
	pn_lanes_find_best(&lanes, &best);
	cr_assert(best.stands == 3 && best.corner == PN_CORNER_LEFT && best.by != 0);
	cr_assert(pn_lanes_count(&lanes, PN_CORNER_LEFT, best.by) == 3);
	cr_assert(pn_lanes_count(&lanes, PN_CORNER_RIGHT, -best.by) == 3);
	for (int32_t by = -abs(best.by) + 1; by < abs(best.by); by++)
		cr_assert(pn_lanes_count(&lanes, PN_CORNER_LEFT, by) < 3 &&
			  pn_lanes_count(&lanes, PN_CORNER_RIGHT, by) < 3);
}

/* What a stand touches straight on, if only with a corner, no wheel wins for it. */
Test(lanes, straight_on_is_as_good_as_a_wheel_that_wins_what_it_touches)
{
	static const struct {
		pn_len west, east;
		int stands;
		bool is_straight;
	} rows[] = {
		{-2500, 2500, 2, true},  {-2495, 2495, 2, true}, {-2494, 2494, 3, false},
		{-2599, 2599, 2, true},  {-2600, 2500, 3, true}, {-2400, 2500, 2, true},
		{-2400, 2400, 3, false}, {-3750, 2500, 3, true},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct pn_lanes lanes = make_line(rows[i].west, rows[i].east);
		struct pn_lanes_best best;

		lanes.reach = PN_BOARD_MAX;
		lanes.wheel[PN_CORNER_LEFT] = (struct pn_lanes_wheel){-1500, 1500};
		pn_lanes_find_best(&lanes, &best);
		cr_expect(best.stands == rows[i].stands && (best.by == 0) == rows[i].is_straight,
			  "row %zu: %d, %d", i, best.stands, best.by);
		/* All that are as good are there to choose. */
		cr_expect(best.spans > 0 &&
			  (!rows[i].is_straight || best.span[0].from < best.span[0].to));
	}
}

Test(lanes, half_of_a_narrow_stand_is_enough)
{
	struct pn_lanes lanes = make_line(-150, 75);

	lanes.formation = (struct pn_formation){2, 2, 151, 151, 0};
	cr_expect_eq(pn_reach_least(151), 76);
	cr_expect_eq(pn_reach_least(199), 100);
	cr_expect_eq(pn_reach_least(2500), PN_REACH);
	cr_expect_eq(count_at_rest(&lanes), 1);
	lanes.from.x = 77;
	cr_expect_eq(count_at_rest(&lanes), 2);
}

/* Exactly 90 degrees is allowed, and needed for a facing that lies along the front. */
Test(lanes, CQ_14_a_quarter_turn_may_be_the_best)
{
	struct pn_lanes lanes = make_line(0, 0);
	struct pn_lanes_best best;

	/* 10 mm wide, seen from due east through the first lane after a quarter turn to the
	 * left about the left corner at (-5000, 0): lanes are 25 mm of y each. */
	lanes.from = (pn_vec){-30000, 8000};
	lanes.to = (pn_vec){-30000, 4000};
	lanes.wheel[PN_CORNER_LEFT] = (struct pn_lanes_wheel){-PN_DEGREES_90, 0};
	lanes.reach = 25000;
	pn_lanes_find_best(&lanes, &best);
	cr_assert(pn_lanes_count(&lanes, PN_CORNER_LEFT, -PN_DEGREES_90) == 3);
	cr_assert(best.span[0].from == -PN_DEGREES_90 && best.stands == 3, "%d", best.stands);
	/* One hundredth of a millimetre short, and only slanting stands get there. */
	lanes.reach = 24999;
	cr_assert(pn_lanes_count(&lanes, PN_CORNER_LEFT, -PN_DEGREES_90) == 0);
}
