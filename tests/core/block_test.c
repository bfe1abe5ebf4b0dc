/* A block on its way: turning on the spot, headings, sides, strips, distances. */

#include "block.h"
#include "pennon/command.h"

#include <criterion/criterion.h>

#include "convex_parts.h"
#include "random_placement.h"

/* Three ranks of five, the last of two; bases 20 mm wide and 25 mm deep. */
static const struct pn_formation block = {
	.figures = 12, .files = 5, .base_width = 2000, .base_depth = 2500};
static const pn_pose north = {{50000, 40000}, 0};

static struct pn_shape square(pn_len west, pn_len south)
{
	return (struct pn_shape){4,
				 {{west, south},
				  {west, south + 1000},
				  {west + 1000, south + 1000},
				  {west + 1000, south}}};
}

Test(block, a_leg_says_its_corner_and_its_turn)
{
	const struct pn_leg left = {.kind = PN_LEG_WHEEL, .left = true, .angle = 100};
	const struct pn_leg right = {.kind = PN_LEG_WHEEL, .angle = 60000};

	cr_expect_eq(pn_leg_corner(&left), PN_CORNER_LEFT);
	cr_expect_eq(pn_leg_turn(&left), -100);
	cr_expect_eq(pn_leg_corner(&right), PN_CORNER_RIGHT);
	cr_expect_eq(pn_leg_turn(&right), 60000);
}

Test(block, goes_along_a_heading_and_faces_as_before)
{
	const pn_pose aside = pn_pose_along(north, PN_DEGREES_90, 700);
	const pn_pose ahead = pn_pose_ahead(north, 700);

	cr_expect_eq(aside.at.x, 50700);
	cr_expect_eq(aside.at.y, 40000);
	cr_expect_eq(aside.facing, 0);
	cr_expect_eq(ahead.at.x, 50000);
	cr_expect_eq(ahead.at.y, 40700);
}

Test(block, headings_are_brought_within_45_degrees)
{
	const pn_angle facing = 60000;

	cr_expect_eq(pn_turn_within_45(PN_DEGREES_45), PN_DEGREES_45);
	cr_expect_eq(pn_turn_within_45(PN_DEGREES_45 + 1), PN_DEGREES_45);
	cr_expect_eq(pn_turn_within_45(-PN_DEGREES_45 - 1), -PN_DEGREES_45);
	cr_expect_eq(pn_turn_within_45(1 - PN_DEGREES_45), 1 - PN_DEGREES_45);
	/* Over north: 60000 and 45 degrees are 8192 - 5536. */
	cr_expect_eq(pn_heading_within_45(10000, facing), 2656);
	cr_expect_eq(pn_heading_within_45(2000, facing), 2000);
	cr_expect_eq(pn_heading_within_45(40000, facing), 60000 - 8192);
}

Test(block, turns_about_with_its_rear_where_its_front_was)
{
	pn_pose pose = north;
	struct pn_formation formation = block;

	pn_turn_on_the_spot(&pose, &formation, PN_FACING_REAR);
	cr_expect_eq(pose.at.x, 50000);
	cr_expect_eq(pose.at.y, 40000 - 7500);
	cr_expect_eq(pose.facing, PN_TURN_HALF);
	cr_expect_eq(formation.files, 5);
}

Test(block, turns_to_a_flank_in_as_many_files_as_it_had_ranks)
{
	pn_pose left = north;
	pn_pose right = north;
	struct pn_formation formation = block;
	struct pn_formation other = block;

	pn_turn_on_the_spot(&left, &formation, PN_FACING_LEFT);
	pn_turn_on_the_spot(&right, &other, PN_FACING_RIGHT);
	cr_expect_eq(formation.files, 3);
	cr_expect_eq(left.at.x, 50000 - 5000);
	cr_expect_eq(left.at.y, 40000 - 3750);
	cr_expect_eq(left.facing, 3 * PN_DEGREES_90);
	cr_expect_eq(right.at.x, 50000 + 5000);
	cr_expect_eq(right.facing, PN_DEGREES_90);
}

Test(block, turned_to_its_front_stays)
{
	pn_pose pose = north;
	struct pn_formation formation = block;

	pn_turn_on_the_spot(&pose, &formation, PN_FACING_FRONT);
	cr_expect_eq(pose.at.y, 40000);
	cr_expect_eq(formation.files, 5);
}

