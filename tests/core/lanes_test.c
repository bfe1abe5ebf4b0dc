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

enum { BLOCKERS_MAX = 4, PLACEMENTS = 25000, QUARTER_DEGREES = 360 };

_Noreturn void pn_assert_failed(const char *condition, const char *file, int line)
{
	cr_log_error("%s:%d: %s", file, line, condition);
	abort();
}

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
	struct pn_obstacles obstacles = {.shape = here->blocker,
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
		pn_vec way = pn_along(random_facing(source), random_between(source, 2000, 45000));
		struct pn_formation formation = random_formation(source);

		*lanes = (struct pn_lanes){.formation = random_formation(source)};
		lanes->pose = (pn_pose){{0, 0}, random_facing(source)};
		footprint = pn_footprint(lanes->pose, lanes->formation);
		here->target = pn_footprint((pn_pose){way, random_facing(source)}, formation);
	} while (pn_shapes_overlap(&footprint, &here->target));

	uint8_t edge = (uint8_t)random_between(source, 0, here->target.count - 1);

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
	allow_clear_wheels(here);
}

static struct brute_lanes brute_of(const struct pn_lanes *lanes, enum pn_corner corner)
{
	return (struct brute_lanes){
		.centre = pn_wheel_centre(lanes->pose, lanes->formation, corner),
		.left = corner == PN_CORNER_LEFT ? 0 : -pn_frontage(lanes->formation),
		.width = lanes->formation.base_width,
		.lanes = lanes->formation.files,
		.from = lanes->from,
		.to = lanes->to,
		.reach = lanes->reach,
		.blocker = lanes->blocker,
		.blockers = lanes->blockers,
	};
}

static long double slack_of(const struct pn_lanes *lanes)
{
	return lanes->blockers > 0 ? SLACK_BLOCKED : SLACK_FREE;
}

/* No quarter of a degree that is allowed has more lanes, with the slack to spare. */
static bool is_best_of_samples(const struct pn_lanes *lanes, enum pn_corner corner, int stands)
{
	struct brute_lanes brute = brute_of(lanes, corner);
	long double slack = slack_of(lanes);

	for (int sample = -QUARTER_DEGREES; sample <= QUARTER_DEGREES; sample++) {
		int32_t by = sample * 65536 / 1440;
		long double heading = lanes->pose.facing + by;

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
	struct brute_lanes brute = brute_of(lanes, corner);
	long double slack = slack_of(lanes);
	long double heading = lanes->pose.facing + by;
	int count = pn_lanes_count(lanes, corner, by);

	*different += count != brute_lanes_count(&brute, heading, 0, true);
	return brute_lanes_count(&brute, heading, slack, true) <= count &&
	       count <= brute_lanes_count(&brute, heading, -slack, true);
}

static void compare_placements(uint64_t seed)
{
	struct random_source source = {seed};
	int reached = 0;
	int different = 0;

	for (int n = 0; n < PLACEMENTS; n++) {
		struct placement here;
		struct pn_lanes_best best;

		make_placement(&source, &here);
		pn_lanes_find_best(&here.lanes, &best);
		for (enum pn_corner corner = PN_CORNER_LEFT; corner < PN_CORNERS; corner++) {
			struct pn_lanes_wheel wheel = here.lanes.wheel[corner];
			int32_t by = random_between(&source, wheel.least, wheel.most);

			cr_assert(is_best_of_samples(&here.lanes, corner, best.stands),
				  "%d: a sample is better", n);
			cr_assert(agrees_at(&here.lanes, corner, by, &different), "%d: %d", n, by);
		}
		cr_assert(pn_lanes_count(&here.lanes, best.corner, best.by) == best.stands,
			  "%d: not so many", n);
		cr_assert(agrees_at(&here.lanes, best.corner, best.by, &different), "%d", n);
		reached += best.stands > 0;
	}
	cr_assert(reached > PLACEMENTS / 4, "%d reached", reached);
	cr_assert(different < PLACEMENTS / 200, "%d different", different);
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

				cr_assert(count <= best.stands, "%d: %d is better", n, by);
				cr_assert(listed == (count > 0 && count == best.stands) ||
						  best.more,
					  "%d: %d about %d", n, by, corner);
				if (count == best.stands && abs(by) < smallest)
					smallest = abs(by);
			}
		}
		cr_assert(best.stands == 0 || abs(best.by) == smallest, "%d", n);
	}
}
