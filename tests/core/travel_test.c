/* Ground and obstacles on a straight way against references that go point by point. */

#include <criterion/criterion.h>
#include <string.h>

#include "ground.h"
#include "obstacles.h"
#include "random_placement.h"

enum { LENGTH = 400, PLAIN = 6 };

/* ---- ground ---- */

static struct pn_ground random_ground(struct random_source *source)
{
	struct pn_ground ground;

	pn_ground_begin(&ground, LENGTH, PLAIN);
	for (int32_t i = random_between(source, 0, 5); i-- > 0;) {
		const pn_len from = random_between(source, 0, LENGTH);

		pn_ground_add_stretch(&ground, from, from + random_between(source, 0, 200),
				      random_between(source, 1, 18));
	}
	for (int32_t i = random_between(source, 0, 3); i-- > 0;)
		pn_ground_add_step(&ground, random_between(source, 0, LENGTH),
				   random_between(source, 0, 60));
	return ground;
}

/* Each hundredth at the dearest rate that covers it; then the steps that are passed. */
static pn_len cost_by_points(const struct pn_ground *ground, pn_len length)
{
	pn_len parts = 0, cost;

	for (pn_len at = 0; at < length; at++) {
		int32_t rate = PLAIN;

		for (uint8_t i = 0; i < ground->stretch_count; i++)
			if (ground->stretch[i].from <= at && at < ground->stretch[i].to &&
			    ground->stretch[i].rate > rate)
				rate = ground->stretch[i].rate;
		parts += rate;
	}
	cost = (parts + PLAIN - 1) / PLAIN;
	for (uint8_t i = 0; i < ground->step_count; i++)
		if (ground->step[i].at < length)
			cost += ground->step[i].cost;
	return cost;
}

Test(travel, a_way_costs_what_its_points_cost)
{
	struct random_source source = {31};

	for (int i = 0; i < 2000; i++) {
		const struct pn_ground ground = random_ground(&source);
		const pn_len length = random_between(&source, 0, LENGTH);

		cr_assert_eq(pn_ground_cost(&ground, length), cost_by_points(&ground, length));
	}
}

Test(travel, an_allowance_reaches_as_far_as_it_pays)
{
	struct random_source source = {32};

	for (int i = 0; i < 2000; i++) {
		const struct pn_ground ground = random_ground(&source);
		const pn_len allowance = random_between(&source, 0, 2 * LENGTH);
		const pn_len reach = pn_ground_reach(&ground, allowance);

		cr_assert_leq(cost_by_points(&ground, reach), allowance);
		if (reach < LENGTH)
			cr_assert_gt(cost_by_points(&ground, reach + 1), allowance);
	}
}

Test(travel, a_piece_is_entered_rounded_down_and_left_rounded_up)
{
	const struct pn_shape piece = {4, {{0, 1005}, {0, 1995}, {1000, 1995}, {1000, 1005}}};
	struct pn_body body = {.count = 1};
	pn_len at = 0;

	body.part[0] = (struct pn_shape){4, {{0, -300}, {0, 0}, {500, 0}, {500, -300}}};
	cr_assert(pn_enters(&body, (pn_vec){0, 4000}, 4000, &piece, &at));
	cr_expect_eq(at, 1005);
	cr_expect_eq(pn_leaves(&body, (pn_vec){0, 4000}, 4000, &piece), 1995 + 300);
	/* Its end comes before it is out. */
	cr_expect_eq(pn_leaves(&body, (pn_vec){0, 2000}, 2000, &piece), 2000);
	cr_expect_not(pn_enters(&body, (pn_vec){0, 1000}, 1000, &piece, &at));
	cr_expect_not(pn_body_overlaps(&body, &piece));
}

/* ---- obstacles ---- */

static bool every_unit(const struct pn_game *view, pn_unit_id unit, pn_unit_id other,
		       unsigned kinds)
{
	return view->unit[other].side != view->unit[unit].side || kinds & 1;
}

static bool no_ground(const struct pn_terrain *piece, unsigned kinds)
{
	return false;
}

/* Three units in a row northwards, ten inches apart; the middle one is the first one's. */
static void stand(struct pn_game *game)
{
	memset(game, 0, sizeof *game);
	game->width = game->depth = 48 * PN_INCH;
	game->unit_count = 3;
	for (pn_unit_id i = 0; i < 3; i++) {
		struct pn_unit *unit = &game->unit[i];

		unit->side = i == 2 ? PN_BLUE : PN_RED;
		unit->on_board = true;
		unit->figures = unit->files = 4;
		unit->base_width = unit->base_depth = PN_INCH;
		unit->pose = (pn_pose){{24 * PN_INCH, (10 + 10 * i) * PN_INCH}, 0};
	}
}

