/* Aligning against a reference that turns the charger a little at a time.
 *
 * Each placement is a real contact: a charger swept straight ahead onto a unit, with
 * its front on one of that unit's edges, and turned to lie along it. The reference
 * looks which direction makes the angle between front and edge smaller, turns on by
 * eighths of a degree until it grows again, and narrows in. It knows only the rounded
 * corners, so its angle may differ by what rounding can tilt a front and an edge
 * (1.5 units over the length of each) and half a unit of angle. Places may differ by
 * roundings, 3 units; what lies along what is asked with PN_TOUCH. */

#include "align.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <time.h>

#include "brute.h"
#include "convex_parts.h"
#include "flush.h"
#include "random_placement.h"
#include "sweep.h"
#include "wheel.h"

enum { PLACEMENTS = 100000 };

struct charge {
	struct pn_formation formation;
	pn_pose pose; /* at the contact */
	struct pn_sweep_contact contact;
	struct pn_formation target_formation;
	pn_pose target_pose;
	struct pn_shape target;
	uint8_t edge;
	struct pn_charged_edge charged;
};

static bool is_on_edge(pn_vec point, const struct pn_shape *shape, uint8_t edge)
{
	return pn_segment_near(point, shape->point[edge], pn_shape_next(shape, edge), PN_TOUCH);
}

/* Send a charger somewhere near straight ahead at a target. False: its front does not
 * make a contact with the edge chosen. */
static bool make_charge(struct random_source *source, struct charge *charge)
{
	charge->target_formation = random_formation(source);
	charge->target_pose = random_pose(source, 60000);
	charge->target = pn_footprint(charge->target_pose, charge->target_formation);
	charge->edge = (uint8_t)random_between(source, 0, charge->target.count - 1);
	charge->charged =
		pn_charged_edge_of(charge->target_pose, charge->target_formation, charge->edge);
	charge->formation = random_formation(source);
	pn_pose start = {.facing = (pn_angle)(charge->charged.outward + PN_TURN_HALF +
					      random_between(source, -15000, 15000))};
	if (random_one_in(source, 4))
		start.facing = (pn_angle)(start.facing & ~(PN_DEGREES_45 - 1));
	pn_len width = pn_frontage(charge->formation) + pn_frontage(charge->target_formation);
	pn_len aside = random_between(source, -width / 2, width / 2);
	pn_vec middle = {(charge->charged.from.x + charge->charged.to.x) / 2,
			 (charge->charged.from.y + charge->charged.to.y) / 2};
	start.at = pn_ahead((pn_pose){middle, start.facing}, -80000, aside);
	struct pn_shape mover = pn_footprint(start, charge->formation);
	if (!pn_sweep(&mover, pn_along(start.facing, 160000), &charge->target, 1, &charge->contact))
		return false;
	charge->pose = pn_sweep_end(start, start.facing, 160000, charge->contact.at);
	mover = pn_footprint(charge->pose, charge->formation);
	return is_on_edge(charge->contact.point, &mover, 0) &&
	       is_on_edge(charge->contact.point, &charge->target, charge->edge);
}

/* The angle in radians between the front of a shape turned about a point and the
 * direction opposite to an edge. */
static double find_gap(const struct pn_shape *shape, pn_vec centre, double by,
		       struct pn_charged_edge edge)
{
	struct brute_shape turned = brute_turned(shape, centre, by);
	double x = turned.point[1].x - turned.point[0].x;
	double y = turned.point[1].y - turned.point[0].y;
	double edge_x = edge.from.x - edge.to.x;
	double edge_y = edge.from.y - edge.to.y;
	return fabs(atan2(x * edge_y - y * edge_x, x * edge_x + y * edge_y));
}

/* The turn in radians that brings the front along the edge. */
static double find_turn(const struct pn_shape *shape, pn_vec centre, struct pn_charged_edge edge)
{
	double step = M_PI / 1440;
	if (find_gap(shape, centre, -1e-6, edge) < find_gap(shape, centre, 1e-6, edge))
		step = -step;
	double by = 0;
	while (find_gap(shape, centre, by + step, edge) < find_gap(shape, centre, by, edge))
		by += step;
	for (int i = 0; i < 40; i++) {
		step /= 2;
		double here = find_gap(shape, centre, by, edge);
		if (find_gap(shape, centre, by + step, edge) < here)
			by += step;
		else if (find_gap(shape, centre, by - step, edge) < here)
			by -= step;
	}
	return by;
}