Test(block, edges_belong_to_sides)
{
	static const uint8_t of_four[] = {PN_FACING_FRONT, PN_FACING_RIGHT, PN_FACING_REAR,
					  PN_FACING_LEFT};
	static const uint8_t of_six[] = {PN_FACING_FRONT, PN_FACING_RIGHT, PN_FACING_REAR,
					 PN_FACING_RIGHT, PN_FACING_REAR,  PN_FACING_LEFT};

	for (uint8_t edge = 0; edge < 4; edge++) {
		cr_expect_eq(pn_facing_of_edge(edge, 4), of_four[edge]);
		cr_expect_eq(pn_facing_of_edges((uint16_t)(1u << edge), 4), of_four[edge]);
	}
	for (uint8_t edge = 0; edge < 6; edge++) {
		cr_expect_eq(pn_facing_of_edge(edge, 6), of_six[edge]);
		cr_expect_eq(pn_facing_of_edges((uint16_t)(1u << edge), 6), of_six[edge]);
	}
	cr_expect_eq(pn_facing_of_edges(0xf, 4), PN_FACING_FRONT);
	cr_expect_eq(pn_facing_of_edges(0xe, 4), PN_FACING_LEFT);
	cr_expect_eq(pn_facing_of_edges(0x6, 4), PN_FACING_RIGHT);
}

/* West, south, east and north of a strip. */
static void expect_strip(struct pn_shape strip, pn_len west, pn_len south, pn_len east,
			 pn_len north_of)
{
	cr_expect_eq(strip.count, 4);
	cr_expect_eq(strip.point[0].x, west);
	cr_expect_eq(strip.point[0].y, north_of);
	cr_expect_eq(strip.point[2].x, east);
	cr_expect_eq(strip.point[2].y, south);
	cr_expect_eq(strip.point[1].x, east);
	cr_expect_eq(strip.point[3].y, south);
}

Test(block, a_strip_covers_all_that_it_passes_over)
{
	expect_strip(pn_strip_along(north, block, 0, 0), 45000, 32500, 55000, 40000);
	expect_strip(pn_strip_along(north, block, 0, 900), 45000, 32500, 55000, 40900);
	expect_strip(pn_strip_along(north, block, PN_TURN_HALF, 900), 45000, 31600, 55000, 40000);
	expect_strip(pn_strip_along(north, block, PN_DEGREES_90, 900), 45000, 32500, 55900, 40000);
	expect_strip(pn_strip_along(north, block, 3 * PN_DEGREES_90, 900), 44100, 32500, 55000,
		     40000);
}

Test(block, distances_are_compared_exactly)
{
	const struct pn_shape here = square(0, 0);
	const struct pn_shape there = square(1300, 1400); /* 300 and 400 away: 500 */

	cr_expect_eq(pn_compare_distance(&here, &there, 501), -1);
	cr_expect_eq(pn_compare_distance(&here, &there, 500), 0);
	cr_expect_eq(pn_compare_distance(&here, &there, 499), 1);
	cr_expect_eq(pn_compare_distance(&here, &there, 399), 1);
	cr_expect(pn_within(&here, &there, 500));
	cr_expect(!pn_within(&here, &there, 499));
	cr_expect(pn_nearer(&here, &there, 501));
	cr_expect(!pn_nearer(&here, &there, 500));
}

/* The same, with each corner held against each edge. */
static pn_fraction every_pair(const struct pn_shape *a, const struct pn_shape *b)
{
	pn_fraction least = {(pn_wide)1 << 62, 1};

	for (int turn = 0; turn < 2; turn++) {
		const struct pn_shape *corners = turn ? b : a, *edges = turn ? a : b;

		for (uint8_t i = 0; i < corners->count; i++)
			for (uint8_t k = 0; k < edges->count; k++) {
				const pn_fraction here = pn_segment_distance_squared(
					corners->point[i], edges->point[k],
					edges->point[(k + 1) % edges->count]);

				if (pn_fraction_compare(here, least) < 0)
					least = here;
			}
	}
	return least;
}

