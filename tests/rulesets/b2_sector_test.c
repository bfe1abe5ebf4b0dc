/* The charge sector: B2-20 to B2-26 with their errata at the limits, one wire unit to
 * each side, and 100,000 random placements against the slow reference. */

#include <criterion/criterion.h>
#include <math.h>

#include "battlesystem-2e/b2_sector.h"
#include "brute_sector.h"
#include "random_placement.h"

#define PLACEMENTS 100000
#define SAMPLED 2000

/* MA 6": up to 9", not at 3" or less. MA 12": up to 18", not at 6" or less. */
static const struct b2_sector slow = {
	.least = 3 * PN_INCH, .most = 9 * PN_INCH, .half_angle = PN_DEGREES_45};
static const struct b2_sector fast = {
	.least = 6 * PN_INCH, .most = 18 * PN_INCH, .half_angle = PN_DEGREES_45};

static const pn_angle south = PN_TURN_HALF;

/* Eight figures, four wide, on bases an inch wide and half an inch deep, facing
 * north; the middle of the front edge is at the origin. */
static const struct pn_formation two_ranks = {8, 4, PN_INCH, PN_INCH / 2, 0};
static const pn_pose at_origin = {{0, 0}, 0};

static enum b2_sector_verdict judge_unit(pn_pose target, struct pn_formation targeted,
					 struct b2_sector sector)
{
	struct b2_sector_result result;
	b2_sector_measure_unit(at_origin, two_ranks, target, targeted, &sector, &result);
	return result.verdict;
}

/* A base of a square inch with its near left corner, as the charger sees it, at x, y. */
static struct pn_base square_at(pn_len x, pn_len y)
{
	return (struct pn_base){
		{{x + PN_INCH, y}, {x, y}, {x, y + PN_INCH}, {x + PN_INCH, y + PN_INCH}}};
}

static struct b2_sector_result measure_bases(const struct pn_base *bases, uint16_t count,
					     struct b2_sector sector)
{
	struct b2_sector_result result;
	b2_sector_measure(at_origin, two_ranks, bases, count, &sector, &result);
	return result;
}

/* Turn bases by quarters of a turn, which rounds nothing. */
static struct pn_base turn(struct pn_base base, int quarters)
{
	for (int i = 0; i < 4; i++) {
		for (int k = 0; k < quarters; k++)
			base.corner[i] = (pn_vec){base.corner[i].y, -base.corner[i].x};
	}
	return base;
}

/* B2-25 with erratum 8: the front rank at 2.5" makes a unit too near whose second
 * rank stands at 3.0"; and so at 3.0" itself, a whole rank deep or not. */
Test(sector, B2_25_two_ranks_at_two_and_a_half_inches_are_too_near)
{
	pn_pose target = {{0, 5 * PN_INCH / 2}, south};
	cr_expect_eq(judge_unit(target, two_ranks, slow), B2_SECTOR_TOO_NEAR);
}

Test(sector, B2_25_exactly_the_minimum_is_too_near_and_one_unit_more_is_not)
{
	cr_expect_eq(judge_unit((pn_pose){{0, 3 * PN_INCH}, south}, two_ranks, slow),
		     B2_SECTOR_TOO_NEAR);
	cr_expect_eq(judge_unit((pn_pose){{0, 3 * PN_INCH + 1}, south}, two_ranks, slow),
		     B2_SECTOR_IN_RANGE);
	cr_expect_eq(judge_unit((pn_pose){{0, 301 * PN_INCH / 100}, south}, two_ranks, slow),
		     B2_SECTOR_IN_RANGE);
}

Test(sector, B2_26_six_inches_are_too_near_for_a_fast_unit)
{
	cr_expect_eq(judge_unit((pn_pose){{0, 6 * PN_INCH}, south}, two_ranks, fast),
		     B2_SECTOR_TOO_NEAR);
	cr_expect_eq(judge_unit((pn_pose){{0, 6 * PN_INCH + 1}, south}, two_ranks, fast),
		     B2_SECTOR_IN_RANGE);
}

/* Erratum 8: 2" from the left file and 5" from the right file is too near. */
Test(sector, B2_24_near_one_file_is_near_the_unit)
{
	struct pn_base bases[2] = {square_at(-2 * PN_INCH, 2 * PN_INCH),
				   square_at(PN_INCH, 5 * PN_INCH)};
	struct b2_sector_result result = measure_bases(bases, 2, slow);
	cr_expect_eq(result.verdict, B2_SECTOR_TOO_NEAR);
	cr_expect_eq(result.nearest.charger, 0);
	cr_expect_eq(result.nearest.target, 0);
	cr_expect_eq(b2_sector_length(&result.nearest), 2 * PN_INCH);
	cr_expect_eq(measure_bases(&bases[1], 1, slow).verdict, B2_SECTOR_IN_RANGE);
}