/* Is the point near the segment, if it lies beside it at all? */
static bool lies_along(pn_vec point, pn_vec a, pn_vec b)
{
	int64_t along =
		(int64_t)(point.x - a.x) * (b.x - a.x) + (int64_t)(point.y - a.y) * (b.y - a.y);
	return along < 0 || along > pn_distance_squared(a, b) ||
	       pn_segment_near(point, a, b, PN_TOUCH);
}

static void check_flush(const struct charge *charge, const struct pn_shape *shape)
{
	cr_assert(lies_along(shape->point[0], charge->charged.from, charge->charged.to));
	cr_assert(lies_along(shape->point[1], charge->charged.from, charge->charged.to));
	cr_assert(lies_along(charge->charged.from, shape->point[0], shape->point[1]));
	cr_assert(lies_along(charge->charged.to, shape->point[0], shape->point[1]));
	cr_assert(pn_segment_near(charge->contact.point, shape->point[0], shape->point[1],
				  2 * PN_TOUCH));
	if (charge->target.count == 4)
		cr_assert(pn_shapes_touch(shape, &charge->target));
}

/* The charger is nowhere inside a rectangular target on its way. */
static void check_way(const struct charge *charge, const struct pn_shape *shape, double turn)
{
	struct pn_parts parts;
	pn_shape_parts(shape, &parts);
	struct brute_shape target = brute_moved(&charge->target, 0, 0);
	for (int step = 1; step < 8; step++) {
		for (int i = 0; i < parts.count; i++) {
			struct brute_shape turned = brute_turned(
				&parts.part[i], charge->contact.point, turn * step / 8);
			cr_assert_leq(brute_convex_depth(&turned, &target), PN_TOUCH);
		}
	}
}

/* The reference turns the rounded corners and sets the middle of the front square onto
 * the edge. The core's corners, rounded at the contact, turned, settled and rounded
 * again, are within 3 units of its. */
static void check_place(const struct charge *charge, const struct pn_shape *shape,
			const struct pn_shape *aligned, double turn)
{
	struct brute_shape turned = brute_turned(shape, charge->contact.point, turn);
	double outward = charge->charged.outward * M_PI / PN_TURN_HALF;
	double x = (turned.point[0].x + turned.point[1].x) / 2 -
		   (charge->charged.from.x + charge->charged.to.x) / 2.0;
	double y = (turned.point[0].y + turned.point[1].y) / 2 -
		   (charge->charged.from.y + charge->charged.to.y) / 2.0;
	double off = x * sin(outward) + y * cos(outward);
	cr_assert_leq(fabs(off), PN_ALIGN_SETTLE);
	for (int i = 0; i < aligned->count; i++)
		cr_assert_leq(hypot(turned.point[i].x - off * sin(outward) - aligned->point[i].x,
				    turned.point[i].y - off * cos(outward) - aligned->point[i].y),
			      3);
}

/* A shape along an edge lies flush against it, and against none of its neighbours. */
static void check_edges(const struct charge *charge, const struct pn_shape *aligned)
{
	uint16_t edge = 0;

	for (uint8_t i = 0; i < charge->target.count; i++)
		if (charge->target.point[i].x == charge->charged.from.x &&
		    charge->target.point[i].y == charge->charged.from.y)
			edge = (uint16_t)(1u << i);
	cr_assert_eq(pn_flush_edges(&charge->target, aligned), edge);
}

static void check_charge(const struct charge *charge, const struct pn_alignment *alignment)
{
	struct pn_shape shape = pn_footprint(charge->pose, charge->formation);
	cr_assert(alignment->flush);
	cr_assert_eq((pn_angle)(charge->pose.facing + alignment->turn), alignment->pose.facing);
	double turn = find_turn(&shape, charge->contact.point, charge->charged);
	double width = pn_distance(shape.point[0], shape.point[1]);
	double length = pn_distance(charge->charged.from, charge->charged.to);
	double unit = M_PI / PN_TURN_HALF;
	double exact = alignment->turn * unit;
	cr_assert_leq(fabs(turn - exact), 1.5 / width + 1.5 / length + unit / 2);
	struct pn_shape aligned = pn_footprint(alignment->pose, charge->formation);
	check_flush(charge, &aligned);
	if (charge->target.count == 4 && alignment->shared > 2 * PN_TOUCH)
		check_edges(charge, &aligned);
	check_place(charge, &shape, &aligned, exact);
	if (charge->target.count == 4)
		check_way(charge, &shape, exact);
}

