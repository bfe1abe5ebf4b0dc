/* First contacts made by hand: what is none, corners, concave obstacles, ties. */

#include "sweep.h"

#include <criterion/criterion.h>

static const struct pn_formation block = {
	.figures = 4, .files = 2, .base_width = 1000, .base_depth = 1000};

static struct pn_shape stand(pn_len x, pn_len y, pn_angle facing)
{
	return pn_footprint((pn_pose){{x, y}, facing}, block);
}

struct case_of_contact {
	const char *what;
	struct pn_shape obstacle;
	pn_vec way;
	bool found;
	int64_t num; /* of 1000 */
	enum pn_contact_kind kind;
	pn_vec point;
};

/* The mover is a block of 2000 by 2000 facing north, its front centre at (0, 0). */
static void check_case(const struct case_of_contact *expected)
{
	struct pn_shape mover = stand(0, 0, 0);
	struct pn_sweep_contact contact;
	bool found = pn_sweep(&mover, expected->way, &expected->obstacle, 1, &contact);
	cr_assert_eq(found, expected->found, "%s", expected->what);
	if (!found)
		return;
	pn_fraction at = {expected->num, 1000};
	cr_assert_eq(pn_fraction_compare(contact.at, at), 0, "%s", expected->what);
	cr_assert_eq(contact.kind, expected->kind, "%s: %d", expected->what, contact.kind);
	cr_assert(contact.point.x == expected->point.x && contact.point.y == expected->point.y,
		  "%s: %d %d", expected->what, contact.point.x, contact.point.y);
}

