/* Line of sight: cases by hand, and 100,000 random placements against a sampler of
 * lines. What the core says it sees is confirmed; what it says is hidden, no sampled
 * line sees in comfort, that is with PN_TOUCH to spare on all sides. */

#include <criterion/criterion.h>

#include "brute_sight.h"
#include "random_placement.h"
#include "sight.h"

#define PLACEMENTS 100000
#ifndef SAMPLES
#define SAMPLES 60
#endif

static struct pn_sight_scene scene;

/* A rectangle with sides along the axes. */
static struct pn_shape box(pn_len left, pn_len bottom, pn_len right, pn_len top)
{
	return (struct pn_shape){4, {{left, top}, {right, top}, {right, bottom}, {left, bottom}}};
}

static struct pn_sight_blocker solid(struct pn_shape shape)
{
	return (struct pn_sight_blocker){.shape = shape,
					 .kind = PN_SIGHT_SOLID,
					 .height = PN_SIGHT_ENDLESS,
					 .owner = PN_SIGHT_NOBODY};
}

static struct pn_sight_blocker high(struct pn_shape shape, pn_len height)
{
	struct pn_sight_blocker blocker = solid(shape);
	blocker.height = height;
	return blocker;
}

static struct pn_sight_blocker wood(struct pn_shape shape, pn_len depth)
{
	struct pn_sight_blocker blocker = solid(shape);
	blocker.kind = PN_SIGHT_COVER;
	blocker.depth = depth;
	return blocker;
}

/* An observer of front edge (-1000, 0) to (1000, 0) that looks north, and a target
 * with its near edge 10,000 ahead, just as wide. All heights are 0. */
static struct brute_view facing_view(void)
{
	struct brute_view view = {
		.observer = {.left = {-1000, 0},
			     .right = {1000, 0},
			     .half_angle = PN_DEGREES_90,
			     .owner = 1},
		.target = {.shape = box(-1000, 10000, 1000, 12000), .owner = 2},
	};
	return view;
}

static void add(struct brute_view *view, struct pn_sight_blocker blocker)
{
	view->blocker[view->count++] = blocker;
}

static struct pn_sight_result look(const struct brute_view *view)
{
	struct pn_sight_result result;
	pn_sight_clear(&scene);
	for (int i = 0; i < view->count; i++)
		cr_assert(pn_sight_add(&scene, &view->blocker[i]));
	pn_sight_look(&scene, &view->observer, &view->target, &result);
	return result;
}

/* What is seen, with the line confirmed. */
static bool sees(const struct brute_view *view)
{
	struct pn_sight_result result = look(view);
	if (result.visible)
		cr_expect(brute_confirms(view, &result.line), "the line is not clear");
	return result.visible;
}

static bool sees_past(struct pn_sight_blocker blocker)
{
	struct brute_view view = facing_view();
	add(&view, blocker);
	return sees(&view);
}

static bool sees_past_two(struct pn_sight_blocker one, struct pn_sight_blocker two)
{
	struct brute_view view = facing_view();
	add(&view, one);
	add(&view, two);
	return sees(&view);
}

Test(sight, open_ground_hides_nothing)
{
	struct brute_view view = facing_view();
	cr_expect(sees(&view));
}

Test(sight, a_block_as_wide_as_both_hides)
{
	cr_expect_not(sees_past(solid(box(-1001, 5000, 1001, 6000))));
}

/* Straight up the flank one sees past a block that is just as wide: it is grazed. */
Test(sight, grazing_is_seeing)
{
	cr_expect(sees_past(solid(box(-1000, 5000, 1000, 6000))));
	cr_expect(sees_past(solid(box(-1000, 5000, 2000, 6000))));
	cr_expect_not(sees_past(solid(box(-1001, 5000, 2000, 6000))));
}

Test(sight, one_unit_of_gap_is_enough)
{
	cr_expect(sees_past(solid(box(-1000, 5000, 1001, 6000))));
	cr_expect_not(sees_past(solid(box(-1001, 5000, 1001, 6000))));
}

Test(sight, past_two_corners_on_a_slant)
{
	/* From the left end past the left block's right corner and the right block's left
	 * corner, which stand in line with the target's right corner. */
	cr_expect(sees_past_two(solid(box(-9000, 4000, -200, 4100)),
				solid(box(200, 6000, 9000, 6100))));
	cr_expect_not(sees_past_two(solid(box(-9000, 4000, 3000, 4100)),
				    solid(box(-3000, 6000, 9000, 6100))));
}