/* B2-23 with erratum 12: 18.0" is in, to the far edge or to the near one. */
Test(sector, B2_23_eighteen_inches_to_the_far_edge_are_in_range)
{
	struct b2_sector near = fast;
	near.range_edge = B2_RANGE_EDGE_NEAR;
	static const struct {
		pn_len front;
		enum b2_sector_verdict far_edge;
		enum b2_sector_verdict near_edge;
	} rows[] = {
		{17 * PN_INCH + PN_INCH / 2, B2_SECTOR_IN_RANGE, B2_SECTOR_IN_RANGE},
		{17 * PN_INCH + PN_INCH / 2 + 1, B2_SECTOR_TOO_FAR, B2_SECTOR_IN_RANGE},
		{18 * PN_INCH, B2_SECTOR_TOO_FAR, B2_SECTOR_IN_RANGE},
		{18 * PN_INCH + 1, B2_SECTOR_TOO_FAR, B2_SECTOR_TOO_FAR},
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		pn_pose target = {{0, rows[i].front}, south};
		cr_expect_eq(judge_unit(target, two_ranks, fast), rows[i].far_edge, "row %zu", i);
		cr_expect_eq(judge_unit(target, two_ranks, near), rows[i].near_edge, "row %zu", i);
	}
}

Test(sector, B2_21_the_front_rank_of_a_deep_target_is_enough)
{
	struct b2_sector_result result;
	pn_pose target = {{0, 17 * PN_INCH}, south};
	b2_sector_measure_unit(at_origin, two_ranks, target,
			       (struct pn_formation){40, 4, PN_INCH, PN_INCH, 0}, &fast, &result);
	cr_expect_eq(result.verdict, B2_SECTOR_IN_RANGE);
	cr_expect_lt(result.reach.target, 4);
	cr_expect_eq(b2_sector_compare(&result.reach, 18 * PN_INCH), 0);
	cr_expect_eq(b2_sector_compare(&result.nearest, 17 * PN_INCH), 0);
}

/* B2-20: a base whose corner lies on the ray is inside; one unit beyond, its base is
 * astride. The right front corner is at x = 2". Holds for all four facings. */
Test(sector, B2_20_forty_five_degrees_exactly_are_inside)
{
	for (int quarters = 0; quarters < 4; quarters++) {
		for (int beyond = 0; beyond < 2; beyond++) {
			/* Its right near corner is the one the ray touches. */
			struct pn_base base = square_at(5 * PN_INCH + beyond, 4 * PN_INCH);
			struct pn_base mirrored = square_at(-6 * PN_INCH - beyond, 4 * PN_INCH);
			struct pn_base both[2] = {turn(base, quarters), turn(mirrored, quarters)};
			pn_pose pose = {{0, 0}, (pn_angle)(quarters * PN_DEGREES_90)};
			for (int i = 0; i < 2; i++) {
				struct b2_sector_result result;
				b2_sector_measure(pose, two_ranks, &both[i], 1, &slow, &result);
				cr_expect_eq(result.verdict,
					     beyond ? B2_SECTOR_ASTRIDE : B2_SECTOR_IN_RANGE,
					     "facing %d beyond %d side %d", quarters, beyond, i);
			}
		}
	}
}

Test(sector, B2_20_a_target_that_only_touches_the_ray_is_not_outside)
{
	/* The near left corner of the base is the last point on the ray. */
	struct pn_base base = {{{8 * PN_INCH, 4 * PN_INCH},
				{7 * PN_INCH, 4 * PN_INCH},
				{6 * PN_INCH, 4 * PN_INCH},
				{7 * PN_INCH, 3 * PN_INCH}}};
	struct b2_sector_result result = measure_bases(&base, 1, slow);
	cr_expect_eq(result.verdict, B2_SECTOR_ASTRIDE);
	for (int i = 0; i < 4; i++)
		base.corner[i].x++;
	result = measure_bases(&base, 1, slow);
	cr_expect_eq(result.verdict, B2_SECTOR_OUTSIDE);
	cr_expect_eq(result.nearest.under, 0);
}

