/* Line of sight: cases by hand. Every line that is found is confirmed by the slow
 * reference. */

#include <criterion/criterion.h>

#include "sight.h"
#include "sight_view.h"

static struct pn_sight_scene scene;

/* What is seen, with the line confirmed. */
static bool sees(const struct brute_view *view)
{
	struct pn_sight_result result = view_look(view);
	if (result.visible)
		cr_expect(brute_confirms(view, &result.line), "the line is not clear");
	return result.visible;
}

static bool sees_past(struct pn_sight_blocker blocker)
{
	struct brute_view view = view_facing();
	view_add(&view, blocker);
	return sees(&view);
}

static bool sees_past_two(struct pn_sight_blocker one, struct pn_sight_blocker two)
{
	struct brute_view view = view_facing();
	view_add(&view, one);
	view_add(&view, two);
	return sees(&view);
}

Test(sight, open_ground_hides_nothing)
{
	struct brute_view view = view_facing();
	cr_expect(sees(&view));
}

Test(sight, a_block_as_wide_as_both_hides)
{
	cr_expect_not(sees_past(block_solid(shape_box(-1001, 5000, 1001, 6000))));
}

/* Straight up the flank one sees past a block that is just as wide: it is grazed. */
Test(sight, grazing_is_seeing)
{
	cr_expect(sees_past(block_solid(shape_box(-1000, 5000, 1000, 6000))));
	cr_expect(sees_past(block_solid(shape_box(-1000, 5000, 2000, 6000))));
	cr_expect_not(sees_past(block_solid(shape_box(-1001, 5000, 2000, 6000))));
}

Test(sight, one_unit_of_gap_is_enough)
{
	cr_expect(sees_past(block_solid(shape_box(-1000, 5000, 1001, 6000))));
	cr_expect_not(sees_past(block_solid(shape_box(-1001, 5000, 1001, 6000))));
}

Test(sight, past_two_corners_on_a_slant)
{
	/* From the left end past the left block's right corner and the right block's left
	 * corner, which stand in line with the target's right corner. */
	cr_expect(sees_past_two(block_solid(shape_box(-9000, 4000, -200, 4100)),
				block_solid(shape_box(200, 6000, 9000, 6100))));
	cr_expect_not(sees_past_two(block_solid(shape_box(-9000, 4000, 3000, 4100)),
				    block_solid(shape_box(-3000, 6000, 9000, 6100))));
}

Test(sight, touching_blocks_leave_no_crack)
{
	for (pn_len gap = 0; gap <= PN_TOUCH; gap++)
		cr_expect_not(sees_past_two(block_solid(shape_box(-3000, 5000, 0, 6000)),
					    block_solid(shape_box(gap, 5000, 3000, 6000))),
			      "gap %d", gap);
	cr_expect(sees_past_two(block_solid(shape_box(-3000, 5000, 0, 6000)),
				block_solid(shape_box(PN_TOUCH + 1, 5000, 3000, 6000))));
	/* Blocks that overlap leave none either. */
	cr_expect_not(sees_past_two(block_solid(shape_box(-3000, 5000, 0, 6000)),
				    block_solid(shape_box(-3, 5500, 3000, 6500))));
}

/* The bar across a crack starts from either's corner, and not only of solid things. */
Test(sight, cracks_are_closed_whatever_touches)
{
	struct pn_sight_blocker small = block_solid(shape_box(-3000, 5000, 0, 6000));
	struct pn_sight_blocker large = block_solid(shape_box(2, 4000, 3000, 9000));
	cr_expect_not(sees_past_two(small, large));
	cr_expect_not(sees_past_two(large, small));
	struct pn_sight_blocker thicket = block_wood(small.shape, 0);
	cr_expect_not(sees_past_two(thicket, large));
	cr_expect_not(sees_past_two(large, thicket));
	cr_expect_not(sees_past_two(thicket, block_wood(large.shape, 0)));
	cr_expect_not(sees_past_two(block_wood(large.shape, 0), thicket));
	cr_expect_not(sees_past_two(thicket, block_wood(shape_box(3, 6003, 3000, 7000), 0)));
	cr_expect_not(sees_past_two(thicket, block_wood(shape_box(3, 4000, 3000, 4997), 0)));
	cr_expect_not(sees_past_two(block_wood(shape_box(3, 4000, 3000, 4997), 0), thicket));
}