Test(align, agrees_on_100000_random_placements)
{
	struct random_source source = {21};
	int kinds[PN_CONTACT_OVERLAP] = {0};
	int sides[2] = {0};
	clock_t spent = 0;
	for (int done = 0; done < PLACEMENTS;) {
		struct charge charge;
		if (!make_charge(&source, &charge))
			continue;
		clock_t start = clock();
		struct pn_alignment alignment =
			pn_align(charge.pose, charge.formation, charge.charged,
				 charge.contact.point, PN_TURN_HALF);
		spent += clock() - start;
		check_charge(&charge, &alignment);
		kinds[charge.contact.kind]++;
		sides[alignment.turn > 0]++;
		done++;
	}
	printf("align: %d placements, %d corner on edge, %d edge on corner, %d corners, "
	       "%d stretches, %.0f ns each\n",
	       PLACEMENTS, kinds[0], kinds[1], kinds[2], kinds[3],
	       1e9 * (double)spent / CLOCKS_PER_SEC / PLACEMENTS);
	cr_assert(kinds[0] > 1000 && kinds[1] > 1000 && kinds[2] > 10 && kinds[3] > 1000);
	cr_assert(sides[0] > PLACEMENTS / 4 && sides[1] > PLACEMENTS / 4);
}

/* With the target itself in the way of the wheel a rectangular one never stops it. */
Test(align, the_wheel_reaches_what_is_aligned)
{
	struct random_source source = {22};
	int stopped = 0;
	for (int done = 0; done < 20000;) {
		struct charge charge;
		if (!make_charge(&source, &charge))
			continue;
		done++;
		struct pn_alignment whole = pn_align(charge.pose, charge.formation, charge.charged,
						     charge.contact.point, PN_TURN_HALF);
		struct pn_turn_obstacles obstacles = {.shape = &charge.target, .count = 1};
		struct pn_turned clear =
			pn_formation_turn(charge.pose, charge.formation, charge.contact.point,
					  whole.turn, &obstacles);
		struct pn_alignment reached =
			pn_align(charge.pose, charge.formation, charge.charged,
				 charge.contact.point, clear.by < 0 ? -clear.by : clear.by);
		cr_assert_eq(reached.flush, clear.by == whole.turn);
		if (charge.target.count == 4)
			cr_assert_eq(clear.by, whole.turn);
		stopped += !reached.flush;
		if (!reached.flush)
			cr_assert_eq(reached.pose.facing,
				     (pn_angle)(charge.pose.facing + clear.by));
	}
	cr_assert_gt(stopped, 10);
}

/* A target of 4000 by 2000 facing north, its front centre at (0, 0). */
static const struct pn_formation line = {8, 4, 1000, 1000, 0};
static const struct pn_formation block = {4, 2, 1000, 1000, 0};

/* A charger of 2000 by 2000 whose front corner, left or right, is at a point. */
static pn_pose hold_corner(pn_vec at, pn_angle facing, bool right)
{
	return (pn_pose){pn_ahead((pn_pose){at, facing}, 0, right ? -1000 : 1000), facing};
}

struct case_of_alignment {
	const char *what;
	pn_pose charger;
	uint8_t edge;
	pn_vec contact;
	int32_t limit;
	int32_t turn;
	bool flush;
	pn_pose pose;
	pn_len shared;
};