/* What is beside the unit is not in front of it, however near. The part of a base
 * that lies in the area is what counts: here from 1" beyond the corner on. */
Test(sector, B2_24_only_what_lies_in_the_area_is_near)
{
	struct pn_base beside = square_at(2 * PN_INCH + 1, -PN_INCH);
	cr_expect_eq(measure_bases(&beside, 1, slow).verdict, B2_SECTOR_OUTSIDE);
	struct pn_base leaning = square_at(3 * PN_INCH, 0);
	struct b2_sector_result result = measure_bases(&leaning, 1, slow);
	cr_expect_eq(result.verdict, B2_SECTOR_TOO_NEAR);
	/* The ray meets its near left corner's side at (3", 1"), a root of two away. */
	cr_expect_eq(b2_sector_length(&result.nearest), 3592);
}

Test(sector, a_crossing_of_the_ray_is_measured_along_it)
{
	/* No corner in the area: a long base lies across the right ray at 45 degrees. */
	struct pn_base across = {{{9 * PN_INCH, 0},
				  {8 * PN_INCH, -PN_INCH},
				  {0, 7 * PN_INCH},
				  {PN_INCH, 8 * PN_INCH}}};
	struct b2_sector_result result = measure_bases(&across, 1, slow);
	/* It is 5" to the foot from the corner at (2", 0) by x + y = 7". */
	cr_expect_eq(b2_sector_length(&result.nearest), 8980);
	cr_expect_eq(result.nearest.charger, 3);
}

Test(sector, a_base_on_the_front_edge_is_at_no_distance)
{
	struct pn_base touching = square_at(0, 0);
	struct b2_sector_result result = measure_bases(&touching, 1, slow);
	cr_expect_eq(result.verdict, B2_SECTOR_TOO_NEAR);
	cr_expect_eq(b2_sector_compare(&result.nearest, 0), 0);
	cr_expect_eq(result.nearest.charger, 1, "the lower figure of those it touches");
	struct pn_base straddling = square_at(-PN_INCH / 2, -PN_INCH / 2);
	cr_expect_eq(b2_sector_length(&(struct b2_sector_spot){
			     0, 0, measure_bases(&straddling, 1, slow).nearest.over, 1}),
		     0);
}

Test(sector, behind_the_front_edge_is_outside)
{
	struct pn_base behind = square_at(0, -6 * PN_INCH);
	cr_expect_eq(measure_bases(&behind, 1, fast).verdict, B2_SECTOR_OUTSIDE);
	/* Touching the line of the front edge from behind is touching the edge. */
	struct pn_base under = square_at(0, -PN_INCH);
	cr_expect_eq(measure_bases(&under, 1, fast).verdict, B2_SECTOR_TOO_NEAR);
}

Test(sector, equal_distances_name_the_lower_figures)
{
	struct pn_base bases[2] = {square_at(PN_INCH, 4 * PN_INCH),
				   square_at(-2 * PN_INCH, 4 * PN_INCH)};
	struct b2_sector_result result = measure_bases(bases, 2, slow);
	cr_expect_eq(result.nearest.charger, 0);
	cr_expect_eq(result.nearest.target, 1);
	cr_expect_eq(result.reach.charger, 0);
	cr_expect_eq(result.reach.target, 1);
	/* Of two in front of one figure, too, and in whatever order they are tried. */
	struct pn_base same[3] = {square_at(PN_INCH, 7 * PN_INCH), bases[0], bases[0]};
	result = measure_bases(same, 3, slow);
	cr_expect_eq(result.nearest.target, 1);
	cr_expect_eq(result.reach.target, 1);
	struct pn_base wide = {{{2 * PN_INCH, 4 * PN_INCH},
				{-2 * PN_INCH, 4 * PN_INCH},
				{-2 * PN_INCH, 5 * PN_INCH},
				{2 * PN_INCH, 5 * PN_INCH}}};
	cr_expect_eq(measure_bases(&wide, 1, slow).reach.charger, 1);
	cr_expect_eq(measure_bases(&wide, 1, slow).nearest.charger, 0);
}

/* A base on the flank, astride the ray of the front rank's corner figure but wholly
 * within the area of the figure behind it. */