/* Over a low block that touches high ones on both sides. */
Test(sight, a_crack_is_no_higher_than_what_it_lies_between)
{
	struct brute_view view = view_facing();
	view.observer.eye = 100;
	view.target.top = 100;
	view_add(&view, block_solid(shape_box(-9000, 5000, -1002, 6000)));
	view_add(&view, block_solid(shape_box(1002, 5000, 9000, 6000)));
	view_add(&view, block_high(shape_box(-1000, 5000, 1000, 6000), 50));
	cr_expect(sees(&view));
	view.blocker[2].height = 101;
	cr_expect_not(sees(&view));
}

Test(sight, corners_that_touch_leave_no_crack)
{
	cr_expect_not(sees_past_two(block_solid(shape_box(-3000, 5000, 0, 6000)),
				    block_solid(shape_box(0, 6000, 3000, 7000))));
	cr_expect_not(sees_past_two(block_solid(shape_box(-3000, 5000, 0, 6000)),
				    block_solid(shape_box(2, 6002, 3000, 7000))));
	cr_expect(sees_past_two(block_solid(shape_box(-3000, 5000, 0, 6000)),
				block_solid(shape_box(0, 6100, 3000, 7000))));
}

Test(sight, a_short_last_rank_hides_with_all_its_corners)
{
	/* An L: the notch is on the right, behind. Neither its arms nor the seam between
	 * its parts let a line through. */
	struct pn_shape footprint =
		pn_footprint((pn_pose){{0, 6000}, 0}, (struct pn_formation){5, 3, 800, 800, 0});
	cr_expect_eq(footprint.count, 6);
	cr_expect_not(sees_past(block_solid(footprint)));
}

/* A unit in the notch of an L, or one that looks at it, is not outside its hull. */
Test(sight, a_notch_is_open)
{
	struct pn_shape notched = {6,
				   {{-3000, 8000},
				    {3000, 8000},
				    {3000, 5000},
				    {2000, 5000},
				    {2000, 7000},
				    {-3000, 7000}}};
	struct brute_view view = view_facing();
	view_add(&view, block_solid(notched));
	view.target.shape = shape_box(-1000, 6000, 1000, 6900);
	cr_expect(sees(&view), "the target is in the notch");
	view.target.shape = shape_box(-1000, 9000, 1000, 9900);
	cr_expect_not(sees(&view));
	view.target.shape = shape_box(5000, 4000, 6000, 6900);
	cr_expect(sees(&view), "past the arm of the notch");
	view.observer.left = (pn_vec){-1000, 6500};
	view.observer.right = (pn_vec){-1000, 6000};
	view.observer.facing = PN_DEGREES_90;
	view.target.shape = shape_box(5000, 5000, 6000, 9900);
	cr_expect_not(sees(&view), "the observer is in the notch");
}

/* A line that rises to 100 is above 50 from half way on, where the bottom of the U
 * stands. Its arms stand before that, aside; the hull round it would hide. */
Test(sight, over_the_bottom_of_a_U)
{
	struct pn_shape u = {8,
			     {{-9000, 6000},
			      {9000, 6000},
			      {9000, 4000},
			      {500, 4000},
			      {500, 5500},
			      {-500, 5500},
			      {-500, 4000},
			      {-9000, 4000}}};
	struct brute_view view = view_facing();
	view.target.top = 100;
	view_add(&view, block_high(u, 50));
	cr_expect(sees(&view));
	view.blocker[0].height = 60;
	cr_expect_not(sees(&view));
}

Test(sight, what_stands_flush_with_a_block_is_seen)
{
	cr_expect(sees_past(block_solid(shape_box(-9000, 10000, 9000, 13000))));
	cr_expect_not(sees_past(block_solid(shape_box(-9000, 9999, 9000, 13000))));
}

/* From an eye of 400 down to 0 over a block of 200 that ends half way, and past the
 * corner of an endless one beyond it. The block must be behind before the line has
 * fallen to 200, and that depends on where the corner lets it go. */
Test(sight, past_a_corner_and_over_a_block_together)
{
	struct brute_view view = view_facing();
	view.observer.eye = 400;
	view.target.shape = shape_box(-1000, 10000, 1000, 10010);
	view_add(&view, block_high(shape_box(-9000, 3000, 9000, 5000), 200));
	view_add(&view, block_solid(shape_box(-9000, 7000, 0, 7010)));
	cr_expect(sees(&view));
	view.blocker[0].shape = shape_box(-9000, 3000, 9000, 5006);
	cr_expect_not(sees(&view), "the far edge is at 10,010, half of it at 5,005");
	/* On a slant: the block's far edge falls back to the right, where one looks. */
	view.blocker[0].shape =
		(struct pn_shape){4, {{-9000, 5900}, {9000, 4100}, {9000, 3000}, {-9000, 3000}}};
	cr_expect(sees(&view));
	view.blocker[1].shape = shape_box(0, 7000, 9000, 7010);
	cr_expect(sees(&view), "left of x = 0, and over the block right of x = -50");
	view.blocker[1].shape = shape_box(-900, 7000, 9000, 7010);
	cr_expect_not(sees(&view));
}