/* A slide that sets out many times enters and leaves a piece where a body does that goes once. */
Test(travel, a_piece_is_entered_alike_by_who_slides)
{
	static struct pn_cuts cuts;
	static struct pn_slide slide;
	struct random_source random = {19};
	int entered = 0, left = 0;

	for (int i = 0; i < 20000; i++) {
		struct pn_body body = {.count = 1, .part = {random_obstacle(&random, 30000)}};
		const struct pn_shape piece = random_obstacle(&random, 30000);
		const pn_len length = random_between(&random, 1, 40000);
		const pn_vec way = pn_along(random_facing(&random), length);
		pn_len at = 0, slid = 0;
		bool enters;

		pn_cuts_make(&cuts, &piece, 1);
		pn_slide_begin(&slide, &body.part[0], &piece, &cuts);
		enters = pn_enters(&body, way, length, &piece, &at);
		cr_assert_eq(pn_enters_sliding(&slide, way, length, 0, &slid), enters);
		cr_assert_eq(slid, at);
		slid = pn_leaves_sliding(&slide, way, length, 0);
		cr_assert_eq(slid, pn_leaves(&body, way, length, &piece));
		entered += enters;
		left += enters && slid < length;
	}
	cr_expect_gt(entered, 2000);
	cr_expect_gt(left, 500);
}

Test(travel, units_come_before_edges_and_the_unit_itself_is_left_out)
{
	static struct pn_game game;
	struct pn_wanted wanted = {0,         PN_NO_UNIT,       1, true, every_unit,
				   no_ground, pn_unit_footprint};
	struct pn_obstacles found;

	stand(&game);
	pn_obstacles_gather(&found, &game, &wanted);
	cr_assert_eq(found.count, 2 + PN_BOARD_EDGES);
	cr_expect_neq(found.unit[0], 0);
	cr_expect_neq(found.unit[1], 0);
	cr_expect_eq(found.unit[2], PN_NO_UNIT);
	wanted.except = 2;
	pn_obstacles_gather(&found, &game, &wanted);
	cr_expect_eq(found.count, 1 + PN_BOARD_EDGES);
	wanted.kinds = 0;
	wanted.edges = false;
	pn_obstacles_gather(&found, &game, &wanted);
	cr_expect_eq(found.count, 0);
}

Test(travel, a_straight_way_ends_at_the_first_that_is_met)
{
	static struct pn_game game;
	const struct pn_wanted enemies = {0,         PN_NO_UNIT,       0, true, every_unit,
					  no_ground, pn_unit_footprint};
	struct pn_obstacles found;
	struct pn_shape mover;
	int met;

	stand(&game);
	pn_obstacles_gather(&found, &game, &enemies);
	mover = pn_unit_footprint(&game.unit[0]);
	/* 20 inches to the enemy's front, which is a base deep. */
	cr_expect_eq(pn_obstacles_straight(&found, &mover, 0, 40 * PN_INCH, &met), 19 * PN_INCH);
	cr_expect_eq(found.unit[met], 2);
	cr_expect_eq(pn_obstacles_straight(&found, &mover, 0, 18 * PN_INCH, &met), 18 * PN_INCH);
	cr_expect_eq(met, -1);
	/* Westwards there is but the edge: half a front and half of the table. */
	cr_expect_eq(pn_obstacles_straight(&found, &mover, PN_TURN_HALF + PN_TURN_HALF / 2,
					   40 * PN_INCH, &met),
		     22 * PN_INCH);
	cr_expect_eq(found.unit[met], PN_NO_UNIT);
	cr_expect_eq(pn_obstacles_overlap(&found, &mover), -1);
	pn_obstacles_keep_near(&found, game.unit[0].pose.at, 12 * PN_INCH);
	for (uint16_t i = 0; i < found.count; i++)
		cr_expect_eq(found.unit[i], PN_NO_UNIT, "the enemy is farther");
}

/* ---- wheels ---- */

Test(travel, a_wheel_stops_at_the_first_that_is_met)
{
	const struct pn_formation block = {
		.figures = 4, .files = 4, .base_width = 2500, .base_depth = 2500};
	const pn_pose pose = {{50000, 50000}, 0};
	struct pn_obstacles found = {.count = 0};
	struct pn_turned turned;

	turned = pn_obstacles_wheel(&found, pose, block, PN_CORNER_LEFT, -PN_DEGREES_45);
	cr_expect_eq(turned.by, -PN_DEGREES_45);
	cr_expect_eq(turned.stopped_by, PN_TURN_FREE);
	/* Before its right half: about the left corner it meets that, about the right one not. */
	pn_obstacles_add(
		&found,
		(struct pn_shape){4,
				  {{54000, 51000}, {54000, 53000}, {56000, 53000}, {56000, 51000}}},
		3);
	turned = pn_obstacles_wheel(&found, pose, block, PN_CORNER_LEFT, -PN_DEGREES_45);
	cr_expect(turned.by > -PN_DEGREES_45 && turned.by < 0);
	cr_expect_eq(turned.stopped_by, 0);
	turned = pn_obstacles_wheel(&found, pose, block, PN_CORNER_RIGHT, PN_DEGREES_45);
	cr_expect_eq(turned.by, PN_DEGREES_45);
}