Test(sector, B2_21_a_rear_rank_adds_only_what_the_front_rank_has_astride)
{
	struct pn_base base = square_at(6 * PN_INCH + PN_INCH / 4, 5 * PN_INCH);
	struct b2_sector all = slow;
	all.rear_ranks = true;
	cr_expect_eq(measure_bases(&base, 1, slow).verdict, B2_SECTOR_ASTRIDE);
	struct b2_sector_result result = measure_bases(&base, 1, all);
	cr_expect_eq(result.verdict, B2_SECTOR_IN_RANGE);
	cr_expect_eq(result.reach.charger, 7);
}

Test(sector, no_least_distance_leaves_contact_in_range)
{
	struct b2_sector any = slow;
	any.least = -1;
	struct pn_base touching = square_at(0, 0);
	cr_expect_eq(measure_bases(&touching, 1, any).verdict, B2_SECTOR_IN_RANGE);
}

Test(sector, bases_are_those_of_the_figures)
{
	struct random_source source = {2026};
	for (int round = 0; round < 500; round++) {
		struct pn_formation formation = random_formation(&source);
		pn_pose pose = random_pose(&source, 40 * PN_INCH);
		struct pn_base bases[PN_FIGURES_MAX];
		cr_assert_eq(b2_sector_bases(pose, formation, bases), formation.figures);
		for (uint16_t i = 0; i < formation.figures; i++) {
			struct pn_shape shape = pn_figure_base(pose, formation, i);
			cr_assert_arr_eq(bases[i].corner, shape.point, sizeof(bases[i].corner));
		}
	}
}

struct placement {
	pn_pose charger;
	struct pn_formation charging;
	pn_pose target;
	struct pn_formation targeted;
	struct b2_sector sector;
	struct pn_base bases[PN_FIGURES_MAX];
	uint16_t count;
};

/* A target somewhere about the limits of a charger's sector. */
static void place_randomly(struct random_source *source, struct placement *placement)
{
	pn_len allowance = random_between(source, 3, 24) * PN_INCH;
	placement->sector.least = allowance / 2 < 6 * PN_INCH ? allowance / 2 : 6 * PN_INCH;
	placement->sector.most = allowance * 3 / 2;
	placement->sector.half_angle = PN_DEGREES_45;
	if (random_one_in(source, 8))
		placement->sector.half_angle =
			(pn_angle)random_between(source, 0, B2_SECTOR_ANGLE_MAX);
	placement->sector.range_edge =
		random_one_in(source, 3) ? B2_RANGE_EDGE_NEAR : B2_RANGE_EDGE_FAR;
	placement->sector.rear_ranks = random_one_in(source, 3);
	placement->charger = random_pose(source, 60 * PN_INCH);
	placement->charging = random_formation(source);
	placement->targeted = random_formation(source);
	pn_angle heading =
		(pn_angle)(placement->charger.facing + random_between(source, -12000, 12000));
	pn_len far = random_between(source, 0, placement->sector.most * 5 / 4);
	placement->target.at = pn_add(placement->charger.at, pn_along(heading, far));
	placement->target.facing = random_facing(source);
	placement->count =
		b2_sector_bases(placement->target, placement->targeted, placement->bases);
}

static double exact_length(const struct b2_sector_spot *spot)
{
	return sqrt((double)spot->over / (double)spot->under) * PN_SINE_ONE;
}

static struct brute_sector look_slowly(const struct placement *placement, double grow)
{
	return brute_sector_measure(placement->charger, placement->charging, placement->bases,
				    placement->count, &placement->sector, grow);
}

static enum b2_sector_verdict judge_slowly(const struct brute_sector *slowly,
					   const struct b2_sector *sector)
{
	if (!slowly->inside)
		return B2_SECTOR_OUTSIDE;
	if (slowly->nearest <= sector->least)
		return B2_SECTOR_TOO_NEAR;
	if (slowly->held && slowly->reach <= sector->most)
		return B2_SECTOR_IN_RANGE;
	return slowly->held || slowly->nearest > sector->most ? B2_SECTOR_TOO_FAR
							      : B2_SECTOR_ASTRIDE;
}

static bool is_close(double a, double b)
{
	return fabs(a - b) < 0.05;
}

/* Would a shift of all rays by a hundredth of a unit, or of a limit by a twentieth,
 * change the answer? Then floating point cannot tell. */
static bool is_too_close_to_call(const struct placement *placement)
{
	struct brute_sector less = look_slowly(placement, -0.01);
	struct brute_sector more = look_slowly(placement, 0.01);
	const struct b2_sector *sector = &placement->sector;
	return less.inside != more.inside || less.held != more.held ||
	       (less.inside && fabs(less.nearest - more.nearest) > 1) ||
	       (less.held && fabs(less.reach - more.reach) > 1) ||
	       is_close(less.nearest, sector->least) || is_close(more.nearest, sector->least) ||
	       is_close(less.nearest, sector->most) || is_close(less.reach, sector->most);
}