Test(sight, touching_blocks_leave_no_crack)
{
	for (pn_len gap = 0; gap <= PN_TOUCH; gap++)
		cr_expect_not(sees_past_two(solid(box(-3000, 5000, 0, 6000)),
					    solid(box(gap, 5000, 3000, 6000))),
			      "gap %d", gap);
	cr_expect(sees_past_two(solid(box(-3000, 5000, 0, 6000)),
				solid(box(PN_TOUCH + 1, 5000, 3000, 6000))));
	/* Blocks that overlap leave none either. */
	cr_expect_not(
		sees_past_two(solid(box(-3000, 5000, 0, 6000)), solid(box(-3, 5500, 3000, 6500))));
}

Test(sight, corners_that_touch_leave_no_crack)
{
	cr_expect_not(
		sees_past_two(solid(box(-3000, 5000, 0, 6000)), solid(box(0, 6000, 3000, 7000))));
	cr_expect_not(
		sees_past_two(solid(box(-3000, 5000, 0, 6000)), solid(box(2, 6002, 3000, 7000))));
	cr_expect(sees_past_two(solid(box(-3000, 5000, 0, 6000)), solid(box(0, 6100, 3000, 7000))));
}

Test(sight, a_short_last_rank_hides_with_all_its_corners)
{
	/* An L: the notch is on the right, behind. Neither its arms nor the seam between
	 * its parts let a line through. */
	struct pn_shape footprint =
		pn_footprint((pn_pose){{0, 6000}, 0}, (struct pn_formation){5, 3, 800, 800});
	cr_expect_eq(footprint.count, 6);
	cr_expect_not(sees_past(solid(footprint)));
}

Test(sight, one_sees_ahead_and_not_behind)
{
	struct brute_view view = facing_view();
	view.target.shape = box(-1000, -12000, 1000, -10000);
	cr_expect_not(sees(&view));
	cr_expect_not(look(&view).arc);
	view.observer.half_angle = PN_TURN_HALF;
	cr_expect(sees(&view));
	/* Level with the front edge is not behind it. */
	view = facing_view();
	view.target.shape = box(5000, -2000, 7000, 0);
	cr_expect(sees(&view));
	view.target.shape = box(5000, -2000, 7000, -1);
	cr_expect_not(sees(&view));
}

Test(sight, an_arc_of_45_degrees)
{
	struct brute_view view = facing_view();
	view.observer.half_angle = PN_DEGREES_45;
	view.target.shape = box(9000, 6000, 12000, 8000);
	cr_expect(sees(&view), "its corner (9000, 8000) is on the ray from (1000, 0)");
	view.target.shape = box(9001, 6000, 12000, 8000);
	cr_expect_not(sees(&view));
}

Test(sight, its_own_figures_hide_nothing)
{
	struct brute_view view = facing_view();
	add(&view, solid(box(-3000, -2000, 3000, 5000)));
	view.blocker[0].owner = 1;
	cr_expect(sees(&view));
	view.blocker[0].owner = 2;
	cr_expect(sees(&view));
	view.blocker[0].owner = 3;
	cr_expect_not(sees(&view));
}

Test(sight, what_it_touches_it_sees)
{
	struct brute_view view = facing_view();
	add(&view, solid(box(-3000, -100, 3000, 3000)));
	for (pn_len depth = -3; depth <= 3; depth++) {
		view.target.shape = box(-500, depth, 5000, 3000);
		struct pn_sight_result result = look(&view);
		if (depth > 0)
			continue;
		cr_expect(result.visible, "depth %d", depth);
		cr_expect_eq(result.share, 16384, "the left end of what touches");
	}
}

/* The eye at 0, the target's top at 100, the block half way: it hides from 51 on. */
Test(sight, tops_are_measured_on_the_line)
{
	struct brute_view view = facing_view();
	view.target.shape = box(-1000, 10000, 1000, 10010);
	view.target.top = 100;
	add(&view, high(box(-9000, 5000, 9000, 6000), 50));
	cr_expect(sees(&view), "the line is at 50 where it enters");
	view.blocker[0].height = 51;
	cr_expect_not(sees(&view));
	view.blocker[0].ground = 1;
	view.blocker[0].height = 49;
	cr_expect(sees(&view));
}

/* From a height of 100 to a target of 0 that is 10,000 away: the line falls to 40 at
 * 6,000, where a block of 41 ends. Its far edge, at 12,000, is seen over it. */
Test(sight, from_above_the_far_edge_is_seen_over_what_hides_the_near_one)
{
	struct brute_view view = facing_view();
	view.observer.eye = 100;
	add(&view, high(box(-9000, 5000, 9000, 6000), 40));
	cr_expect(sees(&view));
	view.blocker[0].height = 50;
	cr_expect(sees(&view), "to 12,000 it is at 50 there");
	view.blocker[0].height = 51;
	cr_expect_not(sees(&view));
}