Test(sweep, square_on)
{
	const struct case_of_contact cases[] = {
		{"full front",
		 stand(0, 600, PN_TURN_HALF),
		 {0, 1000},
		 true,
		 600,
		 PN_CONTACT_STRETCH,
		 {0, 600}},
		{"half a front",
		 stand(1000, 600, PN_TURN_HALF),
		 {0, 1000},
		 true,
		 600,
		 PN_CONTACT_STRETCH,
		 {500, 600}},
		{"exactly as far as it is",
		 stand(0, 1000, PN_TURN_HALF),
		 {0, 1000},
		 true,
		 1000,
		 PN_CONTACT_STRETCH,
		 {0, 1000}},
		{"one unit short", stand(0, 1001, PN_TURN_HALF), {0, 1000}, false, 0, 0, {0, 0}},
		{"passing flush", stand(2000, 1000, 0), {0, 5000}, false, 0, 0, {0, 0}},
		{"overlapping by a slide", stand(1997, 1000, 0), {0, 5000}, false, 0, 0, {0, 0}},
		{"overlapping by more", stand(1996, 1000, 0), {0, -10000}, false, 0, 0, {0, 0}},
		{"too deep for a slide",
		 stand(1996, 6000, 0),
		 {0, 5000},
		 true,
		 800,
		 PN_CONTACT_CORNER_ON_CORNER,
		 {996, 4000}},
		{"no deeper than a slide", stand(1997, 6000, 0), {0, 5000}, false, 0, 0, {0, 0}},
		{"away from a touch", stand(0, 0, PN_TURN_HALF), {0, -1000}, false, 0, 0, {0, 0}},
		{"along a touch", stand(0, 0, PN_TURN_HALF), {1000, 0}, false, 0, 0, {0, 0}},
		{"into a touch",
		 stand(0, 0, PN_TURN_HALF),
		 {0, 1000},
		 true,
		 0,
		 PN_CONTACT_STRETCH,
		 {0, 0}},
		{"into a touch that overlaps by 3",
		 stand(0, -3, PN_TURN_HALF),
		 {0, 1000},
		 true,
		 0,
		 PN_CONTACT_STRETCH,
		 {0, -2}},
		{"into a touch with a gap of 5",
		 stand(0, 5, PN_TURN_HALF),
		 {0, 1000},
		 true,
		 5,
		 PN_CONTACT_STRETCH,
		 {0, 5}},
		{"into a touch, askew",
		 stand(0, 0, PN_TURN_HALF),
		 {10, 10},
		 true,
		 0,
		 PN_CONTACT_STRETCH,
		 {0, 0}},
		{"no way at all", stand(0, 0, PN_TURN_HALF), {0, 0}, false, 0, 0, {0, 0}},
		{"overlapping",
		 stand(0, -6, PN_TURN_HALF),
		 {0, -1000},
		 true,
		 0,
		 PN_CONTACT_OVERLAP,
		 {-1000, 0}},
		{"overlapping and no way",
		 stand(0, -6, PN_TURN_HALF),
		 {0, 0},
		 true,
		 0,
		 PN_CONTACT_OVERLAP,
		 {-1000, 0}},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		check_case(&cases[i]);
}

Test(sweep, corners)
{
	const struct case_of_contact cases[] = {
		{"its corner on our front",
		 {3, {{300, 500}, {-200, 1500}, {800, 1500}}},
		 {0, 1000},
		 true,
		 500,
		 PN_CONTACT_EDGE_ON_CORNER,
		 {300, 500}},
		{"our right corner on a slope",
		 {3, {{0, 2500}, {3000, 2500}, {3000, -500}}},
		 {0, 3000},
		 true,
		 500,
		 PN_CONTACT_CORNER_ON_EDGE,
		 {1000, 1500}},
		{"corner on corner",
		 {3, {{996, 500}, {996, 1500}, {2000, 1500}}},
		 {0, 1000},
		 true,
		 500,
		 PN_CONTACT_CORNER_ON_CORNER,
		 {996, 500}},
		{"corner past corner",
		 {3, {{1004, 500}, {1004, 1500}, {2000, 1500}}},
		 {0, 1000},
		 false,
		 0,
		 0,
		 {0, 0}},
		{"corner past corner, nearer",
		 {3, {{1000, 500}, {1000, 1500}, {1001, 1500}}},
		 {0, 1000},
		 false,
		 0,
		 0,
		 {0, 0}},
		{"diagonally, to the point",
		 {4, {{1500, 500}, {1500, 900}, {1900, 900}, {1900, 500}}},
		 {1000, 1000},
		 true,
		 500,
		 PN_CONTACT_CORNER_ON_CORNER,
		 {1500, 500}},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		check_case(&cases[i]);
}

/* A courtyard open to the south; the mover is 2000 wide. */
static struct pn_shape courtyard(pn_len half_width)
{
	return (struct pn_shape){8,
				 {{-3000, 500},
				  {-3000, 6000},
				  {3000, 6000},
				  {3000, 500},
				  {half_width, 500},
				  {half_width, 5000},
				  {-half_width, 5000},
				  {-half_width, 500}}};
}

Test(sweep, concave_obstacles)
{
	const struct case_of_contact cases[] = {
		{"into a courtyard",
		 courtyard(1500),
		 {0, 10000},
		 true,
		 500,
		 PN_CONTACT_STRETCH,
		 {0, 5000}},
		{"into one just wide enough",
		 courtyard(1000),
		 {0, 10000},
		 true,
		 500,
		 PN_CONTACT_STRETCH,
		 {0, 5000}},
		{"into one too narrow",
		 courtyard(900),
		 {0, 10000},
		 true,
		 50,
		 PN_CONTACT_STRETCH,
		 {950, 500}},
		{"on past a courtyard", courtyard(1500), {0, 4999}, false, 0, 0, {0, 0}},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		check_case(&cases[i]);
}

/* Inside the courtyard, flush with its left wall: along it, away, and to its end. */
Test(sweep, along_an_inner_wall)
{
	struct pn_shape yard = courtyard(1500);
	struct pn_shape mover = stand(-500, 4000, 0);
	struct pn_sweep_contact contact;
	cr_assert_not(pn_sweep(&mover, (pn_vec){0, -8000}, &yard, 1, &contact));
	cr_assert(pn_sweep(&mover, (pn_vec){0, 2000}, &yard, 1, &contact));
	cr_assert_eq(pn_sweep_distance(2000, contact.at), 1000);
	cr_assert_eq(contact.kind, PN_CONTACT_STRETCH);
	cr_assert_eq(contact.mover_edges, 1);
	cr_assert_eq(contact.obstacle_edges, 1 << 5);
	cr_assert(pn_sweep(&mover, (pn_vec){2000, 0}, &yard, 1, &contact));
	cr_assert_eq(pn_sweep_distance(2000, contact.at), 1000);
	cr_assert_eq(contact.mover_edges, 2);
	cr_assert_eq(contact.obstacle_edges, 1 << 4);
	cr_assert(pn_sweep(&mover, (pn_vec){-2000, 0}, &yard, 1, &contact));
	cr_assert_eq(contact.at.num, 0);
}

/* One behind a short rank stands in its notch and is walked into from there. */
Test(sweep, into_the_notch_of_a_short_rank)
{
	struct pn_shape notched =
		pn_footprint((pn_pose){{0, 0}, 0}, (struct pn_formation){3, 2, 1000, 1000, 0});
	struct pn_shape mover = pn_footprint((pn_pose){{500, -1500}, 0},
					     (struct pn_formation){1, 1, 1000, 1000, 0});
	struct pn_sweep_contact contact;
	cr_assert(pn_sweep(&mover, (pn_vec){0, 1000}, &notched, 1, &contact));
	cr_assert_eq(pn_sweep_distance(1000, contact.at), 500);
	cr_assert_eq(contact.kind, PN_CONTACT_STRETCH);
	cr_assert_eq(contact.obstacle_edges, 1 << 2);
	cr_assert(pn_sweep(&mover, (pn_vec){-1000, 1000}, &notched, 1, &contact));
	cr_assert_eq(contact.at.num, 0);
}

Test(sweep, one_inside_the_other)
{
	struct pn_shape large = {4, {{-9000, -9000}, {-9000, 9000}, {9000, 9000}, {9000, -9000}}};
	struct pn_shape small = stand(0, 0, 0);
	struct pn_sweep_contact contact;
	cr_assert(pn_sweep(&small, (pn_vec){0, 100}, &large, 1, &contact));
	cr_assert_eq(contact.at.num, 0);
	cr_assert_eq(contact.kind, PN_CONTACT_OVERLAP);
	cr_assert(pn_sweep(&large, (pn_vec){100, 0}, &small, 1, &contact));
	cr_assert_eq(contact.kind, PN_CONTACT_OVERLAP);
}

Test(sweep, the_nearest_wins_and_the_lower_index_of_two)
{
	struct pn_shape mover = stand(0, 0, 0);
	struct pn_shape obstacle[] = {stand(0, 3000, PN_TURN_HALF), stand(-1500, 700, PN_TURN_HALF),
				      stand(1500, 700, PN_TURN_HALF), stand(0, 900, PN_TURN_HALF)};
	struct pn_sweep_contact contact;
	cr_assert(pn_sweep(&mover, (pn_vec){0, 5000}, obstacle, 4, &contact));
	cr_assert_eq(contact.obstacle, 1);
	cr_assert(pn_sweep(&mover, (pn_vec){0, 5000}, obstacle + 2, 2, &contact));
	cr_assert_eq(contact.obstacle, 0);
	cr_assert(pn_sweep(&mover, (pn_vec){0, 5000}, obstacle, 1, &contact));
	cr_assert_eq(pn_sweep_distance(5000, contact.at), 3000);
	cr_assert_not(pn_sweep(&mover, (pn_vec){0, 5000}, obstacle, 0, &contact));
}

/* Two slopes whose contacts differ by less than 2^-30 of the way. */
Test(sweep, fractions_decide_where_rounding_could_not)
{
	struct pn_shape mover = stand(0, 0, 0);
	struct pn_shape slope[] = {
		{3, {{-500000, 100001}, {0, 500000}, {500001, 100000}}},
		{3, {{-500000, 100000}, {0, 500000}, {500000, 100001}}},
	};
	struct pn_sweep_contact one, two, both;
	pn_vec way = {0, 300000};
	cr_assert(pn_sweep(&mover, way, &slope[0], 1, &one));
	cr_assert(pn_sweep(&mover, way, &slope[1], 1, &two));
	cr_assert(pn_sweep(&mover, way, slope, 2, &both));
	cr_assert_eq(pn_sweep_distance(300000, one.at), pn_sweep_distance(300000, two.at));
	int order = pn_fraction_compare(one.at, two.at);
	cr_assert_neq(order, 0);
	cr_assert_eq(both.obstacle, order < 0 ? 0 : 1);
}

Test(sweep, distances_are_rounded_down)
{
	pn_fraction third = {1, 3};
	cr_assert_eq(pn_sweep_distance(2540, third), 846);
	cr_assert_eq(pn_sweep_distance(2541, third), 847);
	cr_assert_eq(pn_sweep_distance(2540, (pn_fraction){0, 7}), 0);
	cr_assert_eq(pn_sweep_distance(2540, (pn_fraction){7, 7}), 2540);
	cr_assert_eq(pn_sweep_distance(0, third), 0);
	pn_vec stop = pn_sweep_stop((pn_vec){-100, 100}, third);
	cr_assert(stop.x == -33 && stop.y == 33);
	pn_pose end = pn_sweep_end((pn_pose){{100, 200}, 5}, PN_DEGREES_90, 100, third);
	cr_assert(end.at.x == 133 && end.at.y == 200 && end.facing == 5);
}