Test(align, by_hand)
{
	const pn_vec left = {-2000, 0}; /* the target's front corners */
	const pn_vec right = {2000, 0};
	const pn_vec inside = {500, 0};
	const struct case_of_alignment cases[] = {
		{"right corner on the front",
		 hold_corner(inside, 32768 - 8192, true),
		 0,
		 inside,
		 PN_TURN_HALF,
		 8192,
		 true,
		 {{1500, 0}, 32768},
		 1500},
		{"left corner on the front",
		 hold_corner(inside, 32768 + 8192, false),
		 0,
		 inside,
		 PN_TURN_HALF,
		 -8192,
		 true,
		 {{-500, 0}, 32768},
		 2000},
		{"flush already",
		 {{500, 0}, 32768},
		 0,
		 inside,
		 PN_TURN_HALF,
		 0,
		 true,
		 {{500, 0}, 32768},
		 2000},
		{"flush by a gap of 3",
		 {{500, 3}, 32768},
		 0,
		 inside,
		 PN_TURN_HALF,
		 0,
		 true,
		 {{500, 0}, 32768},
		 2000},
		{"our front across its corner, onto its front",
		 {right, 40960},
		 0,
		 right,
		 PN_TURN_HALF,
		 -8192,
		 true,
		 {{2000, 0}, 32768},
		 1000},
		{"our front across its corner, onto its flank",
		 {right, 40960},
		 1,
		 right,
		 PN_TURN_HALF,
		 8192,
		 true,
		 {{2000, 0}, 49152},
		 1000},
		{"corner to corner, beside it",
		 hold_corner(left, 32768 + 4096, false),
		 0,
		 left,
		 PN_TURN_HALF,
		 -4096,
		 true,
		 {{-3000, 0}, 32768},
		 0},
		{"corner to corner, along it",
		 hold_corner(left, 32768 - 4096, true),
		 0,
		 left,
		 PN_TURN_HALF,
		 4096,
		 true,
		 {{-1000, 0}, 32768},
		 2000},
		{"exactly the limit",
		 hold_corner(inside, 32768 - 8192, true),
		 0,
		 inside,
		 8192,
		 8192,
		 true,
		 {{1500, 0}, 32768},
		 1500},
		{"one more than the limit",
		 hold_corner(inside, 32768 - 8192, true),
		 0,
		 inside,
		 8191,
		 8192,
		 false,
		 {{1500, 0}, 32767},
		 0},
		{"no turn at all",
		 hold_corner(inside, 32768 - 8192, true),
		 0,
		 inside,
		 0,
		 8192,
		 false,
		 {{1207, 707}, 24576},
		 0},
		{"a quarter turn",
		 hold_corner(inside, 16384, true),
		 0,
		 inside,
		 PN_DEGREES_90,
		 16384,
		 true,
		 {{1500, 0}, 32768},
		 1500},
		{"half a turn goes anticlockwise",
		 {{500, 0}, 0},
		 0,
		 inside,
		 PN_TURN_HALF,
		 -32768,
		 true,
		 {{500, 0}, 32768},
		 2000},
		{"by its side",
		 {{-1500, 2500}, 16384},
		 0,
		 {-2500, 1500},
		 PN_TURN_HALF,
		 16384,
		 false,
		 {{-1500, 500}, 32768},
		 0},
		{"onto the rear",
		 hold_corner((pn_vec){0, -2000}, 8192, true),
		 2,
		 {0, -2000},
		 PN_TURN_HALF,
		 -8192,
		 true,
		 {{-1000, -2000}, 0},
		 2000},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct case_of_alignment *expected = &cases[i];
		struct pn_charged_edge edge =
			pn_charged_edge_of((pn_pose){{0, 0}, 0}, line, expected->edge);
		struct pn_alignment found = pn_align(expected->charger, block, edge,
						     expected->contact, expected->limit);
		cr_assert_eq(found.turn, expected->turn, "%s: %d", expected->what, found.turn);
		cr_assert_eq(found.flush, expected->flush, "%s", expected->what);
		cr_assert_eq(found.pose.facing, expected->pose.facing, "%s", expected->what);
		cr_assert(found.pose.at.x == expected->pose.at.x &&
				  found.pose.at.y == expected->pose.at.y,
			  "%s: %d %d", expected->what, found.pose.at.x, found.pose.at.y);
		cr_assert_eq(found.shared, expected->shared, "%s: %d", expected->what,
			     found.shared);
	}
}

Test(align, edges_of_a_short_last_rank)
{
	struct pn_formation formation = {3, 2, 1000, 1000, 0};
	pn_pose pose = {{0, 0}, PN_DEGREES_90};
	static const pn_angle outward[] = {16384, 32768, 49152, 32768, 49152, 0};
	struct pn_shape shape = pn_footprint(pose, formation);
	for (uint8_t i = 0; i < 6; i++) {
		struct pn_charged_edge edge = pn_charged_edge_of(pose, formation, i);
		cr_assert_eq(edge.outward, outward[i]);
		cr_assert_eq(pn_bearing(pn_subtract(edge.to, edge.from)),
			     (pn_angle)(outward[i] + PN_DEGREES_90));
		cr_assert_arr_eq(&edge.from, &shape.point[i], sizeof(pn_vec));
	}
}