static bool agrees(const struct placement *placement, const struct b2_sector_result *result)
{
	struct brute_sector slowly = look_slowly(placement, 0);
	if (result->verdict != judge_slowly(&slowly, &placement->sector))
		return false;
	if (result->verdict == B2_SECTOR_OUTSIDE)
		return true;
	if (!is_close(exact_length(&result->nearest), slowly.nearest))
		return false;
	if (result->verdict == B2_SECTOR_TOO_NEAR)
		return true;
	if (slowly.nearest > placement->sector.most && !placement->sector.rear_ranks)
		return result->reach.under == 0;
	return (result->reach.under > 0) == slowly.held &&
	       (!slowly.held || is_close(exact_length(&result->reach), slowly.reach));
}

Test(sector, agrees_with_the_slow_reference, .timeout = 120)
{
	struct random_source source = {20260};
	static struct placement placement;
	int excused = 0;
	int seen[5] = {0};
	for (int i = 0; i < PLACEMENTS; i++) {
		struct b2_sector_result result;
		place_randomly(&source, &placement);
		b2_sector_measure(placement.charger, placement.charging, placement.bases,
				  placement.count, &placement.sector, &result);
		seen[result.verdict]++;
		if (result.verdict == B2_SECTOR_IN_RANGE)
			cr_assert(b2_sector_may_reach(placement.charger, placement.charging,
						      placement.target, placement.targeted,
						      placement.sector.most),
				  "placement %d: in range, but no circle reaches", i);
		if (agrees(&placement, &result))
			continue;
		cr_assert(is_too_close_to_call(&placement), "placement %d", i);
		excused++;
	}
	cr_expect_lt(excused, PLACEMENTS / 100);
	for (int i = 0; i < 5; i++)
		cr_expect_gt(seen[i], PLACEMENTS / 100, "verdict %d came up %d times", i, seen[i]);
}

/* A grid of points, chosen by angles, never finds one nearer than the nearest; and the
 * cell of the nearest bounds how much farther the grid's is. */
Test(sector, no_sampled_point_is_nearer, .timeout = 60)
{
	struct random_source source = {7};
	static struct placement placement;
	for (int i = 0; i < SAMPLED; i++) {
		place_randomly(&source, &placement);
		struct b2_sector_result result;
		b2_sector_measure(placement.charger, placement.charging, placement.bases,
				  placement.count, &placement.sector, &result);
		double sampled =
			brute_sector_sample(placement.charger, placement.charging, placement.bases,
					    placement.count, &placement.sector);
		if (sampled < 0)
			continue;
		cr_assert_neq(result.verdict, B2_SECTOR_OUTSIDE, "placement %d", i);
		cr_assert_geq(sampled + 0.01, exact_length(&result.nearest), "placement %d", i);
	}
}

/* The claim of sector.c: a base that a rear figure brings into range lies wholly in
 * no area of the front rank, or is nearer to that than to be reached. */
Test(sector, rear_ranks_add_nothing_the_front_rank_holds, .timeout = 60)
{
	struct random_source source = {99};
	static struct placement placement;
	int added = 0;
	for (int i = 0; i < PLACEMENTS / 4; i++) {
		place_randomly(&source, &placement);
		struct b2_sector_result front;
		struct b2_sector_result all;
		placement.sector.rear_ranks = false;
		b2_sector_measure(placement.charger, placement.charging, placement.bases,
				  placement.count, &placement.sector, &front);
		placement.sector.rear_ranks = true;
		b2_sector_measure(placement.charger, placement.charging, placement.bases,
				  placement.count, &placement.sector, &all);
		if (front.verdict == all.verdict || all.verdict != B2_SECTOR_IN_RANGE)
			continue;
		added++;
		struct b2_sector_result alone;
		placement.sector.rear_ranks = false;
		placement.sector.most = PN_COORDINATE_MAX;
		b2_sector_measure(placement.charger, placement.charging,
				  &placement.bases[all.reach.target], 1, &placement.sector, &alone);
		cr_assert(alone.verdict == B2_SECTOR_ASTRIDE || alone.verdict == B2_SECTOR_OUTSIDE,
			  "placement %d: verdict %d", i, alone.verdict);
	}
	cr_expect_gt(added, 0);
}