Test(sight, one_sees_ahead_and_not_behind)
{
	struct brute_view view = view_facing();
	view.target.shape = shape_box(-1000, -12000, 1000, -10000);
	cr_expect_not(sees(&view));
	cr_expect_not(view_look(&view).arc);
	view.observer.half_angle = PN_TURN_HALF;
	cr_expect(sees(&view));
	/* Level with the front edge is not behind it. */
	view = view_facing();
	view.target.shape = shape_box(5000, -2000, 7000, 0);
	cr_expect(sees(&view));
	view.target.shape = shape_box(5000, -2000, 7000, -1);
	cr_expect_not(sees(&view));
}

Test(sight, an_arc_of_45_degrees)
{
	struct brute_view view = view_facing();
	view.observer.half_angle = PN_DEGREES_45;
	view.target.shape = shape_box(9000, 6000, 12000, 8000);
	cr_expect(sees(&view), "its corner (9000, 8000) is on the ray from (1000, 0)");
	view.target.shape = shape_box(9001, 6000, 12000, 8000);
	cr_expect_not(sees(&view));
}

/* Through a gate at 4,000 and one a little aside at 6,000, each 100 wide: one sees from
 * the middle of the edge, and the middle of the target. */
Test(sight, through_two_gates)
{
	for (int i = 0; i < 8; i++) {
		struct brute_view view = view_facing();
		pn_len gate = i < 4 ? 200 : 2200;
		view.observer.half_angle = PN_TURN_HALF;
		view_add(&view, block_solid(shape_box(-9000, 4000, 0, 4010)));
		view_add(&view, block_solid(shape_box(100, 4000, 9000, 4010)));
		view_add(&view, block_solid(shape_box(-9000, 6000, gate, 6010)));
		view_add(&view, block_solid(shape_box(gate + 100, 6000, 9000, 6010)));
		view_mirror(&view, i & 1 ? -1 : 1, i & 2 ? -1 : 1);
		cr_expect_eq(sees(&view), i < 4, "case %d", i);
		if (i & 2)
			continue;
		view.observer.half_angle = PN_DEGREES_90;
		cr_expect_eq(sees(&view), i < 4, "case %d", i);
	}
}

Test(sight, its_own_figures_hide_nothing)
{
	struct brute_view view = view_facing();
	view_add(&view, block_solid(shape_box(-3000, -2000, 3000, 5000)));
	view.blocker[0].owner = 1;
	cr_expect(sees(&view));
	view.blocker[0].owner = 2;
	cr_expect(sees(&view));
	view.blocker[0].owner = 3;
	cr_expect_not(sees(&view));
}

Test(sight, what_it_touches_it_sees)
{
	struct brute_view view = view_facing();
	view_add(&view, block_solid(shape_box(-3000, -100, 3000, 3000)));
	for (pn_len depth = -3; depth <= 3; depth++) {
		view.target.shape = shape_box(-500, depth, 5000, 3000);
		struct pn_sight_result result = view_look(&view);
		if (depth > 0)
			continue;
		cr_expect(result.visible, "depth %d", depth);
		cr_expect_eq(result.share, 16384, "the left end of what touches");
	}
}

/* The eye at 0, the target's top at 100, the block half way: it hides from 51 on. */
Test(sight, tops_are_measured_on_the_line)
{
	struct brute_view view = view_facing();
	view.target.shape = shape_box(-1000, 10000, 1000, 10010);
	view.target.top = 100;
	view_add(&view, block_high(shape_box(-9000, 5000, 9000, 6000), 50));
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
	struct brute_view view = view_facing();
	view.observer.eye = 100;
	view_add(&view, block_high(shape_box(-9000, 5000, 9000, 6000), 40));
	cr_expect(sees(&view));
	view.blocker[0].height = 50;
	cr_expect(sees(&view), "to 12,000 it is at 50 there");
	view.blocker[0].height = 51;
	cr_expect_not(sees(&view));
}