Test(sight, equal_heights_do_not_hide_but_a_lower_eye_does)
{
	struct brute_view view = facing_view();
	view.observer.eye = 100;
	view.target.top = 100;
	add(&view, high(box(-9000, 5000, 9000, 6000), 100));
	cr_expect(sees(&view));
	view.observer.eye = 99;
	cr_expect_not(sees(&view));
}

/* A hill is a block with a top. From its edge one sees the foot, from its middle not. */
Test(sight, a_hill_raises_and_hides)
{
	struct pn_sight_blocker hill = high(box(-5000, -5000, 5000, 3000), 1000);
	hill.raises = true;
	struct brute_view view = facing_view();
	add(&view, hill);
	look(&view);
	cr_expect_eq(pn_sight_ground(&scene, (pn_vec){0, 0}), 1000);
	cr_expect_eq(pn_sight_ground(&scene, (pn_vec){5000, 3000}), 1000, "its edge");
	cr_expect_eq(pn_sight_ground(&scene, (pn_vec){5001, 3000}), 0);
	/* The eye is 500 above the hill, so it is at the hill's height a third of the way
	 * to the ground: at 4,000 of 12,000, beyond the hill's edge at 3,000. */
	view.observer.eye = 1500;
	cr_expect(sees(&view));
	view.observer.eye = 1333;
	cr_expect_not(sees(&view), "3,000 of 12,000 is a quarter; 333 of 1,333 is less");
	view.observer.eye = 1334;
	cr_expect(sees(&view));
}

Test(sight, one_does_not_see_through_a_wood)
{
	cr_expect_not(sees_past(wood(box(-9000, 5000, 9000, 5001), 2000)));
	cr_expect(sees_past(wood(box(0, 5000, 9000, 6000), 0)), "nor does it hide beside it");
}

/* The target stands in the wood, its near edge so far behind the wood's. */
Test(sight, one_sees_into_a_wood_as_far_as_its_depth)
{
	cr_expect(sees_past(wood(box(-9000, 8000, 9000, 20000), 2000)));
	cr_expect_not(sees_past(wood(box(-9000, 7999, 9000, 20000), 2000)));
	cr_expect(sees_past(wood(box(-9000, 10000, 9000, 20000), 0)), "at its very edge");
	cr_expect_not(sees_past(wood(box(-9000, 9999, 9000, 20000), 0)));
}

Test(sight, one_sees_out_of_a_wood_as_far_as_its_depth)
{
	cr_expect(sees_past(wood(box(-9000, -3000, 9000, 2000), 2000)));
	cr_expect_not(sees_past(wood(box(-9000, -3000, 9000, 2001), 2000)));
}

Test(sight, two_in_one_wood_see_each_other_at_its_depth)
{
	cr_expect(sees_past(wood(box(-9000, -3000, 9000, 20000), 10000)));
	cr_expect_not(sees_past(wood(box(-9000, -3000, 9000, 20000), 9999)));
}

Test(sight, over_a_wood_but_not_deeper_into_it)
{
	struct brute_view view = facing_view();
	view.observer.eye = 1000;
	add(&view, wood(box(-9000, 4000, 9000, 5000), 0));
	view.blocker[0].height = 500;
	cr_expect(sees(&view), "the line is at 583 where it leaves the wood");
	view.blocker[0].shape = box(-9000, 4000, 9000, 20000);
	cr_expect_not(sees(&view));
}

Test(sight, a_point_sees_like_an_edge)
{
	struct brute_view view = facing_view();
	view.observer.left = view.observer.right = (pn_vec){0, 0};
	add(&view, solid(box(-400, 5000, 400, 6000)));
	cr_expect(sees(&view));
	view.blocker[0].shape = box(-500, 5000, 500, 6000);
	cr_expect(sees(&view), "it grazes both corners to the target's own");
	view.blocker[0].shape = box(-501, 5000, 501, 6000);
	cr_expect_not(sees(&view));
}

Test(sight, the_figure_that_sees_is_told)
{
	pn_sight_clear(&scene);
	struct pn_sight_blocker blocker = solid(box(-5000, 3000, 1100, 4000));
	cr_assert(pn_sight_add(&scene, &blocker));
	struct pn_sight_target target = {.shape = box(1200, 10000, 1300, 11000), .owner = 2};
	uint16_t figure = 9;
	cr_expect(pn_sight_from_front(&scene, (pn_pose){{0, 0}, 0},
				      (struct pn_formation){8, 4, 600, 600}, 0, 1, &target,
				      &figure));
	cr_expect_eq(figure, 3);
}