Test(block, distances_are_those_of_every_corner_to_every_edge)
{
	struct random_source random = {17};
	const int placements = random_placements(20000);
	int apart = 0;

	for (int i = 0; i < placements; i++) {
		const struct pn_shape a = random_obstacle(&random, 40000);
		const struct pn_shape b = random_obstacle(&random, 40000);
		const pn_fraction squared = pn_shape_distance_squared(&a, &b);
		const pn_len whole = (pn_len)pn_square_root((uint64_t)(squared.num / squared.den));

		if (squared.num > 0) {
			apart++;
			cr_assert_eq(pn_fraction_compare(squared, every_pair(&a, &b)), 0);
		}
		for (pn_len length = whole > 0 ? whole - 1 : 0; length <= whole + 1; length++)
			cr_assert_eq(pn_compare_distance(&a, &b, length),
				     pn_fraction_compare(
					     squared, (pn_fraction){(pn_wide)length * length, 1}),
				     "placement %d, %d", i, (int)length);
	}
	cr_expect_gt(apart * 4, placements);
	cr_expect_lt(apart, placements);
}

Test(block, bodies_are_near_when_any_of_their_parts_are)
{
	const struct pn_body one = {.count = 2, .part = {square(-90000, 0), square(0, 0)}};
	const struct pn_body other = {.count = 2, .part = {square(90000, 0), square(1300, 1400)}};

	cr_expect(pn_bodies_within(&one, &other, 500));
	cr_expect(!pn_bodies_within(&one, &other, 499));
}

Test(block, a_reform_is_read_once_of_each)
{
	struct pn_path path = {
		.count = 2,
		.leg = {{.kind = PN_LEG_WHEEL, .left = true, .angle = 90},
			{.kind = PN_LEG_FRONTAGE, .files = 7}},
	};
	uint16_t files = 3;
	int32_t by = 0;

	cr_expect(pn_read_reform(&path, &files, &by));
	cr_expect_eq(files, 7);
	cr_expect_eq(by, -90);
	path.leg[1] = path.leg[0];
	cr_expect(!pn_read_reform(&path, &files, &by));
	path.leg[1].kind = PN_LEG_ADVANCE;
	cr_expect(!pn_read_reform(&path, &files, &by));
	path.count = 0;
	cr_expect(!pn_read_reform(&path, &files, &by));
}

Test(block, an_enemy_is_touched_friends_and_those_gone_are_not)
{
	static struct pn_game game;
	const struct pn_body body = {.count = 1, .part = {square(0, 0)}};

	game.unit_count = 3;
	for (pn_unit_id i = 0; i < game.unit_count; i++)
		game.unit[i] = (struct pn_unit){.side = i == 2 ? PN_BLUE : PN_RED,
						.on_board = true,
						.figures = 1,
						.files = 1,
						.base_width = 1000,
						.base_depth = 1000,
						.pose = {{500, 2000}, 0}};
	cr_expect(pn_touches_enemy(&game, 0, &body));
	game.unit[2].pose.at.y = 2000 + PN_TOUCH + 1;
	cr_expect(!pn_touches_enemy(&game, 0, &body));
	game.unit[2].pose.at.y = 2000;
	game.unit[2].on_board = false;
	cr_expect(!pn_touches_enemy(&game, 0, &body));
}

Test(block, figures_go_where_their_stand_goes)
{
	static struct pn_game game;
	const struct pn_unit unit = {.on_board = true,
				     .figures = 2,
				     .files = 2,
				     .loose = 2,
				     .first_figure = 1,
				     .base_width = 1000,
				     .base_depth = 1000,
				     .pose = {{5000, 5000}, 0}};
	struct pn_stand stand = pn_stand_of(&unit);
	struct pn_body body;

	game.figure[1] = pn_figure_pack(unit.pose);
	game.figure[2] = pn_figure_pack((pn_pose){{9000, 6000}, 0});
	stand.pose = pn_pose_along(stand.pose, PN_DEGREES_90, 300);
	pn_body_by_figures(&body, &game, &stand);
	cr_expect_eq(body.count, 2);
	cr_expect_eq(body.part[0].point[0].x, 5300 - 500);
	cr_expect_eq(body.part[1].point[0].x, 9300 - 500);
	cr_expect_eq(body.part[1].point[0].y, 6000);
	/* In ranks and files, if none stands by itself yet. */
	stand.loose = 0;
	pn_body_by_figures(&body, &game, &stand);
	cr_expect_eq(body.part[0].point[0].x, 5300 - 500);
	cr_expect_eq(body.part[1].point[0].y, 5000);
}