Test(sight, equal_heights_do_not_hide_but_a_lower_eye_does)
{
	struct brute_view view = view_facing();
	view.observer.eye = 100;
	view.target.top = 100;
	view_add(&view, block_high(shape_box(-9000, 5000, 9000, 6000), 100));
	cr_expect(sees(&view));
	view.observer.eye = 99;
	cr_expect_not(sees(&view));
}

/* A hill is a block with a top. From its edge one sees the foot, from its middle not. */
Test(sight, a_hill_raises_and_hides)
{
	struct pn_sight_blocker hill = block_high(shape_box(-5000, -5000, 5000, 3000), 1000);
	hill.raises = true;
	struct brute_view view = view_facing();
	view_add(&view, hill);
	pn_sight_clear(&scene);
	cr_assert(pn_sight_add(&scene, &hill));
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
	cr_expect_not(sees_past(block_wood(shape_box(-9000, 5000, 9000, 5001), 2000)));
	cr_expect(sees_past(block_wood(shape_box(0, 5000, 9000, 6000), 0)),
		  "nor does it hide beside it");
}

/* The target stands in the wood, its near edge so far behind the wood's. */
Test(sight, one_sees_into_a_wood_as_far_as_its_depth)
{
	cr_expect(sees_past(block_wood(shape_box(-9000, 8000, 9000, 20000), 2000)));
	cr_expect_not(sees_past(block_wood(shape_box(-9000, 7999, 9000, 20000), 2000)));
	cr_expect(sees_past(block_wood(shape_box(-9000, 10000, 9000, 20000), 0)),
		  "at its very edge");
	cr_expect_not(sees_past(block_wood(shape_box(-9000, 9999, 9000, 20000), 0)));
}

Test(sight, one_sees_out_of_a_wood_as_far_as_its_depth)
{
	cr_expect(sees_past(block_wood(shape_box(-9000, -3000, 9000, 2000), 2000)));
	cr_expect_not(sees_past(block_wood(shape_box(-9000, -3000, 9000, 2001), 2000)));
}

Test(sight, two_in_one_wood_see_each_other_at_its_depth)
{
	cr_expect(sees_past(block_wood(shape_box(-9000, -3000, 9000, 20000), 10000)));
	cr_expect_not(sees_past(block_wood(shape_box(-9000, -3000, 9000, 20000), 9999)));
}

Test(sight, over_a_wood_but_not_deeper_into_it)
{
	struct brute_view view = view_facing();
	view.observer.eye = 1000;
	view_add(&view, block_wood(shape_box(-9000, 4000, 9000, 5000), 0));
	view.blocker[0].height = 500;
	cr_expect(sees(&view), "the line is at 583 where it leaves the wood");
	view.blocker[0].shape = shape_box(-9000, 4000, 9000, 20000);
	cr_expect_not(sees(&view));
}

Test(sight, a_point_sees_like_an_edge)
{
	struct brute_view view = view_facing();
	view.observer.left = view.observer.right = (pn_vec){0, 0};
	view_add(&view, block_solid(shape_box(-400, 5000, 400, 6000)));
	cr_expect(sees(&view));
	view.blocker[0].shape = shape_box(-500, 5000, 500, 6000);
	cr_expect(sees(&view), "it grazes both corners to the target's own");
	view.blocker[0].shape = shape_box(-501, 5000, 501, 6000);
	cr_expect_not(sees(&view));
}

Test(sight, the_figure_that_sees_is_told)
{
	pn_sight_clear(&scene);
	struct pn_sight_blocker blocker = block_solid(shape_box(-5000, 3000, 1100, 4000));
	cr_assert(pn_sight_add(&scene, &blocker));
	struct pn_sight_target target = {.shape = shape_box(1200, 10000, 1300, 11000), .owner = 2};
	uint16_t figure = 9;
	cr_expect(pn_sight_from_front(&scene, (pn_pose){{0, 0}, 0},
				      (struct pn_formation){8, 4, 600, 600, 0}, 0, 1, &target,
				      &figure));
	cr_expect_eq(figure, 3);
}

Test(sight, a_full_scene_refuses_and_keeps_what_it_has)
{
	pn_sight_clear(&scene);
	struct pn_sight_blocker blocker = block_solid(shape_box(0, 0, 100, 100));
	int added = 0;
	while (pn_sight_add(&scene, &blocker))
		added++;
	cr_expect_eq(added, PN_SIGHT_PIECES_MAX);
	cr_expect_eq(scene.pieces, PN_SIGHT_PIECES_MAX);
	cr_expect_eq(scene.points, 4 * PN_SIGHT_PIECES_MAX);
}