Test(sight, a_full_scene_refuses_and_keeps_what_it_has)
{
	pn_sight_clear(&scene);
	struct pn_sight_blocker blocker = solid(box(0, 0, 100, 100));
	int added = 0;
	while (pn_sight_add(&scene, &blocker))
		added++;
	cr_expect_eq(added, PN_SIGHT_PIECES_MAX);
	cr_expect_eq(scene.pieces, PN_SIGHT_PIECES_MAX);
	cr_expect_eq(scene.points, 4 * PN_SIGHT_PIECES_MAX);
}

/* Random placements. */

static pn_len random_height(struct random_source *source)
{
	return random_between(source, 0, 4) * 500;
}

static struct pn_sight_blocker random_blocker(struct random_source *source, bool heights,
					      bool covers, pn_len side)
{
	struct pn_sight_blocker blocker = solid(random_obstacle(source, side));
	if (heights && !random_one_in(source, 3)) {
		blocker.ground = random_one_in(source, 3) ? random_height(source) : 0;
		blocker.height = random_height(source);
	}
	if (covers && random_one_in(source, 2)) {
		blocker.kind = PN_SIGHT_COVER;
		blocker.depth = random_between(source, 0, 4) * PN_INCH;
	}
	return blocker;
}

/* Units side by side, in a line across the table, some touching and some not. */
static void add_line_of_battle(struct random_source *source, struct brute_view *view, pn_len side)
{
	pn_pose pose = random_pose(source, side);
	struct pn_formation formation = random_formation(source);
	int units = random_between(source, 2, 5);
	for (int i = 0; i < units; i++) {
		add(view, solid(pn_footprint(pose, formation)));
		pn_len step = formation.files * formation.base_width;
		pn_len forward = random_between(source, -2, 2);
		pose.at = pn_ahead(pose, forward, step + random_between(source, -5, 12));
	}
}

static void place_randomly(struct random_source *source, struct brute_view *view)
{
	pn_len side = random_between(source, 16, 48) * PN_INCH;
	bool heights = random_one_in(source, 2);
	bool covers = random_one_in(source, 3);
	struct pn_formation formation = random_formation(source);
	pn_pose pose = random_pose(source, side);
	pn_pose other = random_pose(source, side);
	struct pn_shape footprint = pn_footprint(pose, formation);
	memset(view, 0, sizeof(*view));
	if (random_one_in(source, 2))
		pose.facing = pn_bearing(pn_subtract(other.at, pose.at));
	footprint = pn_footprint(pose, formation);
	view->observer.left = footprint.point[0];
	view->observer.right = footprint.point[random_one_in(source, 8) ? 0 : 1];
	view->observer.eye = heights ? random_height(source) : 0;
	view->observer.facing = pose.facing;
	view->observer.half_angle = random_one_in(source, 4) ? PN_DEGREES_45 : PN_DEGREES_90;
	view->observer.owner = 1;
	if (random_one_in(source, 8))
		view->observer.half_angle = PN_TURN_HALF;
	formation = random_formation(source);
	view->target.shape = pn_footprint(other, formation);
	view->target.top = heights ? random_height(source) : 0;
	view->target.owner = 2;
	if (random_one_in(source, 3))
		add_line_of_battle(source, view, side);
	int blockers = random_between(source, 0, 8);
	for (int i = 0; i < blockers; i++)
		add(view, random_blocker(source, heights, covers, side));
	add(view, solid(footprint));
	view->blocker[view->count - 1].owner = 1;
	add(view, solid(view->target.shape));
	view->blocker[view->count - 1].owner = 2;
}

Test(sight, agrees_with_sampled_lines, .timeout = 300)
{
	struct random_source source = {31};
	static struct brute_view view;
	int seen = 0;
	int hidden = 0;
	for (int i = 0; i < PLACEMENTS; i++) {
		place_randomly(&source, &view);
		struct pn_sight_result result = look(&view);
		if (result.visible) {
			cr_assert(brute_confirms(&view, &result.line),
				  "placement %d: the line is not clear", i);
			seen++;
		} else if (result.arc) {
			struct random_source lines = {(uint64_t)i};
			cr_assert_not(brute_finds_sight(&view, &lines, SAMPLES),
				      "placement %d: a sampled line sees it", i);
			hidden++;
		}
	}
	cr_expect_gt(seen, PLACEMENTS / 4);
	cr_expect_gt(hidden, PLACEMENTS / 10);
}
